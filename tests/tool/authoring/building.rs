//! The output of `build` for the output of a compiler, and its messages.

use std::collections::HashSet;
use std::fs;
use std::process::Stdio;

use serde_json::{Value, json};

use super::{Author, Ran};
use test_support::fake::guest::Guest;
use test_support::fake::steps::{Answer, Step};

/// An author whose cargo builds this component.
fn author(guest: &Guest) -> Author {
    let author = Author::new().with_rust_project();
    author.has_rustc("1.95.0", true);
    author.has_cargo(guest, "");
    author
}

fn json_of(ran: &Ran) -> Value {
    serde_json::from_str(&ran.output).unwrap_or_else(|error| panic!("{error}: {}", ran.errors))
}

#[test]
fn a_build_says_what_was_made_and_how_to_use_it() {
    let wants = |manifest: &mut Value| {
        manifest["permissions"] = json!({
            "net": [
                { "host": "api.acme.com", "required": true, "reason": "things are there" },
                { "host": "*.acme.com", "required": false, "reason": "" },
            ],
            "env": [{ "name": "ACME_TOKEN", "required": true, "reason": "" }],
        });
    };
    let author = author(&Guest::new().manifest(wants).without_section());
    let ran = author.runs(&["build"]).succeeds();
    ran.says(&[
        "built       acme.wasm",
        "package     acme 1.2.3, 1 resource, 0 functions",
        "digest      sha256:",
        "KiB",
        "permissions api.acme.com: things are there",
        "permissions *.acme.com (optional)",
        "permissions the variable ACME_TOKEN",
        "  pulumi package add wasm ./acme.wasm -- --allow-net api.acme.com --allow-env ACME_TOKEN",
    ]);
    assert!(!ran.output.contains('\u{1b}'), "colours are for terminals");
    // The file needs no other file: it contains the manifest.
    let shown = author.runs(&["inspect", "acme.wasm", "--json"]).succeeds();
    assert_eq!(json_of(&shown)["name"], "acme");
}

#[test]
fn a_build_into_something_other_than_a_regular_file_is_refused() {
    use std::os::unix::fs::FileTypeExt;

    let author = author(&Guest::new());
    let pipe = author.work().join("pipe");
    let mode = rustix::fs::Mode::RUSR | rustix::fs::Mode::WUSR;
    rustix::fs::mkfifoat(rustix::fs::CWD, &pipe, mode).unwrap();
    author
        .runs(&["build", "-o", "pipe"])
        .fails(&["pipe", "a device, pipe or folder has that name"]);
    assert!(fs::metadata(&pipe).unwrap().file_type().is_fifo());
}

#[test]
fn a_script_gets_json_alone_and_the_file_where_it_wants_it() {
    let author = author(&Guest::new());
    let words = ["build", "--json", "-o", "out/provider.wasm"];
    let first = json_of(&author.runs(&words).succeeds());
    assert_eq!(first["component"], "out/provider.wasm");
    assert_eq!(
        (&first["language"], &first["reused"]),
        (&json!("rust"), &json!(false))
    );
    assert_eq!(first["resources"], json!(["acme:index:Thing"]));
    let built = fs::read(author.work().join("out/provider.wasm")).unwrap();
    assert_eq!(first["size"], built.len());

    // The same again is the same, and leaves the file alone.
    let time = |author: &Author| {
        let file = author.work().join("out/provider.wasm");
        file.metadata().unwrap().modified().unwrap()
    };
    let before = time(&author);
    let second = json_of(&author.runs(&words).succeeds());
    assert_eq!(
        (&second["reused"], &second["digest"]),
        (&json!(true), &first["digest"])
    );
    assert_eq!(time(&author), before);

    // Something else is something else.
    author.has_cargo(&Guest::new().weighs(2), "");
    let third = json_of(&author.runs(&words).succeeds());
    assert_ne!(third["digest"], first["digest"]);
    assert_eq!(third["reused"], false);
}

