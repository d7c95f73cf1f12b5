//! Mistakes of users on the command line: each message names the file, the reason and the next step, and no file is left half written.

use std::fs;
use std::process::Stdio;

use test_support::fake::guest::Guest;
use test_support::fake::scene::Scene;
use test_support::fake::tool::{command, tool};
use test_support::{assert_says, within};

const COMPONENT_HINT: &str = "hint: give the path of a `.wasm` component file";
const PROJECT_HINT: &str =
    "hint: give the folder of a project, or begin one with `pulumi-wasm new NAME`";

/// A command line, and the parts of its message.
type Mistake = (&'static [&'static str], &'static [&'static str]);

/// The scene has the component `acme.wasm`, the file `text.wasm`, the module `module.wasm` and the empty file `empty.wasm`.
const MISTAKES: [Mistake; 31] = [
    (
        &["inspect", "ghcr.io/acme/acme:1.2.3"],
        &[
            "cannot read `ghcr.io/acme/acme:1.2.3`: ",
            "hint: a place in a registry begins with `oci://`: `oci://ghcr.io/acme/acme:1.2.3`",
        ],
    ),
    (
        &["pull", "ghcr.io/acme/acme:1.2.3"],
        &[
            "`ghcr.io/acme/acme:1.2.3` is a file, and is not fetched",
            "hint: a place in a registry begins with `oci://`",
        ],
    ),
    (
        &["verify", "ghcr.io/acme/acme:1.2.3"],
        &[
            "cannot read `ghcr.io/acme/acme:1.2.3`: ",
            "hint: a place in a registry begins with `oci://`",
        ],
    ),
    (
        &["sign", "ghcr.io/acme/acme:1.2.3", "--key", "key"],
        &["cannot read", "hint: "],
    ),
    (
        &["load", "layout.tar.gz"],
        &[
            "`layout.tar.gz` is not a layout of components: it is compressed with gzip",
            "hint: run `gunzip` with it first",
        ],
    ),
    (
        &["push", "oci://localhost:1/acme/acme", "layout.tar.gz"],
        &[
            "`layout.tar.gz` is not a layout of components: it is compressed with gzip",
            "hint: run `gunzip` with it first",
        ],
    ),
    (
        &["try", "acme.wasm", "Thing", "--inputs", "list.yaml"],
        &[
            "`list.yaml` is not a map of names to values in YAML or JSON: line 1 column 1: a mapping with lines such as",
            "hint: write one `NAME: VALUE` a line",
        ],
    ),
    (
        &["test", "acme.wasm", "--cases", "list.yaml"],
        &[
            "`list.yaml` is not a test case: line 1 column 1: a mapping with lines such as",
            "hint: see `pulumi-wasm test --help`",
        ],
    ),
    (
        &["new", "pulumi-nodejs"],
        &[
            "`pulumi-nodejs` cannot be a provider's name: it is reserved by Pulumi",
            "hint: `nodejs` would do",
        ],
    ),
    (
        &["inspect", "oci://ghcr.io/acme/acme:1.2.3"],
        &[
            "cannot read `oci:",
            "hint: fetch the component with `pulumi-wasm pull SOURCE",
        ],
    ),
    (
        &["test", "github://api.github.com/acme/acme@1.2.3"],
        &[
            "there is no `github:",
            "hint: fetch the component with `pulumi-wasm pull SOURCE",
        ],
    ),
    (
        &["dev", "https://acme.com/acme.wasm"],
        &[
            "cannot find `https:",
            "hint: fetch the component with `pulumi-wasm pull SOURCE",
        ],
    ),
    (
        &["inspect", "missing.wasm"],
        &["cannot read `missing.wasm`: ", COMPONENT_HINT],
    ),
    (
        &["inspect", "empty.wasm"],
        &["`empty.wasm` cannot be used: it is empty", COMPONENT_HINT],
    ),
    (&["inspect", "."], &["`.` is a folder", COMPONENT_HINT]),
    (
        &["diff", "acme.wasm", "missing.wasm"],
        &["cannot read `missing.wasm`: ", COMPONENT_HINT],
    ),
    (
        &["audit", "missing.wasm"],
        &["cannot read `missing.wasm`: ", COMPONENT_HINT],
    ),
    (
        &["cache", "add", "missing.wasm"],
        &["cannot read `missing.wasm`: ", COMPONENT_HINT],
    ),
    (
        &["build", "missing"],
        &["cannot read the folder missing: ", PROJECT_HINT],
    ),
    (
        &["build", "acme.wasm"],
        &[
            "acme.wasm is not the folder of a project",
            "hint: give the folder, not a file in it",
        ],
    ),
    (
        &["dev", "missing"],
        &[
            "cannot find `missing`: ",
            "hint: give a component file, or the folder of a project",
        ],
    ),
    (
        &["wrap", "module.wasm", "-o", "made.wasm"],
        &[
            "cannot wrap module.wasm: the module does not have the imports and exports of a provider: ",
            "hint: build it with one of the provider SDKs",
        ],
    ),
    (
        &["docs", "acme.wasm", "-o", "text.wasm"],
        &[
            "cannot write into `text.wasm`",
            "hint: give the name of another folder",
        ],
    ),
    (
        &["bundle", "acme.wasm", "-o", "text.wasm"],
        &[
            "cannot write into `text.wasm`",
            "hint: give the name of another folder",
        ],
    ),
    (
        &[
            "terraform",
            "acme.wasm",
            "--address",
            "acme.example/acme/acme",
            "-o",
            "text.wasm",
        ],
        &[
            "cannot write into `text.wasm`",
            "hint: give the name of another folder",
        ],
    ),
    (
        &["grants", "missing"],
        &["cannot read missing: ", "hint: check the path"],
    ),
    (
        &["conformance", "--guests", "text.wasm"],
        &["cannot read text.wasm: ", "hint: give the path of a folder"],
    ),
    (
        &["load", "missing"],
        &[
            "cannot read `missing`: ",
            "hint: give the archive that `pulumi-wasm pull --layout` wrote",
        ],
    ),
    (
        &["load", "text.wasm"],
        &[
            "cannot read `text.wasm`: it is not a tar archive, or is cut off",
            "hint: give the archive that",
        ],
    ),
    (
        &["load", "acme.wasm", "--documents", "text.wasm"],
        &["cannot write into `text.wasm`"],
    ),
    (
        &["install", "--plugin", "text.wasm"],
        &[
            "text.wasm is not a program that runs here: ",
            "hint: give the path of the program `pulumi-resource-wasm`",
        ],
    ),
];

