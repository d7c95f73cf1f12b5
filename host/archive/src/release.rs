//! The archives of a release of this project, two for each platform.

use std::io;

use crate::files::Files;
use crate::platform::Platform;

/// The program that the Pulumi engine launches, and its name in downloads.
pub const PLUGIN: &str = "pulumi-resource-wasm";
/// The command-line tool.
pub const TOOL: &str = "pulumi-wasm";
/// The folder with the plugin in an installation whose tool is in the folder `bin`, relative to their common parent.
/// Windows has another name for `bin`.
pub const LIBRARY_FOLDER: &str = "libexec/pulumi-wasm";
/// A description of the project in one line.
pub(crate) const SUMMARY: &str = "Pulumi providers as sandboxed WebAssembly components";
/// The words that people search for in the registries of packages.
pub(crate) const KEYWORDS: [&str; 6] = [
    "pulumi",
    "pulumi-provider",
    "infrastructure-as-code",
    "webassembly",
    "wasm-component",
    "sandbox",
];

/// The file name of an archive, which Pulumi appends to a server's address.
#[must_use]
pub fn archive_name(program: &str, version: &str, platform: Platform) -> String {
    format!("{program}-v{version}-{platform}.tar.gz")
}

/// The common parts of a platform's two archives.
#[derive(Debug, Clone, Copy)]
pub struct Release<'a> {
    pub platform: Platform,
    /// The time of every file, in seconds since 1970. It depends on the commit alone, so that the archive can be
    /// reproduced.
    pub time: u64,
    /// The text of `LICENSE`.
    pub license: &'a [u8],
    /// The text of `README.md`, which `pulumi package publish` reads.
    pub readme: &'a [u8],
}

impl Release<'_> {
    /// The archive that Pulumi installs. It has no `PulumiPlugin.yaml`, because that would make Pulumi start a
    /// language host.
    ///
    /// # Errors
    /// If the archive cannot be written.
    pub fn plugin(&self, plugin: &[u8]) -> io::Result<Vec<u8>> {
        self.pack(&[(PLUGIN, plugin)])
    }

    /// The archive for users: the tool, with the plugin beside it, where `pulumi-wasm install` finds it.
    ///
    /// # Errors
    /// If the archive cannot be written.
    pub fn tool(&self, tool: &[u8], plugin: &[u8]) -> io::Result<Vec<u8>> {
        self.pack(&[(PLUGIN, plugin), (TOOL, tool)])
    }

    fn pack(&self, programs: &[(&str, &[u8])]) -> io::Result<Vec<u8>> {
        let ending = self.platform.program_ending();
        let mut files = Files::of_time(self.time);
        for (name, bytes) in programs {
            files.add_program(&format!("{name}{ending}"), bytes);
        }
        files.add("LICENSE", self.license);
        files.add("README.md", self.readme);
        files.pack()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn release(platform: &str) -> Release<'static> {
        Release {
            platform: platform.parse().expect("a platform"),
            time: 1_800_000_000,
            license: b"licence",
            readme: b"readme",
        }
    }

    /// The name, mode, time and owner of each file.
    fn members(archive: &[u8]) -> Vec<(String, u32, u64, u64)> {
        let mut archive = tar::Archive::new(flate2::read::GzDecoder::new(archive));
        let entries = archive.entries().expect("an archive");
        let member = |entry: io::Result<tar::Entry<'_, _>>| {
            let entry = entry.expect("a file");
            let name = entry.path().expect("a name").display().to_string();
            let header = entry.header();
            let owner = header.uid().expect("a user") + header.gid().expect("a group");
            let (mode, time) = (header.mode().expect("a mode"), header.mtime());
            (name, mode, time.expect("a time"), owner)
        };
        entries.map(member).collect()
    }

    #[test]
    fn an_archive_has_the_name_that_pulumi_asks_for() {
        let platform = "darwin-arm64".parse().expect("a platform");
        assert_eq!(
            archive_name(PLUGIN, "1.2.3", platform),
            "pulumi-resource-wasm-v1.2.3-darwin-arm64.tar.gz"
        );
    }

    #[test]
    fn the_archive_of_the_plugin_has_one_program_and_two_texts() {
        let archive = release("linux-amd64")
            .plugin(b"program")
            .expect("an archive");
        let file = |name: &str, mode| (name.to_owned(), mode, 1_800_000_000, 0);
        let expected = [
            file("LICENSE", 0o644),
            file("README.md", 0o644),
            file("pulumi-resource-wasm", 0o755),
        ];
        assert_eq!(members(&archive), expected);
        // The header of the compressed file contains neither a name nor a time.
        assert_eq!(archive[3..8], [0; 5]);
    }

    #[test]
    fn the_archive_of_the_tool_has_the_plugin_beside_it() {
        let archive = release("windows-amd64").tool(b"tool", b"plugin");
        let members = members(&archive.expect("an archive"));
        let programs = members.iter().filter(|(_, mode, ..)| *mode == 0o755);
        let names: Vec<&str> = programs.map(|(name, ..)| name.as_str()).collect();
        assert_eq!(names, ["pulumi-resource-wasm.exe", "pulumi-wasm.exe"]);
    }
}
