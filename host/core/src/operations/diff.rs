//! Diff: the changes that would be made, and whether in place.

use std::borrow::Cow;
use std::collections::BTreeSet;

use crate::call::{Call, Effects};
use crate::component::{DiffAnswer, DiffRequest};
use crate::error::CallError;
use crate::failure::PropertyDifference;
use crate::manifest::Hook;
use crate::operations::outcome;
use crate::package::Package;
use crate::package::resource_binding::ResourceBinding;
use crate::recovery::overflow;
use crate::redaction;
use crate::schema;
use crate::state::StoredProperties;
use crate::state::private_state::Named;
use crate::state::upgrade;
use crate::value::PropertyMap;
use crate::view::View;

/// A recorded resource and what is wanted of it.
#[derive(Debug, Clone, Default)]
pub struct DiffQuestion {
    pub id: String,
    /// `None` if the engine has recorded outputs only.
    pub old_inputs: Option<StoredProperties>,
    pub old_outputs: StoredProperties,
    pub inputs: StoredProperties,
    /// Property paths whose changes the user ignores.
    pub ignore_changes: Vec<String>,
    /// Views as last published; for an update.
    pub old_views: Vec<View>,
    /// Whether the engine knows no secrets: then it sends what is recorded without their marks.
    pub without_secrets: bool,
}

/// The differences.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Differences {
    pub found: Vec<PropertyDifference>,
    pub delete_before_replace: bool,
    /// The resource must be replaced though no property says so.
    pub unfinished: bool,
    /// Outputs that keep their values, so that a preview need not call them unknown; empty for a replacement.
    pub stables: Vec<String>,
    /// Outputs that a migration changed, and outputs with a plain value that has become a secret, if nothing else differs: an
    /// update records them.
    pub moved: Vec<PropertyDifference>,
}

/// Whether nothing but private state is looked at of the outputs that are recorded of a resource beside its
/// inputs: no hook of the component is shown them, the server chooses no inputs, and nothing in them may be a secret.
#[must_use]
pub fn compares_inputs_alone(package: &Package, call: &Call, inputs: &StoredProperties) -> bool {
    package.resource(&call.subject.token).is_ok_and(|binding| {
        let looks_at_outputs = binding.schema.traits.has_computed
            || outcome::knows_secrets(&binding, call, &inputs.values);
        !looks_at_outputs && !binding.has(Hook::Diff) && !binding.has(Hook::Migrate)
    })
}

/// Compares what is recorded with what is wanted: inputs with inputs, by the schema's rules, then corrected by the
/// component's own hook.
///
/// In a refresh the roles are reversed: what is recorded was just read, and what is wanted is the state's.
///
/// # Errors
/// When no component serves the type, the recorded state is newer than the component, or a hook's call fails.
pub async fn diff(
    package: &Package,
    call: &Call,
    question: DiffQuestion,
) -> Result<Differences, CallError> {
    let binding = &package.resource(&call.subject.token)?;
    let DiffQuestion {
        id,
        old_inputs,
        old_outputs,
        inputs,
        ignore_changes,
        old_views: _,
        without_secrets,
    } = question;
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

    let taken = &old.input_private.taken;
    let compared = (!taken.is_empty()).then(|| {
        schema::without_servers_parts(binding.package, binding.schema, taken, &old_inputs, &inputs)
    });
    let compared = compared.as_ref().unwrap_or(&old_inputs);
    // Before a check the engine resets ignored values. In a refresh it compares recorded inputs without a reset.
    let wanted = match package.pending_comparisons.take(&call.subject.urn) {
        true => Cow::Borrowed(&inputs),
        false => schema::reset_ignored(&ignore_changes, &old_inputs, &inputs),
    };
    let mut found = differences(
        binding,
        (compared, &old.input_private.vanished),
        &old_outputs,
        &wanted,
    );
    if !binding.has(Hook::Update) {
        for difference in &mut found {
            difference.replace = true;
        }
    }
    let mut answer = DiffAnswer {
        differences: found,
        delete_before_replace: schema::deletes_before_replace(
            binding.schema,
            &old_inputs,
            &inputs,
            new.input_private.named == Named::Generated,
        ),
    };
    if binding.asks(Hook::Diff) {
        let request = DiffRequest {
            id: &id,
            old_inputs: &old_inputs,
            old_outputs: &old_outputs,
            inputs: &wanted,
            differences: &answer.differences,
            delete_before_replace: answer.delete_before_replace,
        };
        answer = corrected(binding, call, request).await?;
    }
    // A create that stopped half-way starts again from nothing, if nothing can complete it. Else the engine sends an
    // update by itself, because it has the reasons why the create failed.
    let unfinished =
        private.partial && !overflow::can_complete(binding, call, &id, private.missing);
    let replaces = unfinished || answer.differences.iter().any(|found| found.replace);
    let stables = match replaces {
        true => Vec::new(),
        false => schema::stable_outputs(binding.schema)
            .into_iter()
            .map(str::to_owned)
            .collect(),
    };
    let is_other = unfinished || !answer.differences.is_empty();
    let mut moved = old.moved;
    if is_other {
        moved.clear();
    } else if !without_secrets && !is_import {
        // An engine that imports would take it for a program that does not fit the thing.
        moved.extend(outcome::opened(binding, call, &inputs, &old_outputs));
    }
    Ok(Differences {
        stables,
        moved,
        found: answer.differences,
        delete_before_replace: answer.delete_before_replace || unfinished,
        unfinished,
    })
}

/// What differs by the word of the component's hook, which is told what the host found.
pub(crate) async fn corrected(
    binding: &ResourceBinding<'_>,
    call: &Call,
    request: DiffRequest<'_>,
) -> Result<DiffAnswer, CallError> {
    let call = Call {
        effects: Effects::None,
        ..call.clone()
    };
    let known = request.differences;
    let mut answer = binding.component.diff(&call, request).await?;
    redaction::open_paths(&call, known, &mut answer.differences)?;
    Ok(answer)
}

/// The differences between recorded and wanted inputs. The recorded inputs come with the paths of defaults that vanished. What the recorded outputs show of the server's own choices counts
/// as if it had been an input.
pub(crate) fn differences(
    binding: &ResourceBinding<'_>,
    (old_inputs, vanished): (&PropertyMap, &BTreeSet<String>),
    old_outputs: &PropertyMap,
    inputs: &PropertyMap,
) -> Vec<PropertyDifference> {
    let compare = |old_inputs| {
        let declared = &binding.schema.inputs;
        schema::diff_without_defaults(binding.package, declared, old_inputs, inputs, vanished)
    };
    match binding.schema.traits.has_computed {
        true => compare(&schema::with_chosen(
            binding.package,
            binding.schema,
            old_inputs,
            old_outputs,
        )),
        false => compare(old_inputs),
    }
}
