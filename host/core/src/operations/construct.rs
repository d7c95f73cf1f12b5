//! Construct: creates a component resource from other resources.
//!
//! The component registers itself before its children. The guest declares the children, and the host reports each
//! result to the graph until nothing is left to do. The guest is entered again for each callback, one at a time, while
//! registrations are in flight.

pub(super) mod plain_inputs;
mod required_outputs;

#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use sha2::{Digest, Sha256};

use super::session::{Exits, Task, Work, begin, refused};
use crate::call::{Call, Subject};
use crate::component::GuestSession;
use crate::error::{CallError, GuestError};
use crate::graph::{
    ComponentNode, Registration, RegistrationOptions, RegistrationOutcome, ResourceKind,
    add_references, plain_options,
};
use crate::manifest::Hook;
use crate::monitor::Monitor;
use crate::package::Package;
use crate::package::resource_binding::ResourceBinding;
use crate::schema;
use crate::value::PropertyMap;

/// A request to construct a component.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct ConstructParameters {
    /// The parent's URN; empty without a parent.
    pub parent: String,
    /// May be unknown and secret at any depth.
    pub inputs: PropertyMap,
    /// The URNs that each input depends on.
    pub input_dependencies: BTreeMap<String, BTreeSet<String>>,
    /// The URNs that the whole component depends on.
    pub dependencies: BTreeSet<String>,
    /// The options from the program.
    pub options: RegistrationOptions,
    /// The packages that the stack has configuration of.
    pub configured: BTreeSet<String>,
}

/// A constructed component.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct ConstructedResource {
    pub urn: String,
    pub outputs: PropertyMap,
    /// The URNs of the custom resources and remote components that each output comes from.
    pub dependencies: BTreeMap<String, BTreeSet<String>>,
}

/// Constructs a component. The answer waits for everything that it registered.
///
/// If the call is cancelled after the component was registered, it returns the component without outputs, because the
/// engine has already told the user why the deployment ends and would show another error beside it.
///
/// # Errors
/// If no component serves the type, its inputs are refused, the guest fails, or a resource that it registered fails.
pub async fn construct(
    package: &Package,
    call: &Call,
    parameters: ConstructParameters,
    monitor: &dyn Monitor,
) -> Result<ConstructedResource, CallError> {
    let binding = &package.resource(&call.subject.token)?;
    if !binding.has(Hook::Construct) {
        return Err(not_a_component(binding.token));
    }
    binding.ready()?;
    let whole = binding.schema.deprecation.as_deref();
    let declared = &binding.schema.inputs;
    let notes = schema::deprecations(binding.package, whole, declared, &parameters.inputs);
    let inputs = checked(binding, call, parameters.inputs).inspect_err(|_| call.warn_of(&notes))?;
    let cancellation = call.cancellation.clone();
    let options = plain_options(&parameters.options);
    let providers = parameters.options.providers.clone();
    let mut referenced = BTreeMap::new();
    add_references(&inputs, &parameters.parent, |_| false, &mut referenced);
    let mut all = parameters.dependencies;
    all.extend(referenced.values().flatten().cloned());
    let mut input_dependencies = for_each_input(&inputs, &parameters.input_dependencies);
    for (name, urns) in referenced {
        input_dependencies.entry(name).or_default().extend(urns);
    }
    let registration = Registration {
        kind: ResourceKind::Group,
        token: call.subject.token.clone(),
        name: call.subject.name.clone(),
        parent: parameters.parent,
        input_dependencies,
        inputs: inputs.clone(),
        dependencies: all.into(),
        options: parameters.options,
        transforms: Vec::new(),
        hooks: Vec::new(),
    };
    let dependencies = registration.input_dependencies.clone();
    let given = inputs.clone();
    let registered = tokio::select! {
        registered = monitor.register(registration) => registered.map_err(refused)?,
        () = cancellation.cancelled() => return Err(CallError::Cancelled),
    };
    if registered.outcome == RegistrationOutcome::Failed {
        return Err(not_registered());
    }
    let urn = registered.urn;
    let session = binding.component.begin_session();
    let component = ComponentNode {
        token: call.subject.token.clone(),
        name: call.subject.name.clone(),
        id: None,
        inputs,
        dependencies,
        plain: plain_inputs::names(&binding.schema.inputs),
        providers,
    };
    let call = Call {
        subject: Arc::new(Subject {
            urn: urn.clone(),
            ..Subject::clone(&call.subject)
        }),
        random_seed: Sha256::digest(&urn).to_vec(),
        ..call.clone()
    };
    let uses = &binding.component.manifest().uses;
    let (call, graph) = begin(
        package,
        (uses, &parameters.configured),
        &call,
        session.number(),
        component,
    );
    // Warnings need a resource that shows them.
    call.warn_of(&notes);
    let work = Work {
        call: &call,
        graph: &graph,
        exits: Exits::new(&call, &graph, monitor, &given),
        component: &**binding.component,
        task: Task::Construct { options: &options },
        unknown_outputs: &package.unknown_outputs,
        hooks: tokio::sync::Mutex::default(),
    };
    tokio::select! {
        constructed = run_session(&work, binding, urn.clone(), session) => constructed,
        () = work.cancelled() => Ok(ConstructedResource { urn, ..ConstructedResource::default() }),
    }
}

