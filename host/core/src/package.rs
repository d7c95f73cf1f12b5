//! A package: one or more components, and the table of tokens that each component serves.

pub(crate) mod concurrency;
mod configuration;
pub(crate) mod resource_binding;
mod secret_ids;
mod tokens;
pub(crate) mod unknown_outputs;

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::hash::{BuildHasher, RandomState};
use std::sync::Arc;

use concurrency::Crowds;
use parking_lot::Mutex;
use resource_binding::{FunctionBinding, ResourceBinding};
use secret_ids::OpenIds;
use tokens::Tokens;
use unknown_outputs::UnknownOutputs;

use crate::component::Component;
use crate::config::config_state::ConfigState;
pub use crate::config::config_state::{ConfigurationName, EnvironmentLookup};
use crate::error::CallError;
use crate::graph::OwnManifests;
pub(super) use crate::graph::SELF;
use crate::manifest::{Manifest, Mapping, Unreadable};
use crate::recovery::journal::Journal;
use crate::recovery::pending_creates::PendingCreates;
use crate::schema::{self, PackageSchema};
use crate::state::imports::Imports;
use crate::text::Excerpt;
use crate::value::PropertyMap;
use crate::view::View;

/// The prefix of the tokens of providers.
pub(super) const PROVIDERS: &str = "pulumi:providers:";

/// A provider that is ready to serve.
pub struct Package {
    pub(super) name: String,
    pub(super) version: String,
    pub(super) components: Vec<Arc<dyn Component>>,
    tokens: Tokens,
    pub(super) environment: EnvironmentLookup,
    pub(super) config_state: ConfigState,
    pub(super) pending_creates: Arc<PendingCreates>,
    pub(super) imports: Imports,
    pub(super) pending_comparisons: PendingComparisons,
    /// The providers of the program: their configurations were checked.
    pub(super) checked_providers: PendingComparisons,
    open_ids: OpenIds,
    pub(super) unknown_outputs: UnknownOutputs,
    crowds: Crowds,
    /// The packages that its components may not use, each with the reason.
    pub(super) forbidden_uses: BTreeMap<String, String>,
    /// The packages in its manifests that are components which the project did not add.
    components_not_added: BTreeSet<String>,
}

/// Why components do not form a package.
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
    #[error(
        "`{keeps}` declares {kind} `{name}` as `hostOnly`, and `{sees}` of the same package would see the value"
    )]
    Seen {
        kind: &'static str,
        name: String,
        keeps: String,
        sees: String,
    },
}

