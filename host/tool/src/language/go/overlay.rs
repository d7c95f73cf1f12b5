//! Files that the compiler reads beside the author's files, and instead of files of the standard library.
//!
//! A component has neither sockets nor an environment. So each `http.Transport` gets its answers from the host,
//! `os.Getenv` the variables that were granted, `os.Exit` says where it was called, files do not exist, and functions
//! for sockets are empty.

use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use serde_json::{Map, Value};

use super::source::Found;
use crate::component;
use crate::files::bounded_file;

/// A file of the standard library with lines of ours.
struct Replaced {
    file: &'static str,
    /// A line, and the text that follows it.
    insertions: &'static [(&'static str, &'static str)],
    /// The text at the end of the file.
    appended: &'static str,
}

const ENVIRONMENT: Replaced = Replaced {
    file: "os/env.go",
    insertions: &[
        (
            "func Getenv(key string) string {\n",
            "\tif HostEnvironment != nil {\n\t\tif value, ok := HostEnvironment(key); ok {\n\t\t\treturn value\n\t\t}\n\t}\n",
        ),
        (
            "func LookupEnv(key string) (string, bool) {\n",
            "\tif HostEnvironment != nil {\n\t\tif value, ok := HostEnvironment(key); ok {\n\t\t\treturn value, true\n\t\t}\n\t}\n",
        ),
    ],
    appended: "\n// HostEnvironment gives the variables that the component was granted.\nvar HostEnvironment func(string) (string, bool)\n",
};

const EXIT: Replaced = Replaced {
    file: "os/proc.go",
    insertions: &[(
        "func Exit(code int) {\n",
        "\tif HostExit != nil {\n\t\tHostExit(code)\n\t}\n",
    )],
    appended: "\n// HostExit says where the program ends itself.\nvar HostExit func(int)\n",
};

const TRANSPORT: Replaced = Replaced {
    file: "net/http/roundtrip.go",
    insertions: &[(
        "func (t *Transport) RoundTrip(req *Request) (*Response, error) {\n",
        "\treturn HostRoundTrip(t, req)\n",
    )],
    appended: "\n// HostRoundTrip sends the requests of all transports.\nvar HostRoundTrip func(*Transport, *Request) (*Response, error)\n",
};

/// A component has no folder at all, and Go would say `bad file number` of each path. Libraries pass over files that do
/// not exist.
const FILES: Replaced = Replaced {
    file: "syscall/fs_wasip1.go",
    insertions: &[
        (
            "func openat(dirFd int32, pathPtr *byte, pathLen size, openmode int, perm uint32) (int, error) {\n",
            "\tif dirFd < 0 {\n\t\treturn -1, ENOENT\n\t}\n",
        ),
        (
            "func Stat(path string, st *Stat_t) error {\n",
            "\tif len(preopens) == 0 {\n\t\treturn ENOENT\n\t}\n",
        ),
        (
            "func Lstat(path string, st *Stat_t) error {\n",
            "\tif len(preopens) == 0 {\n\t\treturn ENOENT\n\t}\n",
        ),
    ],
    appended: "",
};

/// Functions that a program without sockets never needs. Without their bodies the linker leaves HTTP/2, TLS, and most
/// of the cryptography out: a third of the component. A version of Go that has other lines is served as well, by a
/// larger component.
const UNNEEDED: [Replaced; 4] = [
    Replaced {
        file: "net/http/transport.go",
        insertions: &[(
            "func (t *Transport) onceSetNextProtoDefaults() {\n",
            "\treturn\n",
        )],
        appended: "",
    },
    Replaced {
        file: "crypto/tls/handshake_client.go",
        insertions: &[(
            "func (c *Conn) clientHandshake(ctx context.Context) (err error) {\n",
            "\treturn errShutdown\n",
        )],
        appended: "",
    },
    Replaced {
        file: "crypto/tls/handshake_server.go",
        insertions: &[(
            "func (c *Conn) serverHandshake(ctx context.Context) error {\n",
            "\treturn errShutdown\n",
        )],
        appended: "",
    },
    Replaced {
        file: "crypto/tls/conn.go",
        insertions: &[
            (
                "func (c *Conn) handshakeContext(ctx context.Context) (ret error) {\n",
                "\treturn errShutdown\n",
            ),
            (
                "func (c *Conn) Read(b []byte) (int, error) {\n",
                "\treturn 0, errShutdown\n",
            ),
            (
                "func (c *Conn) Write(b []byte) (int, error) {\n",
                "\treturn 0, errShutdown\n",
            ),
            ("func (c *Conn) Close() error {\n", "\treturn errShutdown\n"),
        ],
        appended: "",
    },
];

