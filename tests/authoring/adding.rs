//! `add`: typed modules for resources of other packages, in projects of each language.

use std::fs;
use std::path::Path;

use super::Author;

const SCHEMA: &str = r#"{
  "name": "random",
  "resources": {
    "random:index/randomPet:RandomPet": {
      "description": "A name of a pet.",
      "inputProperties": { "length": { "type": "integer", "description": "How many words." } },
      "properties": { "prefix": { "type": "string" } }
    },
    "random:index/randomId:RandomId": {}
  }
}"#;

/// An author with a new provider of a language in the folder `acme`, and the schema.
fn author(language: &str) -> Author {
    let author = Author::new();
    author.runs(&["new", "--lang", language, "acme"]).succeeds();
    author.write("random.json", SCHEMA);
    author
}

const ADD: [&str; 8] = [
    "add",
    "random@4.18.0",
    "--schema",
    "random.json",
    "--project",
    "acme",
    "--resources",
    "RandomPet,RandomId",
];

#[test]
fn a_module_is_written_beside_the_source_of_each_language() {
    for (language, file, usage, has) in [
        (
            "rust",
            "acme/src/random.rs",
            [
                "in src/lib.rs",
                "mod random;",
                "uses: [random = \"4.18.0\"],",
            ],
            [
                "/// How many words.",
                "pub length: sdk::Input<Option<i64>>,",
            ],
        ),
        (
            "python",
            "acme/random_resources.py",
            [
                "in provider.py",
                "from random_resources import RandomId, RandomPet",
                "uses={\"random\": \"4.18.0\"}",
            ],
            [
                "\"\"\"How many words.\"\"\"",
                "length: NotRequired[int | sdk.Output[int | None] | None]",
            ],
        ),
        (
            "typescript",
            "acme/src/random.ts",
            [
                "in src/index.ts",
                "import { RandomId, RandomPet } from \"./random.js\";",
                "uses: { random: \"4.18.0\" },",
            ],
            [
                "/** How many words. */",
                "readonly length?: Input<number | undefined>;",
            ],
        ),
    ] {
        let author = author(language);
        author.runs(&ADD).succeeds().says(&usage);
        let read = || fs::read_to_string(author.work().join(file)).unwrap();
        let written = read();
        for part in has {
            assert!(written.contains(part), "{part} should be in\n{written}");
        }
        // The same command writes the same, and takes back what was changed.
        author.write(file, format!("{written}// changed\n"));
        author.runs(&ADD).succeeds();
        assert_eq!(read(), written);
        author.write(file, "of a person\n");
        author
            .runs(&ADD)
            .fails(&[file, "did not write it", "-o FILE"]);
        assert_eq!(read(), "of a person\n");
    }
}

#[test]
fn a_module_of_a_package_in_python_is_in_the_package() {
    let author = author("python");
    let folder = author.work().join("acme");
    fs::create_dir(folder.join("provider")).unwrap();
    fs::rename(
        folder.join("provider.py"),
        folder.join("provider/__init__.py"),
    )
    .unwrap();
    author.runs(&ADD).succeeds().says(&[
        "in provider/__init__.py",
        "from .random_resources import RandomId, RandomPet",
    ]);
    assert!(Path::new(&folder.join("provider/random_resources.py")).is_file());
}
