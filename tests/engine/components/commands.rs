//! Commands of the engine that move, import, watch and compare a component resource with its children.

use std::env;
use std::fs::{self, File};
use std::io::{BufRead as _, BufReader, Lines, Write as _};
use std::os::unix::fs::PermissionsExt as _;
use std::process::{Child, ChildStdout, Command, Stdio};

use serde_json::{Value, json};

use test_support::fake::declare::{Declare, output};
use test_support::fake::guest::{Guest, THING};
use test_support::fake::steps::{Answer, Step};
use test_support::pulumi::engine::Engine;
use test_support::pulumi::stack::Stack;
use test_support::servers::key_server;

const PROGRAM: &str = "
name: commands
runtime: yaml
resources:
  maker:
    type: pulumi:providers:random
  site:
    type: site:Website
    properties:
      title: Home
      pages: 1
    options:
      providers: ['${maker}']
outputs:
  url: ${site.url}
  password: ${site.password}
";

const PASSWORD: &str = "random:index/randomPassword:RandomPassword";

fn stack(name: &str) -> Stack {
    let stack = Engine::stack(name).program(PROGRAM);
    let stack = stack.component("site").component("random").create();
    for package in ["./site.wasm", "./random.wasm"] {
        stack.package_add(&[package]).succeeds();
    }
    stack
}

/// The URN of a resource of this name.
#[track_caller]
fn urn(stack: &Stack, name: &str) -> String {
    let found = stack.resource(name);
    let found = found.unwrap_or_else(|| panic!("there is no `{name}`: {}", stack.export()));
    found["urn"].as_str().unwrap().to_owned()
}

#[test]
fn a_component_and_its_children_move_to_another_stack_and_back() {
    let stack = stack("commands-moved");
    stack.up().succeeds();
    let resources = |state: &Value| state["deployment"]["resources"].as_array().map(Vec::len);
    let before = resources(&stack.export());
    let key = ["--secrets-provider", key_server::PROVIDER];
    let new = [&["stack", "init", "other"], &key[..]].concat();
    stack.run(&new).succeeds();
    let moves = |from, to, site: &str| {
        let ends = ["--source", from, "--dest", to, site];
        let command = [&["state", "move", "--yes"], &ends[..]].concat();
        stack.run(&command).succeeds()
    };
    let site = urn(&stack, "site");
    let output = moves("dev", "other", &site);
    for child in ["::site-password", "::site-more-page-1", "::site-front"] {
        assert!(output.stdout.contains(child), "{output}");
    }
    let up = ["up", "--yes", "--skip-preview", "--stack", "other"];
    stack.run(&up).succeeds().changes(&[]);
    moves("other", "dev", &site.replacen(":dev:", ":other:", 1));
    stack.up().succeeds().changes(&[]);
    assert_eq!(resources(&stack.export()), before);
}

/// The child of another package has the same URN as if its component had created it.
#[test]
fn a_child_that_exists_is_imported_below_its_component() {
    let stack = stack("commands-imported");
    stack.up().succeeds();
    let password = stack.output("password").as_str().unwrap().to_owned();
    let (child, site, maker) = (
        urn(&stack, "site-password"),
        urn(&stack, "site"),
        urn(&stack, "maker"),
    );
    let delete = ["state", "delete", "--stack", "dev", "--yes", &child];
    let delete = [&delete[..], &["--target-dependents"]].concat();
    stack.run(&delete).succeeds();
    assert_eq!(stack.resource("site-password"), None);

    let parents = [format!("site={site}"), format!("maker={maker}")];
    let [parent, provider] = &parents;
    stack
        .run(&[
            "import",
            "--stack",
            "dev",
            "--yes",
            "--skip-preview",
            "--protect=false",
            "--parent",
            parent,
            "--provider",
            provider,
            // A password may begin with a hyphen.
            "--",
            PASSWORD,
            "site-password",
            &password,
        ])
        .succeeds();
    assert_eq!(urn(&stack, "site-password"), child);
    // The front page, which depends on the password, was deleted from the state with it.
    stack.up().succeeds().changes(&[("created", 1)]);
    assert_eq!(stack.output("password"), password.as_str());
}

