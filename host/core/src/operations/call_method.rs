//! Call: calls a method of a resource.
//!
//! A method is a function with the argument `__self__`. Its call is a session, as the construction of a component is:
//! the guest declares resources and values for its result, and the answer waits for all of them. The resources that it
//! declares are children of the resource that the method is called on.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use sha2::{Digest, Sha256};

use super::construct::plain_inputs;
use super::results;
use super::session::{Exits, Task, Work, begin};
use crate::call::{Call, Subject};
use crate::component::GuestSession;
use crate::error::failure::PropertyFailure;
use crate::error::{CallError, GuestError};
use crate::graph::{self, ComponentNode, add_references};
use crate::monitor::Monitor;
use crate::package::resource_binding::FunctionBinding;
use crate::package::{PROVIDERS, Package, SELF};
use crate::schema::{self, FunctionOutputs};
use crate::text::Excerpt;
use crate::value::{PropertyMap, PropertyValue, ResourceReference};

/// A call of a method.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct CallMethodParameters {
    /// The resource is the argument `__self__`. The other arguments may be unknown and secret at any depth.
    pub arguments: PropertyMap,
    /// The URNs that each argument depends on.
    pub argument_dependencies: BTreeMap<String, BTreeSet<String>>,
    /// The packages that the stack has configuration of.
    pub configured: BTreeSet<String>,
}

/// The result of a method.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct MethodAnswer {
    /// Values are unknown only in previews.
    pub result: PropertyMap,
    /// The URNs of the custom resources and remote components that each value comes from.
    pub dependencies: BTreeMap<String, BTreeSet<String>>,
    /// Why the arguments were refused; `result` is then invalid.
    pub failures: Vec<PropertyFailure>,
}

/// Calls a method. The answer waits for everything that the method registered.
///
/// A cancelled call returns an empty result, because the engine has already told the user why the deployment ends and
/// would show another error beside it.
///
/// # Errors
/// If no component has the method, the resource is missing, the guest fails, or a resource that the method registered
/// fails.
pub async fn call_method(
    package: &Package,
    call: &Call,
    parameters: CallMethodParameters,
    monitor: &dyn Monitor,
) -> Result<MethodAnswer, CallError> {
    let binding = &package.method(&call.subject.token)?;
    let method = binding.schema;
    let token = &call.subject.token;
    let receiver = receiver(token, parameters.arguments.get(SELF))?;
    is_of_package(&receiver, package)?;
    let call = &Call {
        subject: Arc::new(Subject {
            urn: receiver.urn.clone(),
            name: name_in(&receiver.urn),
            token: call.subject.token.clone(),
        }),
        ..call.clone()
    };
    call.secrets.learn(&parameters.arguments);
    let whole = method.deprecation.as_deref();
    let arguments = parameters.arguments;
    let notes = schema::deprecations(binding.package, whole, &method.inputs, &arguments);
    call.warn_of(&notes);
    let no_environment = &schema::no_environment;
    let checked = schema::check(binding.package, &method.inputs, arguments, no_environment);
    if !checked.failures.is_empty() {
        return Ok(refused(checked.failures));
    }
    // In a preview with unknown configuration the component cannot be entered.
    if call.preview && binding.obstacle.is_some() {
        return Ok(MethodAnswer {
            result: results::unknown(binding, false),
            ..MethodAnswer::default()
        });
    }
    if let Some(obstacle) = &binding.obstacle {
        return Err(obstacle.clone());
    }
    let nothing = PropertyMap::new();
    let mut inputs =
        schema::keep_secrets(binding.package, &method.inputs, &nothing, checked.inputs);
    inputs.remove(SELF);
    let secret = plain_inputs::secret(&method.inputs, &inputs);
    if !secret.is_empty() {
        return Ok(refused(secret));
    }
    let mut dependencies = parameters.argument_dependencies;
    add_references(&inputs, &receiver.urn, |_| false, &mut dependencies);
    call.secrets.learn(&inputs);
    let given = inputs.clone();
    let session = binding.component.begin_session();
    let called = ComponentNode {
        token: call.subject.token.clone(),
        name: call.subject.name.clone(),
        id: receiver.id.clone(),
        inputs,
        dependencies,
        plain: plain_inputs::names(&method.inputs),
        // The engine does not send the providers of the resource.
        providers: BTreeMap::new(),
    };
    let mut seed = Sha256::new();
    seed.update(&receiver.urn);
    seed.update([0]);
    seed.update(&call.subject.token);
    let uses = &binding.component.manifest().uses;
    let (call, graph) = begin(
        package,
        (uses, &parameters.configured),
        call,
        session.number(),
        called,
    );
    let call = Call {
        random_seed: seed.finalize().to_vec(),
        ..call
    };
    let work = Work {
        call: &call,
        graph: &graph,
        exits: Exits::new(&call, &graph, monitor, &given),
        component: &**binding.component,
        task: Task::Call,
        unknown_outputs: &package.unknown_outputs,
        hooks: tokio::sync::Mutex::default(),
    };
    let called = tokio::select! {
        called = run_session(&work, binding, session) => called,
        () = work.cancelled() => Ok(MethodAnswer::default()),
    };
    match called {
        Err(CallError::Guest(GuestError::Invalid(failures))) => Ok(refused(failures)),
        other => other,
    }
}