#[tokio::test]
async fn a_message_about_the_command_line_has_no_password_of_it() {
    let scene = Scene::new().await;
    scene.add("acme.wasm", &Guest::new());
    for words in [
        &["push", "oci://ada:hunter2@localhost:1/acme/a", "acme.wasm"][..],
        &["pull", "oci://ada:hunter2@localhost:1/acme/a:1.2.3"],
        &["pull", "https://ada:hunter2@localhost:1/acme.wasm"],
        &["pull", "https://localhost:1/acme.wasm?key=hunter2"],
        &["tags", "oci://hunter2@localhost:1/acme/a"],
        &["login", "ada:hunter2@localhost:1", "--username", "ada"],
        &["tags", "oci://ghcr.io/acme/a", "oci://hunter2@ghcr.io/b"],
    ] {
        let ran = tool(&scene, words).await;
        assert_eq!(ran.status, 2, "{words:?}: {}", ran.errors);
        assert_says(&ran.errors, &["error: "]);
        assert!(!ran.errors.contains("hunter2"), "{}", ran.errors);
    }
}

/// A file in a folder whose name is not UTF-8, as other systems write them, and archives from there.
#[tokio::test]
async fn a_path_that_is_not_utf_8_is_a_path() {
    use std::ffi::{OsStr, OsString};
    use std::os::unix::ffi::OsStrExt as _;

    let scene = Scene::new().await;
    let folder = scene.project().join(OsStr::from_bytes(b"folder-\xff"));
    fs::create_dir(&folder).unwrap();
    fs::write(folder.join("acme.wasm"), Guest::new().build()).unwrap();
    let keys = test_support::signing_keys::Keys::new();
    scene.write("acme.key", keys.private.as_bytes());
    scene.write("acme.pub", keys.public.as_bytes());
    let registry = test_support::servers::registry::Registry::start();
    let reference = registry.reference("acme/provider:1.2.3");
    for words in [
        &["sign", "FILE", "--key", "acme.key"][..],
        &["verify", "FILE", "--key", "acme.pub"],
        &["push", "FILE", &reference],
        &["inspect", "FILE"],
        &["pull", &reference, "-o", "FILE"],
        &["cache", "add", "FILE"],
    ] {
        let words = words.iter().map(|word| match *word {
            "FILE" => folder.join("acme.wasm").into_os_string(),
            word => OsString::from(word),
        });
        let mut command = command(&scene, &[]);
        command.args(words.clone());
        let ran = test_support::fake::tool::ran(command).await;
        let words: Vec<OsString> = words.collect();
        assert_eq!(ran.status, 0, "{words:?}: {}", ran.errors);
    }
}

