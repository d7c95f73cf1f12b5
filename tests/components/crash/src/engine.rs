//! Ends in the middle of a create, each time for another reason.

use std::hint::black_box;

use pulumi_wasm_provider::prelude::*;

/// What breaks.
#[derive(Resource)]
pub(crate) struct Engine {
    /// How it breaks: `panic`, `index`, `recursion`, `memory`, `abort`; not at all otherwise.
    fault: String,
    /// A secret key.
    #[property(secret)]
    key: String,
}

#[resource]
impl Lifecycle for Engine {
    fn create(request: CreateRequest<Self>, cx: &CreateContext) -> Result<Created<Self>> {
        let EngineInputs { fault, key } = request.inputs;
        cx.info(format!("starting with the key {key}"));
        cx.debug("the oil is warm");
        let engine = Self { fault, key };
        start(&engine, cx)?;
        Ok(Created::with_state(cx.name(), engine))
    }
}

#[inline(never)]
fn start(engine: &Engine, cx: &CreateContext) -> Result<()> {
    match engine.fault.as_str() {
        "panic" => ignite(&engine.key),
        "index" => {
            cylinder(&[1, 2, 3, 4], engine.fault.len());
        }
        "recursion" => {
            turn(1);
        }
        "memory" => fill(),
        "abort" => {
            cx.checkpoint(cx.name(), engine)?;
            cx.info("it smokes");
            std::process::abort()
        }
        _ => {}
    }
    Ok(())
}

#[inline(never)]
fn ignite(key: &str) {
    panic!("the key `{key}` does not fit\nit was bent");
}

#[inline(never)]
fn cylinder(cylinders: &[u32], number: usize) -> u32 {
    black_box(cylinders)[black_box(number)]
}

#[expect(unconditional_recursion, reason = "this is what it is for")]
#[inline(never)]
fn turn(turns: u64) -> u64 {
    let gauge = black_box([turns; 64]);
    turn(turns + 1) + gauge[7]
}

#[inline(never)]
fn fill() {
    let mut tanks = Vec::new();
    loop {
        tanks.push(black_box(vec![1_u8; 16 << 20]));
    }
}
