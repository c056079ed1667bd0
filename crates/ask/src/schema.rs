//! The types of questions and answers as JSON Schema, for docs/schema.
//!
//! A question and an answer are objects with a field `ask`, whose value says which of the kinds the other fields belong to.
//! Answers may get more fields with time, and so the schemas forbid none.

use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema};
use serde_json::Value;

use crate::answer::Answer;
use crate::cases::Outcomes;
use crate::fault::Refusal;
use crate::question::Request;

/// All schemas with the names of their files.
#[must_use]
pub fn all() -> Vec<(&'static str, Value)> {
    let read = SchemaSettings::draft2020_12();
    let written = || SchemaSettings::draft2020_12().for_serialize();
    vec![
        ("question.json", made::<Request>(read, "Tesuji question")),
        ("answer.json", made::<Answer>(written(), "Tesuji answer")),
        ("error.json", made::<Refusal>(written(), "Tesuji error")),
        ("regress.json", made::<Outcomes>(written(), "Tesuji test cases")),
    ]
}

fn made<T: JsonSchema>(settings: SchemaSettings, title: &str) -> Value {
    let mut schema: Schema = settings.into_generator().into_root_schema_for::<T>();
    schema.insert("title".into(), title.into());
    schema.to_value()
}
