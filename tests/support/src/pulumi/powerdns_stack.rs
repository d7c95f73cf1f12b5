//! A stack whose program manages a PowerDNS server.

use super::engine::Engine;
use super::provider::Provider;
use super::stack::Stack;
use crate::servers::powerdns::PowerDns;

/// A template for a program with a zone and two record sets.
const PROGRAM: &str = "
name: powerdns
runtime: yaml
resources:
  zone:
    type: powerdns:Zone
    properties:
      name: example.test
      nameservers: [ns1.example.test]
    options: {VIA}
  web:
    type: powerdns:RecordSet
    properties:
      zone: ${zone.name}
      name: www.example.test
      type: A
      ttl: 300
      records: [192.0.2.10, 192.0.2.11]
      comments: [{content: Both web servers, account: ops}]
    options: {VIA}
  policy:
    type: powerdns:RecordSet
    properties:
      zone: ${zone.name}
      name: example.test
      type: TXT
      records: [v=spf1 -all]
    options: {VIA}
outputs:
  zone: ${zone.id}
  web: ${web.id}
";

/// The configuration of an explicit provider, and its sources in the program.
const PROPERTIES: &str = "serverUrl: \"${url}\", apiKey: \"${key}\"";
const CONFIG: &str =
    "config:\n  url: {type: string}\n  key: {type: string, secret: true}\nresources:\n";

/// The program with a zone and two record sets.
pub fn program(provider: Provider) -> String {
    complete(provider, PROGRAM)
}

/// Makes a program from a template; see [`Provider::complete`].
pub fn complete(provider: Provider, template: &str) -> String {
    let program = provider.complete(template, "powerdns", PROPERTIES);
    match provider {
        Provider::Default => program,
        Provider::Explicit => program.replacen("resources:\n", CONFIG, 1),
    }
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
