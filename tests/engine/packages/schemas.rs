//! The schemas that the host emits, judged by Pulumi's own code: its metaschema, its binder, its code generators, and
//! the compilers of the languages that these generate for.

mod odd;

use std::fs;
use std::path::Path;

use pulumi_wasm_core::schema::{Language, sdk_faults};
use pulumi_wasm_packages::DOWNLOAD_URL;
use serde_json::{Value, json};

use super::bundle::bundled;
use crate::documentation::start;
use test_support::fake::guest::Guest;
use test_support::fake::scene::Scene;
use test_support::fake::steps::Step;
use test_support::pulumi::engine::{Engine, VERSION};
use test_support::pulumi::sdks::Sdks;
use test_support::pulumi::stack::Stack;

/// The examples, and after them the packages that refer to them.
const PACKAGES: [&str; 7] = [
    "hello",
    "random",
    "powerdns",
    "site",
    "website",
    "everything",
    "odd",
];

/// The schemas of the packages, as the engine got them.
struct Schemas {
    stack: Stack,
    documents: Vec<Value>,
}

impl Schemas {
    fn new() -> Self {
        let stack = Engine::stack("schemas")
            .component("hello")
            .component("random")
            .component("powerdns")
            .component("site")
            .component("website")
            .create();
        let mut documents = Vec::new();
        for package in PACKAGES {
            let file = format!("./{package}.wasm");
            let written = match package {
                "everything" => Some(everything(&documents)),
                "odd" => Some(odd::component()),
                _ => None,
            };
            if let Some(component) = written {
                fs::write(stack.project.join(&file), component).unwrap();
            }
            documents.push(stack.package_schema(&[&file]));
        }
        Self { stack, documents }
    }

    /// A part of a package's schema, by its JSON pointer.
    fn part(&mut self, package: &str, pointer: &str) -> &mut Value {
        let mut documents = self.documents.iter_mut();
        let document = documents.find(|document| document["name"] == package);
        let part = document.unwrap().pointer_mut(&format!("/{pointer}"));
        part.unwrap_or_else(|| panic!("{package} has no {pointer}"))
    }

    /// Removes the parts that a generator fails for.
    fn without(&mut self, package: &str, within: &str, name: &str) {
        let members = self.part(package, within).as_object_mut().unwrap();
        assert!(members.remove(name).is_some(), "{package} {name}");
    }

    fn sdks(&self) -> Sdks {
        Sdks::of(self.stack.path().join("sdks"), &self.documents)
    }
}

/// A component in a module, which refers to itself and to another resource there.
const NETWORK: &str = "everything:routes/network:Network";

/// A part of that component, as a JSON pointer.
fn of_network(part: &str) -> String {
    format!("resources/{}/{part}", escaped(NETWORK))
}

/// A name as a part of a JSON pointer.
fn escaped(name: &str) -> String {
    name.replace('/', "~1")
}

/// The manifest of the component that uses everything, without the packages that it refers to.
fn manifest() -> Value {
    let file =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/engine/packages/schemas/everything.json");
    serde_json::from_str(&fs::read_to_string(file).unwrap()).unwrap()
}

/// A component that uses all that a schema can say, among it types of other packages that are components too.
fn everything(others: &[Value]) -> Vec<u8> {
    let dependencies = others.iter().map(|schema| {
        json!({
            "name": "wasm",
            "version": VERSION,
            "parameterization": {
                "name": schema["name"],
                "version": schema["version"],
                "value": schema["parameterization"]["parameter"],
            },
        })
    });
    let dependencies: Vec<Value> = dependencies.collect();
    Guest::new()
        // For the world of components.
        .does("construct", [Step::Crash])
        .manifest(|document| {
            *document = manifest();
            document["schema"]["dependencies"] = dependencies.into();
        })
        .build()
}

/// The schema as the host gives it, before the engine has understood it.
async fn emitted(component: &[u8]) -> Value {
    let scene = Scene::new().await;
    scene.write("component.wasm", component);
    let plugin = scene.launch().await;
    let mut words = vec!["./component.wasm"];
    for variable in ["EVERYTHING_REGION", "ACME_REGION", "EVERYTHING_COUNT"] {
        words.extend(["--allow-env", variable]);
    }
    plugin.parameterize(&words).await.unwrap();
    plugin.schema().await
}

