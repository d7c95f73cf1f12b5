use wasmtime::{Engine, Linker, Module, Store};

use super::{
    FUEL, HAS_DRAWN, KEEP, Preinitialized, Program, Refusal, Wizer, is_supported, preinitialize,
};

/// A module whose initialization stores what `work` leaves on the stack, and whose export `kept` gives it. `prepare` gives `may`.
fn module(work: &str, may: u32) -> Vec<u8> {
    let text = format!(
        r#"(module
          (import "wasi_snapshot_preview1" "clock_time_get" (func $clock (param i32 i64 i32) (result i32)))
          (import "wasi_snapshot_preview1" "random_get" (func $random (param i32 i32) (result i32)))
          (import "wasi_snapshot_preview1" "fd_prestat_get" (func $folder (param i32 i32) (result i32)))
          (import "wasi_snapshot_preview1" "fd_write" (func $print (param i32 i32 i32 i32) (result i32)))
          (import "wasi_snapshot_preview1" "proc_exit" (func $exit (param i32)))
          (import "pulumi-wasm:provider/env@0.1.0" "get" (func $env))
          (memory (export "memory") 1)
          (global $begun (mut i32) (i32.const 0))
          (func $main.init (i32.store (i32.const 1024) (block (result i32) {work})))
          (func $runtime.gcMarkTermination (result i32)
            (call $clock (i32.const 0) (i64.const 0) (i32.const 64)))
          (func (export "_initialize") call $main.init)
          (func (export "pulumi_wasm_prepare") (param i32) (result i32)
            (if (local.get 0) (then call $main.main))
            (i32.const {may}))
          (func $main.main (i32.store (i32.const 2048) (i32.const 7)))
          (func (export "pulumi_wasm_continue") (global.set $begun (i32.const 1)))
          (func (export "kept") (result i32) (i32.load (i32.const 1024)))
          (func (export "program") (result i32) (i32.load (i32.const 2048)))
          (func (export "begun") (result i32) (global.get $begun))
        )"#
    );
    wat::parse_str(text).unwrap()
}

/// The answer of an export of the new module after `_initialize`.
fn begin(module: &[u8], export: &str) -> i32 {
    let engine = Engine::default();
    let module = Module::new(&engine, module).unwrap();
    let mut store = Store::new(&engine, ());
    let mut linker = Linker::new(&engine);
    linker.define_unknown_imports_as_traps(&module).unwrap();
    let instance = linker.instantiate(&mut store, &module).unwrap();
    let mut call = |name: &str| {
        let function = instance.get_func(&mut store, name).unwrap();
        let mut results = vec![wasmtime::Val::I32(0); function.ty(&store).results().len()];
        function.call(&mut store, &[], &mut results).unwrap();
        results.first().and_then(wasmtime::Val::i32)
    };
    assert_eq!(call("_initialize"), None);
    call(export).unwrap()
}

fn made(module: &[u8]) -> Preinitialized {
    preinitialize(module, 1 << 20).unwrap()
}

/// Why the memory is not kept, after at most this number of instructions.
fn refusal(module: &[u8], fuel: u64) -> Refusal {
    let (_, instrumented) = Wizer::new().instrument(module).unwrap();
    let program = Program::read(&instrumented).unwrap();
    program.initialize(true, 1 << 20, fuel).err().unwrap()
}

#[test]
fn an_instance_begins_with_the_memory_that_the_initialization_left() {
    let made = made(&module("(i32.const 42)", KEEP));
    assert_eq!(made.reason, None);
    let module = made.module.unwrap();
    assert_eq!(begin(&module, "kept"), 42);
    assert_eq!(begin(&module, "program"), 7);
    assert_eq!(begin(&module, "begun"), 1);
}

#[test]
fn the_answers_that_are_the_same_in_each_process_are_given() {
    let collector = "call $runtime.gcMarkTermination";
    let monotonic = "(call $clock (i32.const 1) (i64.const 0) (i32.const 64)) drop (i64.load (i32.const 64)) i32.wrap_i64";
    let folder = "(call $folder (i32.const 3) (i32.const 64))";
    // Two parts of three bytes and four.
    let message = "(i32.store (i32.const 68) (i32.const 3)) (i32.store (i32.const 76) (i32.const 4)) \
        (call $print (i32.const 2) (i32.const 64) (i32.const 2) (i32.const 96)) drop (i32.load (i32.const 96))";
    let seed = "(call $random (i32.const 64) (i32.const 32))";
    for (work, expected) in [
        (monotonic, 1),
        (folder, 8),
        (seed, 0),
        (collector, 0),
        (message, 7),
    ] {
        let made = made(&module(work, KEEP));
        assert_eq!(begin(&made.module.unwrap(), "kept"), expected, "{work}");
    }
}

#[test]
fn an_initialization_that_asks_the_host_runs_in_each_process() {
    let wall = "(call $clock (i32.const 0) (i64.const 0) (i32.const 64))";
    let twice = "(call $random (i32.const 64) (i32.const 32)) drop (call $random (i32.const 64) (i32.const 32))";
    for (work, reason) in [
        (wall, "it asks for the time, in `main.init`"),
        (twice, "it draws random numbers, in `main.init`"),
        (
            "call $env (i32.const 0)",
            "it asks the host, in `main.init`",
        ),
    ] {
        let made = made(&module(work, KEEP));
        assert!(made.module.is_none(), "{work}");
        assert_eq!(made.reason.as_deref(), Some(reason), "{work}");
    }
}

