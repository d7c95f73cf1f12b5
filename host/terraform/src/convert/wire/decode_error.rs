//! Why a value of the core cannot be read, and where in the value.

use std::fmt;

use pulumi_wasm_core::text::Excerpt;

use super::decode::{MAX_DEPTH, MAX_ELEMENTS};
use crate::convert::attribute_path::written;
use crate::convert::value::Value;
use crate::convert::value_type::ValueType;
use crate::proto::tfplugin6::AttributePath;
use crate::proto::tfplugin6::attribute_path::Step;
use crate::proto::tfplugin6::attribute_path::step::Selector;

/// A value that cannot be read.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct DecodeError {
    pub(crate) reason: Reason,
    /// The steps to the part that cannot be read, from the inside to the outside.
    steps: Vec<Selector>,
}

/// Why a part cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(crate) enum Reason {
    #[error("the value is not MessagePack")]
    Malformed,
    #[error("the value is not of the type `{0}`")]
    OtherType(&'static str),
    #[error("the type in the value cannot be read, or is nested too deep")]
    BadType,
    #[error("the value is nested more than {} deep", MAX_DEPTH)]
    TooDeep,
    #[error("the value has more than {} elements", MAX_ELEMENTS)]
    TooMany,
    #[error("the value is JSON, and only MessagePack is read here")]
    Json,
    #[error("the value is unknown, or has an unknown part, and each part has to be known here")]
    Unknown,
}

impl From<Reason> for DecodeError {
    fn from(reason: Reason) -> Self {
        Self {
            reason,
            steps: Vec::new(),
        }
    }
}

impl DecodeError {
    /// The error of a value that is unknown or has an unknown part.
    pub(crate) fn unknown(value: &Value, value_type: &ValueType) -> Self {
        let mut steps = Vec::new();
        steps_to_unknown(value, value_type, &mut steps);
        steps.reverse();
        Self {
            reason: Reason::Unknown,
            steps,
        }
    }

    /// The error of the value around this part.
    #[must_use]
    pub(super) fn inside(mut self, step: Selector) -> Self {
        self.steps.push(step);
        self
    }

    /// The error of the set around this part. The core names no places in sets.
    #[must_use]
    pub(super) fn inside_set(mut self) -> Self {
        self.steps.clear();
        self
    }

    /// The path of the part; `None` for the whole value.
    pub(crate) fn path(&self) -> Option<AttributePath> {
        let steps = self.steps.iter().rev();
        let steps: Vec<Step> = steps
            .map(|selector| Step {
                selector: Some(selector.clone()),
            })
            .collect();
        (!steps.is_empty()).then_some(AttributePath { steps })
    }
}

impl fmt::Display for DecodeError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let place = written(self.steps.iter().rev());
        if !place.is_empty() {
            write!(formatter, "`{}`: ", Excerpt::name(&place))?;
        }
        self.reason.fmt(formatter)
    }
}

/// Adds the steps to the first unknown part, from the outside to the inside. Returns whether there is one.
fn steps_to_unknown(value: &Value, value_type: &ValueType, steps: &mut Vec<Selector>) -> bool {
    let mut through = |step, value: &Value, value_type: &ValueType| {
        steps.push(step);
        let is_found = steps_to_unknown(value, value_type, steps);
        if !is_found {
            steps.pop();
        }
        is_found
    };
    match (value, value_type) {
        (Value::Unknown, _) => true,
        (Value::Dynamic(value_type, inner), _) => steps_to_unknown(inner, value_type, steps),
        (Value::List(items), ValueType::Set(_)) => items.iter().any(Value::contains_unknown),
        (Value::List(items), ValueType::List(element)) => {
            let mut items = (0..).zip(items);
            items.any(|(index, item)| through(Selector::ElementKeyInt(index), item, element))
        }
        (Value::List(items), ValueType::Tuple(elements)) => {
            let mut items = (0..).zip(items.iter().zip(elements));
            items.any(|(index, (item, element))| {
                through(Selector::ElementKeyInt(index), item, element)
            })
        }
        (Value::Map(members), ValueType::Map(element)) => members
            .iter()
            .any(|(key, member)| through(Selector::ElementKeyString(key.clone()), member, element)),
        (Value::Map(members), ValueType::Object { attributes, .. }) => {
            members.iter().any(|(name, member)| {
                let attribute = attributes.get(name);
                attribute.is_some_and(|attribute| {
                    through(Selector::AttributeName(name.clone()), member, attribute)
                })
            })
        }
        _ => false,
    }
}
