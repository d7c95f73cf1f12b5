//! Providers in C, C++ and Zig: their builds, unit tests and component resources. Mistakes of authors are told with their places.

mod crashes;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use test_support::pulumi::engine::{Engine, share_toolchains};
use test_support::pulumi::stack_folder::project_folder;

#[test]
fn a_misspelt_property_is_a_mistake_for_the_compiler_and_one_of_the_manifest_has_its_line() {
    let project = Project::new("c", "misspelt");
    let source = project.read("provider.c");
    project.write(
        "provider.c",
        &source.replace("in.salutation", "in.slautation"),
    );
    let said = project.fails(&["build", "."]);
    for part in ["does not compile", "provider.c:6:", "'slautation'"] {
        assert!(said.contains(part), "`{part}` should be in\n{said}");
    }
    project.write("provider.c", &source);
    let manifest = project.read("manifest.yaml");
    let wrong = manifest.replace("requiredInputs: [name]", "requiredInputs: [nmae]");
    project.write("manifest.yaml", &wrong);
    let said = project.fails(&["build", "."]);
    assert!(
        said.contains("manifest.yaml:12: ") && said.contains("nmae"),
        "{said}"
    );
    project.write("manifest.yaml", "schema: [\n");
    let said = project.fails(&["build", "."]);
    assert!(said.contains("manifest.yaml cannot be read"), "{said}");
    let in_latin = manifest.replace("to greet", "to gr\u{fc}\u{df}en");
    let in_latin: Vec<u8> = in_latin.chars().map(|letter| letter as u8).collect();
    fs::write(project.folder.join("manifest.yaml"), in_latin).unwrap();
    let said = project.fails(&["build", "."]);
    assert!(
        said.contains("manifest.yaml:10: the file is not UTF-8"),
        "{said}"
    );
    for nothing in ["", "# Nothing yet.\n", "- schema\n"] {
        project.write("manifest.yaml", nothing);
        let said = project.fails(&["build", "."]);
        assert!(
            said.contains("manifest.yaml:1: the manifest is an object with the key `schema`"),
            "{said}"
        );
    }
    // The tables and the schema have the same types.
    project.write(
        "manifest.yaml",
        &manifest.replace("    demo:index:Greeting:", "    demo:index:Grating:"),
    );
    project.write(
        "provider.c",
        "#include <provider.h>\nPW_RESOURCES({.type = \"Greeting\"});\n",
    );
    let said = project.fails(&["build", "."]);
    assert!(
        said.contains("the schema has the resource `demo:index:Grating`"),
        "{said}"
    );
}

#[test]
#[ignore = "only with PULUMI_WASM_TEST_LONG=1"]
fn a_misspelt_property_is_a_mistake_for_the_compilers_of_cpp_and_zig_too() {
    for (language, file) in [("cpp", "provider.cpp"), ("zig", "provider.zig")] {
        let project = Project::new(language, "misspelt");
        let source = project.read(file);
        let misspelt = source.replace("in.salutation", "in.slautation");
        assert_ne!(misspelt, source, "{file}");
        project.write(file, &misspelt);
        let said = project.fails(&["build", "."]);
        for part in ["does not compile", &format!("{file}:"), "'slautation'"] {
            assert!(said.contains(part), "`{part}` should be in\n{said}");
        }
    }
}

#[test]
fn the_unit_tests_of_a_new_project_in_c_run_on_this_machine() {
    let project = Project::new("c", "unit");
    project.succeeds(&["build", "."]);
    let mut make = Command::new("make");
    let output = make
        .arg("test")
        .current_dir(&project.folder)
        .output()
        .unwrap();
    let said = String::from_utf8([output.stdout, output.stderr].concat()).unwrap();
    assert!(output.status.success(), "{said}");
    let test = project.read("test/greeting_test.c");
    project.write(
        "test/greeting_test.c",
        &test.replace("Hi, World!", "Hi, Moon!"),
    );
    let output = Command::new("make")
        .arg("test")
        .current_dir(&project.folder)
        .output()
        .unwrap();
    assert!(!output.status.success(), "a test that does not hold fails");
}

