use super::*;

fn addresses(offsets: &[u64]) -> BTreeSet<CodeAddress> {
    let address = |offset: &u64| CodeAddress {
        function: 1,
        offset: *offset,
    };
    offsets.iter().map(address).collect()
}

#[tokio::test]
async fn a_program_that_fails_is_asked_once() {
    let folder = tempfile::tempdir().expect("a folder");
    let (script, file) = (folder.path().join("fails"), folder.path().join("c.wasm"));
    let asked = folder.path().join("asked");
    let text = format!("#!/bin/sh\necho >> {}\nexit 1\n", asked.display());
    std::fs::write(&script, text).expect("a file");
    std::fs::write(&file, "").expect("a file");
    let mode = std::os::unix::fs::PermissionsExt::from_mode(0o700);
    std::fs::set_permissions(&script, mode).expect("a program");
    let symbolizer = Symbolizer::new(Some(script));
    for offset in 0..5 {
        let found = symbolizer.find(&file, "d1", &addresses(&[offset])).await;
        assert!(found.is_empty());
    }
    let lines = || std::fs::read_to_string(&asked).unwrap_or_default().len();
    assert_eq!(lines(), 1);
    // Another component is another matter.
    symbolizer.find(&file, "d2", &addresses(&[0])).await;
    assert_eq!(lines(), 2);
}

#[tokio::test]
async fn a_program_that_hangs_is_ended_and_not_asked_again() {
    let file = std::path::Path::new("/dev/null");
    let folder = tempfile::tempdir().expect("a folder");
    let script = folder.path().join("hangs");
    std::fs::write(&script, "#!/bin/sh\nexec sleep 100\n").expect("a file");
    let mode = std::os::unix::fs::PermissionsExt::from_mode(0o700);
    std::fs::set_permissions(&script, mode).expect("a program");
    let symbolizer = Symbolizer::new(Some(script));
    symbolizer.with("d1", |known| known.left = Duration::from_millis(50));
    let began = Instant::now();
    for offset in 0..100 {
        let found = symbolizer.find(file, "d1", &addresses(&[offset])).await;
        assert!(found.is_empty());
    }
    assert!(began.elapsed() < READING_TIME);
}

#[tokio::test]
async fn without_a_program_there_are_no_places() {
    let symbolizer = Symbolizer::new(None);
    let wanted = addresses(&[1]);
    let found = symbolizer.find(Path::new("/nowhere"), "d1", &wanted).await;
    assert!(found.is_empty());
}

#[test]
fn what_is_remembered_is_bounded() {
    let symbolizer = Symbolizer::new(None);
    for component in 0..100 {
        symbolizer.with(&component.to_string(), |known| {
            for offset in 0..1000 {
                let wanted = addresses(&[offset]).into_iter().collect();
                known.learn(wanted, vec![Vec::new()]);
            }
            assert!(known.symbols.len() <= MAX_ADDRESSES);
        });
    }
    let known = symbolizer.known.lock();
    assert_eq!(known.len(), MAX_COMPONENTS);
}
