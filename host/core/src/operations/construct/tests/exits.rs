//! A guest that remembers a secret from a callback, and later returns it in plain text.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use parking_lot::Mutex;

use super::*;
use crate::call::Severity;
use crate::graph::{GroupOutputs, LookupDeclaration, LookupKind, LookupResult};
use crate::value::ResourceReference;

pub(super) const WORD: &str = "a secret word";

pub(super) fn hidden(text: &str) -> PropertyValue {
    PropertyValue::from(text).into_secret()
}

/// Secrets that a guest remembers.
pub(super) type Memory = Arc<Mutex<String>>;

/// A component whose first callback sees the secret input `title`, and whose second callback, which has a plain
/// argument, leaks the remembered secret as `leak` says.
fn leaking(leak: impl Fn(&mut Graph, &str) -> PropertyValue + Send + Sync + 'static) -> Stage {
    let memory = Memory::default();
    Stage::new(move |graph, entered| match entered {
        Entered::Construct(inputs) => {
            let group = graph.register(group("part")).expect("a node");
            assert_eq!(group, 1);
            let seen = derive(graph, inputs["title"].clone(), 1);
            // It waits for the first one, and does not depend on a secret.
            let later = graph.register(under(
                pet("later", vec![("length", 2.0.into())]),
                vec![("dependsOn", seen)],
            ));
            let later = output(later.expect("a node"), "length");
            Ok(object(vec![("url", derive(graph, later, 2))]))
        }
        Entered::Derive(1, argument) => {
            *memory.lock() = argument.as_str().expect("an open text").to_owned();
            Ok("seen".into())
        }
        Entered::Derive(2, _) => Ok(leak(graph, &memory.lock())),
        _ => panic!("nothing else is asked"),
    })
    .with("title", hidden(WORD), &[])
}

/// A text with the secret in it, in each form that a guest may give it.
fn forms() -> Vec<fn(&str) -> String> {
    vec![
        |word| word.to_owned(),
        |word| format!("https://ada:{word}@example.com"),
        |word| format!("Basic {}", STANDARD.encode(format!("ada:{word}"))),
    ]
}

pub(super) fn warnings(stage: &Stage) -> Vec<String> {
    let heard = stage.scene.heard().into_iter();
    let warnings = heard.filter(|(severity, _)| *severity == Severity::Warning);
    warnings.map(|(_, message)| message).collect()
}

#[track_caller]
pub(super) fn assert_warned(stage: &Stage, words: &str) {
    let warnings = warnings(stage);
    assert!(
        warnings.iter().any(|warning| warning.contains(words)),
        "{warnings:?}"
    );
    assert!(
        warnings.iter().all(|warning| !warning.contains(WORD)),
        "{warnings:?}"
    );
}

async fn both(stage: Stage, check: impl Fn(&Stage, &FakeMonitor, &ConstructedResource)) {
    let mut stage = stage;
    for preview in [false, true] {
        stage.preview = preview;
        let monitor = FakeMonitor::finding(|_| LookupResult {
            outputs: map(vec![("found", "plain".into())]),
            ..LookupResult::default()
        });
        let made = stage.run(&monitor).await.expect("a component");
        check(&stage, &monitor, &made);
    }
}

#[tokio::test]
async fn an_output_of_the_component_is_hidden_in_every_form() {
    for form in forms() {
        both(
            leaking(move |_, word| form(word).into()),
            |stage, monitor, made| {
                assert_eq!(made.outputs["url"], hidden(&form(WORD)));
                assert_eq!(monitor.completed()[&made.urn]["url"], hidden(&form(WORD)));
                assert_warned(stage, "the output `url`");
            },
        )
        .await;
    }
}

#[tokio::test]
async fn an_output_of_a_group_is_hidden() {
    for form in forms() {
        let stage = leaking(move |graph, word| {
            let outputs = map(vec![("address", form(word).into()), ("size", 1.0.into())]);
            graph
                .complete_group(GroupOutputs { node: 1, outputs })
                .expect("a group");
            "plain".into()
        });
        both(stage, |stage, monitor, _| {
            let completed = &monitor.completed()[&FakeMonitor::urn(&monitor.one("part"))];
            assert_eq!(completed["address"], hidden(&form(WORD)));
            assert_eq!(completed["size"], 1.0.into());
            assert_warned(stage, "the output `address` of the group");
        })
        .await;
    }
}

