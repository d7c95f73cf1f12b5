//! The wanted inputs of a resource, and their comparison with the recorded resource, for a plan and for an apply.

use std::collections::BTreeSet;

use pulumi_wasm_core::call::Operation;
use pulumi_wasm_core::operations;
use pulumi_wasm_core::operations::diff::{DiffParameters, Differences};
use pulumi_wasm_core::state::StoredProperties;

use super::validate_resource_config::{Naming, checked};
use crate::convert::change::as_before;
use crate::convert::value::Value;
use crate::convert::{files, properties};
use crate::diagnostics;
use crate::proto::tfplugin6::Diagnostic;
use crate::provider::Typed;
use crate::recorded::Recorded;

/// The checked inputs of a configuration with the hashes of its files, and the warnings of the check.
///
/// # Errors
/// With messages for the user, if the inputs are refused.
pub(super) async fn wanted(
    typed: &Typed<'_>,
    config: &Value,
    old_inputs: StoredProperties,
    naming: Naming,
) -> Result<(StoredProperties, Vec<Diagnostic>), Vec<Diagnostic>> {
    diagnostics::require_file_places(config, &typed.block)?;
    let mut given = properties::inputs(config, &typed.block);
    let hashed = files::add_hashes(&mut given, &typed.serving.loaded).await;
    hashed.map_err(|error| vec![diagnostics::from_source(&error)])?;
    checked(typed, given, old_inputs, naming).await
}

/// A recorded resource beside its wanted inputs.
pub(super) struct Comparison {
    /// Both, for an update as well.
    pub(super) parameters: DiffParameters,
    pub(super) differences: Differences,
    pub(super) warnings: Vec<Diagnostic>,
}

impl Comparison {
    /// Compares a recorded resource with the configuration, which can have values of the state. The write-only properties of `sent_again` count as changed.
    ///
    /// # Errors
    /// With messages for the user, if the inputs are refused or the comparison fails.
    pub(super) async fn of(
        typed: &Typed<'_>,
        (config, prior): (&Value, &Value),
        recorded: &Recorded,
        naming: Naming,
        sent_again: &BTreeSet<String>,
    ) -> Result<Self, Vec<Diagnostic>> {
        let old_inputs = recorded.inputs.clone().unwrap_or_default();
        let (inputs, mut warnings) = wanted(typed, config, old_inputs, naming).await?;
        let mut old_inputs = recorded.compared_inputs(&inputs.values, &typed.block, sent_again);
        if let Some(old) = &mut old_inputs {
            let values = (config, prior);
            as_before::add(&mut old.values, &inputs.values, values, &typed.block);
        }
        let parameters = DiffParameters {
            id: recorded.id.clone(),
            old_inputs,
            old_outputs: recorded.outputs.clone().unwrap_or_default(),
            inputs,
            ..DiffParameters::default()
        };
        let (call, log) = typed.call(Operation::Diff);
        let differences = operations::diff(typed.package(), &call, parameters.clone()).await;
        let differences = differences.map_err(|error| typed.failed((&call, &log), &error))?;
        warnings.extend(log.take());
        Ok(Self {
            parameters,
            differences,
            warnings,
        })
    }

    /// Whether a change is not needed.
    pub(super) fn is_empty(&self) -> bool {
        let Differences {
            found,
            moved,
            unfinished,
            ..
        } = &self.differences;
        found.is_empty() && moved.is_empty() && !unfinished
    }
}
