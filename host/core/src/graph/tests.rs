//! The cost of graphs: work and memory are linear in the declared and derived bytes, and derived bytes have a limit.
//! The tests count costs, so they do not depend on the speed of the machine.

use proptest::prelude::*;

use super::*;
use crate::error::GuestError;
use crate::value::PropertyValue;

mod turns;

const OWN: &str = "urn:pulumi:dev::shop::acme:index:Site::s";
/// The limit of a session in these tests.
const MAX_BYTES: usize = 4 << 20;
/// The work for each byte that is declared or derived.
const FACTOR: usize = 8;

/// The limits of these tests.
fn room() -> SessionLimits {
    let refusal = |reason: &str| CallError::Refused {
        reason: reason.to_owned(),
        hint: None,
    };
    SessionLimits {
        max_bytes: MAX_BYTES,
        exceeded: refusal("it is too much"),
        max_dependencies: 5000,
        too_many_dependencies: refusal("there are too many dependencies"),
        reserve: Box::new(|_| Ok(())),
        clock: Box::new(|| std::time::Duration::ZERO),
        max_time: std::time::Duration::MAX,
        out_of_time: refusal("it takes too long"),
    }
}

/// A session, with the bytes that were declared and sent.
struct Session {
    graph: Graph,
    declared: usize,
    sent: usize,
    /// The error that ends the session.
    excess: Option<String>,
    /// The dependencies of each registration, by name.
    dependencies: BTreeMap<String, Dependencies>,
    /// The most work of looks for which other calls may have waited.
    longest: usize,
}

impl Session {
    fn new() -> Self {
        let authority = Authority {
            own: "acme".to_owned(),
            uses: BTreeSet::from(["random".to_owned()]),
            ..Authority::default()
        };
        let component = ComponentNode {
            token: "acme:index:Site".to_owned(),
            inputs: PropertyMap::from([("title".to_owned(), "x".repeat(500).as_str().into())]),
            dependencies: BTreeMap::from([(
                "title".to_owned(),
                BTreeSet::from(["urn:pulumi:dev::shop::a:b:C::d".to_owned()]),
            )]),
            ..ComponentNode::default()
        };
        let mut graph = Graph::new(1, false, authority, component);
        graph.registered_as(OWN.to_owned());
        graph.set_limits(room());
        Self {
            graph,
            declared: 0,
            sent: 0,
            excess: None,
            dependencies: BTreeMap::new(),
            longest: 0,
        }
    }

    fn register(&mut self, declaration: Declaration) -> Result<NodeId, GuestError> {
        self.declared += declaration.bytes();
        self.graph.register(declaration)
    }

    /// Registers a resource that must be accepted.
    fn has(
        &mut self,
        kind: ResourceKind,
        name: &str,
        options: Vec<(&str, PropertyValue)>,
    ) -> NodeId {
        self.register(Declaration {
            kind,
            token: match kind {
                ResourceKind::Group => "acme:index:Part".to_owned(),
                _ => "random:index:Pet".to_owned(),
            },
            name: name.to_owned(),
            options: map(options),
            ..Declaration::default()
        })
        .expect("a node")
    }

    /// Answers all requests until none is left or the session is over. `reversed` answers the last request first.
    fn run(&mut self, reversed: bool) {
        let mut has_turn = false;
        loop {
            let before = self.graph.work();
            let mut ready = self.graph.take_ready();
            if reversed {
                ready.reverse();
            }
            let lookups = self.graph.take_lookups();
            let callback = self.graph.take_callback();
            self.excess = self.graph.excess().map(|error| error.to_string());
            let is_tired = self.graph.should_yield();
            if !has_turn {
                self.longest = self.longest.max(self.graph.work() - before);
            }
            self.graph.begin_turn();
            has_turn = is_tired;
            if !is_tired {
                self.graph.end_turn();
            }
            if self.excess.is_some() {
                return;
            }
            let has_nothing = ready.is_empty() && lookups.is_empty() && callback.is_none();
            for (node, registration, _) in ready {
                self.answer(node, registration);
            }
            for (node, request) in lookups {
                self.sent += size_of_urns(&request.argument_dependencies, &request.dependencies);
                self.graph
                    .complete_lookup(node, Some(LookupResult::default()));
            }
            if let Some(callback) = callback {
                let given = callback.source.clone();
                self.declared += size_limits::size_of_value(&given);
                self.graph
                    .complete_callback(callback.node, given)
                    .expect("a value");
            }
            if has_nothing && !is_tired && !self.graph.has_more() && !self.graph.all_declared() {
                return;
            }
        }
    }

