//! Requests that are GraphQL queries, and requests that are not, though they look like queries.

use proptest::prelude::*;
use serde_json::json;

use super::*;

fn json_headers() -> Vec<(String, String)> {
    vec![("Content-Type".to_owned(), "application/json".to_owned())]
}

/// The reason against a body, or `Ok` for a query.
fn judged(body: &str) -> Result<(), String> {
    check(&json_headers(), body.as_bytes()).map_err(|reason| reason.to_string())
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
fn no_name_selects_a_query_beside_a_mutation() {
    for name in [
        json!("Read"),
        json!("Write"),
        json!("Other"),
        json!(""),
        json!(null),
    ] {
        let selecting = |document: &str| {
            judged(&json!({ "query": document, "operationName": name }).to_string())
        };
        for document in ["{ a }", "query Read { a } query Other { b }"] {
            assert_eq!(selecting(document), Ok(()), "{name} {document}");
        }
        for (document, expected) in [
            ("query Read { a } mutation Write { b }", "mutation, `Write`"),
            ("mutation Write { b } query Read { a }", "mutation, `Write`"),
            (
                "query Read { a } mutation Write { b } query Write { c }",
                "mutation, `Write`",
            ),
            (
                "query Read { a } subscription Hear { b }",
                "subscription, `Hear`",
            ),
            ("query Read { a } oops", "cannot be read"),
        ] {
            let reason = selecting(document).expect_err(document);
            assert!(reason.contains(expected), "{name} {document}: {reason}");
        }
    }
    let body = json!({ "query": "{ a }", "operationName": ["Read"] }).to_string();
    assert_eq!(judged(&body), Err(NotQuery::OtherBody.to_string()));
}

#[test]
fn bodies_that_servers_may_read_in_two_ways_are_not_queries() {
    for body in [
        r#"{"query": "{ a }"}"#,
        r#" {"query":"{ a }", "variables": {"query": "mutation { b }"}, "operationName": null, "extensions": null} "#,
        r#"{"variables": null, "query": "query A { a }", "operationName": "A"}"#,
        r#"[{"query": "{ a }"}, {"query": "query { b }"}]"#,
        // Apollo Client.
        r#"{"query": "{ a }", "extensions": {"clientLibrary": {"name": "@apollo/client", "version": "4.0.0"}}}"#,
        r#"{"query": "{ a }", "extensions": {}}"#,
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
            r#"{"query": "mutation { b }", "id": "stored"}"#,
            "asks for a mutation",
        ),
        (
            r#"{"query": "{ a }", "documentId": "stored"}"#,
            "may obey `documentId`",
        ),
        (
            r#"{"query": "{ a }", "extensions": {"persistedQuery": {"sha256Hash": "0"}}}"#,
            "may obey `extensions`",
        ),
        (
            r#"{"query": "{ a }", "extensions": {"clientLibrary": {}, "persistedQuery": {}}}"#,
            "may obey `extensions`",
        ),
        (
            r#"{"query": "{ a }", "extensions": {"clientLibrary": {}}, "extensions": {}}"#,
            "`extensions` twice",
        ),
        (
            r#"[{"query": "{ a }"}, {"query": "mutation { b }"}]"#,
            "asks for a mutation",
        ),
        (
            r#"[{"query": "{ a }"}, {"id": "stored"}]"#,
            "not a GraphQL request",
        ),
        (r#"[[{"query": "{ a }"}]]"#, "not a GraphQL request"),
        ("[]", "not a GraphQL request"),
        ("{}", "not a GraphQL request"),
        (
            r#"{"extensions": {"persistedQuery": {"sha256Hash": "0"}}}"#,
            "not a GraphQL request",
        ),
        (r#"{"query": {"match_all": {}}}"#, "not a GraphQL request"),
        (r#"{"query": null}"#, "not a GraphQL request"),
        (r#""{ a }""#, "not a GraphQL request"),
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
    // The variables are not looked at, and are text nevertheless.
    let not_utf8 = b"{\"query\": \"{ a }\", \"variables\": {\"a\": \"\xff\"}}";
    let reason = check(&json_headers(), not_utf8).unwrap_err().to_string();
    assert!(reason.contains("cannot be read"), "{reason}");
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
    let not_json = "its `Content-Type` is not `application/json`";
    let parameter = "its `Content-Type` has a parameter";
    for (headers, expected) in [
        (&[][..], not_json),
        (&[("content-type", "application/graphql")], not_json),
        (&[("content-type", "text/plain")], not_json),
        (
            &[("content-type", "application/x-www-form-urlencoded")],
            not_json,
        ),
        (&[("content-type", "application/vnd.api+json")], not_json),
        (
            &[("content-type", "application/json, text/plain")],
            not_json,
        ),
        (
            &[("content-type", "application/json; charset=utf-7")],
            "another charset than UTF-8",
        ),
        (
            &[("content-type", "application/json; boundary=form")],
            parameter,
        ),
        (
            &[
                ("content-type", "application/json"),
                ("Content-Type", "text/plain"),
            ],
            "more than once",
        ),
        (
            &[
                ("content-type", "application/json"),
                ("content_type", "text/plain"),
            ],
            "more than once",
        ),
        (
            &[
                ("content-type", "application/json"),
                ("content-encoding", "gzip"),
            ],
            "compresses the body",
        ),
    ] {
        let reason = with(headers).expect_err("another form").to_string();
        assert!(reason.contains(expected), "{headers:?}: {reason}");
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
        "https://api.example/admin/api/unstable/graphql.json",
        "https://api.example/admin/api/graphql.json",
        "https://api.example/.api/GraphQL",
        "https://api.example/gql",
        "https://api.example/api/gql/v2?",
        "http://127.0.0.1:8080/graphql",
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
        // A server at these addresses need not be a GraphQL server.
        "https://api.example",
        "https://api.example/v2",
        "https://api.example/query",
        "https://api.example/zones/query",
        "https://api.example/graphql.json",
        "https://api.example/zones/graphql.json",
        "https://api.example/admin/api/zones/graphql.json",
        "https://api.example/admin/api/2024-01/x/graphql.json",
        "https://api.example/x/admin/api/graphql.json",
        "https://graphql.api.example/content/v1/spaces/x",
        "https://gql.api.example/v1",
        "https://api.graphql.example/zones",
    ] {
        assert!(!at(Method::POST, url), "{url}");
    }
}

/// A definition that only reads, or text that is ignored. Words of a mutation stand where they mean nothing.
fn harmless() -> impl Strategy<Value = String> {
    // A string has no end of a line, and its quotation marks are escaped.
    let string = "([ !#-\\[\\]-~ä]|\\\\[\"\\\\nu]|mutation M){0,8}";
    let block = "([ !#-\\[\\]-~ä\n\r]|\\} mutation M \\{ a){1,8}";
    let comment = "([ -~ä]|mutation M){0,8}";
    let text = prop_oneof![
        string.prop_map(|inside| format!("\"{inside}\"")),
        block.prop_map(|inside| format!("\"\"\"{inside}\"\"\"")),
    ];
    let definition = (text, 0..6).prop_map(|(text, form)| match form {
        0 => format!("{{ a(b: {text}) }}"),
        1 => format!("query Q($c: ID = {text}) @live(d: [{text}, 1]) {{ a {{ mutation: b }} }}"),
        2 => format!("{text} query mutation {{ a ... on T @skip(if: {text}) {{ b }} ...F }}"),
        3 => format!("fragment mutation on T {{ a(b: {{ c: {text} }}) }}"),
        4 => format!("query{{a(b:[{text} {text}]){{c}}}}"),
        _ => format!("query ({text} $c: [T!]!) {{ a(b: $c, d: -1.5e3) }}"),
    });
    prop_oneof![
        3 => definition,
        1 => (comment, prop_oneof![Just("\n"), Just("\r"), Just("\r\n")])
            .prop_map(|(inside, end)| format!("#{inside}{end}")),
        1 => Just(", \t\r\n".to_owned()),
    ]
}

proptest::proptest! {
    /// However a document begins, a mutation at its end counts.
    #[test]
    fn nothing_before_a_mutation_hides_it(
        parts in proptest::collection::vec(harmless(), 0..8),
    ) {
        let before = parts.join(" ");
        let judged = |document: &str| {
            check(&json_headers(), json!({ "query": document }).to_string().as_bytes())
        };
        let document = format!("{before} query Q {{ a }}");
        prop_assert_eq!(judged(&document), Ok(()), "{}", document);
        let document = format!("{before} mutation M {{ a }}");
        let mutation = NotQuery::Document(NotReading::Mutation("M".to_owned()));
        prop_assert_eq!(judged(&document), Err(mutation), "{}", document);
    }
}
