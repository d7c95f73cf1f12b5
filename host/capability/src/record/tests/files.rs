//! Files: their owners, their sizes, and their faults.

use std::os::unix::fs::{PermissionsExt, symlink};

use proptest::prelude::*;

use super::*;

const ZONES: &str = "https://a.b/zones";

#[tokio::test]
async fn a_recording_is_private() {
    let tape = Tape::new();
    let create = tape.call(Operation::Create, "one");
    answer(&tape.recorder(), &create, ask("GET", ZONES, "")).await;
    let mode = std::fs::metadata(tape.path()).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
}

#[test]
fn what_is_no_private_recording_is_not_written_to() {
    let tape = Tape::new();
    let folder = tape.folder.path();
    let refused = |name: &str| {
        let error = RecordingFile::open(&folder.join(name), DEFAULT_LIMIT).unwrap_err();
        error.to_string()
    };
    std::fs::write(folder.join("notes"), "mine").unwrap();
    let private = std::fs::Permissions::from_mode(0o600);
    std::fs::set_permissions(folder.join("notes"), private).unwrap();
    assert!(refused("notes").contains("is not a recording"));
    assert_eq!(
        std::fs::read_to_string(folder.join("notes")).unwrap(),
        "mine"
    );

    symlink(folder.join("notes"), folder.join("link")).unwrap();
    assert!(refused("link").contains("it is a symbolic link"));
    symlink(folder.join("nothing"), folder.join("dangling")).unwrap();
    assert!(refused("dangling").contains("it is a symbolic link"));
    assert!(!folder.join("nothing").exists());

    std::fs::write(folder.join("open"), "").unwrap();
    let open = std::fs::Permissions::from_mode(0o644);
    std::fs::set_permissions(folder.join("open"), open).unwrap();
    assert!(refused("open").contains("others may read it (`chmod go= "));

    std::fs::create_dir(folder.join("folder")).unwrap();
    assert!(refused("folder").contains("cannot record into"));
    assert!(refused("missing/recording").contains("cannot record into"));
}

#[tokio::test]
async fn a_full_recording_ends_with_a_warning_and_the_run_goes_on() {
    let tape = Tape::new();
    let create = tape.call(Operation::Create, "one");
    let recorder = tape.recorder_within(8 << 10);
    let large = "x".repeat(1000);
    let mut told = String::new();
    for _ in 0..20 {
        told = answer(&recorder, &create, ask("POST", ZONES, &large)).await;
    }
    assert!(told.starts_with("220 answer 20"), "{told}");
    tape.end_calls();
    assert!(std::fs::metadata(tape.path()).unwrap().len() <= 8 << 10);
    let warnings: Vec<_> = tape.lines.heard();
    let warned = warnings.iter().filter(|line| line.1.contains("ends here"));
    assert_eq!(warned.count(), 1, "{warnings:?}");

    let replayed = tape.player().system();
    for _ in 0..20 {
        told = answer(&replayed, &create, ask("POST", ZONES, &large)).await;
    }
    assert!(
        told.contains("the recording ended early: it would become larger"),
        "{told}"
    );
    assert!(told.contains("PULUMI_WASM_RECORD_LIMIT"), "{told}");
}

#[test]
fn processes_that_write_at_once_leave_whole_lines() {
    let tape = Tape::new();
    let writers: Vec<_> = (0..4)
        .map(|_| {
            let recorder = tape.recorder();
            let create = tape.call(Operation::Create, "one");
            std::thread::spawn(move || {
                for _ in 0..100 {
                    let mut bytes = [0; 300];
                    recorder.randomness.fill(Some(&create), &mut bytes).unwrap();
                    recorder
                        .randomness
                        .fill(Some(&create), &mut bytes[..3])
                        .unwrap();
                }
            })
        })
        .collect();
    writers
        .into_iter()
        .for_each(|writer| writer.join().unwrap());
    tape.end_calls();
    let recording = Recording::from_file(&tape.path()).unwrap();
    let seeds: Vec<_> = recording
        .runs
        .iter()
        .map(|run| run.tracks[0].seed)
        .collect();
    assert_eq!(seeds.len(), 4);
    assert!(seeds.iter().all(Option::is_some));
    // However much was drawn, each process has a head and a line with a seed.
    assert_eq!(tape.text().lines().count(), 8);
}

