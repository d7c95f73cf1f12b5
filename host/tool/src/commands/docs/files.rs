//! The files of pages: their names, and which of them may be written.

use std::collections::BTreeSet;
use std::fs;
use std::io::{self, Read as _, Seek as _, SeekFrom};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use pulumi_wasm_platform::regular_file;

use crate::files::whole_file::{self, Audience};

/// The end of each page, so that the next run recognizes its pages.
pub(super) const MARK: &str = "<!-- made by pulumi-wasm docs -->\n";
/// The end of each other file of a site.
pub(super) const COMMENT_MARK: &str = "/* made by pulumi-wasm docs */\n";
/// Names of files are cut to this length, and told apart by a number.
const MAX_NAME_LENGTH: usize = 120;
/// Names that some systems reserve for devices.
const DEVICES: [&str; 4] = ["con", "prn", "aux", "nul"];

/// A page, and the name of its file.
pub(super) struct Page {
    pub(super) file: String,
    /// Its title in a list of pages.
    pub(super) title: String,
    /// The title above its group in such a list.
    pub(super) group: Option<&'static str>,
    pub(super) text: String,
}

/// The names that are taken, in small letters: some systems do not tell capital letters from them.
#[derive(Default)]
pub(super) struct Names(BTreeSet<String>);

impl Names {
    /// The name of the page for a token: letters, digits, `-` and `_` of its module and its name, and unique.
    pub(super) fn of(&mut self, token: &str) -> String {
        let mut parts = token.split(':').skip(1);
        let module = parts.next().unwrap_or_default();
        let module = module.split('/').next().unwrap_or_default();
        let name = token.rsplit(':').next().unwrap_or(token);
        let stem = match module {
            "" | "index" => plain(name),
            module => plain(&format!("{module}-{name}")),
        };
        let mut file = format!("{stem}.md");
        let mut count = 1;
        while !self.0.insert(file.to_lowercase()) {
            count += 1;
            file = format!("{stem}-{count}.md");
        }
        file
    }

    /// Reserves a name before all tokens.
    pub(super) fn reserve(&mut self, file: &str) {
        self.0.insert(file.to_lowercase());
    }
}

/// A name that no system takes for a path or a device.
fn plain(name: &str) -> String {
    let letters = name.chars().take(MAX_NAME_LENGTH);
    let plain: String = letters
        .map(|letter| {
            if letter.is_ascii_alphanumeric() || letter == '_' {
                letter
            } else {
                '-'
            }
        })
        .collect();
    let lower = plain.to_lowercase();
    let is_port = ["com", "lpt"].iter().any(|port| {
        let number = lower.strip_prefix(port);
        number.is_some_and(|number| number.len() == 1 && number != "_" && number != "-")
    });
    if plain.starts_with('-') || is_port || DEVICES.contains(&lower.as_str()) {
        format!("page-{plain}")
    } else {
        plain
    }
}

/// Writes the pages into a folder: all of them, or none if one would replace another file. Removes pages of an earlier run that it
/// does not write again: a version without a resource has no page for it.
///
/// # Errors
/// When such a file exists, or a page cannot be written or removed.
pub(super) fn write(folder: &Path, pages: &[Page]) -> anyhow::Result<()> {
    for page in pages {
        let file = folder.join(&page.file);
        if !may_be_replaced(&file).with_context(|| format!("cannot read `{}`", file.display()))? {
            bail!(
                "`{}` exists, and this command did not make it\nhint: remove it, or give another folder",
                file.display()
            );
        }
    }
    fs::create_dir_all(folder).with_context(|| format!("cannot make `{}`", folder.display()))?;
    for page in pages {
        let file = folder.join(&page.file);
        whole_file::write(&file, page.text.as_bytes(), Audience::Everybody)
            .with_context(|| format!("cannot write `{}`", file.display()))?;
    }
    for file in earlier_pages(folder, pages)
        .with_context(|| format!("cannot read the folder `{}`", folder.display()))?
    {
        fs::remove_file(&file).with_context(|| {
            format!(
                "cannot remove `{}`, a page of an earlier run",
                file.display()
            )
        })?;
    }
    Ok(())
}

