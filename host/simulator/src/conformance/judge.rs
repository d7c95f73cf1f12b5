//! Judges a provider by one example.

use std::sync::Arc;

use pulumi_wasm_core::manifest::Hook;
use pulumi_wasm_core::schema::{Consistency, PackageSchema, ResourceSchema, differences_from_plan};
use pulumi_wasm_core::value::property_path::PropertyPath;
use pulumi_wasm_core::value::{PropertyMap, PropertyValue};

use super::{Behaviour, Breach, Outcome, Verdict};
use crate::change::{Change, Step};
use crate::conformance::odd_inputs::variations;
use crate::conformance::place;
use crate::failure::{Failure, FailureKind};
use crate::provider::Provider;
use crate::resource::Resource;
use crate::state::{State, without_private_state};
use crate::values::{Mismatch, compare, from_value, is_unknown, secret};

/// The maximum number of reported violations of one behaviour.
const MAX_BREACHES: usize = 5;

/// A resource that can be created.
#[derive(Debug, Clone)]
pub struct Example {
    /// The resource's type token.
    pub token: String,
    /// The resource's name in the program.
    pub name: String,
    pub inputs: PropertyMap,
    /// The text that a user gives to import it, in which `${NAME}` stands for an output; without it, the id.
    pub import_id: Option<String>,
}

/// The judged provider, and the means of the judge.
struct Judge<'a> {
    provider: &'a Arc<Provider>,
    stack: &'a str,
    example: &'a Example,
    package: &'a PackageSchema,
    schema: &'a ResourceSchema,
    has_read: bool,
}

/// The outputs of a preview, and a description of its inputs.
type Promise = (String, PropertyMap);

/// Judges a provider by an example, which is created once and deleted again, and reports each verdict as soon as it is known.
/// A failure of the deletion at the end is the error.
///
/// # Errors
/// When the package does not have the resource type.
pub async fn judge(
    provider: &Arc<Provider>,
    stack: &str,
    example: &Example,
    tell: &mut dyn FnMut(Verdict),
) -> Result<Option<Failure>, String> {
    let component = provider.package().component_of(&example.token);
    let found = component.and_then(|component| {
        let manifest = component.manifest();
        let schema = manifest.schema.resources.get(&example.token)?;
        Some((manifest, schema))
    });
    let Some((manifest, schema)) = found else {
        return Err(format!(
            "the package `{}` has no resource type `{}`",
            provider.package().name(),
            example.token
        ));
    };
    let judge = Judge {
        provider,
        stack,
        example,
        package: &manifest.schema,
        schema,
        has_read: manifest.resource_has(&example.token, Hook::Read),
    };
    Ok(judge.all(tell).await)
}

