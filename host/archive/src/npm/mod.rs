//! The npm packages of a release: a package for each platform, with both programs, and the main package, which starts the
//! program of the platform. npm installs only the package for its machine, because the others are optional.

use std::io;

use crate::files::Files;
use crate::platform::Platform;
use crate::release::{PLUGIN, Release, SUMMARY, TOOL};

/// The main package's program.
const LAUNCHER: &str = include_str!("launcher.js");
/// npm asks for this folder at the beginning of each name.
const ROOT: &str = "package";

impl Release<'_> {
    /// The file name and the bytes of the platform's package.
    ///
    /// # Errors
    /// If the archive cannot be written.
    pub fn npm_package(
        &self,
        version: &str,
        tool: &[u8],
        plugin: &[u8],
        repository: &str,
    ) -> io::Result<(String, Vec<u8>)> {
        let (system, processor) = names(self.platform);
        let ending = self.platform.program_ending();
        let settings = format!(
            r#"{{
  "name": "@pulumi-wasm/{system}-{processor}",
  "version": "{version}",
  "description": "The programs of pulumi-wasm for {system} on {processor}",
  "license": "Apache-2.0",
  "repository": "{repository}",
  "os": ["{system}"],
  "cpu": ["{processor}"],
  "preferUnplugged": true
}}
"#
        );
        let mut files = Files::of_time(self.time);
        files.add(&format!("{ROOT}/package.json"), settings.as_bytes());
        files.add(&format!("{ROOT}/LICENSE"), self.license);
        files.add_program(&format!("{ROOT}/bin/{TOOL}{ending}"), tool);
        files.add_program(&format!("{ROOT}/bin/{PLUGIN}{ending}"), plugin);
        Ok((npm_archive_name(version, self.platform), files.pack()?))
    }
}

/// The main package, which depends on the packages of these platforms: its file name and bytes.
///
/// # Errors
/// If the archive cannot be written.
pub fn npm_main_package(
    version: &str,
    platforms: &[Platform],
    time: u64,
    (license, readme): (&[u8], &[u8]),
    repository: &str,
) -> io::Result<(String, Vec<u8>)> {
    let optional = platforms.iter().map(|platform| {
        let (system, processor) = names(*platform);
        format!("    \"@pulumi-wasm/{system}-{processor}\": \"{version}\"")
    });
    let optional = optional.collect::<Vec<_>>().join(",\n");
    let settings = format!(
        r#"{{
  "name": "{TOOL}",
  "version": "{version}",
  "description": "{SUMMARY}",
  "license": "Apache-2.0",
  "repository": "{repository}",
  "bin": {{ "{TOOL}": "bin/{TOOL}.js" }},
  "engines": {{ "node": ">=18" }},
  "optionalDependencies": {{
{optional}
  }}
}}
"#
    );
    let mut files = Files::of_time(time);
    files.add(&format!("{ROOT}/package.json"), settings.as_bytes());
    files.add(&format!("{ROOT}/LICENSE"), license);
    files.add(&format!("{ROOT}/README.md"), readme);
    files.add_program(&format!("{ROOT}/bin/{TOOL}.js"), LAUNCHER.as_bytes());
    Ok((format!("{TOOL}-{version}.tgz"), files.pack()?))
}

/// The file name of a platform's package, as `npm pack` writes it.
#[must_use]
pub fn npm_archive_name(version: &str, platform: Platform) -> String {
    let (system, processor) = names(platform);
    format!("{TOOL}-{system}-{processor}-{version}.tgz")
}

/// The names of the system and of the processor in Node.js: `process.platform` and `process.arch`.
fn names(platform: Platform) -> (&'static str, &'static str) {
    let (system, processor) = platform.parts();
    let system = match system {
        "windows" => "win32",
        other => other,
    };
    let processor = match processor {
        "amd64" => "x64",
        other => other,
    };
    (system, processor)
}

#[cfg(test)]
mod tests {
    use super::*;

    const REPOSITORY: &str = "https://example.com/pulumi-wasm";

    fn platform(text: &str) -> Platform {
        text.parse().expect("a platform")
    }

    fn text_of(archive: &[u8], name: &str) -> String {
        let mut archive = tar::Archive::new(flate2::read::GzDecoder::new(archive));
        let mut entries = archive.entries().expect("an archive").flatten();
        let entry = entries.find(|entry| entry.path().is_ok_and(|path| path.ends_with(name)));
        io::read_to_string(entry.expect("a file")).expect("text")
    }

    #[test]
    fn the_main_package_depends_on_a_package_for_each_platform() {
        let platforms = ["linux-amd64", "windows-arm64"].map(platform);
        let texts: (&[u8], &[u8]) = (b"licence", b"readme");
        let package = || {
            npm_main_package("1.2.3", &platforms, 1_800_000_000, texts, REPOSITORY)
                .expect("a package")
        };
        let (name, archive) = package();
        assert_eq!(name, "pulumi-wasm-1.2.3.tgz");
        assert_eq!(package().1, archive);
        let settings = text_of(&archive, "package.json");
        for line in [
            "\"@pulumi-wasm/linux-x64\": \"1.2.3\",\n",
            "\"@pulumi-wasm/win32-arm64\": \"1.2.3\"\n",
        ] {
            assert!(settings.contains(line), "{settings}");
        }
    }

    #[test]
    fn the_package_of_a_platform_has_its_names_in_node() {
        let release = Release {
            platform: platform("darwin-amd64"),
            time: 1_800_000_000,
            license: b"licence",
            readme: b"readme",
        };
        let package = || {
            release
                .npm_package("1.2.3", b"tool", b"plugin", REPOSITORY)
                .expect("a package")
        };
        let (name, archive) = package();
        assert_eq!(name, "pulumi-wasm-darwin-x64-1.2.3.tgz");
        assert_eq!(package().1, archive);
        let settings = text_of(&archive, "package.json");
        for line in ["\"os\": [\"darwin\"]", "\"cpu\": [\"x64\"]"] {
            assert!(settings.contains(line), "{settings}");
        }
        assert_eq!(text_of(&archive, "bin/pulumi-resource-wasm"), "plugin");
    }
}
