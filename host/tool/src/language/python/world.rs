//! The world that a component is built for: what it imports and exports.
//!
//! A component in Python imports all that its world has, used or not. So a component without component resources is
//! built for the world without them, which older hosts know.

use anyhow::Context;
use serde_json::Value;

/// A world, with the part of the SDK that binds it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum World {
    Provider,
    /// The same with component resources.
    ComponentProvider,
}

impl World {
    /// The world that a provider needs, by its manifest.
    ///
    /// # Errors
    /// If the text is not a manifest.
    pub(super) fn of(manifest: &[u8]) -> anyhow::Result<Self> {
        let manifest: Value = serde_json::from_slice(manifest)
            .context("the check of the provider did not describe it")?;
        let resources = manifest["schema"]["resources"].as_object();
        let is_component = |resource: &Value| resource["isComponent"] == true;
        let has_components = resources.is_some_and(|all| all.values().any(is_component));
        Ok(Self::with_components(has_components))
    }

    pub(super) fn with_components(has_components: bool) -> Self {
        if has_components {
            Self::ComponentProvider
        } else {
            Self::Provider
        }
    }

    /// The name in the interface.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Provider => "provider",
            Self::ComponentProvider => "component-provider",
        }
    }

    /// The SDK's module with the exports.
    pub(super) fn module(self) -> &'static str {
        match self {
            Self::Provider => "_guest.component",
            Self::ComponentProvider => "deployment.guest",
        }
    }

    /// The classes that it exports, as the entry of the component names them.
    pub(super) fn exports(self) -> &'static str {
        match self {
            Self::Provider => "Description, Lifecycle",
            Self::ComponentProvider => "Description, Lifecycle, Components",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_provider_without_component_resources_keeps_the_world_that_older_hosts_know() {
        let world = |resources: &str| {
            let manifest = format!(r#"{{"schema":{{"resources":{{{resources}}}}}}}"#);
            World::of(manifest.as_bytes()).unwrap().name()
        };
        assert_eq!(world(""), "provider");
        assert_eq!(world(r#""a:index:B":{}"#), "provider");
        let both = r#""a:index:B":{},"a:index:C":{"isComponent":true}"#;
        assert_eq!(world(both), "component-provider");
        assert!(World::of(b"no JSON").is_err());
    }
}
