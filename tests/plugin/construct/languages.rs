//! The same component in every language: its registrations are equal, byte for byte.
//!
//! To add a language, add a line to `LANGUAGES`, and a component like `tests/components/site`, which is in Rust.

use std::path::{Path, PathBuf};

use prost_types::value::Kind;
use prost_types::{Struct, Value};
use pulumi_wasm_core::value::special_values as special;
use serde_json::json;
use test_support::protocol::pulumirpc as pb;
use tonic::{Code, Status};

use super::cases::{self, Case};
use super::request;
use test_support::fake::calls::properties;
use test_support::fake::monitor::{Asked, FakeMonitor, Hooked, Looked};
use test_support::fake::plugin::Plugin;
use test_support::fake::scene::Scene;
use test_support::fake::value;
use test_support::within;

/// The languages, the one that the others are compared with first, and their components.
pub(super) const LANGUAGES: [(&str, &str); 4] = [
    ("Rust", "site.wasm"),
    ("Python", "site-python.wasm"),
    ("TypeScript", "site-typescript.wasm"),
    ("Go", "site-go.wasm"),
];
/// The folder of the components that `cargo xtask test` built.
const COMPONENTS_VARIABLE: &str = "PULUMI_WASM_TEST_COMPONENTS";

/// Everything that an engine sees of a construction, in an order that does not depend on time.
#[derive(Debug, PartialEq)]
pub(super) struct Seen {
    registered: Vec<pb::RegisterResourceRequest>,
    /// The same after the transforms of the component.
    transformed: Vec<pb::RegisterResourceRequest>,
    /// The calls and results of the components.
    asked: Vec<Asked>,
    /// The hooks that ran.
    hooked: Vec<Hooked>,
    completed: Vec<(String, Struct)>,
    packages: Vec<pb::RegisterPackageRequest>,
    looked: Vec<Looked>,
    answer: Result<Answer, Failure>,
}

/// The answer to the engine.
#[derive(Debug, PartialEq)]
enum Answer {
    Constructed(pb::ConstructResponse),
    Called(pb::CallResponse),
}

/// The parts of an error that are equal in all languages: the code, and the text without places in the source.
#[derive(Debug, PartialEq)]
struct Failure {
    code: Code,
    words: String,
}

