//! Files, unions, inputs that are only written, and lists.

use std::io::Read as _;

use pulumi_wasm_provider::ArchiveEntry;
use pulumi_wasm_provider::prelude::*;

/// Stamps on the parcel.
#[derive(Object, Clone)]
struct Stamps {
    cents: u32,
}

/// Somebody's bill.
#[derive(Object, Clone)]
struct Bill {
    account: String,
    #[property(secret)]
    password: String,
}

/// Who pays.
#[derive(Union, Clone)]
#[union(tag = "kind")]
enum Postage {
    Stamps(Stamps),
    Bill(Bill),
}

/// A parcel with a letter and other things.
#[derive(Resource)]
pub(crate) struct Parcel {
    letter: Asset,
    goods: Option<Archive>,
    postage: Postage,
    /// Opens the parcel; it cannot be requested afterwards.
    #[property(write_only)]
    pin: Option<String>,
    /// In bytes.
    #[property(output)]
    letter_size: u64,
    #[property(output)]
    letter_hash: String,
    /// The first bytes, as text.
    #[property(output)]
    beginning: String,
    /// `path: size` of each of the goods.
    #[property(output)]
    contents: Vec<String>,
    #[property(output)]
    pin_length: u64,
}

impl Parcel {
    fn packed(inputs: ParcelInputs) -> Result<Self> {
        let ParcelInputs {
            letter,
            goods,
            postage,
            pin,
        } = inputs;
        let mut beginning = String::new();
        letter
            .reader()?
            .take(5)
            .read_to_string(&mut beginning)
            .map_err(Error::other)?;
        let entries = goods.as_ref().map(Archive::entries).transpose()?;
        let describe = |entry: ArchiveEntry| Ok(format!("{}: {}", entry.path, entry.asset.size()?));
        let contents = entries.unwrap_or_default().into_iter().map(describe);
        Ok(Self {
            letter_size: letter.size()?,
            letter_hash: letter.hash().unwrap_or("none").to_owned(),
            beginning,
            contents: contents.collect::<Result<_>>()?,
            pin_length: pin.as_ref().map_or(0, |pin| pin.len() as u64),
            letter,
            goods,
            postage,
            pin,
        })
    }
}

#[derive(Arguments)]
pub(crate) struct ParcelQuery {
    /// Only those whose ids begin so.
    prefix: Option<String>,
}

#[resource]
impl Lifecycle for Parcel {
    fn create(request: CreateRequest<Self>, cx: &CreateContext) -> Result<Created<Self>> {
        Ok(Created::with_state(
            format!("parcel-{}", cx.name()),
            Self::packed(request.inputs)?,
        ))
    }

    fn update(request: UpdateRequest<Self>, _: &UpdateContext) -> Result<Updated<Self>> {
        Ok(Updated::with_state(Self::packed(request.inputs)?))
    }

    /// An unrecorded parcel has a letter that names it.
    fn read(request: ReadRequest<Self>, _: &ReadContext) -> Result<Option<ReadResult<Self>>> {
        let id = request.id.as_str();
        let found = || Parcel {
            letter: Asset::text(format!("found {id}")),
            goods: None,
            postage: Stamps { cents: 80 }.into(),
            pin: None,
            letter_size: 6 + id.len() as u64,
            letter_hash: "none".into(),
            beginning: "found".into(),
            contents: Vec::new(),
            pin_length: 0,
        };
        Ok(Some(ReadResult::new(request.old().unwrap_or_else(found))))
    }
}

impl List for Parcel {
    type Query = ParcelQuery;

    fn list(request: ListRequest<ParcelQuery>, _: &ListContext) -> Result<Page> {
        let prefix = request.query.prefix.unwrap_or_default();
        let known = ["parcel-a", "parcel-b", "sack-c"];
        let token = request.continuation_token;
        let from: usize = token.as_deref().map_or(Ok(0), str::parse)?;
        let mut page = Page::new();
        for id in known[from..]
            .iter()
            .take(1)
            .filter(|id| id.starts_with(&prefix))
        {
            page.add(*id, id.to_uppercase());
        }
        Ok(if from + 1 < known.len() {
            page.with_continuation_token((from + 1).to_string())
        } else {
            page
        })
    }
}
