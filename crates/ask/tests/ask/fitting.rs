//! The checker of schemas: every word that it knows is kept and broken.

use serde_json::{Value, json};

use crate::fits::Schema;

/// The values that fit and those that do not.
#[track_caller]
fn words(schema: &Value, fitting: &[Value], others: &[Value]) {
    let checker = Schema::new(schema.clone());
    for value in fitting {
        assert_eq!(checker.faults(value), Vec::<String>::new(), "{value} fits {schema}");
    }
    for value in others {
        assert!(!checker.is_valid(value), "{value} does not fit {schema}");
    }
}

#[test]
fn types_and_bounds() {
    words(
        &json!({"type": "integer"}),
        &[json!(3), json!(-3), json!(3.0)],
        &[json!(3.5), json!("3"), json!(null)],
    );
    words(
        &json!({"type": ["string", "null"]}),
        &[json!("a"), json!(null)],
        &[json!(1), json!([]), json!(false)],
    );
    words(&json!({"type": "number"}), &[json!(1), json!(0.5)], &[json!("1")]);
    words(&json!({"type": "boolean"}), &[json!(true)], &[json!(0)]);
    words(&json!({"type": "object"}), &[json!({})], &[json!([])]);
    words(&json!({"type": "array"}), &[json!([])], &[json!({})]);
    words(
        &json!({"minimum": 0, "maximum": 255}),
        &[json!(0), json!(255), json!("-1")],
        &[json!(-1), json!(256)],
    );
    words(
        &json!({"minItems": 2, "maxItems": 2}),
        &[json!([1, 2]), json!(7)],
        &[json!([1]), json!([1, 2, 3])],
    );
    words(&json!({"const": "a"}), &[json!("a")], &[json!("b")]);
    words(&json!({"enum": ["a", "b"]}), &[json!("a"), json!("b")], &[json!("c")]);
    words(&json!(false), &[], &[json!(null)]);
    words(&json!(true), &[json!(null)], &[]);
}

#[test]
fn parts() {
    let open = json!({"properties": {"a": {"type": "string"}}, "required": ["a"]});
    words(&open, &[json!({"a": "x"}), json!({"a": "x", "b": 1})], &[json!({"a": 1}), json!({"b": "x"})]);
    let closed = json!({"properties": {"a": true}, "additionalProperties": false});
    words(&closed, &[json!({"a": 1}), json!({})], &[json!({"b": 1})]);
    let others = json!({"properties": {"a": true}, "additionalProperties": {"type": "string"}});
    words(&others, &[json!({"a": 1, "b": "x"})], &[json!({"b": 1})]);
    words(&json!({"items": {"type": "string"}}), &[json!([]), json!(["a"])], &[json!(["a", 1])]);
}

#[test]
fn choices_and_definitions() {
    let choice = [json!({"type": "number"}), json!({"type": "integer"}), json!({"type": "string"})];
    words(&json!({"anyOf": choice}), &[json!(1), json!("a")], &[json!(null)]);
    words(&json!({"oneOf": choice}), &[json!(0.5), json!("a")], &[json!(1), json!(null)]);
    words(&json!({"allOf": choice[..2]}), &[json!(1)], &[json!(0.5)]);
    let tree = json!({
        "$ref": "#/$defs/Tree",
        "$defs": {"Tree": {"type": "array", "items": {"$ref": "#/$defs/Tree"}}},
    });
    words(&tree, &[json!([[], [[]]])], &[json!([[], [1]])]);
}

#[test]
fn places_are_named() {
    let checker = Schema::new(json!({"properties": {"a": {"items": {"type": "string"}}}}));
    assert_eq!(checker.faults(&json!({"a": ["x", 7]})), ["/a/1 is 7, which is against type \"string\""]);
}

#[test]
#[should_panic(expected = "must learn it")]
fn unknown_words_are_not_passed_over() {
    Schema::new(json!({"pattern": "a"})).is_valid(&json!("b"));
}
