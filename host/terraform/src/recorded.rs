//! The part of a resource that Terraform's state does not have: the inputs as they were checked, and all outputs. It is kept in the
//! private bytes that the core stores with each resource.

mod notation;

use std::collections::BTreeSet;

use bytes::Bytes;
use icu_normalizer::ComposingNormalizerBorrowed;
use pulumi_wasm_core::state::StoredProperties;
use pulumi_wasm_core::text::Excerpt;
use pulumi_wasm_core::value::PropertyMap;

use crate::convert::change::known::Known;
use crate::convert::change::unknown_places::UnknownPlaces;
use crate::convert::properties;
use crate::convert::value::Value;
use crate::convert::wire::reader::{Reader, Token};
use crate::convert::wire::writer::Writer;
use crate::convert::write_only;
use crate::schema::block::Block;

/// The format that this host writes.
const FORMAT: i64 = 1;
/// The parts of the document: the format, the id, the inputs, the outputs that are not equal to the input of their name, and the names
/// of the outputs that are.
const PARTS: usize = 5;
/// The private bytes of a plan also have the places that were unknown in the configuration.
const PARTS_OF_PLAN: usize = PARTS + 1;

/// A resource as an operation left it.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct Recorded {
    pub(crate) id: String,
    /// `None` if only the state is known, and not the inputs that it was made of.
    pub(crate) inputs: Option<StoredProperties>,
    /// `None` for a resource that is being imported.
    pub(crate) outputs: Option<StoredProperties>,
}

/// Private bytes of a newer host, of another resource, or of another provider.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(crate) enum UnreadablePrivate {
    #[error(
        "its private state has format {0}, and this host ({host}) reads format {read}\n\
         hint: use the version of the provider that wrote it, or a newer one",
        host = env!("CARGO_PKG_VERSION"),
        read = FORMAT
    )]
    OtherFormat(i64),
    #[error("its private state was not written by this provider, or is not whole\n{import}", import = IMPORT)]
    Malformed,
    #[error(
        "its private state is of the resource `{private}`, and its state is of `{state}`\n{import}",
        import = IMPORT
    )]
    OtherResource { private: String, state: String },
}

/// The way back to a private state that can be read.
const IMPORT: &str = "hint: let the core forget the resource, and import it again: `terraform state rm ADDRESS`, and \
                      `terraform import ADDRESS ID`";

impl Recorded {
    /// The resource of a request. Without private bytes, as after a taint, the state tells as much as it can.
    ///
    /// # Errors
    /// If the bytes are not ours, or of another resource than the state.
    pub(crate) fn of(
        private: &[u8],
        state: &Value,
        block: &Block,
    ) -> Result<Self, UnreadablePrivate> {
        Self::planned(private, state, block).map(|(recorded, _)| recorded)
    }

    /// The resource of an apply, with the places that were unknown in the configuration of the plan, if the plan noted them.
    ///
    /// # Errors
    /// As [`Self::of`].
    pub(crate) fn planned(
        private: &[u8],
        state: &Value,
        block: &Block,
    ) -> Result<(Self, Option<UnknownPlaces>), UnreadablePrivate> {
        let known = properties::id(state);
        if private.is_empty() {
            let recorded = Self {
                id: known.unwrap_or_default().to_owned(),
                inputs: None,
                outputs: Some(properties::outputs(state, block).into()),
            };
            return Ok((recorded, None));
        }
        let (recorded, unknown) = Self::read(private)?;
        match known {
            Some(known) if !is_same(known, &recorded.id) => Err(UnreadablePrivate::OtherResource {
                private: Excerpt::id(&recorded.id).to_string(),
                state: Excerpt::id(known).to_string(),
            }),
            _ => Ok((recorded, unknown)),
        }
    }

    fn read(private: &[u8]) -> Result<(Self, Option<UnknownPlaces>), UnreadablePrivate> {
        let mut reader = Reader::new(private);
        let (Some(Token::Array(parts)), Some(Token::Integer(format))) =
            (reader.next(), reader.next())
        else {
            return Err(UnreadablePrivate::Malformed);
        };
        if format != FORMAT {
            return Err(UnreadablePrivate::OtherFormat(format));
        }
        let recorded = Self::read_parts(&mut reader);
        let unknown = match parts {
            PARTS => Some(None),
            PARTS_OF_PLAN => texts(&mut reader).map(|texts| Some(texts.into_iter().collect())),
            _ => None,
        };
        recorded
            .zip(unknown)
            .filter(|_| reader.is_at_end())
            .ok_or(UnreadablePrivate::Malformed)
    }

