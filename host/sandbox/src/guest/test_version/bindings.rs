//! The generated bindings.

#![allow(missing_docs, unreachable_pub, clippy::all, clippy::pedantic)]

wasmtime::component::bindgen!({
    path: "src/guest/test_version/provider.wit",
    world: "provider",
    imports: { default: async | trappable },
    exports: { default: async },
});
