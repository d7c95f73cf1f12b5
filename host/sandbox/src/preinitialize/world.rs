//! The world without a host that an initialization sees: the same answers in each process, or an error that ends the
//! initialization. Two answers are exceptions: the first seed of the runtime, which each process replaces, and times without an effect
//! on the program.

use wasmi::{
    Caller, Error, Extern, Func, FuncType, Memory, Store, StoreLimits, StoreLimitsBuilder, Val,
};

use super::watch::NOTING;

/// The import module of WASI's functions.
const WASI: &str = "wasi_snapshot_preview1";

/// Parts of a message that are taken at once. The program sends the others again.
const MAX_PARTS: usize = 1024;

/// The data in the store of an initialization.
pub(super) struct World {
    pub(super) limits: StoreLimits,
    /// Whether the runtime of the language has taken the seed of its random numbers. Each process begins with another seed.
    is_seeded: bool,
    /// The question to a host that ended the initialization, as the end of a sentence.
    pub(super) asked: Option<String>,
    /// Whether the packages initialize themselves, and the author's program has not begun.
    pub(super) runs_packages: bool,
}

impl World {
    /// A world for instances with at most this memory, in bytes.
    pub(super) fn new(memory: usize) -> Self {
        Self {
            limits: StoreLimitsBuilder::new().memory_size(memory).build(),
            is_seeded: false,
            asked: None,
            runs_packages: true,
        }
    }
}

/// A function for an import.
pub(super) fn function(
    store: &mut Store<World>,
    module: &str,
    name: &str,
    kind: &FuncType,
) -> Func {
    let is_wasi = module == WASI;
    let name = name.to_owned();
    Func::new(
        store,
        kind.clone(),
        move |mut caller: Caller<'_, World>, arguments, results| {
            if !is_wasi {
                return refuse(&mut caller, "asks the host").map(drop);
            }
            let status = answer(&mut caller, &name, arguments)?;
            if let Some(result) = results.first_mut() {
                *result = Val::I32(status);
            }
            Ok(())
        },
    )
}

/// The status of a function of WASI, after its answer is in the memory.
fn answer(caller: &mut Caller<'_, World>, name: &str, arguments: &[Val]) -> Result<i32, Error> {
    let number = |index: usize| {
        let value = arguments.get(index).and_then(Val::i32).unwrap_or_default();
        value.cast_unsigned() as usize
    };
    match name {
        // Only the monotonic clock: its beginning means nothing.
        "clock_time_get" if number(0) == 1 => write(caller, number(2), &1_u64.to_le_bytes()),
        "clock_time_get" if noted(caller, NOTING) != 0 => {
            write(caller, number(2), &0_u64.to_le_bytes())
        }
        "clock_time_get" => refuse(caller, "asks for the time"),
        "clock_res_get" => write(caller, number(1), &1_000_000_u64.to_le_bytes()),
        "random_get" if !caller.data().is_seeded => {
            caller.data_mut().is_seeded = true;
            write(caller, number(0), &vec![0x5a; number(1).min(64)])
        }
        "random_get" => refuse(caller, "draws random numbers"),
        "poll_oneoff" => refuse(caller, "waits"),
        "fd_write" => print(caller, number(1), number(2), number(3)),
        "proc_exit" | "proc_raise" => Err(Error::new("it ended the program")),
        // As in a component: one argument and no variables.
        "args_sizes_get" => {
            write(caller, number(0), &1_u32.to_le_bytes())?;
            write(caller, number(1), &9_u32.to_le_bytes())
        }
        "args_get" => {
            let text = u32::try_from(number(1)).unwrap_or_default();
            write(caller, number(0), &text.to_le_bytes())?;
            write(caller, number(1), b"provider\0")
        }
        "environ_sizes_get" => {
            write(caller, number(0), &[0; 4])?;
            write(caller, number(1), &[0; 4])
        }
        "environ_get" | "sched_yield" => Ok(0),
        // Files and sockets do not exist: EBADF.
        _ => Ok(8),
    }
}

/// The value of a global in which the module notes its functions.
fn noted(caller: &Caller<'_, World>, global: &str) -> usize {
    let global = caller.get_export(global).and_then(Extern::into_global);
    let value = global.and_then(|global| global.get(caller).i32());
    value
        .and_then(|value| usize::try_from(value).ok())
        .unwrap_or_default()
}

/// Takes a message, and drops it: such messages are for developers, and an engine shows them with `--debug` alone.
fn print(
    caller: &mut Caller<'_, World>,
    parts: usize,
    count: usize,
    written: usize,
) -> Result<i32, Error> {
    let memory = memory(caller)?;
    let mut total = 0_u32;
    for part in 0..count.min(MAX_PARTS) {
        let mut length = [0; 4];
        let place = parts
            .saturating_add(part.saturating_mul(8))
            .saturating_add(4);
        memory
            .read(&mut *caller, place, &mut length)
            .map_err(Error::from)?;
        total = total.saturating_add(u32::from_le_bytes(length));
    }
    write(caller, written, &total.to_le_bytes())
}

/// Ends the initialization.
fn refuse(caller: &mut Caller<'_, World>, asked: &str) -> Result<i32, Error> {
    caller.data_mut().asked = Some(asked.to_owned());
    Err(Error::new(asked.to_owned()))
}

/// Writes an answer, and gives the status of success.
fn write(caller: &mut Caller<'_, World>, at: usize, bytes: &[u8]) -> Result<i32, Error> {
    memory(caller)?
        .write(caller, at, bytes)
        .map_err(Error::from)?;
    Ok(0)
}

fn memory(caller: &Caller<'_, World>) -> Result<Memory, Error> {
    let memory = caller.get_export("memory").and_then(Extern::into_memory);
    memory.ok_or_else(|| Error::new("it exports no memory"))
}
