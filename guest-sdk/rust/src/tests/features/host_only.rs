//! Credentials that the host withholds.

use provider::PulumiProvider;
use serde_json::json;

use crate::testing::manifest;

// The same provider as the component that tests of the host use.
#[path = "../../../../../tests/components/withheld/src/lib.rs"]
mod provider;

#[test]
fn what_is_required_and_kept_is_required_in_the_schema_alone() {
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
        forgotten: HostOnly,
    }

    provider!(Provider::new("acme").config::<Settings>());

    #[test]
    fn a_field_that_nothing_keeps_from_the_provider_is_told() {
        let told = crate::testing::manifest::<PulumiProvider>()
            .unwrap_err()
            .to_string();
        let expected = "`forgotten` of the configuration is `HostOnly`, but the provider would get it: write \
                        `.credential(Credential::bearer(…).host_only())` in `.net(…)` of `provider!`";
        assert!(told.contains(expected), "{told}");
    }
}