#[tokio::test]
async fn an_input_of_a_child_is_hidden_at_its_place() {
    for form in forms() {
        for kind in [
            ResourceKind::Custom,
            ResourceKind::Remote,
            ResourceKind::Group,
        ] {
            let stage = leaking(move |graph, word| {
                let list = PropertyValue::Array(vec!["plain".into(), form(word).into()]);
                let inputs = vec![("list", list), ("label", "plain".into())];
                let declaration = match kind {
                    ResourceKind::Group => Declaration {
                        inputs: map(inputs),
                        ..group("child")
                    },
                    kind => Declaration {
                        kind,
                        ..pet("child", inputs)
                    },
                };
                graph.register(declaration).expect("a node");
                "plain".into()
            });
            both(stage, |stage, monitor, _| {
                let child = monitor.one("child");
                let list = PropertyValue::Array(vec!["plain".into(), hidden(&form(WORD))]);
                assert_eq!(child.inputs["list"], list);
                assert_eq!(child.inputs["label"], "plain".into());
                assert_warned(stage, "the input `list[1]` of `child` of type");
            })
            .await;
        }
    }
}

#[tokio::test]
async fn an_input_with_a_secret_in_its_name_is_left_out() {
    let stage = leaking(|graph, word| {
        graph
            .register(pet(
                "child",
                vec![(word, "x".into()), ("label", "y".into())],
            ))
            .expect("a node");
        "plain".into()
    });
    both(stage, |stage, monitor, _| {
        assert_eq!(
            monitor.one("child").inputs,
            map(vec![("label", "y".into())])
        );
        assert_warned(stage, "the name of an input of `child`");
    })
    .await;
}

#[tokio::test]
async fn an_argument_is_hidden_and_what_is_found_by_it_too() {
    for kind in [LookupKind::Invoke, LookupKind::Read, LookupKind::Method] {
        let stage = leaking(move |graph, word| {
            let mut arguments = map(vec![("key", format!("x {word}").into())]);
            let token = match kind {
                LookupKind::Method => {
                    arguments.insert("__self__".to_owned(), output(0, ""));
                    "acme:index:Site/page"
                }
                LookupKind::Read => {
                    arguments.insert("id".to_owned(), "abc".into());
                    "random:index:Pet"
                }
                _ => "random:index:getWord",
            };
            let declaration = LookupDeclaration {
                kind,
                token: token.to_owned(),
                name: "old".to_owned(),
                arguments,
                ..LookupDeclaration::default()
            };
            let found = graph.look_up(declaration).expect("a node");
            output(found, "found")
        });
        both(stage, |stage, monitor, made| {
            let arguments = &monitor.looked_up()[0].arguments;
            assert_eq!(arguments["key"], hidden(&format!("x {WORD}")));
            assert_eq!(made.outputs["url"], hidden("plain"));
            assert_warned(stage, "the argument `key` of the look-up of");
        })
        .await;
    }
}

#[tokio::test]
async fn the_result_of_a_method_is_hidden() {
    const URN: &str = "urn:pulumi:dev::shop::acme:index:Site::s";
    for preview in [false, true] {
        let memory = Memory::default();
        let mut stage = Stage::new(move |graph, entered| match entered {
            Entered::Construct(arguments) => {
                let seen = derive(graph, arguments["path"].clone(), 1);
                let later = under(pet("later", vec![]), vec![("dependsOn", seen)]);
                let later = graph.register(later).expect("a node");
                let result = derive(graph, output(later, "urn"), 2);
                Ok(object(vec![("url", result)]))
            }
            Entered::Derive(1, argument) => {
                *memory.lock() = argument.as_str().expect("an open text").to_owned();
                Ok("seen".into())
            }
            Entered::Derive(2, _) => Ok(format!("x/{}", memory.lock()).into()),
            _ => panic!("nothing else is asked"),
        });
        stage.preview = preview;
        let this = PropertyValue::ResourceReference(Box::new(ResourceReference {
            urn: URN.to_owned(),
            ..ResourceReference::default()
        }));
        let parameters = CallMethodParameters {
            arguments: map(vec![("__self__", this), ("path", hidden(WORD))]),
            ..CallMethodParameters::default()
        };
        let monitor = FakeMonitor::new();
        monitor.knows(URN);
        let answer = stage.calls(PAGE, parameters, &monitor).await;
        let answer = answer.expect("a result");
        assert_eq!(answer.result["url"], hidden(&format!("x/{WORD}")));
        assert_warned(&stage, "the output `url` has a secret in it");
    }
}