    fn answer(&mut self, node: NodeId, registration: Registration) {
        let hooks = self.graph.hooks_of(node).len();
        let transforms = self.graph.transforms_of(node).len();
        let Registration { parent, name, .. } = &registration;
        self.sent += size_limits::size(&registration.inputs)
            + size_of_urns(
                &registration.input_dependencies,
                registration.dependencies.iter(),
            )
            + parent.len()
            + hooks * (parent.len() + name.len())
            + transforms * 100;
        let types = parent.split("::").nth(2).unwrap_or_default();
        let urn = format!(
            "urn:pulumi:dev::shop::{types}${}::{}",
            registration.token, registration.name
        );
        self.dependencies
            .insert(registration.name.clone(), registration.dependencies);
        let registered = Registered {
            urn,
            id: Some("1".to_owned()),
            outputs: registration.inputs,
            ..Registered::default()
        };
        self.graph.complete_registration(node, registered);
    }

    /// Checks that the session did not exceed its limits.
    #[track_caller]
    fn is_linear(&self) {
        let derived = self.graph.bytes().saturating_sub(self.declared);
        let work = self.graph.work();
        assert!(
            work <= FACTOR * (self.declared + derived) + 10_000,
            "{work} of work for {} bytes declared and {derived} derived",
            self.declared
        );
        // One declaration may go beyond the limit before it is refused.
        assert!(
            derived <= MAX_BYTES + self.declared,
            "{derived} bytes derived"
        );
        let most = 2 * (self.declared + derived);
        assert!(
            self.sent <= most,
            "{} bytes sent, at most {most}",
            self.sent
        );
    }
}

fn size_of_urns<'a>(
    by_name: &BTreeMap<String, BTreeSet<String>>,
    whole: impl IntoIterator<Item = &'a String>,
) -> usize {
    let by_name: usize = by_name.values().flatten().map(String::len).sum();
    by_name + whole.into_iter().map(String::len).sum::<usize>()
}

fn map(entries: Vec<(&str, PropertyValue)>) -> PropertyMap {
    let entries = entries.into_iter();
    let entries = entries.map(|(name, value)| (name.to_owned(), value));
    entries.collect()
}

fn list(items: impl IntoIterator<Item = PropertyValue>) -> PropertyValue {
    PropertyValue::Array(items.into_iter().collect())
}

use ResourceKind::{Custom, Group};

#[test]
fn a_group_that_a_list_names_many_times_is_expanded_once() {
    let mut session = Session::new();
    let group = session.has(Group, "g", vec![]);
    for number in 0..1000 {
        let name = format!("c{number}");
        session.has(Custom, &name, vec![("parent", output(group, ""))]);
    }
    let many = list(vec![output(group, ""); 10_000]);
    session.has(Custom, "after", vec![("dependsOn", many)]);
    for reversed in [false, true] {
        session.run(reversed);
    }
    assert_eq!(session.excess, None);
    assert_eq!(session.dependencies["after"].len(), 1000);
    session.is_linear();
}

#[test]
fn a_list_of_outputs_is_looked_at_once_in_whatever_order_the_engine_answers() {
    for reversed in [false, true] {
        let mut session = Session::new();
        let mut before = session.has(Custom, "first", vec![]);
        let mut nodes = Vec::new();
        for number in 0..1000 {
            let depends = vec![("dependsOn", output(before, ""))];
            before = session.has(Custom, &format!("c{number}"), depends);
            nodes.push(before);
        }
        for number in 0..3 {
            let inputs = map(vec![(
                "all",
                list(nodes.iter().map(|node| output(*node, "id"))),
            )]);
            session
                .register(Declaration {
                    token: "random:index:Pet".to_owned(),
                    name: format!("all{number}"),
                    inputs,
                    ..Declaration::default()
                })
                .expect("a node");
        }
        session.run(reversed);
        assert_eq!(session.excess, None);
        assert_eq!(session.dependencies["all2"].len(), 1000);
        session.is_linear();
    }
}

#[test]
fn resources_that_depend_on_a_large_group_have_a_limit_together_and_one_alone_has_another() {
    let mut session = Session::new();
    let group = session.has(Group, "g", vec![]);
    for number in 0..1000 {
        let name = format!("c{number}");
        session.has(Custom, &name, vec![("parent", output(group, ""))]);
    }
    for number in 0..1000 {
        let name = format!("after{number}");
        session.has(Custom, &name, vec![("dependsOn", output(group, ""))]);
    }
    session.run(false);
    assert_eq!(session.excess.as_deref(), Some("it is too much"));
    session.is_linear();

    let mut session = Session::new();
    let nodes: Vec<_> = (0..100)
        .map(|number| session.has(Custom, &format!("c{number}"), vec![]))
        .collect();
    let all = || list(nodes.iter().map(|node| output(*node, "id")));
    let names: Vec<String> = (0..60).map(|number| format!("p{number}")).collect();
    let inputs = names.iter().map(|name| (name.clone(), all()));
    let registered = session.register(Declaration {
        token: "random:index:Pet".to_owned(),
        name: "all".to_owned(),
        inputs: inputs.collect(),
        ..Declaration::default()
    });
    registered.expect("a node");
    session.run(false);
    let expected = "there are too many dependencies";
    assert_eq!(session.excess.as_deref(), Some(expected));
}

