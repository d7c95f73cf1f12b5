use std::future::Future;
use std::pin::{Pin, pin};
use std::task::Poll;

use async_trait::async_trait;
use pulumi_wasm_core::call::Effects;
use pulumi_wasm_core::redaction::Secrets;

use super::*;
use crate::budget::Budget;
use crate::limits::Limit;
use crate::system::Time;
use crate::testing::{Lines, call};

/// Polls a future once.
macro_rules! poll {
    ($future:expr) => {
        std::future::poll_fn(|context| Poll::Ready(Pin::new($future).poll(context))).await
    };
}

/// The instances of one component.
struct Component {
    limits: Arc<Limits>,
    shared: Arc<Shared>,
    secrets: Arc<Secrets>,
    clock: Arc<Clock>,
}

/// An instance in a call that may take 100 seconds.
struct Instance {
    sharing: Sharing,
    current_call: CurrentCall,
    call: Call,
}

const MINUTE: Duration = Duration::from_secs(60);

impl Component {
    fn new(set: &[(Limit, u64)]) -> Self {
        let mut limits = Limits::default();
        for (limit, value) in set {
            limits.set(*limit, *value);
        }
        let limits = Arc::new(limits);
        Self {
            shared: Shared::new(Arc::clone(&limits)),
            limits,
            secrets: Secrets::new(),
            clock: Arc::default(),
        }
    }

    fn instance(&self) -> Instance {
        self.instance_in(Operation::Create)
    }

    fn instance_in(&self, operation: Operation) -> Instance {
        let call = Call {
            secrets: self.secrets.of_call(),
            ..call(operation, &Lines::default())
        };
        let current_call = CurrentCall::new(
            Arc::clone(&self.clock) as Arc<dyn Time>,
            Budget::alone(Arc::clone(&self.limits)),
        );
        current_call.begin(call.clone(), Duration::from_secs(100));
        Instance {
            sharing: Sharing::new(&self.shared),
            current_call,
            call,
        }
    }
}

/// A clock that stands still until it is moved.
#[derive(Default)]
struct Clock {
    now: Mutex<Duration>,
    moved: Notify,
}

impl Clock {
    fn advance(&self, time: Duration) {
        *self.now.lock() += time;
        self.moved.notify_waiters();
    }

    /// Advances the clock until a future is ready.
    async fn until<T>(&self, work: impl Future<Output = T>) -> T {
        let mut work = pin!(work);
        loop {
            if let Poll::Ready(done) = poll!(&mut work) {
                return done;
            }
            self.advance(Duration::from_millis(1));
        }
    }
}

#[async_trait]
impl Time for Clock {
    fn time_of_day(&self, _call: &Call) -> Duration {
        self.elapsed()
    }

    fn elapsed(&self) -> Duration {
        *self.now.lock()
    }

    async fn sleep(&self, duration: Duration) {
        let end = self.elapsed() + duration;
        loop {
            let mut moved = pin!(self.moved.notified());
            moved.as_mut().enable();
            if self.elapsed() >= end {
                return;
            }
            moved.await;
        }
    }
}

impl Instance {
    async fn get(&self, name: &str) -> Result<SharedLookup, GuestError> {
        self.sharing.get(&self.current_call, name).await
    }

    async fn begins(&self, name: &str) -> u32 {
        match self.get(name).await {
            Ok(SharedLookup::Missing(number)) => number,
            other => panic!("{other:?}"),
        }
    }

    fn keep(&self, number: u32, value: &str, lives: Duration) -> Result<(), GuestError> {
        self.sharing.keep(&self.current_call, number, value, lives)
    }

    async fn makes(&self, name: &str, value: &str) -> Result<(), GuestError> {
        let number = self.begins(name).await;
        self.keep(number, value, MINUTE)
    }

    async fn turn(&self, name: &str, per_second: f64, burst: u32) -> Result<(), GuestError> {
        let rate = Rate { per_second, burst };
        self.sharing.turn(&self.current_call, name, rate).await
    }
}

