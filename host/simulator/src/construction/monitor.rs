//! A resource monitor that creates nothing: it refuses the same requests as an engine's monitor, records the others,
//! and answers with the values of mocks.

use std::collections::{BTreeMap, BTreeSet};

use async_trait::async_trait;
use parking_lot::Mutex;
use pulumi_wasm_core::call::{Call, Operation, Subject};
use pulumi_wasm_core::component::Component;
use pulumi_wasm_core::graph::{
    LookupKind, LookupRequest, LookupResult, Registered, Registration, ResourceKind,
};
use pulumi_wasm_core::manifest::Hook;
use pulumi_wasm_core::monitor::{Monitor, MonitorError};
use pulumi_wasm_core::operations;
use pulumi_wasm_core::operations::check::CheckParameters;
use pulumi_wasm_core::operations::construct::ConstructParameters;
use pulumi_wasm_core::schema;
use pulumi_wasm_core::text::Excerpt;
use pulumi_wasm_core::value::{PropertyMap, PropertyValue};
use sha2::{Digest, Sha256};

use super::constructed::name_in_urn;
use super::constructed::{Child, LookUp};
use super::hooks::Made;
use super::mocks::{Mock, Mocks};
use super::transforms::{self, Transforms};
use crate::failure::Failure;
use crate::provider::Provider;

/// The monitor of one construction.
pub(super) struct MockMonitor<'a> {
    pub(super) provider: &'a Provider,
    /// The call that constructs. The calls for children are like it.
    pub(super) call: &'a Call,
    stack: &'a str,
    mocks: &'a Mocks,
    seen: Mutex<Seen>,
    /// The places of resources by their URNs.
    places: Mutex<BTreeMap<String, usize>>,
    transforms: Mutex<Transforms>,
    /// Checks of children take turns, so that children are recorded in the same order each time.
    checks: tokio::sync::Mutex<()>,
}

/// The requests of a construction so far.
#[derive(Debug, Default)]
pub(super) struct Seen {
    pub(super) resources: Vec<Child>,
    pub(super) lookups: Vec<LookUp>,
    /// The keys of the mocks that were used.
    pub(super) used: BTreeSet<String>,
}

impl<'a> MockMonitor<'a> {
    pub(super) fn new(
        provider: &'a Provider,
        call: &'a Call,
        stack: &'a str,
        mocks: &'a Mocks,
    ) -> Self {
        Self {
            provider,
            call,
            stack,
            mocks,
            seen: Mutex::default(),
            places: Mutex::default(),
            transforms: Mutex::default(),
            checks: tokio::sync::Mutex::default(),
        }
    }

    pub(super) fn into_seen(self) -> Seen {
        self.seen.into_inner()
    }

    /// The number of resources and look-ups.
    pub(super) fn counts(&self) -> (usize, usize) {
        let seen = self.seen.lock();
        (seen.resources.len(), seen.lookups.len())
    }

    /// Whether a mock answers for a resource or look-up.
    pub(super) fn has_mock(&self, name: &str, token: &str) -> bool {
        self.mocks.find(name, token).is_some()
    }

    fn urn(&self, registration: &Registration) -> String {
        let Registration {
            token,
            name,
            parent,
            ..
        } = registration;
        let above = parent.split("::").nth(2);
        let above = above.map(|above| format!("{above}$")).unwrap_or_default();
        let stack = self.stack;
        format!("urn:pulumi:{stack}::{stack}::{above}{token}::{name}")
    }

    /// Notes a registration. Returns its URN.
    pub(super) fn note(
        &self,
        registration: &Registration,
        is_component: bool,
    ) -> Result<String, MonitorError> {
        let urn = self.urn(registration);
        let mut places = self.places.lock();
        let mut seen = self.seen.lock();
        let parent = &registration.parent;
        if !parent.is_empty() && !places.contains_key(parent) {
            return Err(MonitorError::Refused(format!(
                "the parent of {} is not registered: `{}`",
                shown(registration),
                Excerpt::name(parent)
            )));
        }
        if places.insert(urn.clone(), seen.resources.len()).is_some() {
            return Err(MonitorError::Refused(format!(
                "{} is registered twice; the engine takes a name once for each type below one type of parent",
                shown(registration)
            )));
        }
        seen.resources.push(Child {
            urn: urn.clone(),
            registration: registration.clone(),
            is_component,
            id: None,
            outputs: PropertyMap::new(),
        });
        Ok(urn)
    }

    /// Records the known outputs of a resource.
    pub(super) fn made(&self, urn: &str, id: Option<String>, outputs: PropertyMap) {
        let place = self.places.lock().get(urn).copied();
        let mut seen = self.seen.lock();
        if let Some(child) = place.and_then(|place| seen.resources.get_mut(place)) {
            child.id = id;
            child.outputs = outputs;
        }
    }

