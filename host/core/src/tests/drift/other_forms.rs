//! Servers that store values in another form than the program's, at every depth.

use serde_json::{Value as Json, json};

use super::{differences, refreshed};

/// The inputs of a program, the recorded outputs, and what a read finds.
struct Kept {
    inputs: Json,
    before: Json,
}

#[tokio::test]
async fn another_form_is_no_drift_at_any_depth() {
    let forms = [
        // Another unit, a rounded number as a text, an empty text.
        Kept {
            inputs: json!({ "label": "1G", "size": "0010", "zone": " EU " }),
            before: json!({ "label": "1024M", "size": "10", "zone": "eu" }),
        },
        // Texts of objects in lists and maps, with keys in another form.
        Kept {
            inputs: json!({
                "parts": [{ "name": "B", "note": " x" }, { "name": "A", "size": "1G" }],
                "shelves": { "Top": { "name": "N", "size": "Big" } },
            }),
            before: json!({
                "parts": [{ "name": "a", "size": "1024M" }, { "name": "b", "note": "x" }],
                "shelves": { "top": { "name": "n", "size": "BIG" } },
            }),
        },
        // Empty values that the server does not keep, and an element that it drops.
        Kept {
            inputs: json!({ "tags": { "A": "1", "B": "" }, "parts": [{ "name": "x" }, {}], "main": {} }),
            before: json!({ "tags": { "a": "1" }, "parts": [{ "name": "x" }] }),
        },
        // The server has elements and entries that the program does not name.
        Kept {
            inputs: json!({ "tags": { "Env": "Dev" }, "parts": [{ "name": "Mine" }] }),
            before: json!({
                "tags": { "env": "dev", "owner": "sys" },
                "parts": [{ "name": "default" }, { "name": "mine" }],
            }),
        },
    ];
    for Kept { inputs, before } in forms {
        let found = refreshed(&json!({}), &inputs, &before, &before).await;
        assert_eq!(found, inputs);
        let again = differences(&json!({}), &found, &before, &inputs).await;
        assert_eq!(again, [], "{inputs}");
    }
}

#[tokio::test]
async fn drift_beside_another_form_changes_only_its_place() {
    let inputs = json!({
        "label": "Foo",
        "tags": { "Env": "Dev", "Team": "Red" },
        "parts": [{ "name": "B", "note": "N" }, { "name": "A" }],
        "shelves": { "Top": { "name": "T", "size": "Big" }, "Low": { "name": "L" } },
    });
    let before = json!({
        "label": "foo",
        "tags": { "env": "dev", "team": "red" },
        "parts": [{ "name": "a" }, { "name": "b", "note": "n" }],
        "shelves": { "top": { "name": "t", "size": "BIG" }, "low": { "name": "l" } },
    });
    let with = |change: &dyn Fn(&mut Json)| {
        let mut outputs = before.clone();
        change(&mut outputs);
        outputs
    };
    for (outputs, paths) in [
        (with(&|found| found["label"] = json!("bar")), &["label"][..]),
        (
            with(&|found| found["tags"]["env"] = json!("prod")),
            &["tags.Env"],
        ),
        (
            with(&|found| found["tags"]["new"] = json!("n")),
            &["tags.new"],
        ),
        (
            with(&|found| found["parts"][1]["note"] = json!("m")),
            &["parts[0].note"],
        ),
        (
            with(&|found| found["shelves"]["low"]["name"] = json!("k")),
            &["shelves.Low.name"],
        ),
        (
            with(&|found| found["shelves"]["top"]["size"] = json!("SMALL")),
            &["shelves.Top.size"],
        ),
        (
            with(&|found| found["shelves"] = json!({})),
            &["shelves.Low", "shelves.Top"],
        ),
    ] {
        let now = refreshed(&json!({}), &inputs, &before, &outputs).await;
        let told = differences(&json!({}), &now, &outputs, &inputs).await;
        let told: Vec<&str> = told.iter().map(|one| one.property.as_str()).collect();
        assert_eq!(told, paths, "{now}");
    }
}
