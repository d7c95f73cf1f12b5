//! Files of sources: their settings and their mistakes.

use std::fs;

use super::*;
use crate::Digest;

const DIGESTS: &str = "https://copies.example/{sha256}.wasm";
/// The certificate of an authority. Its key was deleted.
const AUTHORITY: &str = "-----BEGIN CERTIFICATE-----
MIIBdTCCARugAwIBAgIUfGmogXhzYJcCLaeb+BHhzw+mKiowCgYIKoZIzj0EAwIw
DzENMAsGA1UEAwwEdGVzdDAgFw0yNjExMjgxMDQ5NTVaGA8yMTI2MTEwNDEwNDk1
NVowDzENMAsGA1UEAwwEdGVzdDBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABJYJ
Q9BkPlozLJplI3g+DHJdaZeVp+mLF8zKs16QPno35IPUC0UVPfzJzlUclb2HyvWn
T1NZp1DetBX09UKZ6CCjUzBRMB0GA1UdDgQWBBRqDtKzU7BpjuzTrBzk0UdtwO6h
kzAfBgNVHSMEGDAWgBRqDtKzU7BpjuzTrBzk0UdtwO6hkzAPBgNVHRMBAf8EBTAD
AQH/MAoGCCqGSM49BAMCA0gAMEUCIQCfr3Q9ksxx8Q35udc6G1f5MkzJf0c6EOoy
jIVHQQ9xsAIgcn7YuRNphdL0+EjHYVlPrFxI67fuThRLrDPfSMkO6bA=
-----END CERTIFICATE-----
";

fn read(text: &str) -> Result<OperatorSources, SourceError> {
    document::parse(Path::new("/etc/s.yaml"), text, &BTreeMap::new())
        .map(|file| OperatorSources(vec![file]))
}

#[test]
fn a_whole_file_is_understood() {
    let text = format!(
        "mirrors:\n- from: oci://ghcr.io/\n  to: ['oci://mirror.example/ghcr/', '{DIGESTS}']\n  tags: true\n  only: true\n\
         - from: 'oci://ghcr.io/acme/'\n  to: ['oci://mirror.example/acme/']\n\
         - {{ from: 'https://acme.com/a/', to: ['{DIGESTS}'] }}\n\
         - {{ from: 'github://api.github.com/acme/', to: ['{DIGESTS}'] }}\n\
         - {{ from: 'gitlab://gitlab.com/', to: ['{DIGESTS}'] }}\n\
         folders: [/srv/components, /mnt/more]\n\
         registries:\n  registry.example: {{ plain-http: true }}\n  'other.example:5000': {{}}\n  ghe.example: {{ token: GITHUB_TOKEN }}\n\
         offline: true\n"
    );
    let sources = read(&text).expect("a file");
    let folders: Vec<_> = sources.folders().map(|(folder, _)| folder).collect();
    assert_eq!(
        folders,
        [Path::new("/srv/components"), Path::new("/mnt/more")]
    );
    assert!(sources.names("other.example:5000") && !sources.names("other.example"));
    let plain = BTreeMap::from([("registry.example".to_owned(), true)]);
    assert_eq!(sources.plain_http(), plain);
    let offline = sources.offline().expect("a setting").to_string();
    assert_eq!(
        offline,
        "`offline` in the operator's file `/etc/s.yaml`, line 16"
    );
    let servers = BTreeMap::from([("ghe.example".to_owned(), Forge::GitHub)]);
    assert_eq!(sources.token_servers(), servers);
    // The longest prefix counts.
    let rule = sources
        .mirrors("oci://ghcr.io/acme/provider")
        .expect("an entry");
    assert_eq!(rule.rest("oci://ghcr.io/acme/provider"), Some("provider"));
    assert!(rule.only.is_none() && !rule.answers_tags());
    let rule = sources
        .mirrors("oci://ghcr.io/other/provider")
        .expect("an entry");
    assert!(rule.only.is_some() && rule.answers_tags() && !rule.is_closed_to_tags());
    for (origin, is_mirrored) in [
        ("oci://ghcr.io.evil.example/acme/provider", false),
        ("oci://docker.io/acme/provider", false),
        ("https://acme.com/a/b.wasm", true),
        ("https://acme.com/b.wasm", false),
        ("github://api.github.com/acme/provider", true),
        ("github://api.github.com/acme-evil/provider", false),
        ("gitlab://gitlab.com/1234", true),
    ] {
        assert_eq!(sources.mirrors(origin).is_some(), is_mirrored, "{origin}");
    }
}

