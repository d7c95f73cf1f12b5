//! The part of the interface for component resources. The section that declares a module's exports is part of the
//! macro, so that only a provider with component resources has it.

wit_bindgen::generate!({
    path: "../../wit/0.1.0",
    world: "component-resources",
    with: {
        "pulumi-wasm:provider/common@0.1.0": crate::host::bindings::pulumi_wasm::provider::common,
    },
    pub_export_macro: true,
    export_macro_name: "export_components",
    default_bindings_module: "::pulumi_wasm_provider::component_bindings",
});
