//! Files that the compiler reads beside the author's files, and instead of two files of the standard library.
//!
//! A component has neither sockets nor an environment. So each `http.Transport` gets its answers from the host, and `os.Getenv` the
//! variables that were granted.

use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use serde_json::{Map, Value};

use super::source::Found;
use crate::{bounded_file, component};

/// A function of the standard library that asks the host first.
struct Replaced {
    file: &'static str,
    /// The question follows each of these lines.
    after: &'static [&'static str],
    question: &'static [&'static str],
    /// The variable that a package of the SDK sets.
    variable: &'static str,
}

const ENVIRONMENT: Replaced = Replaced {
    file: "os/env.go",
    after: &[
        "func Getenv(key string) string {\n",
        "func LookupEnv(key string) (string, bool) {\n",
    ],
    question: &[
        "\tif HostEnvironment != nil {\n\t\tif value, ok := HostEnvironment(key); ok {\n\t\t\treturn value\n\t\t}\n\t}\n",
        "\tif HostEnvironment != nil {\n\t\tif value, ok := HostEnvironment(key); ok {\n\t\t\treturn value, true\n\t\t}\n\t}\n",
    ],
    variable: "\n// HostEnvironment gives the variables that the component was granted.\nvar HostEnvironment func(string) (string, bool)\n",
};

const TRANSPORT: Replaced = Replaced {
    file: "net/http/roundtrip.go",
    after: &["func (t *Transport) RoundTrip(req *Request) (*Response, error) {\n"],
    question: &["\tif HostRoundTrip != nil {\n\t\treturn HostRoundTrip(t, req)\n\t}\n"],
    variable: "\n// HostRoundTrip sends the requests of all transports.\nvar HostRoundTrip func(*Transport, *Request) (*Response, error)\n",
};

/// The name of the file that is added to the provider's package.
const ADDED: &str = "pulumi_wasm_component.go";

/// Writes the files below `folder`, and gives the file that names them for `go build -overlay`.
///
/// # Errors
/// If the standard library is another than this tool knows, or a file cannot be written.
pub(super) fn write(
    folder: &Path,
    standard_library: &Path,
    provider: &Path,
    found: &Found,
) -> anyhow::Result<PathBuf> {
    let mut replaced = Map::new();
    let mut put = |original: PathBuf, name: &str, text: String| -> anyhow::Result<()> {
        let file = folder.join(name);
        component::write(&file, text.as_bytes())?;
        replaced.insert(
            original.display().to_string(),
            file.display().to_string().into(),
        );
        Ok(())
    };
    put(provider.join(ADDED), ADDED, added(found))?;
    let patched = patch(standard_library, &ENVIRONMENT)?;
    put(standard_library.join(ENVIRONMENT.file), "env.go", patched)?;
    if found.uses_http {
        let patched = patch(standard_library, &TRANSPORT)?;
        put(
            standard_library.join(TRANSPORT.file),
            "roundtrip.go",
            patched,
        )?;
    }
    let overlay = folder.join("overlay.json");
    let text = serde_json::json!({ "Replace": Value::Object(replaced) }).to_string();
    component::write(&overlay, text.as_bytes())?;
    Ok(overlay)
}

fn patch(standard_library: &Path, replaced: &Replaced) -> anyhow::Result<String> {
    let file = standard_library.join(replaced.file);
    let mut text = bounded_file::text(&file)
        .with_context(|| format!("cannot read {} of the standard library", file.display()))?;
    for (after, question) in replaced.after.iter().zip(replaced.question) {
        if !text.contains(after) {
            bail!(
                "{} is not as in the versions of Go that this tool knows: it lacks `{}`\nhint: build with Go 1.24 to 1.27, or with a newer version of \
                 this tool",
                file.display(),
                after.trim()
            );
        }
        text = text.replacen(after, &format!("{after}{question}"), 1);
    }
    text.push_str(replaced.variable);
    Ok(text)
}

/// The file that connects the provider's package with the host.
fn added(found: &Found) -> String {
    let mut text = "// Added by `pulumi-wasm build`.\n\npackage main\n\nimport (\n\t\"github.com/pulumi/pulumi-go-provider/guest\"\n".to_owned();
    if found.uses_http {
        text.push_str("\t_ \"github.com/pulumi/pulumi-go-provider/guest/nethttp\"\n");
    }
    text.push_str(")\n\nfunc init() {\n");
    for (list, pairs) in [("Variables", &found.variables), ("Hosts", &found.hosts)] {
        if pairs.is_empty() {
            continue;
        }
        text.push_str(&format!("\tguest.Found.{list} = [][2]string{{\n"));
        for (name, place) in pairs {
            // Go reads what JSON writes of a text.
            let (name, place) = (Value::from(name.as_str()), Value::from(place.as_str()));
            text.push_str(&format!("\t\t{{{name}, {place}}},\n"));
        }
        text.push_str("\t}\n");
    }
    text.push_str("\t_ = guest.Found\n}\n");
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_added_file_names_what_the_source_has() {
        let found = Found {
            variables: [("ACME_TOKEN".to_owned(), "client.go:3".to_owned())].into(),
            uses_http: true,
            ..Found::default()
        };
        let text = added(&found);
        assert!(
            text.contains("\t\t{\"ACME_TOKEN\", \"client.go:3\"},\n"),
            "{text}"
        );
        assert!(text.contains("guest/nethttp"), "{text}");
        assert!(!added(&Found::default()).contains("nethttp"));
    }

    #[test]
    fn a_standard_library_of_another_form_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir(folder.path().join("os")).unwrap();
        std::fs::write(folder.path().join("os/env.go"), "package os\n").unwrap();
        let error = patch(folder.path(), &ENVIRONMENT).unwrap_err().to_string();
        assert!(
            error.contains("func Getenv") && error.contains("hint: "),
            "{error}"
        );
    }
}