#[test]
fn a_copy_is_asked_for_below_the_prefix_of_its_mirror_and_by_its_digest() {
    let digest = Digest::of(b"x");
    let origin = format!("oci://ghcr.io/acme/provider:1.2.0@{digest}");
    let origin = origin.parse().expect("a reference");
    let there = MirrorTarget::reference("oci://mirror.example/ghcr/", "acme/provider", &origin);
    let expected = format!("oci://mirror.example/ghcr/acme/provider:1.2.0@{digest}");
    assert_eq!(there.expect("a reference").to_string(), expected);
    let target = MirrorTarget::parse(DIGESTS, "oci://ghcr.io/", |_| false).expect("a mirror");
    let file = target.file(&digest).expect("an address").to_string();
    assert_eq!(
        file,
        format!("https://copies.example/{}.wasm#{digest}", digest.hex())
    );
}

#[test]
fn copies_are_asked_for_by_http_where_the_operator_says_so() {
    let mirror =
        "mirrors: [{ from: 'oci://ghcr.io/', to: ['http://copies.example:8080/{sha256}.wasm'] }]\n";
    let plain = "registries: { 'copies.example:8080': { plain-http: true } }\n";
    let error = read(mirror).expect_err("an error").to_string();
    assert!(
        error.contains("write `https://`, or set `plain-http: true`"),
        "{error}"
    );
    let digest = Digest::of(b"x");
    let address = |sources: &OperatorSources| {
        let rule = sources.mirrors("oci://ghcr.io/acme/provider");
        let file = rule.expect("an entry").to[0].file(&digest);
        file.expect("an address").to_string()
    };
    let expected = format!("http://copies.example:8080/{}.wasm#{digest}", digest.hex());
    let sources = read(&format!("{mirror}{plain}")).expect("a file");
    assert_eq!(address(&sources), expected);
    // The machine's file may say so for the user's, and against it.
    let folder = tempfile::tempdir().expect("a folder");
    let (machine, user) = (folder.path().join("machine"), folder.path().join("user"));
    let files = SourcesFiles {
        optional: vec![machine.clone(), user.clone()],
        named: None,
    };
    fs::write(&machine, plain).expect("a file");
    fs::write(&user, mirror).expect("a file");
    let sources = OperatorSources::read(&files).expect("files");
    assert_eq!(address(&sources), expected);
    fs::write(&machine, plain.replace("true", "false")).expect("a file");
    fs::write(&user, format!("{mirror}{plain}")).expect("a file");
    OperatorSources::read(&files).expect_err("an error");
}

