//! The engine's requests to a provider's process, in its order.

use anyhow::{Context as _, Result, bail};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use bytes::{BufMut as _, Bytes, BytesMut};
use prost::Message;
use prost_types::Struct;
use tokio::task::JoinHandle;

use crate::connection::{Caller, Connection};
use crate::order::Provider;
use crate::plan::{Method, Scenario};
use crate::protocol::{
    CheckConfigRequest, ConfigureRequest, Empty, GetSchemaRequest, GetSchemaResponse,
    HandshakeRequest, ParameterizeRequest, ParameterizeResponse, Parameters, ParametersArgs,
    ParametersValue,
};
use crate::request;

/// The status of a call that a server does not know.
const UNIMPLEMENTED: &str = "status \"12\"";

const PROVIDER: &str = "urn:pulumi:dev::bench::pulumi:providers:bench::default";

/// A process and one connection to it.
pub(crate) struct Session {
    connection: Connection,
}

impl Session {
    pub(crate) async fn open(address: &str) -> Result<Self> {
        Ok(Self {
            connection: Connection::open(address).await?,
        })
    }

    /// The work of `pulumi package add`: the value that later processes begin with.
    pub(crate) async fn package(&self, provider: &Provider) -> Result<ParametersValue> {
        self.handshake().await?;
        let args = provider
            .components
            .iter()
            .map(|path| path.display().to_string())
            .collect();
        let request = ParameterizeRequest {
            parameters: Some(Parameters::Args(ParametersArgs { args })),
        };
        let package = ParameterizeResponse::decode(self.ask("Parameterize", &request).await?)?;
        let request = GetSchemaRequest {
            subpackage_name: package.name.clone(),
            subpackage_version: package.version.clone(),
        };
        let answer = GetSchemaResponse::decode(self.ask("GetSchema", &request).await?)?;
        let schema: serde_json::Value = serde_json::from_str(&answer.schema)?;
        let parameter = schema
            .pointer("/parameterization/parameter")
            .and_then(serde_json::Value::as_str)
            .context("the schema has no parameter")?;
        Ok(ParametersValue {
            name: package.name,
            version: package.version,
            value: STANDARD.decode(parameter)?,
        })
    }

    /// All calls before the calls for resources.
    pub(crate) async fn configure(&self, package: Option<&ParametersValue>) -> Result<()> {
        self.handshake().await?;
        self.ask("GetPluginInfo", &Empty {}).await?;
        if let Some(package) = package {
            let request = ParameterizeRequest {
                parameters: Some(Parameters::Value(package.clone())),
            };
            self.ask("Parameterize", &request).await?;
        }
        let request = CheckConfigRequest {
            urn: PROVIDER.to_owned(),
            olds: Some(Struct::default()),
            news: Some(Struct::default()),
        };
        known(self.ask("CheckConfig", &request).await)?;
        let request = ConfigureRequest {
            args: Some(Struct::default()),
            accept_secrets: true,
            accept_resources: true,
            sends_old_inputs: true,
            sends_old_inputs_to_delete: true,
        };
        self.ask("Configure", &request).await?;
        Ok(())
    }

    /// One call for a resource.
    pub(crate) async fn call(&self, method: Method, token: &str, leaves: usize) -> Result<()> {
        self.caller(method, token, leaves)?
            .fetch()
            .await
            .with_context(|| format!("{method:?} of {token}"))?;
        Ok(())
    }

    /// Begins a call for a resource, and does not wait for its end.
    pub(crate) fn begin(
        &self,
        method: Method,
        token: &str,
        leaves: usize,
    ) -> Result<JoinHandle<Result<Vec<u8>>>> {
        let mut caller = self.caller(method, token, leaves)?;
        Ok(tokio::spawn(async move { caller.fetch().await }))
    }

    fn caller(&self, method: Method, token: &str, leaves: usize) -> Result<Caller> {
        let scenario = Scenario {
            name: String::new(),
            method,
            token: token.to_owned(),
            leaves,
            concurrency: 1,
            servers: Vec::new(),
        };
        let body = request::body(&scenario);
        self.connection.calls(method.path(), &body)
    }

    async fn handshake(&self) -> Result<()> {
        let request = HandshakeRequest {
            engine_address: String::new(),
            configure_with_urn: true,
        };
        known(self.ask("Handshake", &request).await)
    }

    /// Makes a call and returns the message of its answer.
    pub(crate) async fn ask(&self, method: &str, request: &impl Message) -> Result<Bytes> {
        let path = format!("/pulumirpc.ResourceProvider/{method}");
        let length = request.encoded_len();
        let mut body = BytesMut::with_capacity(5 + length);
        body.put_u8(0);
        body.put_u32(u32::try_from(length).context("a request is too long")?);
        body.put_slice(&request.encode_to_vec());
        let mut caller = self.connection.calls(&path, &body.freeze())?;
        let answer = caller.fetch().await.context(method.to_owned())?;
        // gRPC's prefix has one byte for compression and four for the length.
        if answer.len() < 5 {
            bail!("{method} has no answer");
        }
        Ok(Bytes::from(answer).slice(5..))
    }
}

/// Treats a call that the server does not know as done: so does the engine.
fn known(answer: Result<Bytes>) -> Result<()> {
    match answer {
        Err(error) if !format!("{error:#}").contains(UNIMPLEMENTED) => Err(error),
        _ => Ok(()),
    }
}
