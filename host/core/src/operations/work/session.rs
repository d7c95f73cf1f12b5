//! What a session works with, and what ends in it.

use super::exits::Exits;
use crate::call::Call;
use crate::component::{Component, GuestSession};
use crate::error::CallError;
use crate::graph::{LookupResult, NodeId, Registered, SharedGraph};
use crate::monitor::MonitorError;
use crate::value::PropertyMap;

/// The context of one session.
pub(in crate::operations) struct Work<'a> {
    pub(in crate::operations) call: &'a Call,
    pub(in crate::operations) graph: &'a SharedGraph,
    pub(in crate::operations) exits: Exits<'a>,
    /// The component whose guest is entered.
    pub(in crate::operations) component: &'a dyn Component,
    pub(in crate::operations) task: Task<'a>,
    /// Held by the hook that runs.
    pub(in crate::operations) hooks: tokio::sync::Mutex<()>,
}

impl Work<'_> {
    /// Waits until the call is cancelled, and no hook runs any more: it may have begun to change something outside.
    pub(in crate::operations) async fn cancelled(&self) {
        self.call.cancellation.cancelled().await;
        drop(self.hooks.lock().await);
    }
}

/// What the guest is entered for first.
pub(in crate::operations) enum Task<'a> {
    /// To construct a component. The options are those that the program gave, as the guest is told them.
    Construct { options: &'a PropertyMap },
    /// To run a method.
    Call,
}

/// Something that ended.
pub(super) enum Event<'a> {
    /// The guest has declared its part, and gave the outputs.
    Declared(Session<'a>, Result<PropertyMap, CallError>),
    Registered(NodeId, Result<Registered, MonitorError>),
    Found(NodeId, Result<LookupResult, MonitorError>),
    Called(Session<'a>, Result<(), CallError>),
}

/// A session that is not entered.
pub(super) type Session<'a> = Box<dyn GuestSession + 'a>;