/// That schema without the parts that generators do not get: the names of packages, and addresses that a generator
/// fetches.
fn passed(mut written: Value) -> Value {
    let languages = &mut written["language"];
    for (language, key) in [
        ("nodejs", "packageName"),
        ("python", "packageName"),
        ("go", "importBasePath"),
    ] {
        let said = languages[language].as_object_mut().unwrap();
        assert!(said.remove(key).is_some(), "{language} {key}");
    }
    // The host adds this, because an SDK for Go with lists of resources does not compile otherwise.
    languages["go"]["generateResourceContainerTypes"] = true.into();
    let picture = written.as_object_mut().unwrap().remove("logoUrl");
    assert!(picture.is_some());
    // The types of other packages are any types.
    let gate = &mut written["resources"]["everything:routes/gate:Gate"]["inputProperties"];
    gate["greeting"]["$ref"] = "pulumi.json#/Any".into();
    gate["comments"]["items"]["$ref"] = "pulumi.json#/Any".into();
    written
}

#[tokio::test]
async fn every_schema_follows_the_metaschema_and_binds() {
    let schemas = Schemas::new();
    let mut documents = Vec::new();
    for package in PACKAGES {
        let component = schemas.stack.project.join(format!("{package}.wasm"));
        documents.push(emitted(&fs::read(component).unwrap()).await);
    }
    Sdks::of(schemas.stack.path().join("emitted"), &documents).are_valid();
}

#[tokio::test]
async fn a_schema_loses_nothing_of_its_manifest() {
    let others: [Value; 0] = [];
    let mut emitted = emitted(&everything(&others)).await;
    let parameterization = emitted.as_object_mut().unwrap().remove("parameterization");
    assert_eq!(
        parameterization.unwrap()["baseProvider"],
        json!({ "name": "wasm", "version": VERSION })
    );
    let address = emitted.as_object_mut().unwrap().remove("pluginDownloadURL");
    assert_eq!(address.unwrap(), DOWNLOAD_URL);
    assert_eq!(emitted, passed(manifest()["schema"].take()));
}

/// Pulumi's generator for Node.js imports a component into the file that declares it, if it refers to itself.
#[test]
fn sdks_for_typescript_compile_but_for_a_known_fault_of_pulumi() {
    let mut schemas = Schemas::new();
    for side in ["inputProperties", "properties"] {
        schemas.without("everything", &of_network(side), "inner");
    }
    schemas.sdks().nodejs(&[]);
}

/// Pulumi's generator for Python lets two files of a module import each other, if a component refers to a resource in
/// it.
#[test]
fn sdks_for_python_are_installed_and_imported_but_for_a_known_fault_of_pulumi() {
    let mut schemas = Schemas::new();
    let result = format!(
        "functions/{}/outputs/properties/gates/items",
        escaped(&format!("{NETWORK}/describe"))
    );
    for gate in [
        &of_network("inputProperties/first"),
        &of_network("properties/gates/items"),
        &result,
    ] {
        schemas.part("everything", gate)["$ref"] =
            "#/resources/everything:index/thing:Thing".into();
    }
    let sdks = schemas.sdks();
    sdks.python();
    sdks.python_imports(&[
        "pulumi_hello",
        "pulumi_random",
        "pulumi_powerdns",
        "pulumi_site",
        "pulumi_website",
        "acme_everything",
        "pulumi_odd",
    ]);
}

/// Generators drop the code blocks of all languages but their own. Import instructions are for users of every language.
#[test]
fn examples_of_imports_are_in_the_sdk_of_each_language() {
    let stack = Engine::stack("schemas-imports")
        .component("random")
        .create();
    let document = stack.package_schema(&["./random.wasm"]);
    let sdks = Sdks::of(stack.path().join("made"), &[document]);
    for (language, file) in [
        ("nodejs", "randomString.ts"),
        ("python", "pulumi_random/random_string.py"),
        ("go", "random/randomString.go"),
    ] {
        let place = stack.path().join(language);
        sdks.lay_down(language, &place);
        let code = fs::read_to_string(place.join(file)).unwrap();
        assert!(code.contains("## Import"), "{language}: {code}");
        assert!(code.contains("options: { import: k3x9w }"), "{language}");
    }
}

