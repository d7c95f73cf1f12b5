//! The subject of a call: URNs, types, names and ids.

use serde_json::json;
use tonic::Code;

use super::guests::{echo, thing};
use super::properties::object;
use super::world::World;
use test_support::assert_says;
use test_support::fake::guest::{Guest, THING};
use test_support::fake::steps::{Answer, Step};

/// A guest that tells the type and the name on every call of a resource's life.
fn teller() -> Guest {
    let tells = |last: Answer| {
        [
            Step::Tell("token"),
            Step::Tell("name"),
            Step::Tell("urn"),
            Step::Answer(last),
        ]
    };
    thing()
        .does("check", tells(Answer::Checked { inputs: "{}" }))
        .does("diff", tells(Answer::Different(&[], false)))
        .does(
            "create",
            tells(Answer::Created {
                id: "made",
                outputs: "{}",
            }),
        )
        .does("read", tells(Answer::Found { outputs: "{}" }))
        .does("update", tells(Answer::Updated { outputs: "{}" }))
        .does("delete", tells(Answer::Done))
}

/// The subject that the guest gets on each call, with a URN, a type and a name as an engine sends them.
async fn told_on_each_call(urn: &str, token: &str, name: &str) -> Vec<(&'static str, Vec<String>)> {
    let world = World::of(&teller()).await;
    let mut told = Vec::new();
    macro_rules! ask {
        ($rpc:ident) => {
            let answer = world.$rpc(|request| {
                request.urn = urn.to_owned();
                request.name = name.to_owned();
                request.r#type = token.to_owned();
            });
            answer.await.unwrap();
            told.push((stringify!($rpc), world.told()));
        };
    }
    ask!(check);
    ask!(diff);
    ask!(create);
    ask!(read);
    ask!(update);
    ask!(delete);
    told
}

/// Engines before 3.143 send neither; the guide allows a provider to take the type from the URN.
#[tokio::test]
async fn without_name_and_type_every_call_takes_them_from_the_urn() {
    let urn = format!("urn:pulumi:dev::shop::acme:index:Parent$b:c:Other${THING}::one");
    for (rpc, told) in told_on_each_call(&urn, "", "").await {
        assert_eq!(told, [THING, "one", urn.as_str()], "{rpc}");
    }
}

/// The guide's grammar allows no `::` in names; the protocol reference does, and wins.
#[tokio::test]
async fn all_of_a_urn_after_the_third_separator_is_the_name() {
    let urn = format!("urn:pulumi:dev::shop::{THING}::my::own::thing");
    for (rpc, told) in told_on_each_call(&urn, "", "").await {
        assert_eq!(told, [THING, "my::own::thing", urn.as_str()], "{rpc}");
    }
}

#[tokio::test]
async fn the_name_and_type_that_an_engine_sends_are_used() {
    let urn = "urn:pulumi:dev::shop::acme:index:Old::old";
    for (rpc, told) in told_on_each_call(urn, THING, "new").await {
        assert_eq!(told, [THING, "new", urn], "{rpc}");
    }
}

#[tokio::test]
async fn an_id_means_something_to_the_provider_alone() {
    let world = World::of(&echo()).await;
    for id in ["7", "a/b c", "urn:x::y", "  ", "ключ", "{\"id\":1}"] {
        world.update(|ask| ask.id = id.to_owned()).await.unwrap();
        assert_eq!(world.told()[0], id);
        world.read(|ask| ask.id = id.to_owned()).await.unwrap();
        assert_eq!(world.told()[0], id);
        world.delete(|ask| ask.id = id.to_owned()).await.unwrap();
        assert_eq!(world.told()[0], id);
    }
}

#[tokio::test]
async fn a_type_that_the_package_does_not_have_is_refused_on_every_call() {
    let world = World::of(&thing()).await;
    let token = "acme:index:Nothing";
    macro_rules! refused {
        ($($rpc:ident),*) => {$({
            let answer = world.$rpc(|request| request.r#type = token.to_owned());
            let status = answer.await.unwrap_err();
            assert_eq!(status.code(), Code::FailedPrecondition, stringify!($rpc));
            assert_says(status.message(), &[token, "acme", THING]);
        })*};
    }
    refused!(check, diff, create, read, update, delete);
}

#[tokio::test]
async fn a_state_of_a_component_that_is_gone_is_refused_without_a_crash() {
    let world = World::of(&thing()).await;
    let answer = world.delete(|request| {
        request.urn = "nonsense".to_owned();
        request.name = String::new();
        request.r#type = String::new();
        request.properties = object(json!({}));
    });
    assert_eq!(answer.await.unwrap_err().code(), Code::FailedPrecondition);
}

/// A function has no resource, so the provider's own URN is used.
#[tokio::test]
async fn a_component_is_told_project_and_stack() {
    let create = Answer::Created {
        id: "made",
        outputs: r#"{"serial":"1"}"#,
    };
    let telling = |answer| {
        [
            Step::Tell("project"),
            Step::Tell("stack"),
            Step::Answer(answer),
        ]
    };
    let guest = thing()
        .does("create", telling(create))
        .does("invoke", telling(Answer::Result("{}")));
    let world = World::of(&guest).await;
    world.invoke(|_| {}).await.unwrap();
    world.check_config(json!({})).await.unwrap();
    world.invoke(|_| {}).await.unwrap();
    world
        .create(|request| request.urn = "urn:pulumi:a/b \"c::p::acme:index:Thing::n".to_owned())
        .await
        .unwrap();
    let told = ["none", "none", "shop", "dev", "p", "a/b \"c"];
    assert_eq!(world.told(), told);
}
