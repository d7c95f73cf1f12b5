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
