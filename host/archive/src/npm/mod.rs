//! The npm packages of a release: a package for each platform, with both programs, and the main package, which starts the
//! program of the platform. npm installs only the package for its machine, because the others are optional.

use std::io;

use crate::files::Files;
use crate::linkage::{self, Library};
use crate::platform::Platform;
use crate::release::{KEYWORDS, PLUGIN, Release, SUMMARY, TOOL};

/// The main package's program.
const LAUNCHER: &str = include_str!("launcher.js");
/// npm asks for this folder at the beginning of each name.
const ROOT: &str = "package";

impl Release<'_> {
    /// The file name and the bytes of the platform's package.
    ///
    /// # Errors
    /// If no system can start both programs, or the archive cannot be written.
    pub fn npm_package(
        &self,
        version: &str,
        tool: &[u8],
        plugin: &[u8],
        repository: &str,
    ) -> io::Result<(String, Vec<u8>)> {
        let (system, processor) = names(self.platform);
        let ending = self.platform.program_ending();
        let description = format!("The programs of pulumi-wasm for {system} on {processor}");
        let library = c_library(self.platform, [tool, plugin])?;
        let source = source(repository);
        let settings = format!(
            r#"{{
  "name": "@pulumi-wasm/{system}-{processor}",
  "version": "{version}",
  "description": "{description}",
  "license": "Apache-2.0",
{source}
  "os": ["{system}"],
  "cpu": ["{processor}"],
{library}  "preferUnplugged": true
}}
"#
        );
        let readme = format!(
            "# @pulumi-wasm/{system}-{processor}\n\n{description}: a part of the package [{TOOL}](https://www.npmjs.com/package/{TOOL}).\n"
        );
        let mut files = Files::of_time(self.time);
        files.add(&format!("{ROOT}/package.json"), settings.as_bytes());
        files.add(&format!("{ROOT}/LICENSE"), self.license);
        files.add(&format!("{ROOT}/README.md"), readme.as_bytes());
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
    let keywords = KEYWORDS.map(|word| format!("\"{word}\"")).join(", ");
    let source = source(repository);
    let settings = format!(
        r#"{{
  "name": "{TOOL}",
  "version": "{version}",
  "description": "{SUMMARY}",
  "keywords": [{keywords}],
  "license": "Apache-2.0",
{source}
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

/// The lines about the repository, as npm itself writes them when it publishes a package. npm compares the address with the provenance of a published
/// package.
fn source(repository: &str) -> String {
    format!(
        "  \"homepage\": \"{repository}#readme\",\n  \"bugs\": \"{repository}/issues\",\n  \
         \"repository\": {{ \"type\": \"git\", \"url\": \"git+{repository}.git\" }},"
    )
}

/// The line with the C library that the programs need. npm does not install the package on a system with another library.
fn c_library(platform: Platform, programs: [&[u8]; 2]) -> io::Result<&'static str> {
    if platform.parts().0 != "linux" {
        return Ok("");
    }
    Ok(match linkage::library_of_all(programs)? {
        Library::Static => "",
        Library::Glibc(_) => "  \"libc\": [\"glibc\"],\n",
        Library::Musl => "  \"libc\": [\"musl\"],\n",
    })
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
    use crate::linkage::tests::program;

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
            "\"keywords\": [\"pulumi\", \"pulumi-provider\", ",
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
        assert!(!settings.contains("libc"), "{settings}");
        let source =
            r#""repository": { "type": "git", "url": "git+https://example.com/pulumi-wasm.git" },"#;
        assert!(settings.contains(source), "{settings}");
        assert_eq!(text_of(&archive, "bin/pulumi-resource-wasm"), "plugin");
    }

    #[test]
    fn a_package_for_linux_names_the_c_library_that_its_programs_need() {
        let glibc = program("/lib64/ld-linux-x86-64.so.2", "GLIBC_2.34");
        let musl = program("/lib/ld-musl-x86_64.so.1", "");
        let release = Release {
            platform: platform("linux-amd64"),
            time: 1_800_000_000,
            license: b"licence",
            readme: b"readme",
        };
        let package =
            |tool: &[u8], plugin: &[u8]| release.npm_package("1.2.3", tool, plugin, REPOSITORY);
        for (tool, libc) in [
            (program("", ""), None),
            (glibc.clone(), Some("  \"libc\": [\"glibc\"],")),
            (musl.clone(), Some("  \"libc\": [\"musl\"],")),
        ] {
            let (_, archive) = package(&tool, &program("", "")).expect("a package");
            let settings = text_of(&archive, "package.json");
            let line = settings.lines().find(|line| line.contains("libc"));
            assert_eq!(line, libc, "{settings}");
        }
        package(&glibc, &musl).expect_err("two libraries");
    }
}
