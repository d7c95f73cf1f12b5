//! Providers in Go that were written for pulumi-go-provider: built without a change, tested without and with a server, and deployed.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use server::Notes;

use test_support::pulumi::engine::Engine;
use test_support::pulumi::stack_folder::project_folder;

mod builds;
mod configuration;
mod modules;
mod reads;
mod server;
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
    assert!(tested.contains("17 passed, 0 failed"), "{tested}");
    // The program contains `net/http`, and neither its sockets nor TLS.
    let size = fs::metadata(project.folder.join("notes.wasm"))
        .unwrap()
        .len();
    assert!(size < 10_000_000, "{size} bytes");
    let arguments = [
        "try",
        ".",
        "Trouble",
        "how=loop",
        "--limit",
        "compute-time=1s",
    ];
    let said = project.fails(&arguments);
    for part in [
        "its limit: compute-time of 1 s",
        "at main.(*Trouble).Create",
    ] {
        assert!(said.contains(part), "`{part}` should be in\n{said}");
    }
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
fn an_initializer_that_panics_is_named() {
    let project = Project::new("initializer");
    let broken = "package main\n\nvar token = tokenOf(nil)\n\nfunc tokenOf(config *Config) string { return config.Token }\n";
    fs::write(project.folder.join("broken.go"), broken).unwrap();
    let said = project.fails(&["build", "."]);
    for part in [
        "panic: runtime error: invalid memory address or nil pointer dereference",
        "at main.tokenOf (example.com/notes/broken.go:5)",
    ] {
        assert!(said.contains(part), "`{part}` should be in\n{said}");
    }
}

/// The host writes values into the component while Go must neither collect its heap nor run another goroutine.
#[test]
fn values_come_in_while_go_collects_its_heap_and_other_goroutines_wait_for_their_turn() {
    let project = Project::new("heap");
    fs::write(project.folder.join("beside.go"), BESIDE).unwrap();
    fs::remove_file(project.folder.join("tests/offline.yaml")).unwrap();
    let notes = Notes::start();
    let mut cases = LARGE.replace("SERVER", &notes.address);
    for step in 0..200 {
        let tags: Vec<String> = (0..100).map(|tag| format!("tag{}", step + tag)).collect();
        let (text, tags) = ("y".repeat(20_000), tags.join(", "));
        cases.push_str(&format!(
            "      - up: {{ text: {step}{text}, tags: [{tags}] }}\n        expect: {{ does: update }}\n"
        ));
    }
    fs::write(project.folder.join("tests/large.yaml"), cases).unwrap();
    let tested = project.succeeds(&["test", "."]);
    assert!(tested.contains("2 passed, 0 failed"), "{tested}");
}