#[test]
#[ignore = "only with PULUMI_WASM_TEST_LONG=1"]
fn the_example_random_in_zig_keeps_its_unit_tests_and_the_cases_of_the_example_in_rust() {
    let project = Project::new("zig", "random");
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples");
    let example = examples.join("zig/random");
    for file in ["tests/greeting.yaml", "test/greeting_test.zig"] {
        fs::remove_file(project.folder.join(file)).unwrap();
    }
    for folder in [".", "src", "test"] {
        let to = project.folder.join(folder);
        fs::create_dir_all(&to).unwrap();
        for entry in fs::read_dir(example.join(folder)).unwrap() {
            let entry = entry.unwrap();
            if entry.path().is_file() {
                fs::copy(entry.path(), to.join(entry.file_name())).unwrap();
            }
        }
    }
    let cases = examples.join("random/tests/random.yaml");
    fs::copy(cases, project.folder.join("tests/random.yaml")).unwrap();
    let tested = project.succeeds(&["test", "."]);
    assert!(tested.contains("14 passed, 0 failed"), "{tested}");
    let mut make = Command::new("make");
    let output = make.arg("test").current_dir(&project.folder).output();
    let output = output.unwrap();
    let said = String::from_utf8([output.stdout, output.stderr].concat()).unwrap();
    assert!(output.status.success(), "{said}");
    assert!(said.contains("All 13 tests passed"), "{said}");
}

#[test]
fn sanitizers_and_a_debugger_show_the_line_of_a_hook_in_unit_tests() {
    let project = Project::new("c", "debugged");
    project.succeeds(&["build", "."]);
    let source = project.read("provider.c");
    let broken = source.replace(
        "static bool create(pw_call *call) {\n",
        "static int table[4];\nstatic bool create(pw_call *call) {\n    volatile int index = 7;\n    table[index] = 3;\n",
    );
    project.write("provider.c", &broken);
    let line = broken
        .lines()
        .position(|line| line.contains("table[index]"));
    let place = format!("provider.c:{}", line.unwrap() + 1);
    let run = |program: &str, arguments: &[&str]| {
        let mut command = Command::new(program);
        command.args(arguments).current_dir(&project.folder);
        let output = command.output().unwrap();
        String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned()
    };
    let said = run("make", &["test"]);
    assert!(said.contains(&place), "{said}");
    assert!(said.contains("index 7 out of bounds"), "{said}");
    let commands = ["-ex", "break create", "-ex", "run", "-ex", "backtrace"];
    let words = [&["-batch"], &commands[..], &[".pulumi-wasm/unit-tests"]].concat();
    let said = run("gdb", &words);
    for part in [
        "create (call=0x",
        "provider.c:",
        "in main () at test/greeting_test.c:",
    ] {
        assert!(said.contains(part), "`{part}` should be in\n{said}");
    }
}

#[test]
#[ignore = "only with PULUMI_WASM_TEST_LONG=1"]
fn a_component_resource_in_cpp_declares_children() {
    let project = Project::new("cpp", "components");
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/components/c");
    fs::remove_file(project.folder.join("tests/greeting.yaml")).unwrap();
    for (file, name) in [
        ("pages/manifest.yaml", "manifest.yaml"),
        ("pages.cpp", "provider.cpp"),
    ] {
        fs::copy(source.join(file), project.folder.join(name)).unwrap();
    }
    let said = project.succeeds(&["try", ".", "Website", "title=Hello", "--name", "docs"]);
    for part in [
        "random:index/randomPet:RandomPet `docs-folder`",
        "path: \"docs-folder_id/index.html\"  <- docs-folder",
    ] {
        assert!(said.contains(part), "`{part}` should be in\n{said}");
    }
}

