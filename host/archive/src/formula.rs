//! The formula of a release for Homebrew.

use crate::platform::Platform;
use crate::release::{LIBRARY_FOLDER, PLUGIN, SUMMARY, TOOL, archive_name};

/// The file name of the formula.
pub const FORMULA: &str = "pulumi-wasm.rb";

/// The formula that installs the tool from these archives. Each archive has its platform and the SHA-256 digest in
/// hexadecimal. Platforms without Homebrew are left out.
#[must_use]
pub fn formula(version: &str, repository: &str, archives: &[(Platform, String)]) -> String {
    let mut systems = String::new();
    for (system, word) in [("darwin", "macos"), ("linux", "linux")] {
        let mut blocks = String::new();
        for (processor, word) in [("amd64", "intel"), ("arm64", "arm")] {
            let found = archives
                .iter()
                .find(|(platform, _)| platform.parts() == (system, processor));
            if let Some((platform, digest)) = found {
                let archive = archive_name(TOOL, version, *platform);
                blocks += &format!(
                    "    on_{word} do\n      url \"{repository}/releases/download/v{version}/{archive}\"\n      sha256 \"{digest}\"\n    end\n"
                );
            }
        }
        if !blocks.is_empty() {
            systems += &format!("  on_{word} do\n{blocks}  end\n\n");
        }
    }
    format!(
        r##"class PulumiWasm < Formula
  desc "{SUMMARY}"
  homepage "{repository}"
  version "{version}"
  license "Apache-2.0"

{systems}  def install
    bin.install "{TOOL}"
    # Pulumi would prefer a plugin on PATH to an installed plugin.
    (prefix/"{LIBRARY_FOLDER}").install "{PLUGIN}"
  end

  test do
    assert_match version.to_s, shell_output("#{{bin}}/{TOOL} --version")
  end
end
"##
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_formula_has_the_address_and_the_digest_of_each_archive() {
        let archives = [
            ("darwin-arm64", "aa"),
            ("linux-amd64", "bb"),
            ("windows-amd64", "cc"),
        ];
        let archives = archives
            .map(|(platform, digest)| (platform.parse().expect("a platform"), digest.to_owned()));
        let text = formula("1.2.3", "https://example.com/p", &archives);
        let address = "https://example.com/p/releases/download/v1.2.3/pulumi-wasm-v1.2.3";
        let expected = format!(
            "  on_macos do\n    on_arm do\n      url \"{address}-darwin-arm64.tar.gz\"\n      sha256 \"aa\"\n    end\n  end\n\n  \
             on_linux do\n    on_intel do\n      url \"{address}-linux-amd64.tar.gz\"\n      sha256 \"bb\"\n    end\n  end\n\n  \
             def install\n"
        );
        assert!(text.contains(&expected), "{text}");
        assert!(!text.contains("cc"), "{text}");
    }
}
