//! Component resources of guests in WebAssembly text, and the registrations that a monitor gets.

mod ends;
mod guest;
mod hooks;
mod limits;
mod many;
mod reach;
mod values;

use std::sync::Arc;

use guest::{Guest, out};
use pulumi_wasm_capability::limits::{Limit, Limits};
use pulumi_wasm_capability::testing::{Lines, call};
use pulumi_wasm_core::call::{Call, Operation, Subject};
use pulumi_wasm_core::component::Component;
use pulumi_wasm_core::error::CallError;
use pulumi_wasm_core::manifest::Manifest;
use pulumi_wasm_core::monitor::Monitor;
use pulumi_wasm_core::operations::construct::{
    ConstructParameters, ConstructedResource, construct,
};
use pulumi_wasm_core::package::Package;
use pulumi_wasm_core::testing::FakeMonitor;
use pulumi_wasm_core::value::PropertyValue;
use serde_json::json;

use crate::guest::WasmComponent;
use crate::guest::testing::Workshop;

const SITE: &str = "acme:index:Site";
/// Another component of the package. Its token is longer.
const LEAF: &str = "acme:index:SiteLeaf";
const STACK: &str = "urn:pulumi:dev::shop::pulumi:pulumi:Stack::shop-dev";

/// A package with one guest.
struct Stage {
    package: Package,
    component: Arc<WasmComponent>,
    lines: Lines,
    preview: bool,
    inputs: Vec<(&'static str, PropertyValue)>,
    _workshop: Workshop,
}

impl Stage {
    fn new(guest: Guest) -> Self {
        Self::limited(guest, &[])
    }

    fn limited(guest: Guest, set: &[(Limit, u64)]) -> Self {
        Self::of(&guest.component(), set)
    }

    fn of(component: &[u8], set: &[(Limit, u64)]) -> Self {
        let component_of_type = || {
            let properties = json!({
                "title": { "$ref": "pulumi.json#/Any" },
                "url": { "$ref": "pulumi.json#/Any" },
            });
            json!({
                "isComponent": true, "inputProperties": properties, "properties": properties,
            })
        };
        let hooks = json!({ "hooks": ["construct"] });
        let manifest = json!({
            "manifest": 1,
            "schema": {
                "name": "acme",
                "version": "1.0.0",
                "resources": { SITE: component_of_type(), LEAF: component_of_type() },
            },
            "resources": { SITE: hooks, LEAF: hooks },
            "packages": { "random": { "version": "4.18.0" } },
        });
        let mut limits = Limits::default();
        for (limit, value) in set {
            limits.set(*limit, *value);
        }
        let workshop = Workshop::new();
        let mut settings = workshop.settings(component, limits);
        settings.manifest = Arc::new(Manifest::parse(&manifest.to_string()).expect("a manifest"));
        let component = Arc::new(WasmComponent::new(settings));
        let served = Arc::clone(&component) as Arc<dyn Component>;
        Self {
            package: Package::assemble(vec![served], Box::new(|_| None)).expect("a package"),
            component,
            lines: Lines::default(),
            preview: false,
            inputs: Vec::new(),
            _workshop: workshop,
        }
    }

    fn with(mut self, name: &'static str, value: PropertyValue) -> Self {
        self.inputs.push((name, value));
        self
    }

    /// A call that constructs a component of that type and name.
    fn call(&self, token: &str, name: &str) -> Call {
        Call {
            preview: self.preview,
            subject: Arc::new(Subject {
                urn: String::new(),
                token: token.to_owned(),
                name: name.to_owned(),
            }),
            ..call(Operation::Construct, &self.lines)
        }
    }

    fn parameters(&self) -> ConstructParameters {
        let inputs = self.inputs.iter();
        ConstructParameters {
            parent: STACK.to_owned(),
            inputs: inputs
                .map(|(name, value)| ((*name).to_owned(), value.clone()))
                .collect(),
            ..ConstructParameters::default()
        }
    }

    /// Constructs a site of that name.
    async fn site(
        &self,
        name: &str,
        monitor: &dyn Monitor,
    ) -> Result<ConstructedResource, CallError> {
        let call = self.call(SITE, name);
        construct(&self.package, &call, self.parameters(), monitor).await
    }

    /// How the construction of a site fails.
    async fn failure(&self) -> CallError {
        let constructed = self.site("s", FakeMonitor::new().as_ref()).await;
        constructed.expect_err("a failure")
    }
}

/// A guest with one pet whose outputs a callback sees.
fn with_callback() -> Guest {
    let mut guest = Guest::default();
    let pet = guest.pet("p", &format!(r#"{{"label":{}}}"#, out(0, "title")));
    let derived = guest.derive(&out(1, "label"), 7);
    let outputs = guest.gives(&format!(r#"{{"url":{}}}"#, out(2, "")));
    guest.construct = format!("{pet} {derived} {outputs}");
    guest
}

/// The text of a value.
fn text(value: &PropertyValue) -> &str {
    value.as_str().unwrap_or("no text")
}