    /// The values that a mock has for a resource or a look-up.
    fn mocked(&self, name: &str, token: &str) -> Result<Option<PropertyMap>, MonitorError> {
        let Some((key, mock)) = self.mocks.find(name, token) else {
            return Ok(None);
        };
        self.seen.lock().used.insert(key.to_owned());
        match mock {
            Mock::Outputs(outputs) => Ok(Some(outputs.clone())),
            Mock::Failure(reason) => Err(MonitorError::Refused(reason.clone())),
        }
    }

    /// The component of this package that serves a type.
    fn own(&self, token: &str) -> Option<&dyn Component> {
        self.provider.package().component_of(token)
    }

    /// The outputs of a resource; outputs without a mock are unknown.
    fn with_unknown(&self, token: &str, mut outputs: PropertyMap) -> PropertyMap {
        let own = self.own(token).map(|own| own.manifest().resource(token));
        if let Some(Ok(Some((_, resource)))) = own {
            fill_unknown(&mut outputs, resource.outputs.properties.keys());
        }
        outputs
    }

    /// A resource that a provider would create.
    async fn custom(&self, registration: Registration) -> Result<Registered, MonitorError> {
        let urn = self.note(&registration, false)?;
        let is_preview = self.call.preview;
        let own = self.own(&registration.token);
        let inputs = match own {
            Some(_) => self.checked(&urn, &registration).await?,
            None => registration.inputs.clone(),
        };
        let made = Made {
            urn: &urn,
            registration: &registration,
            inputs: &inputs,
        };
        if !is_preview {
            made.before_create().await?;
        }
        let mut mocked = self.mocked(&registration.name, &registration.token)?;
        // A preview does not know the outputs of a provider.
        let mut given = mocked.take().filter(|_| !is_preview).unwrap_or_default();
        let id = match given.remove("id") {
            Some(id) => id.as_str().map(str::to_owned),
            None => (!is_preview).then(|| format!("{}_id", registration.name)),
        };
        let mut outputs = inputs.clone();
        outputs.extend(given);
        if let Some(own) = own
            && let Ok(Some((_, of))) = own.manifest().resource(&registration.token)
        {
            fill_unknown(&mut outputs, of.outputs.properties.keys());
            outputs = schema::mark_secrets(&own.manifest().schema, of, &inputs, outputs);
        }
        for name in &registration.options.additional_secret_outputs {
            let known = outputs.remove(name).unwrap_or(PropertyValue::Unknown);
            outputs.insert(name.clone(), known.into_secret());
        }
        if !is_preview {
            made.after_create(id.as_deref(), &outputs).await?;
        }
        self.made(&urn, id.clone(), outputs.clone());
        Ok(Registered {
            urn,
            id,
            outputs,
            is_partial: true,
            ..Registered::default()
        })
    }

    /// The inputs of a resource of this package, as its provider takes them.
    async fn checked(
        &self,
        urn: &str,
        registration: &Registration,
    ) -> Result<PropertyMap, MonitorError> {
        let _turn = self.checks.lock().await;
        let subject = Subject {
            urn: urn.to_owned(),
            token: registration.token.clone(),
            name: registration.name.clone(),
        };
        let call = Call {
            random_seed: Sha256::digest(urn).to_vec(),
            ..self.provider.call(Operation::Check, subject)
        };
        let parameters = CheckParameters {
            inputs: registration.inputs.clone().into(),
            ..CheckParameters::default()
        };
        let check = operations::check(self.provider.package(), &call, parameters);
        let checked = check.await.map_err(|error| Failure::of_call(&call, &error));
        let checked = checked.map_err(|failure| MonitorError::Refused(failure.to_string()))?;
        if checked.failures.is_empty() {
            return Ok(checked.inputs.values);
        }
        let what = format!("check of {}", shown(registration));
        let failure = Failure::invalid(&call, &what, &checked.failures);
        Err(MonitorError::Refused(failure.to_string()))
    }

    /// A component that another package would construct.
    fn remote(&self, registration: &Registration) -> Result<Registered, MonitorError> {
        let urn = self.note(registration, true)?;
        let mocked = self.mocked(&registration.name, &registration.token)?;
        let outputs = mocked.filter(|_| !self.call.preview).unwrap_or_default();
        self.made(&urn, None, outputs.clone());
        Ok(Registered {
            urn,
            outputs,
            is_partial: true,
            ..Registered::default()
        })
    }

