//! The session of a fake component: a script declares and calls back, as a guest would.

use std::sync::Arc;

use async_trait::async_trait;

use crate::call::Call;
use crate::component::{
    CallbackKind, CallbackRequest, ConstructRequest, GuestSession, MethodRequest,
};
use crate::error::CallError;
use crate::graph::Graph;
use crate::value::{PropertyMap, PropertyValue};

/// An entry into the guest.
pub enum Entered<'a> {
    /// The inputs of the component, or the arguments of a method. The result has to be an object: the outputs.
    Construct(&'a PropertyMap),
    /// The number of a callback, and its argument.
    Derive(u32, &'a PropertyValue),
    /// The number of a transform, and its argument. The result is null, or an object with `properties` and `options`.
    Transform(u32, &'a PropertyValue),
    /// The number of a hook, and its argument. The result is ignored.
    Hook(u32, &'a PropertyValue),
}

/// The guest's code for each call.
pub type Script =
    Arc<dyn Fn(&mut Graph, Entered<'_>) -> Result<PropertyValue, CallError> + Send + Sync>;

/// The session of a fake component.
pub(super) struct FakeSession(pub(super) Option<Script>);

impl FakeSession {
    fn enter(&self, call: &Call, entered: Entered<'_>) -> Result<PropertyValue, CallError> {
        let script = self.0.as_ref().expect("a script");
        let graph = call.graph.as_ref().expect("a graph");
        script(&mut graph.lock(), entered)
    }
}

#[async_trait]
impl GuestSession for FakeSession {
    fn number(&self) -> u32 {
        1
    }

    async fn construct(
        &mut self,
        call: &Call,
        request: ConstructRequest<'_>,
    ) -> Result<PropertyMap, CallError> {
        match self.enter(call, Entered::Construct(request.inputs))? {
            PropertyValue::Object(outputs) => Ok(outputs),
            other => panic!("the script gave {}", other.kind()),
        }
    }

    async fn call_method(
        &mut self,
        call: &Call,
        request: MethodRequest<'_>,
    ) -> Result<PropertyMap, CallError> {
        match self.enter(call, Entered::Construct(request.arguments))? {
            PropertyValue::Object(result) => Ok(result),
            other => panic!("the script gave {}", other.kind()),
        }
    }

    async fn run_callback(
        &mut self,
        call: &Call,
        request: CallbackRequest<'_>,
    ) -> Result<PropertyValue, CallError> {
        let CallbackRequest {
            number, argument, ..
        } = request;
        let entered = match request.kind {
            CallbackKind::Derive => Entered::Derive(number, argument),
            CallbackKind::Transform => Entered::Transform(number, argument),
            CallbackKind::Hook => Entered::Hook(number, argument),
        };
        self.enter(call, entered)
    }

    async fn close(self: Box<Self>, _: &Call) {}
}
