//! A package: one or more components, and the table that says which of them serves a token.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::component::Component;
use super::error::CallError;
use super::manifest::Mapping;
use super::readiness::Readiness;
use super::route::{FunctionRoute, Route};
use super::unanswered::Unanswered;

/// Reads a granted environment variable; none when it is not granted or not set.
pub type Environment = Box<dyn Fn(&str) -> Option<String> + Send + Sync>;

/// A provider that is ready to serve.
pub struct Package {
    pub(super) name: String,
    pub(super) version: String,
    pub(super) components: Vec<Arc<dyn Component>>,
    resources: BTreeMap<String, usize>,
    functions: BTreeMap<String, usize>,
    pub(super) environment: Environment,
    pub(super) readiness: Readiness,
    pub(super) unanswered: Arc<Unanswered>,
}

/// Components that do not make one package.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PackageError {
    #[error("no component was given")]
    Empty,
    #[error(
        "`{first}` is package `{first_name}` and `{second}` is package `{second_name}`; the components of one package declare one name"
    )]
    TwoNames {
        first: String,
        first_name: String,
        second: String,
        second_name: String,
    },
    #[error(
        "both `{first}` and `{second}` declare {kind} `{token}`; a token is served by one component"
    )]
    TwoClaims {
        kind: &'static str,
        token: String,
        first: String,
        second: String,
    },
    #[error("both `{first}` and `{second}` declare {kind} `{name}`, but not in the same way")]
    Conflict {
        kind: &'static str,
        name: String,
        first: String,
        second: String,
    },
}

impl Package {
    /// Makes a package of components. The version is that of the first one.
    ///
    /// # Errors
    /// When names differ, a token is claimed twice, or configuration is declared in two ways; both files are named.
    pub fn assemble(
        components: Vec<Arc<dyn Component>>,
        environment: Environment,
    ) -> Result<Self, PackageError> {
        let first = components.first().ok_or(PackageError::Empty)?;
        let (name, version) = (
            first.manifest().name().to_owned(),
            first.manifest().version().to_owned(),
        );
        let first_file = first.origin().file.clone();
        let mut resources = BTreeMap::new();
        let mut functions = BTreeMap::new();
        let mut configured_by: BTreeMap<String, usize> = BTreeMap::new();
        let file = |index: usize| {
            components
                .get(index)
                .map(|component| component.origin().file.clone())
                .unwrap_or_default()
        };
        for (index, component) in components.iter().enumerate() {
            let schema = &component.manifest().schema;
            if schema.name != name {
                return Err(PackageError::TwoNames {
                    first: first_file,
                    first_name: name,
                    second: file(index),
                    second_name: schema.name.clone(),
                });
            }
            let claims = [
                (
                    &mut resources,
                    "the resource type",
                    schema.resources.keys().collect::<Vec<_>>(),
                ),
                (
                    &mut functions,
                    "the function",
                    schema.functions.keys().collect(),
                ),
            ];
            for (table, kind, tokens) in claims {
                for token in tokens {
                    if let Some(earlier) = table.insert(token.clone(), index) {
                        return Err(PackageError::TwoClaims {
                            kind,
                            token: token.clone(),
                            first: file(earlier),
                            second: file(index),
                        });
                    }
                }
            }
            for key in schema.config.properties.keys() {
                match configured_by.get(key) {
                    Some(earlier)
                        if declaration(&components, *earlier, key)
                            != declaration(&components, index, key) =>
                    {
                        return Err(PackageError::Conflict {
                            kind: "the configuration value",
                            name: key.clone(),
                            first: file(*earlier),
                            second: file(index),
                        });
                    }
                    Some(_) => {}
                    None => {
                        configured_by.insert(key.clone(), index);
                    }
                }
            }
        }
        let readiness = Readiness::before_configure(&components, &environment);
        Ok(Self {
            name,
            version,
            components,
            resources,
            functions,
            environment,
            readiness,
            unanswered: Arc::default(),
        })
    }

