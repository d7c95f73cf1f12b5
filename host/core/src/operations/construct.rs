//! Construct: making a component resource of other resources.
//!
//! The component registers itself before its children, the guest declares them, and what comes of each is told to the
//! graph until nothing is left to be done. The guest is entered again for each callback, one at a time, while
//! registrations are under way.

pub(super) mod plain_inputs;
mod required_outputs;

#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use sha2::{Digest, Sha256};

use super::work::{Exits, Task, Work, begin, refused};
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

/// The component that is to be made.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct ConstructQuestion {
    /// The parent's URN; empty without one.
    pub parent: String,
    /// May be unknown and secret at any depth.
    pub inputs: PropertyMap,
    /// The URNs that each input depends on.
    pub input_dependencies: BTreeMap<String, BTreeSet<String>>,
    /// The URNs that the component as a whole depends on.
    pub dependencies: BTreeSet<String>,
    /// The options that the program gave.
    pub options: RegistrationOptions,
}

/// A component that was made.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct ConstructedResource {
    pub urn: String,
    pub outputs: PropertyMap,
    /// The URNs of the custom resources and remote components that each output comes from.
    pub dependencies: BTreeMap<String, BTreeSet<String>>,
}

/// Makes a component. The answer waits for all that it registered.
///
/// A cancelled call gives a component without outputs, once the component is registered: the engine has told the user why the
/// deployment ends, and would show an error of ours beside it.
///
/// # Errors
/// When no component serves the type, its inputs are refused, the guest fails, or something that it registered does.
pub async fn construct(
    package: &Package,
    call: &Call,
    question: ConstructQuestion,
    monitor: &dyn Monitor,
) -> Result<ConstructedResource, CallError> {
    let binding = &package.resource(&call.subject.token)?;
    if !binding.has(Hook::Construct) {
        return Err(not_a_component(binding.token));
    }
    binding.ready()?;
    let whole = binding.schema.deprecation.as_deref();
    let declared = &binding.schema.inputs;
    let notes = schema::deprecations(binding.package, whole, declared, &question.inputs);
    let inputs = checked(binding, call, question.inputs).inspect_err(|_| call.warn_of(&notes))?;
    let cancellation = call.cancellation.clone();
    let options = plain_options(&question.options);
    let providers = question.options.providers.clone();
    let mut referenced = BTreeMap::new();
    add_references(&inputs, &question.parent, |_| false, &mut referenced);
    let mut all = question.dependencies;
    all.extend(referenced.values().flatten().cloned());
    let mut input_dependencies = for_each_input(&inputs, &question.input_dependencies);
    for (name, urns) in referenced {
        input_dependencies.entry(name).or_default().extend(urns);
    }
    let registration = Registration {
        kind: ResourceKind::Group,
        token: call.subject.token.clone(),
        name: call.subject.name.clone(),
        parent: question.parent,
        input_dependencies,
        inputs: inputs.clone(),
        dependencies: all.into(),
        options: question.options,
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
    let (call, graph) = begin(package, uses, &call, session.number(), component);
    // Not before there is a resource that they can be shown on.
    call.warn_of(&notes);
    let work = Work {
        call: &call,
        graph: &graph,
        exits: Exits::new(&call, &graph, monitor, &given),
        component: &**binding.component,
        task: Task::Construct { options: &options },
        hooks: tokio::sync::Mutex::default(),
    };
    tokio::select! {
        constructed = work_off(&work, binding, urn.clone(), session) => constructed,
        () = work.cancelled() => Ok(ConstructedResource { urn, ..ConstructedResource::default() }),
    }
}

/// Makes what the guest declares, and completes the component.
async fn work_off<'a>(
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
    let mut dependencies = settled.dependencies;
    dependencies.retain(|name, _| outputs.contains_key(name));
    Ok(ConstructedResource {
        urn,
        outputs,
        dependencies,
    })
}

/// The inputs with defaults, as the schema and its rules take them.
fn checked(
    binding: &ResourceBinding<'_>,
    call: &Call,
    inputs: PropertyMap,
) -> Result<PropertyMap, CallError> {
    call.secrets.learn(&inputs);
    let declared = &binding.schema.inputs;
    let checked = schema::check(binding.package, declared, inputs, &schema::no_environment);
    // No Check of the engine marks them: the program alone has had them in its hands.
    let nothing = PropertyMap::new();
    let inputs = schema::keep_secrets(binding.package, declared, &nothing, checked.inputs);
    call.secrets.learn(&inputs);
    let mut failures = checked.failures;
    failures.extend(plain_inputs::secret(declared, &inputs));
    match failures.is_empty() {
        true => Ok(inputs),
        false => Err(CallError::Guest(GuestError::Invalid(failures))),
    }
}

/// An entry for each input, empty or not.
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
