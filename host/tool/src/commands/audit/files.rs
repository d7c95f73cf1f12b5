//! The files of advisories that the user supplies: one advisory, a list of them, the answer of OSV's interface, or a folder
//! or zip archive with such files.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use serde::Deserialize;
use serde::de::IgnoredAny;

use super::advisory::Advisory;
use super::archive;
use crate::files::bounded_file;

/// The maximum depth of nested folders.
const MAX_DEPTH: usize = 8;

/// The answer of OSV's interface about a package. Without advisories it is an empty object.
#[derive(Deserialize)]
#[serde(expecting = "an advisory")]
struct Answer {
    id: Option<IgnoredAny>,
    vulns: Option<Vec<Advisory>>,
    /// Asks for the rest of a long answer.
    next_page_token: Option<String>,
}

/// Passes on each advisory in these files and folders.
///
/// # Errors
/// If a file cannot be read or is not in the format, or a folder or archive has no files of advisories.
pub(super) fn read(paths: &[PathBuf], each: &mut dyn FnMut(Advisory)) -> anyhow::Result<()> {
    for path in paths {
        if path.is_dir() {
            let mut files = Vec::new();
            collect(path, MAX_DEPTH, &mut files)?;
            if files.is_empty() {
                bail!(
                    "{} has no files of advisories\nhint: their names end with `.json` or `.zip`",
                    path.display()
                );
            }
            files.iter().try_for_each(|file| read_file(file, each))?;
        } else {
            read_file(path, each)?;
        }
    }
    Ok(())
}

/// The files with the ending `.json` or `.zip` below a folder, in the order of their names. Links are not followed.
fn collect(folder: &Path, depth: usize, files: &mut Vec<PathBuf>) -> anyhow::Result<()> {
    let failed = || format!("cannot read {}", folder.display());
    if depth == 0 {
        bail!(
            "{} is inside of more than {MAX_DEPTH} folders\nhint: give this folder with --advisories",
            folder.display()
        );
    }
    let mut entries = Vec::new();
    for entry in fs::read_dir(folder).with_context(failed)? {
        let entry = entry.with_context(failed)?;
        entries.push((entry.path(), entry.file_type().with_context(failed)?));
    }
    entries.sort_by(|(left, _), (right, _)| left.cmp(right));
    for (path, kind) in entries {
        if kind.is_dir() {
            collect(&path, depth - 1, files)?;
        } else if path
            .extension()
            .is_some_and(|ending| ending == "json" || ending == "zip")
        {
            files.push(path);
        }
    }
    Ok(())
}

fn read_file(file: &Path, each: &mut dyn FnMut(Advisory)) -> anyhow::Result<()> {
    let shown = file.display().to_string();
    let failed = || format!("cannot read {shown}");
    if file.extension().is_some_and(|ending| ending == "zip") {
        let bytes = bounded_file::large(file).with_context(failed)?;
        return archive::read(&bytes, &mut |name, text| {
            read_text(&format!("{name} in {shown}"), text, each)
        })
        .with_context(|| format!("the archive {shown} cannot be read"));
    }
    let text = bounded_file::text(file).with_context(failed)?;
    read_text(&shown, &text, each)
}

/// Reads the advisories in a text. `place` is its file, for errors.
fn read_text(place: &str, text: &str, each: &mut dyn FnMut(Advisory)) -> anyhow::Result<()> {
    // Programs of Windows write this mark.
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let (advisories, has_more) = parse(text).map_err(|reason| {
        anyhow::anyhow!(
            "{place} is not in the OSV format: {reason}\n\
             hint: a file has one advisory, a list of advisories, or an object with `vulns`"
        )
    })?;
    if has_more {
        bail!(
            "{place} has only a part of the advisories: it ends with `next_page_token`\n\
             hint: ask for the rest with `page_token`, and make one list of all parts: `jq --slurp 'map(.vulns[])' PART...`"
        );
    }
    advisories.into_iter().for_each(each);
    Ok(())
}

/// Parses the forms one after the other, because an error of serde's untagged forms does not name the wrong member. Also returns
/// whether an answer has further parts.
fn parse(text: &str) -> serde_json::Result<(Vec<Advisory>, bool)> {
    if text.trim_start().starts_with('[') {
        return Ok((serde_json::from_str(text)?, false));
    }
    let Answer {
        id,
        vulns,
        next_page_token,
    } = serde_json::from_str(text)?;
    let has_more = next_page_token.is_some_and(|token| !token.is_empty());
    match vulns {
        Some(advisories) if id.is_none() => Ok((advisories, has_more)),
        None if id.is_none() && text.split_whitespace().collect::<String>() == "{}" => {
            Ok((Vec::new(), false))
        }
        _ => Ok((vec![serde_json::from_str(text)?], false)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ids(path: &Path) -> anyhow::Result<Vec<String>> {
        let mut ids = Vec::new();
        read(&[path.to_owned()], &mut |advisory| ids.push(advisory.id))?;
        Ok(ids)
    }

    #[test]
    fn a_folder_has_advisories_in_each_form() {
        let folder = tempfile::tempdir().expect("a folder");
        let write = |name: &str, text: &str| {
            let file = folder.path().join(name);
            fs::create_dir_all(file.parent().expect("a folder")).expect("a folder");
            fs::write(file, text).expect("a file");
        };
        ids(folder.path()).expect_err("no files");
        write("b.json", r#"[{"id":"B-1"},{"id":"B-2","details":"…"}]"#);
        write("a/one.json", r#"{"id":"A-1","schema_version":"1.7.0"}"#);
        write("c.json", r#"{"vulns":[{"id":"C-1"}]}"#);
        // OSV's answer about a package without advisories.
        write("d.json", "{}\n");
        write("e.json", r#"{"id":"E-1","aliases":null,"affected":null}"#);
        write(
            "f.json",
            "\u{feff}{\"vulns\":[{\"id\":\"F-1\"}],\"next_page_token\":\"\"}",
        );
        write("README.md", "no advisory");
        assert_eq!(
            ids(folder.path()).expect("advisories"),
            ["A-1", "B-1", "B-2", "C-1", "E-1", "F-1"]
        );
    }

    #[test]
    fn a_file_in_another_format_is_named() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("advisories.json");
        for (text, expected) in [
            ("{\"id\":", "line 1"),
            ("{\"name\":\"x\"}", "missing field `id`"),
            ("[1]", "OSV format"),
            ("\"A\"", "expected an advisory"),
            (
                "{\"vulns\":[{\"id\":\"A\"}],\"next_page_token\":\"x\"}",
                "only a part",
            ),
            ("{\"vulns\":[],\"next_page_token\":\"x\"}", "only a part"),
            ("{\"vulns\":[{\"summary\":\"x\"}]}", "missing field `id`"),
            (
                "{\"id\":\"A\",\"affected\":[{\"ranges\":[{\"type\":\"ODD\"}]}]}",
                "unknown variant `ODD`",
            ),
        ] {
            fs::write(&file, text).expect("a file");
            let error = format!("{:#}", ids(&file).expect_err("another format"));
            assert!(error.contains("advisories.json"), "{error}");
            assert!(
                error.contains(expected) && error.contains("\nhint: "),
                "{error}"
            );
        }
    }
}
