//! Providers in Go that were written for pulumi-go-provider: built without a change, tested without and with a server, and deployed.

use std::collections::BTreeMap;
use std::fs;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Arc, Mutex};
use std::thread;

use crate::support::engine::Engine;

#[path = "go_builds.rs"]
mod builds;
#[path = "go_stacks.rs"]
mod stacks;

/// The folder of the Go compiler, if it is not on PATH.
pub(crate) fn folder_of_program() -> Option<PathBuf> {
    let program = PathBuf::from(std::env::var_os("PULUMI_WASM_TEST_GO")?);
    let folder = program.parent()?;
    folder.is_absolute().then(|| folder.to_owned())
}

#[test]
fn a_native_provider_is_built_without_a_change_and_keeps_all_rules() {
    let project = Project::new("offline");
    let built = project.succeeds(&["build", "."]);
    for part in [
        "notes 1.2.0, 3 resources, 2 functions",
        "the address in notes:serverUrl (optional)",
        "the variable NOTES_AGENT (optional): client/client.go:54 reads it",
        "the variable NOTES_TOKEN (optional): default of `token`",
        "`os.ReadFile` fails when it is called: a component has no files",
    ] {
        assert!(built.contains(part), "`{part}` should be in\n{built}");
    }
    assert_eq!(project.changed_files(), Vec::<String>::new());
    let again = project.succeeds(&["build", "."]);
    assert!(again.contains("unchanged since the last build"), "{again}");
    let tested = project.succeeds(&["test", "."]);
    assert!(tested.contains("14 passed, 0 failed"), "{tested}");
}

#[test]
fn requests_of_a_client_library_go_through_the_host() {
    let project = Project::new("online");
    let notes = Notes::start();
    let cases = ONLINE.replace("SERVER", &notes.address);
    fs::remove_file(project.folder.join("tests/offline.yaml")).unwrap();
    fs::write(project.folder.join("tests/online.yaml"), cases).unwrap();
    let tested = project.succeeds(&["test", ".", "--allow-env", "NOTES_AGENT"]);
    assert!(tested.contains("2 passed, 0 failed"), "{tested}");
    let requests = notes.requests.lock().unwrap().join("\n");
    for part in [
        "POST /notes Bearer s3cret agent-of-the-user {\"text\":\"first\",\"tags\":[\"a\",\"b\"]}",
        "GET /notes/1 Bearer s3cret",
        "PUT /notes/1 Bearer s3cret",
        "DELETE /notes/1 Bearer s3cret",
    ] {
        assert!(requests.contains(part), "`{part}` should be in\n{requests}");
    }
}

#[test]
fn the_packages_for_go_pass_their_own_tests() {
    let sdk = Path::new(env!("CARGO_MANIFEST_DIR")).join("guest-sdk/go");
    let program = std::env::var_os("PULUMI_WASM_TEST_GO").unwrap_or_else(|| "go".into());
    for (module, command) in [
        ("pulumi", "vet"),
        ("pkg", "vet"),
        ("pkg", "test"),
        ("provider", "vet"),
        ("provider", "test"),
    ] {
        let mut go = Command::new(&program);
        let output = go
            .args([command, "./..."])
            .current_dir(sdk.join(module))
            .output();
        let output = output.unwrap();
        let said = String::from_utf8([output.stdout, output.stderr].concat()).unwrap();
        assert!(output.status.success(), "go {command} in {module}: {said}");
    }
}

#[test]
fn a_program_without_a_provider_is_named_and_so_are_mistakes_of_the_source() {
    let project = Project::new("wrong");
    let main = project.folder.join("main.go");
    let text = fs::read_to_string(&main).unwrap();
    fs::write(
        &main,
        text.replace("func main() {", "func main() {\n\tvar unused int"),
    )
    .unwrap();
    let said = project.fails(&["build", "."]);
    for part in [
        "Go could not compile example.com/notes",
        "main.go:",
        "declared and not used: unused",
    ] {
        assert!(said.contains(part), "`{part}` should be in\n{said}");
    }
    fs::write(
        &main,
        text.replace(
            "provider.Run(context.Background(), \"notes\", \"1.2.0\")",
            "provider.Cancel(context.Background())",
        ),
    )
    .unwrap();
    let said = project.fails(&["build", "."]);
    assert!(said.contains("`main` ended without a provider"), "{said}");
    fs::write(&main, text.replace("package main", "package notes")).unwrap();
    let said = project.fails(&["build", "."]);
    assert!(said.contains("no package `main` imports"), "{said}");
}

/// Cases with the server of this test.
const ONLINE: &str = r#"
config: { serverUrl: "SERVER", token: { fn::secret: s3cret } }
env: { NOTES_AGENT: agent-of-the-user }
cases:
  - case: a note lives
    type: Note
    inputs: { text: first, tags: [a, b], labels: [{ key: k, secret: hidden }], sizes: { a: 3 } }
    behaviours: false
    expect:
      does: create
      outputs: { folder: inbox, length: 5, sizes: { a: 3 } }
      messages: [made 1]
    steps:
      - refresh:
        expect: { drift: [] }
      - up: { text: second text, tags: [a, b] }
        expect: { does: update, outputs: { length: 11 } }
      - up: { text: second text, tags: [a, b], folder: other }
        expect: { does: replace }
      - delete:
  - case: what was written by halves is kept
    type: Note
    inputs: { text: half a note }
    behaviours: false
    expect: { error: only half of it was written }
"#;

