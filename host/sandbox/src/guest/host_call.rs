//! A call of a host function by a guest: it passes one boundary before it does anything, and one before the guest gets
//! the answer. Both use the call's state in the host: transferred bytes are counted as long as the host call takes, and
//! a call ends if memory was refused. The host functions of every version go through here.

use pulumi_wasm_capability::ActiveCall;
use pulumi_wasm_capability::budget::{LimitReached, Reservation};
use pulumi_wasm_capability::fault_injection::{InjectionPoint, Moment, pass};
use pulumi_wasm_core::error::GuestError;
use wasmtime::component::HasData;

use super::state::GuestState;

/// The bytes that one call may transfer uncounted.
const SMALL: usize = 16 << 10;

/// The error of the host functions of a version.
pub(super) trait HostError {
    /// Converts the error of a capability to the error type of this version.
    fn of(error: GuestError) -> Self;

    /// Whether the host refused the guest's request.
    fn is_denied(&self) -> bool;
}

/// Links [`Observed`].
pub(super) struct Observing;

impl HasData for Observing {
    type Data<'a> = Observed<'a>;
}

/// The state that host functions work on, behind their boundaries. The versions implement their host functions for it.
pub(super) struct Observed<'a>(pub(super) &'a mut GuestState);

impl Observed<'_> {
    /// Passes one of the boundaries of a host call.
    ///
    /// # Errors
    /// What a test wants the host call to fail with.
    pub(super) async fn pass(
        &mut self,
        host_call: &'static str,
        moment: Moment,
    ) -> Result<(), GuestError> {
        if moment == Moment::Before {
            self.0
                .current_call
                .with(|active| active.stats.begin(host_call));
        }
        let observer = self.0.capabilities.system.observer.as_deref();
        pass(
            observer,
            &self.0.current_call,
            InjectionPoint { host_call, moment },
        )
        .await
    }

    /// Reserves the bytes that the guest passed to the host, until the result is dropped. Small amounts are not
    /// counted: only one host call runs at a time.
    ///
    /// # Errors
    /// If the host may not keep this much for the call.
    pub(super) fn take(&mut self, bytes: usize) -> Result<Option<Reservation>, LimitReached> {
        // The guest has copied the answer of its previous call to the host.
        self.0.lowered = None;
        (bytes > SMALL)
            .then(|| self.0.current_call.memory.reserve(bytes))
            .transpose()
    }

    /// Checks that no memory was refused to the call.
    ///
    /// # Errors
    /// The limit that was reached.
    pub(super) fn check(&self) -> Result<(), LimitReached> {
        self.0.current_call.memory.check()
    }

    /// Counts a host call.
    pub(super) fn ended(&self, host_call: &'static str, is_refused: bool) {
        let count = |active: &mut ActiveCall| active.stats.end(host_call, is_refused);
        self.0.current_call.with(count);
    }
}

/// A host call that may fail at its boundaries and transfers this many bytes.
macro_rules! fallible {
    ($self:ident, $name:literal, $bytes:expr, $work:expr) => {{
        use pulumi_wasm_capability::fault_injection::Moment;

        use $crate::guest::host_call::HostError;
        let _taken = $self.take($bytes)?;
        if let Err(error) = $self.pass($name, Moment::Before).await {
            return Ok(Err(HostError::of(error)));
        }
        let answer = $work.await;
        $self.check()?;
        $self.ended($name, answer.as_ref().is_err_and(HostError::is_denied));
        if let Err(error) = $self.pass($name, Moment::After).await {
            return Ok(Err(HostError::of(error)));
        }
        Ok(answer)
    }};
}

/// A host call that cannot fail and transfers this many bytes.
macro_rules! infallible {
    ($self:ident, $name:literal, $bytes:expr, $work:expr) => {{
        use pulumi_wasm_capability::fault_injection::Moment;
        let _taken = $self.take($bytes)?;
        drop($self.pass($name, Moment::Before).await);
        let answer = $work.await;
        $self.check()?;
        $self.ended($name, false);
        drop($self.pass($name, Moment::After).await);
        Ok(answer)
    }};
}

pub(super) use {fallible, infallible};
