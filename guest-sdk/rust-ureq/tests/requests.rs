//! Requests of ureq, answered by a stand-in for the host.

use pulumi_wasm_provider::Context;
use pulumi_wasm_provider::testing::{self, Host};
use serde_json::{Value, json};
use ureq::Error;

#[test]
fn a_request_reaches_the_host_with_method_address_headers_and_body() {
    let host = Host::new();
    host.expect("POST", "https://api.example.com/zones?a=b")
        .with_header("authorization", "Bearer x")
        .with_body(json!({ "name": "z" }))
        .answer(201, json!({ "id": 7 }));
    let agent = pulumi_wasm_ureq::agent(&testing::context::<Context>("zone").http());
    let mut response = agent
        .post("https://api.example.com/zones?a=b")
        .header("authorization", "Bearer x")
        .send_json(json!({ "name": "z" }))
        .expect("an answer");
    assert_eq!(response.status(), 201);
    let body: Value = response.body_mut().read_json().expect("JSON");
    assert_eq!(body, json!({ "id": 7 }));
}

#[test]
fn a_status_is_an_error_or_an_answer_as_the_agent_says() {
    let host = Host::new();
    let url = "https://api.example.com/zones/a";
    host.expect("GET", url)
        .answer(404, json!({ "error": "gone" }));
    host.expect("GET", url)
        .answer(404, json!({ "error": "gone" }));
    let client = testing::context::<Context>("zone").http();
    let error = pulumi_wasm_ureq::agent(&client)
        .get(url)
        .call()
        .expect_err("404");
    assert!(matches!(error, Error::StatusCode(404)), "{error}");
    let agent =
        pulumi_wasm_ureq::agent_with(&client, |settings| settings.http_status_as_error(false));
    let mut answer = agent.get(url).call().expect("an answer");
    assert_eq!(answer.status(), 404);
    let text = answer.body_mut().read_to_string().expect("a text");
    assert_eq!(text, r#"{"error":"gone"}"#);
}

#[test]
fn the_hosts_reason_for_a_failure_is_told() {
    let host = Host::new();
    host.expect("DELETE", "https://api.example.com/a").fail(
        pulumi_wasm_provider::Error::unavailable("the connection was refused"),
    );
    let agent = pulumi_wasm_ureq::agent(&testing::context::<Context>("zone").http());
    let error = agent
        .delete("https://api.example.com/a")
        .call()
        .expect_err("a failure");
    let error = pulumi_wasm_provider::Error::from(error).to_string();
    assert!(error.contains("the connection was refused"), "{error}");
}
