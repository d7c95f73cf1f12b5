//! The resource `RecordSet`.

use pulumi_wasm_provider::prelude::*;

use crate::api::Api;
use crate::content::{self, same_records};
use crate::model::RecordSetChange;
use crate::name::DomainName;
use crate::record_set_id::{RecordSetId, canonical_type};
use crate::records::Comment;
use crate::{check, records};

/// The records of one name and one type.
///
/// A record set is managed as a whole: records that others add to it show up as changes, and go with the next update.
/// To manage one that exists, import it by its zone, name and type, with a resource option:
///
/// ```yaml
/// options: { import: example.org./www.example.org./A }
/// ```
#[derive(Resource)]
#[resource(import_id = "{zone}/{name}/{record_type}")]
pub(crate) struct RecordSet {
    /// The domain name of the zone, as the `name` of a `Zone` has it. The dot at its end may be left out.
    #[property(replace)]
    zone: String,
    /// The full domain name that has the records, such as `www.example.org.`, or the zone's own name. The dot at its
    /// end may be left out.
    #[property(replace)]
    name: String,
    /// The type of the records, such as `A`, `MX` or `TXT`.
    #[property(name = "type", replace)]
    record_type: String,
    /// For how many seconds the records may be cached, at most 2147483647 (RFC 2181, section 8).
    #[property(default = 3600, maximum = 2147483647)]
    ttl: u32,
    /// The records' contents, one entry each, as in a zone file: `192.0.2.1` in an `A` record, `10 mail.example.org.`
    /// in an `MX` record. The text of a `TXT` record is written without quotation marks, unless it matters how it is cut
    /// into strings: `"one" "two"`. The order of the records means nothing.
    #[property(min_items = 1)]
    records: Vec<String>,
    /// Comments for the people who look after the zone. They are not visible in DNS.
    #[property(compare = ["empty", "set"])]
    comments: Option<Vec<Comment>>,
    /// Whether the server keeps the records without answering with them.
    #[property(default = false)]
    disabled: bool,
}

#[resource]
impl Lifecycle for RecordSet {
    fn check(request: &mut CheckRequest<Self>, cx: &CheckContext) -> Result<()> {
        let inputs = &mut request.inputs;
        check::text(&mut inputs.zone, RecordSet::ZONE, cx, check::name);
        check::text(&mut inputs.name, RecordSet::NAME, cx, check::name);
        check::text(
            &mut inputs.record_type,
            RecordSet::RECORD_TYPE,
            cx,
            canonical_type,
        );
        if let (Some(zone), Some(name)) = (inputs.zone.get(), inputs.name.get())
            && let (Ok(zone), Ok(name)) = (DomainName::parse(zone), DomainName::parse(name))
            && !name.is_within(&zone)
        {
            let full = if name.as_str() == "@." {
                zone.to_string()
            } else {
                format!("{name}{zone}")
            };
            cx.fail(
                RecordSet::NAME,
                format!(
                    "`{name}` is not in the zone `{zone}`: names are written in full, as `{full}`"
                ),
            );
        }
        if let Some(record_type) = inputs.record_type.get().cloned() {
            check::list(&mut inputs.records, RecordSet::RECORDS, cx, |text| {
                content::canonical(&record_type, text)
            });
            if let Some(records) = inputs.records.get() {
                check::distinct(records, RecordSet::RECORDS, cx, |one, other| {
                    same_records(
                        &record_type,
                        std::slice::from_ref(one),
                        std::slice::from_ref(other),
                    )
                });
            }
        }
        Ok(())
    }

