//! Transforms, as an engine applies them: first the transforms of the resource itself, then the transforms of its
//! parents from the nearest outward. A component that registers itself goes through its own transforms once more.

use std::collections::{BTreeMap, BTreeSet};

use pulumi_wasm_core::graph::{
    CallbackError, Transform, TransformOptions, TransformRequest, Transformed,
};
use pulumi_wasm_core::graph::{Registration, RegistrationOptions, ResourceKind};
use pulumi_wasm_core::monitor::MonitorError;
use pulumi_wasm_core::value::output_values::OutputTree;

/// The transforms of a construction.
#[derive(Debug, Default)]
pub(super) struct Transforms {
    /// The transforms of each resource, with its parent.
    by_urn: BTreeMap<String, (String, Vec<Transform>)>,
    /// Those of components that did not register themselves so far, by parent, type and name.
    pending: BTreeMap<(String, String, String), Vec<Transform>>,
}

impl Transforms {
    /// The transforms that a registration goes through, in order.
    pub(super) fn of(&mut self, urn: &str, registration: &Registration) -> Vec<Transform> {
        let Registration {
            parent,
            token,
            name,
            ..
        } = registration;
        let identity = (parent.clone(), token.clone(), name.clone());
        let mut found = registration.transforms.clone();
        match registration.kind {
            ResourceKind::Remote => drop(self.pending.insert(identity, found.clone())),
            ResourceKind::Group => found.extend(self.pending.remove(&identity).unwrap_or_default()),
            ResourceKind::Custom => {}
        }
        let own = (parent.clone(), found.clone());
        self.by_urn.insert(urn.to_owned(), own);
        let mut above = parent;
        while let Some((parent, transforms)) = self.by_urn.get(above) {
            found.extend(transforms.iter().cloned());
            above = parent;
        }
        found
    }
}

/// The registration after a transform.
///
/// # Errors
/// When the transform fails, or its component is not there any more.
pub(super) async fn apply(
    transform: &Transform,
    registration: Registration,
) -> Result<Registration, MonitorError> {
    match transform.run(asked(&registration)).await {
        Ok(transformed) => Ok(changed(registration, transformed)),
        Err(CallbackError::Failed(reason)) => Err(MonitorError::Refused(reason)),
        Err(CallbackError::Ended) => Err(MonitorError::Ended),
    }
}

fn asked(registration: &Registration) -> TransformRequest {
    let behind = registration.input_dependencies.iter();
    let outputs = behind.filter(|(_, urns)| !urns.is_empty());
    let outputs = outputs.map(|(name, urns)| {
        let tree = OutputTree::Output {
            dependencies: urns.iter().cloned().collect(),
            is_secret: false,
            inside: None,
        };
        (name.clone(), tree)
    });
    TransformRequest {
        token: registration.token.clone(),
        name: registration.name.clone(),
        is_custom: registration.kind == ResourceKind::Custom,
        parent: registration.parent.clone(),
        properties: registration.inputs.clone(),
        outputs: outputs.collect(),
        options: TransformOptions {
            depends_on: registration.dependencies.iter().cloned().collect(),
            others: registration.options.clone(),
        },
    }
}

fn changed(mut registration: Registration, transformed: Transformed) -> Registration {
    if let Some(options) = transformed.options {
        registration.dependencies = options.depends_on.into_iter().collect();
        registration.options = RegistrationOptions {
            hooks: registration.options.hooks,
            ..options.others
        };
    }
    if let Some((properties, outputs)) = transformed.properties {
        let urns = |name: &String| -> BTreeSet<String> {
            let urns = outputs.get(name).map(OutputTree::dependencies);
            urns.into_iter().flatten().map(str::to_owned).collect()
        };
        let behind = properties.keys().map(|name| (name.clone(), urns(name)));
        registration.input_dependencies = behind.collect();
        registration.inputs = properties;
    }
    let behind = registration.input_dependencies.values().flatten();
    registration.dependencies.extend(behind.cloned());
    registration
}