    /// The parts behind the format.
    fn read_parts(reader: &mut Reader<'_>) -> Option<Self> {
        let id = notation::text(reader)?;
        let inputs = notation::read_map(reader)?;
        let mut outputs = notation::read_map(reader)?;
        for name in texts(reader)? {
            let input = inputs.as_ref()?.get(&name)?.clone();
            outputs.get_or_insert_default().insert(name, input);
        }
        Some(Self {
            id,
            inputs: inputs.map(StoredProperties::from),
            outputs: outputs.map(StoredProperties::from),
        })
    }

    /// The properties of a name, on the sides that the schema declares it for.
    pub(crate) fn known(&self, name: &str, is_input: bool, is_output: bool) -> Known<'_> {
        let inputs = self.inputs.as_ref().filter(|_| is_input);
        let outputs = self.outputs.as_ref().filter(|_| is_output);
        Known::of(
            name,
            inputs.map(|stored| &stored.values),
            outputs.map(|stored| &stored.values),
        )
    }

    /// The recorded inputs for a comparison with new inputs. Write-only values count as unchanged, except for those that are sent
    /// again.
    pub(crate) fn compared_inputs(
        &self,
        inputs: &PropertyMap,
        block: &Block,
        sent_again: &BTreeSet<String>,
    ) -> Option<StoredProperties> {
        let mut old = self.inputs.clone()?;
        write_only::recall(&mut old.values, inputs, block, sent_again);
        Some(old)
    }

    /// The private bytes, without write-only values.
    pub(crate) fn to_bytes(&self, block: &Block) -> Bytes {
        self.write(block, None)
    }

    /// The private bytes of a plan.
    pub(crate) fn to_planned_bytes(&self, block: &Block, unknown: &UnknownPlaces) -> Bytes {
        self.write(block, Some(unknown))
    }

    fn write(&self, block: &Block, unknown: Option<&UnknownPlaces>) -> Bytes {
        let map = |stored: &Option<StoredProperties>| stored.clone().map(PropertyMap::from);
        let mut inputs = map(&self.inputs);
        if let Some(inputs) = &mut inputs {
            write_only::remove(inputs, block);
        }
        let mut outputs = map(&self.outputs);
        let mut same = Vec::new();
        if let (Some(inputs), Some(outputs)) = (&inputs, &mut outputs) {
            outputs.retain(|name, value| {
                let is_same = inputs.get(name) == Some(&*value);
                if is_same {
                    same.push(name.clone());
                }
                !is_same
            });
        }
        let mut writer = Writer::default();
        writer.array(unknown.map_or(PARTS, |_| PARTS_OF_PLAN));
        writer.integer(FORMAT);
        writer.text(&self.id);
        for properties in [&inputs, &outputs] {
            match properties {
                Some(properties) => notation::write_map(properties, &mut writer),
                None => writer.nil(),
            }
        }
        writer.array(same.len());
        for name in &same {
            writer.text(name);
        }
        if let Some(unknown) = unknown {
            let texts = unknown.texts();
            writer.array(texts.len());
            texts.for_each(|text| writer.text(text));
        }
        writer.into_bytes().into()
    }
}

/// An array of texts.
fn texts(reader: &mut Reader<'_>) -> Option<Vec<String>> {
    match reader.next()? {
        Token::Array(length) => (0..length).map(|_| notation::text(reader)).collect(),
        _ => None,
    }
}

