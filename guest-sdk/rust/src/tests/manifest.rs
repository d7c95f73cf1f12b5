//! The sample's manifest, word for word, and invalid manifests.

use serde_json::json;

use super::sample;
use crate::prelude::*;
use crate::testing::manifest;

/// After an intended change, copy the new manifest from the message of the failing test.
const EXPECTED: &str = include_str!("manifest.json");

#[test]
fn the_sample_is_described_as_before() {
    let manifest = manifest::<sample::PulumiProvider>().unwrap();
    let expected: serde_json::Value = serde_json::from_str(EXPECTED).unwrap();
    assert_eq!(manifest, expected, "{manifest:#}");
}

mod twice {
    use super::*;

    #[derive(Resource)]
    struct Thing {}

    #[resource]
    impl Lifecycle for Thing {
        fn create(_: CreateRequest<Self>, _: &CreateContext) -> Result<Created<Self>> {
            Ok(Created::with_state("thing", Thing {}))
        }
    }

    provider!(
        Provider::new("twice")
            .resource::<Thing>()
            .resource::<Thing>()
    );

    #[test]
    fn a_token_is_there_once() {
        let error = manifest::<PulumiProvider>().unwrap_err();
        assert_eq!(error.to_string(), "`twice:index:Thing` is there twice");
    }
}

mod defaults {
    use super::*;

    #[derive(Resource)]
    struct Thing {
        #[property(default = "many")]
        count: u8,
    }

    #[resource]
    impl Lifecycle for Thing {
        fn create(request: CreateRequest<Self>, _: &CreateContext) -> Result<Created<Self>> {
            Ok(Created::with_state(
                "thing",
                Thing {
                    count: request.inputs.count,
                },
            ))
        }
    }

    provider!(Provider::new("defaults").resource::<Thing>());

    #[test]
    fn a_default_is_of_its_propertys_type() {
        let error = manifest::<PulumiProvider>().unwrap_err().to_string();
        assert_eq!(
            error,
            "the default of `count` is wrong: expected a whole number, found a string"
        );
    }
}

mod names {
    use super::*;

    mod inner {
        use super::*;

        #[derive(Object, Clone)]
        pub(super) struct Part {
            pub(super) size: u8,
        }
    }

    #[derive(Object, Clone)]
    struct Part {
        inner: inner::Part,
    }

    #[derive(Resource)]
    struct Thing {
        part: Part,
    }

    #[resource]
    impl Lifecycle for Thing {
        fn create(request: CreateRequest<Self>, _: &CreateContext) -> Result<Created<Self>> {
            let inputs = request.inputs;
            Ok(Created::with_state(
                inputs.part.inner.size.to_string(),
                Thing { part: inputs.part },
            ))
        }
    }

    provider!(Provider::new("names").resource::<Thing>());

    #[test]
    fn two_types_do_not_share_a_name() {
        let error = manifest::<PulumiProvider>().unwrap_err().to_string();
        assert!(
            error.starts_with("`names:index:Part` would be both `"),
            "{error}"
        );
        assert!(error.contains("names::inner::Part"), "{error}");
    }
}

#[test]
fn attributes_may_stand_in_either_order() {
    #[resource(token = "a:b:C")]
    #[derive(Resource)]
    struct Above {}

    assert_eq!(<Above as crate::ResourceState>::SPEC.token, Some("a:b:C"));
    assert_eq!(
        <sample::Note as crate::ResourceState>::SPEC.token,
        Some("sample:other/note:Note")
    );
}

#[test]
fn generated_structs_do_not_print_secrets() {
    let inputs: sample::MachineInputs = crate::testing::properties(json!({
        "label": "a", "disks": [], "password": "hidden", "tags": { "a": "b" },
    }))
    .unwrap();
    let printed = format!("{inputs:?}");
    for part in [
        "MachineInputs {",
        "label: \"a\"",
        "password: [secret]",
        "region: \"eu\"",
    ] {
        assert!(printed.contains(part), "{printed}");
    }
}

/// A provider that reaches its server as its users say.
mod ways {
    use crate::prelude::*;

    /// Where the server is, and how it is reached.
    #[derive(Config)]
    pub(super) struct Settings {
        ca: Option<String>,
        certificate: Option<String>,
        #[property(secret)]
        key: Option<String>,
        insecure: Option<bool>,
        proxy: Option<String>,
    }

    #[derive(Resource)]
    #[resource(concurrency = 4)]
    pub(super) struct Thing {
        label: String,
    }

    #[resource]
    impl Lifecycle for Thing {
        fn create(request: CreateRequest<Self>, _: &CreateContext) -> Result<Created<Self>> {
            let ThingInputs { label } = request.inputs;
            Ok(Created::with_state("thing", Thing { label }))
        }
    }

    provider!(
        Provider::new("ways")
            .config::<Settings>()
            .resource::<Thing>()
            .net(
                Net::host("api.example.com")
                    .tls(
                        Tls::new()
                            .ca(Settings::CA)
                            .certificate(Settings::CERTIFICATE)
                            .key(Settings::KEY)
                            .insecure(Settings::INSECURE)
                            .host_only()
                    )
                    .proxy(Settings::PROXY)
            )
    );

    #[test]
    fn the_way_to_a_host_and_the_places_of_a_type_are_described() {
        let manifest = crate::testing::manifest::<PulumiProvider>().unwrap();
        assert_eq!(manifest["resources"]["ways:index:Thing"]["concurrency"], 4);
        let want = &manifest["permissions"]["net"][0];
        assert_eq!(want["proxy"], "proxy");
        let tls = serde_json::json!({
            "ca": "ca", "certificate": "certificate", "key": "key", "insecure": "insecure", "hostOnly": true,
        });
        assert_eq!(want["tls"], tls);
    }
}
