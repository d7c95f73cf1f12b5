//! The arguments of `cargo xtask bench`.

use std::path::PathBuf;

use anyhow::{Context, Result, bail};

/// A table, or a few that belong together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Part {
    Start,
    Calls,
    Instructions,
    Memory,
    Waiting,
    Growth,
    Components,
    Up,
}

const PARTS: [Part; 8] = [
    Part::Start,
    Part::Calls,
    Part::Instructions,
    Part::Memory,
    Part::Waiting,
    Part::Growth,
    Part::Components,
    Part::Up,
];

impl Part {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Start => "start",
            Self::Calls => "calls",
            Self::Instructions => "instructions",
            Self::Memory => "memory",
            Self::Waiting => "waiting",
            Self::Growth => "growth",
            Self::Components => "components",
            Self::Up => "up",
        }
    }
}

#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Options {
    /// None is all of them.
    wanted: Vec<Part>,
    /// Fewer runs and sizes: to see that it works, not for figures.
    pub(crate) quick: bool,
    /// The file of the instructions per call.
    pub(crate) save: Option<PathBuf>,
    /// A page that gets all that is printed, in its place there.
    pub(crate) write: Option<PathBuf>,
    /// The kept instructions of another run, to which this one is held.
    pub(crate) compare: Option<PathBuf>,
}

impl Options {
    pub(crate) fn parse(words: &[String]) -> Result<Self> {
        let mut options = Self::default();
        let mut words = words.iter().peekable();
        while let Some(word) = words.next() {
            // The next word is a file unless it is something else.
            let mut file = || words.next_if(|next| is_file(next)).map(PathBuf::from);
            match word.as_str() {
                "--quick" => options.quick = true,
                "--save" => options.save = Some(file().unwrap_or_else(kept)),
                "--compare" => options.compare = Some(file().unwrap_or_else(kept)),
                "--write" => {
                    let page = file().context("`--write` needs the name of a page")?;
                    options.write = Some(page);
                }
                name => match PARTS.into_iter().find(|part| part.name() == name) {
                    Some(part) => options.wanted.push(part),
                    None => bail!(
                        "`cargo xtask bench` does not know `{name}`; it takes {}, --quick, --save [FILE], --compare [FILE], --write PAGE",
                        PARTS.map(Part::name).join(", ")
                    ),
                },
            }
        }
        if options.quick && options.save.is_some() {
            bail!("a quick run is not saved: it lacks the largest calls");
        }
        Ok(options)
    }

    /// The parts that are wanted, in their order. A run of the calls also counts their instructions.
    pub(crate) fn parts(&self) -> Vec<Part> {
        let is_named = |part: Part| self.wanted.is_empty() || self.wanted.contains(&part);
        let is_wanted =
            |part: &Part| is_named(*part) || (*part == Part::Instructions && is_named(Part::Calls));
        PARTS.into_iter().filter(is_wanted).collect()
    }

    /// One of two values.
    pub(crate) fn pick<T>(&self, quick: T, whole: T) -> T {
        if self.quick { quick } else { whole }
    }
}

/// The run that is kept in the repository.
fn kept() -> PathBuf {
    PathBuf::from(concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../tests/bench/saved.json"
    ))
}

fn is_file(word: &str) -> bool {
    !word.starts_with("--") && PARTS.into_iter().all(|part| part.name() != word)
}

#[cfg(test)]
mod tests {
    use super::{Options, Part, kept};

    fn parse(line: &str) -> anyhow::Result<Options> {
        let words: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
        Options::parse(&words)
    }

    #[test]
    fn nothing_typed_is_everything() {
        assert_eq!(parse("").unwrap().parts().len(), 8);
    }

    #[test]
    fn parts_keep_their_order() {
        let options = parse("up start --quick --compare a.json").unwrap();
        assert_eq!(options.parts(), [Part::Start, Part::Up]);
        assert!(options.quick);
        assert_eq!(options.compare.as_deref(), Some("a.json".as_ref()));
    }

    #[test]
    fn calls_are_counted_as_well_as_timed() {
        let options = parse("calls").unwrap();
        assert_eq!(options.parts(), [Part::Calls, Part::Instructions]);
        let options = parse("instructions").unwrap();
        assert_eq!(options.parts(), [Part::Instructions]);
    }

    #[test]
    fn without_a_file_it_is_the_one_of_the_repository() {
        let options = parse("--compare instructions --save").unwrap();
        assert_eq!(options.parts(), [Part::Instructions]);
        assert_eq!(options.compare, Some(kept()));
        assert_eq!(options.save, Some(kept()));
        assert!(kept().is_file());
    }

    #[test]
    fn what_it_does_not_know_is_an_error() {
        assert!(parse("speed").is_err());
        assert!(parse("--write").is_err());
        assert!(parse("--quick --save").is_err());
        assert!(parse("--write calls").is_err());
    }
}
