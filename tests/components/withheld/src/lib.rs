//! Users of a server, whose credentials the host withholds from the provider.

use pulumi_wasm_provider::prelude::*;

/// The server and its credentials.
#[derive(Config)]
struct Settings {
    server: String,
    username: String,
    #[property(secret)]
    password: Withheld,
    #[property(credential(bearer, host = "b.example", withhold))]
    token: Withheld,
    #[property(credential(bearer, host = "c.example", withhold))]
    spare: Option<String>,
    certificate: String,
    #[property(secret)]
    key: Withheld,
}

#[config]
impl Configure for Settings {
    fn check(config: &Self::Draft, cx: &CheckContext) -> Result<()> {
        if config.username.get().is_some_and(|name| name == "nobody") {
            cx.fail("username", "is nobody");
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
    fn create(inputs: Self::Inputs, cx: &Context) -> Result<Created<Self>> {
        let settings = cx.config::<Settings>();
        let (Withheld, Withheld, Withheld) = (settings.password, settings.token, settings.key);
        assert_eq!(settings.spare, None);
        let read_by = settings.username.clone();
        Ok(Created::new(inputs.name, UserOutputs { read_by }))
    }
}

provider! {
    name: "acme",
    config: Settings,
    resources: [User],
    net: [
        { host: "config:server", credential: { basic: "password", user_config: "username", withhold: true } },
        { host: "tls.example", tls: { certificate: "certificate", key: "key", withhold: true } },
    ],
}
