//! Reads the author's source: the variables and addresses in it, and calls that cannot work in a component.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use anyhow::Context;
use regex::Regex;

use super::connect::Reads;
use super::used_packages::UsedPackage;
use super::variables::{Finder, Source};
use crate::files::bounded_file;

/// The findings in the source of a provider. Places are `FILE:LINE`, relative to the project.
#[derive(Debug, Default)]
pub(super) struct Found {
    /// Environment variables that it reads.
    pub(super) variables: BTreeMap<String, String>,
    /// The hosts of addresses, with `http://` before those without TLS.
    pub(super) hosts: BTreeMap<String, String>,
    /// Calls of functions that cannot work in a component, each with its place and the reason.
    pub(super) impossible: Vec<(String, String)>,
    /// The version that the build was given.
    pub(super) version: Option<String>,
    /// Whether the program uses `net/http`.
    pub(super) uses_http: bool,
    /// Whether it uses `net/http/httputil`, which records requests on connections in memory.
    pub(super) uses_http_tools: bool,
    /// Requests that only read though their method is POST, and why.
    pub(super) safe_requests: BTreeMap<String, Reads>,
    /// The packages whose resources components may declare.
    pub(super) packages: BTreeSet<UsedPackage>,
}

/// Functions that cannot work in a component, and why.
const IMPOSSIBLE: [(&str, &str); 8] = [
    (
        r"\bexec\.(?:Command|CommandContext|LookPath)\(",
        "a component starts no processes",
    ),
    (
        r"\b(?:syscall|os)\.(?:Exec|ForkExec|StartProcess)\(",
        "a component starts no processes",
    ),
    (
        r"\bos\.(?:Open|OpenFile|Create|CreateTemp|ReadFile|WriteFile|ReadDir|Mkdir|MkdirAll|MkdirTemp|Remove|RemoveAll|Rename|Stat|Lstat|Chmod|Symlink)\(",
        "a component has no files",
    ),
    (
        r"\b(?:ioutil\.(?:ReadFile|WriteFile|ReadDir|TempFile|TempDir)|filepath\.(?:Walk|WalkDir|Glob))\(",
        "a component has no files",
    ),
    (
        r"\buser\.(?:Current|Lookup|LookupId)\(",
        "a component has no users",
    ),
    (
        r"\bnet\.(?:Dial|DialTimeout|Listen|ListenPacket|ListenTCP|DialTCP|DialUDP)\(",
        "a component has no sockets, only HTTP",
    ),
    (
        r"\b(?:ssh|grpc|tls)\.(?:Dial|NewClient|DialContext)\(",
        "a component has no sockets, only HTTP",
    ),
    (r"\bplugin\.Open\(", "a component loads no libraries"),
];

/// Words in lines whose addresses are for people.
const FOR_PEOPLE: [&str; 9] = [
    "Describe(",
    "Homepage",
    "Repository",
    "LogoURL",
    "DownloadURL",
    "Publisher",
    "License",
    "Deprecate(",
    "Display",
];

/// A reader of sources.
pub(super) struct Reader {
    variables: Finder,
    /// An import of a package of the standard library by another name.
    renamed: Regex,
    address: Regex,
    impossible: Vec<(Regex, &'static str)>,
}

impl Reader {
    /// Makes a reader.
    ///
    /// # Errors
    /// If a pattern of this file is wrong.
    pub(super) fn new() -> Result<Self, regex::Error> {
        let impossible = IMPOSSIBLE.map(|(pattern, reason)| Ok((Regex::new(pattern)?, reason)));
        Ok(Self {
            variables: Finder::new()?,
            renamed: Regex::new(
                r#"(?mR)^\s*(?:import\s+)?(\w+)\s+"(os/exec|os/user|path/filepath|io/ioutil|os|net|syscall|plugin)"$"#,
            )?,
            address: Regex::new(
                r#"["`](https?)://([a-z0-9.-]+\.[a-z]{2,}|localhost|127\.0\.0\.1)(:[0-9]+)?["`/?]"#,
            )?,
            impossible: impossible
                .into_iter()
                .collect::<Result<_, regex::Error>>()?,
        })
    }

    /// Reads files, each with its name in messages and in the manifest.
    ///
    /// # Errors
    /// If one cannot be read.
    pub(super) fn read(
        &self,
        files: impl Iterator<Item = (PathBuf, PathBuf)>,
        found: &mut Found,
    ) -> anyhow::Result<()> {
        let mut sources = Vec::new();
        for (file, shown) in files {
            let text = bounded_file::text(&file)
                .with_context(|| format!("cannot read {}", file.display()))?;
            let usual = self.with_usual_names(&text)?;
            for (number, (line, usual)) in (1..).zip(text.lines().zip(usual.lines())) {
                let place = format!("{}:{number}", shown.display());
                self.read_line(line.trim_start(), usual.trim_start(), &place, found);
            }
            sources.push(Source {
                folder: file.parent().unwrap_or(Path::new("")).to_owned(),
                shown,
                text: usual,
            });
        }
        found.variables = self.variables.find(&sources);
        Ok(())
    }

