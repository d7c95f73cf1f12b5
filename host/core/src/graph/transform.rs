//! Transforms and hooks while they run, and the result of a transform. The graph checks the result as it checks a registration,
//! and resolves it at once, because the engine waits for it.

use std::collections::{BTreeMap, HashSet};

use super::authority::check_changed_inputs;
use super::callbacks::{HookMoment, HookRequest, TransformRequest};
use super::declaration::add_failure;
use super::options::{self, Options};
use super::output_reference::{property_path, reference};
use super::resolve::{Resolution, Resolved};
use super::transform_argument::{Argument, Placed};
use super::{COMPONENT, Graph, NodeId};
use crate::error::GuestError;
use crate::error::failure::PropertyFailure;
use crate::graph::{TransformOptions, Transformed};
use crate::text::Excerpt;
use crate::value::output_values::{OutputTree, OutputValues};
use crate::value::property_path::parse_path;
use crate::value::{PropertyMap, PropertyValue};

impl Graph {
    /// Begins a transform. Returns the argument for the guest's function, or `None` if the component may not change the
    /// resource. The guest cannot declare anything until [`Self::end_transform`].
    pub fn begin_transform(&mut self, request: TransformRequest) -> Option<PropertyValue> {
        self.may_use(&request.token, "transform").ok()?;
        self.callbacks += 1;
        // These numbers lie above the numbers of all declared nodes.
        self.next_argument -= 1;
        let (argument, told) = Argument::new(self.next_argument, request);
        self.bytes += argument.bytes;
        self.budget.has(self.bytes);
        self.argument = Some(Box::new(argument));
        Some(told)
    }

    /// Ends the running transform. The guest may declare again.
    pub fn end_transform(&mut self) {
        if let Some(argument) = self.argument.take() {
            self.bytes = self.bytes.saturating_sub(argument.bytes);
        }
    }

    /// Begins a hook. Returns the argument for the guest's function. The guest cannot declare anything until
    /// [`Self::end_hook`].
    pub fn begin_hook(&mut self, moment: HookMoment, mut request: HookRequest) -> PropertyValue {
        self.callbacks += 1;
        self.runs_hook = true;
        let inputs = [&request.new_inputs, &request.old_inputs];
        let outputs = [&mut request.new_outputs, &mut request.old_outputs];
        self.without_foreign_outputs(inputs, outputs);
        request.into_argument(moment)
    }

    /// Ends the running hook. The guest may declare again.
    pub fn end_hook(&mut self) {
        self.runs_hook = false;
    }

    /// The argument of the running transform, if this is its node.
    pub(super) fn argument_at(&self, node: NodeId) -> Option<&Argument> {
        self.argument
            .as_deref()
            .filter(|argument| argument.node == node)
    }
}

/// The parts of a transform's result.
const PROPERTIES: &str = "properties";
const OPTIONS: &str = "options";

impl Graph {
    /// Reads the result of a transform: null, or an object with `properties` and `options`, both optional.
    ///
    /// # Errors
    /// `Invalid` with all mistakes: unknown options, and values of other resources. `Denied` for an alias of a package
    /// that the manifest does not name.
    pub fn transformed(&mut self, given: PropertyValue) -> Result<Transformed, GuestError> {
        self.budget.begin();
        let mut failures = Vec::new();
        let (properties, options) = parts(given, &mut failures);
        let (properties, options) = self.changed_parts(properties, options);
        if let (Some(given), Some(told)) = (&properties, self.argument.as_deref()) {
            check_changed_inputs(&told.token, &told.properties, given, &mut failures);
        }
        for (name, value) in properties.iter().flatten() {
            let place = format!("{PROPERTIES}.{}", property_path(name));
            self.check_known(value, &place, &mut failures);
        }
        for (name, value) in options.iter().flatten() {
            self.check_known(value, &format!("{OPTIONS}.{name}"), &mut failures);
        }
        let options = options.map(|options| {
            options::read(options).unwrap_or_else(|more| {
                failures.extend(more);
                Options::default()
            })
        });
        if let Some(options) = &options {
            self.check_relations(options, &mut failures);
            if let Some(told) = self.argument.as_deref() {
                options.check_provider(told.is_custom, &told.token, &told.ignored, &mut failures);
            }
            let fixed = [
                ("parent", options.parent.is_some()),
                ("transforms", !options.transforms.is_empty()),
                ("hooks", !options.hooks.is_empty()),
            ];
            for (name, _) in fixed.into_iter().filter(|(_, is_given)| *is_given) {
                let reason = format!("a transform cannot change the option `{name}`");
                add_failure(&mut failures, &format!("{OPTIONS}.{name}"), reason);
            }
        }
        if !failures.is_empty() {
            return Err(GuestError::Invalid(failures));
        }
        Ok(Transformed {
            properties: properties
                .map(|given| self.properties(&given))
                .transpose()?,
            options: options.map(|given| self.options_by(&given)).transpose()?,
        })
    }

