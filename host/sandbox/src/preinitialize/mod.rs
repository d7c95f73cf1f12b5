//! Pre-initializes a core module: its initialization runs once, when it is built, and the memory and globals that it leaves
//! become those that each instance begins with. An instance then starts without running the initialization, or runs only the
//! author's program.
//!
//! The initialization runs without a host ([`world`]). If it asks for anything that differs between processes, such as the time, it
//! has to run in each process. An interpreter runs it: it begins at once, where a compiler would first compile thousands of functions
//! that an initialization does not call. An interpreter computes the same numbers on each machine, so that each builds the same
//! component.

mod data_segments;
mod watch;
mod world;

use futures_util::FutureExt as _;
use wasmi::{Config, Engine, Error, Extern, ExternType, Instance, Module, Store, TrapCode, Val};
use wasmparser::{ExternalKind, Parser, Payload};
use wasmtime_wizer::{InstanceState, SnapshotVal, ValType, Wizer};

use crate::engine::readable_function;
use watch::Watched;
use world::World;

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

/// Instructions that an initialization may take: some seconds. It is a number of instructions, and not a time, because the same
/// module has to become the same component on each machine.
const FUEL: u64 = 3_000_000_000;

/// The reason against an initialization without an end, as the end of a sentence.
const OUT_OF_FUEL: &str = "takes more than 3,000,000,000 instructions";

/// Calls inside each other, and bytes of their values. More than a process has: an initialization that fails here runs in each process.
const MAX_DEPTH: usize = 1 << 17;
const MAX_STACK_BYTES: usize = 64 << 20;

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
pub fn preinitialize(module: &[u8], memory: usize) -> Option<Preinitialized> {
    if !is_supported(module) {
        return None;
    }
    let mut wizer = Wizer::new();
    wizer.init_func(PREPARE).func_rename(INITIALIZE, CONTINUE);
    let (context, instrumented) = wizer.instrument(module).ok()?;
    let program = Program::read(&instrumented).ok()?;
    let mut reason = None;
    for with_program in [true, false] {
        match program.initialize(with_program, memory, FUEL) {
            Ok(mut state) => {
                let taken = wizer.snapshot(&context, &mut state).now_or_never();
                let module = taken.and_then(Result::ok);
                let module = module.map(|module| data_segments::joined(&module).unwrap_or(module));
                return Some(Preinitialized { module, reason });
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
    Some(Preinitialized {
        module: None,
        reason,
    })
}

/// Whether the SDK of a module supports this: the module has all three exports.
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

/// A module that the interpreter can run.
struct Program {
    module: Module,
    /// The names of the initializers. Messages name the initializer that runs.
    initializers: Vec<String>,
}

/// An instance that has initialized itself.
struct Initialized {
    store: Store<World>,
    instance: Instance,
}

impl Program {
    /// # Errors
    /// If the interpreter cannot run the module.
    fn read(module: &[u8]) -> Result<Self, Error> {
        let Watched {
            module,
            initializers,
        } = watch::watch(module).map_err(|error| Error::new(error.to_string()))?;
        let mut config = Config::default();
        config
            .consume_fuel(true)
            .set_max_recursion_depth(MAX_DEPTH)
            .set_max_stack_height(MAX_STACK_BYTES);
        let module = Module::new(&Engine::new(&config), module)?;
        Ok(Self {
            module,
            initializers,
        })
    }

    /// Runs the initialization, with at most this number of instructions.
    ///
    /// # Errors
    /// Why its memory cannot be kept.
    fn initialize(
        &self,
        with_program: bool,
        memory: usize,
        fuel: u64,
    ) -> Result<Initialized, Refusal> {
        let mut store = Store::new(self.module.engine(), World::new(memory));
        store.limiter(|world| &mut world.limits);
        let mut imports = Vec::new();
        for import in self.module.imports() {
            if let ExternType::Func(kind) = import.ty() {
                let function = world::function(&mut store, import.module(), import.name(), kind);
                imports.push(Extern::Func(function));
            }
        }
        let instance = Instance::new(&mut store, &self.module, &imports);
        let run = |store: &mut Store<World>, instance: &Instance| {
            store.set_fuel(fuel)?;
            let initialize = instance.get_typed_func::<(), ()>(&mut *store, INITIALIZE)?;
            initialize.call(&mut *store, ())?;
            store.data_mut().runs_packages = false;
            let prepare = instance.get_typed_func::<u32, u32>(&mut *store, PREPARE)?;
            prepare.call(&mut *store, u32::from(with_program))
        };
        let reason = match instance {
            Err(_) => None,
            Ok(instance) => match run(&mut store, &instance) {
                Ok(KEEP) => return Ok(Initialized { store, instance }),
                Ok(HAS_DRAWN) => Some("it draws random numbers".to_owned()),
                Ok(_) => None,
                Err(error) => {
                    let took_too_long = error.as_trap_code() == Some(TrapCode::OutOfFuel);
                    let asked = store.data_mut().asked.take();
                    let does = asked.or(took_too_long.then(|| OUT_OF_FUEL.to_owned()));
                    does.map(|does| format!("it {does}{}", self.place(&store, instance)))
                }
            },
        };
        Err(Refusal {
            reason,
            is_of_packages: store.data().runs_packages,
        })
    }

    /// The initializer that runs, or the program's `main`, after a comma. Empty if none runs.
    fn place(&self, store: &Store<World>, instance: Instance) -> String {
        let global = instance.get_global(store, watch::INITIALIZER);
        let number = global.and_then(|global| global.get(store).i32());
        let place = number.and_then(|number| usize::try_from(number).ok()?.checked_sub(1));
        let name = place.and_then(|place| self.initializers.get(place));
        name.map_or_else(String::new, |name| {
            format!(", in `{}`", readable_function(name))
        })
    }
}

impl InstanceState for Initialized {
    async fn global_get(&mut self, name: &str, _: ValType) -> SnapshotVal {
        let global = self.instance.get_global(&self.store, name);
        match global.map(|global| global.get(&self.store)) {
            Some(Val::I64(value)) => SnapshotVal::I64(value),
            Some(Val::F32(value)) => SnapshotVal::F32(value.to_bits()),
            Some(Val::F64(value)) => SnapshotVal::F64(value.to_bits()),
            Some(Val::I32(value)) => SnapshotVal::I32(value),
            // Wizer refuses modules with references in globals that can change, and the interpreter has no vectors.
            _ => SnapshotVal::I32(0),
        }
    }

    async fn memory_contents(&mut self, name: &str, contents: impl FnOnce(&[u8]) + Send) {
        if let Some(memory) = self.instance.get_memory(&self.store, name) {
            contents(memory.data(&self.store));
        }
    }
}

#[cfg(test)]
mod tests;