/// The pages of earlier runs in a folder that have the form of these pages, HTML or Markdown, and are not among them.
fn earlier_pages(folder: &Path, pages: &[Page]) -> io::Result<Vec<PathBuf>> {
    let Some(form) = pages
        .first()
        .and_then(|page| Path::new(&page.file).extension())
    else {
        return Ok(Vec::new());
    };
    // Some systems do not tell capital letters from small ones.
    let names: BTreeSet<String> = pages.iter().map(|page| page.file.to_lowercase()).collect();
    let mut found = Vec::new();
    for entry in fs::read_dir(folder)? {
        let file = entry?.path();
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        let is_other = file.extension() == Some(form) && !names.contains(&name.to_lowercase());
        if is_other && may_be_replaced(&file)? {
            found.push(file);
        }
    }
    Ok(found)
}

/// Whether the place is free, or contains a page of an earlier run. A link is not followed.
fn may_be_replaced(file: &Path) -> io::Result<bool> {
    let found = match fs::symlink_metadata(file) {
        Ok(found) => found,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(true),
        Err(error) => return Err(error),
    };
    let is_comment = ["css", "js"]
        .iter()
        .any(|ending| file.extension().is_some_and(|found| found == *ending));
    let mark = if is_comment { COMMENT_MARK } else { MARK };
    let length = mark.len() as u64;
    if !found.is_file() || found.len() < length {
        return Ok(false);
    }
    let mut file = regular_file::open(file)?;
    file.seek(SeekFrom::Start(found.len() - length))?;
    let mut end = Vec::new();
    file.take(length).read_to_end(&mut end)?;
    Ok(end == mark.as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(file: &str) -> Page {
        Page {
            file: file.to_owned(),
            title: file.to_owned(),
            group: None,
            text: format!("# new\n{MARK}"),
        }
    }

    #[test]
    fn no_token_leads_out_of_a_folder_or_to_the_page_of_another() {
        let mut names = Names::default();
        names.reserve("README.md");
        for (token, expected) in [
            ("acme:index:Thing", "Thing.md"),
            ("acme:index/thing:thing", "thing-2.md"),
            ("acme:storage/bucket:Bucket", "storage-Bucket.md"),
            ("acme:index:Thing/method", "Thing-method.md"),
            ("acme:index:README", "README-2.md"),
            ("acme:index:/tmp/x/AGENTS", "page--tmp-x-AGENTS.md"),
            ("acme:../..:x", "page----x.md"),
            ("acme:index:Con", "page-Con.md"),
            ("acme:index:COM1", "page-COM1.md"),
            ("a\u{1b}\u{202e}", "a--.md"),
        ] {
            assert_eq!(names.of(token), expected, "{token}");
        }
        assert!(names.of(&format!("a:index:{}", "x".repeat(1000))).len() < 200);
    }

    #[test]
    fn pages_of_an_earlier_run_go_and_other_files_stay() {
        let home = tempfile::tempdir().unwrap();
        let folder = home.path();
        write(folder, &[page("a.md"), page("B.md"), page("c.html")]).unwrap();
        fs::write(folder.join("own.md"), "mine").unwrap();
        fs::write(folder.join("empty.md"), "").unwrap();
        fs::create_dir(folder.join("folder.md")).unwrap();
        std::os::unix::fs::symlink(folder.join("a.md"), folder.join("link.md")).unwrap();
        write(folder, &[page("a.md"), page("b.md")]).unwrap();
        let mut names: Vec<String> = fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        let expected = [
            "B.md",
            "a.md",
            "b.md",
            "c.html",
            "empty.md",
            "folder.md",
            "link.md",
            "own.md",
        ];
        assert_eq!(names, expected);
        write(folder, &[page("d.md")]).unwrap();
        assert!(!folder.join("a.md").exists() && folder.join("d.md").exists());
    }

    #[test]
    fn pages_take_the_place_of_pages_alone() {
        let home = tempfile::tempdir().unwrap();
        let folder = home.path().join("pages");
        write(&folder, &[page("a.md"), page("b.md")]).unwrap();
        write(&folder, &[page("a.md")]).unwrap();

        let outside = home.path().join("outside");
        fs::write(&outside, format!("mine\n{MARK}")).unwrap();
        std::os::unix::fs::symlink(&outside, folder.join("link.md")).unwrap();
        fs::write(folder.join("own.md"), "mine").unwrap();
        for file in ["link.md", "own.md"] {
            let error = write(&folder, &[page("c.md"), page(file)]).unwrap_err();
            assert!(error.to_string().contains("this command did not make it"));
            assert!(!folder.join("c.md").exists(), "all or nothing");
        }
        assert_eq!(
            fs::read_to_string(&outside).unwrap(),
            format!("mine\n{MARK}")
        );
        assert_eq!(fs::read_to_string(folder.join("own.md")).unwrap(), "mine");
    }
}
