//! The provider's configuration. Each test runs in a separate thread, and so in a separate instance.

use serde_json::{Value as JsonValue, json};

use super::sample::PulumiProvider;
use super::{UNKNOWN, context, invalid};
use crate::host::bindings::exports::pulumi_wasm::provider::lifecycle::{self as wit, Guest};
use crate::host::bindings::pulumi_wasm::provider::common::Error as WitError;
use crate::prelude::*;
use crate::testing;

fn configure(config: &JsonValue) -> core::result::Result<(), WitError> {
    let config = config.to_string();
    PulumiProvider::configure(wit::ConfigureRequest {
        context: context(""),
        config,
        extra: "{}".into(),
    })
}

fn check(config: &JsonValue) -> Vec<String> {
    let config = config.to_string();
    let request = wit::CheckConfigRequest {
        context: context(""),
        config,
        extra: "{}".into(),
    };
    let response = PulumiProvider::check_config(request).unwrap();
    response
        .failures
        .into_iter()
        .map(|failure| format!("{}: {}", failure.property, failure.reason))
        .collect()
}

#[test]
fn nothing_runs_before_the_configuration() {
    let arguments = "{}".to_owned();
    let request = wit::InvokeRequest {
        context: context("sample:index:whoAmI"),
        arguments,
        extra: "{}".into(),
    };
    let Err(WitError::Other(failure)) = PulumiProvider::invoke(request) else {
        panic!("no error")
    };
    assert_eq!(
        failure.message,
        "the provider was called before it was configured"
    );
}

#[test]
fn configure_fails_with_what_is_wrong() {
    assert_eq!(
        invalid(configure(&json!({})).unwrap_err()),
        ["serverUrl: is required"]
    );
    assert_eq!(
        invalid(configure(&json!({ "serverUrl": "a", "timeout": -1 })).unwrap_err()),
        ["timeout: -1 is not in the range 0 to 4294967295"]
    );
    assert!(matches!(
        configure(&json!({ "serverUrl": "refuse" })),
        Err(WitError::Denied(_))
    ));
    assert!(configure(&json!({ "serverUrl": "a" })).is_ok());
}

#[test]
fn the_check_sees_what_is_known() {
    assert_eq!(check(&json!({ "serverUrl": "" })), ["serverUrl: is empty"]);
    assert_eq!(check(&json!({ "serverUrl": UNKNOWN })), [""; 0]);
    assert_eq!(check(&json!({})), [""; 0]);
}

#[test]
fn what_needs_a_variable_says_so() {
    #[derive(Config)]
    struct Strict {
        #[property(env = "STRICT_TOKEN")]
        token: String,
    }
    let failure = match testing::properties::<Strict>(json!({})) {
        Ok(config) => config.token,
        Err(error) => error.to_string(),
    };
    assert_eq!(
        failure,
        "token: is required; set it, or grant and set the environment variable `STRICT_TOKEN`"
    );
}

mod without_configure {
    use super::*;

    #[derive(Config)]
    struct Plain {
        name: String,
    }

    #[derive(Results)]
    struct Named {
        name: String,
    }

    #[function]
    fn name(cx: &FunctionContext) -> Result<Named> {
        Ok(Named {
            name: cx.config::<Plain>().name.clone(),
        })
    }

    provider!(Provider::new("plain").config::<Plain>().function(name));

    #[test]
    fn the_values_are_just_there() {
        let config = json!({ "name": "it" }).to_string();
        PulumiProvider::configure(wit::ConfigureRequest {
            context: context(""),
            config,
            extra: "{}".into(),
        })
        .unwrap();
        let arguments = "{}".to_owned();
        let request = wit::InvokeRequest {
            context: context("plain:index:name"),
            arguments,
            extra: "{}".into(),
        };
        assert_eq!(
            PulumiProvider::invoke(request).unwrap().result_value,
            r#"{"name":"it"}"#
        );
        assert_eq!(
            testing::manifest::<PulumiProvider>().unwrap()["provider"],
            json!({ "hooks": ["configure"] })
        );
        let context = testing::configured_context(
            "it",
            Plain {
                name: "other".into(),
            },
        );
        assert_eq!(name(&context).unwrap().name, "other");
    }
}

mod read_twice {
    use super::*;

    #[derive(Config)]
    struct Ports {
        ports: Vec<u16>,
    }

    #[config]
    impl Configure for Ports {
        fn check(config: &PortsDraft, _: &CheckContext) -> Result<()> {
            let copy = config.ports.clone();
            assert!(copy.is_unknown() && config.ports.is_unknown());
            config.ports.draft()?;
            Ok(())
        }
    }

    provider!(Provider::new("ports").config::<Ports>());

    #[test]
    fn a_failure_is_reported_once() {
        let request = wit::CheckConfigRequest {
            context: context(""),
            config: json!({ "ports": [1, "a"] }).to_string(),
            extra: "{}".into(),
        };
        let failures = PulumiProvider::check_config(request).unwrap().failures;
        let [failure] = failures.as_slice() else {
            panic!("{failures:?}")
        };
        assert_eq!(failure.property, "ports[1]");
    }
}
