//! The additions of `wit/0.1.1` to the interface. A component that does not use them does not import them.

wit_bindgen::generate!({
    path: ["../../wit/0.1.0", "../../wit/0.1.1"],
    world: "pulumi-wasm:provider/additions@0.1.1",
    with: {
        "pulumi-wasm:provider/common@0.1.0": crate::bindings::pulumi_wasm::provider::common,
    },
});
