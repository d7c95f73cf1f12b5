//! The lock file of a project in Python. pip is a script that records its arguments, and reports the installed
//! packages.

use std::fs;
use std::process::Command;

use super::Author;
use super::python::{GOOD, author};
use test_support::fake::guest::Guest;

/// pip's report: the version, and a file with its digest.
fn report(version: &str) -> String {
    format!(
        r#"{{"install": [{{"metadata": {{"name": "tomli", "version": "{version}"}}, "download_info": {{"archive_info": {{"hashes": {{"sha256": "abc{version}"}}}}}}}}]}}"#
    )
}

/// An author whose index has this version of a package.
fn with_index(version: &str) -> Author {
    let pip = "echo \"$*\" >> $HOME/installs\n\
               for word; do case \"$before\" in --report) /bin/cp $HOME/index $word ;; esac; before=$word; done";
    let author = author(GOOD, pip, "");
    let module = author.directory.path().join("made.wasm");
    fs::write(&module, Guest::new().build()).unwrap();
    author.has(
        "componentize-py",
        &format!(
            "echo built >> $HOME/built; for output; do :; done; /bin/cp {} $output",
            module.display()
        ),
    );
    fs::write(author.home().join("index"), report(version)).unwrap();
    author
}

fn lines(author: &Author, file: &str) -> Vec<String> {
    let text = fs::read_to_string(author.home().join(file)).unwrap_or_default();
    text.lines().map(str::to_owned).collect()
}

#[test]
fn the_first_build_writes_a_lock_and_a_second_machine_installs_what_it_says() {
    let first = with_index("2.0");
    let ran = first.runs(&["build"]).succeeds();
    ran.says(&["requirements.lock", "keep it in the repository"]);
    let lock = fs::read_to_string(first.work().join("requirements.lock")).unwrap();
    assert!(
        lock.contains("\ntomli==2.0 --hash=sha256:abc2.0\n"),
        "{lock}"
    );
    // It does not cause a build, and the component does not contain it.
    first.runs(&["build"]).succeeds();
    assert_eq!(lines(&first, "built").len(), 1);
    assert_eq!(lines(&first, "installs").len(), 1);
    let staged = first.work().join(".pulumi-wasm/build/python");
    assert!(!staged.join("requirements.lock").exists());

    // There are newer versions in the meantime.
    let second = with_index("3.0");
    second.write("requirements.lock", &lock);
    second.runs(&["build"]).succeeds();
    let [install] = &lines(&second, "installs")[..] else {
        panic!("{:?}", lines(&second, "installs"));
    };
    for word in ["--require-hashes", "--no-deps", "requirements.lock"] {
        assert!(install.contains(word), "{install}");
    }
    assert!(!install.contains("tomli>=2"), "{install}");
    let kept = fs::read_to_string(second.work().join("requirements.lock")).unwrap();
    assert_eq!(kept, lock);
}

#[test]
fn other_dependencies_are_resolved_again_and_another_lock_builds_again() {
    let author = with_index("2.0");
    author.runs(&["build"]).succeeds();
    let file = author.work().join("pyproject.toml");
    let project = fs::read_to_string(&file).unwrap();
    fs::write(author.home().join("index"), report("2.5")).unwrap();
    author.write("pyproject.toml", project.replace("tomli>=2", "tomli>=2.1"));
    author.runs(&["build"]).succeeds();
    let lock = fs::read_to_string(author.work().join("requirements.lock")).unwrap();
    assert!(lock.contains("tomli==2.5 "), "{lock}");
    assert_eq!(lines(&author, "built").len(), 2);

    // As in another person's commit.
    author.write("requirements.lock", lock.replace("2.5", "2.6"));
    author.runs(&["build"]).succeeds();
    assert_eq!(lines(&author, "built").len(), 3);
    let installs = lines(&author, "installs");
    assert!(installs[2].contains("--require-hashes"), "{installs:?}");
}

/// A wheel with a compiled part, as an index would serve it.
fn wheel(author: &Author) {
    let program = "import sys, zipfile\n\
        with zipfile.ZipFile(sys.argv[1], 'w') as archive:\n\
        \x20   archive.writestr('yaml/__init__.py', 'fast = False')\n\
        \x20   archive.writestr('yaml/_yaml.cpython-314-x86_64-linux-gnu.so', b'\\x7fELF')\n\
        \x20   archive.writestr('pyyaml-6.0.3.dist-info/WHEEL', 'Wheel-Version: 1.0\\nRoot-Is-Purelib: false\\nTag: cp314-cp314-any\\n')\n\
        \x20   archive.writestr('pyyaml-6.0.3.dist-info/RECORD', '')\n";
    let file = author.home().join("pyyaml-6.0.3-cp314-cp314-any.whl");
    let made = Command::new("python3")
        .arg("-c")
        .arg(program)
        .arg(file)
        .status();
    assert!(made.unwrap().success());
}

#[test]
fn a_package_that_does_without_its_compiled_part_is_installed_without_it() {
    let pip = "echo \"$*\" >> $HOME/installs\n\
               case \"$*\" in\n\
               *' download '*markupsafe*) exit 1 ;;\n\
               *' download '*) for word; do case \"$before\" in --dest) /bin/cp $HOME/*.whl $word ;; esac; before=$word; done ;;\n\
               *--find-links*) ;;\n\
               *) echo 'ERROR: No matching distribution found for PyYAML>=6' >&2; exit 1 ;;\nesac";
    let made = |author: &Author| {
        wheel(author);
        author.write(
            "pyproject.toml",
            "[project]\nname = \"acme\"\nversion = \"1.2.3\"\ndependencies = [\"PyYAML>=6\"]\n\n[tool.pulumi-wasm]\nmodule = \"acme\"\n",
        );
        author.runs(&["build"]).fails(&["it has no component"]);
        let folder = author.work().join(".pulumi-wasm/wheels");
        assert_eq!(super::names(&folder), ["pyyaml-6.0.3-py3-none-any.whl"]);
        fs::read(folder.join("pyyaml-6.0.3-py3-none-any.whl")).unwrap()
    };
    let [one, other] = [(); 2].map(|()| author(GOOD, pip, "echo it has no component; exit 1"));
    let bytes = made(&one);
    let text = String::from_utf8_lossy(&bytes).into_owned();
    for (part, is_there) in [
        ("yaml/__init__.py", true),
        ("fast = False", true),
        ("Tag: py3-none-any", true),
        ("Root-Is-Purelib: true", true),
        ("ELF", false),
        ("cp314", false),
    ] {
        assert_eq!(text.contains(part), is_there, "{part}");
    }
    // On any machine and at any time.
    assert_eq!(made(&other), bytes);
    let installs = lines(&one, "installs");
    let downloads = installs.iter().filter(|line| line.contains(" download "));
    assert!(
        downloads
            .into_iter()
            .any(|line| line.ends_with("PyYAML>=6")),
        "{installs:?}"
    );
}

#[test]
fn a_file_with_another_digest_is_not_installed() {
    let pip = "case \"$*\" in *--require-hashes*) echo 'THESE PACKAGES DO NOT MATCH THE HASHES' >&2; exit 1 ;; esac";
    let refusing = author(GOOD, pip, "echo it must not come to this; exit 1");
    let lock = {
        let first = with_index("2.0");
        first.runs(&["build"]).succeeds();
        fs::read_to_string(first.work().join("requirements.lock")).unwrap()
    };
    refusing.write("requirements.lock", lock);
    refusing.runs(&["build"]).fails(&[
        "requirements.lock cannot be installed",
        "DO NOT MATCH THE HASHES",
        "find out first",
    ]);
}