/// The engine skips new resources beside a target and in a refresh. Above them, their values are unknown.
#[test]
fn a_new_component_of_components_is_in_the_way_of_no_refresh_and_of_no_target() {
    let stack = stack("commands-new");
    stack.up().succeeds();
    let portal = "  portal:
    type: site:Portal
    properties: {titles: [One]}
    options: {providers: ['${maker}']}
outputs:
  about: ${portal.about}
";
    stack.edit("outputs:\n", portal);
    let site = urn(&stack, "site");
    for command in [
        &["refresh", "--run-program"][..],
        &["up", "--target", &site],
        &["destroy", "--run-program", "--preview-only"],
    ] {
        let preview = command.contains(&"--preview-only");
        let now: &[&str] = if preview {
            &[]
        } else {
            &["--yes", "--skip-preview"]
        };
        let command = [command, now, &["--stack", "dev"]].concat();
        stack.run(&command).succeeds();
        assert_eq!(stack.resource("portal-site-front"), None);
    }
    stack.up().succeeds();
    let about = stack.output("about");
    assert!(about.as_str().unwrap().ends_with("#about"), "{about}");
    stack.up().succeeds().changes(&[]);
    stack.destroy().succeeds();
}

#[test]
fn a_preview_of_a_refresh_shows_what_a_child_became_and_records_nothing() {
    let child = Declare::resource(THING, "thing-", r#"{"label":"x"}"#.to_owned());
    let outputs = json!({ "url": output(1, "label") });
    let made = [
        Step::Declare(child),
        Step::Answer(Answer::Outputs(outputs.to_string())),
    ];
    let drifted = Answer::Found {
        outputs: r#"{"label":"y"}"#,
    };
    let guest = Guest::new()
        .does("construct", made)
        .does("read", [Step::Answer(drifted)]);
    let program = "
name: drift
runtime: yaml
resources:
  site:
    type: acme:Site
";
    let stack = Engine::stack("commands-drift").program(program).create();
    fs::write(stack.project.join("acme.wasm"), guest.build()).unwrap();
    stack.package_add(&["./acme.wasm"]).succeeds();
    stack.up().succeeds().changes(&[("created", 3)]);
    let before = stack.export();
    let preview = ["refresh", "--stack", "dev", "--preview-only"];
    let output = stack.run(&preview).succeeds();
    output.changes(&[("to update", 1)]).says("thing-site");
    assert_eq!(
        stack.export()["deployment"]["resources"],
        before["deployment"]["resources"]
    );
    let strict = [&preview[..], &["--expect-no-changes"]].concat();
    stack.run(&strict).fails();
}

/// A program instead of Pulumi's `pulumi-watch`, which tells the engine of each change of a file.
struct Watch {
    child: Child,
    said: Lines<BufReader<ChildStdout>>,
    changes: File,
}

impl Watch {
    fn begin(stack: &Stack) -> Self {
        let folder = stack.path().join("watch");
        fs::create_dir(&folder).unwrap();
        let changes = folder.join("changes");
        let made = Command::new("mkfifo").arg(&changes).status().unwrap();
        assert!(made.success());
        let program = folder.join("pulumi-watch");
        let script = format!("#!/bin/sh\nexec cat '{}'\n", changes.display());
        fs::write(&program, script).unwrap();
        fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
        let mut command = stack.command(&stack.project);
        let path = command.get_envs().find(|(name, _)| *name == "PATH");
        let path = path.and_then(|(_, path)| path).unwrap().to_owned();
        let folders = [folder].into_iter().chain(env::split_paths(&path));
        let mut child = command
            .env("PATH", env::join_paths(folders).unwrap())
            .args(["--non-interactive", "--color", "never"])
            .args(["watch", "--stack", "dev"])
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let said = BufReader::new(child.stdout.take().unwrap()).lines();
        // Opening it like this does not wait for the reader.
        let changes = File::options().read(true).write(true).open(changes);
        Self {
            child,
            said,
            changes: changes.unwrap(),
        }
    }

    /// Tells of a change, and waits for the end of the update.
    fn update(&mut self) -> String {
        writeln!(self.changes, "Pulumi.yaml").unwrap();
        let mut lines = Vec::new();
        for line in self.said.by_ref() {
            let line = line.unwrap();
            if let Some((_, end)) = line.split_once("Update ") {
                return end.to_owned();
            }
            lines.push(line);
        }
        panic!("the engine has ended: {lines:?}");
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn a_watched_program_changes_the_children_of_its_component_with_each_edit() {
    let stack = stack("commands-watched");
    stack.up().succeeds();
    let mut watch = Watch::begin(&stack);
    stack.edit("pages: 1", "pages: 2");
    let end = watch.update();
    assert!(
        end.contains("complete; changes made: 1 create, 2 update"),
        "{end}"
    );
    // The component refuses its inputs, and the next edit is deployed all the same.
    stack.edit("title: Home", "title: [Home]");
    let end = watch.update();
    assert!(end.contains("failed; changes made: None"), "{end}");
    stack.edit("title: [Home]", "title: Town");
    let end = watch.update();
    assert!(end.contains("complete; changes made: 4 update"), "{end}");
}
