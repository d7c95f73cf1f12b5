//! The command line of the reading process: the addresses, the limits that it sets itself, and its parent.

use std::str::FromStr;

/// The computing time of a child, in seconds.
const COMPUTE_SECONDS: u64 = 2;
/// Memory of a child, as the system counts it: the allocator reserves 1 GiB when the process starts. A component is read as
/// a whole.
const READING_MEMORY: u64 = 1536 << 20;

/// The first argument of the child process.
pub const SYMBOLIZE_COMMAND: &str = "symbolize-frames";

/// A place in the code of a component.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct CodeAddress {
    /// The index of the function in its core module.
    pub function: u32,
    /// Bytes from the beginning of the component's file.
    pub offset: u64,
}

impl FromStr for CodeAddress {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let address = text.split_once(':').and_then(|(function, offset)| {
            Some(Self {
                function: function.parse().ok()?,
                offset: offset.parse().ok()?,
            })
        });
        address.ok_or_else(|| "not of the form FUNCTION:OFFSET".to_owned())
    }
}

/// The arguments of the process that looks addresses up. It reads the component from standard input, and writes the
/// locations to standard output.
#[derive(Debug, Clone, PartialEq, Eq, clap::Args)]
pub struct SymbolizeArguments {
    /// Bytes of memory
    #[arg(long)]
    pub memory: u64,
    /// Seconds of computing
    #[arg(long)]
    pub seconds: u64,
    /// The process that started this one: this one ends with it
    #[arg(long)]
    pub parent: u32,
    /// Places in the code, as FUNCTION:OFFSET
    #[arg(long = "address")]
    pub addresses: Vec<CodeAddress>,
}

impl SymbolizeArguments {
    /// The arguments for a child of this process.
    pub(super) fn new(addresses: &[CodeAddress]) -> Self {
        Self {
            memory: READING_MEMORY,
            seconds: COMPUTE_SECONDS,
            parent: std::process::id(),
            addresses: addresses.to_vec(),
        }
    }

    /// The words of the command line.
    pub(super) fn words(&self) -> Vec<String> {
        let mut words = vec![
            SYMBOLIZE_COMMAND.to_owned(),
            format!("--memory={}", self.memory),
            format!("--seconds={}", self.seconds),
            format!("--parent={}", self.parent),
        ];
        let address =
            |address: &CodeAddress| format!("--address={}:{}", address.function, address.offset);
        words.extend(self.addresses.iter().map(address));
        words
    }
}
