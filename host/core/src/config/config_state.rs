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

/// The name of a configuration value for the user, from the package and the key.
pub type ConfigurationName = fn(package: &str, key: &str) -> String;

/// Why each component of a package cannot be entered; `None` if it can.
pub(crate) struct ConfigState {
    obstacles: RwLock<Vec<Option<Obstacle>>>,
    pub(crate) name: ConfigurationName,
}

/// Why a component cannot be entered, with the keys of configuration values.
enum Obstacle {
    NotConfigured(Vec<String>),
    Unknown(Vec<String>),
}

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
            let keys: Vec<String> = missing.into_iter().map(|key| key.name).collect();
            (!keys.is_empty()).then_some(Obstacle::NotConfigured(keys))
        });
        Self {
            obstacles: RwLock::new(obstacles.collect()),
            name: |package, key| format!("{package}:{key}"),
        }
    }

    /// Records the configuration values that each component waits for; an empty list if it has all values.
    pub(crate) fn after_configure(&self, unknown: Vec<Vec<String>>) {
        let obstacles = unknown
            .into_iter()
            .map(|keys| (!keys.is_empty()).then_some(Obstacle::Unknown(keys)));
        *self.obstacles.write() = obstacles.collect();
    }

    /// Why a component cannot be entered.
    pub(crate) fn obstacle(&self, component: usize) -> Option<CallError> {
        let obstacles = self.obstacles.read();
        Some(match obstacles.get(component)?.as_ref()? {
            Obstacle::NotConfigured(keys) => CallError::Refused {
                reason: "the provider was not configured".to_owned(),
                hint: Some(format!("it needs {}", self.listed(keys))),
            },
            Obstacle::Unknown(keys) => CallError::Refused {
                reason: format!(
                    "the provider's configuration is not known yet: {}",
                    self.listed(keys)
                ),
                hint: Some(
                    "it is known after the resources that it comes from are created".to_owned(),
                ),
            },
        })
    }

    fn listed(&self, keys: &[String]) -> String {
        let names = keys.iter().map(|whole| match whole.split_once(':') {
            Some((package, key)) => (self.name)(package, key),
            None => whole.clone(),
        });
        names
            .map(|name| format!("`{name}`"))
            .collect::<Vec<_>>()
            .join(", ")
    }
}