#[test]
fn a_build_leaves_the_compiled_code_of_the_build_before_and_of_components_that_were_added() {
    let author = author(&Guest::new());
    let cache = author.home().join("cache");
    let run = |words: &[&str]| {
        let mut command = author.command(words);
        command.env("PULUMI_WASM_CACHE_DIR", &cache);
        json_of(&Ran::of(&command.output().unwrap()).succeeds())
    };
    let build = |size: usize| {
        author.has_cargo(&Guest::new().weighs(size), "");
        run(&["build", "--json"])["digest"].clone()
    };
    let compiled = || -> HashSet<String> {
        let shown = run(&["cache", "show", "--json"]);
        let listed = shown["cache"]["compiled"].as_array().unwrap();
        let digests = listed.iter().map(|code| code["digest"].as_str().unwrap());
        digests.map(str::to_owned).collect()
    };
    let of = |digests: &[&Value]| -> HashSet<String> {
        let texts = digests.iter().map(|digest| digest.as_str().unwrap());
        texts.map(str::to_owned).collect()
    };
    let first = build(1);
    assert_eq!(compiled(), of(&[&first]));
    let second = build(2);
    assert_eq!(compiled(), of(&[&first, &second]));
    // The author takes the edit back.
    assert_eq!(build(1), first);
    assert_eq!(compiled(), of(&[&first, &second]));
    // Stacks may use a component that is in the store.
    let hexadecimal = first.as_str().unwrap().trim_start_matches("sha256:");
    let stored = author.home().join(".pulumi/wasm/store").join(hexadecimal);
    fs::create_dir_all(&stored).unwrap();
    fs::write(stored.join("component.wasm"), "").unwrap();
    let third = build(3);
    assert_eq!(compiled(), of(&[&first, &third]));
    let fourth = build(4);
    assert_eq!(compiled(), of(&[&first, &third, &fourth]));
}

#[test]
fn a_build_compiles_for_this_machine() {
    let author = author(&Guest::new().weighs(3));
    let cache = author.home().join("cache");
    let mut command = author.command(&["build", "--json"]);
    command.env("PULUMI_WASM_CACHE_DIR", &cache);
    let built = json_of(&Ran::of(&command.output().unwrap()).succeeds());
    let mut command = author.command(&["cache", "show", "--json"]);
    command.env("PULUMI_WASM_CACHE_DIR", &cache);
    let shown = Ran::of(&command.output().unwrap()).succeeds();
    let digest = built["digest"]
        .as_str()
        .unwrap()
        .trim_start_matches("sha256:")
        .to_owned();
    assert!(shown.output.contains(&digest), "{}", shown.output);

    // If that is not possible, the component exists nevertheless.
    let file = author.home().join("file");
    fs::write(&file, "").unwrap();
    let mut command = author.command(&["build", "--json"]);
    command.env("PULUMI_WASM_CACHE_DIR", file.join("cache"));
    Ran::of(&command.output().unwrap()).succeeds();
}

#[test]
fn compiler_errors_are_shown_and_fail_the_build() {
    let author = author(&Guest::new());
    author.has(
        "cargo",
        "echo 'error: expected `;`' >&2\necho ' --> src/lib.rs:3:1' >&2\nexit 101",
    );
    let ran = author.runs(&["build"]);
    ran.fails(&["expected `;`", "src/lib.rs:3:1", "cargo could not compile"]);
    assert!(!author.work().join("acme.wasm").exists());

    author.has("cargo", "echo '{\"reason\":\"build-finished\"}'");
    let ran = author.runs(&["build"]);
    ran.fails(&["compiled no library", "src/lib.rs"]);
}

#[test]
fn the_environment_has_no_say_in_what_is_compiled() {
    let author = author(&Guest::new());
    author.has_cargo(
        &Guest::new(),
        "echo \"flags=$RUSTFLAGS$CARGO_ENCODED_RUSTFLAGS\" >&2; echo \"$*\" >&2",
    );
    let mut command = author.command(&["build"]);
    command
        .env("RUSTFLAGS", "-C debuginfo=2")
        .env("CARGO_HOME", "/somewhere/cargo");
    let ran = Ran::of(&command.output().unwrap()).succeeds();
    ran.says(&[
        "flags=\n",
        "--remap-path-prefix=/somewhere/cargo=cargo",
        "=provider",
    ]);
}

#[test]
fn a_provider_that_cannot_describe_itself_is_told_with_its_own_words() {
    let guest = Guest::new()
        .does("describe", [Step::Crash])
        .without_section();
    let ran = author(&guest).runs(&["build"]);
    assert!(!ran.succeeded);
    ran.says(&["error: ", "cannot describe itself"]);
}

#[test]
fn a_component_that_is_not_a_provider_is_told() {
    let author = author(&Guest::new());
    let module = author.directory.path().join("module.wasm");
    fs::write(&module, wat::parse_str("(component)").unwrap()).unwrap();
    let ran = author.runs(&["build"]);
    ran.fails(&["not a Pulumi provider", "provider SDKs"]);
    fs::write(&module, "").unwrap();
    author.runs(&["build"]).fails(&["it is empty"]);
}