#[tokio::test]
async fn a_text_that_the_engine_keeps_in_the_open_is_refused_if_it_has_a_secret_in_it() {
    type Named = fn(&str) -> Declaration;
    let rows: [(&str, Named); 8] = [
        ("name", |word| pet(&format!("child of {word}"), vec![])),
        ("option `ignoreChanges`", |word| {
            under(
                pet("c", vec![]),
                vec![("ignoreChanges", format!("tags.{word}").into())],
            )
        }),
        ("option `replaceOnChanges`", |word| {
            under(pet("c", vec![]), vec![("replaceOnChanges", word.into())])
        }),
        ("option `additionalSecretOutputs`", |word| {
            under(
                pet("c", vec![]),
                vec![("additionalSecretOutputs", word.into())],
            )
        }),
        ("option `hideDiffs`", |word| {
            under(pet("c", vec![]), vec![("hideDiffs", word.into())])
        }),
        ("option `customTimeouts`", |word| {
            let timeouts = object(vec![("create", word.into())]);
            under(pet("c", vec![]), vec![("customTimeouts", timeouts)])
        }),
        ("option `aliases`", |word| {
            let alias = object(vec![("name", word.into())]);
            under(pet("c", vec![]), vec![("aliases", alias)])
        }),
        ("option `deletedWith`", |word| {
            let urn = format!("urn:pulumi:dev::shop::a:b:C::{word}");
            under(pet("c", vec![]), vec![("deletedWith", urn.into())])
        }),
    ];
    for (what, declare) in rows {
        for preview in [false, true] {
            let mut stage = leaking(move |graph, word| {
                graph.register(declare(word)).expect("a node");
                "plain".into()
            });
            stage.preview = preview;
            let monitor = FakeMonitor::new();
            let error = stage.run(&monitor).await.expect_err(what).to_string();
            assert!(
                error.contains(&format!("the {what} of `")) && error.contains("contains a secret"),
                "{error}"
            );
            let names: Vec<String> = monitor
                .registered()
                .into_iter()
                .map(|one| one.name)
                .collect();
            assert!(
                names.iter().all(|name| !name.contains(WORD) && name != "c"),
                "{names:?}"
            );
        }
    }
}

#[tokio::test]
async fn an_option_that_is_a_value_is_hidden_and_an_id_is_told() {
    let stage = leaking(|graph, word| {
        let options = vec![("replacementTrigger", word.into()), ("import", word.into())];
        graph
            .register(under(pet("child", vec![]), options))
            .expect("a node");
        "plain".into()
    });
    both(stage, |stage, monitor, _| {
        let options = monitor.one("child").options;
        assert_eq!(options.replacement_trigger, Some(hidden(WORD)));
        assert_eq!(options.import, WORD);
        assert_warned(stage, "the option `replacementTrigger` of `child`");
        assert_warned(stage, "the id of `child`");
    })
    .await;
}

#[tokio::test]
async fn what_is_in_the_open_already_stays_so() {
    let stage = leaking(|graph, word| {
        let text = format!("x {word}");
        let inputs = vec![("same", word.into()), ("part", text.into())];
        graph.register(pet(word, inputs)).expect("a node");
        word.into()
    });
    // The program also passes it in plain text.
    let stage = stage.with("any", PropertyValue::Array(vec![WORD.into()]), &[]);
    both(stage, |stage, monitor, made| {
        let inputs = monitor.one(WORD).inputs;
        assert_eq!(inputs["same"], WORD.into());
        assert_eq!(inputs["part"], format!("x {WORD}").into());
        assert_eq!(made.outputs["url"], WORD.into());
        assert_eq!(warnings(stage), [""; 0]);
    })
    .await;
}

#[tokio::test]
async fn many_hidden_values_are_told_in_few_warnings() {
    let stage = leaking(|graph, word| {
        for number in 0..100 {
            let child = pet(&format!("child-{number}"), vec![("label", word.into())]);
            graph.register(child).expect("a node");
        }
        "plain".into()
    });
    let monitor = FakeMonitor::new();
    stage.run(&monitor).await.expect("a component");
    let registered = monitor.registered().into_iter();
    let children = registered.filter(|one| one.name.starts_with("child-"));
    assert!(children.clone().count() == 100);
    assert!(
        children
            .into_iter()
            .all(|one| one.inputs["label"] == hidden(WORD))
    );
    let warnings = warnings(&stage);
    assert_eq!(warnings.len(), 21, "{warnings:?}");
    assert!(warnings[20].contains("are not listed here"), "{warnings:?}");
}