#[test]
fn an_initialization_that_fails_does_so_in_a_process() {
    let exits = "(call $exit (i32.const 2)) (i32.const 0)";
    let large = "(memory.grow (i32.const 100)) (if (i32.eq (i32.const -1)) (then unreachable)) (i32.const 0)";
    let endless = "call $main.init (i32.const 0)";
    for work in [exits, large, endless, "unreachable"] {
        let made = made(&module(work, KEEP));
        assert!(made.module.is_none(), "{work}");
        assert_eq!(made.reason, None, "{work}");
    }
    assert_eq!(made(&module("(i32.const 1)", 2)).reason, None);
}

#[test]
fn an_initialization_without_an_end_runs_in_each_process_which_the_build_says() {
    let endless = module("(loop $again br $again) (i32.const 0)", KEEP);
    let reason = refusal(&endless, 1_000_000).reason.unwrap();
    assert_eq!(
        reason,
        "it takes more than 3,000,000,000 instructions, in `main.init`"
    );
    assert!(reason.replace(',', "").contains(&FUEL.to_string()));
}

#[test]
fn packages_that_cannot_be_initialized_are_not_tried_again_without_the_program() {
    for work in ["unreachable", "call $env (i32.const 0)"] {
        assert!(refusal(&module(work, KEEP), FUEL).is_of_packages, "{work}");
    }
    for main in ["unreachable", "call $env"] {
        assert!(
            !refusal(&wat_with_main(main), FUEL).is_of_packages,
            "{main}"
        );
    }
}

#[test]
fn a_program_that_asks_the_host_runs_in_each_process_and_its_packages_do_not() {
    let text = wat_with_main("call $env");
    let made = made(&text);
    assert_eq!(
        made.reason.as_deref(),
        Some("it asks the host, in `main.main`")
    );
    let module = made.module.unwrap();
    assert_eq!(begin(&module, "kept"), 42);
    assert_eq!(begin(&module, "program"), 0);
}

/// The module with another program.
fn wat_with_main(main: &str) -> Vec<u8> {
    let text = format!(
        r#"(module
          (import "pulumi-wasm:provider/env@0.1.0" "get" (func $env))
          (memory (export "memory") 1)
          (func (export "_initialize") (i32.store (i32.const 1024) (i32.const 42)))
          (func (export "pulumi_wasm_prepare") (param i32) (result i32)
            (if (local.get 0) (then call $main.main))
            (i32.const 1))
          (func $main.main (i32.store (i32.const 2048) (i32.const 7)) {main})
          (func (export "pulumi_wasm_continue"))
          (func (export "kept") (result i32) (i32.load (i32.const 1024)))
          (func (export "program") (result i32) (i32.load (i32.const 2048))))"#
    );
    wat::parse_str(text).unwrap()
}

#[test]
fn memory_that_the_sdk_refuses_is_not_kept() {
    let made = made(&module("(i32.const 42)", HAS_DRAWN));
    assert!(made.module.is_none());
    assert!(made.reason.unwrap().contains("random numbers"));
}

#[test]
fn globals_of_each_kind_keep_their_values() {
    let text = r#"(module
      (memory (export "memory") 1)
      (global $a (mut i64) (i64.const 0))
      (global $b (mut f32) (f32.const 0))
      (global $c (mut f64) (f64.const 0))
      (func (export "_initialize")
        (global.set $a (i64.const 20)) (global.set $b (f32.const 0.5)) (global.set $c (f64.const 21.5)))
      (func (export "pulumi_wasm_prepare") (param i32) (result i32) (i32.const 1))
      (func (export "pulumi_wasm_continue"))
      (func (export "sum") (result i32)
        (i32.trunc_f64_s (f64.add (global.get $c)
          (f64.add (f64.promote_f32 (global.get $b)) (f64.convert_i64_s (global.get $a)))))))"#;
    let made = made(&wat::parse_str(text).unwrap());
    assert_eq!(begin(&made.module.unwrap(), "sum"), 42);
}

/// Functions that note themselves have the parameters and results of the original, and indices that tables and exports know.
#[test]
fn a_watched_function_is_called_as_the_original() {
    let text = r#"(module
      (import "wasi_snapshot_preview1" "clock_time_get" (func $clock (param i32 i64 i32) (result i32)))
      (type $two (func (param i32 i64) (result i32)))
      (memory (export "memory") 1)
      (table 1 funcref)
      (elem (i32.const 0) $runtime.gcMarkTermination)
      (func $runtime.gcMarkTermination (export "collect") (type $two)
        (drop (call $clock (i32.const 0) (i64.const 0) (i32.const 64)))
        (i32.add (local.get 0) (i32.wrap_i64 (local.get 1))))
      (func (export "_initialize")
        (i32.store (i32.const 1024)
          (call_indirect (type $two) (i32.const 40) (i64.const 2) (i32.const 0))))
      (func (export "pulumi_wasm_prepare") (param i32) (result i32) (i32.const 1))
      (func (export "pulumi_wasm_continue"))
      (func (export "kept") (result i32) (i32.load (i32.const 1024))))"#;
    let made = made(&wat::parse_str(text).unwrap());
    assert_eq!(made.reason, None);
    assert_eq!(begin(&made.module.unwrap(), "kept"), 42);
}

#[test]
fn modules_of_other_sdks_are_left_as_they_are() {
    let other = wat::parse_str(r#"(module (func (export "_initialize")))"#).unwrap();
    assert!(!is_supported(&other));
    assert!(is_supported(&module("(i32.const 42)", KEEP)));
    assert!(preinitialize(&other, 1 << 20).is_none());
    assert!(preinitialize(b"nothing", 1 << 20).is_none());
}