/// A copy of the provider, in a folder that is always the same.
struct Project {
    folder: PathBuf,
    files: BTreeMap<PathBuf, Vec<u8>>,
}

impl Project {
    fn new(name: &str) -> Self {
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/components/go/notes");
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("go-{name}"));
        if folder.exists() {
            fs::remove_dir_all(&folder).unwrap();
        }
        copy(&source, &folder);
        // Folders above this one are not part of the project.
        fs::create_dir(folder.join(".git")).unwrap();
        let files = files(&folder);
        Self { folder, files }
    }

    /// The files of the author that are not as they were.
    fn changed_files(&self) -> Vec<String> {
        let now = files(&self.folder);
        let changed = self
            .files
            .iter()
            .filter(|(file, bytes)| now.get(*file) != Some(bytes));
        changed
            .map(|(file, _)| file.display().to_string())
            .collect()
    }

    #[track_caller]
    fn succeeds(&self, arguments: &[&str]) -> String {
        let (succeeded, said) = self.runs(arguments);
        assert!(succeeded, "{said}");
        said
    }

    #[track_caller]
    fn fails(&self, arguments: &[&str]) -> String {
        let (succeeded, said) = self.runs(arguments);
        assert!(!succeeded, "{said}");
        said
    }

    fn runs(&self, arguments: &[&str]) -> (bool, String) {
        let path = std::env::var_os("PATH").unwrap();
        let path = folder_of_program()
            .into_iter()
            .chain(std::env::split_paths(&path));
        let output = Command::new(env!("CARGO_BIN_EXE_pulumi-wasm"))
            .args(arguments)
            .current_dir(&self.folder)
            .env("PATH", std::env::join_paths(path).unwrap())
            .env("PULUMI_HOME", self.folder.join(".pulumi-wasm/home"))
            .env("PULUMI_WASM_CACHE_DIR", Engine::compiled_code())
            .output()
            .unwrap();
        let said = [output.stdout, output.stderr].concat();
        (output.status.success(), String::from_utf8(said).unwrap())
    }
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        // The folder of a build by hand is not part of the provider.
        if entry.file_name() == ".pulumi-wasm" {
            continue;
        }
        let target = to.join(entry.file_name());
        if entry.file_type().unwrap().is_dir() {
            copy(&entry.path(), &target);
        } else {
            fs::copy(entry.path(), target).unwrap();
        }
    }
}

/// The files of a folder, without the tool's files.
fn files(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut found = BTreeMap::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if path.is_dir() {
            if !name.starts_with('.') {
                found.extend(files(&path));
            }
        } else if !name.ends_with(".wasm") {
            let bytes = fs::read(&path).unwrap();
            found.insert(path, bytes);
        }
    }
    found
}

/// A server of notes.
struct Notes {
    address: String,
    /// Method, path, credential, agent and body of each request.
    requests: Arc<Mutex<Vec<String>>>,
}

impl Notes {
    fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = format!("http://{}", listener.local_addr().unwrap());
        let requests = Arc::new(Mutex::new(Vec::new()));
        let seen = Arc::clone(&requests);
        thread::spawn(move || {
            let mut notes = BTreeMap::new();
            for connection in listener.incoming() {
                serve(&connection.unwrap(), &mut notes, &seen);
            }
        });
        Self { address, requests }
    }
}

/// Answers one request, and closes the connection.
fn serve(
    mut connection: &TcpStream,
    notes: &mut BTreeMap<String, String>,
    seen: &Mutex<Vec<String>>,
) {
    let mut reader = BufReader::new(connection);
    let mut line = String::new();
    if reader.read_line(&mut line).unwrap() == 0 {
        return;
    }
    let (mut length, mut credential, mut agent) = (0, String::new(), String::new());
    loop {
        let mut header = String::new();
        reader.read_line(&mut header).unwrap();
        let Some((name, value)) = header.trim().split_once(": ") else {
            break;
        };
        match name.to_ascii_lowercase().as_str() {
            "content-length" => length = value.parse().unwrap(),
            "authorization" => value.clone_into(&mut credential),
            "user-agent" => value.clone_into(&mut agent),
            _ => {}
        }
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body).unwrap();
    let body = String::from_utf8(body).unwrap();
    let mut words = line.split_whitespace();
    let (method, path) = (words.next().unwrap(), words.next().unwrap());
    let request = format!("{method} {path} {credential} {agent} {body}");
    seen.lock().unwrap().push(request);
    let key = path.rsplit('/').next().unwrap().to_owned();
    let (status, answer) = match method {
        "POST" => {
            let id = (notes.len() + 1).to_string();
            let note = body.replacen('{', &format!("{{\"id\":\"{id}\","), 1);
            notes.insert(id, note.clone());
            ("201 Created", note)
        }
        "PUT" => {
            let note = body.replacen('{', &format!("{{\"id\":\"{key}\","), 1);
            notes.insert(key, note.clone());
            ("200 OK", note)
        }
        "DELETE" => match notes.remove(&key) {
            Some(_) => ("204 No Content", String::new()),
            None => ("404 Not Found", String::new()),
        },
        _ => match notes.get(&key) {
            Some(note) => ("200 OK", note.clone()),
            None => ("404 Not Found", String::new()),
        },
    };
    let head = format!(
        "HTTP/1.1 {status}\r\nContent-Type: application/json\r\nContent-Length: {}\r\nConnection: close\r\n\r\n",
        answer.len()
    );
    connection.write_all(head.as_bytes()).unwrap();
    connection.write_all(answer.as_bytes()).unwrap();
}
