//! Tables compared with their manifests, complete and damaged.

use std::fs;
use std::path::PathBuf;
use std::time::{Duration, SystemTime};

use proptest::prelude::*;
use pulumi_wasm_core::manifest::Hook;
use pulumi_wasm_core::schema::{check, no_environment};
use serde_json::{Value, json};
use strategies::{known_properties, package_document};

use crate::store::manifest_index::*;

/// Schemas and values as the tests of the core make them up.
#[path = "../../../../core/src/schema/testing"]
mod strategies {
    use pulumi_wasm_core::schema::PackageSchema;
    use pulumi_wasm_core::value::{Asset, AssetContent, PropertyMap, PropertyValue};

    #[allow(dead_code, reason = "the core's tests use the rest")]
    mod random;

    pub(super) use random::{known_properties, package_document};
}

const THING: &str = "acme:index:Thing";
const EVERY_KEY: &str = include_str!("../../../../../tests/interface/manifests/1.json");

/// A store with one entry that has this manifest.
struct Scene {
    _folder: tempfile::TempDir,
    store: Store,
    digest: Digest,
}

impl Scene {
    fn new(manifest: &str) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let store = Store::new(folder.path().join("store"));
        let digest = Digest::of(b"component");
        store
            .put(&digest, b"component", manifest)
            .expect("it is written");
        Self {
            _folder: folder,
            store,
            digest,
        }
    }

    fn entry(&self) -> OpenEntry {
        let entry = self.store.open(&self.digest).expect("the store");
        entry.expect("the entry")
    }

    fn manifest(&self) -> Manifest {
        let found = manifest(&self.store, &self.digest, &self.entry());
        found
            .expect("the store")
            .expect("a text")
            .expect("a manifest")
    }

    fn folder(&self) -> PathBuf {
        self.entry().folder().path().to_owned()
    }

    /// The only file with tables.
    fn tables(&self) -> PathBuf {
        let files = fs::read_dir(self.folder()).expect("the entry");
        let paths = files.map(|file| file.expect("a file").path());
        let mut tables = paths.filter(|path| path.to_string_lossy().contains("/tables"));
        let found = tables.next().expect("tables");
        assert_eq!(tables.next(), None);
        found
    }
}

/// Read like a start reads it.
fn manifest(
    store: &Store,
    digest: &Digest,
    entry: &OpenEntry,
) -> Result<Option<Result<Manifest, ManifestError>>, SourceError> {
    match kept(store, digest, entry) {
        Some(manifest) => Ok(Some(Ok(manifest))),
        None => judged(entry),
    }
}

/// Asks for everything, and compares the result with the manifest that was read as a whole.
fn assert_same(found: &Manifest, whole: &Manifest) {
    for (token, resource) in whole.schema.resources.iter() {
        let (name, read) = found.resource(token).expect("readable").expect("there");
        assert_eq!(name, token);
        assert_eq!(format!("{read:?}"), format!("{resource:?}"));
        for (_, hook) in Hook::of_resources() {
            assert_eq!(
                found.resource_has(token, hook),
                whole.resource_has(token, hook)
            );
        }
    }
    for (token, function) in whole.schema.functions.iter() {
        let read = found
            .function_schema(token)
            .expect("readable")
            .expect("there");
        assert_eq!(format!("{read:?}"), format!("{function:?}"));
        assert_eq!(found.function(token), whole.function(token));
    }
    for object in found.schema.types.objects() {
        let mut all = whole.schema.types.objects();
        let same = all
            .find(|other| other.token == object.token)
            .expect("there");
        assert_eq!(format!("{object:?}"), format!("{same:?}"));
    }
    assert_eq!(
        format!("{:?}", found.schema.config),
        format!("{:?}", whole.schema.config)
    );
    assert_eq!(
        (&found.sdk, &found.permissions),
        (&whole.sdk, &whole.permissions)
    );
    for hook in [Hook::Configure, Hook::CheckConfig] {
        assert_eq!(found.provider_has(hook), whole.provider_has(hook));
    }
    let [read, expected] = [found, whole].map(|manifest| manifest.documents().expect("readable"));
    assert_eq!(read.schema.to_string(), expected.schema.to_string());
    assert_eq!(read.mappings, expected.mappings);
}

#[test]
fn a_manifest_with_every_key_comes_back_as_it_was() {
    let scene = Scene::new(EVERY_KEY);
    let whole = Manifest::parse(EVERY_KEY).expect("a manifest");
    assert_same(&scene.manifest(), &whole);
    let tables = fs::read(scene.tables()).expect("tables");
    assert_same(&scene.manifest(), &whole);
    assert_eq!(fs::read(scene.tables()).expect("tables"), tables);
    let read = scene.manifest();
    assert!(
        read.resource("acme:index:Other")
            .expect("readable")
            .is_none()
    );
    assert!(
        read.schema.resources.get(THING).is_none(),
        "nobody asked for it"
    );
}