    /// The parts that the transform changed.
    fn changed_parts(
        &self,
        properties: Option<PropertyMap>,
        options: Option<PropertyMap>,
    ) -> (Option<PropertyMap>, Option<PropertyMap>) {
        let told = self.argument.as_deref();
        let properties =
            properties.filter(|given| told.is_none_or(|told| told.properties != *given));
        let options = options.filter(|given| told.is_none_or(|told| told.options != *given));
        (properties, options)
    }

    /// Checks that a value is known at once. It may contain only the component's inputs and the argument of the
    /// transform.
    fn check_known(&self, value: &PropertyValue, place: &str, failures: &mut Vec<PropertyFailure>) {
        let before = failures.len();
        self.check_value(value, place, failures);
        if failures.len() == before && !self.is_received(value) {
            let reason = "is an output of another resource, which may wait for this resource; a transform can only use the component's inputs and the values in its argument";
            add_failure(failures, place, reason.to_owned());
        }
    }

    fn is_received(&self, value: &PropertyValue) -> bool {
        match value {
            PropertyValue::Object(map) => match reference(map) {
                Ok(Some(found)) => {
                    let argument = self.argument_at(found.node);
                    found.node == COMPONENT
                        || argument.is_some_and(|argument| {
                            let elements = parse_path(found.path).unwrap_or_default();
                            argument.has(&elements)
                        })
                }
                _ => map.values().all(|member| self.is_received(member)),
            },
            PropertyValue::Array(items) => items.iter().all(|item| self.is_received(item)),
            PropertyValue::Secret(inner) => self.is_received(inner),
            _ => true,
        }
    }

    fn properties(&self, given: &PropertyMap) -> Result<(PropertyMap, OutputValues), GuestError> {
        let (mut properties, mut outputs) = (PropertyMap::new(), OutputValues::new());
        for (name, expression) in given {
            let (value, inside) = self.placed(expression)?;
            outputs.extend(inside.map(|inside| (name.clone(), inside)));
            properties.insert(name.clone(), value);
        }
        if !self.budget.keeps(properties.values()) {
            return Err(too_much());
        }
        Ok((properties, outputs))
    }

    /// The value of an expression, and the output values in it.
    fn placed(&self, expression: &PropertyValue) -> Result<Placed, GuestError> {
        Ok(match expression {
            PropertyValue::Object(map) => match reference(map) {
                Ok(Some(found)) => self.placed_output(found.node, found.path)?,
                _ => {
                    let (map, outputs) = self.members(map)?;
                    let outputs = (!outputs.is_empty()).then_some(OutputTree::Members(outputs));
                    (PropertyValue::Object(map), outputs)
                }
            },
            PropertyValue::Array(items) => {
                let (mut values, mut found) = (Vec::with_capacity(items.len()), BTreeMap::new());
                for (index, item) in items.iter().enumerate() {
                    let (value, inside) = self.placed(item)?;
                    found.extend(inside.map(|inside| (index, inside)));
                    values.push(value);
                }
                let length = values.len();
                let outputs = OutputTree::Elements { length, found };
                let is_empty =
                    matches!(&outputs, OutputTree::Elements { found, .. } if found.is_empty());
                (PropertyValue::Array(values), (!is_empty).then_some(outputs))
            }
            PropertyValue::Secret(inner) => {
                let (value, inside) = self.placed(inner)?;
                let inside = inside.map(|inside| match inside {
                    OutputTree::Output {
                        dependencies,
                        inside,
                        ..
                    } => OutputTree::Output {
                        dependencies,
                        is_secret: true,
                        inside,
                    },
                    other => OutputTree::Secret(Box::new(other)),
                });
                (value.into_secret(), inside)
            }
            plain => (plain.clone(), None),
        })
    }

