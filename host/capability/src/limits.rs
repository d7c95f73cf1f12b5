//! Every limit on a component: its name, default, unit, and the words that tell a user how to raise it.
//!
//! A limit is set when a package is added (`pulumi package add wasm ./acme.wasm -- --limit memory=2GiB`) and lives in
//! the parameter value, beside the grants. An operator's policy can set maxima, which hold for every setting.

use std::collections::BTreeMap;
use std::time::Duration;

/// The limits. Values are plain integers: bytes, milliseconds or a count, by [`Limit::unit`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Limit {
    /// Linear memory of one instance, all its memories together. Script guests need 16 MiB and more.
    Memory,
    /// Elements of all tables of one instance. Script guests use about 10,000.
    TableElements,
    /// Bytes that one call may hand over in one go, in either direction. Reached by huge property maps.
    Transfer,
    /// Wall time of create, read, update, delete and invoke if the engine gives no timeout.
    CallTime,
    /// Wall time of check, diff, check-config, configure and each call of a component resource, which only compute.
    CheckTime,
    /// Wall time that a cancelled call has left to return or to save a checkpoint.
    CancelGrace,
    /// Instances of one component that run at once; further calls wait for one.
    Instances,
    /// Size of a component file.
    ComponentSize,
    /// Wall time of compiling a component, once per machine.
    CompileTime,
    /// Bytes of one HTTP answer that is read as a whole; an answer that is read in parts counts for
    /// [`Limit::HttpTransfer`] alone.
    ResponseSize,
    /// Bytes of one asset or archive file that a component opens. They are kept in memory for the call.
    AssetSize,
    /// Files in one archive.
    ArchiveEntries,
    /// Bytes of all files of one archive, unpacked.
    ArchiveSize,
    /// Bytes of all assets that one call holds open.
    OpenAssets,
    /// Core instances and tables of one instance, each counted for itself. Script guests use dozens.
    CoreInstances,
    /// Stack of one call.
    Stack,
    /// Time that one call computes, waiting left out.
    ComputeTime,
    /// Calls that wait for an instance; further ones fail at once.
    WaitingCalls,
    /// Log messages of one call; further ones are counted, and left out.
    LogLines,
    /// Bytes of all log messages of one call.
    LogSize,
    /// HTTP requests of one call.
    HttpRequests,
    /// Bytes of all HTTP bodies of one call, both ways.
    HttpTransfer,
    /// Time that it may take to have a connection to an HTTP server, TLS included.
    HttpConnectTime,
    /// Time that an HTTP server may send nothing, before its answer and in the middle of it.
    HttpIdleTime,
    /// Time of one HTTP request, until its answer was read to the end, attempts and redirects included.
    HttpTime,
    /// Bytes of one checkpoint.
    CheckpointSize,
    /// Memory of the process that compiles a component.
    CompileMemory,
    /// Bytes of the machine code of one component.
    CompiledSize,
    /// Bytes of the manifest of one component.
    ManifestSize,
    /// Members of objects and elements of lists in one manifest, all together.
    ManifestEntries,
    /// Bytes that the regular expressions of one manifest may take when compiled, all together.
    ManifestPatterns,
    /// Bytes that the host keeps for one call, of any kind: requests, answers, bodies, opened assets, handles.
    HostMemory,
    /// Bytes of the memory of all instances of a process, and of the host's memory for them.
    ProcessMemory,
    /// Handles of the host's resources that one instance holds.
    Handles,
    /// Linear memories of one instance. Guests of all toolchains known use one or two.
    Memories,
    /// Linear memories of all instances of a process. Each takes address space, however small it is.
    ProcessMemories,
    /// HTTP requests that one call has under way at once.
    HttpConnections,
    /// HTTP requests that all calls of a process have under way at once; further ones wait.
    ProcessConnections,
    /// Values and rates that the instances of one component share, those that are being made included.
    SharedValues,
    /// Bytes of one shared value, with its name.
    SharedValueSize,
    /// Bytes of all shared values of one component, with their names.
    SharedSize,
    /// Component resources that are being constructed in a process; further ones fail at once.
    ProcessSessions,
    /// Resources and derived values that one component resource declares.
    SessionNodes,
    /// Callbacks that one component resource declares.
    SessionCallbacks,
    /// Bytes of what one component resource declares, results of callbacks included, and of the outputs that are put into
    /// its values.
    SessionSize,
    /// Time that one component resource computes in all its calls, waiting left out.
    SessionComputeTime,
    /// Time of fetching one component from a registry, with all its requests and attempts.
    FetchTime,
    /// Time that a registry may send nothing, before its answer and in the middle of it.
    FetchIdleTime,
}