#[test]
fn long_names_and_nested_groups_are_counted_as_often_as_the_engine_is_told_them() {
    let long = |number: usize| format!("{number}{}", "x".repeat(20_000));
    let mut session = Session::new();
    for number in 0..100 {
        let all = (1..=number).map(|node| output(node, ""));
        session.has(
            Group,
            &long(number as usize),
            vec![("dependsOn", list(all))],
        );
        session.has(Custom, &format!("c{number}"), vec![]);
    }
    session.run(false);
    assert_eq!(session.excess.as_deref(), Some("it is too much"));
    session.is_linear();

    // Each URN contains the types of all parents.
    let mut session = Session::new();
    let mut parent = COMPONENT;
    for number in 0..1500 {
        let name = format!("g{number}");
        parent = session.has(Group, &name, vec![("parent", output(parent, ""))]);
    }
    session.run(false);
    assert_eq!(session.excess.as_deref(), Some("it is too much"));
    session.is_linear();

    let mut session = Session::new();
    let hooks = list((0..1000).map(|number| PropertyValue::Number(number.into())));
    let hooks = PropertyValue::Object(map(vec![("afterCreate", hooks)]));
    session.has(Custom, &long(0), vec![("hooks", hooks)]);
    session.run(false);
    assert_eq!(session.excess.as_deref(), Some("it is too much"));
    session.is_linear();

    let mut session = Session::new();
    let numbers = list((0..40_000).map(|number| PropertyValue::Number(number.into())));
    session.has(Custom, "transformed", vec![("transforms", numbers)]);
    session.run(false);
    assert_eq!(session.excess.as_deref(), Some("it is too much"));
    session.is_linear();
}

#[test]
fn outputs_of_a_group_are_looked_at_by_themselves() {
    let mut session = Session::new();
    let group = session.has(Group, "g", vec![]);
    let mut before = session.has(Custom, "first", vec![]);
    let mut outputs = PropertyMap::new();
    for number in 0..1000 {
        let depends = vec![("dependsOn", output(before, ""))];
        before = session.has(Custom, &format!("c{number}"), depends);
        outputs.insert(format!("o{number}"), output(before, "id"));
    }
    for number in 0..1000 {
        let inputs = map(vec![("x", output(group, &format!("o{number}")))]);
        session
            .register(Declaration {
                token: "random:index:Pet".to_owned(),
                name: format!("u{number}"),
                inputs,
                ..Declaration::default()
            })
            .expect("a node");
    }
    let given = GroupOutputs {
        node: group,
        outputs,
    };
    session.declared += given.bytes();
    session.graph.complete_group(given).expect("outputs");
    session.run(true);
    assert_eq!(session.excess, None);
    assert_eq!(session.dependencies.len(), 2002);
    session.is_linear();
}

/// A step of a generated guest. Numbers choose among the existing nodes.
#[derive(Debug, Clone)]
enum Step {
    Child {
        options: Vec<Choice>,
        inputs: Vec<(u32, u8)>,
    },
    Group {
        options: Vec<Choice>,
    },
    Outputs {
        group: u32,
        of: Vec<(u32, u8)>,
    },
    Derive {
        of: Vec<(u32, u8)>,
    },
    Find {
        of: Vec<(u32, u8)>,
    },
}

#[derive(Debug, Clone)]
enum Choice {
    Parent(u32),
    DependsOn(Vec<u32>),
    DeletedWith(u32),
    ReplaceWith(Vec<u32>),
    Providers(Vec<u32>),
    Provider(u32),
    Aliases(Vec<u32>),
    Hooks(u8),
    Transforms(u8),
    Secret(u8),
    Trigger(u32),
}

fn choices() -> impl Strategy<Value = Vec<Choice>> {
    let some = || prop::collection::vec(any::<u32>(), 0..40);
    let choice = prop_oneof![
        any::<u32>().prop_map(Choice::Parent),
        some().prop_map(Choice::DependsOn),
        any::<u32>().prop_map(Choice::DeletedWith),
        some().prop_map(Choice::ReplaceWith),
        some().prop_map(Choice::Providers),
        any::<u32>().prop_map(Choice::Provider),
        some().prop_map(Choice::Aliases),
        any::<u8>().prop_map(Choice::Hooks),
        any::<u8>().prop_map(Choice::Transforms),
        any::<u8>().prop_map(Choice::Secret),
        any::<u32>().prop_map(Choice::Trigger),
    ];
    prop::collection::vec(choice, 0..4)
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let outputs = || prop::collection::vec((any::<u32>(), any::<u8>()), 0..30);
    let step = prop_oneof![
        4 => (choices(), outputs()).prop_map(|(options, inputs)| Step::Child { options, inputs }),
        3 => choices().prop_map(|options| Step::Group { options }),
        2 => (any::<u32>(), outputs()).prop_map(|(group, of)| Step::Outputs { group, of }),
        2 => outputs().prop_map(|of| Step::Derive { of }),
        1 => outputs().prop_map(|of| Step::Find { of }),
    ];
    prop::collection::vec(step, 1..120)
}

