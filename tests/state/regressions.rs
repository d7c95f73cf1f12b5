//! Scripts that once found a mistake, as short as they can be.

use Step::{Refresh, Set, Up, Upgrade};
use Who::{A, B};

use super::fault::Fault;
use super::judge::play;
use super::manifest::Shape;
use super::outside::OUTSIDE;
use super::script::{Script, Step, Who};

/// A type with all hooks but `resume`.
const PLAIN: Shape = Shape {
    replaces_always: false,
    resumes: false,
    says_computed: false,
    refreshes_first: false,
    deletes_first: false,
};

/// The same, with a manifest that declares the server's choices.
const SAYS_COMPUTED: Shape = Shape {
    says_computed: true,
    ..PLAIN
};

/// The action of others, by its name.
fn outside(name: &str) -> Step {
    let index = OUTSIDE.iter().position(|outside| outside.name == name);
    Step::Outside(A, index.expect("a change by others"))
}

/// Plays a script with each of these types.
fn holds(shapes: &[Shape], steps: &[Step]) {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .build()
        .unwrap();
    for shape in shapes {
        let script = Script {
            shape: *shape,
            steps: steps.to_vec(),
        };
        let verdict = runtime.block_on(play(&script));
        assert!(verdict.is_ok(), "{}\n{script}", verdict.unwrap_err());
    }
}

#[test]
fn a_value_that_the_server_chose_stays_the_servers() {
    holds(
        &[PLAIN, SAYS_COMPUTED],
        &[Up, Refresh, Up, Upgrade, Up, Refresh, Up],
    );
    holds(
        &[SAYS_COMPUTED],
        &[Up, outside("sets zone to `mars`"), Refresh, Up],
    );
    // The values that go with an element were the server's to choose.
    let steps = [Set(A, "disks", Some(0)), Up, Set(A, "disks", None), Up];
    holds(&[PLAIN, SAYS_COMPUTED], &steps);
    // For an object, only the part that others changed becomes an input, and parts that a newer component reports for
    // the first time do not.
    let level = outside("sets settings.level to 8");
    holds(&[PLAIN, SAYS_COMPUTED], &[Up, level, Refresh, Up]);
    let rule = outside("adds a rule at the end");
    let steps = [Up, rule, Refresh, Upgrade, Up, Refresh, Up];
    holds(&[PLAIN, SAYS_COMPUTED], &steps);
    holds(
        &[SAYS_COMPUTED],
        &[Up, Upgrade, Refresh, Step::Adopt(A), Up],
    );
}

#[test]
fn a_thing_that_was_made_in_part_is_updated() {
    for fault in [Fault::CreateHalf, Fault::CreateCrash, Fault::CreateUnknown] {
        let steps = [Set(A, "size", Some(1)), Step::Fault(fault), Up];
        let resumes = Shape {
            resumes: true,
            ..PLAIN
        };
        holds(&[PLAIN, resumes], &steps);
        holds(&[PLAIN, resumes], &[&steps[..], &[Refresh, Up]].concat());
        holds(&[PLAIN, resumes], &[&steps[..], &[Up]].concat());
    }
}

#[test]
fn a_set_whose_elements_the_server_completes_settles() {
    let steps = [Set(A, "members", Some(1)), Up, Refresh, Up];
    holds(&[PLAIN, SAYS_COMPUTED], &steps);
    let steps = [
        &steps[..],
        &[
            outside("changes weight of the first member"),
            Refresh,
            Up,
            Refresh,
        ],
    ];
    holds(&[PLAIN, SAYS_COMPUTED], &steps.concat());
}

#[test]
fn an_element_of_a_set_changes_in_place_wherever_it_stands() {
    for drift in [
        "changes size of the first volume",
        "takes speed of the first volume away",
    ] {
        let steps = [
            Set(A, "volumes", Some(1)),
            Up,
            outside(drift),
            Refresh,
            Refresh,
            Up,
        ];
        holds(&[PLAIN, SAYS_COMPUTED], &steps);
    }
    let moved = [
        Set(A, "volumes", Some(1)),
        Up,
        Set(A, "volumes", Some(2)),
        Up,
        Refresh,
        Up,
    ];
    holds(&[PLAIN], &moved);
    // The server has another form of the place, and the engine the inputs of before.
    for fault in [Fault::UpdateHalf, Fault::UpdateLost] {
        let failed = [
            Set(A, "volumes", Some(1)),
            Up,
            Set(A, "volumes", Some(2)),
            Step::Fault(fault),
            Up,
            Refresh,
            Up,
        ];
        holds(&[PLAIN], &failed);
    }
}