/// Runs the session of the component, and completes the component.
async fn run_session<'a>(
    work: &Work<'a>,
    binding: &ResourceBinding<'_>,
    urn: String,
    session: Box<dyn GuestSession + 'a>,
) -> Result<ConstructedResource, CallError> {
    let settled = work.run(session).await?;
    let declared = &binding.schema.outputs;
    work.call.warn_of(&required_outputs::missing(
        declared,
        &settled.outputs,
        &settled.unknown,
    ));
    let nothing = PropertyMap::new();
    let mut outputs =
        schema::mark_secrets(binding.package, binding.schema, &nothing, settled.outputs);
    work.exits.outputs(Some(declared), &mut outputs);
    let component = Some((urn.as_str(), outputs.clone()));
    work.complete(settled.session, component).await?;
    let subject = (urn.clone(), String::new());
    work.unknown_outputs.note(subject, &settled.unknown);
    let mut dependencies = settled.dependencies;
    let is_output = |name: &String| outputs.contains_key(name) || settled.unknown.contains(name);
    dependencies.retain(|name, _| is_output(name));
    Ok(ConstructedResource {
        urn,
        outputs,
        dependencies,
    })
}

/// The inputs with defaults, checked by the schema and its rules.
fn checked(
    binding: &ResourceBinding<'_>,
    call: &Call,
    inputs: PropertyMap,
) -> Result<PropertyMap, CallError> {
    call.secrets.learn(&inputs);
    let declared = &binding.schema.inputs;
    let checked = schema::check(binding.package, declared, inputs, &schema::no_environment);
    // The engine calls no Check for components, so the secrets are not marked yet.
    let nothing = PropertyMap::new();
    let inputs = schema::keep_secrets(binding.package, declared, &nothing, checked.inputs);
    call.secrets.learn(&inputs);
    let mut failures = checked.failures;
    failures.extend(plain_inputs::secret(declared, &inputs));
    if failures.is_empty() {
        Ok(inputs)
    } else {
        Err(CallError::Guest(GuestError::Invalid(failures)))
    }
}

/// A map with an entry for each input.
fn for_each_input(
    inputs: &PropertyMap,
    known: &BTreeMap<String, BTreeSet<String>>,
) -> BTreeMap<String, BTreeSet<String>> {
    let entry = |name: &String| (name.clone(), known.get(name).cloned().unwrap_or_default());
    inputs.keys().map(entry).collect()
}

fn not_registered() -> CallError {
    CallError::Refused {
        reason: "the engine failed to register the component".to_owned(),
        hint: None,
    }
}

fn not_a_component(token: &str) -> CallError {
    CallError::Refused {
        reason: format!("`{token}` is not a component resource: its author wrote no `construct`"),
        hint: None,
    }
}
