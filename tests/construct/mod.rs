//! Component resources, between an engine, a resource monitor that checks what the engine's one checks, and guests in the
//! sandbox. Each test is called after its rule in `docs/contribute/component-rules.md`.

mod authority;
mod bad_programs;
mod cases;
mod examples;
mod graph_attacks;
mod graphs;
mod languages;
mod packages;
mod released;
mod sandbox;

use pulumi_wasm_host::pulumi::proto::pulumirpc as pb;
use serde_json::{Value as Json, json};
use tonic::Status;

use super::lifecycle::value::properties;
use crate::fake::declare::{Declare, output};
use crate::fake::guest::{Guest, SITE};
use crate::fake::monitor::{FakeMonitor, STACK};
use crate::fake::plugin::{Client, Plugin};
use crate::fake::steps::{Answer, Step};
use crate::fake::within;

/// A guest with a random pet whose name begins with `pet-`, and the pet's id as the address.
fn with_a_pet() -> Guest {
    let inputs = json!({ "prefix": output(0, "title") }).to_string();
    let pet = Declare::resource("random:index:Pet", "pet-", inputs);
    let outputs = json!({ "url": output(1, "id") }).to_string();
    Guest::new().does(
        "construct",
        [Step::Declare(pet), Step::Answer(Answer::Outputs(outputs))],
    )
}

/// The request for a site of that name.
pub(crate) fn request(monitor: &FakeMonitor, name: &str, inputs: &Json) -> pb::ConstructRequest {
    pb::ConstructRequest {
        project: "shop".to_owned(),
        stack: "dev".to_owned(),
        monitor_endpoint: monitor.address.clone(),
        r#type: SITE.to_owned(),
        name: name.to_owned(),
        parent: STACK.to_owned(),
        inputs: Some(properties(inputs)),
        accepts_output_values: true,
        ..pb::ConstructRequest::default()
    }
}

async fn construct(
    mut client: Client,
    request: pb::ConstructRequest,
) -> Result<pb::ConstructResponse, Status> {
    let answer = within(client.construct(request)).await;
    answer.map(tonic::Response::into_inner)
}

impl Plugin {
    async fn construct(
        &self,
        request: pb::ConstructRequest,
    ) -> Result<pb::ConstructResponse, Status> {
        construct(self.client(), request).await
    }
}

fn urn(name: &str) -> String {
    format!("urn:pulumi:dev::shop::{SITE}::{name}")
}