#[tokio::test]
async fn what_a_process_left_unfinished_costs_its_own_line_alone() {
    let tape = Tape::new();
    let create = tape.call(Operation::Create, "one");
    answer(&tape.recorder(), &create, ask("GET", ZONES, "")).await;
    let mut text = tape.text();
    text.push_str("{\"run\":\"1\",\"se");
    std::fs::write(tape.path(), &text).unwrap();
    // At the end it is left out; in the middle it is damage, with its line.
    Recording::from_file(&tape.path()).unwrap();
    answer(&tape.recorder(), &create, ask("GET", ZONES, "")).await;
    tape.end_calls();
    let (message, _) = refused(&tape.path());
    assert!(message.contains("line 4 of the recording"), "{message}");
    assert_eq!(tape.text().lines().count(), 7);
}

#[test]
fn files_that_cannot_be_replayed_say_why() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("recording");
    assert!(refused(&path).0.contains("cannot be read"));
    let head = "{\"pulumi-wasm-recording\":1,\"run\":\"1-1\",\"package\":\"acme\",\"version\":\"1.0.0\",\
                \"components\":[],\"host\":\"0.1.0\"}\n";
    for (text, expected) in [
        (String::new(), "is empty"),
        ("hello\n".to_owned(), "is not a recording"),
        ("{\"run\":\"1-1\"}\n".to_owned(), "is not a recording"),
        ("\u{7f}ELF".to_owned(), "is not a recording"),
        (
            head.replace(":1,", ":3,"),
            "is of format 3, written by version 0.1.0",
        ),
        (
            format!("{head}{{\"run\":\"7-1\",\"seq\":1,\"time\":1}}\n"),
            "line 2 of the recording",
        ),
        (
            format!("{head}{{\"run\":\"1-1\",\"seq\":1,\"random\":\"*\"}}\n"),
            "random bytes",
        ),
        (
            format!("{head}{{\"run\":\"1-1\",\"seq\":1,\"seed\":\"AAAA\"}}\n"),
            "a seed has 32 bytes",
        ),
        (
            format!("{head}{{\"run\":\"1-1\",\"seq\":1,\"juggled\":1}}\n"),
            "line 2 of the recording",
        ),
        (
            format!("{head}{{\"run\":\"1-1\",\"seq\":2,\"answer\":{{\"to\":1,\"status\":200}}}}\n"),
            "there is no request 1",
        ),
    ] {
        std::fs::write(&path, &text).unwrap();
        let (message, _) = refused(&path);
        assert!(message.contains(expected), "{text}: {message}");
    }
    std::fs::write(&path, head.replace(":1,", ":3,")).unwrap();
    assert!(refused(&path).1.contains("newer version"));
    std::fs::write(&path, head).unwrap();
    let recording = Recording::from_file(&path).unwrap();
    let error = Player::new(recording, "other").unwrap_err();
    assert!(
        error
            .to_string()
            .contains("does not contain the package `other`; it has `acme`")
    );
}

proptest! {
    #[test]
    fn no_file_brings_the_reader_down(changes in proptest::collection::vec((0..2000_usize, any::<u8>()), 0..20)) {
        let mut bytes = include_bytes!("example.jsonl").to_vec();
        let length = bytes.len();
        for (place, byte) in changes {
            bytes[place % length] = byte;
        }
        drop(Recording::parse(&bytes, Path::new("recording")));
    }

    #[test]
    fn a_recording_that_was_cut_off_anywhere_can_be_read_or_says_why(end in 0..2000_usize) {
        let whole = include_bytes!("example.jsonl");
        let head = whole.iter().position(|byte| *byte == b'\n').unwrap();
        let bytes = &whole[..end % whole.len()];
        let read = Recording::parse(bytes, Path::new("recording"));
        prop_assert_eq!(read.is_ok(), bytes.len() >= head, "{:?}", read);
    }
}
