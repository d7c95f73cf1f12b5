//! Ids, which stay in plain text.

use super::{WORD, scene, warnings};
use crate::call::Operation;
use crate::component::{Created, ReadAnswer};
use crate::operations;
use crate::operations::list::{Listing, Query};
use crate::operations::read::ReadParameters;
use crate::testing::{Answers, Scene, THING, map, refused, stopped};
use crate::value::PropertyMap;

/// Creates a resource with this id.
async fn create_as(scene: &Scene, inputs: PropertyMap) {
    let call = scene.call(Operation::Create);
    drop(operations::create(&scene.package, &call, inputs.into()).await);
}

#[tokio::test]
async fn an_id_that_is_a_secret_is_told_once() {
    let made = |id: &str| Answers {
        create: Some(Ok(Created {
            id: id.to_owned(),
            ..Created::default()
        })),
        ..Answers::default()
    };
    for id in [
        WORD,
        "host/a secret word/5",
        "host/a%20secret%20word",
        "YSBzZWNyZXQgd29yZA==",
    ] {
        let scene = scene(&["create"], made(id));
        for _ in 0..3 {
            create_as(&scene, PropertyMap::new()).await;
        }
        let told = warnings(&scene);
        assert_eq!(told.len(), 1, "{told:?}");
        assert!(
            told[0].contains(THING) && told[0].contains("hint:") && !told[0].contains(WORD),
            "{told:?}"
        );
    }
    // Values that are not secret, and values that the program also passes in plain text.
    let scene = scene(&["create"], made("made"));
    create_as(&scene, PropertyMap::new()).await;
    let open = super::scene(&["create"], made(WORD));
    create_as(&open, map([("label", WORD.into())])).await;
    let mut told = [warnings(&scene), warnings(&open)].concat();
    told.retain(|warning| warning.contains("the id of"));
    assert_eq!(told, [""; 0]);
}

#[tokio::test]
async fn ids_that_are_found_are_looked_at_too() {
    let answers = Answers {
        read: Some(Ok(Some(ReadAnswer {
            id: WORD.to_owned(),
            ..ReadAnswer::default()
        }))),
        ..Answers::default()
    };
    let scene = scene(&["create", "read"], answers);
    let call = scene.call(Operation::Read);
    // The user named it so.
    let parameters = |id: &str| ReadParameters {
        id: id.to_owned(),
        ..ReadParameters::default()
    };
    operations::read(&scene.package, &call, parameters(WORD))
        .await
        .expect("found");
    assert_eq!(warnings(&scene), [""; 0]);
    operations::read(&scene.package, &call, parameters("other"))
        .await
        .expect("found");
    assert_eq!(warnings(&scene).len(), 1);

    let failed = Answers {
        create: Some(Err(stopped(refused("no"), WORD, PropertyMap::new()))),
        ..Answers::default()
    };
    let scene = super::scene(&["create"], failed);
    create_as(&scene, PropertyMap::new()).await;
    assert!(warnings(&scene)[0].contains("the id of"));

    let scene = super::scene(
        &["create", "list"],
        Answers {
            list: vec![vec!["one", "things/a secret word"]],
            ..Answers::default()
        },
    );
    let call = scene.call(Operation::List);
    let query = operations::list_query(&scene.package, &call, PropertyMap::new());
    let Ok(Query::Known(query)) = query else {
        panic!("a query");
    };
    let mut listing = Listing::begin(0, 0, "").expect("a list");
    listing
        .next(&scene.package, &call, &query)
        .await
        .expect("a page");
    assert!(warnings(&scene)[0].contains("the id of"));
}