#[test]
fn a_list_that_others_changed_replaces_nothing_by_itself() {
    let front = [
        Up,
        outside("adds a disk in front"),
        Refresh,
        Up,
        outside("changes size of the first disk"),
        Refresh,
        Up,
    ];
    holds(&[PLAIN], &front);
    // The engine keeps the old inputs of an update that failed, which lack the disks.
    let half = [
        Up,
        Set(A, "disks", Some(1)),
        Step::Fault(Fault::UpdateHalf),
        Up,
        outside("takes the first disk away"),
        Refresh,
        Up,
    ];
    holds(&[PLAIN], &half);
    // A value that is taken over may be the program's, if its answer was lost: even if it has more parts, or is
    // refreshed again.
    for disks in [1, 2] {
        let lost = [
            Set(A, "disks", Some(0)),
            Up,
            Set(A, "disks", Some(disks)),
            Step::Fault(Fault::UpdateLost),
            Up,
            Refresh,
            Refresh,
            Up,
        ];
        holds(&[PLAIN], &lost);
    }
}

#[test]
fn an_element_that_others_added_or_took_leaves_the_others_as_they_are() {
    for change in [
        "adds a rule in front",
        "takes the first rule away",
        "takes the first disk away",
        "adds a member",
        "takes the first word away",
        "adds the node n9",
        "takes the node n1 away",
    ] {
        let program = [
            Set(A, "rules", Some(3)),
            Set(A, "disks", Some(1)),
            Set(A, "members", Some(1)),
            Set(A, "words", Some(2)),
            Set(A, "nodes", Some(1)),
        ];
        let steps = [
            &program[..],
            &[Up, outside(change), Refresh, Up, Refresh, Up],
        ];
        holds(&[PLAIN, SAYS_COMPUTED], &steps.concat());
    }
}

#[test]
fn a_generated_name_that_was_ignored_for_once_stays() {
    let ignore = Step::Ignore(A, "name");
    holds(&[PLAIN], &[Up, ignore, Up, ignore, Up, Refresh, Up]);
    let all = Step::Ignore(A, "*");
    holds(&[PLAIN], &[Up, all, Up, all, Up]);
    holds(&[PLAIN], &[Up, all, Upgrade, Upgrade, Up, all, Up]);
}

#[test]
fn a_lookup_with_properties_is_one_of_the_newest_version() {
    let lookup = |field| Step::Lookup(A, field);
    let steps = [Set(A, "label", Some(0)), Upgrade, Upgrade, Up];
    holds(
        &[PLAIN],
        &[&steps[..], &[lookup("size"), lookup("label"), lookup("")]].concat(),
    );
}

#[test]
fn a_secret_of_one_resource_is_plain_for_another() {
    let steps = [
        Set(A, "label", Some(2)),
        Set(B, "password", Some(0)),
        Up,
        Refresh,
        Up,
    ];
    holds(&[PLAIN], &steps);
    let steps = [
        Set(B, "label", Some(2)),
        Set(A, "password", Some(0)),
        Up,
        Refresh,
        Up,
    ];
    holds(&[PLAIN], &steps);
}

#[test]
fn a_secret_of_the_record_is_hidden_in_an_update_that_takes_it_away() {
    let steps = [
        Set(A, "password", Some(0)),
        Up,
        Set(A, "password", None),
        Set(A, "label", Some(2)),
        Up,
        Refresh,
        Set(A, "size", Some(1)),
        Up,
    ];
    holds(&[PLAIN], &steps);
    let drift = outside("sets another password");
    holds(&[PLAIN], &[Set(A, "password", Some(0)), Up, drift, Refresh]);
}

#[test]
fn a_secret_in_a_longer_output_is_in_clear_nowhere() {
    let steps = [
        Set(A, "password", Some(0)),
        Up,
        Refresh,
        Set(A, "password", Some(1)),
        Up,
    ];
    holds(&[PLAIN], &steps);
    let steps = [
        Set(A, "password", Some(0)),
        Step::Fault(Fault::CreateHalf),
        Up,
        Refresh,
    ];
    holds(&[PLAIN], &steps);
    // The label had it in plain text, and no longer has it.
    let steps = [
        Set(A, "password", Some(0)),
        Set(A, "label", Some(2)),
        Up,
        outside("sets label to `seen`"),
        Refresh,
    ];
    holds(&[PLAIN], &steps);
}

#[test]
fn an_element_that_cannot_be_ignored_reaches_the_server() {
    for (path, field, first, second) in [
        ("words[1]", "words", 0, 1),
        ("words[*]", "words", 1, 2),
        ("items[1]", "items", 1, 0),
        ("items[*]", "items", 0, 2),
        ("items[*]", "items", 2, 1),
        ("rules[1]", "rules", 0, 1),
        ("rules[*].proto", "rules", 0, 3),
        ("disks[*].zone", "disks", 0, 1),
        ("members[0]", "members", 0, 1),
    ] {
        let steps = [
            Set(A, field, Some(first)),
            Up,
            Step::Ignore(A, path),
            Set(A, field, Some(second)),
            Up,
            Refresh,
            Up,
            Step::Ignore(A, path),
            Up,
        ];
        holds(&[PLAIN, SAYS_COMPUTED], &steps);
    }
}