#[tokio::test]
async fn output_that_a_full_disk_loses_is_an_error() {
    let scene = Scene::new().await;
    scene.add("acme.wasm", &Guest::new());
    for (words, status) in [
        (&["inspect", "acme.wasm", "--json"][..], 1),
        (&["cache"], 1),
        (&["completions", "bash"], 1),
        // 1 would be a judgement.
        (&["diff", "acme.wasm", "acme.wasm"], 2),
    ] {
        let mut command = command(&scene, words);
        let full = fs::OpenOptions::new().write(true).open("/dev/full");
        command.stdout(full.unwrap()).stderr(Stdio::piped());
        let output = within(command.spawn().unwrap().wait_with_output()).await;
        let output = output.unwrap();
        let errors = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(status), "{words:?}: {errors}");
        assert_says(
            &errors,
            &["error: cannot write to standard output: No space left"],
        );
    }
}

#[tokio::test]
async fn a_hint_about_a_limit_names_the_flag_of_the_command() {
    let scene = Scene::new().await;
    let large = fs::File::create(scene.project().join("large.wasm")).unwrap();
    large.set_len(200 << 20).unwrap();
    for words in [
        &["inspect"][..],
        &["audit"],
        &["cache", "add"],
        &["push", "oci://localhost:1/acme/large"],
        &["test"],
    ] {
        let ran = tool(&scene, &[words, &["large.wasm"]].concat()).await;
        assert_says(
            &ran.errors,
            &["hint: raise it with `--limit component-size=256MiB` (or another value)\n"],
        );
    }
}

#[tokio::test]
async fn a_mistake_on_the_command_line_is_reported_with_its_file_and_the_next_step() {
    let scene = Scene::new().await;
    scene.add("acme.wasm", &Guest::new());
    let project = scene.project().to_owned();
    fs::write(project.join("text.wasm"), "hello\n").unwrap();
    fs::write(project.join("empty.wasm"), "").unwrap();
    fs::write(project.join("list.yaml"), "- a: 1\n").unwrap();
    fs::write(project.join("layout.tar.gz"), b"\x1f\x8b\x08 and more").unwrap();
    fs::write(project.join("module.wasm"), b"\0asm\x01\0\0\0").unwrap();
    let names = || {
        let entries = fs::read_dir(&project).unwrap();
        let mut names: Vec<_> = entries.map(|entry| entry.unwrap().file_name()).collect();
        names.sort();
        names
    };
    let before = names();
    for (words, parts) in MISTAKES {
        let ran = tool(&scene, words).await;
        assert_ne!(ran.status, 0, "{words:?}");
        assert_says(&ran.errors, parts);
        let first_hint = ran.errors.find("hint: ").unwrap_or(ran.errors.len());
        let reason = ran.errors.find(parts[0]).unwrap();
        assert!(reason < first_hint, "{words:?}: {}", ran.errors);
        assert_eq!(names(), before, "{words:?}");
    }
}
