//! The places of the parts of a request when a guest's function begins, by the WIT files.

use wit_parser::abi::{FlatTypes, WasmType};
use wit_parser::{Function, Resolve, SizeAlign, Type, TypeDefKind};

/// The request of one exported function.
pub struct Request<'a> {
    resolve: &'a Resolve,
    sizes: SizeAlign,
    function: &'a Function,
}

/// A part of a request.
struct Part<'a> {
    value_type: &'a Type,
    /// From the beginning of the request, if it is handed over in memory.
    offset: usize,
    /// The number of the first local, if it is handed over in locals.
    local: usize,
}

impl<'a> Request<'a> {
    pub fn new(resolve: &'a Resolve, function: &'a Function) -> Self {
        let mut sizes = SizeAlign::default();
        sizes.fill(resolve);
        Self {
            resolve,
            sizes,
            function,
        }
    }

    /// Instructions that push a text's address and its length. A part that may be missing is `none` then.
    pub fn text(&self, name: &str, none: [u32; 2]) -> [String; 2] {
        let part = self.part(name);
        let is_text = |value_type: &Type| matches!(value_type, Type::String);
        if is_text(part.value_type) {
            return [self.word(&part, 0), self.word(&part, 1)];
        }
        let Some(TypeDefKind::Option(inner)) = self.kind(part.value_type) else {
            panic!("`{name}` of `{}` is not text", self.function.name);
        };
        assert!(is_text(inner), "`{name}` is not text");
        let is_there = self.word(&part, 0);
        [1, 2].map(|word| {
            format!(
                "(if (result i32) (i32.and (i32.const 1) {is_there}) (then {}) (else (i32.const {})))",
                self.word(&part, word),
                none[word - 1]
            )
        })
    }

    /// An instruction that pushes a number or a truth value.
    pub fn number(&self, name: &str) -> String {
        let part = self.part(name);
        match part.value_type {
            Type::Bool => format!("(i32.and (i32.const 1) {})", self.word(&part, 0)),
            Type::U32 => self.word(&part, 0),
            _ => panic!("`{name}` of `{}` is not a number", self.function.name),
        }
    }

    /// One word of a part. The words of a text are its address and its length, after a word that says whether the text
    /// is present if it may be missing.
    fn word(&self, part: &Part<'_>, word: usize) -> String {
        let parameters = self.function.params.iter().map(|param| &param.ty);
        if parameters.map(|found| self.locals(found)).sum::<usize>() > Resolve::MAX_FLAT_PARAMS {
            let offset = part.offset + 4 * word;
            format!("(i32.load offset={offset} (local.get 0))")
        } else {
            format!("(local.get {})", part.local + word)
        }
    }

    /// A field of the request or of its context. If both have the name, it means the request's field, and
    /// `context.NAME` means the other.
    fn part(&self, name: &str) -> Part<'_> {
        let request = Part {
            value_type: &self.function.params[0].ty,
            offset: 0,
            local: 0,
        };
        let in_context = |name| {
            let context = self.field(&request, "context")?;
            self.field(&context, name)
        };
        let field = match name.strip_prefix("context.") {
            Some(name) => in_context(name),
            None => self.field(&request, name).or_else(|| in_context(name)),
        };
        field.unwrap_or_else(|| panic!("`{}` gets no `{name}`", self.function.name))
    }

    fn field(&self, record: &Part<'_>, name: &str) -> Option<Part<'_>> {
        let Some(TypeDefKind::Record(found)) = self.kind(record.value_type) else {
            return None;
        };
        let mut local = record.local;
        let types = found.fields.iter().map(|field| &field.ty);
        let offsets = self.sizes.field_offsets(types);
        for (field, (offset, value_type)) in found.fields.iter().zip(offsets) {
            if field.name == name {
                return Some(Part {
                    value_type,
                    offset: record.offset + offset.size_wasm32(),
                    local,
                });
            }
            local += self.locals(value_type);
        }
        None
    }

    fn kind(&self, value_type: &Type) -> Option<&TypeDefKind> {
        let mut value_type = value_type;
        loop {
            let Type::Id(id) = value_type else {
                return None;
            };
            match &self.resolve.types[*id].kind {
                TypeDefKind::Type(other) => value_type = other,
                kind => return Some(kind),
            }
        }
    }

    /// The number of locals of a value.
    fn locals(&self, value_type: &Type) -> usize {
        let mut storage = [WasmType::I32; 64];
        let mut flat = FlatTypes::new(&mut storage);
        self.resolve.push_flat(value_type, &mut flat);
        flat.to_vec().len()
    }
}