/// The unit of a limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unit {
    Bytes,
    Milliseconds,
    Count,
}

const KIB: u64 = 1024;
const MIB: u64 = 1024 * KIB;
const GIB: u64 = 1024 * MIB;

impl Limit {
    /// All limits, in the order of the help text.
    pub const ALL: [Limit; 48] = [
        Limit::Memory,
        Limit::TableElements,
        Limit::Transfer,
        Limit::CallTime,
        Limit::CheckTime,
        Limit::CancelGrace,
        Limit::Instances,
        Limit::ComponentSize,
        Limit::CompileTime,
        Limit::ResponseSize,
        Limit::AssetSize,
        Limit::ArchiveEntries,
        Limit::ArchiveSize,
        Limit::OpenAssets,
        Limit::CoreInstances,
        Limit::Stack,
        Limit::ComputeTime,
        Limit::WaitingCalls,
        Limit::LogLines,
        Limit::LogSize,
        Limit::HttpRequests,
        Limit::HttpTransfer,
        Limit::HttpConnectTime,
        Limit::HttpIdleTime,
        Limit::HttpTime,
        Limit::CheckpointSize,
        Limit::CompileMemory,
        Limit::CompiledSize,
        Limit::ManifestSize,
        Limit::ManifestEntries,
        Limit::ManifestPatterns,
        Limit::HostMemory,
        Limit::ProcessMemory,
        Limit::Handles,
        Limit::Memories,
        Limit::ProcessMemories,
        Limit::HttpConnections,
        Limit::ProcessConnections,
        Limit::SharedValues,
        Limit::SharedValueSize,
        Limit::SharedSize,
        Limit::ProcessSessions,
        Limit::SessionNodes,
        Limit::SessionCallbacks,
        Limit::SessionSize,
        Limit::SessionComputeTime,
        Limit::FetchTime,
        Limit::FetchIdleTime,
    ];

