//! Large messages, RPCs that are not supported, and calls that come too early.

use test_support::protocol::pulumirpc as pb;
use tonic::Code;

use test_support::fake::calls::{check_request, properties, text};
use test_support::fake::guest::Guest;
use test_support::fake::scene::Scene;
use test_support::{assert_says, within};

#[tokio::test]
async fn a_property_of_20_mib_goes_through_and_comes_back() {
    let scene = Scene::new().await;
    let plugin = scene.launch_with(&Guest::new(), &[]).await;
    let long = "x".repeat(20 << 20);
    let inputs = properties(&[("label", &long)]);
    let checked = plugin.check(inputs.clone()).await.unwrap();
    assert_eq!(text(checked.inputs.as_ref(), "label"), Some(long));
    let mut request = test_support::fake::calls::create_request("one");
    request.properties = Some(inputs);
    within(plugin.client().create(request)).await.unwrap();
}

#[tokio::test]
async fn a_message_over_the_limit_is_refused_and_the_process_lives() {
    let scene = Scene::new().await;
    let plugin = scene.launch_with(&Guest::new(), &[]).await;
    let mut request = check_request("one", properties(&[]));
    request.random_seed = vec![1; 401 << 20];
    let mut client = plugin.client().max_encoding_message_size(usize::MAX);
    let status = within(client.check(request)).await.unwrap_err();
    assert_eq!(status.code(), Code::OutOfRange, "{status}");
    assert_says(status.message(), &["too large"]);
    plugin.check(properties(&[])).await.unwrap();
}

#[tokio::test]
async fn an_unsupported_call_is_refused_in_a_sentence() {
    let scene = Scene::new().await;
    let plugin = scene.launch_with(&Guest::new(), &[]).await;
    let mut client = plugin.client();
    let refused = [
        within(client.call(pb::CallRequest::default()))
            .await
            .map(drop),
        within(client.construct(pb::ConstructRequest::default()))
            .await
            .map(drop),
    ];
    for (answer, name) in refused.into_iter().zip(["(Call)", "(Construct)"]) {
        let status = answer.unwrap_err();
        assert_eq!(status.code(), Code::Unimplemented);
        assert_says(status.message(), &["WebAssembly providers", name]);
    }
}

#[tokio::test]
async fn without_a_component_there_is_no_schema_and_the_answer_says_how_to_add_one() {
    let scene = Scene::new().await;
    let plugin = scene.launch().await;
    let mut client = plugin.client();
    let asked = client.get_schema(pb::GetSchemaRequest::default());
    let status = within(asked).await.unwrap_err();
    assert_eq!(status.code(), Code::FailedPrecondition);
    assert_says(
        status.message(),
        &[
            "was given no component",
            "hint: ",
            "pulumi package add wasm",
        ],
    );
    // A component may still be given.
    scene.write("acme.wasm", &Guest::new().build());
    plugin.parameterize(&["./acme.wasm"]).await.unwrap();
    assert_eq!(plugin.schema().await["name"], "acme");
}

#[tokio::test]
async fn lifecycle_calls_without_a_component_say_how_to_add_one() {
    let scene = Scene::new().await;
    let plugin = scene.launch().await;
    // An explicit provider without a parameter is configured like any other.
    plugin.configure(&[]).await.unwrap();
    for status in [
        plugin.check(properties(&[])).await.unwrap_err(),
        plugin.create("one").await.unwrap_err(),
        plugin.invoke(false).await.unwrap_err(),
    ] {
        assert_eq!(status.code(), Code::FailedPrecondition);
        assert_says(
            status.message(),
            &["no component", "hint: ", "pulumi package add wasm"],
        );
    }
}
