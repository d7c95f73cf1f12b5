//! Why a guest's text is not a property map.

use std::sync::Arc;

use pulumi_wasm_core::error::CallError;
use pulumi_wasm_core::text::Excerpt;

use crate::budget::LimitReached;
use crate::limits::Limit;

/// A guest's JSON is not a property map.
#[derive(Debug, thiserror::Error)]
pub enum JsonError {
    #[error("it is not a JSON object: {0}")]
    Syntax(serde_json::Error),
    #[error("it is {0}, not a JSON object")]
    NotAnObject(&'static str),
    /// SDKs of some languages would take the properties as a whole for that value.
    #[error("properties as a whole cannot be a special value")]
    SpecialValue,
    #[error("it takes more memory than the limit: {} of {}", .0.limit.name(), .0.limit.show(.0.value))]
    TooLarge(Arc<LimitReached>),
    #[error("`{}`: {reason}", Excerpt::path(property))]
    Value { property: String, reason: String },
}

impl JsonError {
    /// The property has a whole number that a double does not hold, and Pulumi's numbers are doubles.
    pub(super) fn inexact(property: String) -> Self {
        Self::Value {
            property,
            reason: "it has a whole number with more digits than a number keeps; give such a number as a string".to_owned(),
        }
    }

    /// The error of a call whose answer has this malformed part.
    pub fn of_answer(self, what: &str) -> CallError {
        self.reached("for the memory that an answer takes")
            .unwrap_or_else(|| CallError::BadAnswer(format!("its {what}: {self}")))
    }

    /// The error of a call whose request cannot be written.
    pub fn of_request(self) -> CallError {
        self.reached("for the values that the component receives at once")
            .unwrap_or_else(|| {
                CallError::BadAnswer(format!("the request cannot be written: {self}"))
            })
    }

    /// The error of a reached limit, if that is the cause. `purpose` says what the limit on one transfer is for.
    fn reached(&self, purpose: &str) -> Option<CallError> {
        let JsonError::TooLarge(reached) = self else {
            return None;
        };
        let shown = reached.limit.show(reached.value);
        let mut limit = format!("{} of {shown}", reached.limit.name());
        if reached.limit == Limit::Transfer {
            limit = format!("{limit} {purpose}");
        }
        Some(CallError::Limit {
            limit,
            hint: reached.hint.clone(),
            frames: Vec::new(),
        })
    }
}
