//! `add`: typed modules for resources of other packages, in projects of each language.

use std::fs;
use std::path::Path;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use pulumi_wasm_packages::Digest;

use super::Author;
use test_support::fake::guest::Guest;

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

/// An author with a new provider in the folder `acme`, in this language, and with the file `random.json`, a schema.
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
                ".package(Package::new(\"random\").version(\"4.18.0\"))",
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
                "packages={\"random\": \"4.18.0\"}",
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
                "packages: { random: \"4.18.0\" },",
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
        // The same command writes the same module, and undoes edits.
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

/// The languages, each with the provider's source, its folder, and the ending of a module.
const PLACES: [(&str, &str, &str, &str); 3] = [
    ("rust", "src/lib.rs", "acme/src", "rs"),
    ("python", "provider.py", "acme", "py"),
    ("typescript", "src/index.ts", "acme/src", "ts"),
];

#[test]
fn resources_that_a_second_command_leaves_out_are_told() {
    for (language, ..) in PLACES {
        let author = author(language);
        let told = "the file would lose `random:index/randomPet:RandomPet`: name all resources in one command";
        let is_told = |ran: &super::Ran| ran.output.contains(told);
        assert!(!is_told(&author.runs(&ADD).succeeds()), "{language}");
        let fewer = [&ADD[..7], &["RandomId"]].concat();
        let ran = author.runs(&fewer).succeeds();
        ran.says(&[&format!("note: {told}")]);
        assert!(!ran.output.contains("RandomId` is no longer"), "{language}");
        assert!(!is_told(&author.runs(&fewer).succeeds()), "{language}");
    }
}

#[test]
fn the_printed_package_has_the_parameter_of_its_schema_and_no_address() {
    const PARAMETERIZED: &str = r#"{
      "name": "powerdns",
      "pluginDownloadURL": "https://plugins.example",
      "parameterization": { "baseProvider": { "name": "wasm", "version": "0.1.0" }, "parameter": "eyJ2IjoxfQ==" },
      "resources": { "powerdns:index:Zone": {} }
    }"#;
    for (language, usage) in [
        (
            "rust",
            &[
                ".package(Package::new(\"powerdns\").version(\"0.3.0\").plugin(\"wasm\")\
                 .plugin_version(\"0.1.0\").parameter(\"eyJ2IjoxfQ==\"))",
            ][..],
        ),
        (
            "python",
            &[
                "in provider.py\n  from pulumi_wasm_provider import Package\n",
                "packages={\"powerdns\": Package(version=\"0.3.0\", plugin=\"wasm\", \
                 plugin_version=\"0.1.0\", parameter=\"eyJ2IjoxfQ==\")}",
            ][..],
        ),
        (
            "typescript",
            &[
                "packages: { powerdns: { version: \"0.3.0\", parameter: { plugin: \"wasm\", \
                 version: \"0.1.0\", value: \"eyJ2IjoxfQ==\" } } },",
            ][..],
        ),
    ] {
        let author = author(language);
        author.write("powerdns.json", PARAMETERIZED);
        let add = |package: &str, schema: &str, resource: &str| {
            let words = ["add", package, "--schema", schema, "--project", "acme"];
            let words = [&words[..], &["--resources", resource]].concat();
            author.runs(&words).succeeds()
        };
        let ran = add("powerdns@0.3.0", "powerdns.json", "Zone");
        ran.says(usage);
        // A component's schema contains no parameter, and needs one unless the component is in a bundle.
        let note = "`pulumi package get-schema wasm ./my.wasm` prints it below `parameterization`";
        assert!(!ran.output.contains(note), "{}", ran.output);
        let ran = add("./my.wasm", "powerdns.json", "Zone");
        assert!(!ran.output.contains(note), "{}", ran.output);
        add("./my.wasm", "random.json", "RandomPet").says(&[
            "note: `packages` needs the parameter of the package, unless it is a bundle",
            note,
        ]);
    }
}

/// Such a package has a parameter in the schema that programs get, and only there.
#[test]
fn the_printed_package_of_a_component_file_names_its_build() {
    let component = Guest::new().build();
    let digest = Digest::of(&component);
    let value = format!(
        "{{\"v\":1,\"name\":\"acme\",\"version\":\"1.2.3\",\"components\":[{{\"sha256\":\"{}\",\"path\":\"acme.wasm\"}}]}}",
        digest.hex()
    );
    let value = BASE64_STANDARD.encode(value);
    for (language, ..) in PLACES {
        let author = author(language);
        fs::create_dir(author.work().join("components")).unwrap();
        fs::write(author.work().join("components/acme.wasm"), &component).unwrap();
        let words = ["add", "components/acme.wasm", "--resources", "Thing"];
        let ran = author.runs(&[&words[..], &["--project", "acme"]].concat());
        ran.succeeds().says(&[
            &value,
            "note: `packages` names this very build, without grants",
        ]);
    }
}

#[test]
fn a_module_elsewhere_is_told_with_its_place_and_names() {
    for (language, source, folder, ending) in PLACES {
        let author = author(language);
        author.write("acme/other/README.md", "");
        let imports = ["mod pets;", "from pets import", "./pets.js"];
        let add = |file: &str| author.runs(&[&ADD[..], &["-o", file]].concat()).succeeds();
        let ran = add(&format!("{folder}/pets.{ending}"));
        let is_import = imports.iter().any(|import| ran.output.contains(import));
        assert!(is_import, "{}", ran.output);
        for file in [
            format!("acme/other/pets.{ending}"),
            format!("{folder}/pets.text"),
        ] {
            let ran = add(&file);
            ran.says(&[&format!(
                "{file} is not a module beside {source}: import from it\n  RandomId, RandomPet\n"
            )]);
            let is_import = imports.iter().any(|import| ran.output.contains(import));
            assert!(!is_import, "{}", ran.output);
        }
    }
}
