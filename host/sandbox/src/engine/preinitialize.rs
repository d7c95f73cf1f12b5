//! Pre-initializes a core module: its initialization runs once, when it is built, and the memory and globals that it leaves
//! become those that each instance begins with. An instance then starts without running the initialization, or runs only the
//! author's program.
//!
//! The initialization runs without a host. If it asks for anything that differs between processes, such as the time, it has to
//! run in each process. Two answers are exceptions: the first seed of the runtime, which each process replaces, and times without an
//! effect on the program (`NOTING`).

mod data_segments;

use futures_util::FutureExt as _;
use wasmparser::{ExternalKind, Parser, Payload};
use wasmtime::{
    Caller, Extern, ExternType, Func, FuncType, Instance, Module, Store, StoreLimits,
    StoreLimitsBuilder, Trap, Val,
};
use wasmtime_wizer::{InstanceState, SnapshotVal, ValType, Wizer};

use super::config::{EngineError, preinitializing};
use super::crash::function_name::readable;

/// The export that initializes a module.
const INITIALIZE: &str = "_initialize";
/// The export of an SDK that does what the first call of a process would do. Its argument
/// says whether the author's program runs as well, or only the initialization of its packages.
const PREPARE: &str = "pulumi_wasm_prepare";
/// Its answers: the memory may be kept, or the program has drawn random numbers, which would be the same in each process. Any other
/// answer is a failure.
const KEEP: u32 = 1;
const HAS_DRAWN: u32 = 0;
/// The export of an SDK that begins a process with kept memory.
const CONTINUE: &str = "pulumi_wasm_continue";
/// The import module of WASI's functions.
const WASI: &str = "wasi_snapshot_preview1";

/// Instructions that an initialization may take: some seconds. It is a number of instructions, and not a time, because the same
/// module has to become the same component on each machine.
const FUEL: u64 = 5_000_000_000;

/// The reason against an initialization without an end, as the end of a sentence.
const OUT_OF_FUEL: &str = "takes more than 5,000,000,000 instructions";

/// Parts of a message that are taken at once. The program sends the others again.
const MAX_PARTS: usize = 1024;

/// A module after the attempt to initialize it.
#[derive(Debug)]
pub struct Preinitialized {
    /// The module that begins with the kept memory. `None`: the initialization has to run in each process.
    pub module: Option<Vec<u8>>,
    /// Why all of the initialization, or the author's program, has to run in each process, as the end of a sentence. `None` also if
    /// it fails, because the error of the process says more then.
    pub reason: Option<String>,
}

/// Pre-initializes a module whose SDK supports that. `None` for any other module. `memory` is the largest memory of an instance, in
/// bytes.
///
/// # Errors
/// If this machine has no compiler.
pub fn preinitialize(module: &[u8], memory: usize) -> Result<Option<Preinitialized>, EngineError> {
    if !is_supported(module) {
        return Ok(None);
    }
    let mut wizer = Wizer::new();
    wizer.init_func(PREPARE).func_rename(INITIALIZE, CONTINUE);
    let Ok((context, instrumented)) = wizer.instrument(module) else {
        return Ok(None);
    };
    let engine = preinitializing()?;
    let Ok(compiled) = Module::new(&engine, &instrumented) else {
        return Ok(None);
    };
    let mut reason = None;
    for with_program in [true, false] {
        match Initialized::run(&compiled, with_program, memory) {
            Ok(mut state) => {
                let taken = wizer.snapshot(&context, &mut state).now_or_never();
                let module = taken.and_then(Result::ok);
                let module = module.map(|module| data_segments::joined(&module).unwrap_or(module));
                return Ok(Some(Preinitialized { module, reason }));
            }
            Err(refusal) => {
                reason = reason.or(refusal.reason);
                if refusal.is_of_packages {
                    // It would end in the same way without the author's program.
                    break;
                }
            }
        }
    }
    Ok(Some(Preinitialized {
        module: None,
        reason,
    }))
}

/// Whether the SDK of a module supports this: the module has all three exports. Compiling it would take seconds.
fn is_supported(module: &[u8]) -> bool {
    let mut names = Vec::new();
    for payload in Parser::new(0).parse_all(module) {
        match payload {
            Ok(Payload::ExportSection(section)) => {
                let functions = section.into_iter().flatten();
                let functions = functions.filter(|export| export.kind == ExternalKind::Func);
                names.extend(functions.map(|export| export.name));
            }
            Ok(Payload::CodeSectionStart { .. }) | Err(_) => break,
            Ok(_) => {}
        }
    }
    let mut needed = [INITIALIZE, PREPARE, CONTINUE].iter();
    needed.all(|name| names.contains(name))
}

