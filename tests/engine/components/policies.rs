//! Policy packs over component resources and their children. The pack is `tests/engine/python/policy.py`, which the
//! engine starts as a program.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use test_support::pulumi::engine::{Engine, given};
use test_support::pulumi::output::Output;
use test_support::pulumi::stack::Stack;

const PROGRAM: &str = "
name: policies
runtime: yaml
resources:
  maker:
    type: pulumi:providers:random
  site:
    type: site:Website
    properties:
      title: Home
      note: {'fn::secret': hush and more}
      pages: 1
    options:
      providers: ['${maker}']
outputs:
  url: ${site.url}
";

const SECRET: &str = "4dabf18193072939515e22adb298388d";
const PAGE: &str = "site:index:Page";
const PASSWORD: &str = "random:index/randomPassword:RandomPassword";

/// A stack with a component of two packages, and a pack beside its project.
struct Judged {
    stack: Stack,
    folder: PathBuf,
}

impl Judged {
    fn new(name: &str) -> Self {
        let stack = Engine::stack(name).program(PROGRAM);
        let stack = stack.component("site").component("random").create();
        stack.package_add(&["./site.wasm"]).succeeds();
        stack.package_add(&["./random.wasm"]).succeeds();
        let folder = stack.path().join("pack");
        fs::create_dir(&folder).unwrap();
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/engine/python/policy.py");
        let python = given("PULUMI_WASM_TEST_PYTHON");
        let (python, source) = (python.display(), source.display());
        let script = format!(
            "#!/bin/sh\nPOLICY_FOLDER='{}' exec '{python}' '{source}' \"$@\"\n",
            folder.display()
        );
        let program = folder.join("pack");
        fs::write(&program, script).unwrap();
        fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
        Self { stack, folder }
    }

    /// Runs an update or a preview under rules.
    fn run(&self, command: &[&str], rules: Value) -> Output {
        fs::write(self.folder.join("policy.json"), rules.to_string()).unwrap();
        let _ = fs::remove_file(self.folder.join("seen.jsonl"));
        let pack = self.folder.join("pack");
        let pack = ["--stack", "dev", "--policy-pack", pack.to_str().unwrap()];
        self.stack.run(&[command, &pack].concat())
    }

    fn up(&self, rules: Value) -> Output {
        self.run(&["up", "--yes", "--skip-preview"], rules)
    }

    /// The resources that a call of the pack was about.
    fn seen(&self, call: &str) -> Vec<Value> {
        let text = fs::read_to_string(self.folder.join("seen.jsonl")).unwrap();
        let lines = text.lines();
        let lines = lines.map(|line| serde_json::from_str::<Value>(line).unwrap());
        lines.filter(|line| line["call"] == call).collect()
    }

    /// The resources of the state, with their secrets in clear.
    fn recorded(&self) -> Vec<Value> {
        let export = ["stack", "export", "--stack", "dev", "--show-secrets"];
        let output = self.stack.run(&export).succeeds();
        let mut state: Value = serde_json::from_str(&output.stdout).unwrap();
        match state["deployment"]["resources"].take() {
            Value::Array(resources) => resources,
            other => panic!("{other}"),
        }
    }
}

/// Inputs in one form: the state has secrets as JSON texts, and keys that begin with `__` belong to the engine and the
/// host.
fn plain(value: &Value) -> Value {
    match value {
        Value::Object(members) => match (members.get("plaintext"), members.get("value")) {
            (Some(Value::String(text)), _) => {
                json!({ "secret": plain(&serde_json::from_str(text).unwrap()) })
            }
            (_, Some(value)) if members.contains_key(SECRET) => json!({ "secret": plain(value) }),
            _ => {
                let members = members.iter().filter(|(key, _)| !key.starts_with("__"));
                members
                    .map(|(key, value)| (key.clone(), plain(value)))
                    .collect()
            }
        },
        Value::Array(items) => items.iter().map(plain).collect(),
        Value::Number(number) => json!(number.as_f64()),
        other => other.clone(),
    }
}

