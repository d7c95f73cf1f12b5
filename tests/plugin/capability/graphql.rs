//! GraphQL by POST in calls that may not change anything: queries are sent, mutations are not, by either interface.

use std::sync::{Arc, Mutex};

use serde_json::json;
use test_support::protocol::pulumirpc as pb;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;
use tonic::Code;

use test_support::fake::calls::urn;
use test_support::fake::guest::Guest;
use test_support::fake::module::World;
use test_support::fake::scene::Scene;
use test_support::fake::steps::{Answer, Asked, Exchange, Sent, Step};
use test_support::fake::value::properties;
use test_support::fake::wasi_http::{Left, POST, WORLD, WasiRequest};
use test_support::{assert_says, within};

const QUERY: &str = r#"{"query": "query Thing($id: ID!) { thing(id: $id) { label } }", "variables": {"id": "made"}}"#;
const MUTATION: &str = r#"{"query": "mutation DeleteThing { deleteThing(id: \"made\") { id } }"}"#;
/// The mutation stands where a careless search for the word would not see it, and the name selects the query.
const HIDDEN: &str =
    r#"{"query": "query Q { a(text: \"} #\") } # {\n\u006dutation M { b }", "operationName": "Q"}"#;

/// A server that answers every request, and remembers the line and the body of each.
async fn answering() -> (String, Arc<Mutex<Vec<String>>>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = listener.local_addr().expect("an address");
    let heard: Arc<Mutex<Vec<String>>> = Arc::default();
    let kept = Arc::clone(&heard);
    tokio::spawn(async move {
        while let Ok((mut stream, _)) = listener.accept().await {
            let mut read = Vec::new();
            // The bodies of these tests end with a brace, and no header does.
            while !read.ends_with(b"}")
                && stream.read_buf(&mut read).await.is_ok_and(|read| read > 0)
            {}
            let text = String::from_utf8_lossy(&read).into_owned();
            let line = text.lines().next().unwrap_or_default().to_owned();
            let body = text.split("\r\n\r\n").nth(1).unwrap_or_default();
            kept.lock().expect("texts").push(format!("{line} {body}"));
            let answer =
                "HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-length: 11\r\n\r\n{\"data\":{}}";
            drop(stream.write_all(answer.as_bytes()).await);
        }
    });
    (format!("http://{address}"), heard)
}

fn asked(server: &str, path: &str, body: &'static str) -> Asked {
    Asked {
        headers: vec![("Content-Type".to_owned(), "application/json".to_owned())],
        body: Some(Sent::Text(body)),
        ..Asked::new("POST", format!("{server}{path}"))
    }
}

fn found() -> Step {
    Step::Answer(Answer::Found {
        outputs: "{\"label\":\"x\"}",
    })
}

fn refresh() -> pb::ReadRequest {
    let state = properties(&json!({ "label": "x" }));
    pb::ReadRequest {
        id: "made".to_owned(),
        urn: urn("one"),
        name: "one".to_owned(),
        properties: Some(state.clone()),
        inputs: Some(state),
        ..pb::ReadRequest::default()
    }
}

#[tokio::test]
async fn a_refresh_and_a_preview_read_by_graphql_without_a_rule_of_the_manifest() {
    let (server, heard) = answering().await;
    let written = [
        Exchange::Open(Asked {
            body: Some(Sent::Written(None)),
            ..asked(&server, "/graphql", "")
        }),
        Exchange::Write("{\"query\": \"{ th"),
        Exchange::Write("ings }\"}"),
        Exchange::Answer,
    ];
    let result = Step::Answer(Answer::Result("{}"));
    let guest = Guest::new()
        .does(
            "read",
            [Step::Ask(asked(&server, "/graphql", QUERY)), found()],
        )
        .does(
            "invoke",
            written
                .map(Step::Exchange)
                .into_iter()
                .chain([result])
                .collect::<Vec<Step>>(),
        );
    let scene = Scene::new().await;
    let plugin = scene.launch_with(&guest, &["--allow-net", &server]).await;
    within(plugin.client().read(refresh())).await.unwrap();
    plugin.invoke(true).await.unwrap();
    let heard = heard.lock().unwrap();
    assert_eq!(heard[0], format!("POST /graphql HTTP/1.1 {QUERY}"));
    assert!(heard[1].starts_with("POST /graphql HTTP/1.1 "), "{heard:?}");
    assert_eq!(heard.len(), 2);
}

#[tokio::test]
async fn a_mutation_is_refused_in_a_refresh_with_its_name() {
    let (server, heard) = answering().await;
    let declares = "the host then sends all of them, even if they change something";
    for (path, body, parts) in [
        (
            "/graphql",
            MUTATION,
            &["its GraphQL document asks for a mutation, `DeleteThing`"][..],
        ),
        ("/graphql", HIDDEN, &["asks for a mutation, `M`"]),
        (
            "/graphql",
            r#"{"query": "{ a }", "query": "mutation { b }"}"#,
            &["its JSON has `query` twice", declares],
        ),
        (
            "/graphql",
            r#"{"id": "stored"}"#,
            &["its body is not a GraphQL request", declares],
        ),
        // These servers may not know GraphQL, and may ignore the body.
        ("/things/1/delete", QUERY, &[declares]),
        ("/things/query", QUERY, &[declares]),
        ("/", QUERY, &[declares]),
    ] {
        let guest = Guest::new().does("read", [Step::Ask(asked(&server, path, body)), found()]);
        let scene = Scene::new().await;
        let plugin = scene.launch_with(&guest, &["--allow-net", &server]).await;
        let status = within(plugin.client().read(refresh())).await.unwrap_err();
        assert_eq!(status.code(), Code::PermissionDenied, "{status}");
        let always = [
            "was refused: nothing may change during read of `one`",
            "hint: ",
        ];
        assert_says(status.message(), &[parts, &always].concat());
        // A declaration would let all mutations pass.
        let is_advised = status.message().contains("safeRequests");
        assert_eq!(is_advised, parts.contains(&declares), "{status}");
    }
    assert_eq!(*heard.lock().unwrap(), Vec::<String>::new());
}

#[tokio::test]
async fn graphql_by_wasi_http_is_judged_in_the_same_way() {
    let (server, heard) = answering().await;
    for (body, is_sent) in [(QUERY, true), (MUTATION, false)] {
        let request = WasiRequest {
            headers: vec![("content-type", "application/json")],
            body: Some((body, Left::Finished)),
            ..WasiRequest::new(POST, &server, "/graphql")
        };
        let steps = [request.step(), Step::Answer(Answer::Result("{}"))];
        let guest = Guest::new()
            .in_world(World::Wider(WORLD))
            .does("invoke", steps);
        let scene = Scene::new().await;
        let plugin = scene.launch_with(&guest, &["--allow-net", &server]).await;
        plugin.invoke(true).await.unwrap();
        if !is_sent {
            let told = scene
                .engine
                .hears("nothing may change during a preview")
                .await;
            assert_says(&told.message, &["a mutation, `DeleteThing`"]);
        }
        let requests = std::mem::take(&mut *heard.lock().unwrap());
        assert_eq!(requests.len(), usize::from(is_sent), "{requests:?}");
    }
}