/// The parameter of each language's SDK is in its code and, for tools, in a file beside it: both are read.
#[test]
fn grants_are_read_in_the_sdks_that_pulumi_generates() {
    let stack = Engine::stack("schemas-grants").component("hello").create();
    let flags = [
        "--",
        "--allow-net",
        "*.example.com",
        "--limit",
        "memory=2GiB",
    ];
    let document = stack.package_schema(&[&["./hello.wasm"], &flags[..]].concat());
    let sdks = Sdks::of(stack.path().join("made"), &[document]);
    for (language, files) in [
        ("nodejs", ["package.json", "utilities.ts"]),
        ("python", ["pulumi-plugin.json", "_utilities.py"]),
        ("go", ["pulumi-plugin.json", "pulumiUtilities.go"]),
    ] {
        let place = stack.project.join("sdks/hello");
        sdks.lay_down(language, &place);
        let (_, found) = stack.grants();
        let [package] = found["packages"].as_array().unwrap().as_slice() else {
            panic!("{language}: {found}");
        };
        assert_eq!(package["net"], json!(["*.example.com"]), "{language}");
        assert_eq!(package["limits"]["memory"], 2_u64 << 30, "{language}");
        let mut names: Vec<&str> = package["foundIn"]
            .as_array()
            .unwrap()
            .iter()
            .map(|place| place["file"].as_str().unwrap().rsplit('/').next().unwrap())
            .collect();
        names.sort_unstable();
        let mut files = files;
        files.sort_unstable();
        assert_eq!(names, files, "{language}: {found}");
        fs::remove_dir_all(place).unwrap();
    }
}

/// Names of all kinds: the build has to know how the generators convert them.
const ODD_NAMES: [&str; 23] = [
    "a",
    "fooBar",
    "FOO",
    "foo_baz",
    "SHA256Hash",
    "HTTPServers",
    "IPs",
    "x1",
    "aB2c",
    "class",
    "None",
    "default",
    "t2.micro",
    "us-east-1",
    "HTTP/1.1",
    "$dollar",
    "10",
    "7",
    "*",
    "a+b",
    "-x",
    "über",
    "_private",
];

#[test]
fn names_in_sdks_are_those_that_the_build_expects() {
    let values: Vec<Value> = ODD_NAMES
        .iter()
        .map(|name| json!({ "value": name }))
        .collect();
    let is_property = |name: &&&str| {
        let mut letters = name.chars();
        letters
            .next()
            .is_some_and(|first| first.is_ascii_alphabetic())
            && letters.all(|letter| letter.is_ascii_alphanumeric() || letter == '_')
    };
    let names: Vec<&str> = ODD_NAMES.iter().filter(is_property).copied().collect();
    let properties: Value = names
        .iter()
        .map(|name| ((*name).to_owned(), json!({ "type": "string" })))
        .collect();
    let level = json!({ "$ref": "#/types/odd:index/level:Level" });
    let odd = json!({
        "name": "odd",
        "version": "1.0.0",
        "meta": { "moduleFormat": "(.*)(?:/[^/]*)" },
        "types": { "odd:index/level:Level": { "type": "string", "enum": values } },
        "resources": { "odd:index/thing:Thing": { "inputProperties": properties, "properties": properties } },
        "functions": { "odd:index/look:look": {
            "inputs": { "type": "object", "properties": { "level": level } },
            "outputs": { "type": "object", "properties": { "level": level } },
        } },
    });
    assert_eq!(sdk_faults(&odd, &Language::ALL), []);
    let folder = Engine::stack("schemas-names").create();
    let sdks = Sdks::of(folder.path().join("made"), &[odd]);
    for (language, word, enums, resource) in [
        (
            Language::NodeJs,
            "nodejs",
            "types/enums/index.ts",
            "thing.ts",
        ),
        (
            Language::Python,
            "python",
            "pulumi_odd/_enums.py",
            "pulumi_odd/thing.py",
        ),
        (Language::Go, "go", "odd/pulumiEnums.go", "odd/thing.go"),
    ] {
        let place = folder.path().join(word);
        sdks.lay_down(word, &place);
        let words = |file: &str| -> Vec<String> {
            let code = fs::read_to_string(place.join(file)).unwrap();
            let is_end = |letter: char| !(letter.is_alphanumeric() || matches!(letter, '_' | '$'));
            code.split(is_end).map(str::to_owned).collect()
        };
        let (members, fields) = (words(enums), words(resource));
        for name in ODD_NAMES {
            let expected = language.enum_member(name, "Level").unwrap();
            assert!(
                members.contains(&expected),
                "{word}: {name} is not {expected}"
            );
        }
        for name in &names {
            let expected = language.property(name);
            assert!(
                fields.contains(&expected),
                "{word}: {name} is not {expected}"
            );
        }
    }
}