fn value(text: &str) -> Result<SharedLookup, GuestError> {
    Ok(SharedLookup::Value(text.to_owned()))
}

fn message(ended: Result<impl std::fmt::Debug, GuestError>) -> String {
    ended.expect_err("a failure").message()
}

#[tokio::test]
async fn a_value_is_made_once_and_others_wait_for_it() {
    let component = Component::new(&[]);
    let (maker, other, third) = (
        component.instance(),
        component.instance(),
        component.instance(),
    );
    let number = maker.begins("token").await;
    let (mut waits, mut waits_too) = (Box::pin(other.get("token")), Box::pin(third.get("token")));
    assert_eq!(poll!(&mut waits), Poll::Pending);
    assert_eq!(poll!(&mut waits_too), Poll::Pending);
    maker
        .keep(number, "a token of the server", MINUTE)
        .expect("room");
    assert_eq!(waits.await, value("a token of the server"));
    assert_eq!(waits_too.await, value("a token of the server"));
    assert_eq!(maker.get("token").await, value("a token of the server"));
    // Another component cannot see it.
    Component::new(&[]).instance().begins("token").await;
}

#[tokio::test]
async fn a_value_ends_with_its_time_or_when_it_is_forgotten() {
    let component = Component::new(&[]);
    let instance = component.instance();
    instance.makes("token", "first").await.expect("room");
    component.clock.advance(MINUTE - Duration::from_millis(1));
    assert_eq!(instance.get("token").await, value("first"));
    component.clock.advance(Duration::from_millis(1));
    instance.makes("token", "second").await.expect("room");
    // An instance that came late knows only the first one.
    let forget = |text| {
        instance
            .sharing
            .forget(&instance.current_call, "token", text)
    };
    forget("first").expect("a name");
    assert_eq!(instance.get("token").await, value("second"));
    forget("second").expect("a name");
    instance.begins("token").await;
}

#[tokio::test]
async fn where_a_maker_fails_the_next_one_makes_it() {
    let component = Component::new(&[]);
    // The maker fails by its own report, by the end of its call, by the end of its instance, and by a value that cannot be
    // stored.
    for end in 0..4 {
        let (maker, other) = (component.instance(), component.instance());
        let number = maker.begins("token").await;
        let mut waits = Box::pin(other.get("token"));
        assert_eq!(poll!(&mut waits), Poll::Pending);
        match end {
            0 => maker.sharing.give_up(number),
            1 => maker.sharing.end_call(),
            2 => drop(maker),
            _ => assert!(message(maker.keep(number, "x", Duration::ZERO)).contains("lives-ms")),
        }
        let Ok(SharedLookup::Missing(next)) = waits.await else {
            panic!("case {end}: it has to make it");
        };
        assert_ne!(next, number);
    }
    let (maker, other) = (component.instance(), component.instance());
    let number = maker.begins("name").await;
    maker.sharing.give_up(number);
    let foreign = other.begins("name").await;
    for stale in [number, foreign, 77] {
        let refused = maker.keep(stale, "x", MINUTE);
        assert!(
            matches!(refused, Err(GuestError::NotFound(_))),
            "{refused:?}"
        );
    }
}

#[tokio::test]
async fn a_call_waits_neither_for_itself_nor_in_a_ring() {
    let component = Component::new(&[]);
    let (one, two, three) = (
        component.instance(),
        component.instance(),
        component.instance(),
    );
    one.begins("a").await;
    let own = message(one.get("a").await);
    assert!(
        own.contains("the call that makes the shared value `a` asks for it"),
        "{own}"
    );
    two.begins("b").await;
    let third = three.begins("c").await;
    let (mut first, mut second) = (Box::pin(one.get("b")), Box::pin(two.get("c")));
    assert_eq!(poll!(&mut first), Poll::Pending);
    assert_eq!(poll!(&mut second), Poll::Pending);
    let ring = message(three.get("a").await);
    assert!(
        ring.contains("wait for each other") && ring.contains("\nhint: "),
        "{ring}"
    );
    // The others continue when that one ends.
    three.keep(third, "value", MINUTE).expect("room");
    assert_eq!(second.await, value("value"));
    assert_eq!(poll!(&mut first), Poll::Pending);
}

