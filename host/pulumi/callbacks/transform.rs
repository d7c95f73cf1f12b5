//! The request and the answer of a transform, from and to protobuf.

use prost::Message as _;
use pulumi_wasm_core::graph::{RegistrationOptions, Timeouts};
use pulumi_wasm_core::graph::{TransformOptions, TransformRequest, Transformed};
use tonic::Status;

use crate::pulumi::convert::{
    map_with_outputs_to_proto, properties_from_proto, value_from_proto, value_to_proto,
};
use crate::pulumi::engine::monitor::{alias, timeouts_to_proto};
use crate::pulumi::status;
use crate::pulumi::wire::pulumirpc as pb;

/// Reads the argument of a transform, and returns its options. A guest does not see all of them.
///
/// # Errors
/// When it is malformed.
pub(crate) fn from_proto(
    request: &[u8],
) -> Result<(TransformRequest, pb::TransformResourceOptions), Status> {
    let request = pb::TransformRequest::decode(request).map_err(|error| {
        let reason = format!("the argument of the transform cannot be read: {error}");
        status::invalid_argument(&reason)
    })?;
    let properties = properties_from_proto(request.properties.as_deref().unwrap_or_default())?;
    let options = request.options.unwrap_or_default();
    let trigger = options.replacement_trigger.as_deref();
    let trigger = trigger.map(|value| value_from_proto("replacementTrigger", value));
    let given = options.clone();
    let others = RegistrationOptions {
        protect: given.protect,
        retain_on_delete: given.retain_on_delete,
        delete_before_replace: given.delete_before_replace,
        provider: given.provider,
        providers: given.providers.into_iter().collect(),
        deleted_with: given.deleted_with,
        replace_with: given.replace_with.into_iter().collect(),
        ignore_changes: given.ignore_changes,
        replace_on_changes: given.replace_on_changes,
        additional_secret_outputs: given.additional_secret_outputs,
        hide_diffs: given.hide_diff,
        timeouts: given.custom_timeouts.map(timeouts).unwrap_or_default(),
        aliases: given
            .aliases
            .into_iter()
            .filter_map(alias::from_proto)
            .collect(),
        import: given.import,
        replacement_trigger: trigger.transpose()?.flatten(),
        ..RegistrationOptions::default()
    };
    let question = TransformRequest {
        token: request.r#type,
        name: request.name,
        is_custom: request.custom,
        parent: request.parent,
        properties: properties.map,
        outputs: properties.outputs,
        options: TransformOptions {
            depends_on: given.depends_on,
            others,
        },
    };
    Ok((question, options))
}

/// Writes the answer. Its options replace all options of the request. So it repeats the options that a guest does not
/// see: the plugin's version and address, and hooks.
pub(crate) fn to_proto(transformed: Transformed, options: pb::TransformResourceOptions) -> Vec<u8> {
    let properties = transformed.properties;
    let properties =
        properties.map(|(properties, outputs)| map_with_outputs_to_proto(&properties, &outputs));
    let options = transformed.options.map(|changed| {
        let TransformOptions { depends_on, others } = changed;
        pb::TransformResourceOptions {
            depends_on,
            protect: others.protect,
            ignore_changes: others.ignore_changes,
            replace_on_changes: others.replace_on_changes,
            aliases: others.aliases.into_iter().map(alias::to_proto).collect(),
            provider: others.provider,
            custom_timeouts: timeouts_to_proto(others.timeouts),
            retain_on_delete: others.retain_on_delete,
            deleted_with: others.deleted_with,
            delete_before_replace: others.delete_before_replace,
            additional_secret_outputs: others.additional_secret_outputs,
            providers: others.providers.into_iter().collect(),
            import: others.import,
            hide_diff: others.hide_diffs,
            replace_with: others.replace_with.into_iter().collect(),
            replacement_trigger: others.replacement_trigger.as_ref().map(value_to_proto),
            ..options
        }
    });
    let answer = pb::TransformResponse {
        properties,
        options,
    };
    answer.encode_to_vec()
}

fn timeouts(given: pb::register_resource_request::CustomTimeouts) -> Timeouts {
    Timeouts {
        create: given.create,
        update: given.update,
        delete: given.delete,
        read: given.read,
    }
}
