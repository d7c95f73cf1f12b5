//! The arguments of `cargo xtask`.

use anyhow::{Result, bail};

use crate::bench;
use crate::fuzz;
use crate::release;

pub(crate) const HELP: &str = "\
cargo xtask COMMAND

  setup           find what the other commands need, and install what is missing where that is
                  possible: a Rust compiler for Wasm, Go, the Pulumi engine and its code generator,
                  Pulumi's SDKs for Python and Node.js, servers for tests.
                  The other commands do the part of it that they need by themselves.
  build [NAME…]   release binaries into target/release/, every example component, or those that are
                  named, into target/components/NAME.wasm; those in Python and TypeScript are called
                  NAME-python and NAME-typescript
  release [--out DIR] [--target TRIPLE]
                  the archives of a release for this machine or another target: that which Pulumi
                  installs and that of the tool, a list of their checksums, and the crates in them.
                  Then unpacks and judges them. Into target/archives/ without --out
  demo            build everything, then take the example `random` through package add, preview,
                  up, a change and destroy with the real Pulumi engine, showing what it prints
  test [FILTER…]  every test: the workspace with the real engine and a real PowerDNS server, then
                  the unit tests of the examples. Filters are names of tests, as for cargo test;
                  a filter that is the name of a file in tests/ runs only that file, and `python` or
                  `typescript` runs only the tests of that SDK, or those of them that further filters name.
  bench [PART…]   what a provider costs, beside native ones in Go, Rust, Python and Node.js, in one
                  run on the same work; prints tables, and which goals are met. Parts:
                    start    from the launch of a process to its first Check and Create
                    calls    Check, Diff and Create by size and callers, and the next part
                    instructions
                             per call, counted by callgrind
                    memory   of processes and components; sizes of files
                    waiting  processor time of a process whose calls wait
                    growth   with properties, types and components
                    up       pulumi up of 1,000 resources with the real engine
                  --quick for a short run; --save [FILE] keeps the instructions per call, and
                  --compare [FILE] fails where ours are more than in the run that was kept; without
                  a file, both mean tests/bench/saved.json.
                  --write docs/performance.md puts what is printed into that page
  fuzz [MINUTES] [TARGET…]
                  every fuzzer, or those that are named, for 20 minutes each or as many as are named. It
                  begins with the cases in fuzz/corpora, and keeps the smallest set that reaches as much
                  there. Needs `cargo install cargo-fuzz` and a nightly toolchain
  check           formatting of the workspace and of the examples, both compiled with lints, and the picture
                  of the crates; then `check platforms` where a compiled standard library is at hand
  check platforms the plugin and the tool as the compiler sees them for Windows and macOS, where the
                  standard library of these is at hand, compiled or as sources; nothing is run
  kept-guests     builds the components in tests/guests-0.1.0 from the sources of today, and writes
                  their lists of cases and the components that a fuzzer begins with again: for a
                  change of the interface before its release. Needs what the tests need, and a
                  compiler for C
  size            lines of code and of tests in each crate of the host and in the other parts, and how
                  many files are long
  picture         draws the picture of the crates in docs/architecture.md, from `cargo metadata`;
                  with --check, only fails if the page has another one

Environment
  PULUMI_WASM_CACHE   where the Pulumi engine and SDKs are kept between clones
                      (default: $XDG_CACHE_HOME/pulumi-wasm or ~/.cache/pulumi-wasm)
  PULUMI_WASM_TEST_KEEP
                      when set, tests keep the folders of their stacks and say where they are
  CARGO_TARGET_DIR    used instead of target/
";

#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Command {
    Help,
    Setup,
    Build { examples: Vec<String> },
    Release { options: release::Options },
    Demo,
    Test { filters: Vec<String> },
    Bench { options: bench::Options },
    Fuzz { options: fuzz::FuzzOptions },
    Check,
    CheckPlatforms,
    KeptGuests,
    Size,
    Picture,
    CheckPicture,
}

