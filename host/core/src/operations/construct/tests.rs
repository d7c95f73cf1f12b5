//! Components, by the calls of a monitor: each test is called after its rule in `docs/contribute/components.md`.

mod authority;
mod ends;
mod exits;
mod hooks;
mod limits;
mod lookups;
mod methods;
mod notes;
mod options;
mod own_children;
mod providers;
mod received;
mod references;
mod registration;
mod remembered;
mod scheduling;
mod transforms;
mod values;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use serde_json::{Value as Json, json};
use tokio_util::sync::CancellationToken;

use super::*;
use crate::call::Operation;
use crate::graph::{Declaration, Derivation, Graph, Registered, RegistrationOutcome, output};
use crate::operations::call_method;
use crate::operations::call_method::{CallMethodParameters, MethodAnswer};
use crate::testing::{Answers, Entered, FakeMonitor, Scene};
use crate::value::PropertyValue;

const SITE: &str = "acme:index:Site";
/// Methods of it.
const PAGE: &str = "acme:index:Site/page";
const RESET: &str = "acme:index:Site/reset";
const STACK: &str = "urn:pulumi:dev::shop::pulumi:pulumi:Stack::shop-dev";

/// A package with the component `Site`, which runs a script.
pub(super) struct Stage {
    pub(super) scene: Scene,
    pub(super) preview: bool,
    pub(super) parameters: ConstructParameters,
    /// Ends the calls of methods.
    pub(super) cancellation: CancellationToken,
}

impl Stage {
    pub(super) fn new(
        script: impl Fn(&mut Graph, Entered<'_>) -> Result<PropertyValue, CallError>
        + Send
        + Sync
        + 'static,
    ) -> Self {
        let answers = Answers {
            construct: Some(Arc::new(script)),
            ..Answers::default()
        };
        let change = |manifest: &mut Json| {
            manifest["packages"] = json!({ "random": { "version": "4.18.0" } });
            let inputs = json!({
                "title": { "type": "string" },
                "count": { "type": "integer" },
                "old": { "type": "string", "deprecationMessage": "use `title`" },
                "any": { "$ref": "pulumi.json#/Any" },
                "parts": { "type": "array", "items": { "type": "string" } },
                "size": { "type": "integer", "plain": true },
            });
            let outputs = json!({
                "url": { "type": "string" },
                "token": { "type": "string", "secret": true },
            });
            manifest["schema"]["resources"][SITE] =
                json!({ "isComponent": true, "inputProperties": inputs, "properties": outputs });
            manifest["resources"][SITE] = json!({ "hooks": ["construct"] });
            let resource = &mut manifest["schema"]["resources"][SITE];
            resource["methods"] = json!({ "page": PAGE, "reset": RESET });
            let this = json!({ "$ref": "#/resources/acme:index:Site" });
            let properties = json!({
                "__self__": this.clone(),
                "path": { "type": "string" },
                "more": { "$ref": "pulumi.json#/Any" },
                "urn": { "type": "string" },
                "times": { "type": "integer", "plain": true },
                "old": { "type": "string", "deprecationMessage": "use `path`" },
            });
            let results = json!({
                "url": { "type": "string" },
                "token": { "type": "string", "secret": true },
            });
            manifest["schema"]["functions"][PAGE] = json!({
                "inputs": { "properties": properties, "required": ["__self__"] },
                "outputs": { "properties": results },
            });
            manifest["schema"]["functions"][RESET] =
                json!({ "inputs": { "properties": { "__self__": this } } });
        };
        let parameters = ConstructParameters {
            parent: STACK.to_owned(),
            ..ConstructParameters::default()
        };
        Self {
            scene: Scene::with(&["create"], change, answers),
            preview: false,
            parameters,
            cancellation: CancellationToken::new(),
        }
    }

    /// A component whose guest only declares, and returns these outputs.
    pub(super) fn declaring(
        declare: impl Fn(&mut Graph) -> Vec<(&'static str, PropertyValue)> + Send + Sync + 'static,
    ) -> Self {
        Self::new(move |graph, _| Ok(object(declare(graph))))
    }

    #[must_use]
    pub(super) fn in_preview(mut self) -> Self {
        self.preview = true;
        self
    }

    #[must_use]
    pub(super) fn with(mut self, name: &str, value: PropertyValue, urns: &[&str]) -> Self {
        self.parameters.inputs.insert(name.to_owned(), value);
        let dependencies = &mut self.parameters.input_dependencies;
        dependencies.insert(name.to_owned(), set(urns));
        self
    }

    pub(super) fn call(&self) -> Call {
        let call = self.scene.call(Operation::Construct);
        Call {
            preview: self.preview,
            subject: Arc::new(Subject {
                token: SITE.to_owned(),
                name: "s".to_owned(),
                urn: String::new(),
            }),
            ..call
        }
    }

    pub(super) async fn run(
        &self,
        monitor: &Arc<FakeMonitor>,
    ) -> Result<ConstructedResource, CallError> {
        let parameters = self.parameters.clone();
        construct(
            &self.scene.package,
            &self.call(),
            parameters,
            monitor.as_ref(),
        )
        .await
    }
}

impl Stage {
    /// Calls a method instead of constructing the component.
    pub(super) async fn calls(
        &self,
        method: &str,
        parameters: CallMethodParameters,
        monitor: &Arc<FakeMonitor>,
    ) -> Result<MethodAnswer, CallError> {
        let call = self.scene.call(Operation::Call);
        let call = Call {
            preview: self.preview,
            subject: Arc::new(Subject {
                token: method.to_owned(),
                ..Subject::default()
            }),
            cancellation: self.cancellation.clone(),
            ..call
        };
        call_method(&self.scene.package, &call, parameters, monitor.as_ref()).await
    }
}

pub(super) fn set(urns: &[&str]) -> BTreeSet<String> {
    urns.iter().map(|urn| (*urn).to_owned()).collect()
}

pub(super) fn map(entries: Vec<(&str, PropertyValue)>) -> PropertyMap {
    let entries = entries.into_iter();
    entries
        .map(|(name, value)| (name.to_owned(), value))
        .collect()
}

pub(super) fn object(entries: Vec<(&str, PropertyValue)>) -> PropertyValue {
    PropertyValue::Object(map(entries))
}

/// A random pet of that name.
pub(super) fn pet(name: &str, inputs: Vec<(&str, PropertyValue)>) -> Declaration {
    Declaration {
        token: "random:index:Pet".to_owned(),
        name: name.to_owned(),
        inputs: map(inputs),
        ..Declaration::default()
    }
}

pub(super) fn group(name: &str) -> Declaration {
    Declaration {
        kind: ResourceKind::Group,
        token: "acme:index:Part".to_owned(),
        ..pet(name, Vec::new())
    }
}

/// The same with options.
pub(super) fn under(declaration: Declaration, options: Vec<(&str, PropertyValue)>) -> Declaration {
    Declaration {
        options: map(options),
        ..declaration
    }
}

pub(super) fn derive(graph: &mut Graph, source: PropertyValue, callback: u32) -> PropertyValue {
    let node = graph
        .derive(Derivation {
            source,
            callback,
            position: String::new(),
        })
        .expect("a node");
    output(node, "")
}

pub(super) fn urn(token: &str, name: &str) -> String {
    format!("urn:pulumi:dev::shop::acme:index:Site${token}::{name}")
}

pub(super) fn dependencies(entries: &[(&str, &[&str])]) -> BTreeMap<String, BTreeSet<String>> {
    let entries = entries.iter();
    entries
        .map(|(name, urns)| ((*name).to_owned(), set(urns)))
        .collect()
}
