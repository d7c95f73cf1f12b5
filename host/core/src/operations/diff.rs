//! Diff: the changes that would be made, and whether in place.

use crate::call::{Call, Effects, Subject};
use crate::component::{DiffAnswer, DiffRequest};
use crate::error::CallError;
use crate::failure::Difference;
use crate::manifest::Hook;
use crate::package::Package;
use crate::redaction;
use crate::resource_binding::ResourceBinding;
use crate::schema;
use crate::state::private_state::{self, Named};
use crate::value::PropertyMap;
use crate::view::View;

/// The only property of recorded outputs that is read if [inputs alone](Package::compares_inputs_alone) are compared.
pub const MARKS: &str = private_state::KEY;

/// A recorded resource and its wanted inputs.
#[derive(Debug, Clone, Default)]
pub struct DiffQuestion {
    pub id: String,
    /// `None` if the engine has recorded outputs only.
    pub old_inputs: Option<PropertyMap>,
    pub old_outputs: PropertyMap,
    pub inputs: PropertyMap,
    /// Property paths whose changes do not count.
    pub ignore_changes: Vec<String>,
    /// Views as last published; for an update.
    pub old_views: Vec<View>,
}

/// The differences.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Differences {
    pub found: Vec<Difference>,
    pub delete_before_replace: bool,
    /// The resource must be replaced though no property says so.
    pub unfinished: bool,
    /// Outputs that keep their values, so that a preview need not call them unknown; empty for a replacement.
    pub stables: Vec<String>,
}

impl Package {
    /// Whether nothing but our own [marks](MARKS) is looked at of the outputs that are recorded of a resource beside its
    /// inputs: no hook of the component is shown them, and the server chooses no inputs.
    #[must_use]
    pub fn compares_inputs_alone(&self, subject: &Subject) -> bool {
        self.resource(&subject.token).is_ok_and(|route| {
            let looks_at_outputs = route.schema.traits.has_computed;
            !looks_at_outputs && !route.has(Hook::Diff) && !route.has(Hook::Migrate)
        })
    }

    /// Compares the record with the wanted inputs: inputs with inputs, by the schema's rules, then corrected by the
    /// component's own hook.
    ///
    /// In a refresh the roles are reversed: the recorded values were just read, and the wanted ones are the state's.
    ///
    /// # Errors
    /// When no component serves the type, the recorded state is newer than the component, or a hook's call fails.
    pub async fn diff(
        &self,
        call: &Call,
        question: DiffQuestion,
    ) -> Result<Differences, CallError> {
        let route = self.resource(&call.subject.token)?;
        let DiffQuestion {
            id,
            old_inputs,
            old_outputs,
            inputs,
            ignore_changes,
            old_views: _,
        } = question;
        self.pending_creates
            .confirm(&call.subject.urn, &id, &old_outputs);
        let old = route.recorded(call, old_inputs, Some(old_outputs)).await?;
        let marks = old.output_marks;
        let old_outputs = old.outputs.unwrap_or_default();
        let old_inputs = route.old_inputs(old.inputs, &old_outputs);
        let new = route.recorded(call, Some(inputs), None).await?;
        let inputs = new.inputs.unwrap_or_default();

        let taken = &old.taken;
        let compared = (!taken.is_empty()).then(|| {
            schema::without_servers_parts(route.package, route.schema, taken, &old_inputs, &inputs)
        });
        let compared = compared.as_ref().unwrap_or(&old_inputs);
        let mut found = route.differences(compared, &old_outputs, &inputs, &ignore_changes);
        if !route.has(Hook::Update) {
            for difference in &mut found {
                difference.replace = true;
            }
        }
        let mut answer = DiffAnswer {
            differences: found,
            delete_before_replace: schema::deletes_before_replace(
                route.schema,
                &old_inputs,
                &inputs,
                new.input_marks.named == Named::Generated,
            ),
        };
        if route.asks(Hook::Diff) {
            let call = Call {
                effects: Effects::None,
                ..call.clone()
            };
            let request = DiffRequest {
                id: &id,
                old_inputs: &old_inputs,
                old_outputs: &old_outputs,
                inputs: &inputs,
                ignore_changes: &ignore_changes,
                found: &answer.differences,
                delete_before_replace: answer.delete_before_replace,
            };
            let found = route.component.diff(&call, request).await?;
            let known = std::mem::replace(&mut answer, found).differences;
            redaction::open_paths(&call, &known, &mut answer.differences)?;
        }
        // A create that stopped half-way starts again from nothing, if nothing can complete it. Else the engine sends an
        // update by itself, because it has the reasons why the create failed.
        let unfinished = marks.partial && !route.can_complete(call, &id, marks.missing);
        let replaces = unfinished || answer.differences.iter().any(|found| found.replace);
        let stables = match replaces {
            true => Vec::new(),
            false => schema::stable_outputs(route.schema)
                .into_iter()
                .map(str::to_owned)
                .collect(),
        };
        Ok(Differences {
            stables,
            found: answer.differences,
            delete_before_replace: answer.delete_before_replace || unfinished,
            unfinished,
        })
    }
}

impl ResourceBinding<'_> {
    /// The differences between recorded and wanted inputs. A server's choice in the recorded outputs counts like an
    /// input.
    pub(crate) fn differences(
        &self,
        old_inputs: &PropertyMap,
        old_outputs: &PropertyMap,
        inputs: &PropertyMap,
        ignore_changes: &[String],
    ) -> Vec<Difference> {
        let compare = |old_inputs| {
            schema::diff(
                self.package,
                &self.schema.inputs,
                old_inputs,
                inputs,
                ignore_changes,
            )
        };
        match self.schema.traits.has_computed {
            true => compare(&schema::with_chosen(
                self.package,
                self.schema,
                old_inputs,
                old_outputs,
            )),
            false => compare(old_inputs),
        }
    }
}
