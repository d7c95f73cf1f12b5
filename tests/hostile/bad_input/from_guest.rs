//! Values of answers.

use prost_types::Struct;
use pulumi_wasm_core::value::special_values::{ASSET, KEY, OUTPUT, SECRET};
use tonic::{Code, Status};

use test_support::assert_says;
use test_support::fake::calls::{special, string, structure};
use test_support::fake::guest::Guest;
use test_support::fake::scene::Scene;
use test_support::fake::steps::{Answer, Step};

async fn answer(outputs: String) -> Result<Struct, Status> {
    let steps = [Step::Answer(Answer::Created {
        id: "made",
        outputs: outputs.leak(),
    })];
    let scene = Scene::new().await;
    let guest = Guest::new().does("create", steps);
    let plugin = scene.launch_with(&guest, &[]).await;
    let created = plugin.create("one").await;
    // The process continues.
    plugin.handshake().await;
    Ok(created?.properties.unwrap())
}

#[tokio::test]
async fn outputs_of_any_form_are_taken() {
    let keys: Vec<String> = (0..10_000).map(|key| format!("\"k{key}\":{key}")).collect();
    let created = answer(format!("{{{}}}", keys.join(","))).await.unwrap();
    assert_eq!(created.fields.len(), 10_000);

    let levels = 98;
    let deep = format!("{{\"p\":{}{}}}", "[".repeat(levels), "]".repeat(levels));
    assert_eq!(answer(deep).await.unwrap().fields.len(), 1);

    let secret = |inner: &str| format!("{{\"{KEY}\":\"{SECRET}\",\"value\":{inner}}}");
    let twice = format!("{{\"p\":{}}}", secret(&secret("\"x\"")));
    assert_eq!(
        answer(twice).await.unwrap(),
        structure(&[("p", special(SECRET, &[("value", string("x"))]))])
    );
    let pair = "{\"p\":\"\\ud83d\\ude00\"}".to_owned();
    assert_eq!(
        answer(pair).await.unwrap(),
        structure(&[("p", string("😀"))])
    );
}

#[tokio::test]
async fn malformed_outputs_are_the_components_mistake() {
    let nested = |open: &str, close: &str| {
        format!("{{\"p\":{}1{}}}", open.repeat(10_000), close.repeat(10_000))
    };
    let signed =
        |signature: &str, rest: &str| format!("{{\"p\":{{\"{KEY}\":\"{signature}\"{rest}}}}}");
    for (outputs, expected) in [
        (nested("[", "]"), "`p`: it nests deeper than 100 levels"),
        (
            nested("{\"k\":", "}"),
            "`p`: it nests deeper than 100 levels",
        ),
        ("{\"p\":\"\\ud800\"}".to_owned(), "hex escape"),
        ("{\"p\":\"\\udc00x\"}".to_owned(), "surrogate"),
        ("{\"p\":NaN}".to_owned(), "not a JSON object"),
        ("{\"p\":1e999}".to_owned(), "out of range"),
        ("{\"p\":1,\"p\":2}".to_owned(), "`p`: it is there twice"),
        (
            "{\"p\":{\"q\":1,\"q\":2}}".to_owned(),
            "`p`: it has the member `q` twice",
        ),
        (
            signed(SECRET, &format!(",\"value\":1,\"{KEY}\":\"{ASSET}\"")),
            "twice",
        ),
        (
            signed("nonsense", ""),
            "`p`: an object carries the signature",
        ),
        (signed(SECRET, ""), "no usable `value`"),
        (signed(ASSET, ",\"handle\":0"), "was not in the request"),
        (
            signed(ASSET, ",\"path\":\"/etc/passwd\""),
            "cannot name a path",
        ),
        ("[]".to_owned(), "a list, not a JSON object"),
        ("{} {}".to_owned(), "trailing"),
        (String::new(), "not a JSON object"),
    ] {
        let shown: String = outputs.chars().take(60).collect();
        let status = answer(outputs).await.expect_err(&shown);
        // The guest may have created a resource.
        assert_eq!(status.code(), Code::Unknown, "{shown}: {status}");
        assert_says(status.message(), &["its outputs: ", expected]);
    }
}

#[tokio::test]
async fn outputs_that_are_unknown_after_the_fact_are_the_components_mistake() {
    let output = format!("{{\"p\":{{\"{KEY}\":\"{OUTPUT}\"}}}}");
    let sentinel = "{\"p\":\"04da6b54-80e4-46f7-96ec-b56ff0331ba9\"}".to_owned();
    for outputs in [output, sentinel] {
        let status = answer(outputs).await.unwrap_err();
        assert_says(status.message(), &["`p`", "unknown"]);
    }
}
