//! The generated bindings for component resources. They share the types of the bindings for providers.

#![allow(missing_docs, unreachable_pub, clippy::all, clippy::pedantic)]

wasmtime::component::bindgen!({
    path: "../../wit/0.1.0",
    world: "component-resources",
    imports: { default: async | trappable },
    exports: { default: async },
    with: {
        "pulumi-wasm:provider/common@0.1.0": super::bindings::pulumi_wasm::provider::common,
    },
});
