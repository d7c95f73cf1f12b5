//! Waiting, views, and the data of a call.

use std::time::{Duration, SystemTime};

use serde_json::json;

use crate::prelude::*;
use crate::testing::{self, Host};
use crate::tests::preview;

#[derive(Arguments)]
struct Part {
    size: u8,
}

#[test]
fn a_wait_looks_until_it_finds() {
    let host = Host::new();
    host.now(SystemTime::UNIX_EPOCH + Duration::from_secs(100));
    let cx: CreateContext = testing::context("it");
    let wait = Backoff::every(Duration::from_secs(1))
        .factor(2.0)
        .max_delay(Duration::from_secs(3));
    let found = cx.wait(wait, |look| {
        Ok(if look == 4 {
            Progress::Ready(look)
        } else {
            Progress::Pending("starting".into())
        })
    });
    assert_eq!(found, Ok(4));
    assert_eq!(host.waited(), Duration::from_secs(1 + 2 + 3));
    assert_eq!(cx.now(), SystemTime::UNIX_EPOCH + Duration::from_secs(106));
    assert_eq!(cx.time_left(), Duration::from_secs(54));
}

#[test]
fn a_wait_ends_with_what_was_seen_last() {
    let cx: CreateContext = testing::context("it");
    let wait = Backoff::every(Duration::from_secs(1)).timeout(Duration::from_secs(3));
    let mut looks = 0;
    let result: Result<()> = cx.wait(wait, |look| {
        looks = look;
        Ok(Progress::Pending(format!("{look} of 9")))
    });
    assert_eq!(
        result.unwrap_err(),
        Error::TimedOut("the time to wait is over: 4 of 9".into())
    );
    assert_eq!(looks, 4);
    let failed: Result<()> = cx.wait(wait, |_| Err(Error::denied("no entry")));
    assert_eq!(failed.unwrap_err(), Error::denied("no entry"));
}

#[test]
fn views_are_shown_where_there_is_an_engine_for_them() {
    let cx: CreateContext = testing::context("it");
    let part = |name: &str| View::new("acme:index:Part", name).outputs(&Part { size: 1 });
    assert_eq!(cx.views().create(part("a").unwrap()).publish(), Ok(false));
    let host = Host::new();
    let below = part("c").unwrap().below(&part("a").unwrap());
    let shown = cx
        .views()
        .create(part("a").unwrap())
        .delete(part("b").unwrap())
        .failed("stuck")
        .update(below.clone(), below)
        .publish();
    assert_eq!(shown, Ok(true));
    assert_eq!(
        host.views(),
        [
            "create acme:index:Part a",
            "delete acme:index:Part b: stuck",
            "update acme:index:Part c"
        ]
    );
}

#[derive(Arguments)]
struct Lock {
    place: String,
    #[property(secret)]
    code: String,
}

#[test]
fn what_is_secret_in_a_part_is_secret_in_its_view() {
    let lock = Lock {
        place: "door".into(),
        code: "1234".into(),
    };
    let view = View::new("acme:index:Lock", "a");
    let view = view.inputs(&lock).unwrap().outputs(&lock).unwrap();
    let shown = crate::host::bindings::pulumi_wasm::provider::common::View::from(view.clone());
    let expected = json!({ "place": "door", "code": testing::secret("1234") });
    for side in [shown.inputs, shown.outputs] {
        assert_eq!(crate::tests::parse(&side), expected);
    }
    assert_eq!(view.read_outputs::<Lock>().unwrap().code, "1234");
}

mod kept {
    use super::*;
    use crate::host::bindings::exports::pulumi_wasm::provider::lifecycle::{self as wit, Guest};
    use crate::host::bindings::pulumi_wasm::provider::common::View as WitView;
    use crate::tests::{context, parse};

    #[derive(Resource)]
    struct Thing {
        name: String,
        #[property(output)]
        seen: String,
    }

    fn seen(views: &[View]) -> String {
        let describe = |view: &View| {
            let part: Part = view.read_outputs().unwrap();
            format!("{}={}", view.name(), part.size)
        };
        views.iter().map(describe).collect()
    }

    #[resource]
    impl Lifecycle for Thing {
        fn create(request: CreateRequest<Self>, _: &CreateContext) -> Result<Created<Self>> {
            let thing = Thing {
                name: request.inputs.name,
                seen: String::new(),
            };
            Ok(Created::with_state("thing", thing).refresh_before_update())
        }

        fn preview_create(
            request: &mut PreviewCreateRequest<Self>,
            _: &PreviewContext,
        ) -> Result<()> {
            // The host's outputs stay, unless the hook sets others.
            if request.inputs.name.is_unknown() {
                request.outputs.seen.set("later".into());
            }
            Ok(())
        }