impl Package {
    /// Creates a package from components. Its version is the version of the first component.
    ///
    /// # Errors
    /// If names differ, two components have the same token, they declare a configuration value differently, or one of them would see
    /// a value that the host keeps from another. The message names both files.
    pub fn assemble(
        components: Vec<Arc<dyn Component>>,
        environment: EnvironmentLookup,
    ) -> Result<Self, PackageError> {
        let first = components.first().ok_or(PackageError::Empty)?;
        let (name, version) = (
            first.manifest().name().to_owned(),
            first.manifest().version().to_owned(),
        );
        let first_file = first.origin().file.clone();
        let mut tokens = Tokens::new(components.len());
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
            if let Err(claim) = tokens.claim(index, schema) {
                return Err(PackageError::TwoClaims {
                    kind: claim.kind,
                    token: claim.token,
                    first: file(claim.earlier),
                    second: file(index),
                });
            }
            for key in schema.config.properties.keys() {
                match configured_by.get(key) {
                    Some(earlier)
                        if !configuration::is_declared_alike(&components, key, *earlier, index) =>
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
        configuration::is_seen_by_none(&components)?;
        let config_state = ConfigState::before_configure(&components, &environment);
        Ok(Self {
            name,
            version,
            components,
            tokens,
            environment,
            config_state,
            pending_creates: Arc::default(),
            imports: Imports::default(),
            pending_comparisons: PendingComparisons::default(),
            checked_providers: PendingComparisons::default(),
            open_ids: OpenIds::default(),
            unknown_outputs: UnknownOutputs::default(),
            crowds: Crowds::default(),
            forbidden_uses: BTreeMap::new(),
            components_not_added: BTreeSet::new(),
        })
    }

    /// Names configuration values in messages as the user writes them, by the package and the key.
    #[must_use]
    pub fn naming_configuration(mut self, name: ConfigurationName) -> Self {
        self.config_state.name = name;
        self
    }

    /// Forbids the package's components to create resources of other packages, even if their manifests name these
    /// packages. Each has a reason for messages.
    #[must_use]
    pub fn without_uses(mut self, forbidden: BTreeMap<String, String>) -> Self {
        self.forbidden_uses = forbidden;
        self
    }

    /// Names the packages in its manifests that are components which the project did not add. The user did not set the stack's
    /// configuration for them, so the package may not use them if the stack has configuration of their names.
    #[must_use]
    pub fn with_components_not_added(mut self, packages: BTreeSet<String>) -> Self {
        self.components_not_added = packages;
        self
    }

    /// The packages that its components may not use in a stack with this configuration, each with the reason. `configured` has the
    /// packages that the stack has configuration of.
    pub(super) fn forbidden_uses_beside(
        &self,
        configured: &BTreeSet<String>,
    ) -> BTreeMap<String, String> {
        let mut forbidden = self.forbidden_uses.clone();
        for package in self.components_not_added.intersection(configured) {
            let reason = format!(
                "the stack has configuration of `{package}`, which would reach the component that the manifest names, and the project has \
                 no SDK of that component; if the configuration is for it, add the component to the project"
            );
            forbidden.entry(package.clone()).or_insert(reason);
        }
        forbidden
    }

    /// Sets the journal in which the package records its running creates.
    #[must_use]
    pub fn with_journal(mut self, journal: Arc<dyn Journal>) -> Self {
        self.pending_creates = Arc::new(PendingCreates::new(journal));
        self
    }

    /// Forgets the creates that were answered: the engine is still running, or it shut down without a cancellation and
    /// keeps the answers.
    pub fn settle(&self) {
        self.pending_creates.settle();
    }

    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    #[must_use]
    pub fn version(&self) -> &str {
        &self.version
    }

    /// Reads an environment variable; `None` if it is not granted or not set.
    #[must_use]
    pub fn variable(&self, name: &str) -> Option<String> {
        (self.environment)(name)
    }

    /// The components in the given order.
    #[must_use]
    pub fn components(&self) -> &[Arc<dyn Component>] {
        &self.components
    }

    /// The mappings of all components for an ecosystem.
    ///
    /// # Errors
    /// If a component's manifest can no longer be read.
    pub fn mappings(&self, key: &str) -> Result<Vec<&Mapping>, Unreadable> {
        let mut found = Vec::new();
        for component in &self.components {
            let all = &component.manifest().documents()?.mappings;
            found.extend(all.iter().filter(|mapping| mapping.key == key));
        }
        Ok(found)
    }

    /// The mapping of an ecosystem's provider. An empty name selects the only mapping.
    ///
    /// # Errors
    /// If a component's manifest can no longer be read.
    pub fn mapping(&self, key: &str, provider: &str) -> Result<Option<&Mapping>, Unreadable> {
        let mut found = self.mappings(key)?.into_iter();
        Ok(found.find(|mapping| provider.is_empty() || mapping.provider == provider))
    }

    /// The component that serves a token.
    #[must_use]
    pub fn component_of(&self, token: &str) -> Option<&dyn Component> {
        let resource = self.tokens.of_resource(&self.components, token);
        let index = resource.or_else(|| self.tokens.of_function(&self.components, token))?;
        self.components.get(index).map(AsRef::as_ref)
    }

    /// The id that an import of a resource with these inputs needs. `None` if the manifest declares no form of ids for
    /// the type, or the inputs do not determine the id.
    #[must_use]
    pub fn import_id(&self, token: &str, inputs: &PropertyMap) -> Option<String> {
        let schema = &self.component_of(token)?.manifest().schema;
        let form = schema.resources.get(token)?.import_id.as_ref()?;
        match form.misread(inputs) {
            Some(_) => None,
            None => form.of(inputs),
        }
    }

    /// Whether a resource has a method.
    #[must_use]
    pub fn has_methods(&self) -> bool {
        let is_method = |schema: &PackageSchema, token: &str| {
            let owner = token.rsplit_once('/').map(|(owner, _)| owner);
            owner.is_some_and(|owner| {
                schema.resources.contains_key(owner) || owner.starts_with(PROVIDERS)
            })
        };
        let mut schemas = self.schemas();
        schemas.any(|schema| {
            let mut functions = schema.functions.keys();
            functions.any(|token| is_method(schema, token))
        })
    }

    /// Marks the secrets of a view by the schema, if the schema declares the view's type.
    pub fn mark_secrets_of_view(&self, view: &mut View) {
        let index = self.tokens.of_resource(&self.components, &view.token);
        if let Some(component) = index.and_then(|index| self.components.get(index))
            && let Ok(Some((_, schema))) = component.manifest().resource(&view.token)
        {
            let package = &component.manifest().schema;
            let View {
                inputs, outputs, ..
            } = view;
            let (before, given) = (PropertyMap::new(), std::mem::take(inputs));
            *inputs = schema::keep_secrets(package, &schema.inputs, &before, given);
            *outputs = schema::mark_secrets(package, schema, inputs, std::mem::take(outputs));
        }
    }

    /// The component that serves a resource type.
    pub(super) fn resource(&self, token: &str) -> Result<ResourceBinding<'_>, CallError> {
        let index = self.tokens.of_resource(&self.components, token);
        let place = index.and_then(|index| Some((index, self.components.get(index)?)));
        if let Some((index, component)) = place
            && let Some((token, schema)) = component.manifest().resource(token)?
        {
            return Ok(ResourceBinding {
                token,
                component,
                package: &component.manifest().schema,
                schema,
                obstacle: self.config_state.obstacle(index),
                pending_creates: &self.pending_creates,
                open_ids: &self.open_ids,
                crowds: &self.crowds,
            });
        }
        let schemas = self.schemas();
        Err(self.unknown(
            "resource type",
            token,
            schemas.flat_map(|schema| schema.resources.keys()),
        ))
    }

    /// The component that serves a function.
    pub(super) fn function(&self, token: &str) -> Result<FunctionBinding<'_>, CallError> {
        let index = self.tokens.of_function(&self.components, token);
        let place = index.and_then(|index| Some((index, self.components.get(index)?)));
        if let Some((index, component)) = place
            && let Some(schema) = component.manifest().function_schema(token)?
        {
            return Ok(FunctionBinding {
                component,
                package: &component.manifest().schema,
                schema,
                obstacle: self.config_state.obstacle(index),
            });
        }
        let schemas = self.schemas();
        Err(self.unknown(
            "function",
            token,
            schemas.flat_map(|schema| schema.functions.keys()),
        ))
    }

