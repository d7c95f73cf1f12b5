//! Comparing inputs.

use crate::bindings::exports::pulumi_wasm::provider::lifecycle as wit;
use crate::bindings::exports::pulumi_wasm::provider::lifecycle::DifferenceKind as Kind;
use crate::context::Context;
use crate::diff::{Change, Diff, Difference};
use crate::dispatch::{decode, no_extra, parse, state};
use crate::error::Result;
use crate::provider::SharedConfig;
use crate::resource::Lifecycle;

pub(crate) fn diff<R: Lifecycle>(
    request: wit::DiffRequest,
    config: SharedConfig,
) -> Result<wit::DiffResponse> {
    let context = Context::new(request.context.clone(), config);
    let (differences, delete_before_replace) = match comparison::<R>(&request) {
        Ok(mut change) => {
            R::diff(&mut change, &context)?;
            (change.differences, change.delete_before_replace)
        }
        Err(error) => {
            // A state of another shape is no reason to stop: what the host found is a fair answer.
            context.debug(format!(
                "the recorded state has another shape, so its comparison is the host's: {error}"
            ));
            (
                request.found.into_iter().map(Into::into).collect(),
                request.delete_before_replace,
            )
        }
    };
    let differences = differences.into_iter().map(Into::into).collect();
    Ok(wit::DiffResponse {
        differences,
        delete_before_replace,
        extra: no_extra(),
    })
}

fn comparison<R: Lifecycle>(request: &wit::DiffRequest) -> Result<Diff<R>> {
    let old_inputs = parse(&request.old_inputs)?;
    Ok(Diff {
        id: request.id.clone(),
        old: state(parse(&request.old_outputs)?, &old_inputs)?,
        old_inputs: decode(old_inputs)?,
        inputs: decode(parse(&request.inputs)?)?,
        delete_before_replace: request.delete_before_replace,
        differences: request.found.iter().cloned().map(Into::into).collect(),
    })
}

impl From<wit::PropertyDifference> for Difference {
    fn from(difference: wit::PropertyDifference) -> Self {
        let (change, replaces) = match difference.kind {
            Kind::Add => (Change::Added, false),
            Kind::AddReplace => (Change::Added, true),
            Kind::Remove => (Change::Removed, false),
            Kind::RemoveReplace => (Change::Removed, true),
            Kind::Change => (Change::Changed, false),
            Kind::ChangeReplace => (Change::Changed, true),
        };
        Self {
            path: difference.property,
            change,
            replaces,
        }
    }
}

impl From<Difference> for wit::PropertyDifference {
    fn from(difference: Difference) -> Self {
        let kind = match (difference.change, difference.replaces) {
            (Change::Added, false) => Kind::Add,
            (Change::Added, true) => Kind::AddReplace,
            (Change::Removed, false) => Kind::Remove,
            (Change::Removed, true) => Kind::RemoveReplace,
            (Change::Changed, false) => Kind::Change,
            (Change::Changed, true) => Kind::ChangeReplace,
        };
        Self {
            property: difference.path,
            kind,
            extra: no_extra(),
        }
    }
}
