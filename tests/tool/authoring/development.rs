//! The development loop of `try`, `test` and `dev`: an edit of a provider's source alone builds and compiles nothing.
//!
//! componentize-py is a script, which counts how often it runs.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::json;

use super::python::{GOOD, author};
use super::{Author, names};
use test_support::fake::guest::Guest;

/// An author whose componentize-py turns any source into this component. Compiled code is in a folder of the author.
struct Loop {
    author: Author,
}

impl Loop {
    fn new(guest: &Guest) -> Self {
        let author = author(GOOD, "", "");
        let module = author.directory.path().join("made.wasm");
        fs::write(&module, guest.build()).unwrap();
        author.has(
            "componentize-py",
            &format!(
                "echo built >> $HOME/built; for output; do :; done; /bin/cp {} $output",
                module.display()
            ),
        );
        Self { author }
    }

    /// How often componentize-py has run once the provider was tried.
    fn tries(&self) -> usize {
        self.tool(&["try", ".", "Thing", "label=one", "--preview"]);
        self.builds()
    }

    fn tool(&self, words: &[&str]) -> super::Ran {
        let mut command = self.author.command(words);
        command.env("PULUMI_WASM_CACHE_DIR", self.cache());
        super::Ran::of(&command.output().unwrap()).succeeds()
    }

    fn builds(&self) -> usize {
        let lines = fs::read_to_string(self.author.home().join("built")).unwrap();
        lines.lines().count()
    }

    fn cache(&self) -> PathBuf {
        self.author.directory.path().join("code")
    }

    /// The compiled code of components, without the seals at its end, which name the component.
    fn code(&self) -> Vec<Vec<u8>> {
        let [folder] = &names(&self.cache())[..] else {
            panic!("{:?}", names(&self.cache()))
        };
        let folder = self.cache().join(folder);
        let entries = names(&folder).into_iter();
        let read = |name: String| {
            let mut code = fs::read(folder.join(name)).unwrap();
            code.truncate(code.len() - 4096);
            code
        };
        entries.map(read).collect()
    }
}

#[test]
fn an_edit_of_the_source_alone_builds_and_compiles_nothing() {
    let author = Loop::new(&Guest::new().without_section().weighs(200));
    assert_eq!(author.tries(), 1);
    let folder = author.author.work().join(".pulumi-wasm/loop");
    let of = |name: &str| fs::read(folder.join(name)).unwrap();
    let (interpreter, first) = (of("interpreter.wasm"), of("acme.wasm"));
    let code = author.code();
    assert_eq!(code.len(), 2, "of the interpreter and of the component");
    assert_eq!(code[0], code[1]);

    author.author.write("acme.py", format!("{GOOD}# an edit\n"));
    assert_eq!(author.tries(), 1);
    let second = of("acme.wasm");
    assert_ne!(first, second);
    // Only the later sections differ.
    assert_eq!(interpreter, of("interpreter.wasm"));
    assert!(first.starts_with(&interpreter) && second.starts_with(&interpreter));
    let text = String::from_utf8_lossy(&second[interpreter.len()..]).into_owned();
    assert!(text.contains("# an edit"), "{text}");
    // The compiled code of the earlier component is removed; the interpreter's stays.
    assert_eq!(author.code(), code);
    // A published component differs from a component of the development loop.
    assert!(!author.author.work().join("acme.wasm").exists());
}

/// Files below a folder, and their bytes.
fn weight(folder: &Path) -> (usize, u64) {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap());
    entries.fold((0, 0), |(files, bytes), entry| {
        let metadata = entry.metadata().unwrap();
        if metadata.is_dir() {
            let (more, heavier) = weight(&entry.path());
            (files + more, bytes + heavier)
        } else {
            (files + 1, bytes + metadata.len())
        }
    })
}

#[test]
fn forty_edits_leave_what_one_leaves() {
    let author = Loop::new(&Guest::new().without_section().weighs(200));
    let edited = |number: usize| {
        let text = format!("{GOOD}# edit {number:02}\n");
        author.author.write("acme.py", text);
        assert_eq!(author.tries(), 1);
    };
    let weighed = || weight(author.author.directory.path());
    (0..2).for_each(edited);
    let (files, bytes) = weighed();
    (2..42).for_each(edited);
    let (more, heavier) = weighed();
    assert_eq!(more, files);
    let interpreter = author
        .author
        .work()
        .join(".pulumi-wasm/loop/interpreter.wasm");
    let one = fs::metadata(interpreter).unwrap().len();
    assert!(
        heavier < bytes + one / 2,
        "{bytes} and then {heavier}, of {one} each"
    );
}

#[test]
fn an_interpreter_is_built_again_for_a_module_that_it_lacks() {
    let author = Loop::new(&Guest::new().without_section());
    assert_eq!(author.tries(), 1);
    author.author.write(
        "acme.py",
        format!("import json\nfrom csv import reader\n{GOOD}"),
    );
    assert_eq!(author.tries(), 1);
    author
        .author
        .write("acme.py", format!("import wave\n{GOOD}"));
    assert_eq!(author.tries(), 2);
    // It contains more than the request asks for, which does no harm.
    author.author.write("acme.py", GOOD);
    assert_eq!(author.tries(), 2);
}

#[test]
fn a_provider_that_may_read_files_is_built_as_a_whole() {
    let author = Loop::new(&Guest::new().without_section());
    author
        .author
        .write("words.txt", "read while it is imported");
    assert_eq!(author.tries(), 1);
    assert!(author.author.work().join("acme.wasm").exists());
    assert!(
        !author
            .author
            .work()
            .join(".pulumi-wasm/loop/acme.wasm")
            .exists()
    );
}

#[test]
fn a_component_of_the_loop_is_not_published() {
    let author = Loop::new(&Guest::new().without_section());
    assert_eq!(author.tries(), 1);
    let folder = author.author.work();
    let of_loop = fs::read(folder.join(".pulumi-wasm/loop/acme.wasm")).unwrap();
    // No registry listens there.
    let words = ["push", "oci://localhost:1/acme/provider", "."];
    let mut push = author.author.command(&words);
    push.env("PULUMI_WASM_CACHE_DIR", author.cache());
    assert!(!push.output().unwrap().status.success());
    // The loop's interpreter, and then the whole component.
    assert_eq!(author.builds(), 2);
    assert_ne!(fs::read(folder.join("acme.wasm")).unwrap(), of_loop);
}

#[test]
fn the_current_sources_are_compared_with_the_component_that_was_built_before() {
    let author = Loop::new(&Guest::new().without_section());
    author.tool(&["build"]);
    let wider = Guest::new().manifest(|manifest| {
        let thing = &mut manifest["schema"]["resources"]["acme:index:Thing"];
        thing["inputProperties"]["size"] = json!({ "type": "integer" });
    });
    let wider = wider.without_section();
    let made = author.author.directory.path().join("made.wasm");
    fs::write(made, wider.build()).unwrap();
    author.author.write("acme.py", format!("{GOOD}# an edit\n"));
    let ran = author.tool(&["diff", "acme.wasm", "."]);
    ran.says(&["not breaking", "inputs.size: is new"]);
}

#[test]
fn a_component_that_was_built_and_is_current_is_tried_itself() {
    let author = Loop::new(&Guest::new().without_section());
    author.tool(&["build"]);
    assert_eq!(author.builds(), 1);
    assert_eq!(author.tries(), 1);
    assert!(!author.author.work().join(".pulumi-wasm/loop").exists());
}
