use super::{Comment, Current, current, same_comments};
use crate::model::{CommentEntry, Record, RecordSetAnswer};

fn texts(contents: &[&str]) -> Vec<String> {
    contents
        .iter()
        .map(|content| (*content).to_owned())
        .collect()
}

fn comment(content: &str, account: Option<&str>) -> Comment {
    Comment {
        content: content.to_owned(),
        account: account.map(str::to_owned),
    }
}

fn read(record_type: &str, found: &[(&str, bool)], recorded: &[&str]) -> Current {
    let answer = RecordSetAnswer {
        name: "www.example.org.".to_owned(),
        record_type: record_type.to_owned(),
        ttl: 60,
        records: found
            .iter()
            .map(|(content, disabled)| Record {
                content: (*content).to_owned(),
                disabled: *disabled,
            })
            .collect(),
        comments: vec![CommentEntry {
            content: "by hand".to_owned(),
            account: String::new(),
        }],
    };
    current(
        record_type,
        answer,
        texts(recorded),
        vec![comment("by hand", None)],
    )
}

#[test]
fn the_recorded_spelling_stays_where_it_means_the_same() {
    let recorded = ["2001:db8::ABCD", "2001:db8::1"];
    assert_eq!(
        read(
            "AAAA",
            &[("2001:db8::1", false), ("2001:db8::abcd", false)],
            &recorded
        )
        .contents,
        recorded
    );
}

#[test]
fn what_others_changed_is_seen() {
    let found = [("192.0.2.1", false), ("192.0.2.3", false)];
    let current = read("A", &found, &["192.0.2.1", "192.0.2.2"]);
    assert_eq!(current.contents, ["192.0.2.1", "192.0.2.3"]);
    assert_eq!(current.ttl, 60);
}

#[test]
fn a_set_is_disabled_when_all_of_it_is() {
    let all = read("A", &[("192.0.2.1", true), ("192.0.2.2", true)], &[]);
    assert!(all.disabled);
    assert_eq!((all.contents.len(), all.left_out), (2, 0));

    let some = read("A", &[("192.0.2.1", true), ("192.0.2.2", false)], &[]);
    assert!(!some.disabled);
    assert_eq!(
        (some.contents.as_slice(), some.left_out),
        (texts(&["192.0.2.2"]).as_slice(), 1)
    );
}

#[test]
fn comments_have_no_order_and_an_empty_account_is_none() {
    let (one, other) = (comment("a", Some("")), comment("b", Some("ops")));
    assert!(same_comments(
        &[one.clone(), other.clone()],
        &[other.clone(), comment("a", None)]
    ));
    assert!(!same_comments(
        std::slice::from_ref(&one),
        &[comment("a", Some("ops"))]
    ));
    assert!(!same_comments(&[one], &[other]));
}
