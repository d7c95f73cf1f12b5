//! The arguments of a look-up, a call's facts about the deployment, and a resource that did not become ready.

use serde_json::json;

use crate::host::bindings::exports::pulumi_wasm::provider::lifecycle::{self as wit, Guest};
use crate::host::bindings::pulumi_wasm::provider::common::Error as WitError;
use crate::prelude::*;
use crate::testing::manifest;
use crate::tests::context;

#[derive(Resource)]
struct Machine {
    #[property(state_input, replace, default = "north")]
    region: String,
    label: Option<String>,
    #[property(output, state_input)]
    address: Option<String>,
}

#[resource]
impl Lifecycle for Machine {
    fn create(_: CreateRequest<Self>, cx: &CreateContext) -> Result<Created<Self>> {
        let place = (cx.project(), cx.stack());
        Err(Error::await_failed(format!("{place:?}"))).context("waiting")
    }

    fn read(_: ReadRequest<Self>, _: &ReadContext) -> Result<Option<ReadResult<Self>>> {
        Ok(None)
    }
}

#[derive(Resource)]
struct Blind {
    #[property(state_input)]
    region: String,
}

#[resource]
impl Lifecycle for Blind {
    fn create(_: CreateRequest<Self>, _: &CreateContext) -> Result<Created<Self>> {
        Err(Error::unsupported("only described"))
    }
}

#[derive(Config)]
struct Settings {
    #[property(replace)]
    region: String,
    token: Option<String>,
}

mod blind {
    crate::provider!(crate::Provider::new("blind").resource::<super::Blind>());
}

provider!(
    Provider::new("lookups")
        .config::<Settings>()
        .resource::<Machine>()
);

#[test]
fn a_lookup_takes_what_the_author_says_and_no_defaults() {
    let manifest = manifest::<PulumiProvider>().unwrap();
    assert_eq!(
        manifest["schema"]["resources"]["lookups:index:Machine"]["stateInputs"],
        json!({
            "type": "object",
            "properties": { "region": { "type": "string" }, "address": { "type": "string" } },
        })
    );
    let refused = crate::testing::manifest::<blind::PulumiProvider>().unwrap_err();
    let expected = "`blind:index:Blind` has a `state_input` property, but no `read`: write `read`, or remove `state_input`";
    assert_eq!(refused.to_string(), expected);
}

#[test]
fn a_value_of_the_configuration_may_replace_the_provider() {
    let manifest = manifest::<PulumiProvider>().unwrap();
    let inputs = &manifest["schema"]["provider"]["inputProperties"];
    assert_eq!(
        *inputs,
        json!({
            "region": { "type": "string", "replaceOnChanges": true },
            "token": { "type": "string" },
        })
    );
}

/// The message of a machine that does not become ready.
fn create(project: Option<&str>, stack: Option<&str>) -> String {
    PulumiProvider::configure(wit::ConfigureRequest {
        context: context(""),
        config: json!({ "region": "r" }).to_string(),
        extra: "{}".into(),
    })
    .unwrap();
    let mut context = context("lookups:index:Machine");
    context.project = project.map(str::to_owned);
    context.stack = stack.map(str::to_owned);
    let answer = PulumiProvider::create(wit::CreateRequest {
        context,
        inputs: json!({ "region": "r" }).to_string(),
        extra: "{}".into(),
    });
    match answer {
        Err(WitError::AwaitFailed(failure)) => failure.message,
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_call_knows_the_deployment_where_the_host_says_it() {
    assert_eq!(
        create(Some("shop é"), Some("dev")),
        r#"waiting: (Some("shop é"), Some("dev"))"#
    );
    assert_eq!(create(None, None), "waiting: (None, None)");
}