    fn members(&self, map: &PropertyMap) -> Result<(PropertyMap, OutputValues), GuestError> {
        let (mut members, mut outputs) = (PropertyMap::new(), OutputValues::new());
        for (name, member) in map {
            let (value, inside) = self.placed(member)?;
            outputs.extend(inside.map(|inside| (name.clone(), inside)));
            members.insert(name.clone(), value);
        }
        Ok((members, outputs))
    }

    fn placed_output(&self, node: u32, at: &str) -> Result<Placed, GuestError> {
        let Resolution::Known(Resolved {
            value,
            dependencies,
        }) = self.output(node, at)
        else {
            return Err(too_much());
        };
        if let Some(argument) = self.argument_at(node) {
            let elements = parse_path(at).unwrap_or_default();
            return argument.placed(&elements).ok_or_else(too_much);
        }
        let outputs = (!dependencies.is_empty()).then(|| OutputTree::Output {
            dependencies: dependencies.into_iter().collect(),
            is_secret: value.is_secret(),
            inside: None,
        });
        Ok((value, outputs))
    }

    fn options_by(&self, given: &Options) -> Result<TransformOptions, GuestError> {
        let Some(argument) = self.argument.as_deref() else {
            return Err(too_much());
        };
        let told: HashSet<_> = argument.aliases.iter().collect();
        let new = given.aliases.iter();
        let new = new.filter(|given| !told.contains(&given.alias));
        let new: Vec<_> = new.cloned().collect();
        self.check_aliases(&argument.token, argument.is_custom, &new)?;
        let depends_on = self.depends_on(argument.node, &given.depends_on, None);
        let depends_on = depends_on.map_err(|_| too_much())?;
        let others = self.options(argument.node, given);
        Ok(TransformOptions {
            depends_on: depends_on.iter().cloned().collect(),
            others: others.map_err(|_| self.unusable_provider())?,
        })
    }

    /// Why the options cannot be sent: a provider is unknown, or a limit is reached.
    fn unusable_provider(&self) -> GuestError {
        match self.refused.borrow().as_ref() {
            Some(refused) => GuestError::Other(refused.to_string()),
            None => too_much(),
        }
    }
}

/// The error of a result that exceeds a limit. The session's own error is reported first.
fn too_much() -> GuestError {
    GuestError::Other("the result of the transform is too large".to_owned())
}

/// The two parts of a transform's result.
fn parts(
    given: PropertyValue,
    failures: &mut Vec<PropertyFailure>,
) -> (Option<PropertyMap>, Option<PropertyMap>) {
    let given = match given {
        PropertyValue::Null => return (None, None),
        PropertyValue::Object(given) => given,
        other => {
            let reason = format!("expected an object or null, found {}", other.kind());
            add_failure(failures, "result", reason);
            return (None, None);
        }
    };
    let (mut properties, mut options) = (None, None);
    for (name, value) in given {
        let part = match name.as_str() {
            PROPERTIES => &mut properties,
            OPTIONS => &mut options,
            _ => {
                let name = Excerpt::name(&name);
                let reason = format!(
                    "`{name}` is not a part of a transform's result, which has the parts `{PROPERTIES}`, `{OPTIONS}`"
                );
                add_failure(failures, "result", reason);
                continue;
            }
        };
        match value {
            PropertyValue::Null => {}
            PropertyValue::Object(map) if matches!(reference(&map), Ok(None)) => *part = Some(map),
            other => {
                let reason = format!("expected an object, found {}", other.kind());
                add_failure(failures, &name, reason);
            }
        }
    }
    (properties, options)
}
