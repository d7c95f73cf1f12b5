//! Diff: what would have to change, and whether in place.

use super::call::{Call, Effects};
use super::component::{DiffAnswer, DiffRequest};
use super::error::CallError;
use super::failure::Difference;
use super::manifest::Hook;
use super::marks::Marks;
use super::package::Package;
use super::schema;
use super::value::PropertyMap;

/// A recorded resource and what is wanted of it.
#[derive(Debug, Clone, Default)]
pub struct DiffQuestion {
    pub id: String,
    /// None where the engine has recorded outputs only.
    pub old_inputs: Option<PropertyMap>,
    pub old_outputs: PropertyMap,
    pub inputs: PropertyMap,
    /// Property paths whose changes do not count.
    pub ignore_changes: Vec<String>,
}

/// What differs.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Differences {
    pub found: Vec<Difference>,
    pub delete_before_replace: bool,
    /// The resource must be replaced though no property says so.
    pub unfinished: bool,
    /// Outputs that keep their values, so that a preview need not call them unknown.
    pub stables: Vec<String>,
}

impl Package {
    /// Compares what is recorded with what is wanted: inputs with inputs, by the schema's rules, then corrected by the
    /// component's own hook.
    ///
    /// # Errors
    /// When no component serves the type, or the hook's call fails.
    pub async fn diff(
        &self,
        call: &Call,
        question: DiffQuestion,
    ) -> Result<Differences, CallError> {
        let token = &call.subject.token;
        let route = self.resource(token)?;
        let DiffQuestion {
            id,
            old_inputs,
            mut old_outputs,
            mut inputs,
            ignore_changes,
        } = question;
        let marks = Marks::take(&mut old_outputs);
        Marks::take(&mut inputs);
        let mut old_inputs = old_inputs.unwrap_or_else(|| {
            schema::inputs_from_outputs(route.package, route.schema, &old_outputs)
        });
        Marks::take(&mut old_inputs);

        let mut found = schema::diff(
            route.package,
            &route.schema.inputs,
            &old_inputs,
            &inputs,
            &ignore_changes,
        );
        if !route.has(token, Hook::Update) {
            for difference in &mut found {
                difference.replace = true;
            }
        }
        let mut answer = DiffAnswer {
            differences: found,
            delete_before_replace: false,
        };
        if route.has(token, Hook::Diff) {
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
            answer = route.component.diff(&call, request).await?;
        }
        // A create that stopped half-way and cannot be resumed starts again from nothing.
        let unfinished = marks.partial && !route.has(token, Hook::Resume);
        let stables = schema::stable_outputs(route.schema)
            .into_iter()
            .map(str::to_owned)
            .collect();
        Ok(Differences {
            stables,
            found: answer.differences,
            delete_before_replace: answer.delete_before_replace || unfinished,
            unfinished,
        })
    }
}
