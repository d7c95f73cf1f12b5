//! Requests beyond the plain ones: sent again, redirected, and with bodies in parts.

use std::io::{Read as _, Write as _};
use std::time::Duration;

use serde_json::json;

use crate::host::bindings::pulumi_wasm::provider::http::Content;
use crate::manifest::manifest;
use crate::prelude::*;
use crate::testing::{self, Host};

const URL: &str = "https://api.example.com/things";

#[test]
fn a_large_answer_is_read_in_parts() {
    let host = Host::new();
    let headers = [("ETag", "7")];
    host.expect("GET", URL)
        .answer_text(200, &headers, "one two");
    host.expect("GET", URL)
        .answer_text(404, &[], "nothing here");
    let http = testing::context::<Context>("it").http();
    let mut answer = http.get(URL).redirects(3).attempts(5).open().unwrap();
    assert_eq!((answer.status(), answer.url()), (200, URL));
    assert_eq!(answer.header("etag"), Some("7"));
    let mut part = [0; 3];
    answer.read_exact(&mut part).unwrap();
    assert_eq!(&part, b"one");
    let mut rest = String::new();
    answer.read_to_string(&mut rest).unwrap();
    assert_eq!(rest, " two");
    let failed = http.get(URL).open().unwrap().error_for_status();
    let message = format!("GET {URL} answered 404: nothing here");
    assert_eq!(failed.unwrap_err(), Error::NotFound(message));
}

#[test]
fn a_large_body_is_written_in_parts() {
    let host = Host::new();
    host.expect("PUT", URL)
        .with_body("one two")
        .answer(201, json!(null));
    let http = testing::context::<Context>("it").http();
    let mut upload = http.put(URL).upload(Some(7)).unwrap();
    upload.write_all(b"one ").unwrap();
    upload.write_all(b"two").unwrap();
    assert!(upload.finish().unwrap().is_success());
    // A body shorter than announced is not sent.
    let mut upload = http.put(URL).upload(Some(7)).unwrap();
    upload.write_all(b"one").unwrap();
    assert!(matches!(upload.finish(), Err(Error::Invalid(_))));
}

#[test]
fn a_file_is_sent_without_passing_through_the_component() {
    let host = Host::new();
    host.asset(3, "the content");
    host.expect("PUT", URL)
        .with_body("the content")
        .answer(200, json!(null));
    let asset =
        crate::tests::from_json::<Asset>(testing::asset(3, "h"), &crate::PropertyPath::Root)
            .unwrap();
    assert!(matches!(asset.content_to_send(), Ok(Content::Asset(3))));
    let http = testing::context::<Context>("it").http();
    http.put(URL).asset(&asset).send().unwrap();
}

#[test]
fn a_back_off_says_how_often_and_how_long() {
    let backoff = Backoff::default()
        .attempts(4)
        .first_delay(Duration::from_millis(250))
        .max_delay(Duration::MAX)
        .wire();
    assert_eq!(
        (backoff.attempts, backoff.first_delay_ms, backoff.factor),
        (4, 250, 2.0)
    );
    assert_eq!((backoff.max_delay_ms, backoff.timeout_ms), (u32::MAX, 0));
    assert_eq!(Backoff::from(3), Backoff::default().attempts(3));
}

#[derive(Config)]
#[allow(dead_code, reason = "only described")]
struct Settings {
    server: String,
    #[property(secret)]
    token: Option<String>,
    #[property(secret)]
    password: String,
}

provider!(
    Provider::new("acme")
        .config::<Settings>()
        .net(
            Net::from(Settings::SERVER)
                .safe_requests(&["POST /graphql"])
                .credential(Credential::bearer(Settings::TOKEN).host_only())
        )
        .net(Net::host("a.example").credential(Credential::basic(Settings::PASSWORD).user("me")))
        .net(Net::host("b.example").credential(Credential::header("x-api-key", Settings::TOKEN)))
        .net(
            Net::host("c.example")
                .required()
                .reason("the other")
                .credential(Credential::basic(Settings::PASSWORD).user_config(Settings::SERVER))
        )
);

#[test]
fn what_is_said_of_hosts_is_in_the_manifest() {
    let manifest = manifest::<PulumiProvider>().unwrap();
    let net = &manifest["permissions"]["net"];
    assert_eq!(
        *net,
        json!([
            {
                "host": "config:server", "required": false, "reason": "", "safeRequests": ["POST /graphql"],
                "credential": { "as": "bearer", "config": "token", "hostOnly": true },
            },
            {
                "host": "a.example", "required": false, "reason": "",
                "credential": { "as": "basic", "config": "password", "user": "me", "hostOnly": false },
            },
            {
                "host": "b.example", "required": false, "reason": "",
                "credential": { "as": "header", "header": "x-api-key", "config": "token", "hostOnly": false },
            },
            {
                "host": "c.example", "required": true, "reason": "the other",
                "credential": { "as": "basic", "config": "password", "userConfig": "server", "hostOnly": false },
            },
        ])
    );
}

#[test]
fn a_client_has_what_requests_have_in_common() {
    let host = Host::new();
    host.expect("GET", "https://api.example.com/v1/things")
        .with_header("authorization", "Bearer it")
        .with_header("accept", "text/plain")
        .answer(200, json!([1]));
    host.expect("POST", "https://api.example.com/v1/things")
        .with_header("authorization", "Bearer it")
        .with_header("content-type", "application/json")
        .answer(409, json!("taken"));
    host.expect("GET", "https://elsewhere.example/things")
        .without_header("authorization")
        .answer(200, json!([]));
    let context: Context = testing::context("it");
    let client = context
        .http()
        .base_url("https://api.example.com/v1/")
        .header("Accept", "application/json")
        .bearer("it");
    let things = client
        .get("/things")
        .header("accept", "text/plain")
        .send_ok();
    assert_eq!(things.unwrap().json::<Vec<u8>>().unwrap(), [1]);
    let refused = client.post("things").json(&json!({})).send_ok();
    assert!(matches!(refused, Err(Error::AlreadyExists(_))));
    client
        .get("https://elsewhere.example/things")
        .send_ok()
        .unwrap();
    assert!(!format!("{client:?}").contains("it\""));
}

#[test]
fn a_base_address_that_is_none_fails_each_request() {
    let context: Context = testing::context("it");
    let client = context.http().base_url("api.example.com");
    let error = client.get("/things").send_ok().unwrap_err().to_string();
    assert!(
        error.starts_with("the base address `api.example.com` has no scheme and host"),
        "{error}"
    );
}
