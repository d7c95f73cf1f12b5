//! What is said about the inputs of a component.

use parking_lot::Mutex;

use super::*;
use crate::call::{LogSink, Severity};

/// Remembers which resource each line was shown on.
#[derive(Default)]
struct Places(Mutex<Vec<(String, String)>>);

impl LogSink for Places {
    fn log(&self, _severity: Severity, urn: &str, message: &str, _ephemeral: bool) {
        self.0.lock().push((urn.to_owned(), message.to_owned()));
    }
}

#[tokio::test]
async fn a_note_on_the_inputs_is_on_the_urn_of_the_component() {
    let stage = Stage::declaring(|_| vec![]).with("old", "x".into(), &[]);
    let places = Arc::<Places>::default();
    let call = Call {
        log: Arc::clone(&places) as Arc<dyn LogSink>,
        ..stage.call()
    };
    let (package, question) = (&stage.scene.package, stage.question.clone());
    let monitor = FakeMonitor::new();
    let constructed = construct(package, &call, question, monitor.as_ref()).await;
    let urn = constructed.expect("a component").urn;
    let places = places.0.lock();
    let [(shown_on, note)] = &places[..] else {
        panic!("{places:?}");
    };
    assert_eq!(*shown_on, urn);
    assert!(note.contains("use `title`"), "{note}");
}
