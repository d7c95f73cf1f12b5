//! Check: judges and completes the program's inputs.

use crate::call::{Call, Effects};
use crate::component::CheckRequest;
use crate::error::CallError;
use crate::failure::PropertyFailure;
use crate::manifest::Hook;
use crate::package::Package;
use crate::redaction;
use crate::resource_binding::ResourceBinding;
use crate::schema::{self, Autonaming, NameRequest, Naming};
use crate::state::private_state::{Named, PrivateState};
use crate::value::{PropertyMap, PropertyValue};

/// Inputs that all later calls get, or the reasons for their absence.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Checked {
    pub inputs: PropertyMap,
    pub failures: Vec<PropertyFailure>,
}

/// The recorded inputs and outputs, and the program's inputs.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct CheckQuestion {
    /// Empty at first, and before a replacement.
    pub old_inputs: PropertyMap,
    /// `None` if the engine does not send them.
    pub old_outputs: Option<PropertyMap>,
    pub inputs: PropertyMap,
    /// How the user wants names to be made.
    pub autonaming: Autonaming,
}

impl Package {
    /// Judges a resource's inputs by the schema, then by the component's own hook, which gets what the schema made of
    /// them and is not asked about inputs that the schema refuses.
    ///
    /// # Errors
    /// When no component serves the type, the recorded state is newer than the component, or a hook's call fails.
    pub async fn check(&self, call: &Call, question: CheckQuestion) -> Result<Checked, CallError> {
        let route = self.resource(&call.subject.token)?;
        let CheckQuestion {
            old_inputs,
            old_outputs,
            inputs,
            autonaming,
        } = question;
        let mut inputs = route.wanted(call, inputs, &old_inputs).await?;
        let old = route.recorded(call, Some(old_inputs), old_outputs).await?;
        let old_inputs = old.inputs.unwrap_or_default();

        route.note_deprecations(call, &inputs);
        let request = NameRequest {
            resource_name: &call.subject.name,
            autonaming: &autonaming,
            random_seed: &call.random_seed,
            old_inputs: &old_inputs,
            old_name_is_generated: old.input_marks.named.was_generated()
                || route.was_defaulted(&old_inputs),
        };
        let naming = schema::name(route.schema, request, &mut inputs);
        let checked = schema::check(
            route.package,
            &route.schema.inputs,
            inputs,
            &schema::no_environment,
        );
        call.secrets.learn(&checked.inputs);
        let mut answer = Checked {
            inputs: checked.inputs,
            failures: checked.failures,
        };
        let named = match naming {
            Ok(Naming::Fixed) => Named::Otherwise,
            Ok(Naming::Kept) => Named::Kept,
            Ok(Naming::Generated) => {
                route.tell_who_named(&mut answer.failures);
                Named::Generated
            }
            Err(failure) => {
                // The reason for a missing name says more than the failure of a missing property.
                let other = |known: &PropertyFailure| known.property != failure.property;
                answer.failures.retain(other);
                answer.failures.push(failure);
                Named::Otherwise
            }
        };
        if answer.failures.is_empty() && route.asks(Hook::Check) {
            let call = Call {
                effects: Effects::None,
                ..call.clone()
            };
            let request = CheckRequest {
                old_inputs: &old_inputs,
                old_outputs: old.outputs.as_ref(),
                inputs: &answer.inputs,
            };
            let mut judged = route.component.check(&call, request).await?;
            // A value that it did not change is marked already.
            judged.revision.changed = schema::keep_secrets(
                route.package,
                &route.schema.inputs,
                &answer.inputs,
                judged.revision.changed,
            );
            let changed = &mut judged.revision.changed;
            redaction::mark_moved(&answer.inputs, &judged.revision.left_out, changed);
            call.secrets.learn_answer(changed);
            let declared = Some(&route.schema.inputs);
            redaction::hide(&call, "input", declared, &answer.inputs, changed);
            judged.revision.apply(&mut answer.inputs);
            answer.failures = judged.failures;
        }
        let marks = PrivateState {
            named,
            ..route.marks()
        };
        marks.put(&mut answer.inputs);
        Ok(answer)
    }
}

impl ResourceBinding<'_> {
    /// Whether the provider that recorded these inputs noted that it had made the name: a provider that is bridged from
    /// Terraform lists in `__defaults` the values that the program did not give.
    fn was_defaulted(&self, old_inputs: &PropertyMap) -> bool {
        let Some(rule) = &self.schema.traits.name else {
            return false;
        };
        let defaults = old_inputs.get("__defaults").map(PropertyValue::reveal);
        let Some(PropertyValue::Array(names)) = defaults else {
            return false;
        };
        names
            .iter()
            .any(|name| name.as_str() == Some(rule.property.as_str()))
    }

    /// Adds to the faults of a generated name that the program did not give it, and how it can.
    fn tell_who_named(&self, failures: &mut [PropertyFailure]) {
        let Some(rule) = &self.schema.traits.name else {
            return;
        };
        for failure in failures {
            if failure.property == rule.property {
                failure.reason.push_str(
                    " (the name was made from the resource's own, because the program gives none)\n\
                     hint: set `",
                );
                failure.reason.push_str(&rule.property);
                failure.reason.push_str("` to a name of your choice");
            }
        }
    }

    /// Says on the resource what of it should not be used any more.
    fn note_deprecations(&self, call: &Call, inputs: &PropertyMap) {
        let whole = self.schema.deprecation.as_deref();
        let notes = schema::deprecations(self.package, whole, &self.schema.inputs, inputs);
        call.warn_of(&notes);
    }
}
