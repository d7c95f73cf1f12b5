//! The values that the instances of a component share.

use std::time::Duration;

use crate::error::Result;
use crate::host::{self, FoundShared};

/// The values that the instances of the component share in one process. See
/// [`Context::shared`](crate::Context::shared).
///
/// Values are secrets: they are in the memory of the process alone, and hidden in messages. Another process makes new
/// ones.
#[derive(Clone, Copy, Debug, Default)]
pub struct Shared(());

/// A new value, with its lifetime if only the maker knows it. A string is valid as well.
#[derive(Clone, PartialEq, Eq)]
pub struct Made {
    value: String,
    lives: Option<Duration>,
}

impl Made {
    /// A value with the lifetime in [`Shared::get_or_make`].
    pub fn new(value: impl Into<String>) -> Self {
        Self {
            value: value.into(),
            lives: None,
        }
    }

    /// Sets another lifetime, for example the lifetime that a server returns with a token.
    #[must_use]
    pub fn lives(mut self, lives: Duration) -> Self {
        self.lives = Some(lives);
        self
    }
}

impl<T: Into<String>> From<T> for Made {
    fn from(value: T) -> Self {
        Self::new(value)
    }
}

/// The value is a secret.
impl std::fmt::Debug for Made {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut shown = formatter.debug_struct("Made");
        shown.field("lives", &self.lives).finish_non_exhaustive()
    }
}

impl Shared {
    /// The value of that name, which is made if it is missing. While one instance makes it, others wait; if that one
    /// fails, the next one makes it. It is forgotten after `lives`.
    ///
    /// `make` runs in the call that needs the value, under its rules: in previews no mutating request is sent, unless
    /// the provider declares it as read-only, and a `configure` may log in. Values are strings: store several in one as
    /// JSON.
    ///
    /// ```
    /// # use pulumi_wasm_provider::prelude::*;
    /// # use std::time::Duration;
    /// # fn example(cx: &Context, url: &str) -> Result<String> {
    /// let token = cx.shared().get_or_make("token", Duration::from_secs(3600), || {
    ///     let answer: Json = cx.http().post(url).send_ok()?.json()?;
    ///     Ok(answer.0["token"].as_str().unwrap_or_default().to_owned())
    /// })?;
    /// # Ok(token) }
    /// ```
    ///
    /// # Errors
    /// The errors of `make`; [`Error::TimedOut`](crate::Error::TimedOut) and
    /// [`Error::Cancelled`](crate::Error::Cancelled) while it waits; [`Error::Other`](crate::Error::Other) if a limit
    /// is reached, and if `make` asks for the same name; [`Error::Unsupported`](crate::Error::Unsupported) in checks of
    /// the configuration.
    pub fn get_or_make<M: Into<Made>>(
        &self,
        name: &str,
        lives: Duration,
        make: impl FnOnce() -> Result<M>,
    ) -> Result<String> {
        let making = match host::get_shared(name)? {
            FoundShared::Value(value) => return Ok(value),
            FoundShared::Missing(making) => Making(Some(making)),
        };
        let made = make()?.into();
        making.keep(&made.value, made.lives.unwrap_or(lives))?;
        Ok(made.value)
    }

    /// Removes a value, for example a token that the server has rejected, so that the next use makes a new value. Keeps
    /// the current value if it changed in the meantime.
    ///
    /// # Errors
    /// Like [`Shared::get_or_make`].
    pub fn forget(&self, name: &str, value: &str) -> Result<()> {
        host::forget_shared(name, value)
    }

    /// A rate for all instances together, in operations per second. Use the same numbers for a name
    /// everywhere.
    ///
    /// ```
    /// # use pulumi_wasm_provider::prelude::*;
    /// # fn example(cx: &Context) -> Result<()> {
    /// cx.shared().rate("requests", 10.0).burst(20).wait()?;
    /// # Ok(()) }
    /// ```
    pub fn rate<'a>(&self, name: &'a str, per_second: f64) -> Rate<'a> {
        Rate {
            name,
            per_second,
            burst: 1,
        }
    }
}

/// The rate of an action. See [`Shared::rate`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rate<'a> {
    name: &'a str,
    per_second: f64,
    burst: u32,
}

impl Rate<'_> {
    /// The number of turns that may be taken at once after a pause; 1 by default.
    #[must_use]
    pub fn burst(mut self, burst: u32) -> Self {
        self.burst = burst;
        self
    }

    /// Waits until it may be done once more.
    ///
    /// # Errors
    /// [`Error::TimedOut`](crate::Error::TimedOut) at once if the call's time does not suffice, and else as
    /// [`Shared::get_or_make`].
    pub fn wait(&self) -> Result<()> {
        host::turn(self.name, self.per_second, self.burst)
    }
}

/// A value that is being made. If it is dropped without a value, another call makes the value.
struct Making(Option<u32>);

impl Making {
    fn keep(mut self, value: &str, lives: Duration) -> Result<()> {
        match self.0.take() {
            Some(making) => host::keep_shared(making, value, lives),
            None => Ok(()),
        }
    }
}

impl Drop for Making {
    fn drop(&mut self) {
        if let Some(making) = self.0.take() {
            host::give_up_shared(making);
        }
    }
}
