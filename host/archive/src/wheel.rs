//! The wheel of a release for one platform, which `pip install pulumi-wasm` and uv install, in the format of the
//! [specification of binary distributions](https://packaging.python.org/en/latest/specifications/binary-distribution-format/).

use std::io;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use sha2::{Digest, Sha256};

use crate::files::Files;
use crate::linkage::{self, Library};
use crate::platform::Platform;
use crate::release::{KEYWORDS, LIBRARY_FOLDER, PLUGIN, Release, SUMMARY, TOOL};

/// The name of the project in file names, where a hyphen separates parts.
const NAME: &str = "pulumi_wasm";
/// The first version of glibc whose number pip reads in a tag. A static program runs with any.
const OLDEST_GLIBC: u32 = 17;

impl Release<'_> {
    /// The file name and the bytes of the wheel. The tool is installed on `PATH`. The plugin is not, because Pulumi
    /// would prefer it to an installed plugin; `pulumi-wasm install` finds it in the folder `libexec`.
    ///
    /// # Errors
    /// If the version has no form in Python, a program is not for the platform, no system can start both programs, or the
    /// wheel cannot be written.
    pub fn wheel(
        &self,
        version: &str,
        tool: &[u8],
        plugin: &[u8],
        repository: &str,
    ) -> io::Result<(String, Vec<u8>)> {
        let version = python_version(version).ok_or_else(|| {
            let error =
                format!("Python has no version `{version}`: use -alpha.N, -beta.N or -rc.N");
            io::Error::other(error)
        })?;
        let tags = tags(self.platform, [tool, plugin])?;
        let ending = self.platform.program_ending();
        let (data, info) = (
            format!("{NAME}-{version}.data"),
            format!("{NAME}-{version}.dist-info"),
        );
        let lines = tags.iter().map(|tag| format!("Tag: py3-none-{tag}\n"));
        let about = format!(
            "Wheel-Version: 1.0\nGenerator: pulumi-wasm ({version})\nRoot-Is-Purelib: false\n{}",
            lines.collect::<String>()
        );
        let metadata = metadata(&version, repository, self.readme);
        let mut files = Files::default();
        files.add_program(&format!("{data}/scripts/{TOOL}{ending}"), tool);
        let library = format!("{data}/data/{LIBRARY_FOLDER}/{PLUGIN}{ending}");
        files.add_program(&library, plugin);
        files.add(&format!("{info}/METADATA"), metadata.as_bytes());
        files.add(&format!("{info}/WHEEL"), about.as_bytes());
        files.add(&format!("{info}/licenses/LICENSE"), self.license);
        let record_name = format!("{info}/RECORD");
        let record = files.iter().map(|(name, bytes, _)| {
            let digest = URL_SAFE_NO_PAD.encode(Sha256::digest(bytes));
            format!("{name},sha256={digest},{}\n", bytes.len())
        });
        let record = format!("{}{record_name},,\n", record.collect::<String>());
        files.add(&record_name, record.as_bytes());
        let name = format!("{NAME}-{version}-py3-none-{}.whl", tags.join("."));
        Ok((name, files.pack_zip()?))
    }
}

/// The description of the project, as the [specification of metadata](https://packaging.python.org/en/latest/specifications/core-metadata/)
/// says. Expressions and files of licenses need its version 2.4.
fn metadata(version: &str, repository: &str, readme: &[u8]) -> String {
    let keywords = KEYWORDS.join(",");
    format!(
        "Metadata-Version: 2.4\nName: pulumi-wasm\nVersion: {version}\nSummary: {SUMMARY}\nKeywords: {keywords}\n\
         Project-URL: Repository, {repository}\nProject-URL: Documentation, {repository}/blob/main/docs/SUMMARY.md\n\
         Project-URL: Issues, {repository}/issues\nProject-URL: Changelog, {repository}/blob/main/CHANGELOG.md\n\
         Classifier: Environment :: Console\nClassifier: Intended Audience :: Developers\n\
         Classifier: Topic :: Software Development :: Build Tools\nClassifier: Topic :: System :: Systems Administration\n\
         License-Expression: Apache-2.0\nLicense-File: LICENSE\nRequires-Python: >=3.8\n\
         Description-Content-Type: text/markdown\n\n{}",
        String::from_utf8_lossy(readme)
    )
}