/// The existing node for a number.
fn chosen(number: u32, count: u32) -> NodeId {
    number % (count + 1)
}

fn outputs_of(of: &[(u32, u8)], count: u32) -> PropertyMap {
    let value = |(at, (number, path)): (usize, &(u32, u8))| {
        let node = chosen(*number, count);
        let paths = ["", "id", "urn", "p0", "p1[0]", "title", "none"];
        let path = paths[usize::from(*path) % paths.len()];
        let part = output(node, path);
        let value = match at % 3 {
            0 => list([part.clone(), part]),
            1 => PropertyValue::Object(map(vec![("x", part)])),
            _ => part,
        };
        (format!("p{}", at % 20), value)
    };
    of.iter().enumerate().map(value).collect()
}

fn options_of(choices: &[Choice], count: u32) -> PropertyMap {
    let whole = |number: &u32| output(chosen(*number, count), "");
    let numbers = |count: u8| list((0..count).map(|number| PropertyValue::Number(number.into())));
    let option = |choice: &Choice| match choice {
        Choice::Parent(number) => ("parent", whole(number)),
        Choice::DependsOn(numbers) => ("dependsOn", list(numbers.iter().map(whole))),
        Choice::DeletedWith(number) => ("deletedWith", whole(number)),
        Choice::ReplaceWith(numbers) => ("replaceWith", list(numbers.iter().map(whole))),
        Choice::Providers(numbers) => {
            let named = numbers.iter().enumerate();
            let named = named.map(|(at, number)| (format!("package{at}"), whole(number)));
            ("providers", PropertyValue::Object(named.collect()))
        }
        Choice::Provider(number) => ("provider", whole(number)),
        Choice::Aliases(numbers) => {
            let alias = |number: &u32| {
                let parts = vec![("name", "old".into()), ("parent", whole(number))];
                PropertyValue::Object(map(parts))
            };
            ("aliases", list(numbers.iter().map(alias)))
        }
        Choice::Hooks(count) => {
            let hooks = map(vec![("afterCreate", numbers(*count))]);
            ("hooks", PropertyValue::Object(hooks))
        }
        Choice::Transforms(count) => ("transforms", numbers(*count)),
        Choice::Secret(count) => {
            let names = (0..*count).map(|number| format!("p{number}").as_str().into());
            ("additionalSecretOutputs", list(names))
        }
        Choice::Trigger(number) => ("replacementTrigger", whole(number)),
    };
    map(choices.iter().map(option).collect())
}

fn declare(session: &mut Session, steps: &[Step]) {
    for (number, step) in steps.iter().enumerate() {
        let count = u32::try_from(session.graph.count()).expect("a number");
        // The graph refuses some steps, such as a derived value as a parent. They declare nothing.
        match step {
            Step::Child { options, inputs } => drop(session.register(Declaration {
                token: "random:index:Pet".to_owned(),
                name: format!("c{number}"),
                inputs: outputs_of(inputs, count),
                options: options_of(options, count),
                ..Declaration::default()
            })),
            Step::Group { options } => drop(session.register(Declaration {
                kind: Group,
                token: "acme:index:Part".to_owned(),
                name: format!("g{number}"),
                options: options_of(options, count),
                ..Declaration::default()
            })),
            Step::Outputs { group, of } => {
                let given = GroupOutputs {
                    node: chosen(*group, count),
                    outputs: outputs_of(of, count),
                };
                session.declared += given.bytes();
                drop(session.graph.complete_group(given));
            }
            Step::Derive { of } => {
                let derivation = Derivation {
                    source: PropertyValue::Object(outputs_of(of, count)),
                    callback: 1,
                    position: String::new(),
                };
                session.declared += derivation.bytes();
                drop(session.graph.derive(derivation));
            }
            Step::Find { of } => {
                let declaration = LookupDeclaration {
                    token: "random:index:getPet".to_owned(),
                    arguments: outputs_of(of, count),
                    ..LookupDeclaration::default()
                };
                session.declared += declaration.bytes();
                drop(session.graph.look_up(declaration));
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn work_and_memory_are_linear_in_what_is_declared_and_derived(steps in steps(), reversed in any::<bool>()) {
        let mut session = Session::new();
        declare(&mut session, &steps);
        session.run(reversed);
        session.is_linear();
    }
}
