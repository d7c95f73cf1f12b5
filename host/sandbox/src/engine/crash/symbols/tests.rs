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
async fn each_of_many_components_that_harm_their_reader_is_read_once() {
    let folder = tempfile::tempdir().expect("a folder");
    let symbolizer = Symbolizer::new(Some(folder.path().join("missing")));
    let file = folder.path().join("c.wasm");
    let many = 2 * MAX_COMPONENTS;
    for component in 0..many {
        let digest = component.to_string();
        assert_eq!(symbolizer.time_left(&digest), READING_TIME_IN_ALL);
        symbolizer.find(&file, &digest, &addresses(&[0])).await;
    }
    for component in 0..many {
        assert_eq!(symbolizer.time_left(&component.to_string()), Duration::ZERO);
    }
    for component in many..MAX_READ_COMPONENTS {
        let mut left = symbolizer.left.lock();
        left.insert(component.to_string(), READING_TIME_IN_ALL);
    }
    // Others are not read, so that the stored data are bounded.
    assert_eq!(symbolizer.time_left("another"), Duration::ZERO);
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
    let little = Duration::from_millis(50);
    symbolizer.left.lock().insert("d1".to_owned(), little);
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