/// A schema that the build refuses has no SDK, so that a refusal is not too much.
#[test]
fn names_that_the_build_refuses_have_no_sdk() {
    let odd = |values: [&str; 2]| {
        let values = values.map(|value| json!({ "value": value }));
        let level = json!({ "$ref": "#/types/odd:index:Level" });
        json!({
            "name": "odd",
            "version": "1.0.0",
            "types": { "odd:index:Level": { "type": "string", "enum": values } },
            "resources": { "odd:index:Thing": { "inputProperties": { "level": level }, "properties": { "level": level } } },
        })
    };
    let folder = Engine::stack("schemas-refused").create();
    for (index, values) in [["", "x"], ["a", "A"], ["get", "GET"], ["10", "-10"]]
        .into_iter()
        .enumerate()
    {
        let document = odd(values);
        let faults = sdk_faults(&document, &[Language::Python]);
        assert!(!faults.is_empty(), "{values:?}");
        let sdks = Sdks::of(folder.path().join(format!("made-{index}")), &[document]);
        let place = folder.path().join(format!("python-{index}"));
        sdks.lay_down("python", &place);
        let enums = place.join("pulumi_odd/_enums.py");
        let code = fs::read_to_string(enums).unwrap();
        let members: Vec<&str> = code
            .lines()
            .filter_map(|line| line.split_once(" = \""))
            .map(|(name, _)| name.trim())
            .collect();
        assert!(
            members.len() == 2 && (members[0] == members[1] || members.contains(&"")),
            "{code}"
        );
    }
}

/// The SDK of a bundle has no parameter: Pulumi finds the plugin by the address.
#[test]
fn sdks_of_a_bundle_name_the_address_of_the_plugin() {
    const ADDRESS: &str = "https://example.com/v${VERSION}";
    let stack = bundled("schemas-bundle");
    let schema = stack.run(&["package", "get-schema", "hello"]).succeeds();
    let schema: Value = serde_json::from_str(&schema.stdout).unwrap();
    let sdks = Sdks::of(stack.path().join("made"), &[schema]);
    for (language, expected) in [
        ("nodejs", ["package.json", "utilities.ts"]),
        ("python", ["_utilities.py", "pulumi-plugin.json"]),
        ("go", ["pulumi-plugin.json", "pulumiUtilities.go"]),
    ] {
        let place = stack.path().join(language);
        sdks.lay_down(language, &place);
        let mut found = Vec::new();
        files_with(&place, ADDRESS, &mut found);
        for file in expected {
            assert!(
                found.iter().any(|name| name == file),
                "{language}: {found:?}"
            );
        }
        let mut parameters = Vec::new();
        files_with(&place, "parameterization", &mut parameters);
        assert_eq!(parameters, [""; 0], "{language}");
    }
}

/// The names of the files below a folder that have this text.
fn files_with(folder: &Path, text: &str, found: &mut Vec<String>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files_with(&path, text, found);
        } else if fs::read_to_string(&path).is_ok_and(|content| content.contains(text)) {
            found.push(path.file_name().unwrap().to_str().unwrap().to_owned());
        }
    }
}

/// Pulumi's generator for Go returns nil for a bare number or text, and too much for a method without a result. The
/// generator does not import a configuration's enumeration.
#[test]
fn sdks_for_go_and_the_program_of_the_page_pass_vet_but_for_known_faults_of_pulumi() {
    let mut schemas = Schemas::new();
    schemas.without("everything", "functions", "everything:index/add:add");
    schemas.without("everything", "config/variables", "level");
    let close = format!("{NETWORK}/close");
    schemas.without("everything", "functions", &close);
    schemas.without("everything", &of_network("methods"), "close");
    schemas.without("site", "functions", "site:index:slug");
    let programs = start::blocks(&start::page(), "go");
    assert_eq!(programs.len(), 1);
    schemas.sdks().go(&programs[0]);
}
