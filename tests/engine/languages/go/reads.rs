//! Providers whose clients send every read by POST: a refresh reads by Connect and by GraphQL, and changes nothing.

use std::fs;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread;

use super::{Project, files};

/// Cases for the server of this test. A step that fails ends its case.
const CASES: &str = r#"
config: { url: "SERVER" }
cases:
  - case: a zone is read by Connect
    type: Zone
    inputs: { name: a }
    behaviours: false
    expect: { does: create, outputs: { serial: 7 } }
    steps:
      - refresh:
        expect: { drift: [] }
  - case: a record is read by GraphQL
    type: Record
    inputs: { text: b }
    behaviours: false
    expect: { does: create }
    steps:
      - refresh:
        expect: { drift: [] }
  - case: a method that may make a zone is no read
    type: Zone
    inputs: { name: c, wrong: true }
    behaviours: false
    expect: { does: create }
    steps:
      - refresh:
        expect: { error: "POST SERVER/zones.v1.ZoneService/GetOrMakeZone was refused: nothing may change during read" }
  - case: a mutation is no read
    type: Record
    inputs: { text: d, wrong: true }
    behaviours: false
    expect: { does: create }
    steps:
      - refresh:
        expect: { error: "its GraphQL document asks for a mutation, `TouchRecord`" }
"#;

#[test]
fn a_refresh_reads_by_the_post_requests_of_connect_and_graphql() {
    let project = Project::of("zones", "reads");
    let built = project.succeeds(&["build", "."]);
    for part in [
        "POST /zones.v1.ZoneService/GetZone: judged by its name alone, so check that it changes nothing",
        "POST /zones.v1.ZoneService/FindSerial: its service declares `NO_SIDE_EFFECTS`",
        "`SafeRequests` of `wasm.AskNet`",
        "POST /zones.v1.ZoneService/GetZone, in reads and previews too",
    ] {
        assert!(built.contains(part), "`{part}` should be in\n{built}");
    }
    // The program does not call the one, and the other may change something.
    for part in ["ListZones", "GetOrMakeZone", "CreateZone"] {
        assert!(!built.contains(part), "`{part}` should not be in\n{built}");
    }
    assert_eq!(project.changed_files(), Vec::<String>::new());
    let shown = project.succeeds(&["inspect", "zones.wasm"]);
    let part = "POST /zones.v1.ZoneService/GetZone is sent in previews too";
    assert!(shown.contains(part), "{shown}");
    let requests = tested(&project, CASES, "4 passed, 0 failed");
    for (part, count) in [
        ("/zones.v1.ZoneService/CreateZone", 2),
        ("/zones.v1.ZoneService/GetZone", 1),
        ("/zones.v1.ZoneService/FindSerial", 1),
        ("/zones.v1.ZoneService/GetOrMakeZone", 0),
        ("MakeRecord(", 2),
        ("ReadRecord(", 1),
        ("TouchRecord(", 0),
    ] {
        assert_eq!(requests.matches(part).count(), count, "{part}\n{requests}");
    }
}

/// Cases for a manifest that calls one of both methods safe.
const ASKED_CASES: &str = r#"
config: { url: "SERVER" }
cases:
  - case: a method that the author leaves out is no read
    type: Zone
    inputs: { name: a }
    behaviours: false
    expect: { does: create }
    steps:
      - refresh:
        expect: { error: "POST SERVER/zones.v1.ZoneService/GetZone was refused: nothing may change during read" }
"#;

#[test]
fn the_safe_requests_of_the_author_replace_those_that_the_build_found() {
    let mut project = Project::of("zones", "asked-reads");
    project.edit(
        "main.go",
        "\tprovider, err := infer.NewProviderBuilder().",
        "\twasm.AskNet(wasm.Net{Host: \"config:url\", SafeRequests: []string{\"POST /zones.v1.ZoneService/FindSerial\"}})\n\
         \tprovider, err := infer.NewProviderBuilder().",
    );
    project.edit(
        "main.go",
        "\t\"connectrpc.com/connect\"\n",
        "\t\"connectrpc.com/connect\"\n\t\"github.com/pulumi-wasm/pulumi-wasm/guest-sdk/go/wasm\"\n",
    );
    project.files = files(&project.folder);
    let built = project.succeeds(&["build", "."]);
    let listed = "POST /zones.v1.ZoneService/FindSerial, in reads and previews too";
    assert!(built.contains(listed), "{built}");
    assert_eq!(project.changed_files(), Vec::<String>::new());
    let shown = project.succeeds(&["inspect", "zones.wasm"]);
    for (method, is_safe) in [("FindSerial", true), ("GetZone", false)] {
        let line = format!("POST /zones.v1.ZoneService/{method} is sent in previews too");
        assert_eq!(shown.contains(&line), is_safe, "{method}\n{shown}");
    }
    let requests = tested(&project, ASKED_CASES, "1 passed, 0 failed");
    assert!(!requests.contains("/GetZone"), "{requests}");
}

/// Runs cases with a server, and gives the requests that it got.
fn tested(project: &Project, cases: &str, expected: &str) -> String {
    let (server, requests) = answering();
    fs::create_dir(project.folder.join("tests")).unwrap();
    let cases = cases.replace("SERVER", &server);
    fs::write(project.folder.join("tests/reads.yaml"), cases).unwrap();
    let tested = project.succeeds(&["test", "."]);
    assert!(tested.contains(expected), "{tested}");
    requests.lock().unwrap().join("\n")
}

/// A server that answers each request with the same zone, and remembers the path and the body of each.
fn answering() -> (String, Arc<Mutex<Vec<String>>>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}", listener.local_addr().unwrap());
    let requests = Arc::new(Mutex::new(Vec::new()));
    let seen = Arc::clone(&requests);
    thread::spawn(move || {
        for connection in listener.incoming() {
            answer(&connection.unwrap(), &seen);
        }
    });
    (address, requests)
}

fn answer(mut connection: &TcpStream, seen: &Mutex<Vec<String>>) {
    let mut reader = BufReader::new(connection);
    let mut line = String::new();
    reader.read_line(&mut line).unwrap();
    let mut length = 0;
    loop {
        let mut header = String::new();
        if reader.read_line(&mut header).unwrap() == 0 || header.trim().is_empty() {
            break;
        }
        if let Some(value) = header.to_ascii_lowercase().strip_prefix("content-length: ") {
            length = value.trim().parse().unwrap();
        }
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body).unwrap();
    let body = String::from_utf8(body).unwrap();
    seen.lock().unwrap().push(format!("{} {body}", line.trim()));
    let zone = "{\"name\":\"a\",\"serial\":7}";
    let head = format!(
        "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{zone}",
        zone.len()
    );
    connection.write_all(head.as_bytes()).unwrap();
}