/// Go's random numbers, for programs whose initialization runs when they are built: each instance begins with other numbers, and the
/// build learns whether the program has drawn some. A version of Go that has other lines is served as well, by a component that
/// initializes itself in each process.
const RANDOM: [Replaced; 3] = [
    Replaced {
        file: "runtime/rand.go",
        insertions: &[
            ("func randinit() {\n", ""),
            ("func mrandinit(mp *m) {\n", ""),
            ("\tglobalRand.init = true\n", ""),
        ],
        appended: "\nvar hostDrawn bool\n\n//go:linkname hostDraw\nfunc hostDraw() { hostDrawn = true }\n\n\
            //go:linkname hostHasDrawn\nfunc hostHasDrawn() bool { return hostDrawn }\n\n\
            //go:linkname hostReseed\nfunc hostReseed() {\n\tsystemstack(func() {\n\t\tglobalRand.init = false\n\t\trandinit()\n\t\t\
            mrandinit(getg().m)\n\t})\n}\n",
    },
    Replaced {
        file: "math/rand/rand.go",
        insertions: &[
            ("func (*runtimeSource) Int63() int64 {\n", "\thostDraw()\n"),
            (
                "func (*runtimeSource) Uint64() uint64 {\n",
                "\thostDraw()\n",
            ),
        ],
        appended: HOST_DRAW,
    },
    Replaced {
        file: "math/rand/v2/rand.go",
        insertions: &[("func (runtimeSource) Uint64() uint64 {\n", "\thostDraw()\n")],
        appended: HOST_DRAW,
    },
];

const HOST_DRAW: &str = "\n//go:linkname hostDraw runtime.hostDraw\nfunc hostDraw()\n";

/// The name of the file that is added to the provider's package.
const ADDED: &str = "pulumi_wasm_component.go";

/// The files for the compiler.
pub(super) struct Overlay {
    /// The file for `go build -overlay`.
    pub(super) file: PathBuf,
    /// Whether the program can be initialized when it is built.
    pub(super) knows_random: bool,
}

/// Writes the files below `folder`, and the file that names them.
///
/// # Errors
/// If the standard library is another than this tool knows, or a file cannot be written.
pub(super) fn write(
    folder: &Path,
    standard_library: &Path,
    provider: &Path,
    found: &Found,
) -> anyhow::Result<Overlay> {
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
    let own = provider.join(ADDED);
    if own.exists() {
        bail!(
            "{} has the name of the file that the build adds to the program\nhint: give your file another name",
            own.display()
        );
    }
    put(own, ADDED, added(found))?;
    let mut replace = |replaced: &Replaced, text: String| {
        let name = replaced.file.replace('/', "_");
        put(standard_library.join(replaced.file), &name, text)
    };
    for needed in [&ENVIRONMENT, &EXIT, &FILES] {
        replace(needed, patched(standard_library, needed)?)?;
    }
    if found.uses_http {
        replace(&TRANSPORT, patched(standard_library, &TRANSPORT)?)?;
        for unneeded in &UNNEEDED {
            if let Ok(text) = patched(standard_library, unneeded) {
                replace(unneeded, text)?;
            }
        }
    }
    let random: anyhow::Result<Vec<_>> = RANDOM
        .iter()
        .map(|file| Ok((file, patched(standard_library, file)?)))
        .collect();
    let knows_random = random.is_ok();
    for (file, text) in random.into_iter().flatten() {
        replace(file, text)?;
    }
    let file = folder.join("overlay.json");
    let text = serde_json::json!({ "Replace": Value::Object(replaced) }).to_string();
    component::write(&file, text.as_bytes())?;
    Ok(Overlay { file, knows_random })
}