#[tokio::test]
async fn a_wait_ends_with_a_cancel_and_with_the_time_of_its_call() {
    let component = Component::new(&[]);
    let (maker, other) = (component.instance(), component.instance());
    maker.begins("token").await;
    let began = component.clock.elapsed();
    let late = component.clock.until(other.get("token")).await;
    assert_eq!(
        (component.clock.elapsed() - began),
        Duration::from_secs(90),
        "a tenth is kept back"
    );
    assert!(matches!(late, Err(GuestError::TimedOut(_))), "{late:?}");
    let late = message(late);
    assert!(
        late.contains("`token`") && late.contains("--limit call-time="),
        "{late}"
    );
    let third = component.instance();
    let mut waits = Box::pin(third.get("token"));
    assert_eq!(poll!(&mut waits), Poll::Pending);
    third.call.cancellation.cancel();
    let ended = waits.await;
    assert!(matches!(ended, Err(GuestError::Cancelled(_))), "{ended:?}");
}

#[tokio::test]
async fn every_limit_holds_and_is_named() {
    let component = Component::new(&[
        (Limit::SharedValues, 2),
        (Limit::SharedValueSize, 20),
        (Limit::SharedSize, 30),
    ]);
    let instance = component.instance();
    let large = message(instance.makes("a", &"x".repeat(20)).await);
    assert!(large.contains("`a` with its name has 21 bytes"), "{large}");
    assert!(large.contains("shared-value-size of 20"), "{large}");
    instance.makes("a", &"x".repeat(19)).await.expect("room");
    let all = message(instance.makes("b", &"x".repeat(10)).await);
    assert!(
        all.contains("would have 31 bytes") && all.contains("shared-size of 30"),
        "{all}"
    );
    instance.makes("b", &"x".repeat(9)).await.expect("room");
    let many = message(instance.get("c").await);
    assert!(
        many.contains("would be 3") && many.contains("shared-values of 2"),
        "{many}"
    );
    assert_eq!(message(instance.turn("calls", 1.0, 1).await), many);
    // Ended entries take no space.
    component.clock.advance(MINUTE);
    instance.makes("c", &"x".repeat(19)).await.expect("room");
    for name in ["", &"n".repeat(257)] {
        let refused = message(instance.get(name).await);
        assert!(
            refused.contains("`key`: a name has 1 to 256 bytes"),
            "{refused}"
        );
    }
}

#[tokio::test]
async fn values_count_as_memory_of_the_host_as_long_as_they_live() {
    let component = Component::new(&[(Limit::HostMemory, 50)]);
    let (one, two) = (component.instance(), component.instance());
    one.makes("a", &"x".repeat(40)).await.expect("room");
    let used = two.current_call.memory.left();
    assert_eq!(used, 50, "it is no longer the call's");
    let refused = message(two.makes("b", &"x".repeat(60)).await);
    assert!(refused.contains("--limit host-memory="), "{refused}");
    two.current_call.memory.check().expect_err("the call ends");
}

#[tokio::test]
async fn values_are_hidden_wherever_they_are_told() {
    let component = Component::new(&[]);
    let instance = component.instance();
    instance
        .makes("token", "s3cret-of-the-server")
        .await
        .expect("room");
    let told = "it says s3cret-of-the-server";
    assert_eq!(instance.call.secrets.text(told), "it says [secret]");
    // In calls that did not read it as well: their instances may know it.
    assert_eq!(
        component.instance().call.secrets.text(told),
        "it says [secret]"
    );
    let failed = component.instance();
    let number = failed.begins("other").await;
    failed
        .keep(number, "another-s3cret", Duration::ZERO)
        .expect_err("no time");
    assert_eq!(failed.call.secrets.text("another-s3cret"), "[secret]");
    // Only the value's own call knows it as a secret by its value.
    assert!(failed.call.secrets.knows(b"another-s3cret"));
    let secrets = &component.instance().call.secrets;
    assert!(!secrets.knows(b"another-s3cret"));
    assert_eq!(secrets.text("another-s3cret"), "[secret]");
}

