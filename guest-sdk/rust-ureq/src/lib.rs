#![doc = include_str!("../README.md")]

mod through_host;

use pulumi_wasm_provider::http::Client;
use through_host::ThroughHost;
use ureq::Agent;
use ureq::config::ConfigBuilder;
use ureq::typestate::AgentScope;

/// An agent with the settings that ureq has by default. The host sends its requests. `client` is `cx.http()`.
#[must_use]
pub fn agent(client: &Client) -> Agent {
    agent_with(client, |settings| settings)
}

/// An agent with other settings. `configure` is called twice, and has to set the same both times.
///
/// ```
/// # use pulumi_wasm_provider::prelude::*;
/// # fn example(cx: &Context) -> ureq::Agent {
/// pulumi_wasm_ureq::agent_with(&cx.http(), |settings| settings.http_status_as_error(false))
/// # }
/// ```
#[must_use]
pub fn agent_with(
    client: &Client,
    configure: impl Fn(ConfigBuilder<AgentScope>) -> ConfigBuilder<AgentScope>,
) -> Agent {
    // A middleware cannot see the settings of its agent.
    let settings = || configure(Agent::config_builder().proxy(None));
    let through_host = ThroughHost::new(client.clone(), &settings().build());
    settings().middleware(through_host).build().new_agent()
}
