//! Credentials that the host keeps to itself.

use provider::PulumiProvider;
use serde_json::json;

use crate::testing::manifest;

// The same provider as the component that tests of the host use.
#[path = "../../../../../tests/components/withheld/src/lib.rs"]
mod provider;

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
            "`forgotten` of the configuration is `Withheld`, but no credential withholds it",
        ] {
            assert!(told.contains(expected), "{told}");
        }
    }
}
