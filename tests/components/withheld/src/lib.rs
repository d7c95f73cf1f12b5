//! Users of a server, whose credentials the host keeps from the provider.

use pulumi_wasm_provider::prelude::*;

/// The server and its credentials.
#[derive(Config)]
struct Settings {
    server: String,
    username: String,
    #[property(secret)]
    password: HostOnly,
    #[property(secret)]
    token: HostOnly,
    #[property(secret)]
    spare: Option<String>,
    certificate: String,
    #[property(secret)]
    key: HostOnly,
}

#[config]
impl Configure for Settings {
    fn check(config: &Self::Draft, cx: &CheckContext) -> Result<()> {
        if config.username.get().is_some_and(|name| name == "nobody") {
            cx.fail(Settings::USERNAME, "is nobody");
        }
        Ok(())
    }
}

/// A user of the server.
#[derive(Resource)]
struct User {
    name: String,
    #[property(output)]
    read_by: String,
}

#[resource]
impl Lifecycle for User {
    fn create(request: CreateRequest<Self>, cx: &CreateContext) -> Result<Created<Self>> {
        let settings = cx.config::<Settings>();
        let [HostOnly, HostOnly, HostOnly] = [settings.password, settings.token, settings.key];
        assert_eq!(settings.spare, None);
        let read_by = settings.username.clone();
        Ok(Created::new(request.inputs.name, UserOutputs { read_by }))
    }
}

provider!(
    Provider::new("acme")
        .config::<Settings>()
        .resource::<User>()
        .net(
            Net::from(Settings::SERVER).credential(
                Credential::basic(Settings::PASSWORD)
                    .user_config(Settings::USERNAME)
                    .host_only()
            )
        )
        .net(
            Net::host("tls.example").tls(
                Tls::new()
                    .certificate(Settings::CERTIFICATE)
                    .key(Settings::KEY)
                    .host_only()
            )
        )
        .net(
            Net::host("b.example")
                .reason("where `token` is sent")
                .credential(Credential::bearer(Settings::TOKEN).host_only())
        )
        .net(
            Net::host("c.example")
                .reason("where `spare` is sent")
                .credential(Credential::bearer(Settings::SPARE).host_only())
        )
);