        fn check(request: &mut CheckRequest<Self>, _: &CheckContext) -> Result<()> {
            if let Some(old) = request.old_outputs()? {
                request.inputs.name = old.seen;
            }
            Ok(())
        }

        fn read(request: ReadRequest<Self>, cx: &ReadContext) -> Result<Option<ReadResult<Self>>> {
            let inputs: Option<ThingDraft> = request.inputs()?;
            let name = inputs.and_then(|inputs| inputs.name.into_known());
            let name = name.unwrap_or_else(|| "nobody".into());
            Ok(Some(
                ReadResult::new(Thing {
                    name,
                    seen: seen(cx.old_views()),
                })
                .refresh_before_update(),
            ))
        }

        fn update(request: UpdateRequest<Self>, cx: &UpdateContext) -> Result<Updated<Self>> {
            cx.refresh_before_update();
            Ok(Updated::with_state(Thing {
                name: request.inputs.name,
                seen: seen(cx.old_views()),
            }))
        }
    }

    provider!(Provider::new("kept").resource::<Thing>());

    const TOKEN: &str = "kept:index:Thing";

    fn old_views() -> Vec<WitView> {
        vec![WitView {
            token: "acme:index:Part".into(),
            name: "a".into(),
            parent_token: String::new(),
            parent_name: String::new(),
            inputs: "{}".into(),
            outputs: json!({ "size": 3 }).to_string(),
            extra: "{}".into(),
        }]
    }

    fn create(inputs: serde_json::Value) -> wit::CreateResponse {
        PulumiProvider::create(wit::CreateRequest {
            context: context(TOKEN),
            inputs: inputs.to_string(),
            extra: "{}".into(),
        })
        .unwrap()
    }

    fn preview(inputs: serde_json::Value, shown: serde_json::Value) -> serde_json::Value {
        let response = PulumiProvider::preview_create(wit::PreviewCreateRequest {
            context: super::preview(TOKEN),
            inputs: inputs.to_string(),
            outputs: shown.to_string(),
            extra: "{}".into(),
        });
        parse(&response.unwrap().outputs)
    }

    #[test]
    fn previews_begin_with_what_the_host_shows() {
        let shown = json!({ "name": "n", "seen": "host" });
        assert_eq!(preview(json!({ "name": "n" }), shown.clone()), shown);
        let unknown = json!({ "name": testing::unknown() });
        assert_eq!(preview(unknown.clone(), unknown)["seen"], "later");
    }

    #[test]
    fn every_answer_may_ask_for_a_refresh() {
        assert!(create(json!({ "name": "n" })).refresh_before_update);
        let response = PulumiProvider::update(wit::UpdateRequest {
            context: context(TOKEN),
            id: "thing".into(),
            old_inputs: json!({ "name": "n" }).to_string(),
            old_outputs: json!({ "name": "n", "seen": "" }).to_string(),
            inputs: json!({ "name": "m" }).to_string(),
            old_views: old_views(),
            extra: "{}".into(),
        })
        .unwrap();
        assert!(response.refresh_before_update);
        assert_eq!(
            parse(&response.outputs),
            json!({ "name": "m", "seen": "a=3" })
        );
    }

    #[test]
    fn an_import_knows_the_inputs_of_its_id() {
        let read = |inputs: Option<serde_json::Value>| {
            PulumiProvider::read(wit::ReadRequest {
                context: context(TOKEN),
                id: "thing".into(),
                old_inputs: inputs.map(|inputs| inputs.to_string()),
                old_outputs: None,
                old_views: Vec::new(),
                extra: "{}".into(),
            })
            .unwrap()
            .state
            .unwrap()
        };
        let found = read(Some(json!({ "name": "n" })));
        assert_eq!(parse(&found.outputs)["name"], "n");
        assert!(found.refresh_before_update);
        assert_eq!(parse(&read(None).outputs)["name"], "nobody");
    }

    #[test]
    fn a_check_may_see_the_old_outputs() {
        let check = |old_outputs: Option<serde_json::Value>| {
            let response = PulumiProvider::check(wit::CheckRequest {
                context: context(TOKEN),
                old_inputs: "{}".into(),
                old_outputs: old_outputs.map(|outputs| outputs.to_string()),
                inputs: json!({ "name": "n" }).to_string(),
                random_seed: vec![0; 32],
                extra: "{}".into(),
            });
            parse(&response.unwrap().inputs)
        };
        assert_eq!(check(None), json!({ "name": "n" }));
        assert_eq!(
            check(Some(json!({ "name": "n", "seen": "s" }))),
            json!({ "name": "s" })
        );
    }
}
