//! Providers in C, C++ and Zig: mistakes of authors are told with their places, and crashes with file and line.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::support::engine::Engine;

#[test]
fn a_crash_in_c_is_told_with_its_line_and_a_null_pointer_never_succeeds() {
    let project = Project::new("c", "crash");
    project.write("provider.c", CRASHING);
    project.succeeds(&["build", "."]);
    for (how, says) in [
        ("read", "a null pointer was used at provider.c:14"),
        ("write", "a null pointer was used at provider.c:15"),
        (
            "library",
            "a null pointer as an argument that must not be null at provider.c:16",
        ),
        (
            "answer",
            "a null pointer as an argument that must not be null at provider.c:17",
        ),
        (
            "overflow",
            "an addition leaves the range of its type at provider.c:18",
        ),
        ("index", "an index out of bounds at provider.c:19"),
        (
            "divide",
            "a division by zero, or one that leaves the range of its type, at provider.c:20",
        ),
        (
            "assert",
            "Assertion failed: many == 3 (provider.c: create: 21)",
        ),
        ("stack", "at deep"),
        ("abort", "at create"),
    ] {
        let said = project.fails(&["try", "demo.wasm", "Greeting", &format!("name={how}")]);
        assert!(said.contains(says), "{how}: `{says}` should be in\n{said}");
        assert!(!said.contains("__ubsan"), "{said}");
    }
}

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
fn a_crash_in_zig_and_in_cpp_is_told_with_its_message() {
    let project = Project::new("zig", "crash");
    let source = project.read("provider.zig");
    let broken = source.replace(
        "    return greet(call) and",
        "    const few = [_]u8{ 1, 2, 3 };\n    if (few[call.*.time_left_ms % 1 + 7 * @as(usize, @intFromBool(call.*.new_outputs != null))] == 9) return false;\n    return greet(call) and",
    );
    project.write("provider.zig", &broken);
    let said = project.fails(&["try", ".", "Greeting", "name=x"]);
    assert!(
        said.contains("index out of bounds: index 7, len 3"),
        "{said}"
    );
    let project = Project::new("cpp", "crash");
    let source = project.read("provider.cpp");
    let broken = source.replace(
        "        return update(call)",
        "        if (std::string(\"abc\").substr(call.name().size() + 7) == \"x\") return false;\n        return update(call)",
    );
    project.write("provider.cpp", &broken);
    let said = project.fails(&["try", ".", "Greeting", "name=x"]);
    assert!(
        said.contains("the component crashed: out_of_range was thrown"),
        "{said}"
    );
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
    // A declaration that fails ends the call, and its error names the package.
    let broken = project
        .read("provider.c")
        .replace("PW_CUSTOM, token", "PW_CUSTOM, \"aws:s3:Bucket\"");
    project.write("provider.c", &broken);
    let said = project.fails(&["try", ".", "Website", "title=Hello"]);
    assert!(said.contains("aws"), "{said}");
}

#[test]
fn json_of_any_bytes_is_read_in_c_without_harm_and_written_back_as_it_was() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = tempfile::tempdir().unwrap();
    let source = root.join("tests/components/c/reading.c");
    let program = folder.path().join("reading");
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
        .arg(&source)
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
    let cases = fs::read_dir(root.join("fuzz/corpus-cases/guest_json")).unwrap();
    let cases: Vec<_> = cases.map(|case| case.unwrap().path()).collect();
    assert!(cases.len() > 3);
    let run = Command::new(&program).args(&cases).output().unwrap();
    let said = String::from_utf8([run.stdout, run.stderr].concat()).unwrap();
    assert!(run.status.success(), "{said}");
}

/// A provider that crashes as its input says.
const CRASHING: &str = r#"#include <provider.h>
#include <assert.h>
#include <limits.h>

static int table[4];
struct node { struct node *next; int value; };

__attribute__((noinline)) static int deep(volatile int *depth) { volatile int here = *depth + 1; return deep(&here) + here; }

static bool create(pw_call *call) {
    const char *how = pw_text(call->inputs, GREETING_NAME);
    struct node *volatile none = NULL;
    volatile int many = INT_MAX, index = 7, zero = 0;
    if (strcmp(how, "read") == 0) return none->value == 3;
    if (strcmp(how, "write") == 0) none->value = 3;
    if (strcmp(how, "library") == 0) return strlen(pw_optional_text(call->inputs, "missing")) > 3;
    if (strcmp(how, "answer") == 0) pw_set_text(NULL, GREETING_MESSAGE, "x");
    if (strcmp(how, "overflow") == 0) many = many + 1;
    if (strcmp(how, "index") == 0) table[index] = 3;
    if (strcmp(how, "divide") == 0) many = many / zero;
    if (strcmp(how, "assert") == 0) assert(many == 3);
    if (strcmp(how, "stack") == 0) return deep(&zero) == 3;
    if (strcmp(how, "abort") == 0) abort();
    return pw_set_id(call, "%s", how);
}

PW_RESOURCES({.type = GREETING, .create = create});
"#;

/// A new project.
struct Project {
    folder: PathBuf,
}

impl Project {
    fn new(language: &str, name: &str) -> Self {
        let parent = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{language}-{name}"));
        if parent.exists() {
            fs::remove_dir_all(&parent).unwrap();
        }
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
        // The environment with zig, if the components of these tests were built with it.
        let shared = Path::new(env!("CARGO_TARGET_TMPDIR")).join("../scripts/zig-environment");
        if let Ok(shared) = shared.canonicalize() {
            let own = project.folder.join(".pulumi-wasm/venv");
            std::os::unix::fs::symlink(shared, own).unwrap();
        }
        project
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
            .env("PULUMI_HOME", self.folder.join(".pulumi-wasm/home"))
            .env("PULUMI_WASM_CACHE_DIR", Engine::compiled_code())
            .output()
            .unwrap();
        let said = [output.stdout, output.stderr].concat();
        (output.status.success(), String::from_utf8(said).unwrap())
    }
}
