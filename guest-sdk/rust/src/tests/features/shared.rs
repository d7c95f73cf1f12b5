//! The shared values, for the single instance of a unit test.

use std::time::Duration;

use crate::prelude::*;
use crate::testing::{self, Host};
use crate::{Made, Shared};

const MINUTE: Duration = Duration::from_secs(60);

/// Gets its generated name from this text.
fn get(shared: Shared, name: &str, text: &str) -> String {
    let value = shared.get_or_make(name, MINUTE, || Ok(text));
    value.unwrap()
}

#[test]
fn a_value_is_made_once_and_again_when_its_time_is_over() {
    let _host = Host::new();
    let cx: Context = testing::context("it");
    assert_eq!(get(cx.shared(), "token", "first"), "first");
    assert_eq!(get(cx.shared(), "token", "second"), "first");
    assert_eq!(get(cx.shared(), "other", "second"), "second");
    cx.sleep(MINUTE).unwrap();
    let short = Made::new("third").lives(Duration::from_secs(1));
    assert_eq!(format!("{short:?}"), "Made { lives: Some(1s), .. }");
    let made = cx.shared().get_or_make("token", MINUTE, || Ok(short));
    assert_eq!(made, Ok("third".to_owned()));
    cx.sleep(Duration::from_secs(1)).unwrap();
    assert_eq!(get(cx.shared(), "token", "fourth"), "fourth");
    cx.shared().forget("token", "third").unwrap();
    assert_eq!(get(cx.shared(), "token", "fifth"), "fourth");
    cx.shared().forget("token", "fourth").unwrap();
    assert_eq!(get(cx.shared(), "token", "fifth"), "fifth");
}

#[test]
fn a_maker_that_fails_leaves_nothing_and_one_that_asks_for_itself_is_told() {
    let _host = Host::new();
    let shared = testing::context::<Context>("it").shared();
    let failed = shared.get_or_make("token", MINUTE, || -> Result<String> {
        Err(Error::denied("no entry"))
    });
    assert_eq!(failed, Err(Error::denied("no entry")));
    let nested = shared.get_or_make("token", MINUTE, || {
        shared.get_or_make("token", MINUTE, || Ok("inner"))
    });
    let message = nested.unwrap_err().to_string();
    assert!(message.contains("it would wait for itself"), "{message}");
    assert_eq!(get(shared, "token", "made"), "made");
}

#[test]
fn a_rate_takes_time() {
    let host = Host::new();
    let shared = testing::context::<Context>("it").shared();
    for _ in 0..3 {
        shared.rate("calls", 2.0).wait().unwrap();
    }
    assert!(host.waited() >= MINUTE / 60);
    let wrong = shared.rate("calls", 0.0).wait();
    assert!(matches!(wrong, Err(Error::Invalid(_))), "{wrong:?}");
}