#[test]
fn mistakes_are_told_with_their_line() {
    let mirror = |from: &str, to: &str| format!("mirrors:\n- from: '{from}'\n  to: [{to}]\n");
    let to = "'oci://mirror.example/'";
    for (text, line, expected) in [
        ("mirors: []\n".to_owned(), 1, "unknown field"),
        (
            "offline: maybe\n".to_owned(),
            1,
            "`true` or `false` belongs here",
        ),
        ("- offline\n".to_owned(), 1, "a mapping with lines such as"),
        (
            "offline: true\nfolders: /srv\n".to_owned(),
            2,
            "a list such as",
        ),
        ("mirrors:\n- to: []\n".to_owned(), 2, "missing field"),
        (mirror("oci://ghcr.io", to), 2, "it ends at `/`"),
        (mirror("ghcr.io/", to), 2, "begins with a scheme"),
        (mirror("oci://GHCR.io/", to), 2, "is not a host"),
        (mirror("oci:///", to), 2, "is not a prefix of sources"),
        (mirror("s3://bucket/", to), 2, "it begins with `oci://`"),
        (
            mirror("oci://ghcr.io/Acme/", to),
            2,
            "a repository is lower-case",
        ),
        (mirror("oci://ghcr.io/", ""), 3, "`to` names no mirror"),
        (
            mirror("oci://ghcr.io/", "'oci://mirror.example'"),
            3,
            "ends at `/`",
        ),
        (
            mirror("oci://ghcr.io/", "'https://m.example/'"),
            3,
            "an address with `{sha256}`",
        ),
        (
            mirror("oci://ghcr.io/", "'http://m.example/{sha256}.wasm'"),
            3,
            "write `https://`",
        ),
        (
            mirror("oci://ghcr.io/", "'https://m.example/{sha256}'"),
            3,
            "ends in `.wasm`",
        ),
        (
            mirror("https://acme.com/", to),
            3,
            "give an address with `{sha256}`",
        ),
        (
            format!(
                "{}  tags: true\n",
                mirror("https://acme.com/", &format!("'{DIGESTS}'"))
            ),
            4,
            "only a registry can resolve tags",
        ),
        (
            format!(
                "{0}- from: oci://ghcr.io/\n  to: [{to}]\n",
                mirror("oci://ghcr.io/", to)
            ),
            4,
            "has two entries",
        ),
        (
            "folders: [copies]\n".to_owned(),
            1,
            "is not an absolute path",
        ),
        (
            "registries:\n  'https://x/': {}\n".to_owned(),
            2,
            "the host of the registry alone",
        ),
        (
            "registries:\n  x.example: { insecure: true }\n".to_owned(),
            2,
            "unknown field",
        ),
        (
            "registries:\n  x.example: { token: AWS_SECRET_ACCESS_KEY }\n".to_owned(),
            2,
            "is not a variable with a token for releases; write `GITHUB_TOKEN` or `GITLAB_TOKEN`",
        ),
        (
            "registries:\n  x.example: { ca: corp.pem }\n".to_owned(),
            2,
            "is not an absolute path",
        ),
        (
            "registries:\n  x.example: { ca: /no/such/file }\n".to_owned(),
            2,
            "the authorities in `/no/such/file` cannot be used",
        ),
        (
            "registries:\n  x.example: { ca: /dev/zero }\n".to_owned(),
            2,
            "not a regular file",
        ),
        (
            "registries:\n  x.example: { ca: /etc/passwd }\n".to_owned(),
            2,
            "no certificate in PEM",
        ),
    ] {
        let error = read(&text).expect_err(&text).to_string();
        let place = format!("the operator's file `/etc/s.yaml`, line {line}, cannot be used");
        for part in [place.as_str(), expected, "\nhint: ", "docs/use/sources.md"] {
            assert!(error.contains(part), "{text}: `{part}` is not in: {error}");
        }
    }
}

#[test]
fn the_first_file_wins_and_a_named_one_has_to_be_there() {
    let folder = tempfile::tempdir().expect("a folder");
    let (machine, user) = (folder.path().join("machine"), folder.path().join("user"));
    let mirror = |from: &str, host: &str| {
        format!("mirrors: [{{ from: '{from}', to: ['oci://{host}/'] }}]\n")
    };
    let text = mirror("oci://ghcr.io/", "machine.example")
        + "registries: { a.example: {} }\nfolders: [/one]\noffline: false\n";
    fs::write(&machine, text).expect("a file");
    let text = mirror("oci://ghcr.io/acme/", "user.example")
        + "registries: { a.example: { plain-http: true }, b.example: { plain-http: true } }\nfolders: [/two]\noffline: true\n";
    fs::write(&user, text).expect("a file");
    let files = SourcesFiles {
        optional: vec![machine.clone(), folder.path().join("none"), user],
        named: None,
    };
    let sources = OperatorSources::read(&files).expect("files");
    let rule = sources
        .mirrors("oci://ghcr.io/acme/provider")
        .expect("an entry");
    let machines = MirrorTarget::Registry("oci://machine.example/".to_owned());
    assert_eq!(rule.to, [machines]);
    assert_eq!(
        sources.plain_http(),
        BTreeMap::from([("b.example".to_owned(), true)])
    );
    assert!(sources.offline().is_none());
    assert_eq!(sources.folders().count(), 2);
    let files = SourcesFiles {
        optional: vec![machine],
        named: Some(folder.path().join("none")),
    };
    let error = OperatorSources::read(&files)
        .expect_err("no file")
        .to_string();
    assert!(error.contains("there is no such file") && error.contains("`PULUMI_WASM_SOURCES`"));
}