impl Command {
    pub(crate) fn parse(arguments: &[String]) -> Result<Self> {
        let Some((command, rest)) = arguments.split_first() else {
            return Ok(Self::Help);
        };
        if rest
            .iter()
            .any(|argument| argument == "--help" || argument == "-h")
        {
            return Ok(Self::Help);
        }
        match (command.as_str(), rest) {
            ("help" | "--help" | "-h", _) => Ok(Self::Help),
            ("setup", []) => Ok(Self::Setup),
            ("build", examples) => Ok(Self::Build {
                examples: examples.to_vec(),
            }),
            ("release", words) => Ok(Self::Release {
                options: release::Options::parse(words)?,
            }),
            ("demo", []) => Ok(Self::Demo),
            ("test", filters) => Ok(Self::Test {
                filters: filters.to_vec(),
            }),
            ("bench", words) => Ok(Self::Bench {
                options: bench::Options::parse(words)?,
            }),
            ("fuzz", words) => Ok(Self::Fuzz {
                options: fuzz::FuzzOptions::parse(words),
            }),
            ("check", []) => Ok(Self::Check),
            ("check", [what]) if what == "platforms" => Ok(Self::CheckPlatforms),
            ("check", _) => bail!(
                "`cargo xtask check` takes no argument or `platforms`, got `{}`",
                rest.join(" ")
            ),
            ("kept-guests", []) => Ok(Self::KeptGuests),
            ("size", []) => Ok(Self::Size),
            ("picture", []) => Ok(Self::Picture),
            ("picture", [flag]) if flag == "--check" => Ok(Self::CheckPicture),
            ("picture", _) => bail!(
                "`cargo xtask picture` takes no argument or `--check`, got `{}`",
                rest.join(" ")
            ),
            ("setup" | "demo" | "kept-guests" | "size", _) => {
                bail!(
                    "`cargo xtask {command}` takes no arguments, got `{}`",
                    rest.join(" ")
                )
            }
            _ => bail!("there is no command `{command}`\n\n{HELP}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Command, fuzz, release};

    fn parse(line: &str) -> anyhow::Result<Command> {
        let words: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
        Command::parse(&words)
    }

    #[test]
    fn nothing_typed_is_a_wish_for_help() {
        assert_eq!(parse("").unwrap(), Command::Help);
        assert_eq!(parse("test --help").unwrap(), Command::Help);
    }

    #[test]
    fn filters_are_handed_on() {
        let filters = vec!["engine".to_owned(), "import".to_owned()];
        assert_eq!(
            parse("test engine import").unwrap(),
            Command::Test { filters }
        );
    }

    #[test]
    fn fuzzers_have_a_time_and_names() {
        let options = |minutes, targets: &[&str]| Command::Fuzz {
            options: fuzz::FuzzOptions {
                minutes,
                targets: targets.iter().map(|&name| name.to_owned()).collect(),
            },
        };
        assert_eq!(parse("fuzz").unwrap(), options(fuzz::MINUTES, &[]));
        assert_eq!(parse("fuzz 5").unwrap(), options(5, &[]));
        assert_eq!(
            parse("fuzz schema").unwrap(),
            options(fuzz::MINUTES, &["schema"])
        );
        assert_eq!(
            parse("fuzz 5 schema policy").unwrap(),
            options(5, &["schema", "policy"])
        );
    }

    #[test]
    fn a_release_has_a_folder_and_a_target() {
        let options = |out: Option<&str>, target: Option<&str>| Command::Release {
            options: release::Options {
                out: out.map(Into::into),
                target: target.map(str::to_owned),
            },
        };
        assert_eq!(parse("release").unwrap(), options(None, None));
        let both = parse("release --target x86_64-unknown-linux-musl --out dist").unwrap();
        let target = Some("x86_64-unknown-linux-musl");
        assert_eq!(both, options(Some("dist"), target));
        assert!(parse("release --out").is_err());
        assert!(parse("release dist").is_err());
    }

    #[test]
    fn what_a_command_does_not_take_is_an_error() {
        assert!(parse("demo everything").is_err());
        assert!(parse("check everything").is_err());
        assert_eq!(parse("check platforms").unwrap(), Command::CheckPlatforms);
        assert!(parse("size everything").is_err());
        assert_eq!(parse("kept-guests").unwrap(), Command::KeptGuests);
        assert!(parse("kept-guests everything").is_err());
        assert!(parse("picture everything").is_err());
        assert_eq!(parse("picture --check").unwrap(), Command::CheckPicture);
        assert!(parse("bench everything").is_err());
        assert!(parse("fly").is_err());
    }
}
