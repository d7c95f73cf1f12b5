//! Changing the core modules of a component, so that it stays a component most of the time.

use std::ops::Range;

use wasm_mutate::WasmMutate;

/// The beginning of a component.
const HEADER_BYTES: usize = 8;
/// The numbers of sections that have a module or a component in them.
const MODULE: u8 = 1;
const COMPONENT: u8 = 4;
/// The maximum cost of a change.
const FUEL: u64 = 300;
/// One of this many changes changes single bytes.
const BYTES_EVERY: u32 = 8;

/// Changes the first bytes of a buffer, so many, into at most so many others. Returns the new number of bytes.
pub fn mutate(data: &mut [u8], size: usize, max_size: usize, seed: u32) -> usize {
    if seed % BYTES_EVERY != 0
        && let Some(changed) = with_changed_module(&data[..size], seed)
        && changed.len() <= max_size
    {
        data[..changed.len()].copy_from_slice(&changed);
        return changed.len();
    }
    libfuzzer_sys::fuzzer_mutate(data, size, max_size)
}

/// The component with a change in one of its core modules.
fn with_changed_module(component: &[u8], seed: u32) -> Option<Vec<u8>> {
    let mut modules = Vec::new();
    collect(component, 0..component.len(), &mut Vec::new(), &mut modules);
    let index = usize::try_from(seed / BYTES_EVERY).ok()? % modules.len().max(1);
    let found = modules.get(index)?;
    let changed = {
        let module = component.get(found.module.clone())?;
        let mut mutation = WasmMutate::default();
        mutation.seed(seed.into()).fuel(FUEL);
        let changed = mutation.run(module).ok()?.next()?;
        changed.ok()?
    };
    // From the inside out, because the enclosing parts have another length now.
    let mut content = changed;
    let mut inner = found.module.clone();
    for section in found.around.iter().rev() {
        let before = component.get(section.content.start..inner.start)?;
        let after = component.get(inner.end..section.content.end)?;
        let whole = [before, &content, after].concat();
        content = vec![section.number];
        leb128(whole.len(), &mut content);
        content.extend(whole);
        inner = section.whole.clone();
    }
    let (before, after) = (component.get(..inner.start)?, component.get(inner.end..)?);
    Some([before, &content, after].concat())
}

/// A section: its id, its length and its content.
#[derive(Clone)]
struct Section {
    number: u8,
    whole: Range<usize>,
    content: Range<usize>,
}

/// A core module, and the sections that it is in, outermost first.
struct Module {
    module: Range<usize>,
    around: Vec<Section>,
}

fn collect(
    bytes: &[u8],
    component: Range<usize>,
    around: &mut Vec<Section>,
    found: &mut Vec<Module>,
) {
    let mut at = component.start + HEADER_BYTES;
    while at < component.end {
        let Some(section) = section(bytes, at).filter(|section| section.whole.end <= component.end)
        else {
            return;
        };
        at = section.whole.end;
        let content = section.content.clone();
        around.push(section.clone());
        match section.number {
            MODULE => found.push(Module {
                module: content,
                around: around.clone(),
            }),
            COMPONENT if around.len() < 8 => collect(bytes, content, around, found),
            _ => {}
        }
        around.pop();
    }
}

fn section(bytes: &[u8], at: usize) -> Option<Section> {
    let number = *bytes.get(at)?;
    let (mut length, mut next) = (0_usize, at + 1);
    for shift in (0..35).step_by(7) {
        let byte = *bytes.get(next)?;
        next += 1;
        length |= usize::from(byte & 0x7f).checked_shl(shift)?;
        if byte & 0x80 == 0 {
            let content = next..next.checked_add(length)?;
            return Some(Section {
                number,
                whole: at..content.end,
                content,
            });
        }
    }
    None
}

fn leb128(mut value: usize, into: &mut Vec<u8>) {
    loop {
        let low = u8::try_from(value & 0x7f).unwrap_or_default();
        value >>= 7;
        if value == 0 {
            into.push(low);
            return;
        }
        into.push(low | 0x80);
    }
}