#[test]
fn of_many_types_those_are_read_that_a_call_asks_for() {
    let types: serde_json::Map<String, Value> = (0..2000)
        .map(|index| {
            let next = format!(
                "#/types/acme:index:T{}",
                (index + 1) % 1000 + index / 1000 * 1000
            );
            let object = json!({ "type": "object", "properties": { "next": { "$ref": next } } });
            (format!("acme:index:T{index}"), object)
        })
        .collect();
    let thing = |index: usize| json!({ "inputProperties": { "to": { "$ref": format!("#/types/acme:index:T{index}") } } });
    let resources: serde_json::Map<String, Value> = (0..2)
        .map(|index| (format!("acme:index:R{index}"), thing(index * 1000)))
        .collect();
    let hooks = json!({ "hooks": ["create"] });
    let text = json!({
        "manifest": 1,
        "schema": { "name": "acme", "version": "1.0.0", "types": types, "resources": resources },
        "resources": { "acme:index:R0": hooks, "acme:index:R1": hooks },
    });
    let scene = Scene::new(&text.to_string());
    scene.manifest();
    let read = scene.manifest();
    assert_eq!(read.schema.types.objects().count(), 0);
    read.resource("acme:index:R1").expect("readable");
    // A circle of a thousand types that all exist.
    assert_eq!(read.schema.types.objects().count(), 1000);
    assert!(read.schema.resources.get("acme:index:R0").is_none());
}

#[test]
fn tables_that_are_damaged_are_made_anew_of_the_manifest() {
    let scene = Scene::new(EVERY_KEY);
    let whole = scene.manifest();
    let path = scene.tables();
    let good = fs::read(&path).expect("tables");
    let holds = |damaged: &[u8], what: &str| {
        fs::write(&path, damaged).expect("a file");
        assert_same(&scene.manifest(), &whole);
        assert!(
            fs::read(&path).expect("tables") == good,
            "{what} was left as it was"
        );
    };
    for position in (0..good.len()).step_by(23) {
        let mut flipped = good.clone();
        flipped[position] ^= 1 << (position % 8);
        holds(&flipped, &format!("a flipped bit at {position}"));
    }
    for length in (0..good.len()).step_by(97) {
        holds(&good[..length], &format!("a cut at {length}"));
        let mut zeros = good.clone();
        zeros[length..].fill(0);
        holds(&zeros, &format!("zeros from {length}"));
    }
}

#[test]
fn a_manifest_that_cannot_be_read_either_is_said() {
    let scene = Scene::new(EVERY_KEY);
    scene.manifest();
    let read = scene.manifest();
    let tables = scene.tables();
    let mut bytes = fs::read(&tables).expect("tables");
    let entries = bytes.len() / 2;
    bytes[entries..].fill(0);
    fs::write(&tables, bytes).expect("a file");
    let damaged = scene.manifest();
    fs::write(scene.folder().join("manifest.json"), "{}").expect("a file");
    let error = damaged.resource(THING).expect_err("nothing is there");
    assert!(error.reason.contains(scene.digest.hex()), "{error}");
    assert!(
        error.hint.contains("run the command again"),
        "{}",
        error.hint
    );
    // A reader that opened the tables before the damage can still read them.
    assert!(read.resource(THING).expect("readable").is_some());
    assert!(read.documents().is_err());
}

#[test]
fn tables_of_a_text_that_changed_go_when_the_text_is_read_and_the_next_start_judges_it() {
    let changed = EVERY_KEY.replace("1.4.0", "1.4.1");
    let zeros = "\0".repeat(EVERY_KEY.len());
    let no_text = vec![0xff; EVERY_KEY.len()];
    assert!(changed != EVERY_KEY);
    for text in [changed.as_bytes(), zeros.as_bytes(), &no_text] {
        assert_eq!(text.len(), EVERY_KEY.len());
        let scene = Scene::new(EVERY_KEY);
        scene.manifest();
        let good = fs::read(scene.tables()).expect("tables");
        fs::write(scene.folder().join("manifest.json"), text).expect("a file");
        // A start does not read the text.
        let started = scene.manifest();
        assert!(started.resource(THING).expect("readable").is_some());
        let error = started.documents().expect_err("another text");
        let expected = if text == no_text {
            "it is not text"
        } else {
            "its content has changed"
        };
        assert!(error.reason.contains(expected), "{error}");
        assert!(
            error.hint.contains("run the command again"),
            "{}",
            error.hint
        );
        assert!(!scene.folder().join(file::NAME).exists());
        let judged = manifest(&scene.store, &scene.digest, &scene.entry()).expect("the store");
        match judged {
            None => assert_eq!(text, no_text),
            Some(Err(_)) => assert_eq!(text, zeros.as_bytes()),
            Some(Ok(manifest)) => {
                let text = std::str::from_utf8(text).expect("a text");
                assert_same(&manifest, &Manifest::parse(text).expect("a manifest"));
                assert_same(&scene.manifest(), &manifest);
                assert!(fs::read(scene.tables()).expect("tables") != good);
            }
        }
    }
}