    /// A component of this package, which registers itself.
    async fn nested(&self, registration: Registration) -> Result<Registered, MonitorError> {
        let subject = Subject {
            urn: String::new(),
            token: registration.token,
            name: registration.name,
        };
        let call = Call {
            preview: self.call.preview,
            ..self.provider.call(Operation::Construct, subject)
        };
        let parameters = ConstructParameters {
            parent: registration.parent,
            inputs: registration.inputs,
            input_dependencies: registration.input_dependencies,
            dependencies: registration.dependencies.iter().cloned().collect(),
            // Its transforms wait for the component's own registration.
            options: registration.options,
            // The simulator has no stack.
            configured: BTreeSet::new(),
        };
        let work = operations::construct(self.provider.package(), &call, parameters, self);
        let made = work.await.map_err(|error| Failure::of_call(&call, &error));
        let made = made.map_err(|failure| MonitorError::Refused(failure.to_string()))?;
        Ok(Registered {
            urn: made.urn,
            outputs: made.outputs,
            output_dependencies: made.dependencies,
            // An output that is left out is unknown, if it was not forgotten.
            is_partial: true,
            ..Registered::default()
        })
    }

    /// The result of a look-up. `None` without a mock.
    fn found(&self, request: &LookupRequest) -> Result<Option<LookupResult>, MonitorError> {
        if request.kind == LookupKind::Reference {
            let place = self.places.lock().get(&request.subject).copied();
            let seen = self.seen.lock();
            if let Some(child) = place.and_then(|place| seen.resources.get(place)) {
                return Ok(Some(LookupResult {
                    urn: child.urn.clone(),
                    id: child.id.clone(),
                    outputs: self.with_unknown(&child.registration.token, child.outputs.clone()),
                    ..LookupResult::default()
                }));
            }
        }
        let name = match request.kind {
            LookupKind::Reference => name_in_urn(&request.subject),
            _ => &request.name,
        };
        let Some(mut outputs) = self.mocked(name, &request.token)? else {
            return Ok(None);
        };
        let id = match request.kind {
            LookupKind::Read => Some(request.subject.clone()),
            LookupKind::Reference => outputs.remove("id").and_then(text),
            LookupKind::Invoke | LookupKind::Method => None,
        };
        let urn = match request.kind {
            LookupKind::Read => self.urn(&Registration {
                token: request.token.clone(),
                name: request.name.clone(),
                parent: request.parent.clone(),
                ..Registration::default()
            }),
            LookupKind::Reference => request.subject.clone(),
            LookupKind::Invoke | LookupKind::Method => String::new(),
        };
        Ok(Some(LookupResult {
            urn,
            id,
            outputs,
            ..LookupResult::default()
        }))
    }
}

#[async_trait]
impl Monitor for MockMonitor<'_> {
    async fn register(&self, mut registration: Registration) -> Result<Registered, MonitorError> {
        let urn = self.urn(&registration);
        let found = self.transforms.lock().of(&urn, &registration);
        for transform in &found {
            registration = transforms::apply(transform, registration).await?;
        }
        match registration.kind {
            ResourceKind::Custom => self.custom(registration).await,
            ResourceKind::Group => {
                let urn = self.note(&registration, true)?;
                Ok(Registered {
                    urn,
                    ..Registered::default()
                })
            }
            ResourceKind::Remote => {
                let (token, name) = (&registration.token, &registration.name);
                let is_own = self.own(token).is_some_and(|own| constructs(own, token));
                if is_own && !self.has_mock(name, token) {
                    self.nested(registration).await
                } else {
                    self.remote(&registration)
                }
            }
        }
    }

    async fn look_up(&self, request: LookupRequest) -> Result<LookupResult, MonitorError> {
        let found = match self.own_method(&request).await? {
            Some(found) => Some(found),
            None => self.found(&request)?,
        };
        self.seen.lock().lookups.push(LookUp {
            request,
            is_known: found.is_some(),
        });
        Ok(found.unwrap_or(LookupResult {
            is_unknown: true,
            ..LookupResult::default()
        }))
    }

    async fn complete(&self, urn: &str, outputs: PropertyMap) -> Result<(), MonitorError> {
        self.made(urn, None, outputs);
        Ok(())
    }
}

/// Sets missing outputs to unknown. An update then omits them, because no mock gives them.
pub(super) fn fill_unknown<'a>(
    outputs: &mut PropertyMap,
    names: impl IntoIterator<Item = &'a String>,
) {
    for name in names {
        let missing = || PropertyValue::Unknown;
        outputs.entry(name.to_owned()).or_insert_with(missing);
    }
}

/// Whether a component of this package makes resources of a type.
pub(super) fn constructs(own: &dyn Component, token: &str) -> bool {
    own.manifest().resource_has(token, Hook::Construct)
}

fn text(value: PropertyValue) -> Option<String> {
    value.as_str().map(str::to_owned)
}

fn shown(registration: &Registration) -> String {
    format!(
        "`{}` of type `{}`",
        Excerpt::name(&registration.name),
        Excerpt::name(&registration.token)
    )
}
