//! The generated bindings for component resources. Types of 0.1.0 are those of the bindings of 0.1.0.

#![allow(missing_docs, unreachable_pub, clippy::all, clippy::pedantic)]

wasmtime::component::bindgen!({
    path: ["../../wit/0.1.0", "../../wit/0.1.1"],
    world: "pulumi-wasm:provider/component-additions@0.1.1",
    imports: { default: async | trappable },
    exports: { default: async },
    with: {
        "pulumi-wasm:provider/common@0.1.0":
            crate::guest::v0_1_0::bindings::pulumi_wasm::provider::common,
    },
});