#[test]
fn the_packages_for_go_pass_their_own_tests() {
    let sdk = Path::new(env!("CARGO_MANIFEST_DIR")).join("guest-sdk/go");
    let program = std::env::var_os("PULUMI_WASM_TEST_GO").unwrap_or_else(|| "go".into());
    for (module, command) in [
        ("pulumi", "vet"),
        ("pulumi", "test"),
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

#[test]
fn projects_that_cannot_become_a_component_are_refused_with_their_files_and_left_alone() {
    type Edit = fn(&Path, &str);
    let cases: [(Edit, &[&str]); 5] = [
        (
            |folder, main| {
                for program in ["one", "two"] {
                    let program = folder.join("cmd").join(program);
                    fs::create_dir_all(&program).unwrap();
                    fs::write(program.join("main.go"), main).unwrap();
                }
                fs::remove_file(folder.join("main.go")).unwrap();
            },
            &[
                "has several programs that are providers",
                "  cmd/one\n  cmd/two",
                "hint: a component is one provider: name the folder of its program, as in `pulumi-wasm build cmd/one`",
            ],
        ),
        (
            |folder, _| {
                let file = folder.join("go.mod");
                let modules = fs::read_to_string(&file).unwrap();
                fs::write(&file, modules.replace("go 1.24", "go 1.99")).unwrap();
            },
            &["go.mod", "1.99", "hint: install Go"],
        ),
        (
            |folder, main| {
                let client = "\"example.com/notes/client\"\n";
                let main = main.replace(client, &format!("{client}\t_ \"example.com/missing\"\n"));
                fs::write(folder.join("main.go"), main).unwrap();
            },
            &["main.go:", "example.com/missing"],
        ),
        (
            |folder, main| {
                let field = "Length int `pulumi:\"length\"`";
                assert!(main.contains(field));
                let main = main.replace(
                    field,
                    &format!("{field}\n\tWait chan int `pulumi:\"wait\"`"),
                );
                let main = main.replace("len(made.Text)}", "len(made.Text), nil}");
                let main = main.replace("len(found.Text)}", "len(found.Text), nil}");
                let main = main.replace("len(req.Inputs.Text)}", "len(req.Inputs.Text), nil}");
                fs::write(folder.join("main.go"), main).unwrap();
            },
            &["main.NoteState.wait: a property cannot have the type chan int"],
        ),
        (
            |folder, main| {
                let c = "package main\n\n// int one(void) { return 1; }\nimport \"C\"\n\nvar one = C.one()\n";
                fs::write(folder.join("size.go"), c).unwrap();
                let main = main.replace(
                    "case \"nil\":",
                    "case \"c\":\n\t\tfmt.Println(one)\n\tcase \"nil\":",
                );
                fs::write(folder.join("main.go"), main).unwrap();
            },
            &[
                "size.go:4: `import \"C\"` leaves this file out",
                "undefined: one",
            ],
        ),
    ];
    for (number, (edit, parts)) in cases.into_iter().enumerate() {
        let mut project = Project::new(&format!("refused-{number}"));
        let main = fs::read_to_string(project.folder.join("main.go")).unwrap();
        edit(&project.folder, &main);
        project.files = files(&project.folder);
        let said = project.fails(&["build", "."]);
        for part in parts {
            assert!(said.contains(part), "`{part}` should be in\n{said}");
        }
        assert_eq!(project.changed_files(), Vec::<String>::new());
        assert!(!project.folder.join("notes.wasm").exists());
    }
    let project = Project::new("no-go");
    let output = Command::new(env!("CARGO_BIN_EXE_pulumi-wasm"))
        .args(["build", "."])
        .current_dir(&project.folder)
        .env("PATH", &project.folder)
        .env("PULUMI_HOME", project.folder.join(".pulumi-wasm/home"))
        .output()
        .unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(!output.status.success(), "{said}");
    assert!(
        said.contains("`go` is not on PATH\nhint: install Go"),
        "{said}"
    );
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

/// A part of the provider with a goroutine that always waits for its turn, and a heap that Go collects all the time.
const BESIDE: &str = r#"package main

import (
	"log"
	"runtime"
	"runtime/debug"
)

func init() {
	debug.SetGCPercent(1)
	debug.SetMemoryLimit(8 << 20)
	go func() {
		for {
			log.Print("beside")
			runtime.Gosched()
		}
	}()
}
"#;

/// Cases with large answers, and with large inputs in the steps that the test appends.
const LARGE: &str = r#"
config: { serverUrl: "SERVER", token: t }
cases:
  - case: large answers
    type: Trouble
    inputs: { how: collect }
    behaviours: false
    expect: { does: create }
  - case: large inputs
    type: Note
    inputs: { text: first }
    behaviours: false
    steps:
"#;

/// A copy of the provider, in a folder that is always the same.
struct Project {
    folder: PathBuf,
    files: BTreeMap<PathBuf, Vec<u8>>,
}

impl Project {
    /// The provider of notes.
    fn new(name: &str) -> Self {
        Self::of("notes", name)
    }

    fn of(provider: &str, name: &str) -> Self {
        let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/components/go");
        let source = sources.join(provider);
        let folder = project_folder(&format!("go-{name}"));
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
        self.runs_with(arguments, &[])
    }

    /// Runs a command with more variables.
    fn runs_with(&self, arguments: &[&str], variables: &[(&str, &str)]) -> (bool, String) {
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
            .envs(variables.iter().copied())
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
