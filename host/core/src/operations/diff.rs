//! Diff: which properties would change, and whether the resource must be replaced.

use std::borrow::Cow;

use crate::call::{Call, Effects};
use crate::component::{DiffAnswer, DiffRequest};
use crate::error::CallError;
use crate::error::failure::PropertyDifference;
use crate::manifest::Hook;
use crate::operations::change::outcome;
use crate::package::Package;
use crate::package::resource_binding::ResourceBinding;
use crate::recovery::overflow;
use crate::redaction;
use crate::schema;
use crate::state::StoredProperties;
use crate::state::private_state::{Named, PrivateState};
use crate::state::upgrade;
use crate::value::PropertyMap;
use crate::view::View;

/// A recorded resource, and its wanted inputs.
#[derive(Debug, Clone, Default)]
pub struct DiffParameters {
    pub id: String,
    /// `None` if the engine has recorded only outputs.
    pub old_inputs: Option<StoredProperties>,
    pub old_outputs: StoredProperties,
    pub inputs: StoredProperties,
    /// The paths in the option `ignoreChanges`.
    pub ignore_changes: Vec<String>,
    /// The views as last published, for an update.
    pub old_views: Vec<View>,
    /// Whether the engine does not support secrets and so sends recorded values without marks.
    pub without_secrets: bool,
}

/// The differences of a resource.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Differences {
    pub found: Vec<PropertyDifference>,
    pub delete_before_replace: bool,
    /// Whether the resource must be replaced although no property requires it.
    pub unfinished: bool,
    /// The outputs that keep their values, so that a preview need not show them as unknown; empty for a replacement.
    pub stables: Vec<String>,
    /// Outputs that a migration changed, and plain outputs that are secrets now, if nothing else differs. An update
    /// records them.
    pub moved: Vec<PropertyDifference>,
}

/// Whether Diff reads only private state from the recorded outputs: no hook of the component receives them, the server
/// chooses no inputs, and none of them can be a secret.
#[must_use]
pub fn compares_inputs_alone(package: &Package, call: &Call, inputs: &StoredProperties) -> bool {
    package.resource(&call.subject.token).is_ok_and(|binding| {
        let looks_at_outputs = binding.schema.traits.has_computed
            || outcome::knows_secrets(&binding, call, &inputs.values);
        !looks_at_outputs && !binding.has(Hook::Diff) && !binding.has(Hook::Migrate)
    })
}

/// Compares recorded inputs with wanted inputs by the schema's rules. The component's hook may then correct the result.
///
/// In a refresh, the roles are reversed: the component has just read the recorded inputs, and the wanted inputs come
/// from the state.
///
/// # Errors
/// If no component serves the type, the recorded state is newer than the component, or a hook fails.
pub async fn diff(
    package: &Package,
    call: &Call,
    parameters: DiffParameters,
) -> Result<Differences, CallError> {
    let binding = &package.resource(&call.subject.token)?;
    let DiffParameters {
        id,
        old_inputs,
        old_outputs,
        inputs,
        ignore_changes,
        old_views: _,
        without_secrets,
    } = parameters;
    let is_import = package.imports.take(&call.subject.urn);
    package
        .pending_creates
        .confirm(&call.subject.urn, &id, &old_outputs);
    let old = upgrade::recorded(binding, call, old_inputs, Some(old_outputs)).await?;
    let private = old.output_private;
    let old_outputs = old.outputs.unwrap_or_default();
    let old_inputs = upgrade::old_inputs(binding, old.inputs, &old_outputs);
    let new = upgrade::recorded(binding, call, Some(inputs), None).await?;
    let inputs = new.inputs.unwrap_or_default();

    // Before a check the engine resets ignored values. In a refresh it compares recorded inputs without a reset.
    let wanted = if package.pending_comparisons.take(&call.subject.urn) {
        Cow::Borrowed(&inputs)
    } else {
        schema::reset_ignored(&ignore_changes, &old_inputs, &inputs)
    };
    let comparison = Comparison {
        id: &id,
        old_inputs: &old_inputs,
        of_inputs: &old.input_private,
        old_outputs: &old_outputs,
        inputs: &wanted,
        is_named: new.input_private.named == Named::Generated,
    };
    let answer = comparison.answer(binding, call).await?;
    // A create that failed half-way starts again, if nothing can complete it. Otherwise the engine sends an update on
    // its own, because it has recorded why the create failed.
    let unfinished =
        private.partial && !overflow::can_complete(binding, call, &id, private.missing);
    let replaces = unfinished || answer.differences.iter().any(|found| found.replace);
    let stables = if replaces {
        Vec::new()
    } else {
        schema::stable_outputs(binding.schema)
            .into_iter()
            .map(str::to_owned)
            .collect()
    };
    let is_other = unfinished || !answer.differences.is_empty();
    let mut moved = old.moved;
    if is_other {
        moved.clear();
    } else if !without_secrets && !is_import {
        // An engine that imports would report that the program does not match the resource.
        let (opened, can_record) = outcome::opened(binding, call, &inputs, &old_outputs);
        if can_record {
            moved.extend(opened);
        } else {
            outcome::warn_of_opened(call, opened);
        }
    }
    Ok(Differences {
        stables,
        moved,
        found: answer.differences,
        delete_before_replace: answer.delete_before_replace || unfinished,
        unfinished,
    })
}

