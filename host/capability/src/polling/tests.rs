use std::sync::Arc;
use std::time::Instant;

use pulumi_wasm_core::call::Operation;

use super::*;
use crate::budget::Budget;
use crate::limits::{Limit, Limits};
use crate::testing::{Lines, call, current_call};

const LONG: Duration = Duration::from_secs(3600);

fn backoff(first: u64, factor: f64, max: u64) -> Backoff {
    Backoff {
        attempts: 0,
        first_delay: Duration::from_millis(first),
        factor,
        max_delay: Duration::from_millis(max),
        timeout: None,
    }
}

fn running(lines: &Lines, time: Duration) -> CurrentCall {
    let current_call = current_call();
    current_call.begin(call(Operation::Create, lines), time);
    current_call
}

#[tokio::test]
async fn a_backoff_out_of_its_bounds_and_an_attempt_0_are_invalid() {
    let current_call = running(&Lines::default(), LONG);
    for (backoff, attempt, expected) in [
        (backoff(0, 2.0, 10), 1, "backoff.first-delay-ms"),
        (backoff(1, 2.0, 10), 0, "attempt"),
    ] {
        let Err(GuestError::Invalid(failures)) = pause(&current_call, &backoff, attempt, "").await
        else {
            panic!("{backoff:?} was taken");
        };
        assert_eq!(failures.len(), 1);
        assert_eq!(failures[0].property, expected);
    }
}

#[tokio::test]
async fn a_wait_ends_with_its_last_attempt() {
    let current_call = running(&Lines::default(), LONG);
    let three = Backoff {
        attempts: 3,
        ..backoff(1, 1.0, 1)
    };
    for attempt in [1, 2] {
        assert_eq!(pause(&current_call, &three, attempt, "").await, Ok(()));
    }
    let ended = pause(&current_call, &three, 3, "2 of 3 ready").await;
    let expected = "still not ready after 3 attempts: 2 of 3 ready";
    assert_eq!(ended, Err(GuestError::TimedOut(expected.to_owned())));
    let one = Backoff {
        attempts: 1,
        ..three
    };
    let ended = pause(&current_call, &one, 1, "").await;
    let expected = "still not ready after 1 attempt";
    assert_eq!(ended, Err(GuestError::TimedOut(expected.to_owned())));
}

#[tokio::test]
async fn the_status_is_progress() {
    let lines = Lines::default();
    let current_call = running(&lines, LONG);
    let backoff = backoff(1, 1.0, 1);
    assert_eq!(
        pause(&current_call, &backoff, 1, "2 of 3 ready").await,
        Ok(())
    );
    assert_eq!(pause(&current_call, &backoff, 2, "").await, Ok(()));
    let expected = (Severity::Info, "2 of 3 ready".to_owned(), true);
    assert_eq!(lines.heard(), [expected]);
}

#[tokio::test]
async fn a_wait_ends_with_its_own_time_after_a_last_look() {
    let current_call = running(&Lines::default(), LONG);
    let backoff = Backoff {
        timeout: Some(Duration::from_millis(200)),
        ..backoff(150, 1.0, 60_000)
    };
    let started = Instant::now();
    assert_eq!(pause(&current_call, &backoff, 1, "").await, Ok(()));
    // The remaining time, and not another 150 ms.
    assert_eq!(pause(&current_call, &backoff, 2, "").await, Ok(()));
    let took = started.elapsed();
    assert!(took >= Duration::from_millis(200), "{took:?}");
    let ended = pause(&current_call, &backoff, 3, "2 of 3 ready").await;
    let expected = "still not ready after 200 ms: 2 of 3 ready";
    assert_eq!(ended, Err(GuestError::TimedOut(expected.to_owned())));
    // Another wait has the whole time again.
    assert_eq!(pause(&current_call, &backoff, 1, "").await, Ok(()));
}

#[tokio::test]
async fn a_wait_leaves_a_share_of_the_calls_time() {
    let current_call = running(&Lines::default(), Duration::from_millis(1000));
    let started = Instant::now();
    let backoff = backoff(600, 1.0, 600);
    let mut look = 1;
    let ended = loop {
        match pause(&current_call, &backoff, look, "nearly").await {
            Ok(()) => look += 1,
            Err(error) => break error,
        }
    };
    let took = started.elapsed();
    assert!(took >= Duration::from_millis(900), "{took:?}");
    assert_eq!(look, 3);
    let message = ended.message();
    assert!(
        matches!(ended, GuestError::TimedOut(_)) && message.contains("nearly\nhint: "),
        "{message}"
    );
    assert!(message.contains("`--limit call-time="), "{message}");
    assert_eq!(time_for_waits(LONG), LONG.saturating_sub(MAX_RESERVE));
}

#[tokio::test]
async fn nothing_is_waited_for_where_nothing_may_change() {
    let current_call = current_call();
    let mut preview = call(Operation::Create, &Lines::default());
    (preview.preview, preview.effects) = (true, Effects::None);
    current_call.begin(preview, LONG);
    let ended = pause(&current_call, &backoff(60_000, 1.0, 60_000), 1, "").await;
    let expected = "waiting is not allowed during a preview".to_owned();
    assert_eq!(ended, Err(GuestError::Denied(expected)));
}

#[tokio::test]
async fn a_cancelled_wait_ends_at_once() {
    let current_call = current_call();
    let call = call(Operation::Create, &Lines::default());
    current_call.begin(call.clone(), LONG);
    let backoff = backoff(60_000, 1.0, 60_000);
    let wait = pause(&current_call, &backoff, 1, "");
    let cancel = async {
        // The wait has begun: it is polled first.
        tokio::task::yield_now().await;
        call.cancellation.cancel();
    };
    let (ended, ()) = tokio::join!(wait, cancel);
    assert!(matches!(ended, Err(GuestError::Cancelled(_))), "{ended:?}");
}

#[tokio::test]
async fn a_wait_that_is_too_long_names_what_gives_it_more_time() {
    let rule = "`limits.call-time` in the operator's policy `p`";
    for (operation, maximum, has_timeout, expected) in [
        (Operation::Create, None, false, "`--limit call-time=2h`"),
        (Operation::Create, Some(1000), false, rule),
        (Operation::Create, Some(1000), true, "`customTimeouts`"),
        // The other limit ends each of them.
        (
            Operation::Configure,
            None,
            false,
            "`--limit check-time=2min",
        ),
        (
            Operation::Construct,
            None,
            false,
            "`--limit check-time=2min",
        ),
        (Operation::Hook, None, false, "`--limit call-time=2h`"),
    ] {
        let mut limits = Limits::default();
        if let Some(maximum) = maximum {
            limits.cap(Limit::CallTime, maximum, rule);
        }
        let current_call = CurrentCall::new(current_call().time, Budget::alone(Arc::new(limits)));
        let call = Call {
            timeout: has_timeout.then_some(LONG),
            ..call(operation, &Lines::default())
        };
        current_call.begin(call, Duration::ZERO);
        let ended = pause(&current_call, &backoff(1, 1.0, 1), 1, "").await;
        let Err(GuestError::TimedOut(message)) = ended else {
            panic!("{ended:?}");
        };
        assert!(message.contains(expected), "{message}");
    }
}