fn patched(standard_library: &Path, replaced: &Replaced) -> anyhow::Result<String> {
    let file = standard_library.join(replaced.file);
    let mut text = bounded_file::text(&file)
        .with_context(|| format!("cannot read {} of the standard library", file.display()))?;
    for (after, inserted) in replaced.insertions {
        if !text.contains(after) {
            bail!(
                "this Go is another version than those that this tool knows: {} lacks `{}`\nhint: put Go 1.24 to 1.27 on PATH, or let `go` fetch one, as in \
                 `GOTOOLCHAIN=go1.26.0 pulumi-wasm build`, or use a newer version of this tool",
                file.display(),
                after.trim()
            );
        }
        text = text.replacen(after, &format!("{after}{inserted}"), 1);
    }
    text.push_str(replaced.appended);
    Ok(text)
}

/// The file that connects the provider's package with the host.
fn added(found: &Found) -> String {
    let mut text = "// Added by `pulumi-wasm build`.\n\npackage main\n\nimport (\n\t\"github.com/pulumi/pulumi-go-provider/guest\"\n".to_owned();
    if found.uses_http {
        text.push_str("\t_ \"github.com/pulumi/pulumi-go-provider/guest/nethttp\"\n");
    }
    if found.uses_http_tools {
        text.push_str("\t_ \"github.com/pulumi/pulumi-go-provider/guest/nethttp/dial\"\n");
    }
    text.push_str(")\n\nfunc init() {\n");
    for (list, pairs) in [("Variables", &found.variables), ("Hosts", &found.hosts)] {
        if pairs.is_empty() {
            continue;
        }
        text.push_str(&format!("\tguest.Found.{list} = [][2]string{{\n"));
        for (name, place) in pairs {
            // A text in JSON's notation is a valid literal in Go.
            let (name, place) = (Value::from(name.as_str()), Value::from(place.as_str()));
            text.push_str(&format!("\t\t{{{name}, {place}}},\n"));
        }
        text.push_str("\t}\n");
    }
    for request in found.safe_requests.keys() {
        let request = Value::from(request.as_str());
        text.push_str(&format!(
            "\tguest.Found.SafeRequests = append(guest.Found.SafeRequests, {request})\n"
        ));
    }
    if let Some(version) = &found.version {
        let version = Value::from(version.as_str());
        text.push_str(&format!("\tguest.Found.Version = {version}\n"));
    }
    for package in &found.packages {
        let mut field = |name: &str, value: &str| {
            if !value.is_empty() {
                text.push_str(&format!("{name}: {}, ", Value::from(value)));
            }
        };
        field(
            "\tguest.Found.Packages = append(guest.Found.Packages, guest.Package{Name",
            &package.name,
        );
        field("Version", &package.version);
        if let Some(parameter) = &package.parameter {
            field("Plugin", &parameter.plugin);
            field("PluginVersion", &parameter.plugin_version);
            field("Parameter", &parameter.value);
        }
        text.push_str("})\n");
    }
    text.push_str("\t_ = guest.Found\n}\n");
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language::go::connect::Reads;

    #[test]
    fn the_added_file_names_what_the_source_has() {
        let found = Found {
            variables: [("ACME_TOKEN".to_owned(), "client.go:3".to_owned())].into(),
            uses_http: true,
            safe_requests: [("POST /a.B/GetC".to_owned(), Reads::Named)].into(),
            version: Some("1.2.3".to_owned()),
            ..Found::default()
        };
        let text = added(&found);
        assert!(
            text.contains("\tguest.Found.Version = \"1.2.3\"\n"),
            "{text}"
        );
        assert!(
            text.contains("\t\t{\"ACME_TOKEN\", \"client.go:3\"},\n"),
            "{text}"
        );
        let safe = "SafeRequests = append(guest.Found.SafeRequests, \"POST /a.B/GetC\")\n";
        assert!(text.contains(safe), "{text}");
        assert!(
            text.contains("guest/nethttp\"") && !text.contains("guest/nethttp/dial"),
            "{text}"
        );
        let tools = Found {
            uses_http_tools: true,
            ..found
        };
        assert!(added(&tools).contains("guest/nethttp/dial\""));
        let without = added(&Found::default());
        assert!(!without.contains("nethttp") && !without.contains("Version"));
    }

    #[test]
    fn a_standard_library_of_another_form_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir(folder.path().join("os")).unwrap();
        std::fs::write(folder.path().join("os/env.go"), "package os\n").unwrap();
        let error = patched(folder.path(), &ENVIRONMENT)
            .unwrap_err()
            .to_string();
        assert!(
            error.contains("func Getenv") && error.contains("hint: "),
            "{error}"
        );
    }
}
