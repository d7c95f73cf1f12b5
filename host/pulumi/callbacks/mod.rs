//! Callbacks: the engine runs functions of components that are being constructed.
//!
//! The engine gets an address and a token for each function. It connects to the address, which is the plugin's, and
//! sends the token; without a valid token no function runs. A token is valid until the component is constructed.

mod hook;
mod transform;

use std::collections::HashMap;
use std::net::SocketAddr;
use std::sync::{Arc, Weak};

use parking_lot::Mutex;
use pulumi_wasm_core::graph::{ResourceHook, Transform};
use pulumi_wasm_core::monitor::MonitorError;
use tonic::{Request, Response, Status};

use crate::pulumi::status;
use crate::pulumi::wire::pulumirpc as pb;
use crate::pulumi::wire::pulumirpc::callbacks_server::Callbacks as CallbacksService;

/// The size of a token in bytes. A token is unpredictable.
const TOKEN_BYTES: usize = 24;

/// The functions that the engine may run, in this process.
pub(crate) struct Callbacks {
    /// The address that the engine dials.
    target: String,
    by_token: Mutex<HashMap<String, Function>>,
}

/// A function of a component.
#[derive(Clone)]
pub(crate) enum Function {
    Transform(Transform),
    Hook(ResourceHook),
}

/// A function that the engine may run as long as this exists.
pub(crate) struct Offer {
    token: String,
    callbacks: Weak<Callbacks>,
    target: String,
}

impl Callbacks {
    /// Creates an empty set of callbacks. They are served at the given address.
    pub(crate) fn new(address: SocketAddr) -> Arc<Self> {
        Arc::new(Self {
            target: address.to_string(),
            by_token: Mutex::default(),
        })
    }

    /// Lets the engine run a function.
    ///
    /// # Errors
    /// If the system has no random bytes.
    pub(crate) fn offer(self: &Arc<Self>, function: Function) -> Result<Offer, MonitorError> {
        let mut token = [0; TOKEN_BYTES];
        getrandom::fill(&mut token).map_err(|error| {
            let reason = format!("a function of the component has no token: {error}");
            MonitorError::Refused(reason)
        })?;
        let token = hex::encode(token);
        self.by_token.lock().insert(token.clone(), function);
        Ok(Offer {
            token,
            callbacks: Arc::downgrade(self),
            target: self.target.clone(),
        })
    }

    async fn run(&self, request: pb::CallbackInvokeRequest) -> Result<Vec<u8>, Status> {
        let found = self.by_token.lock().get(&request.token).cloned();
        match found.ok_or_else(status::unknown_callback)? {
            Function::Transform(transform) => {
                let (question, options) = transform::from_proto(&request.request)?;
                let transformed = transform.run(question).await;
                let transformed = transformed.map_err(|error| status::from_callback(&error))?;
                Ok(transform::to_proto(transformed, options))
            }
            Function::Hook(hook) => {
                let question = hook::from_proto(&request.request)?;
                hook::to_proto(hook.run(question).await)
                    .map_err(|error| status::from_callback(&error))
            }
        }
    }
}

impl Offer {
    /// The function in the form that the engine gets.
    pub(crate) fn to_proto(&self) -> pb::Callback {
        pb::Callback {
            target: self.target.clone(),
            token: self.token.clone(),
            accepts_byte_string: true,
        }
    }
}

impl Drop for Offer {
    fn drop(&mut self) {
        if let Some(callbacks) = self.callbacks.upgrade() {
            callbacks.by_token.lock().remove(&self.token);
        }
    }
}

/// The service on the functions of a process.
pub(crate) struct Served(pub(crate) Arc<Callbacks>);

#[tonic::async_trait]
impl CallbacksService for Served {
    async fn invoke(
        &self,
        request: Request<pb::CallbackInvokeRequest>,
    ) -> Result<Response<pb::CallbackInvokeResponse>, Status> {
        let response = self.0.run(request.into_inner()).await?;
        let response = response.into();
        Ok(Response::new(pb::CallbackInvokeResponse { response }))
    }
}