impl Judge<'_> {
    async fn all(&self, tell: &mut dyn FnMut(Verdict)) -> Option<Failure> {
        let mut say = |behaviour, outcome| tell(Verdict { behaviour, outcome });
        let resource = self.resource();
        let checked = match resource.check(self.inputs()).await {
            Ok(checked) => checked,
            Err(failure) => {
                let breach = Breach::failed("check of the example's inputs", &failure);
                say(Behaviour::Create, Outcome::Broken(vec![breach]));
                for behaviour in Behaviour::ALL {
                    if behaviour != Behaviour::Create {
                        let reason = "the example's inputs are not accepted".to_owned();
                        say(behaviour, Outcome::NotJudged(reason));
                    }
                }
                return None;
            }
        };
        say(
            Behaviour::CheckTwice,
            self.check_twice(&resource, &checked).await,
        );
        say(Behaviour::OddInputs, self.odd_inputs(&resource).await);
        let (promises, crashes) = self.unknown_inputs(&resource).await;
        let (preview, outcome) = self.preview(&resource).await;
        say(Behaviour::Preview, outcome);
        let mut life = resource;
        let made = life.deploy(self.inputs()).await;
        match (&made, life.state().cloned()) {
            (Ok(_), Some(state)) => {
                say(Behaviour::Create, Outcome::Holds);
                let broken = self.broken(&promises, &state);
                let broken = [crashes, broken].concat();
                say(Behaviour::UnknownInputs, outcome_of(broken));
                say(Behaviour::PreviewHolds, self.preview_holds(preview, &state));
                say(Behaviour::DiffWithItself, self.nothing_new(&life).await);
                say(Behaviour::ReadAgrees, self.read_agrees(&mut life).await);
                say(Behaviour::Import, self.import(&state).await);
                say(
                    Behaviour::DeleteTwice,
                    self.delete_twice(&mut life, &state).await,
                );
            }
            (made, _) => {
                let breach = match made {
                    Err(failure) => Breach::failed("create of the example", failure),
                    Ok(_) => Breach::new("create of the example", "there is no record of it"),
                };
                say(Behaviour::Create, Outcome::Broken(vec![breach]));
                say(Behaviour::UnknownInputs, outcome_of(crashes));
                for behaviour in [
                    Behaviour::PreviewHolds,
                    Behaviour::DiffWithItself,
                    Behaviour::ReadAgrees,
                    Behaviour::Import,
                    Behaviour::DeleteTwice,
                ] {
                    let reason = "the example could not be created".to_owned();
                    say(behaviour, Outcome::NotJudged(reason));
                }
            }
        }
        life.destroy().await.err()
    }

    fn resource(&self) -> Resource {
        let Example { token, name, .. } = self.example;
        let provider = Arc::clone(self.provider);
        Resource::new(provider, self.stack, token.clone(), name.clone())
    }

    fn inputs(&self) -> PropertyMap {
        self.example.inputs.clone()
    }

    /// The host's notes are left out: when checked inputs are checked again, a generated name counts as a name of the
    /// program.
    async fn check_twice(&self, resource: &Resource, checked: &PropertyMap) -> Outcome {
        let first = without_private_state(checked);
        let mut breaches = Vec::new();
        for (asked, inputs) in [
            ("a second check of the same inputs", self.inputs()),
            ("a check of the inputs that a check gave", checked.clone()),
        ] {
            match resource.check(inputs).await {
                Err(failure) => breaches.push(Breach::failed(asked, &failure)),
                Ok(again) => {
                    let again = without_private_state(&again);
                    if again != first {
                        breaches.push(Breach {
                            differences: mismatches(
                                first.keys().chain(again.keys()),
                                &first,
                                &again,
                            ),
                            ..Breach::new(asked, "other inputs than the first check gave")
                        });
                    }
                }
            }
        }
        outcome_of(breaches)
    }

    async fn odd_inputs(&self, resource: &Resource) -> Outcome {
        let mut breaches = Vec::new();
        for odd in variations(&self.schema.inputs, &self.example.inputs) {
            if breaches.len() == MAX_BREACHES {
                break;
            }
            let asked = format!("check and preview with {}", odd.what);
            if let Err(failure) = resource.preview(odd.inputs).await {
                breaches.extend(self.bad_failure(&asked, &failure));
            }
        }
        outcome_of(breaches)
    }

    /// The previews with unknown inputs, and their failures that break a rule.
    async fn unknown_inputs(&self, resource: &Resource) -> (Vec<Promise>, Vec<Breach>) {
        let example = &self.example.inputs;
        let mut asked: Vec<(String, PropertyMap)> = Vec::new();
        for name in example.keys() {
            let mut inputs = example.clone();
            inputs.insert(name.clone(), PropertyValue::Unknown);
            asked.push((format!("a preview with `{name}` not known yet"), inputs));
        }
        if example.len() > 1 {
            let all = example.keys().cloned();
            let all = all.map(|name| (name, PropertyValue::Unknown)).collect();
            asked.push(("a preview with no input known yet".to_owned(), all));
        }
        let (mut promises, mut breaches) = (Vec::new(), Vec::new());
        for (asked, inputs) in asked {
            match resource.preview(inputs).await {
                Ok(preview) => promises.push((asked, preview.outputs)),
                Err(failure) => breaches.extend(self.bad_failure(&asked, &failure)),
            }
        }
        breaches.truncate(MAX_BREACHES);
        (promises, breaches)
    }

    /// The breach in a failure, or `None` if it may fail like this.
    fn bad_failure(&self, asked: &str, failure: &Failure) -> Option<Breach> {
        if failure.kind().is_mistake() {
            return Some(Breach::failed(asked, failure));
        }
        let exists = |path: &&str| place::exists(&self.package.types, &self.schema.inputs, path);
        let strange = failure.paths().into_iter().find(|path| !exists(path))?;
        let came = format!("a failure at `{strange}`, which is not an input\n{failure}");
        Some(Breach::new(asked, came))
    }

    async fn preview(&self, resource: &Resource) -> (Option<Promise>, Outcome) {
        let asked = "a preview of the example";
        let first = match resource.preview(self.inputs()).await {
            Ok(preview) => preview.outputs,
            Err(failure) => {
                let breach = Breach::failed(asked, &failure);
                return (None, Outcome::Broken(vec![breach]));
            }
        };
        let outcome = match resource.preview(self.inputs()).await {
            Err(failure) => {
                Outcome::Broken(vec![Breach::failed("the preview once more", &failure)])
            }
            Ok(again) if again.outputs == first => Outcome::Holds,
            Ok(again) => {
                let keys = first.keys().chain(again.outputs.keys());
                Outcome::Broken(vec![Breach {
                    differences: mismatches(keys, &first, &again.outputs),
                    ..Breach::new("the preview once more", "other outputs than the first time")
                }])
            }
        };
        (Some((asked.to_owned(), first)), outcome)
    }

    fn preview_holds(&self, preview: Option<Promise>, state: &State) -> Outcome {
        if self.schema.traits.consistency == Consistency::Off {
            let reason = "the resource declares `consistency: off`";
            return Outcome::NotJudged(reason.to_owned());
        }
        match preview {
            Some(promise) => outcome_of(self.broken(&[promise], state)),
            None => Outcome::NotJudged("the preview failed".to_owned()),
        }
    }

    /// The planned outputs that differ from the result.
    fn broken(&self, promises: &[Promise], state: &State) -> Vec<Breach> {
        if self.schema.traits.consistency == Consistency::Off {
            return Vec::new();
        }
        let mut breaches = Vec::new();
        for (asked, promised) in promises {
            breaches.extend(self.differing(asked, promised, &state.outputs));
        }
        breaches.truncate(MAX_BREACHES);
        breaches
    }

    /// The differences of outputs from the expectation, by the rules for previews.
    fn differing(
        &self,
        asked: &str,
        expected: &PropertyMap,
        found: &PropertyMap,
    ) -> Option<Breach> {
        let broken = differences_from_plan(self.package, self.schema, expected, found);
        if broken.is_empty() {
            return None;
        }
        let keys: Vec<String> = broken
            .iter()
            .map(|part| first_key(&part.property))
            .collect();
        let differences = mismatches(keys.iter(), expected, found);
        let came = if differences.is_empty() {
            broken
                .into_iter()
                .map(|part| part.reason)
                .collect::<Vec<_>>()
                .join("\n")
        } else {
            "other outputs".to_owned()
        };
        Some(Breach {
            differences,
            ..Breach::new(asked, came)
        })
    }

    /// A diff without a change must report no change.
    async fn nothing_new(&self, life: &Resource) -> Outcome {
        let asked = "a diff with its recorded inputs";
        let compared = async {
            let checked = life.check(self.inputs()).await?;
            life.compare(checked).await
        };
        match compared.await {
            Ok(change) if change == Step::Same => Outcome::Holds,
            Ok(change) => Outcome::Broken(vec![Breach::new(asked, in_words(&change))]),
            Err(failure) => Outcome::Broken(vec![Breach::failed(asked, &failure)]),
        }
    }

    async fn read_agrees(&self, life: &mut Resource) -> Outcome {
        if !self.has_read {
            return Outcome::NotJudged("it has no `read`".to_owned());
        }
        let Some(before) = life.state().cloned() else {
            return Outcome::NotJudged("it is gone".to_owned());
        };
        let asked = "a refresh right after the create";
        if let Err(failure) = life.refresh().await {
            return Outcome::Broken(vec![Breach::failed(asked, &failure)]);
        }
        let Some(after) = life.state().cloned() else {
            // The thing of the create exists, even if the refresh denies it: it has to be deleted.
            *life = self.resource().with(Some(before));
            let came = "the resource was not found: it would be dropped from the state";
            return Outcome::Broken(vec![Breach::new(asked, came)]);
        };
        if let Some(breach) = self.differing(asked, &before.outputs, &after.outputs) {
            return Outcome::Broken(vec![breach]);
        }
        match life.compare(before.inputs.clone()).await {
            Ok(change) if change == Step::Same => Outcome::Holds,
            Ok(change) => Outcome::Broken(vec![Breach {
                differences: self.inputs_that_differ(&change, &before.inputs, &after.inputs),
                ..Breach::new(asked, format!("the next `up` would {}", in_words(&change)))
            }]),
            Err(failure) => Outcome::Broken(vec![Breach::failed(asked, &failure)]),
        }
    }

    async fn import(&self, made: &State) -> Outcome {
        if !self.has_read {
            return Outcome::NotJudged("it has no `read`, so it cannot be imported".to_owned());
        }
        let id = match &self.example.import_id {
            Some(written) => filled(written, &made.outputs).replace("${id}", &made.id),
            None => made.id.clone(),
        };
        let secrets = self.provider.secrets();
        let asked = format!("an import by the id `{}`", secrets.text(&id));
        let mut imported = self.resource();
        match imported.import(&id).await {
            Ok(()) => {}
            Err(failure) if failure.kind() == FailureKind::Unsupported => {
                return Outcome::NotJudged(failure.message().to_owned());
            }
            Err(failure) => return Outcome::Broken(vec![Breach::failed(asked, &failure)]),
        }
        let found = imported.state().cloned().unwrap_or_default();
        match imported.compare(made.inputs.clone()).await {
            Err(failure) => Outcome::Broken(vec![Breach::failed(asked, &failure)]),
            Ok(change) => {
                let differing = change.differences().iter();
                let differs = differing
                    .map(|difference| first_key(&difference.path))
                    .any(|key| !self.is_write_only(&key));
                if !differs {
                    return Outcome::Holds;
                }
                Outcome::Broken(vec![Breach {
                    differences: self.inputs_that_differ(&change, &made.inputs, &found.inputs),
                    ..Breach::new(
                        asked,
                        format!("the `up` after it would {}", in_words(&change)),
                    )
                }])
            }
        }
    }

    async fn delete_twice(&self, life: &mut Resource, made: &State) -> Outcome {
        if let Err(failure) = life.destroy().await {
            return Outcome::Broken(vec![Breach::failed("its delete", &failure)]);
        }
        let asked = "a second delete, of the deleted resource";
        match life.delete(made).await {
            Ok(()) => Outcome::Holds,
            Err(failure) => Outcome::Broken(vec![Breach::failed(asked, &failure)]),
        }
    }

    fn is_write_only(&self, key: &str) -> bool {
        let property = self.schema.inputs.properties.get(key);
        property.is_some_and(|property| property.write_only)
    }

    fn inputs_that_differ(
        &self,
        change: &Change,
        expected: &PropertyMap,
        found: &PropertyMap,
    ) -> Vec<Mismatch> {
        let differences = change.differences().iter();
        let keys: Vec<String> = differences
            .map(|difference| first_key(&difference.path))
            .filter(|key| !self.is_write_only(key))
            .collect();
        mismatches(keys.iter(), expected, found)
    }
}

