//! Requests that are GraphQL queries, and requests that are not, though they look like queries.

use serde_json::json;

use super::*;

fn json_headers() -> Vec<(String, String)> {
    vec![("Content-Type".to_owned(), "application/json".to_owned())]
}

/// The reason against a body, or `Ok` for a query.
fn judged(body: &str) -> Result<(), String> {
    check(&json_headers(), body.as_bytes()).map_err(|reason| {
        reason
            .reason()
            .unwrap_or_else(|| "another request".to_owned())
    })
}

fn of_document(document: &str) -> Result<(), String> {
    judged(&json!({ "query": document }).to_string())
}

#[test]
fn documents_of_queries_only_read() {
    for document in [
        "{ viewer { name } }",
        "query { viewer }",
        "query Viewer($id: ID!, $tags: [[String!]!] = [\"a\", \"b\"], $in: In = {x: {y: 1}}) @live { node(id: $id) { id } }",
        "query A { a } query B { b }",
        "query { mutation subscription query fragment on: name }",
        "query mutation { mutation: mutation(mutation: mutation) }",
        "fragment Part on Zone { id ...Rest @include(if: $all) } query { zones { ...Part ... on Zone @skip(if: false) { name } ... { x } } }",
        "# mutation { delete }\nquery { # mutation\r\n a }",
        "query { a(text: \"} mutation { delete } #\", more: \"\\\" } mutation { b } \\u0022\") }",
        "query { a(text: \"\"\"} mutation { delete }\n# here\"\"\", empty: \"\") }",
        "\"\"\"Reads zones.\"\"\" query Zones(\"the id\" $id: ID) { zones(id: $id) }",
        "query{a(b:-1.5e+3,c:0,d:ENUM,e:null,f:[1,2 3]){c},,d}",
        "\n\t, query\nA\n{\na\n}\n",
        "query { name(of: \"München 🐟\") } # Grüße",
        "{ __schema { queryType { name } } }",
    ] {
        assert_eq!(of_document(document), Ok(()), "{document}");
    }
}

#[test]
fn documents_that_change_something_are_named_with_their_operation() {
    for (document, kind) in [
        ("mutation { delete }", "mutation"),
        (
            "mutation Delete($id: ID!) { delete(id: $id) }",
            "mutation, `Delete`",
        ),
        ("subscription Events { events }", "subscription, `Events`"),
        ("query A { a } mutation B { b }", "mutation, `B`"),
        ("mutation B { b } query A { a }", "mutation, `B`"),
        ("# query { a }\nmutation B { b }", "mutation, `B`"),
        ("# query {\rmutation B { b } # }", "mutation, `B`"),
        (
            "query A { a(text: \"\\\\\") } mutation B { b(text: \"\\\\\") }",
            "mutation, `B`",
        ),
        (
            "query A { a(text: \"\"\"\"\"\") } mutation B { b }",
            "mutation, `B`",
        ),
        (
            "fragment F on Zone { id } mutation B { b }",
            "mutation, `B`",
        ),
        ("{ a } mutation B { b }", "mutation, `B`"),
        ("\"query\" mutation B { b }", "mutation, `B`"),
        (
            "query A @x(y: {z: [\"}\"]}) { a } mutation B { b }",
            "mutation, `B`",
        ),
    ] {
        let expected = format!("its GraphQL document asks for a {kind}");
        assert_eq!(of_document(document), Err(expected), "{document}");
    }
    // An escape in JSON hides nothing.
    let hidden = "{\"query\": \"\\u006dutation B { b }\"}";
    assert!(judged(hidden).unwrap_err().contains("mutation, `B`"));
    let hidden = "{\"\\u0071uery\": \"{ a }\\nmutation B { b }\"}";
    assert!(judged(hidden).unwrap_err().contains("mutation, `B`"));
}