/// Whether a state has this id. A core has all texts in the composed form: a letter with its accent is a single character there.
fn is_same(of_state: &str, id: &str) -> bool {
    of_state == id || of_state == ComposingNormalizerBorrowed::new_nfc().normalize(id)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn private_bytes_come_back() {
        let block = Block::default();
        let properties = |all: &[(&str, f64)]| {
            let all = all
                .iter()
                .map(|(name, value)| ((*name).to_owned(), (*value).into()));
            Some(StoredProperties::from(all.collect::<PropertyMap>()))
        };
        let inputs = properties(&[("a", 0.1), ("b", 2.0)]);
        for (inputs, outputs) in [
            (inputs.clone(), inputs.clone()),
            (
                inputs.clone(),
                properties(&[("a", 0.1), ("b", 3.0), ("c", 2.0)]),
            ),
            (inputs.clone(), properties(&[])),
            (inputs.clone(), None),
            (None, inputs),
        ] {
            let id = "x".to_owned();
            let recorded = Recorded {
                id,
                inputs,
                outputs,
            };
            let read = Recorded::of(&recorded.to_bytes(&block), &Value::Null, &block);
            assert_eq!(read, Ok(recorded));
        }
    }

    #[test]
    fn the_private_bytes_of_a_plan_have_the_unknown_places() {
        let block = Block::default();
        let recorded = Recorded {
            id: "x".to_owned(),
            ..Recorded::default()
        };
        let config = Value::Map([("a".to_owned(), Value::Unknown)].into());
        let unknown = UnknownPlaces::of(&config);
        let bytes = recorded.to_planned_bytes(&block, &unknown);
        let read = Recorded::planned(&bytes, &Value::Null, &block);
        assert_eq!(read, Ok((recorded.clone(), Some(unknown))));
        // A core keeps them in its state after an apply that could not begin.
        let read = Recorded::of(&bytes, &Value::Null, &block);
        assert_eq!(read.as_ref(), Ok(&recorded));
        let read = Recorded::planned(&recorded.to_bytes(&block), &Value::Null, &block);
        assert_eq!(read, Ok((recorded, None)));
        let short = &bytes[..bytes.len() - 1];
        assert_eq!(
            Recorded::planned(short, &Value::Null, &block),
            Err(UnreadablePrivate::Malformed)
        );
    }

    #[test]
    fn an_output_that_is_equal_to_its_input_is_written_once() {
        let properties = PropertyMap::from([("text".to_owned(), "a long text".into())]);
        let recorded = Recorded {
            inputs: Some(properties.clone().into()),
            outputs: Some(properties.into()),
            ..Recorded::default()
        };
        let bytes = recorded.to_bytes(&Block::default());
        let text = String::from_utf8_lossy(&bytes);
        assert_eq!(text.matches("a long text").count(), 1, "{text}");
    }

    #[test]
    fn other_private_bytes_are_refused() {
        let block = Block::default();
        let secret = PropertyMap::from([("a".to_owned(), "a secret".into())]);
        let recorded = Recorded {
            id: "x".to_owned(),
            inputs: Some(secret.clone().into()),
            outputs: Some(secret.into()),
        };
        let ours = recorded.to_bytes(&block);
        let mut newer = ours.to_vec();
        newer[1] = 2;
        let longer = [&ours[..], &[0xc0]].concat();
        let malformed = "was not written by this provider, or is not whole";
        for (bytes, expected) in [
            (&b"{}"[..], malformed),
            (b"x", malformed),
            (br#"{"v":1,"id":"x"}"#, malformed),
            (&ours[..ours.len() - 1], malformed),
            (&longer, malformed),
            // An output that is equal to an input that is not there.
            (
                &[0x95, 1, 0xa1, b'x', 0xc0, 0xc0, 0x91, 0xa1, b'a'],
                malformed,
            ),
            (&newer, "has format 2"),
        ] {
            let read = Recorded::of(bytes, &Value::Null, &block);
            let message = read.expect_err("not ours").to_string();
            assert!(message.contains(expected), "{message}");
            assert!(message.contains("\nhint: "), "{message}");
            assert!(!message.contains("a secret"), "{message}");
        }
        let state = |id: &str| Value::Map([("id".to_owned(), id.into())].into());
        let same = Recorded::of(&ours, &state("x"), &block);
        assert_eq!(same.as_ref(), Ok(&recorded));
        // The state has the composed form of an id.
        let decomposed = Recorded {
            id: "cafe\u{301}".to_owned(),
            ..recorded.clone()
        };
        let bytes = decomposed.to_bytes(&block);
        let read = Recorded::of(&bytes, &state("caf\u{e9}"), &block);
        assert_eq!(read, Ok(decomposed));
        let read = Recorded::of(&ours, &state("y"), &block);
        let message = read.expect_err("another resource").to_string();
        assert!(message.contains("of the resource `x`"), "{message}");
        assert!(message.contains("of `y`"), "{message}");
    }
}