/// Why the memory of an initialization cannot be kept.
#[derive(Debug)]
struct Refusal {
    /// The end of a sentence. `None` if the initialization fails.
    reason: Option<String>,
    /// Whether the initialization of the packages is the reason, and not the author's program.
    is_of_packages: bool,
}

/// An instance that has initialized itself.
struct Initialized {
    store: Store<World>,
    instance: Instance,
}

/// The world without a host that an initialization sees.
struct World {
    limits: StoreLimits,
    /// Whether the runtime of the language has taken the seed of its random numbers. Each process begins with another seed.
    is_seeded: bool,
    /// The question to a host that ended the initialization, as the end of a sentence.
    asked: Option<String>,
    /// Whether the packages initialize themselves, and the author's program has not begun.
    runs_packages: bool,
}

impl Initialized {
    /// Runs the initialization.
    ///
    /// # Errors
    /// Why its memory cannot be kept.
    fn run(module: &Module, with_program: bool, memory: usize) -> Result<Self, Refusal> {
        let world = World {
            limits: StoreLimitsBuilder::new().memory_size(memory).build(),
            is_seeded: false,
            asked: None,
            runs_packages: true,
        };
        let mut store = Store::new(module.engine(), world);
        store.limiter(|world| &mut world.limits);
        let run = |store: &mut Store<World>| -> wasmtime::Result<(Instance, u32)> {
            store.set_fuel(FUEL)?;
            let mut imports = Vec::new();
            for import in module.imports() {
                if let ExternType::Func(kind) = import.ty() {
                    let function = function(store, import.module(), import.name(), kind);
                    imports.push(Extern::Func(function));
                }
            }
            let instance = Instance::new(&mut *store, module, &imports)?;
            instance
                .get_typed_func::<(), ()>(&mut *store, INITIALIZE)?
                .call(&mut *store, ())?;
            store.data_mut().runs_packages = false;
            let prepare = instance.get_typed_func::<u32, u32>(&mut *store, PREPARE)?;
            let may_be_kept = prepare.call(&mut *store, u32::from(with_program))?;
            Ok((instance, may_be_kept))
        };
        let ended = run(&mut store);
        let reason = match ended {
            Ok((instance, KEEP)) => return Ok(Self { store, instance }),
            Ok((_, HAS_DRAWN)) => Some("it draws random numbers".to_owned()),
            Ok(_) => None,
            Err(error) => {
                let took_too_long = error.downcast_ref() == Some(&Trap::OutOfFuel);
                let asked = store.data_mut().asked.take();
                let does = asked.or(took_too_long.then(|| OUT_OF_FUEL.to_owned()));
                does.map(|does| format!("it {does}{}", place(&error)))
            }
        };
        Err(Refusal {
            reason,
            is_of_packages: store.data().runs_packages,
        })
    }
}

impl InstanceState for Initialized {
    async fn global_get(&mut self, name: &str, _: ValType) -> SnapshotVal {
        let global = self.instance.get_global(&mut self.store, name);
        match global.map(|global| global.get(&mut self.store)) {
            Some(Val::I64(value)) => SnapshotVal::I64(value),
            Some(Val::F32(bits)) => SnapshotVal::F32(bits),
            Some(Val::F64(bits)) => SnapshotVal::F64(bits),
            Some(Val::V128(value)) => SnapshotVal::V128(value.as_u128()),
            Some(Val::I32(value)) => SnapshotVal::I32(value),
            // Wizer refuses modules with other globals that can change.
            _ => SnapshotVal::I32(0),
        }
    }

    async fn memory_contents(&mut self, name: &str, contents: impl FnOnce(&[u8]) + Send) {
        if let Some(memory) = self.instance.get_memory(&mut self.store, name) {
            contents(memory.data(&self.store));
        }
    }
}

