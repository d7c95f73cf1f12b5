//! Paths inside archives.

/// Removes empty parts and `.`, and resolves each `..` that follows a name. An empty path becomes `.`. Like Go's
/// `path.Clean`.
pub(super) fn clean(path: &str) -> String {
    let rooted = path.starts_with('/');
    let mut parts: Vec<&str> = Vec::new();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." if parts.last().is_some_and(|last| *last != "..") => {
                parts.pop();
            }
            ".." if rooted => {}
            part => parts.push(part),
        }
    }
    let joined = parts.join("/");
    match (rooted, joined.is_empty()) {
        (true, _) => format!("/{joined}"),
        (false, true) => ".".to_owned(),
        (false, false) => joined,
    }
}

/// Appends a path to another path, and normalizes the result. Like Go's `path.Join`.
pub(super) fn join(folder: &str, path: &str) -> String {
    match (folder, path) {
        ("", "") => String::new(),
        ("", path) => clean(path),
        (folder, "") => clean(folder),
        (folder, path) => clean(&format!("{folder}/{path}")),
    }
}

/// The path of a file in an archive, as guests see it.
///
/// # Errors
/// The reason why a file cannot have this path.
pub(super) fn inner(name: &str) -> Result<String, &'static str> {
    if name.starts_with('/') {
        return Err("its path is absolute");
    }
    if name.contains('\0') {
        return Err("its path has a zero byte in it");
    }
    if name.ends_with('/') {
        return Err("its path names a folder");
    }
    let cleaned = clean(name);
    match cleaned.as_str() {
        "." => Err("its path is empty"),
        ".." => Err("its path leads out of the archive"),
        path if path.starts_with("../") => Err("its path leads out of the archive"),
        _ => Ok(cleaned),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_cleaned_and_joined_as_go_does() {
        for (path, expected) in [
            ("", "."),
            ("a/./b//c/", "a/b/c"),
            ("a/../b", "b"),
            ("a/../../b", "../b"),
            ("../../b", "../../b"),
            ("/../a", "/a"),
            ("/", "/"),
        ] {
            assert_eq!(clean(path), expected, "{path}");
        }
        assert_eq!(join("", ""), "");
        assert_eq!(join("", "a/."), "a");
        assert_eq!(join("a/", ""), "a");
        assert_eq!(join("a", "../../b"), "../b");
    }

    #[test]
    fn files_stay_inside_their_archive() {
        for (name, expected) in [
            ("a", Ok("a")),
            ("./a//b", Ok("a/b")),
            ("a/../b", Ok("b")),
            ("..a", Ok("..a")),
            ("/etc/passwd", Err("its path is absolute")),
            ("../a", Err("its path leads out of the archive")),
            ("a/../..", Err("its path leads out of the archive")),
            ("a/../../b", Err("its path leads out of the archive")),
            ("a\0b", Err("its path has a zero byte in it")),
            ("a/", Err("its path names a folder")),
            ("", Err("its path is empty")),
            ("./.", Err("its path is empty")),
        ] {
            assert_eq!(inner(name), expected.map(str::to_owned), "{name}");
        }
    }
}
