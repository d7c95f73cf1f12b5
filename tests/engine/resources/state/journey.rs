//! Random journeys under the real engine, with the options of resources and the commands that look at a part of a stack.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use proptest::prelude::*;
use proptest::sample::select;
use serde_json::{Map, Value, json};

use super::expected::lacks;
use super::outside::OUTSIDE;
use super::program::{FIELDS, Goal, PASSWORDS, choices};
use super::rest::Rest;
use super::script::{Step, Who};
use super::text::properties;
use test_support::pulumi::engine::Engine;
use test_support::pulumi::output::Output;
use test_support::pulumi::stack::Stack;

/// The options that a resource gets or loses. `${other}` is the other resource.
const OPTIONS: [(&str, &str); 14] = [
    ("ignoreChanges", r#"["size"]"#),
    (
        "ignoreChanges",
        r#"["tags.a", "rules[0].proto", "members[*].weight"]"#,
    ),
    ("ignoreChanges", r#"["words[0]", "tags"]"#),
    ("ignoreChanges", r#"["*"]"#),
    ("replaceOnChanges", r#"["size"]"#),
    ("replaceOnChanges", r#"["*"]"#),
    ("deleteBeforeReplace", "true"),
    ("retainOnDelete", "true"),
    ("protect", "true"),
    ("additionalSecretOutputs", r#"["serial", "tags"]"#),
    ("hideDiffs", r#"["label"]"#),
    (
        "customTimeouts",
        r#"{"create": "1m", "update": "2m", "delete": "3m"}"#,
    ),
    ("dependsOn", r#"["${other}"]"#),
    ("deletedWith", r#""${other}""#),
];

/// A change of the program, or of a thing by others.
#[derive(Debug, Clone)]
pub(crate) enum Edit {
    Set(Who, &'static str, Option<usize>),
    /// The label of the second resource becomes an output of the first. With references both ways they would wait for
    /// each other.
    Refer(&'static str),
    Toggle(Who, usize),
    /// The program gives the resource another name, and an alias for the name that it had.
    Rename(Who),
    Drop(Who),
    Outside(Who, usize),
}

/// A command.
#[derive(Debug, Clone)]
pub(crate) enum Command {
    /// An update of everything, with flags.
    Up(&'static [&'static str]),
    Planned,
    Refresh(&'static [&'static str]),
    /// `URN` in the flags stands for the URN of the resource.
    Part(Who, &'static [&'static str]),
    /// A change of the state by `pulumi state`, and an update.
    State(Who, &'static [&'static str]),
    ExportAndImport,
}

/// A journey: edits, and the command after them.
pub(crate) type Journey = Vec<(Vec<Edit>, Command)>;

fn who() -> impl Strategy<Value = Who> {
    select(vec![Who::A, Who::B])
}

fn edit(is_playable: fn(&Step) -> bool) -> impl Strategy<Value = Edit> {
    let is_field = |field: &&'static str| is_playable(&Step::Set(Who::A, field, None));
    let fields: Vec<&'static str> = FIELDS.iter().copied().filter(is_field).collect();
    let is_change = |index: &usize| is_playable(&Step::Outside(Who::A, *index));
    let changes: Vec<usize> = (0..OUTSIDE.len()).filter(is_change).collect();
    let set = (who(), select(fields), any::<prop::sample::Index>());
    prop_oneof![
        8 => set.prop_map(|(who, field, choice)| {
            let choice = choice.index(choices(field).len() + 1);
            Edit::Set(who, field, choice.checked_sub(1))
        }),
        2 => select(vec!["url", "serial", "zone", "id"]).prop_map(Edit::Refer),
        5 => (who(), 0..OPTIONS.len()).prop_map(|(who, option)| Edit::Toggle(who, option)),
        1 => who().prop_map(Edit::Rename),
        1 => who().prop_map(Edit::Drop),
        2 => (who(), select(changes)).prop_map(|(who, index)| Edit::Outside(who, index)),
    ]
}

fn command() -> impl Strategy<Value = Command> {
    let up: Vec<&'static [&'static str]> = vec![
        &[],
        &["--refresh"],
        &["--parallel", "1"],
        &["--parallel", "100"],
        &["--continue-on-error"],
    ];
    let refresh: Vec<&'static [&'static str]> = vec![&[], &["--preview-only"]];
    let part: Vec<&'static [&'static str]> = vec![
        &["up", "--target", "URN"],
        &["up", "--target", "URN", "--target-dependents"],
        &["up", "--exclude", "URN"],
        &["up", "--replace", "URN"],
        &["destroy", "--target", "URN", "--target-dependents"],
    ];
    let state: Vec<&'static [&'static str]> = vec![
        &["taint", "URN"],
        &["unprotect", "--all"],
        &["delete", "--force", "--target-dependents", "URN"],
    ];
    prop_oneof![
        6 => select(up).prop_map(Command::Up),
        1 => Just(Command::Planned),
        2 => select(refresh).prop_map(Command::Refresh),
        4 => (who(), select(part)).prop_map(|(who, flags)| Command::Part(who, flags)),
        2 => (who(), select(state)).prop_map(|(who, flags)| Command::State(who, flags)),
        1 => Just(Command::ExportAndImport),
    ]
}

/// Any journey of this length.
pub(crate) fn journey(
    length: usize,
    is_playable: fn(&Step) -> bool,
) -> impl Strategy<Value = Journey> {
    let step = (prop::collection::vec(edit(is_playable), 0..4), command());
    prop::collection::vec(step, length)
}

/// A resource of the program.
#[derive(Default)]
struct Wanted {
    goal: Goal,
    /// The output of the other resource that is the label.
    label: Option<&'static str>,
    options: BTreeMap<&'static str, &'static str>,
    /// How often it got another name.
    renamed: usize,
}

/// A running journey.
pub(crate) struct Traveller {
    stack: Stack,
    head: String,
    server: Rest,
    wanted: BTreeMap<&'static str, Wanted>,
    /// Things that the program or a user leaves on the server.
    left: BTreeSet<String>,
    /// Whether a thing may differ from its record.
    has_drifted: bool,
    /// Whether the program has ever had the password in plain text too: the history of the stack keeps it.
    says_openly: bool,
    journey: String,
}

impl Traveller {
    pub(crate) fn new(journey: &Journey) -> Self {
        let server = Rest::start();
        let stack = Engine::stack("journey").component("model").create();
        stack.package_add(&["./model.wasm"]).succeeds();
        stack.config_set("model:server", &server.address, false);
        Self {
            head: stack.read_program(),
            stack,
            server,
            wanted: BTreeMap::from([("a", Wanted::default())]),
            left: BTreeSet::new(),
            has_drifted: false,
            says_openly: false,
            journey: format!("{journey:#?}"),
        }
    }

    /// Takes all steps. At the end everything is repaired and destroyed.
    pub(crate) fn play(mut self, journey: Journey) {
        for (edits, command) in journey {
            println!("- {edits:?}, {command:?}");
            for edit in edits {
                self.edit(edit);
            }
            self.write();
            self.keep_left();
            self.command(&command);
        }
        for wanted in self.wanted.values_mut() {
            wanted.options.clear();
        }
        self.write();
        self.keep_left();
        self.run(&["state", "unprotect", "--all", "--yes"]);
        self.succeeds(&["refresh", "--yes", "--skip-preview"]);
        self.has_drifted = false;
        self.command(&Command::Up(&[]));
        self.succeeds(&["destroy", "--yes", "--skip-preview"]);
        let world = self.server.world();
        let mut things = world.server.things.keys();
        assert!(things.all(|id| self.left.contains(id)), "{}", self.journey);
    }

    fn edit(&mut self, edit: Edit) {
        match edit {
            Edit::Set(who, field, choice) => {
                let wanted = self.wanted.entry(who.name()).or_default();
                let value = choice.and_then(|choice| choices(field).get(choice).cloned());
                match value {
                    Some(value) => drop(wanted.goal.inputs.insert(field.to_owned(), value)),
                    None => drop(wanted.goal.inputs.remove(field)),
                }
                if field == "label" {
                    wanted.label = None;
                }
            }
            Edit::Refer(output) => {
                if let Some(wanted) = self.wanted.get_mut("b") {
                    wanted.goal.inputs.remove("label");
                    wanted.label = Some(output);
                }
            }
            Edit::Toggle(who, option) => {
                let (name, value) = OPTIONS[option];
                if let Some(wanted) = self.wanted.get_mut(who.name())
                    && wanted.options.insert(name, value) == Some(value)
                {
                    wanted.options.remove(name);
                }
            }
            Edit::Rename(who) => {
                if let Some(wanted) = self.wanted.get_mut(who.name()) {
                    wanted.renamed += 1;
                }
            }
            Edit::Drop(who) => drop(self.wanted.remove(who.name())),
            Edit::Outside(who, index) => {
                let Some(id) = self.id(who.name()) else {
                    return;
                };
                let mut world = self.server.world();
                if let Some(thing) = world.server.things.get_mut(&id) {
                    OUTSIDE[index].act(&mut thing.fields);
                    thing.complete();
                    self.has_drifted = true;
                }
            }
        }
    }

    fn name(&self, name: &str) -> String {
        let renamed = self.wanted.get(name).map_or(0, |wanted| wanted.renamed);
        format!("{name}{renamed}")
    }

    fn id(&self, name: &str) -> Option<String> {
        let resource = self.stack.resource(&self.name(name))?;
        resource["id"].as_str().map(str::to_owned)
    }

    fn write(&mut self) {
        self.says_openly |= self.wanted.values().any(|wanted| {
            let label = wanted.goal.inputs.get("label");
            label.and_then(|label| label.as_str()) == Some(PASSWORDS[0])
        });
        let mut resources = Map::new();
        for (name, wanted) in &self.wanted {
            let mut inputs = properties(&wanted.goal.inputs(1));
            let has_other = *name == "b" && self.wanted.contains_key("a");
            if let (Some(output), true) = (wanted.label, has_other) {
                inputs["label"] = json!(format!("${{{}.{output}}}", self.name("a")));
            }
            let mut options = Map::new();
            for (option, value) in &wanted.options {
                if value.contains("${other}") && !has_other {
                    continue;
                }
                let value = value.replace("${other}", &format!("${{{}}}", self.name("a")));
                options.insert((*option).to_owned(), serde_json::from_str(&value).unwrap());
            }
            let earlier: Vec<Value> = (0..wanted.renamed)
                .map(|number| json!({ "name": format!("{name}{number}") }))
                .collect();
            options.insert("aliases".to_owned(), json!(earlier));
            let resource =
                json!({ "type": "model:Thing", "properties": inputs, "options": options });
            resources.insert(self.name(name), resource);
        }
        let resources = Value::Object(resources);
        let head = self.head.trim_end();
        self.stack
            .write_program(&format!("{head}\nresources: {resources}\n"));
    }

    /// Notes the things that a delete of their resources leaves.
    fn keep_left(&mut self) {
        let state = self.stack.export();
        let resources = state["deployment"]["resources"].as_array().cloned();
        for resource in resources.unwrap_or_default() {
            let is_left = resource["retainOnDelete"] == true || resource["deletedWith"].is_string();
            if let (true, Some(id)) = (is_left, resource["id"].as_str()) {
                self.left.insert(id.to_owned());
            }
        }
    }

    fn run(&self, arguments: &[&str]) -> Output {
        self.stack.run(&[arguments, &["--stack", "dev"]].concat())
    }

    fn succeeds(&self, arguments: &[&str]) -> Output {
        let output = self.run(arguments);
        assert!(output.status.success(), "{}\n{output}", self.journey);
        output
    }

    fn command(&mut self, command: &Command) {
        let now = ["--yes", "--skip-preview"];
        match command {
            Command::Up(flags) => self.up(&[&["up"], &now[..], flags].concat()),
            Command::Planned => {
                let file = self.stack.path().join("plan.json");
                let file = file.to_str().unwrap().to_owned();
                if self.does(&["preview", "--save-plan", &file]) {
                    self.up(&[&["up"], &now[..], &["--plan", &file]].concat());
                }
            }
            Command::Refresh([]) => {
                if self.does(&[&["refresh"], &now[..]].concat()) {
                    self.has_drifted = false;
                    let again = ["refresh", "--preview-only", "--expect-no-changes"];
                    self.succeeds(&again);
                }
            }
            Command::Refresh(flags) => {
                let before = self.stack.export();
                self.does(&[&["refresh"], *flags].concat());
                assert_eq!(self.stack.export(), before, "{}", self.journey);
            }
            Command::Part(who, flags) => {
                let Some(urn) = self.urn(*who) else {
                    return;
                };
                let command = [&with_urn(flags, &urn)[..], &now[..]].concat();
                if flags.contains(&"--replace") {
                    self.up(&command);
                } else {
                    self.does(&command);
                }
            }
            Command::State(who, flags) => {
                let Some(urn) = self.urn(*who) else {
                    return;
                };
                if flags.contains(&"delete") {
                    let world = self.server.world();
                    self.left.extend(world.server.things.keys().cloned());
                }
                let command = [&["state"], &with_urn(flags, &urn)[..], &["--yes"]];
                self.succeeds(&command.concat());
                self.up(&[&["up"], &now[..]].concat());
            }
            Command::ExportAndImport => {
                let file = self.stack.path().join("exported.json");
                let exported = self.succeeds(&["stack", "export", "--show-secrets"]);
                fs::write(&file, &exported.stdout).unwrap();
                self.succeeds(&["stack", "import", "--file", file.to_str().unwrap()]);
                fs::remove_file(&file).unwrap();
                self.up(&[&["up"], &now[..]].concat());
            }
        }
    }

    fn urn(&self, who: Who) -> Option<String> {
        let resource = self.stack.resource(&self.name(who.name()))?;
        resource["urn"].as_str().map(str::to_owned)
    }

    /// Runs a command that may fail where a user asks for too much, and judges the state. Returns whether it succeeded.
    fn does(&mut self, arguments: &[&str]) -> bool {
        let output = self.run(arguments);
        let text = format!("{}{}", output.stdout, output.stderr);
        let asks_too_much = [
            "protect",
            "violates plan",
            "--target-dependents",
            "not specified",
            "depends on",
            // The language host for YAML does not sort resources by `deletedWith`.
            "no diagnostics",
        ];
        let may_fail = self.has_drifted || asks_too_much.iter().any(|part| text.contains(part));
        let is_done = output.status.success();
        assert!(is_done || may_fail, "{}\n{output}", self.journey);
        self.has_drifted |= !is_done;
        self.judge_state(&output, &text);
        is_done
    }

    /// Updates everything: afterwards nothing is left to do, and the server has the program's values.
    fn up(&mut self, arguments: &[&str]) {
        if !self.does(arguments) {
            return;
        }
        if arguments.contains(&"--refresh") {
            self.has_drifted = false;
        }
        self.succeeds(&["preview", "--expect-no-changes"]);
        if self.has_drifted {
            return;
        }
        for (name, wanted) in &self.wanted {
            if wanted.options.contains_key("ignoreChanges") {
                continue;
            }
            let id = self.id(name).expect("an id");
            let world = self.server.world();
            let thing = world.server.things.get(&id).expect("a thing");
            let lacking = lacks(thing, &wanted.goal.inputs);
            assert!(lacking.is_empty(), "{lacking:?}\n{}", self.journey);
        }
        self.succeeds(&["refresh", "--preview-only", "--expect-no-changes"]);
    }

    /// Each thing is in the state or was left there, and no password is in a file of the backend.
    fn judge_state(&mut self, output: &Output, text: &str) {
        let state = self.stack.export().to_string();
        for id in self.server.world().server.things.keys() {
            let is_known = state.contains(&format!("\"{id}\"")) || self.left.contains(id);
            assert!(is_known, "nothing knows `{id}`\n{}\n{output}", self.journey);
        }
        self.keep_left();
        if self.says_openly {
            return;
        }
        self.stack.keeps_secret(PASSWORDS[0]);
        assert!(!text.contains(PASSWORDS[0]), "{}\n{output}", self.journey);
    }
}

/// The words of a command for a resource.
fn with_urn<'a>(words: &[&'a str], urn: &'a str) -> Vec<&'a str> {
    let words = words.iter();
    words
        .map(|word| if *word == "URN" { urn } else { word })
        .collect()
}