#[test]
fn the_same_source_in_c_gives_the_same_bytes_in_another_folder() {
    let (one, other) = (Project::new("c", "same"), Project::new("c", "elsewhere"));
    for project in [&one, &other] {
        project.succeeds(&["build", "."]);
    }
    let bytes = |project: &Project| fs::read(project.folder.join("demo.wasm")).unwrap();
    let made = bytes(&one);
    assert_eq!(made, bytes(&other));
    assert!(made.len() < 100_000, "{} bytes", made.len());
}

#[test]
#[ignore = "only with PULUMI_WASM_TEST_LONG=1"]
fn a_small_component_in_cpp_or_zig_has_less_than_100_kilobytes() {
    for language in ["cpp", "zig"] {
        let project = Project::new(language, "small");
        project.succeeds(&["build", "."]);
        let made = fs::read(project.folder.join("demo.wasm")).unwrap();
        assert!(made.len() < 100_000, "{language}: {} bytes", made.len());
    }
}

#[test]
fn a_component_resource_in_c_declares_children_and_values_that_are_known_later() {
    let project = Project::new("c", "components");
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/components/c/pages");
    fs::remove_file(project.folder.join("tests/greeting.yaml")).unwrap();
    for file in ["provider.c", "manifest.yaml", "tests/website.yaml"] {
        fs::copy(source.join(file), project.folder.join(file)).unwrap();
    }
    let tested = project.succeeds(&["test", "."]);
    assert!(tested.contains("1 passed, 0 failed"), "{tested}");
    let said = project.succeeds(&["try", ".", "Website", "title=Hello", "--name", "docs"]);
    for part in [
        "pages:index:Website `docs`  2 children",
        "random:index/randomPet:RandomPet `docs-folder`",
        "path: \"docs-folder_id/index.html\"  <- docs-folder",
        "text: \"<h1>Hello</h1>\"",
    ] {
        assert!(said.contains(part), "`{part}` should be in\n{said}");
    }
    // A number that Pulumi cannot hold ends the call too.
    let source = project.read("provider.c");
    let large = source.replace("pw_new_integer(2)", "pw_new_integer(INT64_MAX)");
    project.write("provider.c", &large);
    let said = project.fails(&["try", ".", "Website", "title=Hello", "--name", "docs"]);
    let says =
        "the inputs of `docs-folder` cannot be sent: length: 9223372036854775807 is too large";
    assert!(said.contains(says), "{said}");
    // A declaration that fails ends the call, and its error names the package.
    let broken = source.replace("PW_CUSTOM, token", "PW_CUSTOM, \"aws:s3:Bucket\"");
    project.write("provider.c", &broken);
    let said = project.fails(&["try", ".", "Website", "title=Hello"]);
    assert!(said.contains("aws"), "{said}");
}

#[test]
fn json_of_any_bytes_is_read_in_c_without_harm_and_written_back_as_it_was() {
    let cases = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/corpus-cases/guest_json");
    let cases = fs::read_dir(cases).unwrap();
    let cases: Vec<_> = cases.map(|case| case.unwrap().path()).collect();
    assert!(cases.len() > 3);
    runs_natively("reading.c", &cases);
}

#[test]
fn unit_tests_on_this_machine_judge_answers_as_the_host_does() {
    runs_natively("answers.c", &[]);
}

/// Compiles a source of `tests/components/c` with the SDK for this machine and with sanitizers, and runs it.
#[track_caller]
fn runs_natively(source: &str, arguments: &[PathBuf]) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = tempfile::tempdir().unwrap();
    let program = folder.path().join("program");
    let sdk = root.join("guest-sdk/c");
    let flags = [
        "-std=gnu17",
        "-g",
        "-Wall",
        "-Wextra",
        "-Werror",
        "-fsanitize=address,undefined",
        "-fno-sanitize-recover=all",
    ];
    let mut compiler = Command::new("cc");
    compiler
        .args(flags)
        .arg("-I")
        .arg(&sdk)
        .arg(root.join("tests/components/c").join(source))
        .arg(sdk.join("pulumi_wasm.c"));
    let compiled = compiler
        .arg("-lm")
        .arg("-o")
        .arg(&program)
        .output()
        .unwrap();
    assert!(
        compiled.status.success(),
        "{}",
        String::from_utf8_lossy(&compiled.stderr)
    );
    let run = Command::new(&program).args(arguments).output().unwrap();
    let said = String::from_utf8([run.stdout, run.stderr].concat()).unwrap();
    assert!(run.status.success(), "{said}");
}

