//! The name and the requirements of a module, from its `go.mod`.

use std::path::Path;

/// The name of the module, from its line `module`.
pub(super) fn module_name(text: &str) -> Option<&str> {
    text.lines().find_map(|line| {
        let mut words = line.split_whitespace();
        let name = (words.next() == Some("module")).then(|| words.next())??;
        Some(name.trim_matches('"'))
    })
}

/// The modules that it requires, with their versions, from its lines `require`.
pub(super) fn requirements(text: &str) -> impl Iterator<Item = (&str, &str)> {
    let mut is_block = false;
    let lines = text.lines().filter(|line| !line.trim().starts_with("//"));
    lines.filter_map(move |line| {
        let mut words = line.split_whitespace();
        let first = words.next()?;
        let module = match first {
            "require" => words.next()?,
            ")" => {
                is_block = false;
                return None;
            }
            _ if is_block => first,
            _ => return None,
        };
        if module == "(" {
            is_block = true;
            return None;
        }
        let version = words.next().filter(|version| version.starts_with('v'))?;
        Some((module.trim_matches('"'), version))
    })
}

/// The modules that it takes from folders, with the folders, from its lines `replace`.
pub(super) fn replaced_folders(text: &str) -> impl Iterator<Item = (&str, &str)> {
    text.lines().filter_map(|line| {
        let (old, new) = line.split_once("=>")?;
        let old = old.trim().strip_prefix("replace").unwrap_or(old);
        let new = new
            .split("//")
            .next()
            .unwrap_or(new)
            .trim()
            .trim_matches('"');
        let is_folder =
            new.starts_with("./") || new.starts_with("../") || Path::new(new).is_absolute();
        let module = old.split_whitespace().next()?.trim_matches('"');
        is_folder.then_some((module, new))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_module_has_the_name_of_its_line() {
        for (text, name) in [
            (
                "// x\nmodule acme.example/shared // y\n\ngo 1.24\n",
                Some("acme.example/shared"),
            ),
            ("module \"acme\"\n", Some("acme")),
            ("module\tacme\r\n", Some("acme")),
            ("go 1.24\n", None),
        ] {
            assert_eq!(module_name(text), name, "{text}");
        }
    }

    #[test]
    fn the_modules_that_a_file_requires_are_read_from_its_lines() {
        let text = "module acme\n\nrequire example.com/a v1.0.0 // indirect\n\
            require (\r\n\t// vague\n\texample.com/b v2.0.0+incompatible\r\n\n\t\"example.com/c\"\tv0.1.0\n)\n\n\
            replace (\n\texample.com/d => ./d\n)\nexclude example.com/e v1.0.0\n";
        let found: Vec<_> = requirements(text).collect();
        let expected = [
            ("example.com/a", "v1.0.0"),
            ("example.com/b", "v2.0.0+incompatible"),
            ("example.com/c", "v0.1.0"),
        ];
        assert_eq!(found, expected);
    }

    #[test]
    fn modules_from_folders_are_read_with_their_folders() {
        let text = "module acme\n\nreplace example.com/a => ../a\n\nreplace (\n\texample.com/b v1.0.0 => ./b // ours\n\
            \texample.com/c => example.com/d v1.1.0\n\t\"example.com/e\" => \"/opt/e f\"\n)\n";
        let found: Vec<_> = replaced_folders(text).collect();
        let expected = [
            ("example.com/a", "../a"),
            ("example.com/b", "./b"),
            ("example.com/e", "/opt/e f"),
        ];
        assert_eq!(found, expected);
    }
}
