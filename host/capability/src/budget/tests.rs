use super::*;

fn limits(values: &[(Limit, u64)]) -> Arc<Limits> {
    let mut limits = Limits::default();
    for (limit, value) in values {
        limits.set(*limit, *value);
    }
    Arc::new(limits)
}

#[test]
fn what_is_reserved_is_given_back_when_it_is_dropped() {
    let budget = Budget::alone(limits(&[(Limit::HostMemory, 1000)]));
    let first = budget.reserve(600).expect("room");
    let mut second = budget.reserve(300).expect("room");
    assert_eq!(budget.left(), 100);
    let reached = second.grow(200).unwrap_err();
    assert_eq!((reached.limit, reached.value), (Limit::HostMemory, 1000));
    assert!(
        reached.to_string().contains("`--limit host-memory="),
        "{reached}"
    );
    assert_eq!(budget.left(), 100);
    drop(first);
    second.grow(200).expect("room");
    second.resize(100).expect("less");
    assert_eq!((second.bytes(), budget.left()), (100, 900));
    second.join(budget.reserve(50).expect("room"));
    assert_eq!((second.bytes(), budget.left()), (150, 850));
    drop(second);
    assert_eq!(budget.left(), 1000);
}

#[test]
fn a_call_that_was_refused_something_does_not_go_on() {
    let budget = Budget::alone(limits(&[(Limit::HostMemory, 1000)]));
    budget.check().expect("nothing was refused");
    let mut held = budget.nothing();
    held.try_resize(2000).unwrap_err();
    budget.check().expect("it was an attempt alone");
    held.grow(2000).unwrap_err();
    assert_eq!(budget.check().unwrap_err().limit, Limit::HostMemory);
    budget.begin();
    budget.check().expect("another call");
}

#[test]
fn bytes_hold_their_reservation_as_long_as_any_part_of_them_is_there() {
    let budget = Budget::alone(limits(&[(Limit::HostMemory, 1000)]));
    let bytes = budget.reserve(500).expect("room").hold(vec![1; 500]);
    let part = bytes.slice(10..20);
    drop(bytes);
    assert_eq!(budget.left(), 500);
    drop(part);
    assert_eq!(budget.left(), 1000);
}

#[test]
fn what_outlives_its_call_counts_for_the_process_alone() {
    let limits = limits(&[(Limit::HostMemory, 1000)]);
    let shares = Shares::new(&limits);
    let before = shares.memory.left();
    let budget = Budget::new(limits, Arc::clone(&shares.memory));
    let kept = budget.reserve(800).expect("room").beyond_call();
    assert_eq!(budget.left(), 1000);
    assert!(shares.memory.left() < before);
    drop(kept);
    budget.reserve(1000).expect("room");
}

#[test]
fn the_memories_of_a_process_are_limited() {
    let limits = limits(&[(Limit::ProcessMemories, 4)]);
    let reached = Shares::new(&limits).memories.part(5).unwrap_err();
    let message = reached.to_string();
    assert!(message.contains("limit process-memories of 4"), "{message}");
    assert!(message.contains("\nhint: lower `instances`"), "{message}");
}

#[test]
fn a_component_leaves_room_for_the_next() {
    const GIB: u64 = 1 << 30;
    // Other tests of this process need the amount that it reserves.
    static TOTAL: AtomicU64 = AtomicU64::new(0);
    let limits = limits(&[(Limit::ProcessMemory, 64 * GIB)]);
    let component = || Share::new(&TOTAL, &limits, Limit::ProcessMemory, None);
    let (greedy, second, third) = (component(), component(), component());
    let mut taken = Vec::new();
    for (share, at_least) in [(&greedy, 47), (&second, 11), (&third, 2)] {
        let left = share.left();
        assert!(left >= at_least * GIB, "{left}");
        taken.push(share.part(left).expect("what is left"));
        let reached = share.part(GIB).unwrap_err();
        assert_eq!(reached.limit, Limit::ProcessMemory);
        assert!(reached.to_string().contains("`--limit process-memory="));
    }
}