#[test]
fn a_damaged_part_is_not_taken_from_another_text_of_the_same_length() {
    let scene = Scene::new(EVERY_KEY);
    scene.manifest();
    let path = scene.tables();
    let mut bytes = fs::read(&path).expect("tables");
    let entries = bytes.len() / 2;
    bytes[entries..].fill(0);
    fs::write(&path, bytes).expect("a file");
    let damaged = scene.manifest();
    let changed = EVERY_KEY.replace("1.4.0", "1.4.1");
    fs::write(scene.folder().join("manifest.json"), &changed).expect("a file");
    let error = damaged.resource(THING).expect_err("another text");
    assert!(error.reason.contains("its content has changed"), "{error}");
    assert!(!path.exists());
    let whole = Manifest::parse(&changed).expect("a manifest");
    assert_same(&scene.manifest(), &whole);
}

#[test]
fn tables_of_another_text_are_made_anew_where_the_text_is_at_hand() {
    let scene = Scene::new(EVERY_KEY);
    let changed = EVERY_KEY.replace("1.4.0", "1.4.1");
    let other = Manifest::parse(&changed).expect("a manifest");
    file::write(&scene.entry(), &other, &changed);
    let whole = Manifest::parse(EVERY_KEY).expect("a manifest");
    make(&scene.entry(), &whole, EVERY_KEY);
    assert_same(&scene.manifest(), &whole);
}

#[test]
fn tables_of_another_build_or_manifest_are_not_taken() {
    let scene = Scene::new(EVERY_KEY);
    let whole = scene.manifest();
    let path = scene.tables();
    let good = fs::read(&path).expect("tables");
    let build = env!("TABLES_BUILD").as_bytes();
    let at = good.windows(build.len()).position(|bytes| bytes == build);
    let at = at.expect("the build");
    // A start sees only the length of the text, and not its checksum.
    for position in [at, at + build.len()] {
        let mut other = good.clone();
        other[position] ^= 1;
        // Whole, by the checksum in front of it.
        let prefix = layout::prefix_length(&good[..layout::FIXED], EVERY_KEY.len() as u64);
        let sum = crc32fast::hash(&other[at..prefix.expect("a prefix")]);
        other[at - 4..at].copy_from_slice(&sum.to_le_bytes());
        fs::write(&path, other).expect("a file");
        assert_same(&scene.manifest(), &whole);
        assert_eq!(fs::read(&path).expect("tables"), good);
    }
}

#[test]
fn what_an_unfinished_writer_left_goes_after_a_while_and_old_builds_go() {
    let scene = Scene::new(EVERY_KEY);
    let unfinished = scene.folder().join(format!("{}.1.0.tmp", file::NAME));
    fs::write(&unfinished, "half").expect("a file");
    let has_tables = || scene.folder().join(file::NAME).exists();
    scene.manifest();
    assert!(has_tables() && unfinished.exists(), "two writers");
    fs::remove_file(scene.folder().join(file::NAME)).expect("it was there");
    for build in 0..9 {
        let old = fs::File::create(scene.folder().join(format!("tables-{build}")));
        let time = SystemTime::now() - Duration::from_secs(1000 - build);
        old.expect("a file").set_modified(time).expect("a time");
    }
    let file = fs::File::open(&unfinished).expect("a file");
    let time = SystemTime::now() - Duration::from_secs(2 * 60 * 60);
    file.set_modified(time).expect("a time");
    scene.manifest();
    assert!(has_tables() && !unfinished.exists());
    let left = (0..9).filter(|build| scene.folder().join(format!("tables-{build}")).exists());
    assert_eq!(left.collect::<Vec<_>>(), [6, 7, 8]);
}

#[test]
fn made_up_schemas_are_the_same_read_one_by_one() {
    // The reader would reject this manifest: the result comes from the tables.
    let scene = Scene::new("none");
    let entry = scene.entry();
    proptest!(ProptestConfig::with_cases(200), |(
        document in package_document(),
        inputs in known_properties(),
    )| {
        let text = json!({
            "manifest": 1,
            "schema": document,
            "resources": { THING: { "hooks": ["create"] } },
        });
        let whole = Manifest::parse(&text.to_string()).expect("a manifest");
        file::write(&entry, &whole, "none");
        let read = scene.manifest();
        let checked = [&read, &whole].map(|manifest| {
            let (_, thing) = manifest.resource(THING).expect("readable").expect("there");
            check(&manifest.schema, &thing.inputs, inputs.clone(), &no_environment)
        });
        prop_assert_eq!(format!("{:?}", checked[0]), format!("{:?}", checked[1]));
        let [one, other] = [&read, &whole].map(|manifest| {
            let (_, thing) = manifest.resource(THING).expect("readable").expect("there");
            format!("{thing:?} {:?}", manifest.schema.config)
        });
        prop_assert_eq!(one, other);
    });
}
