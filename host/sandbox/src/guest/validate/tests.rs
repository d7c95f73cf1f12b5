use super::*;

fn judge(text: &str) -> Result<(), ComponentError> {
    check_component(&wat::parse_str(text).expect("valid text"))
}

#[test]
fn what_is_no_provider_component_is_said() {
    assert_eq!(check_component(b""), Err(ComponentError::Empty));
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
    assert_eq!(importing("0.1.0"), Ok(()));
    assert_eq!(
        importing("0.1.1"),
        Err(ComponentError::NewerInterface {
            found: "0.1.1".to_owned()
        })
    );
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
    assert_eq!(constructing(&[lifecycle, "components@0.1.0"]), Ok(()));
    assert_eq!(
        constructing(&["components@0.1.0"]),
        Err(ComponentError::OtherWorld)
    );
    assert_eq!(
        constructing(&[lifecycle, "components@0.1.9"]),
        Err(ComponentError::NewerInterface {
            found: "0.1.9".to_owned()
        })
    );
    let several = [lifecycle, "components@0.1.9", "components@0.1.0"];
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
