//! Every limit on a component: its name, default, unit, and the words that tell a user how to raise it.
//!
//! A limit is set when a package is added (`pulumi package add wasm ./acme.wasm -- --limit memory=2GiB`) and lives in
//! the parameter value, beside the grants. An operator's policy can set maxima, which hold for every setting.

mod notation;
mod table;

use std::collections::BTreeMap;
use std::time::Duration;

pub use notation::show_bytes;
use pulumi_wasm_core::call::{Call, Operation};
pub use table::{Limit, Unit};

/// The limits of a package: the user's values, and the defaults elsewhere, up to the operator's maxima.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Limits {
    set: BTreeMap<Limit, u64>,
    maxima: BTreeMap<Limit, Maximum>,
}

/// The most that an operator allows of a limit.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Maximum {
    value: u64,
    /// The rule that says so, and its file, as in "`limits.memory` in the operator's policy `FILE`, line 7".
    rule: String,
}

impl Limits {
    /// The value in force.
    #[must_use]
    pub fn get(&self, limit: Limit) -> u64 {
        let asked = self.asked(limit);
        self.maxima
            .get(&limit)
            .map_or(asked, |maximum| asked.min(maximum.value))
    }

    /// The value that the user set, else the default, without the operator's maximum.
    #[must_use]
    pub fn asked(&self, limit: Limit) -> u64 {
        self.set
            .get(&limit)
            .copied()
            .unwrap_or_else(|| limit.default_value())
    }

    /// Lets a limit be no higher than this. Of several maxima the lowest holds. `rule` names the rule and its file, for
    /// messages.
    pub fn cap(&mut self, limit: Limit, value: u64, rule: impl Into<String>) {
        if self
            .maxima
            .get(&limit)
            .is_none_or(|maximum| value < maximum.value)
        {
            let rule = rule.into();
            self.maxima.insert(limit, Maximum { value, rule });
        }
    }

    /// The values above the operator's maxima: the limit, the user's value, and the rule that forbids it.
    pub fn exceeding(&self) -> impl Iterator<Item = (Limit, u64, &str)> + '_ {
        self.changed().filter_map(|(limit, asked)| {
            let maximum = self.maxima.get(&limit)?;
            (asked > maximum.value).then_some((limit, asked, maximum.rule.as_str()))
        })
    }

    /// How to raise a limit, for the `hint:` line of an error: the flag, or the operator's rule if that forbids it.
    #[must_use]
    pub fn knob(&self, limit: Limit) -> String {
        match self.maxima.get(&limit) {
            Some(maximum) if maximum.value <= self.asked(limit) => {
                format!("a higher {}", maximum.rule)
            }
            _ => limit.knob(self.get(limit)),
        }
    }

    /// The value in force, as a size in memory.
    #[must_use]
    pub fn size(&self, limit: Limit) -> usize {
        usize::try_from(self.get(limit)).unwrap_or(usize::MAX)
    }

    /// The value in force of a limit on time.
    #[must_use]
    pub fn time(&self, limit: Limit) -> Duration {
        Duration::from_millis(self.get(limit))
    }

    /// The time that a call may take, with what earlier calls of the same request took of it: that of the resource, else
    /// the limit of its operation.
    #[must_use]
    pub fn call_time(&self, call: &Call) -> Duration {
        let timeout = call.timeout;
        timeout.unwrap_or_else(|| self.time(Limit::of_time(call.operation)))
    }

    /// How to give a call more time, for the `hint:` line of an error.
    #[must_use]
    pub fn call_time_knob(&self, call: &Call) -> String {
        match call.timeout {
            Some(_) => "the resource option `customTimeouts`".to_owned(),
            None => self.knob(Limit::of_time(call.operation)),
        }
    }

    /// Sets a limit; a value equal to the default is not kept, so that equal settings are written alike.
    pub fn set(&mut self, limit: Limit, value: u64) {
        if value == limit.default_value() {
            self.set.remove(&limit);
        } else {
            self.set.insert(limit, value);
        }
    }

    /// The values that differ from the defaults.
    pub fn changed(&self) -> impl Iterator<Item = (Limit, u64)> + '_ {
        self.set.iter().map(|(limit, value)| (*limit, *value))
    }
}

impl Limit {
    /// The limit on the time of a call, for calls to which the resource gives no timeout.
    #[must_use]
    pub fn of_time(operation: Operation) -> Self {
        match operation {
            Operation::CheckConfig
            | Operation::Configure
            | Operation::Check
            | Operation::Diff
            | Operation::Construct
            | Operation::Call
            | Operation::Migrate => Self::CheckTime,
            Operation::Create
            | Operation::Read
            | Operation::Update
            | Operation::Delete
            | Operation::List
            | Operation::Invoke
            | Operation::Hook => Self::CallTime,
        }
    }
}

#[cfg(test)]
mod tests;