/// Whether a file name is the name of a wheel of this version for the platform, whatever C library it needs.
#[must_use]
pub fn is_wheel_for(name: &str, version: &str, platform: Platform) -> bool {
    let Some(version) = python_version(version) else {
        return false;
    };
    let (system, processor) = platform.parts();
    let systems: &[&str] = match system {
        "linux" => &["manylinux_", "musllinux_"],
        "darwin" => &["macosx_"],
        _ => &["win_"],
    };
    let processor = wheel_processor(system, processor);
    let tags = name
        .strip_prefix(&format!("{NAME}-{version}-py3-none-"))
        .and_then(|name| name.strip_suffix(".whl"));
    tags.is_some_and(|tags| {
        tags.split('.').all(|tag| {
            let is_system = systems.iter().any(|system| tag.starts_with(system));
            is_system && tag.ends_with(&format!("_{processor}"))
        })
    })
}

/// The name of a processor in the tags of a system.
fn wheel_processor(system: &str, processor: &'static str) -> &'static str {
    match (system, processor) {
        ("linux" | "darwin", "amd64") => "x86_64",
        ("linux", _) => "aarch64",
        (_, processor) => processor,
    }
}

/// The tags of the systems that can start all these programs, as pip compares them.
fn tags(platform: Platform, programs: [&[u8]; 2]) -> io::Result<Vec<String>> {
    let (system, processor) = platform.parts();
    let processor = wheel_processor(system, processor);
    match system {
        "linux" => {}
        // The oldest systems that Rust's standard library supports.
        "darwin" if processor == "arm64" => return Ok(vec!["macosx_11_0_arm64".to_owned()]),
        "darwin" => return Ok(vec![format!("macosx_10_12_{processor}")]),
        _ => return Ok(vec![format!("win_{processor}")]),
    }
    Ok(match linkage::library_of_all(programs)? {
        Library::Static => vec![
            format!("manylinux_2_{OLDEST_GLIBC}_{processor}"),
            format!("musllinux_1_1_{processor}"),
        ],
        Library::Glibc(version) => {
            vec![format!(
                "manylinux_2_{}_{processor}",
                version.max(OLDEST_GLIBC)
            )]
        }
        Library::Musl => vec![format!("musllinux_1_2_{processor}")],
    })
}

/// The version in the form of PEP 440, or `None` if PEP 440 has no such version: `1.0.0-rc.1` is `1.0.0rc1`.
fn python_version(version: &str) -> Option<String> {
    let Some((base, stage)) = version.split_once('-') else {
        return Some(version.to_owned());
    };
    let (stage, number) = stage.split_once('.')?;
    let short = match stage {
        "alpha" => "a",
        "beta" => "b",
        "rc" => "rc",
        _ => return None,
    };
    let number: u32 = number.parse().ok()?;
    Some(format!("{base}{short}{number}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::linkage::tests::program;

    const REPOSITORY: &str = "https://example.com/pulumi-wasm";

    fn release(platform: &str) -> Release<'static> {
        Release {
            platform: platform.parse().expect("a platform"),
            time: 1_800_000_000,
            license: b"licence",
            readme: b"# Title\n",
        }
    }

    fn wheel(platform: &str, program: &[u8]) -> (String, Vec<u8>) {
        release(platform)
            .wheel("1.2.3", program, program, REPOSITORY)
            .expect("a wheel")
    }

    #[test]
    fn the_name_of_a_wheel_has_the_systems_that_the_programs_run_on() {
        for (platform, program, tags) in [
            (
                "linux-amd64",
                program("", ""),
                "manylinux_2_17_x86_64.musllinux_1_1_x86_64",
            ),
            (
                "linux-arm64",
                program("/lib/ld-linux-aarch64.so.1", "GLIBC_2.34"),
                "manylinux_2_34_aarch64",
            ),
            ("darwin-arm64", Vec::new(), "macosx_11_0_arm64"),
            ("darwin-amd64", Vec::new(), "macosx_10_12_x86_64"),
            ("windows-amd64", Vec::new(), "win_amd64"),
        ] {
            let (name, _) = wheel(platform, &program);
            assert_eq!(name, format!("pulumi_wasm-1.2.3-py3-none-{tags}.whl"));
            for other in [
                "linux-amd64",
                "linux-arm64",
                "darwin-amd64",
                "darwin-arm64",
                "windows-amd64",
                "windows-arm64",
            ] {
                let other_platform = other.parse().expect("a platform");
                let is_for = is_wheel_for(&name, "1.2.3", other_platform);
                assert_eq!(is_for, platform == other, "{name}, {other}");
            }
            let platform = platform.parse().expect("a platform");
            assert!(!is_wheel_for(&name, "1.2.4", platform), "{name}");
        }
    }

    #[test]
    fn a_wheel_runs_on_systems_that_start_both_of_its_programs() {
        let glibc = |version: &str| program("/lib64/ld-linux-x86-64.so.2", version);
        let musl = program("/lib/ld-musl-x86_64.so.1", "");
        for (tool, plugin, tags) in [
            (
                program("", ""),
                glibc("GLIBC_2.17"),
                "manylinux_2_17_x86_64",
            ),
            (
                glibc("GLIBC_2.100"),
                glibc("GLIBC_2.34"),
                "manylinux_2_100_x86_64",
            ),
            (musl.clone(), program("", ""), "musllinux_1_2_x86_64"),
        ] {
            for (tool, plugin) in [(&tool, &plugin), (&plugin, &tool)] {
                let (name, _) = release("linux-amd64")
                    .wheel("1.2.3", tool, plugin, REPOSITORY)
                    .expect("a wheel");
                assert_eq!(name, format!("pulumi_wasm-1.2.3-py3-none-{tags}.whl"));
            }
        }
        let error = release("linux-amd64").wheel("1.2.3", &glibc("GLIBC_2.17"), &musl, REPOSITORY);
        let error = error.expect_err("two libraries").to_string();
        assert!(error.contains("no system has both"), "{error}");
    }

    #[test]
    fn a_wheel_that_is_packed_twice_has_the_same_bytes() {
        let program = program("", "");
        assert_eq!(
            wheel("linux-amd64", &program),
            wheel("linux-amd64", &program)
        );
    }

    #[test]
    fn the_description_of_a_wheel_has_the_fields_of_its_version() {
        let text = metadata("1.2.3", REPOSITORY, b"# Title\n");
        let (fields, readme) = text.split_once("\n\n").expect("a description");
        assert_eq!(readme, "# Title\n");
        // Fields of licenses in a description of an older version are refused by PyPI.
        for field in [
            "Metadata-Version: 2.4",
            "License-Expression: Apache-2.0",
            "License-File: LICENSE",
            "Keywords: pulumi,pulumi-provider,infrastructure-as-code,webassembly,wasm-component,sandbox",
            "Classifier: Environment :: Console",
            "Project-URL: Issues, https://example.com/pulumi-wasm/issues",
            "Project-URL: Repository, https://example.com/pulumi-wasm",
        ] {
            assert!(fields.lines().any(|line| line == field), "{fields}");
        }
    }

    #[test]
    fn a_version_before_a_release_has_the_form_of_python() {
        for (version, expected) in [
            ("1.2.3", Some("1.2.3")),
            ("1.2.3-rc.1", Some("1.2.3rc1")),
            ("1.2.3-alpha.12", Some("1.2.3a12")),
            ("1.2.3-nightly.1", None),
            ("1.2.3-rc", None),
        ] {
            assert_eq!(python_version(version).as_deref(), expected, "{version}");
        }
        let program = program("", "");
        let error = release("linux-amd64").wheel("1.0.0-odd.1", &program, &program, REPOSITORY);
        assert!(error.expect_err("no form").to_string().contains("-rc.N"));
    }
}
