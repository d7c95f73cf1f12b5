//! Conversions of other errors.

use std::fmt;

use super::context::ErrorContext;
use super::{Error, Result};
use crate::error::PropertyFailure;

/// An error that something else caused, which it may say itself.
#[derive(Debug)]
struct Caused {
    text: &'static str,
    cause: Option<Box<Caused>>,
}

impl fmt::Display for Caused {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.text)
    }
}

impl std::error::Error for Caused {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        self.cause.as_deref().map(|cause| cause as _)
    }
}

fn caused(texts: &[&'static str]) -> Option<Box<Caused>> {
    let (text, rest) = texts.split_first()?;
    let cause = caused(rest);
    Some(Box::new(Caused { text, cause }))
}

fn failed(texts: &[&'static str]) -> Result<()> {
    match caused(texts) {
        Some(error) => Err(*error)?,
        None => Ok(()),
    }
}

#[test]
fn any_error_becomes_one_with_what_caused_it() {
    let number = || -> Result<u8> { Ok("many".parse()?) };
    let text = "invalid digit found in string";
    assert_eq!(number(), Err(Error::Other(text.into())));
    let json = || -> Result<serde_json::Value> { Ok(serde_json::from_str("{")?) };
    assert!(json().unwrap_err().to_string().starts_with("EOF"));
    let boxed = || -> Result<()> { Err(Box::<dyn std::error::Error>::from("no luck"))? };
    assert_eq!(boxed(), Err(Error::Other("no luck".into())));

    let text = |texts| failed(texts).unwrap_err().to_string();
    assert_eq!(
        text(&["asking", "refused", "down"]),
        "asking: refused: down"
    );
    // Many include their cause in their own text.
    assert_eq!(text(&["asking: refused", "refused"]), "asking: refused");
}

#[test]
fn texts_become_errors() {
    let literal = || -> Result<()> { Err("no luck")? };
    assert_eq!(literal(), Err(Error::Other("no luck".into())));
    let made = |count: u8| -> Result<()> { Err(format!("{count} are too many"))? };
    assert_eq!(made(7), Err(Error::Other("7 are too many".into())));
}

#[test]
fn an_error_of_the_sdk_keeps_its_kind() {
    let gone = || -> Result<()> {
        let looked: Result<()> = Err(Error::not_found("the zone"));
        looked.context("looking")?;
        Ok(())
    };
    assert_eq!(gone(), Err(Error::NotFound("looking: the zone".into())));
    let failure = PropertyFailure {
        property: "name".into(),
        reason: "is empty".into(),
    };
    assert_eq!(Error::from(failure.clone()), Error::Invalid(vec![failure]));
}

#[test]
fn a_context_is_made_only_where_it_is_needed() {
    let read: Result<u8> = "5"
        .parse()
        .with_context(|| -> &str { panic!("not needed") });
    assert_eq!(read, Ok(5));
    let read: Result<u8> = "x".parse().with_context(|| format!("reading {}", "x"));
    let text = "reading x: invalid digit found in string";
    assert_eq!(read, Err(Error::Other(text.into())));
    assert_eq!(
        None::<u8>.with_context(|| "nothing there"),
        Err(Error::Other("nothing there".into()))
    );
}

#[test]
fn an_error_goes_where_any_error_is_taken() {
    let error = std::io::Error::other(Error::denied("the grant is missing"));
    assert_eq!(error.to_string(), "the grant is missing");
}

#[test]
fn an_error_keeps_its_kind_on_the_way_through_a_library() {
    let denied = Error::denied("the host refuses");
    let through = |error: Error| std::io::Error::other(error);
    assert_eq!(Error::from(through(denied.clone())), denied);
    through(denied);
    let flattened = Error::from("sending: io: the host refuses");
    assert_eq!(flattened, Error::denied("sending: io: the host refuses"));
    let others = Error::from("the disk is full");
    assert_eq!(others, Error::other("the disk is full"));
    through(Error::other(""));
    assert_eq!(Error::from("any text"), Error::other("any text"));
}
