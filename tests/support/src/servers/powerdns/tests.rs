//! The test server itself: the assumptions of other tests about it.

use super::PowerDns;
use serde_json::{Value, json};

fn address(content: &str) -> Value {
    json!({"rrsets": [{
        "name": "www.example.test.", "type": "A", "ttl": 60, "changetype": "REPLACE",
        "records": [{"content": content, "disabled": false}],
    }]})
}

#[test]
fn what_the_api_changes_is_what_dns_answers() {
    let server = PowerDns::start();
    let (status, zone) =
        server.api("POST", "/zones", Some(json!({"name": "example.test.", "kind": "Native", "nameservers": ["ns1.example.test."]})));
    assert_eq!(status, 201, "{zone}");
    assert_eq!(zone["id"], "example.test.");
    assert_eq!(server.query("example.test", "NS"), ["ns1.example.test."]);
    assert!(server.query("www.example.test.", "A").is_empty());

    for content in ["192.0.2.1", "192.0.2.2"] {
        let (status, answer) = server.api("PATCH", "/zones/example.test.", Some(address(content)));
        assert_eq!((status, answer), (204, Value::Null));
        assert_eq!(server.query("www.example.test.", "A"), [content]);
    }
}

#[test]
fn refusals_come_with_status_and_text() {
    let server = PowerDns::start();
    assert_eq!(
        server.api("GET", "/zones/example.test.", None),
        (404, json!("Not Found"))
    );
    let (status, answer) = server.api(
        "POST",
        "/zones",
        Some(json!({"name": "example.test", "kind": "Native"})),
    );
    assert_eq!(status, 422);
    assert!(
        answer["error"]
            .as_str()
            .is_some_and(|text| text.contains("not canonical")),
        "{answer}"
    );
}

#[test]
fn servers_are_independent_and_end_with_their_value() {
    let (first, second) = (PowerDns::start(), PowerDns::start());
    assert_eq!(
        first
            .api(
                "POST",
                "/zones",
                Some(json!({"name": "example.test.", "kind": "Native"}))
            )
            .0,
        201
    );
    assert_eq!(second.api("GET", "/zones", None), (200, json!([])));

    let address = first.url().trim_start_matches("http://").to_owned();
    drop(first);
    assert!(std::net::TcpStream::connect(address).is_err());
}
