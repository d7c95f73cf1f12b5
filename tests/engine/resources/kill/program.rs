//! A program with many zones and record sets, and the expected result.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use test_support::servers::powerdns::PowerDns;

/// Record sets of each zone.
const RECORDS: usize = 4;

/// Zones with their record sets: five resources each.
pub(crate) struct Program {
    zones: usize,
    /// Ids to import, by resource.
    imports: BTreeMap<String, String>,
}

impl Program {
    pub(crate) fn new(resources: usize) -> Self {
        Self {
            zones: resources / (RECORDS + 1),
            imports: BTreeMap::new(),
        }
    }

    pub(crate) fn zones(&self) -> usize {
        self.zones
    }

    /// Follows the advice of a message.
    pub(crate) fn import(&mut self, name: &str, id: &str) {
        self.imports.insert(name.to_owned(), id.to_owned());
    }

    pub(crate) fn forget_imports(&mut self) {
        self.imports.clear();
    }

    pub(crate) fn text(&self) -> String {
        let mut text = "name: many\nruntime: yaml\nresources:\n".to_owned();
        for zone in 0..self.zones {
            let metadata = match zone % 2 {
                0 => "",
                _ => "\n      metadata: {ALSO-NOTIFY: [192.0.2.1]}",
            };
            write!(
                text,
                "  zone{zone}:\n    type: powerdns:Zone\n    properties:\n      name: z{zone}.test.\n      \
                 account: ops{metadata}\n{}",
                self.options(&format!("zone{zone}"))
            )
            .unwrap();
            for record in 0..RECORDS {
                write!(
                    text,
                    "  set{zone}n{record}:\n    type: powerdns:RecordSet\n    properties:\n      \
                     zone: ${{zone{zone}.name}}\n      name: w{record}.z{zone}.test.\n      type: A\n      \
                     records: [192.0.2.{record}]\n{}",
                    self.options(&format!("set{zone}n{record}"))
                )
                .unwrap();
            }
        }
        text
    }

    fn options(&self, name: &str) -> String {
        self.imports
            .get(name)
            .map_or_else(String::new, |id| format!("    options: {{import: {id}}}\n"))
    }

    /// Asserts that the server has exactly the resources of the program.
    #[track_caller]
    pub(crate) fn is_on(&self, server: &PowerDns) {
        let mut expected: Vec<String> = (0..self.zones)
            .map(|zone| format!("z{zone}.test."))
            .collect();
        expected.sort();
        assert_eq!(
            test_support::pulumi::powerdns_stack::zones(server),
            expected
        );
        for zone in 0..self.zones {
            let path = format!("/zones/z{zone}.test.");
            let (_, found) = server.api("GET", &path, None);
            assert_eq!(found["account"], "ops", "{found}");
            let sets = found["rrsets"].as_array().unwrap();
            let addresses = sets.iter().filter(|set| set["type"] == "A");
            assert_eq!(addresses.count(), RECORDS, "{found}");
            if zone % 2 == 1 {
                let (_, metadata) =
                    server.api("GET", &format!("{path}/metadata/ALSO-NOTIFY"), None);
                assert_eq!(metadata["metadata"][0], "192.0.2.1", "{metadata}");
            }
        }
    }
}
