//! A newer version of a package upgrades state that an older version recorded in another form.

use test_support::pulumi::engine::Engine;
use test_support::pulumi::inline::{Inline, Language, Outcome, Step};
use test_support::pulumi::provider::Provider;
use test_support::pulumi::stack::Stack;

/// The inputs of the first version.
const PROGRAM: &str = "
name: upgrade
runtime: yaml
resources:
  entry:
    type: ledger:Entry
    properties: {label: first, size: 5 GB}
    options: {VIA}
outputs:
  changes: ${entry.changes}
";

/// Replaces the component by a version, and adds the package again.
fn version(stack: &Stack, version: u32) {
    stack.copy_component(&format!("ledger-{version}"), "ledger.wasm");
    stack.package_add(&["./ledger.wasm"]).succeeds();
}

fn recorded_by_the_first_version(provider: Provider) -> Stack {
    let stack = Engine::stack("upgrade")
        .program(provider.complete(PROGRAM, "ledger", ""))
        .create();
    version(&stack, 1);
    stack.up().succeeds();
    stack
}

#[test]
fn a_newer_version_goes_on_where_the_older_one_left_off() {
    goes_on(Provider::Default);
}

#[test]
fn a_newer_version_goes_on_with_an_explicit_provider() {
    goes_on(Provider::Explicit);
}

fn goes_on(provider: Provider) {
    let stack = recorded_by_the_first_version(provider);
    version(&stack, 2);
    stack.edit("size: 5 GB", "gigabytes: 5");
    // The same size in another notation does not change the entry: the record and the program get the new notation.
    stack.edit(
        "${entry.changes}",
        "${entry.changes}\n  size: ${entry.gigabytes}",
    );
    let previewed = stack.preview().succeeds().changes(&[("to update", 1)]);
    let entry = previewed.calls.about("entry");
    let differences = &entry.only("Diff").answer()["detailedDiff"];
    assert_eq!(differences["size"]["kind"], "DELETE", "{differences}");
    assert_eq!(entry.only("Update").answer()["properties"]["gigabytes"], 5);
    stack.up().succeeds().changes(&[("updated", 1)]);
    assert_eq!(stack.output("size"), 5);
    // The component was not called: it counts its updates.
    assert_eq!(stack.output("changes"), 0);
    stack.up().succeeds().changes(&[]);
    stack.refresh().succeeds().changes(&[]);

    stack.edit("gigabytes: 5", "gigabytes: 6");
    stack.preview().succeeds().changes(&[("to update", 1)]);
    let updated = stack.up().succeeds().changes(&[("updated", 1)]);
    let entry = updated.calls.about("entry");
    let differences = &entry.only("Diff").answer()["detailedDiff"];
    let differences: Vec<&String> = differences.as_object().unwrap().keys().collect();
    assert_eq!(differences, ["gigabytes"], "{updated}");
    assert_eq!(stack.output("changes"), 1);
    let entry = stack.resource("entry").unwrap();
    assert!(entry["inputs"]["size"].is_null(), "{entry}");
    assert!(entry["outputs"]["size"].is_null(), "{entry}");
    assert_eq!(entry["outputs"]["gigabytes"], 6, "{entry}");
    stack.up().succeeds().changes(&[]);
    stack.destroy().succeeds();
}

#[test]
fn a_refresh_brings_the_record_to_the_newer_version() {
    let stack = recorded_by_the_first_version(Provider::Default);
    version(&stack, 2);
    stack.edit("size: 5 GB", "gigabytes: 5");
    // The program does not run, so the engine has the parameter of the first version: only `up` uses the new one.
    stack
        .run(&[
            "refresh",
            "--stack",
            "dev",
            "--yes",
            "--skip-preview",
            "--run-program",
        ])
        .succeeds();
    let entry = stack.resource("entry").unwrap();
    assert_eq!(entry["outputs"]["gigabytes"], 5, "{entry}");
    assert!(entry["outputs"]["size"].is_null(), "{entry}");
    stack.up().succeeds().changes(&[]);
}

#[test]
fn resources_of_an_older_version_are_destroyed_by_the_newer_one() {
    let stack = recorded_by_the_first_version(Provider::Default);
    version(&stack, 2);
    stack.edit("size: 5 GB", "gigabytes: 5");
    stack.up().succeeds();
    stack.destroy().succeeds().calls.are_without_errors();
}

#[test]
fn an_older_version_refuses_the_state_of_a_newer_one() {
    let stack = Engine::stack("upgrade")
        .program(
            PROGRAM
                .replace("VIA", "")
                .replace("size: 5 GB", "gigabytes: 5"),
        )
        .create();
    version(&stack, 2);
    stack.up().succeeds();
    version(&stack, 1);
    stack.edit("gigabytes: 5", "size: 5 GB");
    let refused = stack.up().fails().says("entry").says("newer");
    refused.calls.are_without(&["Update", "Delete"]);
    let entry = stack.resource("entry").unwrap();
    assert_eq!(entry["outputs"]["gigabytes"], 5, "{entry}");
}

#[test]
fn a_new_required_output_fails_updates_with_advice_and_no_delete() {
    let stack = recorded_by_the_first_version(Provider::Default);
    version(&stack, 3);
    stack.up().succeeds().changes(&[]);
    stack.edit("size: 5 GB", "size: 6 GB");
    let refused = stack.up().fails();
    refused
        .says("the recorded state of `first` has no usable `serial`")
        .says("migration that sets `serial`");
    stack.destroy().succeeds().calls.are_without_errors();
}

#[test]
fn ignored_inputs_of_an_older_version_are_migrated() {
    let stack = recorded_by_the_first_version(Provider::Default);
    version(&stack, 2);
    stack.edit("size: 5 GB", "gigabytes: 7");
    stack.edit("options: {}", "options: {ignoreChanges: ['*']}");
    stack.up().succeeds().changes(&[("updated", 1)]);
    let entry = stack.resource("entry").unwrap();
    assert_eq!(entry["outputs"]["gigabytes"], 5, "{entry}");
    assert_eq!(entry["outputs"]["changes"], 0, "{entry}");
    stack.up().succeeds().changes(&[]);
}

#[test]
fn a_program_in_python_gets_the_outputs_of_the_newer_version() {
    gets_new_outputs(Language::Python);
}

#[test]
fn a_program_in_typescript_gets_the_outputs_of_the_newer_version() {
    gets_new_outputs(Language::TypeScript);
}

fn gets_new_outputs(language: Language) {
    let before = Inline::new(language, "ledger_before", &["ledger-1"]);
    before
        .takes(&[Step::Up])
        .remove(0)
        .changes(&[("create", 2)]);
    let after = before.goes_on("ledger_after", &["ledger-2"]);
    let outcomes = after.takes(&[Step::Preview, Step::Up, Step::Up, Step::Destroy]);
    let [previewed, changed, same, gone] = <[Outcome; 4]>::try_from(outcomes).ok().unwrap();
    previewed.changes(&[("update", 1)]);
    changed.changes(&[("update", 1)]);
    // The program computes with it.
    assert_eq!(changed.value("megabytes"), 5000);
    assert_eq!(changed.value("changes"), 0);
    same.changes(&[]);
    gone.changes(&[("delete", 2)]);
}
