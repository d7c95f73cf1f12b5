//! The data segments of a module, few and large: engines keep a record of each segment, and Go's linker makes tens of thousands of
//! small ones.

use wasm_encoder::{ConstExpr, DataSection, Module, RawSection};
use wasmparser::{DataKind, Operator, Parser, Payload};

/// Zeros between two segments that are cheaper than a further segment: its head takes up to 12 bytes, and each engine that loads the
/// module keeps more.
const MAX_GAP: usize = 64;

/// Joins neighbouring segments of a module with one memory, and leaves out empty ones. `None` if its instructions may name segments by
/// their numbers, or a segment has no constant place.
pub(super) fn joined(module: &[u8]) -> Option<Vec<u8>> {
    let mut made = Module::new();
    for payload in Parser::new(0).parse_all(module) {
        let payload = payload.ok()?;
        match &payload {
            // This section says that instructions name segments.
            Payload::DataCountSection { .. } => return None,
            Payload::DataSection(section) => {
                let mut segments: Vec<(usize, Vec<u8>)> = Vec::new();
                for segment in section.clone() {
                    let segment = segment.ok()?;
                    let offset_expr = match segment.kind {
                        DataKind::Active {
                            memory_index: 0,
                            offset_expr,
                        } => offset_expr,
                        DataKind::Active { .. } => return None,
                        DataKind::Passive => continue,
                    };
                    let mut place = offset_expr.get_operators_reader();
                    let Operator::I32Const { value } = place.read().ok()? else {
                        return None;
                    };
                    // A place can be a sum.
                    if !matches!(place.read().ok()?, Operator::End) {
                        return None;
                    }
                    let start = value.cast_unsigned() as usize;
                    match segments.last_mut() {
                        Some((first, bytes))
                            if start
                                .checked_sub(*first + bytes.len())
                                .is_some_and(|gap| gap <= MAX_GAP) =>
                        {
                            bytes.resize(start - *first, 0);
                            bytes.extend_from_slice(segment.data);
                        }
                        _ => segments.push((start, segment.data.to_vec())),
                    }
                }
                let mut data = DataSection::new();
                for (start, bytes) in segments {
                    let start = ConstExpr::i32_const(u32::try_from(start).ok()?.cast_signed());
                    data.active(0, &start, bytes);
                }
                made.section(&data);
            }
            other => {
                if let Some((id, range)) = other.as_section() {
                    made.section(&RawSection {
                        id,
                        data: module.get(range)?,
                    });
                }
            }
        }
    }
    Some(made.finish())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn segments(module: &[u8]) -> Vec<(i32, Vec<u8>)> {
        let mut found = Vec::new();
        for payload in Parser::new(0).parse_all(module) {
            let Ok(Payload::DataSection(section)) = payload else {
                continue;
            };
            for segment in section {
                let segment = segment.unwrap();
                let DataKind::Active { offset_expr, .. } = segment.kind else {
                    panic!("a passive segment");
                };
                let Operator::I32Const { value } =
                    offset_expr.get_operators_reader().read().unwrap()
                else {
                    panic!("no constant");
                };
                found.push((value, segment.data.to_vec()));
            }
        }
        found
    }

    #[test]
    fn segments_with_a_small_gap_become_one_and_empty_ones_are_left_out() {
        let text = r#"(module (memory 1)
            (func (export "f") nop)
            (data "")
            (data (i32.const 100) "ab")
            (data (i32.const 110) "c")
            (data (i32.const 4000) "d"))"#;
        let module = joined(&wat::parse_str(text).unwrap()).unwrap();
        let expected = [
            (100, b"ab\0\0\0\0\0\0\0\0c".to_vec()),
            (4000, b"d".to_vec()),
        ];
        assert_eq!(segments(&module), expected);
        wasmparser::validate(&module).unwrap();
    }

    #[test]
    fn a_module_that_names_its_segments_stays_as_it_is() {
        let text = r#"(module (memory 1)
            (func (memory.init 0 (i32.const 0) (i32.const 0) (i32.const 1)))
            (data "a"))"#;
        assert!(joined(&wat::parse_str(text).unwrap()).is_none());
    }

    #[test]
    fn a_module_with_a_computed_place_stays_as_it_is() {
        let text = r#"(module (memory 1)
            (data (offset (i32.add (i32.const 100) (i32.const 4))) "a"))"#;
        assert!(joined(&wat::parse_str(text).unwrap()).is_none());
    }
}