#[test]
fn a_large_component_is_built_and_one_beyond_the_limit_is_told() {
    let ballast = |mebibytes: usize| {
        let mut section = vec![4];
        section.extend_from_slice(b"data");
        section.resize(mebibytes << 20, 0);
        Guest::new().with_section(0, &section)
    };
    let large = author(&ballast(50));
    large.runs(&["build"]).succeeds().says(&["50.0 MiB"]);
    let too_large = author(&ballast(129));
    let ran = too_large.runs(&["build"]).succeeds();
    ran.says(&["it is larger than the limit `component-size`"]);
}

#[test]
fn a_second_build_of_a_project_waits_for_the_first() {
    let author = author(&Guest::new());
    // The first build continues only after the second one has reported that it waits.
    let go = author.work().join("go");
    let until = format!("while [ ! -e {} ]; do sleep 0.05; done", go.display());
    author.has("sleep", "exec /bin/sleep \"$@\"");
    author.has_cargo(&Guest::new(), &until);
    let begin = |author: &Author| {
        let mut command = author.command(&["build"]);
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        command.spawn().unwrap()
    };
    let first = begin(&author);
    // It holds the lock while it marks the folder.
    let own = author.work().join(".pulumi-wasm/machine");
    while !own.exists() {
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    let mut second = begin(&author);
    let mut errors = std::io::BufReader::new(second.stderr.take().unwrap());
    let mut line = String::new();
    std::io::BufRead::read_line(&mut errors, &mut line).unwrap();
    assert!(line.contains("waiting for another build"), "{line}");
    fs::write(&go, "").unwrap();
    Ran::of(&first.wait_with_output().unwrap()).succeeds();
    Ran::of(&second.wait_with_output().unwrap()).succeeds();
}

#[test]
fn a_function_with_a_single_result_is_refused_with_what_its_author_writes() {
    let bare = Guest::new()
        .does("invoke", [Step::Answer(Answer::Result("{}"))])
        .manifest(|manifest| {
            manifest["schema"]["functions"]["acme:index:look"]["outputs"] =
                json!({ "type": "string" });
        });
    let author = author(&bare);
    author.runs(&["build"]).fails(&[
        "/functions/acme:index:look: generated SDKs do not work for a result that is one value; return an object with the value as a \
         property; the SDK is broken in Go",
        "a class or struct of `Results` in Python and Rust, `outputs: { NAME: … }` in TypeScript",
        "`--without-sdk LANGUAGE`",
    ]);
    author.runs(&["build", "--without-sdk", "go"]).succeeds();
}

#[test]
fn names_for_which_sdks_do_not_compile_are_an_error_of_the_build_alone() {
    let odd = Guest::new().manifest(|manifest| {
        let text = json!({ "type": "string" });
        manifest["schema"]["resources"]["acme:index:Thing"]["inputProperties"] =
            json!({ "fooBar": text, "foo_bar": text });
        manifest["schema"]["types"] = json!({
            "acme:index:Size": { "type": "string", "enum": [{ "value": "" }, { "value": "large" }] },
        });
        manifest["schema"]["resources"]["acme:index:Thing"]["properties"] =
            json!({ "size": { "$ref": "#/types/acme:index:Size" } });
    });
    let author = author(&odd);
    // A command that only tries the component continues.
    let words = ["try", ".", "Thing", "fooBar=x", "--preview"];
    let ran = author.runs(&words).succeeds();
    ran.says(&["warning: the SDKs that Pulumi generates for this schema do not compile"]);
    fs::remove_file(author.work().join("acme.wasm")).unwrap();
    let ran = author.runs(&["build"]);
    ran.fails(&[
        "the SDKs that Pulumi generates for this schema do not compile",
        "/inputProperties/foo_bar: `foo_bar` gets the name of `fooBar`",
        "broken in Python (`foo_bar`)",
        "/types/acme:index:Size/enum/0",
        "rename these parts",
        "`--without-sdk LANGUAGE`",
    ]);
    assert!(!author.work().join("acme.wasm").exists());
    let languages = ["nodejs", "python", "go", "dotnet", "java"];
    let without = languages.iter().flat_map(|word| ["--without-sdk", word]);
    let words: Vec<&str> = ["build"].into_iter().chain(without).collect();
    author.runs(&words).succeeds();
}
