//! Lists existing resources.

use serde_json::json;

use crate::host::bindings::exports::pulumi_wasm::provider::lifecycle::{self as wit, Guest};
use crate::host::bindings::pulumi_wasm::provider::common::Error as WitError;
use crate::prelude::*;
use crate::testing::manifest;
use crate::tests::context;

#[derive(Resource)]
#[resource(module = "dns")]
struct Zone {
    name: String,
}

#[derive(Arguments)]
struct ZoneQuery {
    /// The prefix of the names.
    prefix: Option<String>,
}

#[resource]
impl Lifecycle for Zone {
    fn create(request: CreateRequest<Self>, _: &CreateContext) -> Result<Created<Self>> {
        let inputs = request.inputs;
        Ok(Created::with_state(
            inputs.name.clone(),
            Zone { name: inputs.name },
        ))
    }

    fn list(request: ListRequest<ZoneQuery>, cx: &ListContext) -> Result<Page> {
        let query = request.query;
        cx.debug("listing");
        let prefix = query.prefix.unwrap_or_default();
        match request.continuation_token.as_deref() {
            None => {
                let page: Page = [(format!("{prefix}1"), "one")].into_iter().collect();
                Ok(page.with_continuation_token("second"))
            }
            Some(_) => {
                let mut page = Page::new();
                page.add(
                    format!("{prefix}2"),
                    format!("{:?}", (request.limit, request.page_size)),
                );
                Ok(page)
            }
        }
    }
}

#[derive(Resource)]
struct Note {}

#[resource]
impl Lifecycle for Note {
    fn create(_: CreateRequest<Self>, _: &CreateContext) -> Result<Created<Self>> {
        Ok(Created::with_state("note", Note {}))
    }
}

provider!(Provider::new("lists").resource::<Zone>().resource::<Note>());

fn list(
    token: &str,
    limit: u32,
    continuation: &str,
) -> core::result::Result<wit::ListResponse, WitError> {
    PulumiProvider::list(wit::ListRequest {
        context: context(token),
        query: json!({ "prefix": "z" }).to_string(),
        limit,
        page_size: 0,
        continuation_token: continuation.into(),
        extra: "{}".into(),
    })
}

#[test]
fn pages_follow_one_another() {
    let first = list("lists:dns:Zone", 5, "").unwrap();
    assert_eq!(
        (&*first.resources[0].id, &*first.resources[0].name),
        ("z1", "one")
    );
    let second = list("lists:dns:Zone", 5, &first.continuation_token).unwrap();
    assert_eq!(
        (&*second.resources[0].id, &*second.resources[0].name),
        ("z2", "(Some(5), None)")
    );
    assert_eq!(second.continuation_token, "");
}

#[test]
fn what_has_no_list_says_so() {
    let Err(WitError::Unsupported(failure)) = list("lists:index:Note", 0, "") else {
        panic!("no error")
    };
    assert_eq!(failure.message, "`Note` has no `list`");
}

#[test]
fn the_query_is_in_the_schema() {
    let manifest = manifest::<PulumiProvider>().unwrap();
    let resources = &manifest["schema"]["resources"];
    assert_eq!(
        resources["lists:dns:Zone"]["listInputs"],
        json!({
            "type": "object",
            "properties": { "prefix": { "type": "string", "description": "The prefix of the names." } },
        })
    );
    assert!(resources["lists:index:Note"].get("listInputs").is_none());
    assert_eq!(
        manifest["resources"]["lists:dns:Zone"]["hooks"],
        json!(["create", "list"])
    );
}
