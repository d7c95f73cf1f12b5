use super::*;
use crate::guest::testing::{Text, WIT_0_1_0, WIT_0_1_1};

fn judge(text: &str) -> Result<(), ComponentError> {
    check_component(&wat::parse_str(text).expect("valid text"))
}

#[test]
fn what_is_no_provider_component_is_said() {
    assert!(matches!(
        check_component(b""),
        Err(ComponentError::NotWasm(_))
    ));
    assert!(matches!(
        check_component(b"#!/bin/sh"),
        Err(ComponentError::NotWasm(_))
    ));
    assert_eq!(judge("(module)"), Err(ComponentError::CoreModule));
    assert_eq!(judge("(component)"), Err(ComponentError::OtherWorld));
    // A core module inside does not make a component a module.
    assert_eq!(
        judge("(component (core module))"),
        Err(ComponentError::OtherWorld)
    );
    let exporting = |version: &str| {
        judge(&format!(
            "(component (component $c) (instance $i (instantiate $c)) \
             (export \"pulumi-wasm:provider/lifecycle@{version}\" (instance $i)))"
        ))
    };
    assert_eq!(exporting("0.1.0"), Ok(()));
    // A version that adds host functions alone has no functions of its own.
    assert_eq!(
        exporting("0.1.1"),
        Err(ComponentError::NewerInterface {
            found: "0.1.1".to_owned()
        })
    );
    assert_eq!(
        exporting("0.9.0"),
        Err(ComponentError::NewerInterface {
            found: "0.9.0".to_owned()
        })
    );
    // A component for several versions runs if this host knows one of them.
    assert_eq!(
        judge(
            "(component (component $c) (instance $i (instantiate $c)) \
             (export \"pulumi-wasm:provider/lifecycle@0.1.0\" (instance $i)) \
             (export \"pulumi-wasm:provider/lifecycle@7.0.0\" (instance $i)))"
        ),
        Ok(())
    );
    let importing = |version: &str| {
        judge(&format!(
            "(component (import \"pulumi-wasm:provider/shared@{version}\" (instance)) \
             (component $c) (instance $i (instantiate $c)) \
             (export \"pulumi-wasm:provider/lifecycle@0.1.0\" (instance $i)))"
        ))
    };
    assert_eq!(importing("0.1.1"), Ok(()));
    assert_eq!(
        importing("0.1.2"),
        Err(ComponentError::NewerInterface {
            found: "0.1.2".to_owned()
        })
    );
    // What constructs components has a version of its own.
    let constructing = |interfaces: &[&str]| {
        let exports = interfaces.iter().map(|interface| {
            format!("(export \"pulumi-wasm:provider/{interface}\" (instance $i))")
        });
        let exports: String = exports.collect();
        judge(&format!(
            "(component (component $c) (instance $i (instantiate $c)) {exports})"
        ))
    };
    let lifecycle = "lifecycle@0.1.0";
    assert_eq!(constructing(&[lifecycle, "components@0.1.1"]), Ok(()));
    assert_eq!(
        constructing(&["components@0.1.1"]),
        Err(ComponentError::OtherWorld)
    );
    assert_eq!(
        constructing(&[lifecycle, "components@0.1.9"]),
        Err(ComponentError::NewerInterface {
            found: "0.1.9".to_owned()
        })
    );
    let several = [lifecycle, "components@0.1.9", "components@0.1.1"];
    assert_eq!(constructing(&several), Ok(()));
    // The nested part is longer than the rest, and its beginning is whole.
    let mut provider = wat::parse_str(
        "(component (component $c) (instance $i (instantiate $c)) \
         (export \"pulumi-wasm:provider/lifecycle@0.1.0\" (instance $i)))",
    )
    .expect("valid text");
    assert_eq!(check_component(&provider), Ok(()));
    provider.extend_from_slice(b"\x04\x20\0asm\x0d\0\x01\0");
    assert!(matches!(
        check_component(&provider),
        Err(ComponentError::Damaged(_))
    ));
    let whole = wat::parse_str("(component (core module (func)))").expect("valid text");
    assert!(matches!(
        check_component(&whole[..whole.len() - 3]),
        Err(ComponentError::Damaged(_))
    ));
}

/// What a host of version 0.1.0 of the interface, which knows no other, says of components of 0.1.1.
#[test]
fn a_component_is_refused_with_advice_by_a_host_that_does_not_know_its_version() {
    let of_0_1_0 = |component: &[u8]| check_for(component, |version| version == "0.1.0");
    let component = |wit: &[&str], world, head| {
        let text = Text {
            wit,
            world,
            head,
            functions: &[],
            otherwise: "unreachable",
        };
        text.component()
    };
    let shared = r#"(import "pulumi-wasm:provider/shared@0.1.1" "get" (func (param i32 i32 i32)))"#;
    for (world, head) in [("component-provider", ""), ("provider", shared)] {
        let component = component(&[WIT_0_1_0, WIT_0_1_1], world, head);
        assert_eq!(check_component(&component), Ok(()), "{world}");
        let refused = of_0_1_0(&component).expect_err(world);
        let found = "0.1.1".to_owned();
        assert_eq!(refused, ComponentError::NewerInterface { found });
        assert!(
            refused
                .hint()
                .contains("install a newer version of the `wasm` plugin")
        );
    }
    assert_eq!(of_0_1_0(&component(&[WIT_0_1_0], "provider", "")), Ok(()));
}