    /// The component that serves a method.
    pub(super) fn method(&self, token: &str) -> Result<FunctionBinding<'_>, CallError> {
        if let Ok(binding) = self.function(token)
            && binding.schema.inputs.properties.contains_key(SELF)
        {
            return Ok(binding);
        }
        let Some((of, name)) = token.rsplit_once('/') else {
            return Err(CallError::Refused {
                reason: format!("`{}` is not the token of a method", Excerpt::name(token)),
                hint: None,
            });
        };
        let schemas = self.schemas();
        let functions = schemas.flat_map(|schema| schema.functions.keys());
        let methods = functions.filter_map(|function| match function.rsplit_once('/') {
            Some((owner, method)) if owner == of => Some(format!("`{method}`")),
            _ => None,
        });
        let mut methods: Vec<_> = methods.collect();
        methods.sort_unstable();
        let hint = if methods.is_empty() {
            "it has no methods".to_owned()
        } else {
            format!("its methods are {}", methods.join(", "))
        };
        let (of, name) = (Excerpt::name(of), Excerpt::name(name));
        Err(CallError::Refused {
            reason: format!("`{of}` has no method `{name}`"),
            hint: Some(hint),
        })
    }

    fn schemas(&self) -> impl Iterator<Item = &PackageSchema> {
        let components = self.components.iter();
        components.map(|component| &component.manifest().schema)
    }

    fn unknown<'a>(
        &self,
        kind: &str,
        token: &str,
        known: impl Iterator<Item = &'a str>,
    ) -> CallError {
        let mut known: Vec<&str> = known.collect();
        known.sort_unstable();
        let hint = match schema::nearest(token, known.iter().copied()) {
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

impl OwnManifests for Vec<Arc<dyn Component>> {
    fn manifests(&self) -> Vec<&Manifest> {
        self.iter().map(|component| component.manifest()).collect()
    }
}

impl From<Unreadable> for CallError {
    fn from(error: Unreadable) -> Self {
        CallError::Unusable {
            reason: error.reason,
            hint: Some(error.hint),
        }
    }
}

/// The resources whose recorded inputs were checked, but not compared yet.
///
/// An update calls Check and then Diff. The engine has already put the recorded values of `ignoreChanges` into the
/// inputs of Check, so every difference in its answer is a change. A refresh calls Read and then Diff, with recorded
/// inputs that the engine has not reset. A request does not say whether it belongs to an update or to a refresh.
///
/// For the step of a provider itself, the engine calls CheckConfig and then DiffConfig. To find all resources that a
/// replacement affects, it calls only DiffConfig.
#[derive(Default)]
pub(crate) struct PendingComparisons {
    hasher: RandomState,
    /// Hashes of the URNs, because the URNs of a large stack are long.
    urns: Mutex<HashSet<u64>>,
}

impl PendingComparisons {
    /// Records that a resource's recorded inputs were checked.
    pub(crate) fn add(&self, urn: &str) {
        let hash = self.hasher.hash_one(urn);
        self.urns.lock().insert(hash);
    }

    /// Whether recorded inputs were checked.
    pub(crate) fn has(&self, urn: &str) -> bool {
        let hash = self.hasher.hash_one(urn);
        self.urns.lock().contains(&hash)
    }

    /// Whether recorded inputs were checked since the last comparison or read.
    pub(crate) fn take(&self, urn: &str) -> bool {
        let hash = self.hasher.hash_one(urn);
        self.urns.lock().remove(&hash)
    }
}