#[tokio::test]
async fn previews_share_and_check_config_does_not() {
    let component = Component::new(&[]);
    let mut preview = component.instance();
    preview.call.preview = true;
    preview.call.effects = Effects::None;
    preview.current_call.begin(preview.call.clone(), MINUTE);
    preview.makes("token", "value").await.expect("room");
    assert_eq!(component.instance().get("token").await, value("value"));
    let checks = component.instance_in(Operation::CheckConfig);
    let refused = checks.get("token").await;
    assert!(
        matches!(refused, Err(GuestError::Unsupported(_))),
        "{refused:?}"
    );
    checks.current_call.end();
    let between = checks.turn("calls", 1.0, 1).await;
    assert!(
        matches!(between, Err(GuestError::Unsupported(_))),
        "{between:?}"
    );
}

#[tokio::test]
async fn turns_come_at_their_rate_in_order_of_arrival() {
    let component = Component::new(&[]);
    let (one, two) = (component.instance(), component.instance());
    let began = component.clock.elapsed();
    let mut times = Vec::new();
    for instance in [&one, &two, &one, &two, &one] {
        let turn = instance.turn("calls", 2.0, 2);
        component.clock.until(turn).await.expect("a turn");
        times.push((component.clock.elapsed() - began).as_millis());
    }
    assert_eq!(times, [0, 0, 500, 1000, 1500]);
    // After an idle time, the full burst is available again.
    component.clock.advance(MINUTE);
    let began = component.clock.elapsed();
    for _ in 0..2 {
        one.turn("calls", 2.0, 2).await.expect("a turn");
    }
    assert_eq!((component.clock.elapsed() - began), Duration::ZERO);
    let (mut first, mut second) = (
        Box::pin(one.turn("calls", 2.0, 2)),
        Box::pin(two.turn("calls", 2.0, 2)),
    );
    assert_eq!(poll!(&mut first), Poll::Pending);
    assert_eq!(poll!(&mut second), Poll::Pending);
    component.clock.advance(Duration::from_millis(501));
    assert_eq!(poll!(&mut second), Poll::Pending);
    assert_eq!(poll!(&mut first), Poll::Ready(Ok(())));
}

#[tokio::test]
async fn a_turn_that_comes_too_late_fails_at_once_and_is_left_to_others() {
    let component = Component::new(&[]);
    let instance = component.instance();
    instance.turn("calls", 0.01, 1).await.expect("a turn");
    let late = instance.turn("calls", 0.01, 1).await;
    assert!(matches!(late, Err(GuestError::TimedOut(_))), "{late:?}");
    assert!(message(late).contains("--limit call-time="));
    // It took no turn: a call with enough time gets the second one.
    component.clock.advance(Duration::from_secs(20));
    let (second, began) = (component.instance(), component.clock.elapsed());
    let turn = second.turn("calls", 0.01, 1);
    component.clock.until(turn).await.expect("a turn");
    assert_eq!((component.clock.elapsed() - began), Duration::from_secs(80));
    for (per_second, burst) in [
        (0.0, 1),
        (-1.0, 1),
        (f64::NAN, 1),
        (f64::INFINITY, 1),
        (1e-9, 1),
        (1.0, 0),
    ] {
        let refused = component.instance().turn("calls", per_second, burst).await;
        assert!(
            matches!(refused, Err(GuestError::Invalid(_))),
            "{per_second} {burst}: {refused:?}"
        );
    }
}
