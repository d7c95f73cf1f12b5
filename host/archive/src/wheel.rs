//! The wheel of a release for one platform, which `pip install pulumi-wasm` and uv install, in the format of the
//! [specification of binary distributions](https://packaging.python.org/en/latest/specifications/binary-distribution-format/).

use std::io;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use sha2::{Digest, Sha256};

use crate::files::Files;
use crate::linkage::{self, Library};
use crate::platform::Platform;
use crate::release::{LIBRARY_FOLDER, PLUGIN, Release, SUMMARY, TOOL};

/// The name of the project in file names, where a hyphen separates parts.
const NAME: &str = "pulumi_wasm";
/// The first version of glibc whose number pip reads in a tag. A static program runs with any.
const OLDEST_GLIBC: u32 = 17;

impl Release<'_> {
    /// The file name and the bytes of the wheel. The tool is installed on `PATH`. The plugin is not, because Pulumi
    /// would prefer it to an installed plugin; `pulumi-wasm install` finds it in the folder `libexec`.
    ///
    /// # Errors
    /// If the version has no form in Python, the tool is not a program for the platform, or the wheel cannot be
    /// written.
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
        // Both programs are linked in one build, and the plugin may need a later library.
        let tags = tags(self.platform, tool)
            .zip(tags(self.platform, plugin))
            .map(|(tool, plugin)| tool.max(plugin))
            .ok_or_else(|| {
                io::Error::other("the program has no platform that pip has a tag for")
            })?;
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
        let metadata = format!(
            "Metadata-Version: 2.1\nName: pulumi-wasm\nVersion: {version}\nSummary: {SUMMARY}\n\
             Home-page: {repository}\nLicense: Apache-2.0\nLicense-File: LICENSE\nRequires-Python: >=3.8\n\
             Description-Content-Type: text/markdown\n\n{}",
            String::from_utf8_lossy(self.readme)
        );
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

/// The tags of the systems that a program runs on, as pip compares them.
fn tags(platform: Platform, program: &[u8]) -> Option<Vec<String>> {
    let (system, processor) = platform.parts();
    let of_linux = match processor {
        "amd64" => "x86_64",
        _ => "aarch64",
    };
    let tags = match (system, processor) {
        ("linux", _) => match linkage::library(program)? {
            Library::Static => vec![
                format!("manylinux_2_{OLDEST_GLIBC}_{of_linux}"),
                format!("musllinux_1_1_{of_linux}"),
            ],
            Library::Glibc(version) => {
                vec![format!(
                    "manylinux_2_{}_{of_linux}",
                    version.max(OLDEST_GLIBC)
                )]
            }
            Library::Musl => vec![format!("musllinux_1_2_{of_linux}")],
        },
        // The oldest systems that Rust's standard library supports.
        ("darwin", "arm64") => vec!["macosx_11_0_arm64".to_owned()],
        ("darwin", _) => vec!["macosx_10_12_x86_64".to_owned()],
        (_, processor) => vec![format!("win_{processor}")],
    };
    Some(tags)
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
        }
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
