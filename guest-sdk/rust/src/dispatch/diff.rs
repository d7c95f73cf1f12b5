//! Comparing inputs.

use std::rc::Rc;

use crate::context::Context;
use crate::context::config::SharedConfig;
use crate::context::hook::{DiffContext, HookContext};
use crate::dispatch::unless_unread;
use crate::encoding::Text;
use crate::error::Result;
use crate::fields::lazy::Lazy;
use crate::host::bindings::exports::pulumi_wasm::provider::lifecycle as wit;
use crate::host::bindings::exports::pulumi_wasm::provider::lifecycle::DifferenceKind as Kind;
use crate::host::fatal::fatal;
use crate::host::no_extra;
use crate::resource::Lifecycle;
use crate::resource::diff::{Change, Diff, Difference};
use crate::resource::record::OldRecord;
use crate::resource::state::ResourceState;

pub(crate) fn diff<R: Lifecycle>(
    request: wit::DiffRequest,
    config: SharedConfig,
) -> Result<wit::DiffResponse> {
    let context = DiffContext::of(Context::new(request.context, config));
    let (old_inputs, inputs) = (Text::new(request.old_inputs), Text::new(request.inputs));
    let old = old_state(OldRecord::new(
        Text::new(request.old_outputs),
        Rc::clone(&old_inputs),
    ));
    let comparison = old.map(|old| Diff::<R> {
        id: request.id,
        old,
        old_inputs: Lazy::draft(&old_inputs),
        inputs: Lazy::draft(&inputs),
        delete_before_replace: request.delete_before_replace,
        differences: request
            .differences
            .iter()
            .cloned()
            .map(Into::into)
            .collect(),
    });
    let hook = |mut diff: Diff<R>| {
        let result = R::diff(&mut diff, &context);
        // The hook's answer is useless if the hook could not read its request.
        unless_unread(Ok(()), &[&old_inputs, &inputs])?;
        Ok((result, diff))
    };
    let (differences, delete_before_replace) = match comparison.and_then(hook) {
        Ok((result, diff)) => {
            result?;
            let differences = diff.differences.into_iter().map(Into::into);
            (differences.collect(), diff.delete_before_replace)
        }
        Err(error) => {
            // A state of another shape does not stop the call: the host's differences are a fair answer.
            context.debug(format!(
                "the recorded state has another shape, so the host compares it: {error}"
            ));
            (request.differences, request.delete_before_replace)
        }
    };
    Ok(wit::DiffResponse {
        differences,
        delete_before_replace,
        extra: no_extra(),
    })
}

/// The recorded state. Checks now that the record fits, and decodes it when the hook uses it.
fn old_state<R: ResourceState>(record: OldRecord<R>) -> Result<Lazy<R>> {
    record.fits()?;
    Ok(Lazy::new(move || match record.state() {
        Ok(state) => state,
        Err(error) => fatal(&format!(
            "the recorded state cannot be read a second time: {error}"
        )),
    }))
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
