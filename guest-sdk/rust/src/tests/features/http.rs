//! Requests beyond the plain ones: sent again, redirected, and with bodies in parts.

use std::io::{Read as _, Write as _};
use std::time::Duration;

use serde_json::json;

use crate::bindings::pulumi_wasm::provider::http::Content;
use crate::http::Retry;
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
    let http = testing::context("it").http();
    let mut answer = http.get(URL).redirects(3).retry(5).open().unwrap();
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
    let http = testing::context("it").http();
    let mut upload = http.put(URL).upload(Some(7)).unwrap();
    upload.write_all(b"one ").unwrap();
    upload.write_all(b"two").unwrap();
    assert!(upload.finish().unwrap().is_success());
    // Less than was announced is not sent.
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
    let http = testing::context("it").http();
    http.put(URL).asset(&asset).send().unwrap();
}

#[test]
fn a_retry_says_how_often_and_how_long() {
    let retry = Retry::attempts(4)
        .first(Duration::from_millis(250))
        .max_delay(Duration::MAX)
        .wire();
    assert_eq!(
        (retry.attempts, retry.first_ms, retry.longest_ms),
        (4, 250, u32::MAX)
    );
    assert_eq!(Retry::from(3), Retry::attempts(3));
}

#[derive(Config)]
struct Settings {
    server: String,
    #[property(secret)]
    token: Option<String>,
    #[property(credential(bearer, host = "c.example", host = "d.example", withhold))]
    key: Option<String>,
    #[property(credential(header = "x-second", host = "c.example"))]
    second: String,
    #[property(credential(basic, user_config = "server", host = "e.example"))]
    password: String,
}

provider! {
    name: "acme",
    config: Settings,
    net: [
        {
            host: "config:server",
            reads: ["POST /graphql"],
            credential: { bearer: "token", withhold: true },
        },
        { host: "a.example", credential: { basic: "token", user: "me" } },
        { host: "b.example", credential: { header: "x-api-key", config: "token" } },
        { host: "c.example", required: true, reason: "the other" },
    ],
}

#[test]
fn what_is_said_of_hosts_is_in_the_manifest() {
    let manifest = manifest::<PulumiProvider>().unwrap();
    let net = &manifest["permissions"]["net"];
    assert_eq!(net[0]["safeRequests"], json!(["POST /graphql"]));
    let credential = json!({ "as": "bearer", "config": "token", "hostOnly": true });
    assert_eq!(net[0]["credential"], credential);
    let credential = json!({ "as": "basic", "config": "token", "user": "me", "hostOnly": false });
    assert_eq!(net[1]["credential"], credential);
    let credential =
        json!({ "as": "header", "header": "x-api-key", "config": "token", "hostOnly": false });
    assert_eq!(net[2]["credential"], credential);
}

#[test]
fn what_is_said_of_a_field_that_is_sent_is_in_the_manifest() {
    let manifest = manifest::<PulumiProvider>().unwrap();
    let net = manifest["permissions"]["net"].as_array().unwrap();
    let bearer = json!({ "config": "key", "as": "bearer", "hostOnly": true });
    let header =
        json!({ "config": "second", "as": "header", "header": "x-second", "hostOnly": false });
    let basic =
        json!({ "config": "password", "as": "basic", "userConfig": "server", "hostOnly": false });
    let reason = |field: &str| format!("where `{field}` is sent");
    assert_eq!(
        net[3..],
        [
            json!({ "host": "c.example", "required": true, "reason": "the other", "credential": bearer }),
            json!({ "host": "d.example", "required": false, "reason": reason("key"), "credential": bearer }),
            json!({ "host": "c.example", "required": false, "reason": reason("second"), "credential": header }),
            json!({ "host": "e.example", "required": false, "reason": reason("password"), "credential": basic }),
        ]
    );
    let inputs = &manifest["schema"]["provider"]["inputProperties"];
    for field in ["key", "second", "password"] {
        assert_eq!(inputs[field]["secret"], true, "{field}");
    }
}
