//! The shared values, for the single instance of a unit test.

use std::collections::BTreeMap;
use std::time::Duration;

use crate::error::{Error, Result};
use crate::host::FoundShared;

/// Values with the time at which they end, and the names that are being made.
#[derive(Debug, Default)]
pub(crate) struct SharedValues {
    kept: BTreeMap<String, (String, Duration)>,
    makings: Vec<Option<String>>,
}

impl SharedValues {
    pub(crate) fn get(&mut self, name: &str, now: Duration) -> Result<FoundShared> {
        match self.kept.get(name) {
            Some((value, ends)) if *ends > now => return Ok(FoundShared::Value(value.clone())),
            _ if self.makings.iter().flatten().any(|made| made == name) => {
                return Err(Error::other(format!(
                    "the call that makes the shared value `{name}` asks for it: it would wait for itself"
                )));
            }
            _ => {}
        }
        let number = u32::try_from(self.makings.len()).unwrap_or(u32::MAX);
        self.makings.push(Some(name.to_owned()));
        Ok(FoundShared::Missing(number))
    }

    pub(crate) fn keep(&mut self, making: u32, value: &str, ends: Duration) -> Result<()> {
        let name = self.give_up(making);
        let name = name.ok_or_else(|| {
            Error::not_found("this call does not make a shared value with that number")
        })?;
        self.kept.insert(name, (value.to_owned(), ends));
        Ok(())
    }

    pub(crate) fn give_up(&mut self, making: u32) -> Option<String> {
        let making = usize::try_from(making).ok()?;
        self.makings.get_mut(making)?.take()
    }

    pub(crate) fn forget(&mut self, name: &str, value: &str) {
        if self.kept.get(name).is_some_and(|(kept, _)| kept == value) {
            self.kept.remove(name);
        }
    }
}
