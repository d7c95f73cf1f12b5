//! Every limit on a component: its name, value, unit, and the advice for a user who reaches it.
//!
//! Some limits are settings. A user sets them when a package is added (`pulumi package add wasm ./acme.wasm -- --limit
//! memory=2GiB`), and the parameter value stores them beside the grants. An operator's policy can set maxima for them.
//! The other limits are fixed, because no user has a reason to change them.

mod notation;
mod table;

use std::collections::BTreeMap;
use std::time::Duration;

pub use notation::show_bytes;
use pulumi_wasm_core::call::{Call, Operation};
pub use table::{Limit, Unit};

use crate::flag_place::FlagPlace;

/// The limits of a package: the user's values, and the defaults elsewhere, up to the operator's maxima.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Limits {
    /// Where the user, or the publisher of the package, sets them.
    pub place: FlagPlace,
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

    /// Sets a maximum for a limit. The lowest of several maxima applies. Messages show `rule`, which names the rule and its file.
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

    /// The text of the `hint:` line of an error about a limit: the flag or the operator's rule that raises it, or other
    /// advice if the limit is fixed.
    #[must_use]
    pub fn hint(&self, limit: Limit) -> String {
        match self.operators_rule(limit) {
            Some(rule) => format!("raise it with a higher {rule}"),
            None => limit.hint_in(self.place, self.get(limit)),
        }
    }

    /// The operator's rule that keeps the user from a higher value.
    fn operators_rule(&self, limit: Limit) -> Option<&str> {
        let maximum = self.maxima.get(&limit)?;
        (maximum.value <= self.asked(limit)).then_some(maximum.rule.as_str())
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

    /// The time for a call and the earlier calls of the same request: the timeout of the resource, else the limit of the operation.
    #[must_use]
    pub fn call_time(&self, call: &Call) -> Duration {
        let timeout = call.timeout;
        timeout.unwrap_or_else(|| self.time(Limit::of_time(call.operation)))
    }

    /// The setting that gives a call more time: an option of the resource, a flag, or the operator's rule.
    #[must_use]
    pub fn call_time_setting(&self, call: &Call) -> String {
        if call.timeout.is_some() {
            return call.wording.timeout_setting().to_owned();
        }
        let limit = Limit::of_time(call.operation);
        match self.operators_rule(limit) {
            Some(rule) => format!("a higher {rule}"),
            None => limit.raised_in(self.place, self.get(limit)),
        }
    }

    /// Sets a limit. Equal settings are written alike, because a value that equals the default is not kept. Users can
    /// set only the limits that [`Limit::by_name`] finds.
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
    /// The limit on the time of calls of this operation if the resource has no timeout.
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