#[test]
fn a_member_of_a_union_that_cannot_change_in_place_replaces() {
    for (first, second) in [(0, 2), (2, 0), (1, 2), (0, 1)] {
        let steps = [
            Set(A, "backend", Some(first)),
            Up,
            Set(A, "backend", Some(second)),
            Up,
            Refresh,
            Up,
        ];
        holds(&[PLAIN], &steps);
    }
    let steps = [
        Set(A, "backend", Some(0)),
        Up,
        outside("switches the backend"),
        Refresh,
        Up,
    ];
    holds(&[PLAIN], &steps);
}

#[test]
fn a_server_that_keeps_another_form_has_not_drifted() {
    let program = [
        Set(A, "text", Some(0)),
        Set(A, "items", Some(2)),
        Set(A, "site", Some(1)),
    ];
    let settled = [&program[..], &[Up, Refresh, Up, Refresh, Refresh, Up]].concat();
    holds(&[PLAIN, SAYS_COMPUTED], &settled);
    for change in [
        "sets text to `other`",
        "adds an item",
        "takes the first item away",
        "sets site to `MARS`",
    ] {
        let steps = [
            &program[..],
            &[Up, outside(change), Refresh, Up, Refresh, Up],
        ]
        .concat();
        holds(&[PLAIN, SAYS_COMPUTED], &steps);
    }
    // Properties of a failed change may be in the server's form, or missing.
    for fault in [Fault::CreateHalf, Fault::UpdateHalf, Fault::UpdateLost] {
        let steps = [
            &program[..1],
            &[Up],
            &program[1..],
            &[
                Set(A, "size", Some(1)),
                Step::Fault(fault),
                Up,
                Refresh,
                Up,
                Refresh,
                Up,
            ],
        ];
        holds(&[PLAIN], &steps.concat());
        let steps = [
            &program[..],
            &[Step::Fault(fault), Up, Refresh, Up, Refresh, Up],
        ];
        holds(&[PLAIN], &steps.concat());
    }
}

#[test]
fn a_complete_thing_that_cannot_be_updated_is_not_replaced_for_its_form() {
    let replaces_always = Shape {
        replaces_always: true,
        ..PLAIN
    };
    let program = [
        Set(A, "text", Some(0)),
        Set(A, "items", Some(2)),
        Set(A, "site", Some(1)),
        Set(A, "volumes", Some(1)),
    ];
    let lost = Step::Fault(Fault::CreateUnknown);
    for steps in [&[lost, Up, Refresh, Up][..], &[lost, Up, Up, Refresh, Up]] {
        holds(&[PLAIN, replaces_always], &[&program[..], steps].concat());
    }
}

#[test]
fn an_interrupted_create_that_other_inputs_cannot_complete_is_seen_as_it_is() {
    let resumes = Shape {
        resumes: true,
        ..PLAIN
    };
    let killed = Step::Fault(Fault::CreateKilled);
    let refused = Step::Fault(Fault::CreateRefused);
    // Each create generates another name.
    let steps = [Up, killed, Set(B, "size", None), Up, refused, Up];
    holds(&[resumes], &steps);
    let zone = [killed, Up, Set(A, "zone", Some(1)), refused, Up];
    holds(&[resumes], &zone);
    holds(
        &[resumes],
        &[&zone[..], &[refused, Up, Refresh, Up]].concat(),
    );
}

#[test]
fn a_default_that_vanished_comes_back() {
    let away = outside("takes depth away");
    holds(&[PLAIN], &[Up, away, Refresh, Refresh, Up, Refresh, Up]);
    let given = [Set(A, "depth", Some(0)), Up, away, Refresh, Up];
    holds(&[PLAIN], &given);
}

#[test]
fn a_tag_of_a_union_that_cannot_be_ignored_is_the_programs() {
    let ignore = Step::Ignore(A, "backend.type");
    for (first, second) in [(None, Some(0)), (Some(0), Some(2)), (Some(2), Some(1))] {
        let before = Set(A, "backend", first);
        let steps = [before, Up, Set(A, "backend", second), ignore, Up, Refresh];
        holds(&[PLAIN], &[&steps[..], &[Up, ignore, Up]].concat());
    }
}

#[test]
fn a_list_that_a_half_made_thing_has_in_another_order_is_found_as_it_is() {
    let all = Step::Ignore(A, "*");
    let half = Step::Fault(Fault::CreateHalf);
    let items = Set(A, "items", Some(0));
    holds(
        &[PLAIN],
        &[Set(A, "disks", Some(0)), items, half, Up, all, Refresh, Up],
    );
}
