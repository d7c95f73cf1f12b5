//! The table of limits: name, default, unit and description of each.

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

/// Writes the limits and what is known of each from one row: variant, name, default, unit, description.
macro_rules! limits {
    ($($(#[doc = $doc:literal])+ $limit:ident = $name:literal, $default:expr, $unit:ident, $description:literal;)+) => {
        /// The limits. Values are plain integers: bytes, milliseconds or a count, by [`Limit::unit`].
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Limit {
            $($(#[doc = $doc])+ $limit,)+
        }

        impl Limit {
            /// All limits, in the order of the help text.
            pub const ALL: [Limit; [$($name),+].len()] = [$(Limit::$limit),+];

            /// The name on the command line and in the parameter value.
            #[must_use]
            pub fn name(self) -> &'static str {
                match self {
                    $(Limit::$limit => $name,)+
                }
            }

            /// The default, if the user sets no value.
            #[must_use]
            pub fn default_value(self) -> u64 {
                match self {
                    $(Limit::$limit => $default,)+
                }
            }

            #[must_use]
            pub fn unit(self) -> Unit {
                match self {
                    $(Limit::$limit => Unit::$unit,)+
                }
            }

            /// One line for the help text.
            #[must_use]
            pub fn description(self) -> &'static str {
                match self {
                    $(Limit::$limit => $description,)+
                }
            }
        }
    };
}

limits! {
    /// Linear memory of one instance, all its memories together. Script guests need 16 MiB and more.
    Memory = "memory", GIB, Bytes, "memory of one instance";
    /// Elements of all tables of one instance. Script guests use about 10,000.
    TableElements = "table-elements", 1_000_000, Count, "table elements of one instance";
    /// Bytes that one call may hand over in one go, in either direction. Reached by huge property maps.
    Transfer = "transfer", 256 * MIB, Bytes, "bytes that one call hands over in one go";
    /// Wall time of create, read, update, delete and invoke if the engine gives no timeout.
    CallTime = "call-time", HOUR, Milliseconds, "create, read, update, delete and functions, where the program gives no timeout";
    /// Wall time of check, diff, check-config, configure and each call of a component resource, which only compute.
    CheckTime = "check-time", MINUTE, Milliseconds, "check, diff, configure and each call of a component resource";
    /// Wall time that a cancelled call has left to return or to save a checkpoint.
    CancelGrace = "cancel-grace", 10 * SECOND, Milliseconds, "time that a cancelled call has left to come to an end";
    /// Instances of one component that run at once; further calls wait for one.
    Instances = "instances", 64, Count, "instances that run at once";
    /// Size of a component file.
    ComponentSize = "component-size", 128 * MIB, Bytes, "size of a component file";
    /// Wall time of compiling a component, once per machine.
    CompileTime = "compile-time", 10 * MINUTE, Milliseconds, "compiling a component";
    /// Bytes of one HTTP answer that is read as a whole; an answer that is read in parts counts for
    /// [`Limit::HttpTransfer`] alone.
    ResponseSize = "response-size", 64 * MIB, Bytes, "bytes of one HTTP answer that is read whole";
    /// Bytes of one asset or archive file that a component opens. They are kept in memory for the call.
    AssetSize = "asset-size", 256 * MIB, Bytes, "bytes of one asset or archive file";
    /// Files in one archive.
    ArchiveEntries = "archive-entries", 100_000, Count, "files in one archive";
    /// Bytes of all files of one archive, unpacked.
    ArchiveSize = "archive-size", GIB, Bytes, "bytes of all files of one archive, unpacked";
    /// Bytes of all assets that one call holds open.
    OpenAssets = "open-assets", GIB, Bytes, "bytes of all assets that one call holds open";
    /// Core instances and tables of one instance, each counted for itself. Script guests use dozens.
    CoreInstances = "core-instances", 1000, Count, "core instances or tables of one instance";
    /// Stack of one call.
    Stack = "stack", MIB, Bytes, "stack of one call";
    /// Time that one call computes, waiting left out.
    ComputeTime = "compute-time", 10 * MINUTE, Milliseconds, "computing of one call, waiting left out";
    /// Calls that wait for an instance; further ones fail at once.
    WaitingCalls = "waiting-calls", 10_000, Count, "calls that wait for an instance";
    /// Log messages of one call; further ones are counted, and left out.
    LogLines = "log-lines", 10_000, Count, "log messages of one call";
    /// Bytes of all log messages of one call.
    LogSize = "log-size", 16 * MIB, Bytes, "bytes of all log messages of one call";
    /// HTTP requests of one call.
    HttpRequests = "http-requests", 10_000, Count, "HTTP requests of one call";
    /// Bytes of all HTTP bodies of one call, both ways.
    HttpTransfer = "http-transfer", 4 * GIB, Bytes, "bytes of all HTTP bodies of one call, both ways";
    /// Time that it may take to have a connection to an HTTP server, TLS included.
    HttpConnectTime = "http-connect-time", 30 * SECOND, Milliseconds, "connecting to an HTTP server";
    /// Time that an HTTP server may send nothing, before its answer and in the middle of it.
    HttpIdleTime = "http-idle-time", 5 * MINUTE, Milliseconds, "an HTTP server that sends nothing";
    /// Time of one HTTP request, until its answer was read to the end, attempts and redirects included.
    HttpTime = "http-time", HOUR, Milliseconds, "one HTTP request until its answer is read";
    /// Bytes of one checkpoint.
    /// A checkpoint travels in a header of gRPC together with the inputs, and engines take headers of 16 MiB at most.
    CheckpointSize = "checkpoint-size", 4 * MIB, Bytes, "bytes of one checkpoint";
    /// Memory of the process that compiles a component.
    CompileMemory = "compile-memory", 4 * GIB, Bytes, "memory of the process that compiles a component";
    /// Bytes of the machine code of one component.
    CompiledSize = "compiled-size", GIB, Bytes, "machine code of a component";
    /// Bytes of the manifest of one component.
    ManifestSize = "manifest-size", 32 * MIB, Bytes, "size of a component's manifest";
    /// Members of objects and elements of lists in one manifest, all together.
    ManifestEntries = "manifest-entries", 1_000_000, Count, "members and elements in a manifest, all together";
    /// Bytes that the regular expressions of one manifest may take when compiled, all together.
    ManifestPatterns = "manifest-patterns", 64 * MIB, Bytes, "compiled regular expressions of a manifest, all together";
    /// Bytes that the host keeps for one call, of any kind: requests, answers, bodies, opened assets, handles.
    HostMemory = "host-memory", GIB, Bytes, "memory that the host keeps for one call";
    /// Bytes of the memory of all instances of a process, and of the host's memory for them.
    ProcessMemory = "process-memory", 4 * GIB, Bytes, "memory of all instances of a process and of what the host keeps for them";
    /// Handles of the host's resources that one instance holds.
    Handles = "handles", 10_000, Count, "handles of host resources that one instance holds";
    /// Linear memories of one instance. Guests of all toolchains known use one or two.
    Memories = "memories", 100, Count, "linear memories of one instance";
    /// Linear memories of all instances of a process. Each takes address space, however small it is.
    ProcessMemories = "process-memories", 4000, Count, "linear memories of all instances of a process";
    /// HTTP requests that one call has under way at once.
    HttpConnections = "http-connections", 100, Count, "HTTP requests that one call has under way at once";
    /// HTTP requests that all calls of a process have under way at once; further ones wait.
    ProcessConnections = "process-connections", 1000, Count, "HTTP requests that all calls of a process have under way at once";
    /// Values and rates that the instances of one component share, those that are being made included.
    SharedValues = "shared-values", 100, Count, "values and rates that the instances of a component share";
    /// Bytes of one shared value, with its name.
    SharedValueSize = "shared-value-size", 64 * KIB, Bytes, "one shared value, with its name";
    /// Bytes of all shared values of one component, with their names.
    SharedSize = "shared-size", MIB, Bytes, "all shared values of a component, with their names";
    /// Component resources that are being constructed in a process; further ones fail at once.
    ProcessSessions = "process-sessions", 4000, Count, "component resources that are being constructed in a process";
    /// Resources and derived values that one component resource declares.
    SessionNodes = "session-nodes", 10_000, Count, "resources and derived values of one component resource";
    /// Callbacks that one component resource declares.
    SessionCallbacks = "session-callbacks", 5000, Count, "callbacks of one component resource";
    /// Bytes of the declarations of one component resource and of the data that the host derives from them: values of outputs,
    /// dependencies, URNs, names of hooks, answers of the engine.
    SessionSize = "session-size", 256 * MIB, Bytes, "what one component resource declares, and what is derived of it";
    /// Dependencies of one child or look-up of a component resource, including the dependencies of each property.
    ResourceDependencies = "resource-dependencies", 100_000, Count, "dependencies of one child of a component resource and of its properties";
    /// Time that one component resource computes in all its calls, waiting left out.
    SessionComputeTime = "session-compute-time", 10 * MINUTE, Milliseconds, "computing of one component resource in all its calls";
    /// Time of fetching one component from a registry, with all its requests and attempts.
    FetchTime = "fetch-time", 10 * MINUTE, Milliseconds, "fetching a component from a registry";
    /// Time that a registry may send nothing, before its answer and in the middle of it.
    FetchIdleTime = "fetch-idle-time", MINUTE, Milliseconds, "a registry that sends nothing";
    /// Bytes of the signatures of one component that are read, and again of each that is verified by a signer's key or certificate. Anybody who
    /// can attach signatures to a component may attach many.
    SignatureWork = "signature-work", 64 * MIB, Bytes, "signatures of a component that are read and verified";
}
