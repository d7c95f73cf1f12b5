//! The generated bindings.

#![allow(missing_docs, unreachable_pub, clippy::all, clippy::pedantic)]

wasmtime::component::bindgen!({
    path: "../../wit/0.1.0",
    world: "provider",
    imports: { default: async | trappable },
    exports: { default: async },
});
