//! The interface as `wit/0.1.0` describes it.

wit_bindgen::generate!({
    path: "../../wit/0.1.0",
    world: "provider",
    pub_export_macro: true,
    default_bindings_module: "::pulumi_wasm_provider::bindings",
});
