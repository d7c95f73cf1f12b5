//! The tables of limits: the settings with their defaults, and the fixed limits with their values.

/// The unit of a limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unit {
    Bytes,
    Milliseconds,
    Count,
}

pub(super) const KIB: u64 = 1024;
pub(super) const MIB: u64 = 1024 * KIB;
pub(super) const GIB: u64 = 1024 * MIB;
pub(super) const SECOND: u64 = 1000;
pub(super) const MINUTE: u64 = 60 * SECOND;
pub(super) const HOUR: u64 = 60 * MINUTE;

/// Writes the limits from one row each: variant, name, default, unit and description. A fixed limit also has the advice
/// of its message.
macro_rules! limits {
    (
        settings {
            $($(#[doc = $doc:literal])+ $setting:ident = $name:literal, $default:expr, $unit:ident, $description:literal;)+
        }
        fixed {
            $(
                $(#[doc = $fixed_doc:literal])+
                $fixed:ident = $fixed_name:literal, $value:expr, $fixed_unit:ident, $fixed_description:literal, $advice:literal;
            )+
        }
    ) => {
        /// The limits. Values are plain integers: bytes, milliseconds or a count, by [`Limit::unit`].
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Limit {
            $($(#[doc = $doc])+ $setting,)+
            $($(#[doc = $fixed_doc])+ $fixed,)+
        }

        impl Limit {
            /// The limits that users and operators set, in the order of the help text.
            pub const SETTINGS: [Limit; [$($name),+].len()] = [$(Limit::$setting),+];

            /// The limits that users cannot set.
            pub const FIXED: [Limit; [$($fixed_name),+].len()] = [$(Limit::$fixed),+];

            /// The name in messages and pages. For a setting also the name on the command line and in the parameter
            /// value.
            #[must_use]
            pub fn name(self) -> &'static str {
                match self {
                    $(Limit::$setting => $name,)+
                    $(Limit::$fixed => $fixed_name,)+
                }
            }

            /// The value of a fixed limit, or of a setting that the user does not set.
            #[must_use]
            pub fn default_value(self) -> u64 {
                match self {
                    $(Limit::$setting => $default,)+
                    $(Limit::$fixed => $value,)+
                }
            }

            #[must_use]
            pub fn unit(self) -> Unit {
                match self {
                    $(Limit::$setting => Unit::$unit,)+
                    $(Limit::$fixed => Unit::$fixed_unit,)+
                }
            }

            /// One line for the help text.
            #[must_use]
            pub fn description(self) -> &'static str {
                match self {
                    $(Limit::$setting => $description,)+
                    $(Limit::$fixed => $fixed_description,)+
                }
            }

            /// The next step of a user who reaches a fixed limit. `{parallelism}` stands for the flag of the user's engine.
            pub(super) fn advice(self) -> Option<&'static str> {
                match self {
                    $(Limit::$setting => None,)+
                    $(Limit::$fixed => Some($advice),)+
                }
            }
        }
    };
}

limits! {
    settings {
        /// Bytes of all linear memories of one instance. Script guests need 16 MiB and more.
        Memory = "memory", GIB, Bytes, "memory of one instance";
        /// Bytes of the memory of all instances of a process, and of the host's memory for them.
        ProcessMemory = "process-memory", 4 * GIB, Bytes, "memory of all instances of a process, and the host's memory for them";
        /// Bytes that the host keeps for one call: requests, responses, bodies, open assets, the files of archives, and
        /// handles.
        HostMemory = "host-memory", GIB, Bytes, "memory that the host keeps for one call";
        /// Wall time of create, read, update, delete and functions, if the engine sets no timeout.
        CallTime = "call-time", HOUR, Milliseconds, "create, read, update, delete and functions, unless the program sets a timeout";
        /// Wall time of check, diff, check-config, configure and each call of a component resource, which only compute.
        CheckTime = "check-time", MINUTE, Milliseconds, "check, diff, configure and each call of a component resource";
        /// The computing time of one call without its waits, and the computing time of one component resource in all
        /// its calls.
        ComputeTime = "compute-time", 10 * MINUTE, Milliseconds, "computing of one call, or of all calls of a component resource, without waiting";
        /// Wall time in which a cancelled call has to return or to save a checkpoint.
        CancelGrace = "cancel-grace", 10 * SECOND, Milliseconds, "time for a cancelled call to finish";
        /// Instances of one component that run at the same time. Further calls wait for an instance.
        Instances = "instances", 64, Count, "instances that run at once";
        /// Size of a component file.
        ComponentSize = "component-size", 128 * MIB, Bytes, "size of a component file";
        /// Wall time of compiling a component, once per machine.
        CompileTime = "compile-time", 10 * MINUTE, Milliseconds, "compiling a component";
        /// Memory of the process that compiles a component.
        CompileMemory = "compile-memory", 4 * GIB, Bytes, "memory of the process that compiles a component";
        /// Bytes of one HTTP answer that is read as a whole; an answer that is read in parts counts for
        /// [`Limit::HttpTransfer`] alone.
        ResponseSize = "response-size", 64 * MIB, Bytes, "bytes of one HTTP response that is read whole";
        /// Bytes of one asset or archive file that a component opens. The host keeps them in memory for the call.
        AssetSize = "asset-size", 256 * MIB, Bytes, "bytes of one asset or archive file";
        /// HTTP requests of one call.
        HttpRequests = "http-requests", 10_000, Count, "HTTP requests of one call";
        /// Bytes of all HTTP bodies of one call, in both directions.
        HttpTransfer = "http-transfer", 4 * GIB, Bytes, "bytes of all HTTP bodies of one call, both ways";
        /// Time that an HTTP server may send nothing, before its response or within it.
        HttpIdleTime = "http-idle-time", 5 * MINUTE, Milliseconds, "an HTTP server that sends nothing";
        /// Time of fetching one component from a registry or a web server, with all its requests and attempts.
        FetchTime = "fetch-time", 10 * MINUTE, Milliseconds, "fetching a component from a registry or a web server";
    }
    fixed {
        /// Elements of all tables of one instance. Script guests use about 10,000.
        TableElements = "table-elements", 1_000_000, Count, "table elements of one instance", "tell the component's author";
        /// Bytes that one call passes at once, in either direction. The engine takes messages of 400 MiB at most, and
        /// values take more memory than their JSON text.
        Transfer = "transfer", 256 * MIB, Bytes, "bytes that one call passes at once", "pass less in one call, for example an asset instead of its content";
        /// Files in one archive. The host keeps a list of the files in memory.
        ArchiveEntries = "archive-entries", 100_000, Count, "files in one archive", "split the archive";
        /// Core instances of one instance; also the limit of its tables. Script guests have dozens.
        CoreInstances = "core-instances", 1000, Count, "core instances or tables of one instance", "tell the component's author";
        /// Stack of one call. Compilers keep most data of functions in linear memory, so that only deep recursion needs
        /// more.
        Stack = "stack", MIB, Bytes, "stack of one call", "pass values that are nested less deeply, or tell the component's author";
        /// Bytes of the machine code of one component.
        CompiledSize = "compiled-size", GIB, Bytes, "machine code of a component", "build the component smaller, for example without unused libraries, or split it into several";
        /// Calls that wait for an instance. Further calls fail at once. Each waiting call keeps its request in memory.
        WaitingCalls = "waiting-calls", 10_000, Count, "calls that wait for an instance", "run fewer operations at once, for example with {parallelism}, or raise `instances`";
        /// Log messages of one call. Further messages are counted and dropped.
        LogLines = "log-lines", 10_000, Count, "log messages of one call", "let the component log less";
        /// Bytes of all log messages of one call. The engine shows and stores all of them.
        LogSize = "log-size", 16 * MIB, Bytes, "bytes of all log messages of one call", "let the component log less, or shorter messages";
        /// Time for the connection to an HTTP server, including TLS.
        HttpConnectTime = "http-connect-time", 30 * SECOND, Milliseconds, "connecting to an HTTP server", "check the address, the network and the proxy";
        /// Time of one HTTP request until its response is read, including attempts and redirects.
        HttpTime = "http-time", HOUR, Milliseconds, "one HTTP request until its response is read", "let the component send large bodies in parts, and ask again instead of waiting for one response";
        /// Bytes of one checkpoint. A checkpoint travels in a gRPC header together with the inputs, and engines accept
        /// headers of at most 16 MiB.
        CheckpointSize = "checkpoint-size", 4 * MIB, Bytes, "bytes of one checkpoint", "let the component save less in a checkpoint, for example the id alone";
        /// Handles of host resources that one instance holds. A guest with this many handles does not drop them.
        Handles = "handles", 10_000, Count, "handles of host resources that one instance holds", "tell the component's author, because the component does not drop handles";
        /// Linear memories of one instance. Guests of all known toolchains use one or two memories.
        Memories = "memories", 100, Count, "linear memories of one instance", "tell the component's author";
        /// Linear memories of all instances of a process. Each memory takes address space, and the system limits the
        /// mappings of a process.
        ProcessMemories = "process-memories", 4000, Count, "linear memories of all instances of a process", "lower `instances` of the packages with many memories";
        /// HTTP requests of one call in flight. Servers and proxies often allow fewer connections of one client.
        HttpConnections = "http-connections", 100, Count, "HTTP requests of one call in flight", "let the component finish some of its requests before it sends more";
        /// HTTP requests of all calls of a process in flight. Further requests wait, so that descriptors are left for
        /// the engine and for files.
        ProcessConnections = "process-connections", 1000, Count, "HTTP requests of all calls of a process in flight", "run fewer operations at once, for example with {parallelism}";
        /// Values and rates that the instances of one component share, including values that are being created.
        SharedValues = "shared-values", 100, Count, "values and rates that the instances of a component share", "let the component share fewer values";
        /// Bytes of one shared value, with its name. A login token has a few KiB.
        SharedValueSize = "shared-value-size", 64 * KIB, Bytes, "one shared value, with its name", "let the component share less in one value";
        /// Bytes of all shared values of one component, with their names.
        SharedSize = "shared-size", MIB, Bytes, "all shared values of a component, with their names", "let the component share fewer or smaller values";
        /// Component resources under construction in a process. Further constructions fail at once. Each keeps its
        /// graph in memory.
        ProcessSessions = "process-sessions", 4000, Count, "component resources under construction in a process", "create fewer component resources at once, for example with {parallelism}";
        /// Resources and derived values that one component resource declares.
        SessionNodes = "session-nodes", 10_000, Count, "resources and derived values of one component resource", "split the component resource into several";
        /// Callbacks and hooks that one component resource declares, and runs of its transforms and hooks. Each of them
        /// calls the guest.
        SessionCallbacks = "session-callbacks", 5000, Count, "callbacks of one component resource", "split the component resource into several";
        /// Bytes of the declarations of one component resource and of the data that the host derives from them: values
        /// of outputs, dependencies, URNs, names of hooks, answers of the engine.
        SessionSize = "session-size", 256 * MIB, Bytes, "declarations of one component resource, and the data derived from them", "split the component resource into several, or pass smaller values between its children";
        /// Dependencies of one child or look-up of a component resource, including the dependencies of each property.
        /// The engine writes all of them into the state of the child.
        ResourceDependencies = "resource-dependencies", 100_000, Count, "dependencies of one child of a component resource and of its properties", "split the component resource into several";
        /// Time that a registry or a web server may send nothing, before its response or within it.
        FetchIdleTime = "fetch-idle-time", MINUTE, Milliseconds, "a registry or a web server that sends nothing", "check the network and the proxy, and try again";
        /// Bytes of the signatures of one component: counted when a signature is read, and again for each signer that
        /// it is compared with. Anyone who can attach signatures to a component may attach many.
        SignatureWork = "signature-work", 64 * MIB, Bytes, "signatures of a component that are read and verified", "remove the signatures that do not belong to the component";
    }
}
