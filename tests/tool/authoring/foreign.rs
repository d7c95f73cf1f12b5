//! Projects of other authors: what their builds can see, and the effect of their folder `.pulumi-wasm`.

use std::fs;
use std::os::unix::fs::symlink;

use pulumi_wasm_packages::Digest;
use serde_json::{Value, json};

use super::{Author, Ran};
use test_support::fake::guest::Guest;

/// Variables of a user that no build may see.
const SECRETS: [&str; 8] = [
    "AWS_SECRET_ACCESS_KEY",
    "CARGO_REGISTRY_TOKEN",
    "GITHUB_TOKEN",
    "KUBECONFIG",
    "NPM_TOKEN",
    "PULUMI_ACCESS_TOKEN",
    "PULUMI_CONFIG_PASSPHRASE",
    "SSH_AUTH_SOCK",
];
const VALUE: &str = "hunter2-hunter2";

/// Notes all variables of a program that a build starts.
const NOTES: &str = "echo \"== $0 $*\" >> \"$HOME/seen\"; export -p >> \"$HOME/seen\"";

/// An author whose toolchains record their environment.
fn author(files: &[(&str, &str)]) -> Author {
    let author = Author::new();
    for (file, text) in files {
        author.write(file, text);
    }
    let sysroot = author.directory.path().join("sysroot");
    fs::write(sysroot.join("libcore-0.rlib"), "").unwrap();
    let sysroot = sysroot.display();
    author.has(
        "rustc",
        &format!(
            "{NOTES}\ncase \"$*\" in *target-libdir*|*sysroot*) echo {sysroot} ;; *--version*) echo 'rustc 1.95.0 (x)' ;; esac"
        ),
    );
    author.has_cargo(&Guest::new(), NOTES);
    author.has("node", &format!("{NOTES}\necho v20.1.0"));
    author.has("npm", NOTES);
    author.has("python3", &format!("{NOTES}\necho 3 11"));
    author
}

const RUST: &[(&str, &str)] = &[
    ("Cargo.toml", "[package]\nname = \"acme\"\n"),
    ("src/lib.rs", ""),
];
const PYTHON: &[(&str, &str)] = &[
    (
        "pyproject.toml",
        "[project]\nname = \"acme\"\nversion = \"1.0.0\"\n[tool.pulumi-wasm]\nmodule = \"acme\"\n",
    ),
    ("acme.py", ""),
];
const TYPESCRIPT: &[(&str, &str)] = &[
    (
        "package.json",
        "{ \"name\": \"acme\", \"pulumi-wasm\": { \"source\": \"index.ts\" } }",
    ),
    ("index.ts", ""),
];

#[test]
fn no_program_of_a_build_gets_a_token_of_the_user_and_the_user_is_told_before_it_runs() {
    for (language, files, first) in [
        ("Rust", RUST, "rustc"),
        ("Python", PYTHON, "python3"),
        ("TypeScript", TYPESCRIPT, "node"),
    ] {
        for words in [
            &["build"][..],
            &["build", "--json"],
            &["try", ".", "Thing", "label=x"],
            &["test", "."],
        ] {
            let author = author(files);
            let mut command = author.command(words);
            for name in SECRETS {
                command.env(name, VALUE);
            }
            command.env("CARGO_HOME", "/srv/cargo");
            let ran = Ran::of(&command.output().unwrap());
            // The stand-ins of some toolchains build nothing.
            ran.says(&["runs code of the project and of its packages with your rights"]);
            let seen = fs::read_to_string(author.home().join("seen")).unwrap();
            assert!(seen.contains(&format!("/{first} ")), "{language}: {seen}");
            assert!(!seen.contains(VALUE), "{language} {words:?}: {seen}");
            for name in SECRETS {
                assert!(!seen.contains(name), "{language} {words:?}: {seen}");
            }
            assert!(seen.contains("/srv/cargo"), "{language}: {seen}");
        }
    }
}

#[test]
fn a_user_can_pass_a_variable_on_to_the_toolchains() {
    let author = author(RUST);
    let mut command = author.command(&["build"]);
    for name in SECRETS {
        command.env(name, VALUE);
    }
    command.env("PULUMI_WASM_BUILD_ENV", "CARGO_REGISTRY_TOKEN, NOT_SET");
    Ran::of(&command.output().unwrap()).succeeds();
    let seen = fs::read_to_string(author.home().join("seen")).unwrap();
    assert!(seen.contains("CARGO_REGISTRY_TOKEN"), "{seen}");
    assert!(!seen.contains("GITHUB_TOKEN"), "{seen}");
}

#[test]
fn a_planted_folder_of_the_tool_leads_to_no_file_of_the_user() {
    for planted in [
        "",
        "/lock",
        "/.gitignore",
        "/sdk",
        "/sdk/wit",
        "/build",
        "/build/component.json",
        "/loop/interpreter.wasm",
    ] {
        let author = author(RUST);
        let mine = author.home().join("mine");
        fs::create_dir_all(mine.join("python")).unwrap();
        fs::write(mine.join("python/notes"), "notes").unwrap();
        fs::write(mine.join("profile"), "profile").unwrap();
        let link = author.work().join(format!(".pulumi-wasm{planted}"));
        fs::create_dir_all(link.parent().unwrap()).unwrap();
        let is_file = planted.contains('.') || planted.ends_with("lock");
        let target = if is_file {
            mine.join("profile")
        } else {
            mine.clone()
        };
        symlink(target, &link).unwrap();
        let ran = author.runs(&["build"]);
        ran.fails(&[".pulumi-wasm", "is a link"]);
        assert!(
            !author.home().join("seen").exists(),
            "{planted}: something was run"
        );
        assert_eq!(super::names(&mine), ["profile", "python"], "{planted}");
        assert_eq!(fs::read_to_string(mine.join("profile")).unwrap(), "profile");
        assert_eq!(super::names(&mine.join("python")), ["notes"]);
    }
}