    /// A file in which packages of the standard library have their usual names. Each line stays where it is.
    fn with_usual_names(&self, text: &str) -> Result<String, regex::Error> {
        let mut usual = text.to_owned();
        for import in self.renamed.captures_iter(text) {
            let (name, path) = (&import[1], &import[2]);
            let last = path.rsplit('/').next().unwrap_or(path);
            if name != last && name != "_" {
                let name = Regex::new(&format!(r"\b{name}\."))?;
                usual = name.replace_all(&usual, format!("{last}.")).into_owned();
            }
        }
        Ok(usual)
    }

    /// Reads a line, which is given once more with the usual names of packages.
    fn read_line(&self, line: &str, usual: &str, place: &str, found: &mut Found) {
        if line.starts_with("//") {
            return;
        }
        if !FOR_PEOPLE.iter().any(|word| line.contains(word)) {
            for address in self.address.captures_iter(line) {
                let scheme = if &address[1] == "http" { "http://" } else { "" };
                let port = address.get(3).map_or("", |port| port.as_str());
                let host = format!("{scheme}{}{port}", &address[2]);
                let entry = found.hosts.entry(host);
                entry.or_insert_with(|| place.to_owned());
            }
        }
        for (pattern, reason) in &self.impossible {
            if let Some(call) = pattern.find(usual) {
                let name = call.as_str().trim_end_matches('(');
                let call = format!("{place}: `{name}`");
                found.impossible.push((call, (*reason).to_owned()));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Addresses have the words of such names as well.
    #[test]
    fn packages_of_the_standard_library_are_known_by_other_names() {
        let text = "package main\nimport (\n\trun \"os/exec\"\n\tenv \"os\"\n)\n\
            var address = \"https://run.acme.example\"\nfunc main() {\n\trun.Command(\"ls\")\n\tenv.Getenv(\"ACME_TOKEN\")\n}\n";
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("main.go");
        std::fs::write(&file, text).unwrap();
        let mut found = Found::default();
        let files = [(file, PathBuf::from("main.go"))];
        let reader = Reader::new().unwrap();
        reader.read(files.into_iter(), &mut found).unwrap();
        let place = |line: u8| format!("main.go:{line}");
        assert_eq!(
            found.hosts,
            BTreeMap::from([("run.acme.example".to_owned(), place(6))])
        );
        assert_eq!(
            found.variables,
            BTreeMap::from([("ACME_TOKEN".to_owned(), place(9))])
        );
        assert_eq!(found.impossible[0].0, "main.go:8: `exec.Command`");
    }

    #[test]
    fn variables_addresses_and_impossible_calls_are_found_with_their_places() {
        let text = r#"package main
import run "os/exec"
// os.Getenv("NOT_THIS")
const base = "https://api.acme.example/v1"
var plain = "http://127.0.0.1:8081"
func main() {
	a.Describe(&c.X, "see https://docs.acme.example/page")
	token := os.Getenv("ACME_TOKEN")
	if _, ok := os.LookupEnv("ACME_DEBUG"); ok {
	}
	name := os.Getenv(key)
	run.Command("ls").Run()
	os.ReadFile(path)
	user.Current()
	other.Command("ls").Run()
}
"#;
        let mut found = Found::default();
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("client.go");
        std::fs::write(&file, text).unwrap();
        let reader = Reader::new().unwrap();
        let files = [(file, PathBuf::from("client.go"))];
        reader.read(files.into_iter(), &mut found).unwrap();
        let variables: Vec<_> = found
            .variables
            .iter()
            .map(|(name, place)| format!("{name} {place}"))
            .collect();
        assert_eq!(
            variables,
            ["ACME_DEBUG client.go:9", "ACME_TOKEN client.go:8"]
        );
        let hosts: Vec<_> = found.hosts.keys().map(String::as_str).collect();
        assert_eq!(hosts, ["api.acme.example", "http://127.0.0.1:8081"]);
        let impossible: Vec<_> = found
            .impossible
            .iter()
            .map(|(place, _)| place.as_str())
            .collect();
        assert_eq!(
            impossible,
            [
                "client.go:12: `exec.Command`",
                "client.go:13: `os.ReadFile`",
                "client.go:14: `user.Current`"
            ]
        );
    }
}
