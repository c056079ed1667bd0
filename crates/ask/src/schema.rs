//! The types of questions and answers as JSON Schema, for docs/schema: only the tests need them, which keep the committed ones true.
//!
//! A question and an answer are objects with a field `ask`, whose value says which of the kinds the other fields belong to.
//! Answers may get more fields with time, and so the schemas forbid none.

#[path = "../tests/ask/fits.rs"]
mod fits;

use std::path::Path;

use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use serde_json::{Value, json};
use tesuji_job::Watch;

use self::fits::Schema;
use crate::answer::Answer;
use crate::desk::Desk;
use crate::fault::Refusal;
use crate::progress::{ActionLine, ProgressLine};
use crate::question::{KINDS, Request};

/// All schemas with the names of their files.
fn all() -> Vec<(&'static str, Value)> {
    let read = SchemaSettings::draft2020_12();
    let written = || SchemaSettings::draft2020_12().for_serialize();
    vec![
        ("question.json", made::<Request>(read, "Tesuji question")),
        ("answer.json", made::<Answer>(written(), "Tesuji answer")),
        ("error.json", made::<Refusal>(written(), "Tesuji error")),
        ("progress.json", made::<ProgressLine>(written(), "Tesuji progress")),
        ("action.json", made::<ActionLine>(written(), "Tesuji action")),
    ]
}

fn made<T: JsonSchema>(settings: SchemaSettings, title: &str) -> Value {
    let mut schema = settings.into_generator().into_root_schema_for::<T>();
    schema.insert("title".into(), title.into());
    schema.to_value()
}

fn named(name: &str) -> Value {
    let found = all().into_iter().find(|(file, _)| *file == name);
    found.expect("there is such a schema").1
}

/// `TESUJI_BLESS=1` writes them anew.
#[test]
fn the_committed_schemas_are_those_of_the_types() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/schema");
    for (name, schema) in all() {
        let file = folder.join(name);
        let fresh = serde_json::to_string_pretty(&schema).expect("plain data") + "\n";
        if std::env::var_os("TESUJI_BLESS").is_some() {
            std::fs::write(&file, &fresh).expect("the schema can be written");
        }
        let committed = std::fs::read_to_string(&file).unwrap_or_default();
        assert!(
            committed == fresh,
            "docs/schema/{name} is stale: TESUJI_BLESS=1 cargo test -p tesuji-ask committed_schemas"
        );
    }
}

/// Every kind is there by its name, in questions and in answers.
#[test]
fn every_kind_has_its_place() {
    for name in ["question.json", "answer.json"] {
        let schema = named(name);
        // An answer that tells nothing has the kind of its question, and stands beside the kinds.
        let kinds = schema.get("oneOf").or(schema.get("anyOf")).and_then(Value::as_array);
        let kinds: Vec<&str> = kinds
            .expect("one of the kinds")
            .iter()
            .filter_map(|kind| kind["properties"]["ask"]["const"].as_str())
            .collect();
        assert_eq!(kinds, KINDS, "{name}");
    }
}

#[test]
fn questions_and_answers_keep_to_their_schemas() {
    let question = Schema::new(named("question.json"));
    let answer = Schema::new(named("answer.json"));
    let long: Vec<String> = (0..20).map(|n| format!("+-{}", 4_u64.pow(n))).collect();
    for asked in [
        json!({"ask": "value", "expressions": ["{6||4|0}", 3], "cool": 2, "id": 7}),
        json!({"ask": "value", "expressions": ["2*", "4^", "-7"], "best": "left", "target": "-1", "picture": {}}),
        json!({"ask": "value", "expressions": [long.join("+")]}),
        json!({"ask": "value", "define": "a = 1", "limits": {"nodes": 10}, "progress": 0.5}),
        json!({"ask": "show", "position": {"diagram": ". X\n. .\nlabel A1: a\n"}, "id": {"a": []}}),
        json!({"ask": "boards"}),
        json!({"ask": "boards", "board": "hexagon:3", "picture": {"theme": "dark", "width": 300}}),
    ] {
        assert!(question.is_valid(&asked), "{asked}");
        let read = Request::parse(&asked.to_string()).expect("a question");
        let found = Desk::new().answer_read(&read, &Watch::unwatched()).expect("an answer");
        let found = serde_json::to_value(&found).expect("plain data");
        let wrong = answer.faults(&found);
        assert!(wrong.is_empty(), "{asked}: {wrong:#?}");
    }
    for asked in [json!({}), json!({"ask": "vulue"}), json!({"ask": "value", "cool": []}), json!([])] {
        assert!(!question.is_valid(&asked), "{asked}");
        assert!(Request::parse(&asked.to_string()).is_err(), "{asked}");
    }
}

#[test]
fn errors_keep_to_their_schema() {
    let schema = Schema::new(named("error.json"));
    let fault = Request::parse("{\"ask\": \"vulue\"}").expect_err("no such question");
    for (id, line) in [(None, None), (None, Some(7)), (Some(json!(3)), None)] {
        let refusal = serde_json::to_value(Refusal { id, fault: fault.clone(), line }).expect("plain data");
        assert!(schema.is_valid(&refusal), "{refusal}");
    }
    assert!(schema.is_valid(&serde_json::to_value(&fault).expect("plain data")));
    assert!(!schema.is_valid(&json!({"id": 1})));
}
