//! Names, defaults, units and hints of limits.

use super::table::{GIB, MIB};
use super::*;

#[test]
fn values_are_read_as_people_write_them() {
    assert_eq!(Limit::Memory.parse("512MiB"), Ok(512 * MIB));
    assert_eq!(Limit::CallTime.parse("90s"), Ok(90_000));
    assert_eq!(Limit::CallTime.parse("10m"), Ok(600_000));
    assert_eq!(Limit::Instances.parse("3"), Ok(3));
    for (limit, text) in [
        (Limit::Memory, "lots"),
        (Limit::Memory, "10s"),
        (Limit::CallTime, "10"),
        (Limit::Instances, "0"),
        (Limit::Memory, "99999999999999999999G"),
        (Limit::Memory, "99999999999999G"),
    ] {
        let message = limit.parse(text).unwrap_err();
        assert!(message.contains(limit.name()), "{message}");
    }
}

#[test]
fn a_maximum_holds_whatever_was_set_and_is_named_where_it_stands_in_the_way() {
    let mut limits = Limits::default();
    limits.cap(Limit::Memory, 2 * GIB, "`limits.memory` in `a`");
    assert_eq!(limits.get(Limit::Memory), GIB, "a maximum raises nothing");
    assert_eq!(limits.hint(Limit::Memory), Limit::Memory.hint(GIB));
    limits.set(Limit::Memory, 4 * GIB);
    assert_eq!(limits.get(Limit::Memory), 2 * GIB);
    assert_eq!(
        limits.hint(Limit::Memory),
        "raise it with a higher `limits.memory` in `a`"
    );
    limits.cap(Limit::Memory, 3 * GIB, "`limits.memory` in `b`");
    limits.cap(Limit::Memory, 512 * MIB, "`limits.memory` in `c`");
    assert_eq!(limits.get(Limit::Memory), 512 * MIB);
    assert_eq!(limits.asked(Limit::Memory), 4 * GIB);
    let exceeding: Vec<_> = limits.exceeding().collect();
    assert_eq!(
        exceeding,
        [(Limit::Memory, 4 * GIB, "`limits.memory` in `c`")]
    );
    // The written value is the requested one.
    assert_eq!(
        limits.changed().collect::<Vec<_>>(),
        [(Limit::Memory, 4 * GIB)]
    );
}

#[test]
fn the_page_lists_every_limit_with_its_value() {
    let page = include_str!("../../../../docs/use/limits.md");
    for limit in Limit::SETTINGS.into_iter().chain(Limit::FIXED) {
        let row = format!(
            "| `{}` | {} |",
            limit.name(),
            limit.show(limit.default_value())
        );
        assert!(page.contains(&row), "{row}");
    }
}

#[test]
fn every_setting_can_be_found_by_its_name_and_shown() {
    for limit in Limit::SETTINGS {
        assert_eq!(Limit::by_name(limit.name()), Some(limit));
        for value in [limit.default_value(), 1, 1500, 90_000] {
            let hint = limit.hint(value);
            let flag = format!("`--limit {}=", limit.name());
            let example = hint
                .split_once(&flag)
                .and_then(|(_, rest)| rest.split_once('`'));
            let example = example.map(|(example, _)| limit.parse(example));
            assert_eq!(example, Some(Ok(2 * value)), "{hint}");
        }
    }
    assert_eq!(Limit::Memory.show(GIB), "1 GiB");
    assert_eq!(Limit::CheckTime.show(1500), "1500 ms");
}

#[test]
fn a_fixed_limit_cannot_be_set_and_its_hint_names_no_flag() {
    for limit in Limit::FIXED {
        assert_eq!(Limit::by_name(limit.name()), None, "{}", limit.name());
        let hint = limit.hint(limit.default_value());
        assert!(!hint.contains("--limit"), "{hint}");
    }
}

#[test]
fn a_hint_names_the_place_of_the_flags_and_the_engine_of_the_user() {
    for (place, expected) in [
        (FlagPlace::Added, "of `pulumi package add`"),
        (FlagPlace::Command, "(or another value)"),
        (FlagPlace::Bundle, "of `pulumi-wasm bundle`"),
        (
            FlagPlace::TerraformProvider,
            "of `pulumi-wasm terraform`, which the publisher of the provider runs",
        ),
        (FlagPlace::Folder, "in `PulumiPlugin.yaml`"),
    ] {
        let limits = Limits {
            place,
            ..Limits::default()
        };
        for limit in Limit::SETTINGS {
            let hint = limits.hint(limit);
            let flag = format!("`--limit {}=", limit.name());
            assert!(hint.contains(&flag) && hint.contains(expected), "{hint}");
        }
        for limit in Limit::FIXED {
            let hint = limits.hint(limit);
            assert!(!hint.contains(['{', '}']), "{hint}");
            let is_terraform = place == FlagPlace::TerraformProvider;
            assert!(!is_terraform || !hint.contains("--parallel "), "{hint}");
        }
    }
    let call = crate::testing::call(Operation::Create, &crate::testing::Lines::default());
    let limits = Limits {
        place: FlagPlace::TerraformProvider,
        ..Limits::default()
    };
    let setting = limits.call_time_setting(&call);
    assert!(setting.starts_with("`--limit call-time=2h`"), "{setting}");
    assert!(setting.contains("`pulumi-wasm terraform`"), "{setting}");
}
