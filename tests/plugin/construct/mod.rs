//! Component resources, with an engine, a resource monitor that checks the same rules as the engine's, and guests in
//! the sandbox. Each test has the name of its rule in `docs/contribute/components.md`.

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
mod suite;
mod used_components;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use pulumi_wasm_packages::Digest;
use serde_json::{Value as Json, json};

use test_support::fake::calls::{construct, construct_request as request};
use test_support::fake::declare::{Declare, output};
use test_support::fake::guest::{Guest, SITE};
use test_support::fake::scene::Scene;
use test_support::fake::steps::{Answer, Step};

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

/// A component of the package `random` 0.1.0 that uses these packages.
fn pets(uses: &Json) -> Guest {
    Guest::new().manifest(|manifest| {
        *manifest = json!({
            "manifest": 1,
            "schema": {
                "name": "random",
                "version": "0.1.0",
                "resources": { "random:index:Pet": { "inputProperties": {}, "properties": {} } },
            },
            "resources": { "random:index:Pet": { "hooks": ["create"] } },
            "packages": uses,
        });
    })
}

/// How a manifest names the component of a package, which lies in the project.
fn used(name: &str, version: &str, component: &[u8]) -> Json {
    let value = json!({
        "v": 1, "name": name, "version": version,
        "components": [{ "sha256": Digest::of(component).hex(), "path": format!("{name}.wasm") }],
    });
    let value = BASE64_STANDARD.encode(value.to_string());
    json!({ "version": version, "parameter": { "plugin": "wasm", "version": "9.9.9", "value": value } })
}

/// Adds an SDK of a package to the project, as a code generator describes it.
fn add_sdk(scene: &Scene, name: &str, used: &Json) {
    std::fs::create_dir_all(scene.project().join("sdks").join(name)).unwrap();
    let version = used["version"].as_str().unwrap();
    let value = used["parameter"]["value"].as_str().unwrap();
    let lock = format!(
        "packageDeclarationVersion: 1\nname: wasm\nversion: {}\nparameterization:\n  name: {name}\n  version: {version}\n  value: {value}\n",
        env!("CARGO_PKG_VERSION"),
    );
    scene.write(
        &format!("sdks/{name}/{name}-{version}.yaml"),
        lock.as_bytes(),
    );
}

fn urn(name: &str) -> String {
    format!("urn:pulumi:dev::shop::{SITE}::{name}")
}