#[test]
fn a_number_that_pulumi_cannot_hold_is_told_on_each_way_out() {
    let project = Project::new("c", "numbers");
    project.write("provider.c", UNRECORDABLE);
    project.succeeds(&["build", "."]);
    for (how, says) in [
        (
            "answer",
            "message: NaN is not a number that Pulumi can hold",
        ),
        (
            "checkpoint",
            "message: NaN is not a number that Pulumi can hold",
        ),
        (
            "partial",
            "message: NaN is not a number that Pulumi can hold",
        ),
        (
            "large",
            "message: 9223372036854775807 is too large to be an exact number in Pulumi",
        ),
        ("inside", "message[0].port: infinity is not a number"),
        (
            "body",
            "`pw_write` cannot write a value: a: NaN is not a number",
        ),
        ("digits", "the body is {\"id\":9223372036854775807}"),
    ] {
        let said = project.fails(&["try", "demo.wasm", "Greeting", &format!("name={how}")]);
        assert!(said.contains(says), "{how}: `{says}` should be in\n{said}");
    }
}

/// A provider whose values cannot be recorded.
const UNRECORDABLE: &str = r#"#include <provider.h>
#include <math.h>

static bool create(pw_call *call) {
    const char *how = pw_text(call->inputs, GREETING_NAME);
    pw_value *wrong = pw_new_number(NAN), *inside = pw_new_list(), *map = pw_new_map();
    if (strcmp(how, "large") == 0) wrong = pw_new_integer(INT64_MAX);
    if (strcmp(how, "inside") == 0) {
        pw_put(map, "port", pw_new_number(INFINITY));
        pw_append(inside, map);
        wrong = inside;
    }
    if (strcmp(how, "body") == 0) {
        pw_put(map, "a", wrong);
        return *pw_write(map) == 0;
    }
    if (strcmp(how, "digits") == 0) {
        pw_put(map, "id", pw_new_integer(INT64_MAX));
        return pw_fail(call, PW_OTHER, "the body is %s", pw_write(map));
    }
    pw_set(call, GREETING_MESSAGE, wrong);
    pw_set_id(call, "%s", how);
    if (strcmp(how, "checkpoint") == 0) return pw_checkpoint(call, how);
    if (strcmp(how, "partial") == 0) return pw_partial(call, "it is not ready");
    return true;
}

PW_RESOURCES({.type = GREETING, .create = create});
"#;

/// A new project.
struct Project {
    folder: PathBuf,
}

impl Project {
    fn new(language: &str, name: &str) -> Self {
        let parent = project_folder(&format!("{language}-{name}"));
        fs::create_dir(&parent).unwrap();
        let project = Self {
            folder: parent.clone(),
        };
        project.succeeds(&["new", "--lang", language, "demo"]);
        let project = Self {
            folder: parent.join("demo"),
        };
        // Folders above this one are not part of the project.
        fs::create_dir_all(project.folder.join(".git")).unwrap();
        share_toolchains(&project.home());
        project
    }

    fn home(&self) -> PathBuf {
        self.folder.join(".pulumi-wasm/home")
    }

    fn read(&self, file: &str) -> String {
        fs::read_to_string(self.folder.join(file)).unwrap()
    }

    fn write(&self, file: &str, text: &str) {
        fs::write(self.folder.join(file), text).unwrap();
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
        let output = Command::new(env!("CARGO_BIN_EXE_pulumi-wasm"))
            .args(arguments)
            .current_dir(&self.folder)
            .env("PULUMI_HOME", self.home())
            .env("PULUMI_WASM_CACHE_DIR", Engine::compiled_code())
            .output()
            .unwrap();
        let said = [output.stdout, output.stderr].concat();
        (output.status.success(), String::from_utf8(said).unwrap())
    }
}
