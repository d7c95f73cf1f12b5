//! Files with C code. Go leaves them out of a component without a word, and misses their functions later.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context;

use super::source::line_of_import;
use crate::files::bounded_file;

/// The files of a package's folder that import C code, except tests, each with the line of the import. `compiled` are the files
/// that the compiler takes.
///
/// # Errors
/// If a file cannot be read.
pub(super) fn find(folder: &Path, compiled: &[String]) -> anyhow::Result<Vec<(PathBuf, usize)>> {
    let mut found = Vec::new();
    let failed = || format!("cannot read {}", folder.display());
    for entry in fs::read_dir(folder).with_context(failed)? {
        let path = entry.with_context(failed)?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        // Go ignores these files, and editors make links to nowhere with such names.
        let is_ignored = name.starts_with(['.', '_']) || !path.is_file();
        let is_left_out = !is_ignored
            && name.ends_with(".go")
            && !name.ends_with("_test.go")
            && !compiled.iter().any(|file| *file == name);
        if !is_left_out {
            continue;
        }
        let text =
            bounded_file::text(&path).with_context(|| format!("cannot read {}", path.display()))?;
        if let Some(line) = line_of_import(&text, "C") {
            found.push((path, line));
        }
    }
    found.sort();
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_with_c_code_are_found_with_their_lines() {
        let folder = tempfile::tempdir().unwrap();
        for (name, text) in [
            ("main.go", "package main\n"),
            (
                "size.go",
                "package main\n\n// int one(void);\nimport \"C\"\n",
            ),
            (
                "width.go",
                "package main\n\nimport (\n\t\"fmt\"\n\t\"C\"\n)\n",
            ),
            (
                "text.go",
                "package main\n\n// import \"C\"\nvar c = `\nimport \"C\"`\n",
            ),
            ("size_test.go", "package main\n\nimport \"C\"\n"),
            ("windows.go", "//go:build windows\n\npackage main\n"),
        ] {
            fs::write(folder.path().join(name), text).unwrap();
        }
        fs::create_dir(folder.path().join("folder.go")).unwrap();
        fs::write(folder.path().join("_old.go"), "import \"C\"\n").unwrap();
        #[cfg(unix)]
        for link in [".#main.go", "link.go"] {
            std::os::unix::fs::symlink("nowhere", folder.path().join(link)).unwrap();
        }
        let found = find(folder.path(), &["main.go".to_owned()]).unwrap();
        let expected = [("size.go", 4), ("width.go", 5)];
        assert_eq!(
            found,
            expected.map(|(name, line)| (folder.path().join(name), line))
        );
    }
}