fn outcome_of(breaches: Vec<Breach>) -> Outcome {
    if breaches.is_empty() {
        Outcome::Holds
    } else {
        Outcome::Broken(breaches)
    }
}

/// Such as `update it: change label`.
fn in_words(change: &Change) -> String {
    let verb = match change.step() {
        Step::Same => "leave it",
        Step::Created => "create it",
        Step::Updated => "update it",
        Step::Replaced => "replace it",
    };
    match change.reasons().as_slice() {
        [] => verb.to_owned(),
        reasons => format!("{verb}: {}", reasons.join("; ")),
    }
}

/// A text with outputs in the places that name them.
fn filled(text: &str, outputs: &PropertyMap) -> String {
    let mut filled = text.to_owned();
    for (name, value) in outputs {
        let value = match from_value(value.without_secrets()) {
            serde_json::Value::String(text) => text,
            other => other.to_string(),
        };
        filled = filled.replace(&format!("${{{name}}}"), &value);
    }
    filled
}

/// The name that a path begins with.
fn first_key(path: &str) -> String {
    let rest = path.strip_prefix("[\"");
    let end = |text: &str, ends: &[char]| text.find(ends).unwrap_or(text.len());
    match rest {
        Some(quoted) => quoted[..end(quoted, &['"'])].to_owned(),
        None => path[..end(path, &['.', '['])].to_owned(),
    }
}

