//! Files of policies that can be believed.

use std::os::unix::fs::{PermissionsExt, symlink};

use super::*;

#[test]
fn a_file_is_read_only_if_no_other_user_can_have_written_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("policy.yaml");
    let files = PolicyFiles {
        optional: vec![path.clone()],
        named: None,
    };
    assert_eq!(Policy::read(&files), Ok(Policy::default()));
    std::fs::write(&path, "limits: { memory: 1MiB }\n").expect("a file");
    let mode = |path: &Path, mode| {
        std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode)).expect("a mode");
    };
    mode(&path, 0o644);
    let read = Policy::read(&files).expect("a policy");
    assert_eq!(read.files(), std::slice::from_ref(&path));
    let said = |files: &PolicyFiles| Policy::read(files).expect_err("a refusal").to_string();
    for others in [0o664, 0o646, 0o666] {
        mode(&path, others);
        assert!(said(&files).contains("others may write to it"));
    }
    mode(&path, 0o644);
    mode(folder.path(), 0o777);
    assert!(said(&files).contains("its folder cannot be trusted"));
    mode(folder.path(), 0o700);
    // The file counts, not the link to it.
    let link = folder.path().join("link.yaml");
    symlink(&path, &link).expect("a link");
    let linked = PolicyFiles {
        optional: vec![link],
        named: None,
    };
    assert!(Policy::read(&linked).is_ok());
    mode(&path, 0o666);
    assert!(said(&linked).contains("others may write to it"));
}

/// A policy that cannot be found allows nothing. Only if the file never existed, nothing is forbidden.
#[test]
fn a_link_that_leads_to_nothing_is_no_missing_policy() {
    let folder = tempfile::tempdir().expect("a folder");
    let read = |path: PathBuf, is_named: bool| {
        let (optional, named) = if is_named {
            (Vec::new(), Some(path))
        } else {
            (vec![path], None)
        };
        Policy::read(&PolicyFiles { optional, named })
    };
    let at = |name: &str| folder.path().join(name);
    std::fs::create_dir(at("empty")).expect("a folder");
    symlink(at("empty"), at("to-empty")).expect("a link");
    for absent in ["none.yaml", "none/policy.yaml", "to-empty/policy.yaml"] {
        assert_eq!(read(at(absent), false), Ok(Policy::default()), "{absent}");
    }
    symlink("gone.yaml", at("relative.yaml")).expect("a link");
    symlink(at("gone/policy.yaml"), at("absolute.yaml")).expect("a link");
    symlink("relative.yaml", at("of-a-link.yaml")).expect("a link");
    symlink("gone", at("folder")).expect("a link");
    symlink("empty/../gone.yaml", at("around.yaml")).expect("a link");
    symlink("to-empty/gone.yaml", at("through.yaml")).expect("a link");
    for dangling in [
        "relative.yaml",
        "absolute.yaml",
        "of-a-link.yaml",
        "folder/policy.yaml",
        "around.yaml",
        "through.yaml",
    ] {
        for is_named in [false, true] {
            let error = read(at(dangling), is_named).expect_err(dangling);
            let text = error.to_string();
            assert!(text.contains("leads to nothing"), "{dangling}: {text}");
            assert!(error.hint.contains("make the link lead to the file"));
        }
    }
}

#[test]
fn a_link_is_believed_only_if_no_other_user_could_lead_it_elsewhere() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str| folder.path().join(name);
    let mode = |path: PathBuf, mode| {
        std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode)).expect("a mode");
    };
    for below in ["mine", "shared", "shared/inner", "links"] {
        std::fs::create_dir(at(below)).expect("a folder");
        mode(at(below), 0o755);
    }
    for below in ["mine", "shared", "shared/inner"] {
        let file = at(below).join("policy.yaml");
        std::fs::write(&file, "limits: { memory: 1MiB }\n").expect("a file");
        mode(file, 0o644);
    }
    let link = |target: PathBuf, name: &str| symlink(target, at(name)).expect("a link");
    link(at("mine/policy.yaml"), "links/to-mine.yaml");
    link(at("shared/policy.yaml"), "links/to-shared.yaml");
    link(at("shared/inner/policy.yaml"), "links/through-shared.yaml");
    link(at("mine/policy.yaml"), "shared/link.yaml");
    link(at("shared/link.yaml"), "links/of-a-link.yaml");
    link(at("shared/inner"), "links/folder");
    link(at("shared/../mine/policy.yaml"), "links/around.yaml");
    let read = |name: &str| {
        let optional = vec![at(name)];
        Policy::read(&PolicyFiles {
            optional,
            named: None,
        })
    };
    let all = [
        "links/to-mine.yaml",
        "links/to-shared.yaml",
        "links/through-shared.yaml",
        "links/of-a-link.yaml",
        "links/folder/policy.yaml",
        "links/around.yaml",
    ];
    for name in all {
        assert!(read(name).is_ok(), "{name}");
    }
    mode(at("shared"), 0o777);
    for name in all {
        let read = read(name);
        let is_safe = ["links/to-mine.yaml", "links/around.yaml"].contains(&name);
        assert_eq!(read.is_ok(), is_safe, "{name}: {read:?}");
        if let Err(error) = read {
            let error = error.to_string();
            assert!(error.contains("cannot be trusted: others"), "{error}");
        }
    }
    // In a sticky folder, others cannot replace existing files.
    mode(at("shared"), 0o1777);
    for name in all {
        assert!(read(name).is_ok(), "{name}");
    }
}

