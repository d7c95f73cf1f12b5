//! The request for a component, as the core takes it.

use pulumi_wasm_core::call::Subject;
use pulumi_wasm_core::graph::{Hooks, RegistrationOptions, Timeouts};
use pulumi_wasm_core::operations::construct::ConstructParameters;

use crate::pulumi::convert::dependencies;
use crate::pulumi::convert::{ConvertError, properties_from_proto, value_from_proto};
use crate::pulumi::engine::monitor::alias;
use crate::pulumi::rpc::component_request;

use crate::pulumi::wire::pulumirpc::ConstructRequest;
use crate::pulumi::wire::pulumirpc::construct_request::{CustomTimeouts, ResourceHooksBinding};

/// The component to construct. It gets its URN when it is registered.
pub(super) fn subject(request: &ConstructRequest) -> Subject {
    Subject {
        urn: String::new(),
        token: request.r#type.clone(),
        name: request.name.clone(),
    }
}

/// Reads a request. It keeps only the package names of the stack's configuration.
///
/// # Errors
/// When inputs or the trigger of replacements are malformed.
pub(super) fn read(request: ConstructRequest) -> Result<ConstructParameters, ConvertError> {
    let inputs = properties_from_proto(request.inputs.as_deref().unwrap_or_default())?;
    let input_dependencies = dependencies::together(request.input_dependencies, &inputs);
    let trigger = request.replacement_trigger.as_deref();
    let trigger = trigger.map(|value| value_from_proto("replacementTrigger", value));
    let options = RegistrationOptions {
        protect: request.protect,
        retain_on_delete: request.retain_on_delete,
        delete_before_replace: request.delete_before_replace,
        providers: request.providers.into_iter().collect(),
        deleted_with: request.deleted_with,
        replace_with: request.replace_with.into_iter().collect(),
        ignore_changes: request.ignore_changes,
        replace_on_changes: request.replace_on_changes,
        additional_secret_outputs: request.additional_secret_outputs,
        timeouts: request.custom_timeouts.map(timeouts).unwrap_or_default(),
        aliases: request
            .aliases
            .into_iter()
            .filter_map(alias::from_proto)
            .collect(),
        replacement_trigger: trigger.transpose()?.flatten(),
        hooks: request.resource_hooks.map(hooks),
        ..RegistrationOptions::default()
    };
    Ok(ConstructParameters {
        parent: request.parent,
        input_dependencies,
        inputs: inputs.map,
        dependencies: request.dependencies.into_iter().collect(),
        options,
        configured: component_request::configured_packages(&request.config),
    })
}

fn timeouts(timeouts: CustomTimeouts) -> Timeouts {
    Timeouts {
        create: timeouts.create,
        update: timeouts.update,
        delete: timeouts.delete,
        read: timeouts.read,
    }
}

fn hooks(hooks: ResourceHooksBinding) -> Hooks {
    Hooks {
        before_create: hooks.before_create,
        after_create: hooks.after_create,
        before_update: hooks.before_update,
        after_update: hooks.after_update,
        before_delete: hooks.before_delete,
        after_delete: hooks.after_delete,
        on_error: hooks.on_error,
    }
}
