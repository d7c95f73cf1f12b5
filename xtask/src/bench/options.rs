//! What was typed after `cargo xtask bench`.

use std::path::PathBuf;

use anyhow::{Context, Result, bail};

/// A table, or a few that belong together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Part {
    Start,
    Calls,
    Memory,
    Growth,
    Up,
}

const PARTS: [Part; 5] = [
    Part::Start,
    Part::Calls,
    Part::Memory,
    Part::Growth,
    Part::Up,
];

impl Part {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Start => "start",
            Self::Calls => "calls",
            Self::Memory => "memory",
            Self::Growth => "growth",
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
    /// Where the figures are written.
    pub(crate) save: Option<PathBuf>,
    /// A page that gets all that is printed, in its place there.
    pub(crate) write: Option<PathBuf>,
    /// The figures of another run, to which this one is held.
    pub(crate) compare: Option<PathBuf>,
}

impl Options {
    pub(crate) fn parse(words: &[String]) -> Result<Self> {
        let mut options = Self::default();
        let mut words = words.iter();
        while let Some(word) = words.next() {
            let mut file = || {
                let file = words.next().map(PathBuf::from);
                file.with_context(|| format!("`{word}` needs the name of a file"))
            };
            match word.as_str() {
                "--quick" => options.quick = true,
                "--save" => options.save = Some(file()?),
                "--write" => options.write = Some(file()?),
                "--compare" => options.compare = Some(file()?),
                name => match PARTS.into_iter().find(|part| part.name() == name) {
                    Some(part) => options.wanted.push(part),
                    None => bail!(
                        "`cargo xtask bench` does not know `{name}`; it takes {}, --quick, --save FILE, --compare FILE, --write PAGE",
                        PARTS.map(Part::name).join(", ")
                    ),
                },
            }
        }
        Ok(options)
    }

    /// The parts that are wanted, in their order.
    pub(crate) fn parts(&self) -> Vec<Part> {
        let is_wanted = |part: &Part| self.wanted.is_empty() || self.wanted.contains(part);
        PARTS.into_iter().filter(is_wanted).collect()
    }

    /// One of two values.
    pub(crate) fn pick<T>(&self, quick: T, whole: T) -> T {
        if self.quick { quick } else { whole }
    }
}

#[cfg(test)]
mod tests {
    use super::{Options, Part};

    fn parse(line: &str) -> anyhow::Result<Options> {
        let words: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
        Options::parse(&words)
    }

    #[test]
    fn nothing_typed_is_everything() {
        assert_eq!(parse("").unwrap().parts().len(), 5);
    }

    #[test]
    fn parts_keep_their_order() {
        let options = parse("up start --quick --save a.json").unwrap();
        assert_eq!(options.parts(), [Part::Start, Part::Up]);
        assert!(options.quick);
        assert_eq!(options.save.as_deref(), Some("a.json".as_ref()));
    }

    #[test]
    fn what_it_does_not_know_is_an_error() {
        assert!(parse("speed").is_err());
        assert!(parse("--save").is_err());
    }
}
