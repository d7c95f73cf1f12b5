//! Warnings about the inputs of a component.

use parking_lot::Mutex;

use super::*;
use crate::call::{LogSink, Severity};
use crate::graph::GroupOutputs;

/// Remembers which resource each line was shown on.
#[derive(Default)]
struct Places(Mutex<Vec<(String, String)>>);

impl LogSink for Places {
    fn log(&self, _severity: Severity, urn: &str, message: &str, _ephemeral: bool) {
        self.0.lock().push((urn.to_owned(), message.to_owned()));
    }
}

/// The URN of the component, and the lines with the resources that they are shown on.
async fn noted(stage: &Stage) -> (String, Vec<(String, String)>) {
    let places = Arc::<Places>::default();
    let call = Call {
        log: Arc::clone(&places) as Arc<dyn LogSink>,
        ..stage.call()
    };
    let (package, parameters) = (&stage.scene.package, stage.parameters.clone());
    let monitor = FakeMonitor::new();
    let constructed = construct(package, &call, parameters, monitor.as_ref()).await;
    let urn = constructed.expect("a component").urn;
    let lines = std::mem::take(&mut *places.0.lock());
    (urn, lines)
}

#[tokio::test]
async fn a_note_on_the_inputs_is_on_the_urn_of_the_component() {
    let stage = Stage::declaring(|_| vec![]).with("old", "x".into(), &[]);
    let (urn, places) = noted(&stage).await;
    let [(shown_on, note)] = &places[..] else {
        panic!("{places:?}");
    };
    assert_eq!(*shown_on, urn);
    assert!(note.contains("use `title`"), "{note}");
}

/// A property that its author omits is read as well, so only a name that is similar to another one is reported.
#[tokio::test]
async fn an_output_that_a_group_does_not_have_is_told_if_it_is_like_one_that_it_has() {
    let stage = Stage::declaring(|graph| {
        let part = graph.register(group("part")).expect("a node");
        let outputs = PropertyMap::from([("passwords".to_owned(), "x".into())]);
        let finished = graph.complete_group(GroupOutputs {
            node: part,
            outputs,
        });
        finished.expect("its outputs");
        vec![
            ("url", output(part, "password")),
            ("token", output(part, "password.first")),
            ("other", output(part, "colour")),
        ]
    });
    let (_, places) = noted(&stage).await;
    let told = "the group `part` has no output `password`, which the component uses; did you mean `passwords`?";
    let told = places.iter().filter(|(_, message)| message == told);
    assert_eq!(told.count(), 1, "{places:?}");
    assert!(
        places
            .iter()
            .all(|(_, message)| !message.contains("colour"))
    );
}