#[cfg(unix)]
#[test]
fn a_file_that_another_user_could_have_written_is_not_believed() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("sources.yaml");
    fs::write(&file, "offline: false\n").expect("a file");
    fs::set_permissions(&file, fs::Permissions::from_mode(0o666)).expect("permissions");
    let files = SourcesFiles {
        optional: vec![file],
        named: None,
    };
    let error = OperatorSources::read(&files)
        .expect_err("an error")
        .to_string();
    assert!(
        error.contains("the operator's file `") && error.contains("\nhint: "),
        "{error}"
    );
}

#[cfg(unix)]
#[test]
fn a_file_of_sources_and_its_authorities_are_judged_by_the_links_to_them_too() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str| folder.path().join(name);
    let mode = |path: &Path, mode| {
        fs::set_permissions(path, fs::Permissions::from_mode(mode)).expect("permissions");
    };
    fs::create_dir(at("shared")).expect("a folder");
    fs::write(at("shared/ca.pem"), AUTHORITY).expect("a file");
    mode(&at("shared/ca.pem"), 0o644);
    symlink(at("shared/ca.pem"), at("ca.pem")).expect("a link");
    let text = format!(
        "registries: {{ x.example: {{ ca: {} }} }}\n",
        at("ca.pem").display()
    );
    fs::write(at("shared/sources.yaml"), text).expect("a file");
    mode(&at("shared/sources.yaml"), 0o644);
    fs::copy(at("shared/sources.yaml"), at("own.yaml")).expect("a file");
    symlink(at("shared/sources.yaml"), at("linked.yaml")).expect("a link");
    symlink("gone.yaml", at("dangling.yaml")).expect("a link");
    let read = |name: &str| {
        let optional = vec![at(name)];
        OperatorSources::read(&SourcesFiles {
            optional,
            named: None,
        })
    };
    mode(&at("shared"), 0o755);
    for name in ["own.yaml", "linked.yaml"] {
        read(name).expect(name);
    }
    mode(&at("shared"), 0o777);
    for (name, expected) in [
        ("own.yaml", "the authorities in"),
        ("linked.yaml", "which a link on the way to it needs"),
        ("dangling.yaml", "leads to nothing"),
    ] {
        let error = read(name).expect_err(name).to_string();
        assert!(error.contains(expected), "{name}: {error}");
        assert!(error.contains("\nhint: "), "{name}: {error}");
    }
    mode(&at("shared"), 0o755);
    mode(&at("shared/ca.pem"), 0o666);
    let error = read("own.yaml").expect_err("a refusal").to_string();
    assert!(error.contains("others may write to it"), "{error}");
}

#[test]
fn each_example_of_the_page_is_understood() {
    let page = include_str!("../../../../docs/use/sources.md");
    let blocks = page.split("```yaml\n").skip(1);
    let blocks = blocks.filter_map(|rest| rest.split("```").next());
    let is_ours = |text: &&str| !text.starts_with("version:");
    let mut count = 0;
    for block in blocks.filter(is_ours) {
        // That file is on the machines of the example.
        let text = block.replace("{ ca: /etc/ssl/corp.pem }", "{}");
        read(&text).expect(&text);
        count += 1;
    }
    assert_eq!(count, 4);
}
