//! Credentials that the host keeps to itself.

use serde_json::json;

use crate::prelude::*;
use crate::testing::manifest;

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
fn what_is_required_and_withheld_is_required_in_the_schema_alone() {
    let schema = &manifest::<PulumiProvider>().unwrap()["schema"]["provider"];
    let required = [
        "server",
        "username",
        "password",
        "token",
        "certificate",
        "key",
    ];
    assert_eq!(schema["requiredInputs"], json!(required));
    for name in ["password", "token", "spare", "key"] {
        assert_eq!(schema["inputProperties"][name]["type"], "string", "{name}");
        assert_eq!(schema["inputProperties"][name]["secret"], true, "{name}");
    }
}

mod mistaken {
    use crate::prelude::*;

    #[derive(Config)]
    #[allow(dead_code, reason = "only described")]
    struct Settings {
        username: String,
        #[property(secret)]
        password: String,
        #[property(secret)]
        forgotten: Withheld,
    }

    provider! {
        name: "acme",
        config: Settings,
        net: [{ host: "a.example", credential: { basic: "password", user: "me", withhold: true } }],
    }

    #[test]
    fn a_field_that_would_need_a_withheld_value_is_told() {
        let told = crate::testing::manifest::<PulumiProvider>()
            .unwrap_err()
            .to_string();
        for expected in [
            "`password` of the configuration is withheld, so the provider does not get it: make it `Withheld`",
            "`forgotten` of the configuration is `Withheld`, and nothing withholds it",
        ] {
            assert!(told.contains(expected), "{told}");
        }
    }
}