/// Recorded inputs, and wanted inputs.
#[derive(Clone, Copy)]
pub(crate) struct Comparison<'a> {
    pub(crate) id: &'a str,
    pub(crate) old_inputs: &'a PropertyMap,
    /// The private state of the recorded inputs.
    pub(crate) of_inputs: &'a PrivateState,
    pub(crate) old_outputs: &'a PropertyMap,
    pub(crate) inputs: &'a PropertyMap,
    /// Whether the host generated the wanted name.
    pub(crate) is_named: bool,
}

impl Comparison<'_> {
    /// The differences that the host found, corrected by the component's hook if it can be called.
    pub(crate) async fn answer(
        self,
        binding: &ResourceBinding<'_>,
        call: &Call,
    ) -> Result<DiffAnswer, CallError> {
        let mut differences = self.differences(binding);
        if !binding.has(Hook::Update) {
            for difference in &mut differences {
                difference.replace = true;
            }
        }
        let Comparison {
            id,
            old_inputs,
            old_outputs,
            inputs,
            is_named,
            ..
        } = self;
        let delete_before_replace =
            schema::deletes_before_replace(binding.schema, old_inputs, inputs, is_named);
        if !binding.asks(Hook::Diff) {
            return Ok(DiffAnswer {
                differences,
                delete_before_replace,
            });
        }
        let request = DiffRequest {
            id,
            old_inputs,
            old_outputs,
            inputs,
            differences: &differences,
            delete_before_replace,
        };
        let call = Call {
            effects: Effects::None,
            ..call.clone()
        };
        let mut answer = binding.component.diff(&call, request).await?;
        redaction::open_paths(&call, &differences, &mut answer.differences)?;
        Ok(answer)
    }

    /// The differences that the host finds. Values that the server chose, as the recorded outputs show, count as
    /// inputs.
    fn differences(self, binding: &ResourceBinding<'_>) -> Vec<PropertyDifference> {
        let (package, schema) = (binding.package, binding.schema);
        let PrivateState {
            taken, vanished, ..
        } = self.of_inputs;
        let mut old_inputs = Cow::Borrowed(self.old_inputs);
        if !taken.is_empty() {
            let left =
                schema::without_servers_parts(package, schema, taken, &old_inputs, self.inputs);
            old_inputs = Cow::Owned(left);
        }
        if schema.traits.has_computed {
            let filled = schema::with_chosen(package, schema, &old_inputs, self.old_outputs);
            old_inputs = Cow::Owned(filled);
        }
        schema::diff_without_defaults(package, &schema.inputs, &old_inputs, self.inputs, vanished)
    }
}
