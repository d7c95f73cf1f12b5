#![no_main]

mod modules;

// Bytes that change at random are hardly ever a component: modules are changed so that they stay some.
libfuzzer_sys::fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
    modules::mutate(data, size, max_size, seed)
});

libfuzzer_sys::fuzz_target!(|data: &[u8]| pulumi_wasm_fuzz::component_life(data));
