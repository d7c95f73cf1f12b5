//! Transforms and hooks while they run, and the result of a transform. The graph checks the result as it checks a registration,
//! and resolves it at once, because the engine waits for it.

use std::collections::{BTreeMap, HashSet};

use super::authority::judge_changed_inputs;
use super::callbacks::{HookMoment, HookRequest, TransformRequest};
use super::declaration::tell;
use super::options::{self, Options};
use super::output_reference::{parse_path, property_path, reference};
use super::resolve::{Resolution, Resolved};
use super::transform_argument::{Argument, Placed};
use super::{COMPONENT, Graph, NodeId};
use crate::error::GuestError;
use crate::failure::PropertyFailure;
use crate::graph::{TransformOptions, Transformed};
use crate::output_values::{OutputTree, OutputValues};
use crate::text::Excerpt;
use crate::value::{PropertyMap, PropertyValue};

impl Graph {
    /// Begins a transform: gives the argument of the guest's function, or `None` for a resource that the component may not
    /// change. Until [`Self::end_transform`] the guest declares nothing.
    pub fn begin_transform(&mut self, request: TransformRequest) -> Option<PropertyValue> {
        self.may_use(&request.token, "transform").ok()?;
        self.callbacks += 1;
        // Above all numbers that declared nodes have.
        self.next_argument -= 1;
        let (argument, told) = Argument::told(self.next_argument, request);
        self.bytes += argument.bytes;
        self.room.has(self.bytes);
        self.argument = Some(Box::new(argument));
        Some(told)
    }

    /// Ends the transform that runs: the guest may declare again.
    pub fn end_transform(&mut self) {
        if let Some(argument) = self.argument.take() {
            self.bytes = self.bytes.saturating_sub(argument.bytes);
        }
    }

    /// Begins a hook: gives the argument of the guest's function. Until [`Self::end_hook`] the guest declares nothing.
    pub fn begin_hook(&mut self, moment: HookMoment, request: HookRequest) -> PropertyValue {
        self.callbacks += 1;
        self.runs_hook = true;
        request.into_argument(moment)
    }

    /// Ends the hook that runs: the guest may declare again.
    pub fn end_hook(&mut self) {
        self.runs_hook = false;
    }

    /// The argument of the transform that runs, if this is its node.
    pub(super) fn argument_at(&self, node: NodeId) -> Option<&Argument> {
        self.argument
            .as_deref()
            .filter(|argument| argument.node == node)
    }
}

/// The parts of a result.
const PROPERTIES: &str = "properties";
const OPTIONS: &str = "options";

impl Graph {
    /// Takes what a transform gave: null, or an object with `properties` and `options`, of which each may be left out.
    ///
    /// # Errors
    /// `Invalid` with all that is wrong: options that do not exist, and values of other resources; `Denied` for an alias of a
    /// package that the manifest does not name.
    pub fn transformed(&mut self, given: PropertyValue) -> Result<Transformed, GuestError> {
        self.room.begin();
        let mut failures = Vec::new();
        let (properties, options) = parts(given, &mut failures);
        let (properties, options) = self.changed_parts(properties, options);
        if let (Some(given), Some(told)) = (&properties, self.argument.as_deref()) {
            judge_changed_inputs(&told.token, &told.properties, given, &mut failures);
        }
        for (name, value) in properties.iter().flatten() {
            let place = format!("{PROPERTIES}.{}", property_path(name));
            self.judge_known(value, &place, &mut failures);
        }
        for (name, value) in options.iter().flatten() {
            self.judge_known(value, &format!("{OPTIONS}.{name}"), &mut failures);
        }
        let options = options.map(|options| {
            options::read(options).unwrap_or_else(|more| {
                failures.extend(more);
                Options::default()
            })
        });
        if let Some(options) = &options {
            self.judge_relations(options, &mut failures);
            if let Some(told) = self.argument.as_deref() {
                options.judge_provider(told.is_custom, &told.token, &told.ignored, &mut failures);
            }
            let fixed = [
                ("parent", options.parent.is_some()),
                ("transforms", !options.transforms.is_empty()),
                ("hooks", !options.hooks.is_empty()),
            ];
            for (name, _) in fixed.into_iter().filter(|(_, is_given)| *is_given) {
                let reason = format!("a transform cannot change the option `{name}`");
                tell(&mut failures, &format!("{OPTIONS}.{name}"), reason);
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

    /// The parts that are others than the guest was told.
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

    /// Judges a value that has to be known at once: it is made of what came in with the component and with the resource.
    fn judge_known(&self, value: &PropertyValue, place: &str, failures: &mut Vec<PropertyFailure>) {
        let before = failures.len();
        self.judge(value, place, failures);
        if failures.len() == before && !self.came_in(value) {
            let reason = "is an output of another resource, which may wait for this one; a transform has the inputs of the component, and what came with the resource";
            tell(failures, place, reason.to_owned());
        }
    }

    fn came_in(&self, value: &PropertyValue) -> bool {
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
                _ => map.values().all(|member| self.came_in(member)),
            },
            PropertyValue::Array(items) => items.iter().all(|item| self.came_in(item)),
            PropertyValue::Secret(inner) => self.came_in(inner),
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
        if !self.room.keeps(properties.values()) {
            return Err(too_much());
        }
        Ok((properties, outputs))
    }

    /// The value of an expression, with what depends on which resources at its place.
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
        self.may_take_over(&argument.token, argument.is_custom, &new)?;
        let depends_on = self.depends_on(argument.node, &given.depends_on, None);
        let depends_on = depends_on.map_err(|_| too_much())?;
        let others = self.options(argument.node, given);
        Ok(TransformOptions {
            depends_on: depends_on.iter().cloned().collect(),
            others: others.map_err(|_| self.unusable_provider())?,
        })
    }

    /// Why options cannot be sent: a provider in them is not known, or there is no room for them.
    fn unusable_provider(&self) -> GuestError {
        match self.refused.borrow().as_ref() {
            Some(refused) => GuestError::Other(refused.to_string()),
            None => too_much(),
        }
    }
}

/// The session has no room for the result; its own error comes first.
fn too_much() -> GuestError {
    GuestError::Other("the result of the transform takes too much".to_owned())
}

/// The two parts of a result.
fn parts(
    given: PropertyValue,
    failures: &mut Vec<PropertyFailure>,
) -> (Option<PropertyMap>, Option<PropertyMap>) {
    let given = match given {
        PropertyValue::Null => return (None, None),
        PropertyValue::Object(given) => given,
        other => {
            let reason = format!("expected an object or null, found {}", other.kind());
            tell(failures, "result", reason);
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
                    "`{name}` is not a part of what a transform gives: `{PROPERTIES}`, `{OPTIONS}`"
                );
                tell(failures, "result", reason);
                continue;
            }
        };
        match value {
            PropertyValue::Null => {}
            PropertyValue::Object(map) if matches!(reference(&map), Ok(None)) => *part = Some(map),
            other => {
                let reason = format!("expected an object, found {}", other.kind());
                tell(failures, &name, reason);
            }
        }
    }
    (properties, options)
}