/// The differences between the values of these names. An unknown value was not wrong.
fn mismatches<'k>(
    keys: impl Iterator<Item = &'k String>,
    expected: &PropertyMap,
    found: &PropertyMap,
) -> Vec<Mismatch> {
    let mut keys: Vec<&String> = keys.filter(|key| !key.starts_with("__")).collect();
    keys.sort();
    keys.dedup();
    let plain =
        |value: Option<&PropertyValue>| value.map(|value| from_value(value.without_secrets()));
    let mut all = Vec::new();
    for key in keys {
        let (wanted, there) = (expected.get(key), found.get(key));
        let hidden = [wanted, there]
            .into_iter()
            .flatten()
            .any(PropertyValue::contains_secret);
        let unknown_fits = |expected: &_, _: &_| is_unknown(expected).then_some(true);
        let parts = compare(plain(wanted).as_ref(), plain(there).as_ref(), &unknown_fits);
        let top = PropertyPath::root(key).to_string();
        all.extend(parts.into_iter().map(|part| {
            Mismatch {
                path: match part.path.as_str() {
                    path if path.is_empty() || path.starts_with('[') => format!("{top}{path}"),
                    path => format!("{top}.{path}"),
                },
                expected: part
                    .expected
                    .map(|value| if hidden { secret(value) } else { value }),
                found: part
                    .found
                    .map(|value| if hidden { secret(value) } else { value }),
            }
        }));
    }
    all
}