/// Runs the session of the method.
async fn run_session<'a>(
    work: &Work<'a>,
    binding: &FunctionBinding<'_>,
    session: Box<dyn GuestSession + 'a>,
) -> Result<MethodAnswer, CallError> {
    let settled = work.run(session).await?;
    let Subject { urn, token, .. } = &*work.call.subject;
    let subject = (urn.clone(), token.clone());
    work.unknown_outputs.note(subject, &settled.unknown);
    if settled.unknown.is_empty() {
        results::of_the_schemas_form(binding, &settled.outputs)?;
    }
    let mut result = results::marked(binding, settled.outputs, false);
    let declared = match &binding.schema.outputs {
        FunctionOutputs::Object(outputs) => Some(outputs),
        FunctionOutputs::Nothing | FunctionOutputs::Value(_) => None,
    };
    work.exits.outputs(declared, &mut result);
    work.complete(settled.session, None).await?;
    let mut dependencies = settled.dependencies;
    let is_result = |name: &String| result.contains_key(name) || settled.unknown.contains(name);
    dependencies.retain(|name, _| is_result(name));
    Ok(MethodAnswer {
        result,
        dependencies,
        failures: Vec::new(),
    })
}

fn refused(failures: Vec<PropertyFailure>) -> MethodAnswer {
    MethodAnswer {
        failures,
        ..MethodAnswer::default()
    }
}

/// The resource that a method is called on.
fn receiver(token: &str, argument: Option<&PropertyValue>) -> Result<ResourceReference, CallError> {
    let found = graph::receiver(token, argument);
    found.cloned().map_err(|reason| CallError::Refused {
        reason,
        hint: Some("call the method of a resource, in a program with a generated SDK".to_owned()),
    })
}

/// Checks that a receiver is a resource of the package or its provider. The method's resources become children of its
/// receiver. Below another resource they would look as if the program had declared them.
fn is_of_package(receiver: &ResourceReference, package: &Package) -> Result<(), CallError> {
    let token = graph::type_in(&receiver.urn).unwrap_or_default();
    let own = package.name();
    let is_own = token.split(':').next() == Some(own);
    if is_own || token.strip_prefix(PROVIDERS) == Some(own) {
        return Ok(());
    }
    Err(CallError::Refused {
        reason: format!(
            "the argument `{SELF}` is `{}`, which is not a resource of the package `{own}`",
            Excerpt::name(&receiver.urn)
        ),
        hint: Some("call the method of a resource that has it".to_owned()),
    })
}

/// The name in a URN, which may itself contain `::`.
fn name_in(urn: &str) -> String {
    urn.splitn(4, "::").nth(3).unwrap_or_default().to_owned()
}
