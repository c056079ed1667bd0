//! Every answer that the documents show, and one of every kind, has the form that its schema says.

use std::fs;

use serde_json::{Value, json};

use crate::common::root;
use crate::fits::Schema;
use crate::lines::{every_kind, talk};

fn schema(name: &str) -> Schema {
    let text = fs::read_to_string(root().join("docs/schema").join(name)).expect("the schema is committed");
    Schema::new(serde_json::from_str(&text).expect("the schema is JSON"))
}

fn check(schema: &Schema, value: &Value) {
    let faults = schema.faults(value);
    assert!(faults.is_empty(), "{faults:?}\n{value}");
}

#[test]
fn questions_and_answers_of_every_kind_fit_their_schemas() {
    let (question, answer, error) = (schema("question.json"), schema("answer.json"), schema("error.json"));
    let mut input = String::new();
    for (number, mut asked) in every_kind().into_iter().enumerate() {
        asked["id"] = json!(number);
        check(&question, &asked);
        input += &format!("{asked}\n");
    }
    input += "{\"id\": 1000, \"ask\": \"mate\", \"sfen\": 7}\n";
    let (lines, _) = talk(&["lines"], &input);
    let (errors, answers): (Vec<Value>, Vec<Value>) =
        lines.into_iter().partition(|line| line.get("error").is_some());
    assert_eq!((answers.len(), errors.len()), (every_kind().len(), 1));
    answers.iter().for_each(|line| check(&answer, line));
    errors.iter().for_each(|line| check(&error, line));
    // The schemas say something: what is no answer does not fit.
    assert!(!answer.is_valid(&json!({"ask": "capture", "verdict": "perhaps"})));
    assert!(!question.is_valid(&json!({"ask": "oracle"})));
}

/// JSON objects in the documents: printed by a shown command, or standing alone on a line.
fn shown_objects(text: &str) -> Vec<Value> {
    let mut objects = Vec::new();
    let mut rest = text;
    while let Some(start) = rest.find("\n{") {
        rest = &rest[start + 1..];
        let mut stream = serde_json::Deserializer::from_str(rest).into_iter::<Value>();
        if let Some(Ok(value)) = stream.next() {
            let used = stream.byte_offset();
            objects.push(value);
            rest = &rest[used..];
        } else {
            rest = &rest[1..];
        }
    }
    objects
}

#[test]
fn answers_in_the_documents_fit_their_schema() {
    let (question, answer) = (schema("question.json"), schema("answer.json"));
    let mut files: Vec<_> = fs::read_dir(root().join("docs/src"))
        .expect("the book")
        .map(|entry| entry.expect("a chapter").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "md"))
        .collect();
    files.push(root().join("README.md"));
    let mut seen = 0;
    for file in files {
        let objects = shown_objects(&fs::read_to_string(&file).expect("a document"));
        // A question that is shown with its error is wrong on purpose.
        let wrong: Vec<&Value> = objects
            .iter()
            .filter(|object| object.get("error").is_some())
            .map(|object| &object["id"])
            .collect();
        for object in &objects {
            // Actions, errors and other objects (boards, graphs) have no `ask`.
            if object.get("ask").is_none() || wrong.contains(&&object["id"]) {
                continue;
            }
            seen += 1;
            assert!(
                answer.is_valid(object) || question.is_valid(object),
                "{} shows an object that is neither question nor answer: {object}",
                file.display()
            );
        }
    }
    assert!(seen >= 2, "the documents show questions and answers");
}