    fn diff(diff: &mut Diff<Self>, _cx: &DiffContext) -> Result<()> {
        let (old, new) = (&diff.old_inputs, &diff.inputs);
        let (Some(old_type), Some(new_type)) = (old.record_type.get(), new.record_type.get())
        else {
            return Ok(());
        };
        let is_reordered = match (old.records.get(), new.records.get()) {
            (Some(old), Some(new)) => same_records(new_type, old, new),
            _ => false,
        };
        // Two of the same name and type cannot exist: one that the user asked to replace is deleted first.
        let in_the_way = [
            (&old.zone, &new.zone),
            (&old.name, &new.name),
            (&old.record_type, &new.record_type),
        ];
        let is_in_the_way = in_the_way.iter().all(|(old, new)| old.get() == new.get());
        // A name with a CNAME cannot have other records: the new ones have to wait for the end of the old ones.
        let excludes =
            old_type != new_type && [old_type, new_type].iter().any(|kind| *kind == "CNAME");
        if is_reordered {
            diff.ignore(RecordSet::RECORDS);
        }
        if excludes || is_in_the_way {
            diff.delete_before_replace = true;
        }
        Ok(())
    }

    fn create(request: CreateRequest<Self>, cx: &CreateContext) -> Result<Created<Self>> {
        let inputs = request.inputs;
        let api = Api::new(cx);
        let id = RecordSetId::of(&inputs.zone, &inputs.name, &inputs.record_type)?;
        // The server has no request that only adds a record set: an existing one would be overwritten.
        if api
            .record_set(&id.zone, &id.name, &id.record_type)?
            .is_some()
        {
            return Err(Error::already_exists(format!(
                "the zone {} has {} records of the name {} already; to manage them from here, \
                 give `{}` the resource option `import: {id}` for one `pulumi up`",
                id.zone,
                id.record_type,
                id.name,
                cx.name()
            )));
        }
        write(&api, &id, &inputs)?;
        Ok(Created::new(id.to_string(), RecordSetOutputs))
    }

    fn read(request: ReadRequest<Self>, cx: &ReadContext) -> Result<Option<ReadResult<Self>>> {
        let state = request.old();
        let id = request.id.as_str();
        let api = Api::new(cx);
        let id = RecordSetId::parse(id)?;
        let found = match api.record_set(&id.zone, &id.name, &id.record_type) {
            Ok(Some(found)) => found,
            Ok(None) | Err(Error::NotFound(_)) => return Ok(None),
            Err(error) => return Err(error),
        };
        let (recorded, recorded_comments) = match state {
            Some(state) => (state.records, state.comments.unwrap_or_default()),
            None => Default::default(),
        };
        let current = records::current(&id.record_type, found, recorded, recorded_comments);
        if current.left_out > 0 {
            cx.warn(format!(
                "{} of the records of {id} are disabled, unlike the others; they are not shown here, and the next \
                 change of the record set removes them",
                current.left_out
            ));
        }
        let state = RecordSet {
            zone: id.zone.to_string(),
            name: id.name.to_string(),
            record_type: id.record_type.clone(),
            ttl: current.ttl,
            records: current.contents,
            comments: Some(current.comments).filter(|comments| !comments.is_empty()),
            disabled: current.disabled,
        };
        Ok(Some(ReadResult::new(state).with_id(id.to_string())))
    }

    fn update(request: UpdateRequest<Self>, cx: &UpdateContext) -> Result<Updated<Self>> {
        write(
            &Api::new(cx),
            &RecordSetId::parse(&request.id)?,
            &request.inputs,
        )?;
        Ok(Updated::new(RecordSetOutputs))
    }

    fn delete(request: DeleteRequest<Self>, cx: &DeleteContext) -> Result<()> {
        let id = RecordSetId::parse(&request.id)?;
        let change = RecordSetChange::Delete {
            name: id.name.as_str(),
            record_type: &id.record_type,
        };
        // If even the zone is gone, this is `not-found`, which counts as done.
        Api::new(cx).change_records(&id.zone, change)
    }
}

/// Makes these the records, whatever was there before.
fn write(api: &Api<'_>, id: &RecordSetId, inputs: &RecordSetInputs) -> Result<()> {
    let change = RecordSetChange::Replace {
        name: id.name.as_str(),
        record_type: &id.record_type,
        ttl: inputs.ttl,
        records: records::to_send(&id.record_type, &inputs.records, inputs.disabled),
        comments: Some(records::comments_to_send(
            inputs.comments.as_deref().unwrap_or_default(),
        )),
    };
    api.change_records(&id.zone, change)
}
