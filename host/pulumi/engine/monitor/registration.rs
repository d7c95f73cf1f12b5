//! Registrations and their answers, from and to protobuf.

use pulumi_wasm_core::graph::{
    Hooks, Registered, Registration, RegistrationOutcome, ResourceKind, Timeouts,
};
use pulumi_wasm_core::text::Excerpt;
use pulumi_wasm_core::value::special_values;

use super::alias;
use crate::pulumi::convert::dependencies;
use crate::pulumi::convert::{ConvertError, map_from_proto, map_to_proto, value_to_proto};
use crate::pulumi::wire::pulumirpc as pb;
use crate::pulumi::wire::pulumirpc::register_resource_request::{
    CustomTimeouts, ResourceHooksBinding,
};

/// The plugin of a resource: the short name of a package, or version and address of a plugin. Empty for the default.
#[derive(Debug, Default)]
pub(super) struct PluginReference {
    pub(super) package: String,
    pub(super) version: String,
    pub(super) download_url: String,
}

/// The functions of the component that the engine runs with a registration.
#[derive(Debug, Default)]
pub(super) struct Functions {
    pub(super) transforms: Vec<pb::Callback>,
    pub(super) hooks: Option<ResourceHooksBinding>,
}

/// The request for a registration.
pub(super) fn to_proto(
    registration: Registration,
    plugin: PluginReference,
    functions: Functions,
    stack_trace_handle: String,
) -> pb::RegisterResourceRequest {
    let options = registration.options;
    pb::RegisterResourceRequest {
        r#type: registration.token,
        name: registration.name,
        parent: registration.parent,
        custom: registration.kind == ResourceKind::Custom,
        remote: registration.kind == ResourceKind::Remote,
        object: Some(map_to_proto(&registration.inputs)),
        dependencies: registration.dependencies.iter().cloned().collect(),
        property_dependencies: dependencies::to_proto(registration.input_dependencies),
        provider: options.provider,
        providers: options.providers.into_iter().collect(),
        package_ref: plugin.package,
        version: plugin.version,
        plugin_download_url: plugin.download_url,
        protect: options.protect,
        retain_on_delete: options.retain_on_delete,
        delete_before_replace: options.delete_before_replace == Some(true),
        delete_before_replace_defined: options.delete_before_replace.is_some(),
        deleted_with: options.deleted_with,
        replace_with: options.replace_with.into_iter().collect(),
        replacement_trigger: options.replacement_trigger.as_ref().map(value_to_proto),
        ignore_changes: options.ignore_changes,
        replace_on_changes: options.replace_on_changes,
        additional_secret_outputs: options.additional_secret_outputs,
        hide_diffs: options.hide_diffs,
        custom_timeouts: timeouts_to_proto(options.timeouts),
        aliases: options.aliases.into_iter().map(alias::to_proto).collect(),
        import_id: options.import,
        // The options that the program gave a component, or that the component gave a child.
        hooks: functions.hooks.or(options.hooks.map(hooks_to_proto)),
        transforms: functions.transforms,
        parent_stack_trace_handle: stack_trace_handle,
        // The value kinds of the answer, and the form of failures.
        accept_secrets: true,
        accept_resources: true,
        supports_partial_values: true,
        supports_result_reporting: true,
        alias_specs: true,
        accepts_byte_string: true,
        ..pb::RegisterResourceRequest::default()
    }
}

/// The result of a registration.
///
/// # Errors
/// When the outputs are malformed.
pub(super) fn from_proto(
    kind: ResourceKind,
    answer: pb::RegisterResourceResponse,
) -> Result<Registered, ConvertError> {
    let is_known = !answer.id.is_empty() && !special_values::is_unknown(&answer.id);
    Ok(Registered {
        urn: answer.urn,
        id: (kind == ResourceKind::Custom && is_known).then_some(answer.id),
        outputs: map_from_proto(answer.object.as_deref())?,
        output_dependencies: dependencies::from_proto(answer.property_dependencies),
        is_partial: false,
        // Engines before 3.264 have a third result, for resources that they skipped after a failure.
        outcome: match (answer.result, answer.unknown) {
            (0, false) => RegistrationOutcome::Done,
            (0, true) => RegistrationOutcome::Unknown,
            _ => RegistrationOutcome::Failed,
        },
    })
}

/// `None` if the user gave none of them.
pub(in crate::pulumi) fn timeouts_to_proto(timeouts: Timeouts) -> Option<CustomTimeouts> {
    let is_given = timeouts != Timeouts::default();
    is_given.then_some(CustomTimeouts {
        create: timeouts.create,
        update: timeouts.update,
        delete: timeouts.delete,
        read: timeouts.read,
    })
}

fn hooks_to_proto(hooks: Hooks) -> ResourceHooksBinding {
    ResourceHooksBinding {
        before_create: hooks.before_create,
        after_create: hooks.after_create,
        before_update: hooks.before_update,
        after_update: hooks.after_update,
        before_delete: hooks.before_delete,
        after_delete: hooks.after_delete,
        on_error: hooks.on_error,
    }
}

/// A resource as messages name it.
pub(super) fn named(registration: &Registration) -> String {
    let Registration { token, name, .. } = registration;
    format!(
        "`{}` of type `{}`",
        Excerpt::name(name),
        Excerpt::name(token)
    )
}
