//! State that older versions of a provider recorded.

mod old_state;

use std::fmt;

pub use old_state::OldState;

use crate::error::{Error, Result};

type Step = Box<dyn Fn(&mut OldState) -> Result<()>>;

/// The steps from the first form of a resource's state to the current one: see
/// [`Lifecycle::migrations`](crate::Lifecycle::migrations).
///
/// The number of steps is the version of recorded state, so new steps are always added at the end. The first step gets
/// the state that the first version of the provider recorded. Each further step gets the result of the step before it.
#[derive(Default)]
pub struct Migrations {
    steps: Vec<Step>,
}

impl Migrations {
    /// Adds the step from the version before to the next one. Pure: it runs at every call until the resource is next
    /// changed, so the same state must become the same.
    pub fn step(&mut self, step: impl Fn(&mut OldState) -> Result<()> + 'static) -> &mut Self {
        self.steps.push(Box::new(step));
        self
    }

    /// The version of today.
    pub(crate) fn version(&self) -> u32 {
        u32::try_from(self.steps.len()).unwrap_or(u32::MAX)
    }

    /// Brings a state of an older version to the version of today.
    pub(crate) fn run(&self, from: u32, state: &mut OldState) -> Result<()> {
        let version = self.version();
        let start = usize::try_from(from).unwrap_or(usize::MAX);
        let Some(steps) = self.steps.get(start..) else {
            return Err(Error::unsupported(format!(
                "the state has version {from}, and this provider knows versions up to {version}"
            )));
        };
        for (number, step) in (from + 1..).zip(steps) {
            step(state).map_err(|error| {
                error.context(format!("bringing the state to version {number}"))
            })?;
        }
        Ok(())
    }
}

impl fmt::Debug for Migrations {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "Migrations({} steps)", self.steps.len())
    }
}
