//! Which components have their configuration, and can be entered.
//!
//! In a preview, configuration may come from a resource that does not exist yet. The engine then answers most calls
//! itself. The host answers the other calls from the schema, with unknown outputs.

use std::sync::Arc;

use parking_lot::RwLock;

use crate::component::Component;
use crate::error::CallError;
use crate::schema;
use crate::value::PropertyMap;

/// Reads an environment variable; `None` if it is not granted or not set.
pub type EnvironmentLookup = Box<dyn Fn(&str) -> Option<String> + Send + Sync>;

/// Why each component of a package cannot be entered; `None` if it can.
pub(crate) struct ConfigState(RwLock<Vec<Option<CallError>>>);

impl ConfigState {
    /// The state before Configure: only components that need no configuration can be entered.
    pub(crate) fn before_configure(
        components: &[Arc<dyn Component>],
        environment: &EnvironmentLookup,
    ) -> Self {
        let obstacles = components.iter().map(|component| {
            let schema = &component.manifest().schema;
            let completed = schema::apply_defaults(schema, PropertyMap::new(), environment);
            let missing = schema::missing(schema, &completed.inputs);
            (!missing.is_empty()).then(|| CallError::Refused {
                reason: "the provider was not configured".to_owned(),
                hint: Some(format!(
                    "it needs {}",
                    listed(missing.iter().map(|key| key.name.as_str()))
                )),
            })
        });
        Self(RwLock::new(obstacles.collect()))
    }

    /// Records the configuration values that each component waits for; an empty list if it has all values.
    pub(crate) fn after_configure(&self, unknown: Vec<Vec<String>>) {
        let obstacles = unknown.into_iter().map(|names| {
            (!names.is_empty()).then(|| CallError::Refused {
                reason: format!(
                    "the provider's configuration is not known yet: {}",
                    listed(names.iter().map(String::as_str))
                ),
                hint: Some(
                    "it is known after the resources that it comes from are created".to_owned(),
                ),
            })
        });
        *self.0.write() = obstacles.collect();
    }

    /// Why a component cannot be entered.
    pub(crate) fn obstacle(&self, component: usize) -> Option<CallError> {
        self.0.read().get(component).cloned().flatten()
    }
}

fn listed<'a>(names: impl Iterator<Item = &'a str>) -> String {
    names
        .map(|name| format!("`{name}`"))
        .collect::<Vec<_>>()
        .join(", ")
}