    /// The name on the command line and in the parameter value.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.entry().0
    }

    /// The default, if the user sets no value.
    #[must_use]
    pub fn default_value(self) -> u64 {
        self.entry().1
    }

    #[must_use]
    pub fn unit(self) -> Unit {
        self.entry().2
    }

    /// One line for the help text.
    #[must_use]
    pub fn description(self) -> &'static str {
        self.entry().3
    }

    fn entry(self) -> (&'static str, u64, Unit, &'static str) {
        match self {
            Limit::Memory => ("memory", GIB, Unit::Bytes, "memory of one instance"),
            Limit::TableElements => (
                "table-elements",
                1_000_000,
                Unit::Count,
                "table elements of one instance",
            ),
            Limit::Transfer => (
                "transfer",
                256 * MIB,
                Unit::Bytes,
                "bytes that one call hands over in one go",
            ),
            Limit::CallTime => (
                "call-time",
                60 * 60 * 1000,
                Unit::Milliseconds,
                "create, read, update, delete and functions, where the program gives no timeout",
            ),
            Limit::CheckTime => (
                "check-time",
                60 * 1000,
                Unit::Milliseconds,
                "check, diff, configure and each call of a component resource",
            ),
            Limit::CancelGrace => (
                "cancel-grace",
                10 * 1000,
                Unit::Milliseconds,
                "time that a cancelled call has left to come to an end",
            ),
            Limit::Instances => ("instances", 64, Unit::Count, "instances that run at once"),
            Limit::ComponentSize => (
                "component-size",
                128 * MIB,
                Unit::Bytes,
                "size of a component file",
            ),
            Limit::CompileTime => (
                "compile-time",
                10 * 60 * 1000,
                Unit::Milliseconds,
                "compiling a component",
            ),
            Limit::ResponseSize => (
                "response-size",
                64 * MIB,
                Unit::Bytes,
                "bytes of one HTTP answer that is read whole",
            ),
            Limit::AssetSize => (
                "asset-size",
                256 * MIB,
                Unit::Bytes,
                "bytes of one asset or archive file",
            ),
            Limit::ArchiveEntries => (
                "archive-entries",
                100_000,
                Unit::Count,
                "files in one archive",
            ),
            Limit::ArchiveSize => (
                "archive-size",
                GIB,
                Unit::Bytes,
                "bytes of all files of one archive, unpacked",
            ),
            Limit::OpenAssets => (
                "open-assets",
                GIB,
                Unit::Bytes,
                "bytes of all assets that one call holds open",
            ),
            Limit::CoreInstances => (
                "core-instances",
                1000,
                Unit::Count,
                "core instances or tables of one instance",
            ),
            Limit::Stack => ("stack", MIB, Unit::Bytes, "stack of one call"),
            Limit::ComputeTime => (
                "compute-time",
                10 * 60 * 1000,
                Unit::Milliseconds,
                "computing of one call, waiting left out",
            ),
            Limit::WaitingCalls => (
                "waiting-calls",
                10_000,
                Unit::Count,
                "calls that wait for an instance",
            ),
            Limit::LogLines => ("log-lines", 10_000, Unit::Count, "log messages of one call"),
            Limit::LogSize => (
                "log-size",
                16 * MIB,
                Unit::Bytes,
                "bytes of all log messages of one call",
            ),
            Limit::HttpRequests => (
                "http-requests",
                10_000,
                Unit::Count,
                "HTTP requests of one call",
            ),
            Limit::HttpTransfer => (
                "http-transfer",
                4 * GIB,
                Unit::Bytes,
                "bytes of all HTTP bodies of one call, both ways",
            ),
            Limit::HttpConnectTime => (
                "http-connect-time",
                30 * 1000,
                Unit::Milliseconds,
                "connecting to an HTTP server",
            ),
            Limit::HttpIdleTime => (
                "http-idle-time",
                5 * 60 * 1000,
                Unit::Milliseconds,
                "an HTTP server that sends nothing",
            ),
            Limit::HttpTime => (
                "http-time",
                60 * 60 * 1000,
                Unit::Milliseconds,
                "one HTTP request until its answer is read",
            ),
            Limit::CheckpointSize => (
                "checkpoint-size",
                // It travels in a header of gRPC together with the inputs, and engines take headers of 16 MiB at most.
                4 * MIB,
                Unit::Bytes,
                "bytes of one checkpoint",
            ),
            Limit::CompileMemory => (
                "compile-memory",
                4 * GIB,
                Unit::Bytes,
                "memory of the process that compiles a component",
            ),
            Limit::CompiledSize => (
                "compiled-size",
                GIB,
                Unit::Bytes,
                "machine code of a component",
            ),
            Limit::ManifestSize => (
                "manifest-size",
                32 * MIB,
                Unit::Bytes,
                "size of a component's manifest",
            ),
            Limit::ManifestEntries => (
                "manifest-entries",
                1_000_000,
                Unit::Count,
                "members and elements in a manifest, all together",
            ),
            Limit::ManifestPatterns => (
                "manifest-patterns",
                64 * MIB,
                Unit::Bytes,
                "compiled regular expressions of a manifest, all together",
            ),
            Limit::HostMemory => (
                "host-memory",
                GIB,
                Unit::Bytes,
                "memory that the host keeps for one call",
            ),
            Limit::ProcessMemory => (
                "process-memory",
                4 * GIB,
                Unit::Bytes,
                "memory of all instances of a process and of what the host keeps for them",
            ),
            Limit::Handles => (
                "handles",
                10_000,
                Unit::Count,
                "handles of host resources that one instance holds",
            ),
            Limit::Memories => (
                "memories",
                100,
                Unit::Count,
                "linear memories of one instance",
            ),
            Limit::ProcessMemories => (
                "process-memories",
                4000,
                Unit::Count,
                "linear memories of all instances of a process",
            ),
            Limit::HttpConnections => (
                "http-connections",
                100,
                Unit::Count,
                "HTTP requests that one call has under way at once",
            ),
            Limit::ProcessConnections => (
                "process-connections",
                1000,
                Unit::Count,
                "HTTP requests that all calls of a process have under way at once",
            ),
            Limit::SharedValues => (
                "shared-values",
                100,
                Unit::Count,
                "values and rates that the instances of a component share",
            ),
            Limit::SharedValueSize => (
                "shared-value-size",
                64 * KIB,
                Unit::Bytes,
                "one shared value, with its name",
            ),
            Limit::SharedSize => (
                "shared-size",
                MIB,
                Unit::Bytes,
                "all shared values of a component, with their names",
            ),
            Limit::ProcessSessions => (
                "process-sessions",
                4000,
                Unit::Count,
                "component resources that are being constructed in a process",
            ),
            Limit::SessionNodes => (
                "session-nodes",
                10_000,
                Unit::Count,
                "resources and derived values of one component resource",
            ),
            Limit::SessionCallbacks => (
                "session-callbacks",
                5000,
                Unit::Count,
                "callbacks of one component resource",
            ),
            Limit::SessionSize => (
                "session-size",
                256 * MIB,
                Unit::Bytes,
                "what one component resource declares",
            ),
            Limit::SessionComputeTime => (
                "session-compute-time",
                10 * 60 * 1000,
                Unit::Milliseconds,
                "computing of one component resource in all its calls",
            ),
            Limit::FetchTime => (
                "fetch-time",
                10 * 60 * 1000,
                Unit::Milliseconds,
                "fetching a component from a registry",
            ),
            Limit::FetchIdleTime => (
                "fetch-idle-time",
                60 * 1000,
                Unit::Milliseconds,
                "a registry that sends nothing",
            ),
        }
    }

    /// How to raise the limit above a value, for the `hint:` line of an error.
    #[must_use]
    pub fn knob(self, value: u64) -> String {
        // As a flag takes it.
        let example = self.show(value.saturating_mul(2));
        let example = example.replace(" bytes", "").replace(' ', "");
        format!(
            "`--limit {}={example}` (or another value) after `--` of `pulumi package add`",
            self.name()
        )
    }

    /// The limit of that name.
    #[must_use]
    pub fn by_name(name: &str) -> Option<Limit> {
        Self::ALL.into_iter().find(|limit| limit.name() == name)
    }

    /// The value in words: `1 GiB`, `60 s`, `64`.
    #[must_use]
    pub fn show(self, value: u64) -> String {
        match self.unit() {
            Unit::Count => value.to_string(),
            Unit::Bytes => show_scaled(value, &[("GiB", GIB), ("MiB", MIB), ("KiB", KIB)], "bytes"),
            Unit::Milliseconds => show_scaled(
                value,
                &[("h", 3_600_000), ("min", 60_000), ("s", 1000)],
                "ms",
            ),
        }
    }

    /// Reads a value as a user writes it: `512MiB`, `90s`, `10m`, `100`.
    ///
    /// # Errors
    /// A sentence for the user.
    pub fn parse(self, text: &str) -> Result<u64, String> {
        let digits = text
            .find(|character: char| !character.is_ascii_digit())
            .unwrap_or(text.len());
        let (number, suffix) = text.split_at(digits);
        let factor = match (self.unit(), suffix.trim()) {
            (Unit::Count, "") | (Unit::Bytes, "" | "B") | (Unit::Milliseconds, "ms") => 1,
            (Unit::Bytes, "KiB" | "K") => KIB,
            (Unit::Bytes, "MiB" | "M") => MIB,
            (Unit::Bytes, "GiB" | "G") => GIB,
            (Unit::Milliseconds, "s") => 1000,
            (Unit::Milliseconds, "m" | "min") => 60_000,
            (Unit::Milliseconds, "h") => 3_600_000,
            _ => return Err(self.explain(text)),
        };
        let number: u64 = number.parse().map_err(|_| self.explain(text))?;
        match number.checked_mul(factor) {
            Some(value) if value > 0 => Ok(value),
            _ => Err(self.explain(text)),
        }
    }

    fn explain(self, text: &str) -> String {
        let form = match self.unit() {
            Unit::Bytes => "a size such as 512MiB or 2GiB",
            Unit::Milliseconds => "a time such as 500ms, 90s, 10m or 2h",
            Unit::Count => "a whole number above 0",
        };
        format!("the limit `{}` takes {form}, not `{text}`", self.name())
    }
}