/// A component hides no child from a pack, and shows the pack no other inputs than the engine records.
#[test]
fn a_policy_pack_sees_each_child_of_a_component_with_the_inputs_that_are_recorded() {
    let judged = Judged::new("policies-seen");
    judged.up(json!([])).succeeds().changes(&[("created", 7)]);
    let (analyzed, at_the_end) = (judged.seen("Analyze"), judged.seen("AnalyzeStack"));
    let recorded = judged.recorded();
    let children = [
        "site-password",
        "site-front",
        "site-more",
        "site-more-page-1",
    ];
    for name in children {
        let urn = format!("::{name}");
        let named = |resource: &&Value| resource["urn"].as_str().unwrap().ends_with(&urn);
        assert!(recorded.iter().any(|found| named(&found)), "{name}");
    }
    for resource in &recorded {
        let same = |seen: &&Value| seen["urn"] == resource["urn"];
        let seen = analyzed.iter().find(same);
        let seen = seen.unwrap_or_else(|| panic!("the pack has not seen {resource}"));
        let inputs = plain(resource.get("inputs").unwrap_or(&json!({})));
        assert_eq!(plain(&seen["properties"]), inputs, "{resource}");
        assert_eq!(seen["options"]["parent"], resource["parent"], "{resource}");
        assert!(at_the_end.iter().any(|seen| same(&seen)), "{resource}");
    }
    // The secret of the program is a secret in the child that is made of it.
    let front = analyzed.iter().find(|seen| seen["name"] == "site-front");
    let text = &front.unwrap()["properties"]["text"];
    assert_eq!(plain(text), json!({ "secret": "HOME\n\nhush and more" }));
}

#[test]
fn a_child_that_breaks_a_policy_is_not_made_and_the_deployment_ends_in_order() {
    let judged = Judged::new("policies-broken");
    let rule = |level: &str| {
        json!([{
            "name": "only-the-first", "level": level,
            "type": PAGE, "property": "path", "value": "page-1.html",
        }])
    };
    let preview = judged.run(&["preview"], rule("MANDATORY")).fails();
    preview.says("[mandatory]  only-the-first  (site:index:Page: site-front)");
    judged
        .up(rule("MANDATORY"))
        .fails()
        .says("path of site-front is not page-1.html")
        .lacks("panic")
        .lacks("monitor");
    assert_eq!(judged.stack.resource("site-front"), None);
    // An advisory policy does not stop the deployment.
    judged
        .up(rule("ADVISORY"))
        .succeeds()
        .says("[advisory]  only-the-first  (site:index:Page: site-front)");
    assert!(judged.stack.resource("site-front").is_some());
    judged.stack.up().succeeds().changes(&[]);
}

#[test]
fn what_a_policy_pack_changes_reaches_the_children_of_a_component() {
    let judged = Judged::new("policies-changed");
    let remedy = |kind: &str, property: &str, value: Value| {
        json!({
            "name": format!("remedy-{property}"), "level": "REMEDIATE",
            "type": kind, "property": property, "value": value,
        })
    };
    let rules = json!([
        remedy(PASSWORD, "length", json!(20)),
        remedy(PAGE, "text", json!("by the pack")),
    ]);
    judged
        .up(rules.clone())
        .succeeds()
        .changes(&[("created", 7)]);
    for name in ["site-front", "site-more-page-1"] {
        let page = judged.stack.resource(name).unwrap();
        assert_eq!(page["inputs"]["text"], "by the pack", "{page}");
        assert_eq!(page["outputs"]["text"], "by the pack", "{page}");
    }
    let recorded = judged.recorded();
    let named = |resource: &&Value| resource["type"] == PASSWORD;
    let password = recorded.iter().find(named).unwrap();
    let Value::String(result) = plain(&password["outputs"]["result"])["secret"].take() else {
        panic!("{password}");
    };
    assert_eq!(result.len(), 20, "{password}");
    judged.up(rules).succeeds().changes(&[]);
}