#[test]
fn an_environment_of_python_that_came_with_a_project_is_neither_used_nor_written_to() {
    let author = author(PYTHON);
    let planted = author.home().join("planted");
    fs::create_dir_all(planted.join("bin")).unwrap();
    author.has("planted-python", "echo ran > $HOME/planted-ran; exit 1");
    let program = author.directory.path().join("programs/planted-python");
    for name in ["python", "componentize-py", "mypy"] {
        fs::copy(&program, planted.join("bin").join(name)).unwrap();
    }
    for name in ["componentize-py", "mypy"] {
        fs::write(planted.join(format!("{name}.installed")), "0.25.1").unwrap();
    }
    let before = super::names(&planted.join("bin"));
    fs::create_dir(author.work().join(".pulumi-wasm")).unwrap();
    let link = author.work().join(".pulumi-wasm/venv");
    symlink(&planted, &link).unwrap();
    author.runs(&["build"]);
    assert!(author.home().join("seen").exists());
    assert!(!author.home().join("planted-ran").exists());
    assert_eq!(super::names(&planted.join("bin")), before);
    assert_ne!(link.read_link().ok(), Some(planted));
}

#[test]
fn sources_that_are_pipes_or_lead_to_each_other_end_a_build() {
    for files in [PYTHON, TYPESCRIPT] {
        let author = author(files);
        let mode = rustix::fs::Mode::RUSR | rustix::fs::Mode::WUSR;
        let pipe = author.work().join("words.txt");
        rustix::fs::mkfifoat(rustix::fs::CWD, &pipe, mode).unwrap();
        author.write("package-lock.json", "{}");
        let ran = author.runs(&["build"]);
        assert!(!ran.succeeded);
        ran.says(&["words.txt", "not a regular file"]);
        fs::remove_file(pipe).unwrap();
        // Each link doubles the number of earlier paths.
        for name in ["one", "two", "three"] {
            symlink(".", author.work().join(name)).unwrap();
        }
        assert!(!author.runs(&["build"]).errors.contains("more than"));
    }
}

/// The author of a project plants a component, and a note that it was built from the same sources. A commit can put
/// files into the folder that the user's own tool made before.
#[test]
fn a_record_of_a_build_that_came_with_a_later_commit_is_not_believed() {
    let planted = Guest::new().manifest(|manifest| manifest["sdk"] = json!({ "name": "planted" }));
    let planted = planted.build();
    let author = Author::new().with_rust_project();
    author.has_rustc("1.95.0", true);
    author.has_cargo(&Guest::new(), "");
    author.runs(&["build"]).succeeds();
    let built = fs::read(author.work().join("acme.wasm")).unwrap();
    let own = author.work().join(".pulumi-wasm");
    let note = own.join("build/component.json");
    let text = fs::read_to_string(&note).unwrap();
    let text = text.replace(Digest::of(&built).hex(), Digest::of(&planted).hex());
    fs::write(&note, text).unwrap();
    fs::write(own.join("build/acme.wasm"), &planted).unwrap();
    let library = own.join("sdk/guest-sdk/rust/src/lib.rs");
    fs::write(&library, "planted").unwrap();
    author.runs(&["build"]).succeeds();
    let made = fs::read(author.work().join("acme.wasm")).unwrap();
    assert!(made == built, "the planted component was taken");
    assert_ne!(fs::read_to_string(&library).unwrap(), "planted");
}

#[test]
fn a_record_of_a_build_that_came_with_a_project_is_not_believed() {
    let planted = Guest::new().manifest(|manifest| manifest["sdk"] = json!({ "name": "planted" }));
    let planted = planted.build();
    let author = Author::new().with_rust_project();
    author.has_rustc("1.95.0", true);
    author.has_cargo(&Guest::new(), "");
    let own = author.work().join(".pulumi-wasm");
    let plant = || {
        let note = own.join("build/component.json");
        let mut note_text: Value = serde_json::from_slice(&fs::read(&note).unwrap()).unwrap();
        note_text["note"]["component"] = Digest::of(&planted).hex().into();
        fs::write(&note, note_text.to_string()).unwrap();
        fs::write(own.join("build/acme.wasm"), &planted).unwrap();
        fs::write(own.join("packages"), "planted").unwrap();
    };
    author.runs(&["build"]).succeeds();
    let built = fs::read(author.work().join("acme.wasm")).unwrap();
    assert_ne!(built, planted);
    plant();
    // The same folder, for another user.
    let home = author.directory.path().join("other");
    fs::create_dir(&home).unwrap();
    for is_first in [true, false] {
        let mut command = author.command(&["build", "--json"]);
        command.env("HOME", &home);
        let ran = Ran::of(&command.output().unwrap()).succeeds();
        let made = fs::read(author.work().join("acme.wasm")).unwrap();
        assert!(made == built, "{}", ran.errors);
        let says = ran.errors.contains("your `pulumi-wasm` did not make");
        assert_eq!(says, is_first, "{}", ran.errors);
        let report: Value = serde_json::from_str(&ran.output).unwrap();
        assert_eq!(report["reused"], !is_first);
    }
    assert!(!own.join("packages").exists());
}
