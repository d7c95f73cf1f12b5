//! The context of a session, and its events.

use super::exits::Exits;
use crate::call::Call;
use crate::component::{Component, GuestSession};
use crate::error::CallError;
use crate::graph::{LookupResult, NodeId, Registered, SharedGraph};
use crate::monitor::MonitorError;
use crate::package::unknown_outputs::UnknownOutputs;
use crate::value::PropertyMap;

/// The context of one session.
pub(in crate::operations) struct Work<'a> {
    pub(in crate::operations) call: &'a Call,
    pub(in crate::operations) graph: &'a SharedGraph,
    pub(in crate::operations) exits: Exits<'a>,
    /// The component whose guest is entered.
    pub(in crate::operations) component: &'a dyn Component,
    pub(in crate::operations) task: Task<'a>,
    /// The outputs that other sessions of this deployment left out.
    pub(in crate::operations) unknown_outputs: &'a UnknownOutputs,
    /// The running hook holds this lock.
    pub(in crate::operations) hooks: tokio::sync::Mutex<()>,
}

impl Work<'_> {
    /// Waits until the call is cancelled and no hook is running, because a hook may have begun to change something
    /// outside.
    pub(in crate::operations) async fn cancelled(&self) {
        self.call.cancellation.cancelled().await;
        drop(self.hooks.lock().await);
    }
}

/// The first call of the guest in a session.
pub(in crate::operations) enum Task<'a> {
    /// Construct a component. The options are those from the program, in the form for the guest.
    Construct { options: &'a PropertyMap },
    /// Run a method.
    Call,
}

/// The end of an operation in the session.
pub(super) enum Event<'a> {
    /// The guest has returned the outputs, after its declarations.
    Declared(Session<'a>, Result<PropertyMap, CallError>),
    Registered(NodeId, Result<Registered, MonitorError>),
    Found(NodeId, Result<LookupResult, MonitorError>),
    Called(Session<'a>, Result<(), CallError>),
}

/// A session that no call has entered.
pub(super) type Session<'a> = Box<dyn GuestSession + 'a>;
