//! Commands that accept a project's folder instead of a component, and build it first.

use std::fs;
use std::io::{BufRead, BufReader};
use std::process::{Child, Stdio};

use super::Author;
use test_support::fake::guest::Guest;
use test_support::fake::steps::{Answer, Step};

fn makes(id: &'static str) -> Guest {
    let made = Answer::Created {
        id,
        outputs: "{\"label\":\"x\"}",
    };
    Guest::new().does("create", [Step::Answer(made)])
}

fn author(guest: &Guest) -> Author {
    let author = Author::new().with_rust_project();
    author.has_rustc("1.95.0", true);
    author.has_cargo(guest, "");
    author.write("src/lib.rs", "");
    author
}

#[test]
fn a_resource_of_a_project_is_tried_and_remembered_for_the_project() {
    let author = author(&makes("first"));
    fs::create_dir_all(author.work().join("elsewhere/.git")).unwrap();
    let run = |folder: &str, project: &str| {
        let mut command = author.command(&["try", project, "Thing", "label=x"]);
        command.current_dir(author.work().join(folder));
        super::Ran::of(&command.output().unwrap())
    };
    run("", ".").succeeds().says(&["created", "id first"]);
    // The project's folder has it, independent of the command's folder.
    run("elsewhere", "..").succeeds().says(&["unchanged"]);
    let kept = author.home().join(".pulumi/wasm/try");
    let [project] = &super::names(&kept)[..] else {
        panic!("one project: {:?}", super::names(&kept));
    };
    assert!(project.starts_with("work-"), "{project}");
    let record = kept.join(project).join("acme-index-Thing/one.json");
    assert!(record.is_file());
    let ran = run("elsewhere", ".");
    ran.fails(&["there is no provider in"]);

    // A source that does not compile is not tried.
    author.has("cargo", "echo 'error: expected `;`' >&2; exit 101");
    run("", ".").fails(&["expected `;`"]);
}

#[test]
fn the_cases_of_a_project_are_run_with_what_it_makes() {
    let author = author(&makes("first"));
    let case = |id: &str| {
        format!(
            "type: Thing\nbehaviours: false\ninputs: {{ label: x }}\nexpect: {{ does: create, id: {id} }}\n"
        )
    };
    author.write("tests/thing.yaml", case("first"));
    author
        .runs(&["test"])
        .succeeds()
        .says(&["1 passed, 0 failed"]);
    author.has_cargo(&makes("second"), "");
    let ran = author.runs(&["test", "."]);
    assert!(!ran.succeeded);
    ran.says(&["first", "second"]);
    author.write("tests/thing.yaml", case("second"));
    author.runs(&["test", "."]).succeeds();
}

struct Dev(Child);

impl Drop for Dev {
    fn drop(&mut self) {
        self.0.kill().ok();
        self.0.wait().ok();
    }
}

#[test]
fn a_project_that_is_worked_on_is_built_and_served_whenever_a_source_changes() {
    let author = author(&makes("first"));
    let mut command = author.command(&["dev", "."]);
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut dev = Dev(command.spawn().unwrap());
    let mut errors = BufReader::new(dev.0.stderr.take().unwrap()).lines();
    // Ends when the tool does, and with it the output.
    let mut says = |part: &str| {
        let found = errors
            .by_ref()
            .map(Result::unwrap)
            .find(|line| line.contains(part));
        assert!(found.is_some(), "it ended without `{part}`");
    };
    let mut output = BufReader::new(dev.0.stdout.take().unwrap()).lines();
    let line = output.next().unwrap().unwrap();
    assert!(line.starts_with("PULUMI_DEBUG_PROVIDERS=wasm:"), "{line}");
    says("watching");

    author.has_cargo(&makes("second"), "");
    author.write("src/lib.rs", "// Another one.");
    says("reloaded acme");
    author.has("cargo", "echo 'error: expected `;`' >&2; exit 101");
    author.write("src/lib.rs", "// Not right.");
    says("expected `;`");
    says("the last version is still served");
    author.has_cargo(&makes("third"), "");
    author.write("src/lib.rs", "// Right again.");
    says("reloaded acme");
}