#[test]
#[ignore = "needs root: it gives a link to another user"]
fn a_link_of_another_user_is_not_followed_as_root() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::set_permissions(folder.path(), std::fs::Permissions::from_mode(0o1777))
        .expect("a mode");
    let (file, link) = (folder.path().join("a.yaml"), folder.path().join("b.yaml"));
    std::fs::write(&file, "limits: { memory: 1MiB }\n").expect("a file");
    let readable = std::fs::Permissions::from_mode(0o644);
    std::fs::set_permissions(&file, readable).expect("a mode");
    symlink(&file, &link).expect("a link");
    let files = PolicyFiles {
        optional: vec![link.clone()],
        named: None,
    };
    Policy::read(&files).expect("a policy of this user");
    std::os::unix::fs::lchown(&link, Some(65534), None).expect("another owner");
    let refusal = Policy::read(&files).expect_err("a refusal").to_string();
    assert!(
        refusal.contains("cannot be trusted: it belongs to another"),
        "{refusal}"
    );
}

#[test]
#[ignore = "needs root: it gives a file to another user"]
fn a_policy_of_another_user_is_refused_as_root() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("policy.yaml");
    std::fs::write(&path, "limits: { memory: 1MiB }\n").expect("a file");
    let readable = std::fs::Permissions::from_mode(0o644);
    std::fs::set_permissions(&path, readable).expect("a mode");
    let files = PolicyFiles {
        optional: vec![path.clone()],
        named: None,
    };
    Policy::read(&files).expect("a policy of this user");
    std::os::unix::fs::chown(&path, Some(65534), None).expect("another owner");
    let refusal = Policy::read(&files).expect_err("a refusal").to_string();
    assert!(refusal.contains("belongs to another user"), "{refusal}");
}

#[test]
fn what_is_there_and_cannot_be_read_is_no_missing_policy() {
    let folder = tempfile::tempdir().expect("a folder");
    let read = |path: PathBuf| {
        let files = PolicyFiles {
            optional: vec![path],
            named: None,
        };
        Policy::read(&files).expect_err("a refusal").to_string()
    };
    assert!(read(folder.path().to_owned()).contains("not a file"));
    let bytes = folder.path().join("bytes.yaml");
    std::fs::write(&bytes, b"\xff\xfe").expect("a file");
    assert!(read(bytes.clone()).contains("UTF-8"));
    assert!(read(bytes.join("below.yaml")).contains("directory"));
    std::fs::write(&bytes, vec![b'#'; (1 << 20) + 1]).expect("a file");
    assert!(read(bytes).contains("larger than 1 MiB"));
    let circle = folder.path().join("circle.yaml");
    symlink(&circle, &circle).expect("a link");
    assert!(read(circle).contains("cannot be used"));
    let pipe = folder.path().join("pipe.yaml");
    let made = std::process::Command::new("mkfifo").arg(&pipe).status();
    if made.is_ok_and(|status| status.success()) {
        assert!(read(pipe).contains("not a file"), "and nobody waits for it");
    }
    let named = PolicyFiles {
        optional: Vec::new(),
        named: Some(folder.path().join("gone.yaml")),
    };
    let error = Policy::read(&named).expect_err("a refusal");
    assert!(error.to_string().contains("no such file"), "{error}");
    assert!(error.hint.contains("PULUMI_WASM_POLICY"), "{error}");
}
