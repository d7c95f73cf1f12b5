//! Small files that cost the compiler much time or memory.

use tonic::Code;

use super::attack::{Attack, withstand};
use test_support::fake::guest::Guest;

/// A guest with a module of this text, which is never instantiated but always compiled.
fn module(text: &str) -> Guest {
    Guest::new().with_module(format!("(module {text})"))
}

/// A guest with a nested component of this text.
fn component(text: &str) -> Guest {
    Guest::new().with_component(format!("(component {text})"))
}

/// A text for each number.
fn each(count: usize, text: impl Fn(usize) -> String) -> String {
    (0..count).map(text).collect()
}

pub(crate) fn attacks() -> Vec<Attack> {
    // The compiling process has a second, which is too little for each of these on present machines.
    let long = |name, guest: Guest| {
        Attack::new(name, guest)
            .limit("compile-time=1s")
            .reaches(Code::FailedPrecondition, "compile-time")
            .or_nothing()
    };
    let refused = |name, guest: Guest, words: &str| {
        Attack::new(name, guest).fails(Code::FailedPrecondition, &["cannot compile", words])
    };
    let adds = |count: usize| {
        each(count, |number| {
            format!(
                "local.get 0 i64.const {number} i64.xor local.get 1 i64.mul local.set {} ",
                number % 2
            )
        })
    };
    let types = (1..40).map(|number| format!("(type $t{number} (tuple $t{0} $t{0}))", number - 1));
    let doubling: String = types.collect();
    let deep_types = (1..5000).map(|number| format!("(type $t{number} (list $t{}))", number - 1));
    let deep_types: String = deep_types.collect();
    vec![
        long("very many functions", module(&"(func)".repeat(400_000))),
        long("functions that are large", module(&format!("(func (param i64 i64) {})", adds(10_000)).repeat(30))),
        long("one function that is very large", module(&format!("(func (param i64 i64) {})", adds(300_000)))),
        long("blocks in blocks", module(&format!("(func {} {})", "block ".repeat(300_000), "end ".repeat(300_000)))),
        long("loops in loops with values that all need a register", module(&format!(
            "(func (param i64 i64) (local {}) {} {} {})",
            "i64 ".repeat(500),
            "loop ".repeat(300),
            each(500, |number| format!("local.get {number} i64.const 1 i64.add local.set {} local.get 0 i32.wrap_i64 br_if {} ", (number * 7) % 500, number % 300)),
            "end ".repeat(300),
        ).repeat(10))),
        long("tables of jumps", module(&format!(
            "(func (param i32) block {} local.get 0 br_table {} 0 end {} )",
            "block ".repeat(100),
            each(60_000, |number| format!("{} ", number % 100)),
            "end ".repeat(100),
        ).repeat(20))),
        long("functions with very many locals", module(&format!(
            "(func (param i32) (local {}) {})",
            "i64 ".repeat(49_000),
            each(3000, |number| format!("local.get {} local.set {} ", 1 + number * 13 % 49_000, 1 + number * 17 % 49_000)),
        ).repeat(10))),
        Attack::new("very many data segments", module(&format!(
            "(memory 1) {}",
            "(data (i32.const 0) \"x\")".repeat(90_000)
        ))),
        Attack::new("very many globals", module(&"(global (mut i64) (i64.const 1))".repeat(200_000))),
        Attack::new("very many tables", module(&"(table 1 funcref)".repeat(90))),
        refused("more data segments than there may be", module(&format!(
            "(memory 1) {}",
            "(data (i32.const 0) \"x\")".repeat(110_000)
        )), "data"),
        refused("more locals than there may be", module(&format!("(func (local {}))", "i64 ".repeat(60_000))), "locals"),
        refused("more memories than there may be", module(&"(memory 0)".repeat(200)), "memories"),
        refused("types that double forty times", component(&format!("(type $t0 (tuple u8 u8)) {doubling}")), "size"),
        Attack::new("types in types in types", component(&format!("(type $t0 (list u8)) {deep_types}")))
            .fails(Code::FailedPrecondition, &["type nesting is too deep"]),
        refused("an enumeration of a million cases", component(&format!(
            "(type (enum {}))",
            each(1_000_000, |number| format!("\"c{number}\" "))
        )), ""),
        refused("a function of very many parameters", component(&format!(
            "(type (func {}))",
            each(5000, |number| format!("(param \"p{number}\" u8) "))
        )), "parameters"),
        Attack::new("very many modules", component(&"(core module)".repeat(900))),
        refused("more modules than there may be", component(&"(core module)".repeat(5000)), "modules"),
    ]
}

#[tokio::test]
async fn bombs_for_the_compiler_end_with_their_time() {
    withstand(attacks()).await;
}
