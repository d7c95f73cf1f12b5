//! A stack whose program manages a PowerDNS server.

use super::engine::Engine;
use super::powerdns::PowerDns;
use super::stack::Stack;

/// A program with a zone and two record sets; `PROVIDER` and `OPTIONS` stand for an explicit provider.
const PROGRAM: &str = "
name: powerdns
runtime: yaml
CONFIG
resources:
PROVIDER
  zone:
    type: powerdns:Zone
    properties:
      name: example.test
      nameservers: [ns1.example.test]
    OPTIONS
  web:
    type: powerdns:RecordSet
    properties:
      zone: ${zone.name}
      name: www.example.test
      type: A
      ttl: 300
      records: [192.0.2.10, 192.0.2.11]
      comments: [{content: Both web servers, account: ops}]
    OPTIONS
  policy:
    type: powerdns:RecordSet
    properties:
      zone: ${zone.name}
      name: example.test
      type: TXT
      records: [v=spf1 -all]
    OPTIONS
outputs:
  zone: ${zone.id}
  web: ${web.id}
";

const CONFIG: &str = "config:\n  url: {type: string}\n  key: {type: string, secret: true}";

const PROVIDER: &str = "  server:
    type: pulumi:providers:powerdns
    properties: {serverUrl: \"${url}\", apiKey: \"${key}\"}";

/// Which provider the resources of a program use.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Provider {
    /// The one that the engine makes of the stack's configuration.
    Default,
    /// A resource of the program.
    Explicit,
}

/// The program with a zone and two record sets.
pub fn program(provider: Provider) -> String {
    let (config, resource, options) = match provider {
        Provider::Default => ("", "", ""),
        Provider::Explicit => (CONFIG, PROVIDER, "options: {provider: \"${server}\"}"),
    };
    PROGRAM
        .replace("CONFIG", config)
        .replace("PROVIDER", resource)
        .replace("OPTIONS", options)
}

/// A stack with the package added and the server configured.
pub fn stack(server: &PowerDns, provider: Provider, program: impl Into<String>) -> Stack {
    let stack = Engine::stack("powerdns")
        .program(program)
        .component("powerdns")
        .create();
    stack.package_add(&["./powerdns.wasm"]).succeeds();
    let (url, key) = match provider {
        Provider::Default => ("powerdns:serverUrl", "powerdns:apiKey"),
        Provider::Explicit => ("url", "key"),
    };
    stack.config_set(url, &server.url(), false);
    stack.config_set(key, server.api_key(), true);
    stack
}

/// The names of the zones that the server has.
pub fn zones(server: &PowerDns) -> Vec<String> {
    let (status, zones) = server.api("GET", "/zones", None);
    assert_eq!(status, 200, "{zones}");
    let names = zones.as_array().unwrap().iter();
    let mut names: Vec<String> = names
        .map(|zone| zone["name"].as_str().unwrap().to_owned())
        .collect();
    names.sort();
    names
}
