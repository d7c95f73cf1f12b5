//! The resources that a component or method registered, as JSON.

use pulumi_wasm_core::graph::ResourceKind;
use pulumi_wasm_core::value::PropertyMap;
use pulumi_wasm_simulator::{
    Child, Constructed, Failure, MethodCall, Reveal, from_map, is_secret, is_unknown,
};
use serde_json::{Map, Value, json};

use super::tree::Tree;

impl Tree {
    /// All of it, for programs.
    pub(super) fn document(&self, constructed: &Constructed, notes: &[String]) -> Value {
        let component = constructed.resources.first();
        let outputs = constructed.outputs.as_ref();
        let dependencies = constructed.output_dependencies.keys();
        let dependencies = dependencies
            .map(|name| (name.clone(), json!(constructed.output_depends_on(name))))
            .collect::<Map<_, _>>();
        let lookups = constructed.lookups.iter().map(|lookup| {
            json!({
                "token": lookup.request.token,
                "subject": lookup.request.subject,
                "arguments": self.plain(&lookup.request.arguments),
                "known": lookup.is_known,
            })
        });
        json!({
            "preview": self.is_preview,
            "urn": component.map(|component| &component.urn),
            "inputs": component.map(|component| self.plain(&component.registration.inputs)),
            "children": constructed.children().iter().map(|child| self.child(child)).collect::<Vec<_>>(),
            "lookups": lookups.collect::<Vec<_>>(),
            "outputs": outputs.ok().map(|outputs| self.plain(outputs)),
            "outputDependencies": dependencies,
            "notes": notes,
            "error": outputs.err().map(ToString::to_string),
        })
    }

    /// The whole call, for programs.
    pub(super) fn document_of_call(
        &self,
        called: &Constructed,
        asked: &MethodCall,
        notes: &[String],
    ) -> Value {
        let mut document = self.document(called, notes);
        let Some(members) = document.as_object_mut() else {
            return document;
        };
        members.insert("method".to_owned(), asked.token.clone().into());
        members.insert("arguments".to_owned(), self.plain(&asked.arguments));
        for (of_construct, of_call) in [
            ("outputs", "result"),
            ("outputDependencies", "resultDependencies"),
        ] {
            let value = members.remove(of_construct).unwrap_or_default();
            members.insert(of_call.to_owned(), value);
        }
        let failure = called.outputs.as_ref().err();
        let failures = failure.map(Failure::properties).unwrap_or_default();
        let failures = failures
            .into_iter()
            .map(|(property, reason)| json!({ "property": property, "reason": reason }));
        members.insert("failures".to_owned(), failures.collect());
        members.remove("inputs");
        document
    }

    fn child(&self, child: &Child) -> Value {
        let registration = &child.registration;
        let inputs = registration.inputs.keys();
        let behind = inputs
            .map(|name| (name.clone(), json!(child.input_depends_on(name))))
            .collect::<Map<_, _>>();
        json!({
            "urn": child.urn,
            "type": registration.token,
            "name": registration.name,
            "parent": child.parent_name(),
            "kind": match (child.is_component, registration.kind) {
                (false, _) => "custom",
                (true, ResourceKind::Remote) => "remote",
                (true, _) => "component",
            },
            "inputs": self.plain(&registration.inputs),
            "inputDependencies": behind,
            "dependsOn": child.depends_on(),
            "options": self.plain(&child.options()),
            "outputs": self.plain(&child.outputs),
        })
    }

    /// Values without signatures: a secret is `[secret]` or its value, an unknown value is null.
    fn plain(&self, map: &PropertyMap) -> Value {
        self.plain_value(&from_map(map.clone()))
    }

    fn plain_value(&self, value: &Value) -> Value {
        match value {
            value if is_unknown(value) => Value::Null,
            value if is_secret(value) => match self.reveal {
                Reveal::Nothing => "[secret]".into(),
                Reveal::Secrets => self.plain_value(value.get("value").unwrap_or(&Value::Null)),
            },
            Value::Array(items) => items.iter().map(|item| self.plain_value(item)).collect(),
            Value::Object(members) => {
                let member =
                    |(key, value): (&String, &Value)| (key.clone(), self.plain_value(value));
                Value::Object(members.iter().map(member).collect())
            }
            plain => plain.clone(),
        }
    }
}
