#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| pulumi_wasm_fuzz::graphql_request(bytes));
