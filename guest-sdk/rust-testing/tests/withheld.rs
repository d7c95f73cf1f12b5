//! Credentials that the host keeps to itself, in the life of a resource.

use pulumi_wasm_provider::prelude::*;
use pulumi_wasm_testing::{Failure, Provider, Step};
use serde_json::json;

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
        Created::new(inputs.name, UserOutputs { read_by })
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

#[test]
fn a_provider_works_without_the_values_that_the_host_withholds() -> std::result::Result<(), Failure>
{
    let provider = Provider::native::<PulumiProvider>();
    provider.configure(json!({
        "server": "https://a.example", "username": "ada", "password": "hunter2", "token": "t", "spare": "s",
        "certificate": "c", "key": "k",
    }))?;
    let mut user = provider.resource("User", "user");
    assert_eq!(user.up(json!({ "name": "one" }))?, Step::Created);
    user.outputs()
        .assert_is(&json!({ "name": "one", "readBy": "ada" }));
    Ok(())
}