#[test]
fn documents_that_servers_may_read_in_two_ways_are_not_queries() {
    let deep = |levels: usize| format!("{}a{}", "{a".repeat(levels), "}".repeat(levels));
    let nested = |levels: usize| format!("{{a(b:{}{})}}", "[".repeat(levels), "]".repeat(levels));
    assert_eq!(of_document(&deep(100)), Ok(()));
    assert_eq!(of_document(&nested(90)), Ok(()));
    for document in [
        "",
        " ",
        "# { a }",
        "{ a",
        "{ a } }",
        "{ }",
        "{ a() }",
        "query",
        "query { a } query",
        "Query { a }",
        "MUTATION { a }",
        "query () { a }",
        "query A B { a }",
        "query mut\u{200b}ation { a }",
        "\u{feff}query { a }",
        "query { a } \u{feff}mutation { b }",
        "{ a } # \u{2028} mutation { b }",
        "{ a } # \u{85} mutation { b }",
        "{ a(text: \"\u{2029}\") }",
        "{ a(text: \"x\u{0}\") }",
        "{\u{0b} a }",
        "{\u{a0}a }",
        "{ a(text: \"line\nline\") }",
        "{ a(text: \"open) }",
        "{ a(text: \"\\x41\") }",
        "{ a(text: \"\"\"with \" inside\"\"\") }",
        "{ a(text: \"\"\"with \\\"\"\" inside\"\"\") }",
        "{ a(text: \"\"\"open\") }",
        "{ a(text: [\"\"\" \" ]) } mutation M { b(text: [\" \"\"\"]) }",
        "{ a(number: 01) }",
        "{ a(number: 1.) }",
        "{ a(number: 1x) }",
        "{ a(number: -) }",
        "{ ..a }",
        "{ a(b: c: d) }",
        "{ a(b: $) }",
        "fragment on on Zone { id } { a }",
        "fragment F on Zone { id }",
        "type Zone { id: ID }",
        "extend type Query { a: ID } { a }",
        "schema { mutation: Query }",
        "{ a } ; mutation { b }",
        &deep(101),
        &deep(1_000_000),
        &nested(1_000_000),
        &format!("query ($a: {}ID) {{ a }}", "[".repeat(100_000)),
    ] {
        let shown: String = document.chars().take(60).collect();
        let reason = of_document(document).expect_err(&shown);
        assert!(reason.contains("cannot be read: "), "{shown}: {reason}");
    }
}

#[test]
fn the_selected_operation_decides() {
    let both = "query Read { a } mutation Write { b } query Write { c }";
    for (document, selected, expected) in [
        (both, json!("Read"), Ok(())),
        (both, json!("Write"), Err("mutation, `Write`")),
        (both, json!(null), Err("mutation, `Write`")),
        (both, json!(""), Err("mutation, `Write`")),
        (both, json!("Other"), Err("no operation with that name")),
        (both, json!("read"), Err("no operation with that name")),
        ("{ a }", json!("Read"), Err("no operation with that name")),
        ("query Read { a } query Read { b }", json!("Read"), Ok(())),
        (both, json!(["Read"]), Err("another request")),
        // What follows the selected operation must be readable too.
        (
            "query Read { a } oops",
            json!("Read"),
            Err("cannot be read"),
        ),
    ] {
        let body = json!({ "query": document, "operationName": selected }).to_string();
        match expected {
            Ok(()) => assert_eq!(judged(&body), Ok(()), "{body}"),
            Err(part) => {
                let reason = judged(&body).expect_err(&body);
                assert!(reason.contains(part), "{body}: {reason}");
            }
        }
    }
}