/// A function for an import: the same answer in each process, or an error that ends the initialization.
fn function(store: &mut Store<World>, module: &str, name: &str, kind: FuncType) -> Func {
    let is_wasi = module == WASI;
    let name = name.to_owned();
    Func::new(
        store,
        kind,
        move |mut caller: Caller<'_, World>, arguments, results| {
            let number = |index: usize| {
                let value = arguments.get(index).and_then(Val::i32).unwrap_or_default();
                value.cast_unsigned() as usize
            };
            let status = match name.as_str() {
                _ if !is_wasi => refuse(&mut caller, "asks the host")?,
                // Only the monotonic clock: its beginning means nothing.
                "clock_time_get" if number(0) == 1 => {
                    write(&mut caller, number(2), &1_u64.to_le_bytes())?
                }
                "clock_time_get" if only_notes_the_time(&caller) => {
                    write(&mut caller, number(2), &0_u64.to_le_bytes())?
                }
                "clock_time_get" => refuse(&mut caller, "asks for the time")?,
                "clock_res_get" => write(&mut caller, number(1), &1_000_000_u64.to_le_bytes())?,
                "random_get" if !caller.data().is_seeded => {
                    caller.data_mut().is_seeded = true;
                    write(&mut caller, number(0), &vec![0x5a; number(1).min(64)])?
                }
                "random_get" => refuse(&mut caller, "draws random numbers")?,
                "poll_oneoff" => refuse(&mut caller, "waits")?,
                "fd_write" => print(&mut caller, number(1), number(2), number(3))?,
                "proc_exit" | "proc_raise" => {
                    return Err(wasmtime::Error::msg("it ended the program"));
                }
                // As in a component: one argument and no variables.
                "args_sizes_get" => {
                    write(&mut caller, number(0), &1_u32.to_le_bytes())?;
                    write(&mut caller, number(1), &9_u32.to_le_bytes())?
                }
                "args_get" => {
                    let text = u32::try_from(number(1)).unwrap_or_default();
                    write(&mut caller, number(0), &text.to_le_bytes())?;
                    write(&mut caller, number(1), b"provider\0")?
                }
                "environ_sizes_get" => {
                    write(&mut caller, number(0), &[0; 4])?;
                    write(&mut caller, number(1), &[0; 4])?
                }
                "environ_get" | "sched_yield" => 0,
                // Files and sockets do not exist: EBADF.
                _ => 8,
            };
            if let Some(result) = results.first_mut() {
                *result = Val::I32(status);
            }
            Ok(())
        },
    )
}

/// Prefixes of Go functions that read the clock without an effect on the program: the garbage collector records when it
/// ended, and libraries for messages print the time, or the seconds since their start.
const NOTING: [&str; 4] = [
    "runtime.gcMarkTermination",
    "log.__Logger_.output",
    "log_slog.__Logger_.log",
    "github.com_sirupsen_logrus.init",
];

/// Whether a function is asking whose time has no effect.
fn only_notes_the_time(caller: &Caller<'_, World>) -> bool {
    let trace = wasmtime::WasmBacktrace::force_capture(caller);
    let mut names = trace
        .frames()
        .iter()
        .filter_map(wasmtime::FrameInfo::func_name);
    names.any(|name| NOTING.iter().any(|noting| name.starts_with(noting)))
}

/// Takes a message, and drops it: such messages are for developers, and an engine shows them with `--debug` alone.
fn print(
    caller: &mut Caller<'_, World>,
    parts: usize,
    count: usize,
    written: usize,
) -> wasmtime::Result<i32> {
    let Some(Extern::Memory(memory)) = caller.get_export("memory") else {
        return Err(wasmtime::Error::msg("it exports no memory"));
    };
    let mut total = 0_u32;
    for part in 0..count.min(MAX_PARTS) {
        let mut length = [0; 4];
        memory.read(
            &mut *caller,
            parts
                .saturating_add(part.saturating_mul(8))
                .saturating_add(4),
            &mut length,
        )?;
        total = total.saturating_add(u32::from_le_bytes(length));
    }
    write(caller, written, &total.to_le_bytes())
}

/// Ends the initialization.
fn refuse(caller: &mut Caller<'_, World>, asked: &str) -> wasmtime::Result<i32> {
    caller.data_mut().asked = Some(asked.to_owned());
    Err(wasmtime::Error::msg(asked.to_owned()))
}

/// Writes an answer, and gives the status of success.
fn write(caller: &mut Caller<'_, World>, at: usize, bytes: &[u8]) -> wasmtime::Result<i32> {
    let Some(Extern::Memory(memory)) = caller.get_export("memory") else {
        return Err(wasmtime::Error::msg("it exports no memory"));
    };
    memory.write(caller, at, bytes)?;
    Ok(0)
}

/// The initializer that runs, or the program's `main`, in parentheses. Empty if the call stack names none.
fn place(error: &wasmtime::Error) -> String {
    let Some(trace) = error.downcast_ref::<wasmtime::WasmBacktrace>() else {
        return String::new();
    };
    let mut names = trace
        .frames()
        .iter()
        .filter_map(wasmtime::FrameInfo::func_name);
    names
        .find(|name| is_initializer(name))
        .map_or_else(String::new, |name| format!(", in `{}`", readable(name)))
}

/// Whether Go gives this name to an initializer: `acme.init`, or `acme.init.0` for a function of that name in the source.
fn is_initializer(name: &str) -> bool {
    let name = name.trim_end_matches(|letter: char| letter.is_ascii_digit() || letter == '.');
    name == "main.main" || name.ends_with(".init")
}

#[cfg(test)]
mod tests;