fn show_scaled(value: u64, scales: &[(&str, u64)], unit: &str) -> String {
    scales
        .iter()
        .find(|(_, factor)| value >= *factor && value.is_multiple_of(*factor))
        .map_or_else(
            || format!("{value} {unit}"),
            |(name, factor)| format!("{} {name}", value / factor),
        )
}

/// The limits of a package: the user's values, and the defaults elsewhere, up to the operator's maxima.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Limits {
    set: BTreeMap<Limit, u64>,
    maxima: BTreeMap<Limit, Maximum>,
}

/// The most that an operator allows of a limit.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Maximum {
    value: u64,
    /// The rule that says so, and its file, as in "`limits.memory` in the operator's policy `FILE`, line 7".
    rule: String,
}

impl Limits {
    /// The value in force.
    #[must_use]
    pub fn get(&self, limit: Limit) -> u64 {
        let asked = self.asked(limit);
        self.maxima
            .get(&limit)
            .map_or(asked, |maximum| asked.min(maximum.value))
    }

    /// The value that the user set, else the default, without the operator's maximum.
    #[must_use]
    pub fn asked(&self, limit: Limit) -> u64 {
        self.set
            .get(&limit)
            .copied()
            .unwrap_or_else(|| limit.default_value())
    }

    /// Lets a limit be no higher than this. Of several maxima the lowest holds. `rule` names the rule and its file, for
    /// messages.
    pub fn cap(&mut self, limit: Limit, value: u64, rule: impl Into<String>) {
        if self
            .maxima
            .get(&limit)
            .is_none_or(|maximum| value < maximum.value)
        {
            let rule = rule.into();
            self.maxima.insert(limit, Maximum { value, rule });
        }
    }