#[test]
fn bodies_that_servers_may_read_in_two_ways_are_not_queries() {
    for body in [
        r#"{"query": "{ a }"}"#,
        r#" {"query":"{ a }", "variables": {"query": "mutation { b }"}, "operationName": null, "extensions": null} "#,
        r#"{"variables": null, "query": "query A { a }", "operationName": "A"}"#,
        r#"[{"query": "{ a }"}, {"query": "query { b }"}]"#,
    ] {
        assert_eq!(judged(body), Ok(()), "{body}");
    }
    for (body, expected) in [
        (
            r#"{"query": "{ a }", "query": "mutation { b }"}"#,
            "`query` twice",
        ),
        (
            r#"{"query": "mutation { b }", "query": "{ a }"}"#,
            "`query` twice",
        ),
        (
            r#"{"query": "{ a }", "\u0071uery": "mutation { b }"}"#,
            "`query` twice",
        ),
        (
            r#"{"operationName": "A", "query": "query A { a }", "operationName": "B"}"#,
            "`operationName` twice",
        ),
        (
            r#"{"query": "{ a }", "variables": {}, "variables": {}}"#,
            "`variables` twice",
        ),
        // Go's servers find members without regard to case.
        (
            r#"{"query": "{ a }", "Query": "mutation { b }"}"#,
            "may obey `Query`",
        ),
        (
            r#"{"query": "{ a }", "mutation": "{ b }"}"#,
            "may obey `mutation`",
        ),
        (r#"{"query": "{ a }", "id": "stored"}"#, "may obey `id`"),
        (
            r#"{"query": "{ a }", "documentId": "stored"}"#,
            "may obey `documentId`",
        ),
        (
            r#"{"query": "{ a }", "extensions": {"persistedQuery": {"sha256Hash": "0"}}}"#,
            "may obey `extensions`",
        ),
        (
            r#"[{"query": "{ a }"}, {"query": "mutation { b }"}]"#,
            "asks for a mutation",
        ),
        (
            r#"[{"query": "{ a }"}, {"id": "stored"}]"#,
            "another request",
        ),
        (r#"[[{"query": "{ a }"}]]"#, "another request"),
        ("[]", "another request"),
        ("{}", "another request"),
        (
            r#"{"extensions": {"persistedQuery": {"sha256Hash": "0"}}}"#,
            "another request",
        ),
        (r#"{"query": {"match_all": {}}}"#, "another request"),
        (r#"{"query": null}"#, "another request"),
        (r#""{ a }""#, "another request"),
        ("", "cannot be read"),
        (
            r#"{"query": "{ a }"} {"query": "mutation { b }"}"#,
            "cannot be read",
        ),
        (r#"{"query": "{ a }",}"#, "cannot be read"),
        ("\u{feff}{\"query\": \"{ a }\"}", "cannot be read"),
        (r#"{"query": "\ud800{ a }"}"#, "cannot be read"),
        ("{\"query\": \"{\na }\"}", "cannot be read"),
        (r#"{"query": "{ a }", "variables": 01}"#, "cannot be read"),
    ] {
        let reason = judged(body).expect_err(body);
        assert!(reason.contains(expected), "{body}: {reason}");
    }
    let nested = format!(
        "{}\"variables\": {}",
        r#"{"query": "{ a }", "#,
        "[".repeat(1 << 20)
    );
    assert!(judged(&nested).is_err());
}

#[test]
fn only_json_in_one_way_is_read() {
    let body = br#"{"query": "{ a }"}"#;
    let with = |headers: &[(&str, &str)]| {
        let headers: Vec<_> = headers
            .iter()
            .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()))
            .collect();
        check(&headers, body)
    };
    for content_type in [
        "application/json",
        "Application/JSON; charset=UTF-8",
        "application/json;charset=\"utf-8\"",
    ] {
        let accept = ("accept", "application/graphql-response+json");
        assert_eq!(
            with(&[("content-type", content_type), accept]),
            Ok(()),
            "{content_type}"
        );
    }
    for headers in [
        &[][..],
        &[("content-type", "application/graphql")],
        &[("content-type", "text/plain")],
        &[("content-type", "application/x-www-form-urlencoded")],
        &[("content-type", "application/vnd.api+json")],
        &[("content-type", "application/json; charset=utf-7")],
        &[("content-type", "application/json; boundary=form")],
        &[("content-type", "application/json, text/plain")],
        &[
            ("content-type", "application/json"),
            ("Content-Type", "text/plain"),
        ],
        &[
            ("content-type", "application/json"),
            ("content_type", "text/plain"),
        ],
        &[
            ("content-type", "application/json"),
            ("content-encoding", "gzip"),
        ],
    ] {
        assert_eq!(with(headers), Err(NotQuery::OtherRequest), "{headers:?}");
    }
}

#[test]
fn an_address_must_name_graphql() {
    let at =
        |method: Method, url: &str| may_be_query(&method, &Url::parse(url).expect("an address"));
    for url in [
        "https://api.example/graphql",
        "https://api.example/graphql/",
        "https://api.example/graphql/v2",
        "https://api.example/api/v1/graphql",
        "https://api.example/admin/api/2024-01/graphql.json",
        "https://api.example/.api/GraphQL",
        "https://api.example/gql",
        "http://127.0.0.1:8080/query",
        "https://api.example",
        "https://api.example/v2?",
        "https://graphql.api.example/content/v1/spaces/x",
        "https://gql.api.example/v1",
    ] {
        assert!(at(Method::POST, url), "{url}");
        assert!(!at(Method::PUT, url) && !at(Method::DELETE, url), "{url}");
    }
    for url in [
        "https://api.example/zones",
        "https://api.example/zones/v1",
        "https://api.example/servers/1/reboot",
        "https://api.example/graphql/reboot",
        "https://api.example/graphql/v2/reboot",
        "https://api.example/graphql2",
        "https://api.example/graphql?query=mutation{b}",
        "https://api.example/graphql?operationName=B",
        "https://api.example/graphql;a=b",
        "https://api.example/zones/..%2fgraphql",
        "https://api.example/zones/%2e%2e%2f/graphql",
        "https://api.example/zones%00/graphql",
        "https://api.example//graphql",
        "https://api.example//",
        "https://api.graphql.example/zones",
    ] {
        assert!(!at(Method::POST, url), "{url}");
    }
}

proptest::proptest! {
    /// However a document begins, a mutation at its end counts.
    #[test]
    fn nothing_before_a_mutation_hides_it(
        parts in proptest::collection::vec(
            proptest::sample::select(vec![
                "query", "mutation", "fragment F on T", "A", "{", "}", "(", ")", "[", "]", ":", "$", "@", "...", "\"", "\"\"\"", "\\",
                "#", "\n", "\r", " ", "1", "-", ",", "\u{2028}", "ä", "{ a }", "query { a }", "(b: \"c\")",
            ]),
            0..24,
        ),
    ) {
        let document = format!("{}\nmutation M {{ a }}", parts.concat());
        proptest::prop_assert!(of_document(&document).is_err(), "{document}");
    }
}
