//! The state of shared values: finished values, values in progress, and the instances that wait for them. Nothing here
//! waits.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use pulumi_wasm_core::error::GuestError;
use pulumi_wasm_core::error::failure::PropertyFailure;
use pulumi_wasm_core::text::Excerpt;

use super::rate::{Rates, Schedule};
use crate::budget::{Budget, Reservation};
use crate::limits::{Limit, Limits};

/// The values that the instances of one component share.
pub(super) struct Map {
    limits: Arc<Limits>,
    slots: BTreeMap<String, Slot>,
    rates: Rates,
    /// The name that an instance waits for, if it waits.
    waits: BTreeMap<u64, String>,
    instances: u64,
    makings: u32,
}

enum Slot {
    Kept(Kept),
    Making { instance: u64, number: u32 },
}

struct Kept {
    value: Arc<str>,
    ends: Duration,
    /// The memory of the name and the value.
    memory: Reservation,
}

/// The result of an instance's look at a name.
pub(super) enum Look {
    Value(Arc<str>),
    /// This instance makes the value with this number.
    Make(u32),
    /// Another instance makes it.
    Wait,
}

impl Map {
    pub(super) fn new(limits: Arc<Limits>) -> Self {
        Self {
            limits,
            slots: BTreeMap::new(),
            rates: Rates::default(),
            waits: BTreeMap::new(),
            instances: 0,
            makings: 0,
        }
    }

    /// A number for a new instance.
    pub(super) fn next_instance(&mut self) -> u64 {
        self.instances += 1;
        self.instances
    }

    /// Looks for a value. If the value is missing, this instance makes it from now on. If another instance makes it,
    /// this instance waits from now on.
    pub(super) fn look(
        &mut self,
        instance: u64,
        name: &str,
        now: Duration,
    ) -> Result<Look, GuestError> {
        self.remove_ended(now);
        match self.slots.get(name) {
            Some(Slot::Kept(kept)) => Ok(Look::Value(Arc::clone(&kept.value))),
            Some(Slot::Making {
                instance: maker, ..
            }) => {
                self.may_wait(instance, *maker, name)?;
                self.waits.insert(instance, name.to_owned());
                Ok(Look::Wait)
            }
            None => {
                self.has_room()?;
                self.makings = self.makings.wrapping_add(1);
                let number = self.makings;
                self.slots
                    .insert(name.to_owned(), Slot::Making { instance, number });
                Ok(Look::Make(number))
            }
        }
    }

    /// Makes sure that the maker of a wanted value does not itself wait for that instance.
    fn may_wait(&self, instance: u64, maker: u64, name: &str) -> Result<(), GuestError> {
        let name = Excerpt::name(name);
        if maker == instance {
            return Err(GuestError::Other(format!(
                "the call that makes the shared value `{name}` asks for it: it would wait for itself"
            )));
        }
        let mut maker = maker;
        // Each instance waits for at most one value, so the loop ends.
        while let Some(Slot::Making { instance: next, .. }) =
            self.waits.get(&maker).and_then(|name| self.slots.get(name))
        {
            if *next == instance {
                return Err(GuestError::Other(format!(
                    "calls would wait for each other: the call that makes the shared value `{name}` waits for one that \
                     this call makes\nhint: ask for shared values in the same order everywhere"
                )));
            }
            maker = *next;
        }
        Ok(())
    }

    pub(super) fn stop_waiting(&mut self, instance: u64) {
        self.waits.remove(&instance);
    }

    /// Stores a finished value. The making ends in every case.
    pub(super) fn keep(
        &mut self,
        instance: u64,
        number: u32,
        value: &str,
        now: Duration,
        lives: Duration,
        memory: &Arc<Budget>,
    ) -> Result<(), GuestError> {
        let name = self.give_up(instance, number).ok_or_else(|| {
            GuestError::NotFound(format!(
                "this call does not make a shared value with the number {number}"
            ))
        })?;
        if lives.is_zero() {
            return Err(GuestError::Invalid(vec![PropertyFailure {
                property: "lives-ms".to_owned(),
                reason: "a value lives for at least a millisecond".to_owned(),
            }]));
        }
        self.remove_ended(now);
        let size = name.len() + value.len();
        let what = format!(
            "the shared value `{}` with its name has",
            Excerpt::name(&name)
        );
        self.within(Limit::SharedValueSize, size as u64, &what)?;
        let all = self.bytes().saturating_add(size as u64);
        self.within(Limit::SharedSize, all, "the shared values would have")?;
        let memory = memory.reserve(size);
        let memory = memory.map_err(|reached| GuestError::Other(reached.to_string()))?;
        let kept = Kept {
            value: value.into(),
            ends: now.saturating_add(lives),
            memory: memory.beyond_call(),
        };
        self.slots.insert(name, Slot::Kept(kept));
        Ok(())
    }

    /// Ends a making, and returns the name of the value.
    pub(super) fn give_up(&mut self, instance: u64, number: u32) -> Option<String> {
        let is_it = |slot: &Slot| {
            matches!(slot, Slot::Making { instance: maker, number: found }
                if *maker == instance && *found == number)
        };
        let mut slots = self.slots.iter();
        let name = slots.find(|(_, slot)| is_it(slot))?.0.clone();
        self.slots.remove(&name);
        Some(name)
    }

    /// Ends all values in progress of an instance. Returns whether there were any.
    pub(super) fn give_up_values(&mut self, instance: u64) -> bool {
        let before = self.slots.len();
        self.slots.retain(
            |_, slot| !matches!(slot, Slot::Making { instance: maker, .. } if *maker == instance),
        );
        self.slots.len() < before
    }

    /// Removes a value, unless it was replaced in the meantime.
    pub(super) fn forget(&mut self, name: &str, value: &str) {
        if let Some(Slot::Kept(kept)) = self.slots.get(name)
            && *kept.value == *value
        {
            self.slots.remove(name);
        }
    }

    /// The pause before the next turn of a rate; `None` if it is longer than `longest`.
    pub(super) fn turn(
        &mut self,
        name: &str,
        schedule: Schedule,
        now: Duration,
        longest: Duration,
    ) -> Result<Option<Duration>, GuestError> {
        self.remove_ended(now);
        if !self.rates.has(name) {
            self.has_room()?;
        }
        Ok(self.rates.turn(name, schedule, now, longest))
    }

    fn remove_ended(&mut self, now: Duration) {
        self.slots
            .retain(|_, slot| !matches!(slot, Slot::Kept(kept) if kept.ends <= now));
        self.rates.remove_ended(now);
    }

    fn bytes(&self) -> u64 {
        let bytes = |slot: &Slot| match slot {
            Slot::Kept(kept) => kept.memory.bytes(),
            Slot::Making { .. } => 0,
        };
        self.slots.values().map(bytes).sum()
    }

    /// Checks that one more value may be stored.
    fn has_room(&self) -> Result<(), GuestError> {
        let all = (self.slots.len() + self.rates.len()) as u64 + 1;
        self.within(
            Limit::SharedValues,
            all,
            "the shared values and rates would be",
        )
    }

    fn within(&self, limit: Limit, amount: u64, what: &str) -> Result<(), GuestError> {
        let most = self.limits.get(limit);
        if amount <= most {
            return Ok(());
        }
        let amount = match limit {
            Limit::SharedValues => amount.to_string(),
            _ => format!("{amount} bytes"),
        };
        Err(GuestError::Other(format!(
            "{what} {amount}, which is more than the limit {} of {}\nhint: {}",
            limit.name(),
            limit.show(most),
            self.limits.hint(limit)
        )))
    }
}