    /// The package's name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The package's version.
    #[must_use]
    pub fn version(&self) -> &str {
        &self.version
    }

    /// Reads an environment variable that was granted; none when it is not granted or not set.
    #[must_use]
    pub fn variable(&self, name: &str) -> Option<String> {
        (self.environment)(name)
    }

    /// The components, in the order in which they were given.
    #[must_use]
    pub fn components(&self) -> &[Arc<dyn Component>] {
        &self.components
    }

    /// The mappings of an ecosystem, of all components.
    pub fn mappings<'a>(&'a self, key: &'a str) -> impl Iterator<Item = &'a Mapping> {
        let all = self
            .components
            .iter()
            .flat_map(|component| &component.manifest().mappings);
        all.filter(move |mapping| mapping.key == key)
    }

    /// The mapping of an ecosystem's provider; that of the only one where no name is given.
    #[must_use]
    pub fn mapping(&self, key: &str, provider: &str) -> Option<&Mapping> {
        self.components
            .iter()
            .flat_map(|component| &component.manifest().mappings)
            .find(|mapping| {
                mapping.key == key && (provider.is_empty() || mapping.provider == provider)
            })
    }

    /// The component that serves a token.
    #[must_use]
    pub fn component_of(&self, token: &str) -> Option<&dyn Component> {
        let index = self
            .resources
            .get(token)
            .or_else(|| self.functions.get(token))?;
        self.components.get(*index).map(AsRef::as_ref)
    }

    /// The component that serves a resource type.
    pub(super) fn resource(&self, token: &str) -> Result<Route<'_>, CallError> {
        let found = self
            .resources
            .get_key_value(token)
            .and_then(|(token, index)| Some((token, *index, self.components.get(*index)?)))
            .and_then(|(token, index, component)| {
                let schema = &component.manifest().schema;
                Some(Route {
                    token,
                    component,
                    package: schema,
                    schema: schema.resources.get(token)?,
                    obstacle: self.readiness.obstacle(index),
                    unanswered: &self.unanswered,
                })
            });
        found.ok_or_else(|| self.unknown("resource type", token, self.resources.keys()))
    }

    /// The component that serves a function.
    pub(super) fn function(&self, token: &str) -> Result<FunctionRoute<'_>, CallError> {
        let found = self
            .functions
            .get(token)
            .and_then(|index| Some((*index, self.components.get(*index)?)))
            .and_then(|(index, component)| {
                let schema = &component.manifest().schema;
                Some(FunctionRoute {
                    component,
                    package: schema,
                    schema: schema.functions.get(token)?,
                    obstacle: self.readiness.obstacle(index),
                })
            });
        found.ok_or_else(|| self.unknown("function", token, self.functions.keys()))
    }

    fn unknown<'a>(
        &self,
        kind: &str,
        token: &str,
        known: impl Iterator<Item = &'a String>,
    ) -> CallError {
        let known: Vec<&str> = known.map(String::as_str).collect();
        let hint = match super::schema::nearest(token, known.iter().copied()) {
            Some(near) => format!("did you mean `{near}`?"),
            None if known.is_empty() => format!("it has no {kind}s at all"),
            None => format!(
                "it has {}",
                known
                    .iter()
                    .map(|token| format!("`{token}`"))
                    .collect::<Vec<_>>()
                    .join(", ")
            ),
        };
        CallError::Refused {
            reason: format!(
                "the package `{}` {} has no {kind} `{token}`",
                self.name, self.version
            ),
            hint: Some(hint),
        }
    }
}

/// How a component declares a configuration value, word for word.
fn declaration<'a>(
    components: &'a [Arc<dyn Component>],
    index: usize,
    key: &str,
) -> Option<&'a serde_json::Value> {
    components
        .get(index)?
        .manifest()
        .schema_document
        .get("provider")?
        .get("inputProperties")?
        .get(key)
}