    /// The values above the operator's maxima: the limit, the user's value, and the rule that forbids it.
    pub fn exceeding(&self) -> impl Iterator<Item = (Limit, u64, &str)> + '_ {
        self.changed().filter_map(|(limit, asked)| {
            let maximum = self.maxima.get(&limit)?;
            (asked > maximum.value).then_some((limit, asked, maximum.rule.as_str()))
        })
    }

    /// How to raise a limit, for the `hint:` line of an error: the flag, or the operator's rule if that forbids it.
    #[must_use]
    pub fn knob(&self, limit: Limit) -> String {
        match self.maxima.get(&limit) {
            Some(maximum) if maximum.value <= self.asked(limit) => {
                format!("a higher {}", maximum.rule)
            }
            _ => limit.knob(self.get(limit)),
        }
    }

    /// The value in force, as a size in memory.
    #[must_use]
    pub fn size(&self, limit: Limit) -> usize {
        usize::try_from(self.get(limit)).unwrap_or(usize::MAX)
    }

    /// The value in force of a limit on time.
    #[must_use]
    pub fn time(&self, limit: Limit) -> Duration {
        Duration::from_millis(self.get(limit))
    }

    /// Sets a limit; a value equal to the default is not kept, so that equal settings are written alike.
    pub fn set(&mut self, limit: Limit, value: u64) {
        if value == limit.default_value() {
            self.set.remove(&limit);
        } else {
            self.set.insert(limit, value);
        }
    }

    /// The values that differ from the defaults.
    pub fn changed(&self) -> impl Iterator<Item = (Limit, u64)> + '_ {
        self.set.iter().map(|(limit, value)| (*limit, *value))
    }
}

#[cfg(test)]
mod tests;