#[tokio::test]
async fn a_component_registers_the_same_in_every_language() {
    let cases = cases::all();
    assert!(cases.len() >= 40, "there are {} cases", cases.len());
    let mut seen: Vec<Vec<Seen>> = Vec::new();
    let mut faults = Vec::new();
    for (language, component) in LANGUAGES {
        let scene = Scene::new().await;
        let plugin = launch(&scene, component, &[]).await;
        let mut own = Vec::new();
        for case in &cases {
            // Shown if the test fails, such as at a case that does not end.
            eprintln!("{language}: {}", case.name);
            let of_case = play(&plugin, case, case.is_preview).await;
            if let Err(fault) = is_expected(&of_case, case) {
                faults.push(format!("{language}, {}: {fault}", case.name));
            }
            own.push(of_case);
        }
        seen.push(own);
    }
    let (first, others) = seen.split_first().unwrap();
    for (other, (language, _)) in others.iter().zip(&LANGUAGES[1..]) {
        for ((case, wanted), found) in cases.iter().zip(first).zip(other) {
            if let Some(difference) = difference(wanted, found) {
                faults.push(format!("{language}, {}\n{difference}", case.name));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n\n"));
}

#[tokio::test]
async fn a_preview_registers_the_same_as_an_update_in_every_language() {
    let cases = cases::all();
    for (language, component) in LANGUAGES {
        let scene = Scene::new().await;
        let plugin = launch(&scene, component, &[]).await;
        let mut known = 0;
        for case in cases.iter().filter(|case| !case.is_preview && !case.fails) {
            let update = play(&plugin, case, false).await;
            let preview = play(&plugin, case, true).await;
            assert_eq!(preview.hooked, [], "{language}, {}", case.name);
            assert_eq!(
                update.registered, preview.registered,
                "{language}, {}",
                case.name
            );
            let urns = |played: &Seen| -> Vec<String> {
                let urns = played.completed.iter().map(|(urn, _)| urn.clone());
                urns.collect()
            };
            assert_eq!(urns(&update), urns(&preview), "{language}, {}", case.name);
            for ((urn, made), (_, previewed)) in update.completed.iter().zip(&preview.completed) {
                let what = format!("{language}, {}: {urn}", case.name);
                promised(&what, made, previewed, &mut known);
            }
        }
        // A preview does not know anything else.
        assert!(known > 40, "{language}: previews knew {known} values");
    }
}

/// Panics if the outputs of a preview differ from the outputs of the update, and counts the compared values. A value may be
/// unknown in a preview, for example a value of a child that is not created yet; the update may turn out not to have it.
#[track_caller]
fn promised(what: &str, made: &Struct, previewed: &Struct, known: &mut usize) {
    for name in made.fields.keys() {
        assert!(
            previewed.fields.contains_key(name),
            "{what}: the preview has no `{name}`"
        );
    }
    for (name, previewed) in &previewed.fields {
        let what = format!("{what}.{name}");
        if !is_unknown(previewed) {
            let made = made.fields.get(name);
            let made = made.unwrap_or_else(|| panic!("{what}: the update does not have it"));
            value_promised(&what, made, previewed, known);
        }
    }
}

#[track_caller]
fn value_promised(what: &str, made: &Value, previewed: &Value, known: &mut usize) {
    match (&made.kind, &previewed.kind) {
        _ if is_unknown(previewed) => {}
        (Some(Kind::StructValue(made)), Some(Kind::StructValue(previewed))) => {
            promised(what, made, previewed, known);
        }
        (Some(Kind::ListValue(made)), Some(Kind::ListValue(previewed))) => {
            assert_eq!(made.values.len(), previewed.values.len(), "{what}");
            for (made, previewed) in made.values.iter().zip(&previewed.values) {
                value_promised(what, made, previewed, known);
            }
        }
        _ => {
            assert_eq!(made, previewed, "{what}");
            *known += 1;
        }
    }
}

/// Whether a value is unknown, or a secret whose value is unknown.
fn is_unknown(value: &Value) -> bool {
    match &value.kind {
        Some(Kind::StringValue(text)) => special::is_unknown(text),
        Some(Kind::StructValue(fields)) => {
            let signature = fields.fields.get(special::KEY);
            let is_secret = matches!(
                signature.and_then(|signature| signature.kind.as_ref()),
                Some(Kind::StringValue(text)) if text == special::SECRET
            );
            is_secret && fields.fields.get("value").is_some_and(is_unknown)
        }
        _ => false,
    }
}

/// A plugin with the package of a component, configured.
pub(super) async fn launch(scene: &Scene, component: &str, options: &[&str]) -> Plugin {
    launch_file(scene, &built(component), options).await
}

/// The same for a component's file.
pub(super) async fn launch_file(scene: &Scene, component: &Path, options: &[&str]) -> Plugin {
    let mut command = scene.command();
    command.arg(&scene.engine.address);
    // It was compiled there when it was built.
    command.env("PULUMI_WASM_CACHE_DIR", compiled_code());
    let plugin = Plugin::start(command).await;
    let arguments = [&[component.to_str().unwrap()], options].concat();
    let added = plugin.parameterize(&arguments).await;
    added.expect("a package");
    plugin.configure(&[]).await.expect("a configuration");
    plugin
}

pub(super) fn built(component: &str) -> PathBuf {
    let folder = std::env::var_os(COMPONENTS_VARIABLE)
        .unwrap_or_else(|| panic!("{COMPONENTS_VARIABLE} is not set: run cargo xtask test plugin"));
    let file = Path::new(&folder).join(component);
    assert!(
        file.is_file(),
        "{} is missing: run cargo xtask test plugin",
        file.display()
    );
    std::fs::canonicalize(file).unwrap()
}

fn compiled_code() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join("compiled-code")
}

pub(super) async fn play(plugin: &Plugin, case: &Case, is_preview: bool) -> Seen {
    let monitor = FakeMonitor::answering_and_finding(case.reply, |looked| Ok(found(looked)));
    if is_preview {
        monitor.only_previews();
    }
    let answer = if case.kind.contains('/') {
        call(plugin, &monitor, case, is_preview).await
    } else {
        construct(plugin, &monitor, case, is_preview).await
    };
    let registered = comparable(monitor.registered());
    let transformed = comparable(monitor.all_transformed());
    let mut asked = monitor.asked();
    asked.sort_by(|one, other| one.request.name.cmp(&other.request.name));
    let mut hooked = monitor.hooked();
    for hooked in &mut hooked {
        hooked.error = without_places(&hooked.error);
    }
    let mut completed = monitor.completed();
    completed.sort_by(|one, other| one.0.cmp(&other.0));
    let mut packages = monitor.packages();
    for package in &mut packages {
        // The component's digest is in it, which differs between languages.
        if let Some(parameter) = &mut package.parameterization {
            parameter.value.clear();
        }
    }
    let mut looked = monitor.looked();
    // Independent look-ups run at the same time. The other fields are maps, which are shown in any order.
    looked.sort_by_key(|looked| match looked {
        Looked::Invoked(request) => (request.tok.clone(), format!("{:?}", request.args)),
        Looked::Read(request) => (request.r#type.clone(), request.id.clone()),
        Looked::Called(request) => (request.tok.clone(), format!("{:?}", request.args)),
    });
    Seen {
        registered,
        transformed,
        asked,
        hooked,
        completed,
        packages,
        looked,
        answer: answer.map_err(|status| Failure {
            code: status.code(),
            words: if case.has_own_words {
                String::new()
            } else {
                without_places(status.message())
            },
        }),
    }
}

/// Registrations in an order that does not depend on time, and without the tokens of transforms, which are made by chance.
fn comparable(
    mut registered: Vec<pb::RegisterResourceRequest>,
) -> Vec<pb::RegisterResourceRequest> {
    registered.sort_by(|one, other| one.name.cmp(&other.name));
    let callbacks = registered.iter_mut().flat_map(|one| &mut one.transforms);
    for callback in callbacks {
        assert!(callback.token.len() >= 32 && !callback.target.is_empty());
        *callback = pb::Callback::default();
    }
    registered
}

async fn construct(
    plugin: &Plugin,
    monitor: &FakeMonitor,
    case: &Case,
    is_preview: bool,
) -> Result<Answer, Status> {
    let mut request = request(monitor, "s", &case.inputs);
    request.r#type = format!("site:index:{}", case.kind);
    request.dry_run = is_preview;
    (case.request)(&mut request);
    plugin.construct(request).await.map(Answer::Constructed)
}

/// Calls a method of the resource `s`.
async fn call(
    plugin: &Plugin,
    monitor: &FakeMonitor,
    case: &Case,
    is_preview: bool,
) -> Result<Answer, Status> {
    let (of, _) = case.kind.rsplit_once('/').expect("a type and a method");
    let urn = format!("urn:pulumi:dev::shop::site:index:{of}::s");
    monitor.knows(&urn);
    let mut arguments = case.inputs.clone();
    arguments["__self__"] = cases::reference(&urn, None);
    let request = pb::CallRequest {
        tok: format!("site:index:{}", case.kind),
        args: Some(value::properties(&arguments)),
        dry_run: is_preview,
        monitor_endpoint: monitor.address.clone(),
        accepts_output_values: true,
        ..pb::CallRequest::default()
    };
    let answer = within(plugin.client().call(request)).await?;
    Ok(Answer::Called(answer.into_inner()))
}

/// A message without the component's file and the places in its source, which differ between languages.
fn without_places(message: &str) -> String {
    let lines = message.lines().filter(|line| {
        let line = line.trim_start();
        !line.starts_with("component: ") && !line.starts_with("at ")
    });
    let word = |word: &str| {
        let is_place = [".rs:", ".py:", ".ts:", ".go:"]
            .iter()
            .any(|end| word.contains(end));
        if is_place {
            "PLACE".to_owned()
        } else {
            word.to_owned()
        }
    };
    let line = |line: &str| line.split(' ').map(word).collect::<Vec<_>>().join(" ");
    lines.map(line).collect::<Vec<_>>().join("\n")
}

/// The results of look-ups: the result of a function or method, named after it; and resources with an output that is named
/// after them.
fn found(looked: &Looked) -> Struct {
    match looked {
        Looked::Called(request) => {
            properties(&[("result", &format!("the result of {}", request.tok))])
        }
        Looked::Invoked(request) if request.tok == "pulumi:pulumi:getResource" => {
            let asked = request
                .args
                .as_ref()
                .and_then(|args| args.fields.get("urn"));
            let Some(Kind::StringValue(urn)) = asked.and_then(|urn| urn.kind.clone()) else {
                panic!("no URN: {request:?}");
            };
            let name = urn.rsplit("::").next().unwrap_or_default();
            let state = json!({
                "text": format!("the text of {name}"),
                "url": format!("the address of {name}"),
                "password": { special::KEY: special::SECRET, "value": "hunter2" },
            });
            value::properties(&json!({ "urn": urn, "id": format!("{name}-id"), "state": state }))
        }
        Looked::Invoked(request) => {
            properties(&[("result", &format!("the result of {}", request.tok))])
        }
        Looked::Read(request) => {
            properties(&[("result", &format!("the result of {}", request.name))])
        }
    }
}

/// Whether the outcome is the case's, because a comparison of two failures proves nothing.
pub(super) fn is_expected(seen: &Seen, case: &Case) -> Result<(), String> {
    let names = seen.registered.iter().map(|one| one.name.as_str());
    let names: Vec<_> = names.collect();
    if names != case.registers {
        return Err(format!(
            "registered {names:?}, not {:?}; {:?}",
            case.registers, seen.answer
        ));
    }
    match (&seen.answer, case.fails) {
        (Ok(_), false) | (Err(_), true) => Ok(()),
        (answer, _) => Err(format!("{answer:?}")),
    }
}

/// The differences between two languages.
pub(super) fn difference(wanted: &Seen, found: &Seen) -> Option<String> {
    if wanted == found {
        return None;
    }
    let (wanted, found) = (format!("{wanted:#?}"), format!("{found:#?}"));
    let lines = wanted.lines().zip(found.lines());
    let differing = lines.filter(|(wanted, found)| wanted != found);
    let lines: Vec<_> = differing
        .map(|(wanted, found)| format!("- {wanted}\n+ {found}"))
        .take(20)
        .collect();
    Some(lines.join("\n"))
}
