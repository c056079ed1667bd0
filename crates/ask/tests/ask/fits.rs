//! Whether a JSON value fits a schema: the part of JSON Schema that our types are written in, and no more. A word that is not known here
//! is a panic, never passed over: what is not checked must not look checked.
//!
//! A general checker was a fifth of the time that building all tests took.

use serde_json::Value;

/// A schema with the definitions it refers to.
pub(crate) struct Schema(Value);

impl Schema {
    pub(crate) fn new(root: Value) -> Schema {
        Schema(root)
    }

    pub(crate) fn is_valid(&self, value: &Value) -> bool {
        self.faults(value).is_empty()
    }

    /// Everything in which the value does not fit, each with its place in the value.
    pub(crate) fn faults(&self, value: &Value) -> Vec<String> {
        let mut faults = Vec::new();
        self.check(&self.0, value, "", &mut faults);
        faults
    }

    fn fits(&self, schema: &Value, value: &Value) -> bool {
        let mut faults = Vec::new();
        self.check(schema, value, "", &mut faults);
        faults.is_empty()
    }

    fn check(&self, schema: &Value, value: &Value, place: &str, faults: &mut Vec<String>) {
        let rules = match schema {
            Value::Bool(true) => return,
            Value::Bool(false) => return faults.push(format!("{place} may not be there")),
            Value::Object(rules) => rules,
            other => panic!("no schema: {other}"),
        };
        for (word, rule) in rules {
            let kept = match word.as_str() {
                // What is said to people. Formats name the types of Rust, and `minimum` and `maximum` say the same.
                "$schema" | "$defs" | "title" | "description" | "default" | "format" => true,
                "$ref" => {
                    let definition = rule.as_str().and_then(|name| self.0.pointer(name.strip_prefix('#')?));
                    self.check(definition.expect("a definition of this schema"), value, place, faults);
                    true
                }
                "type" => listed(rule).iter().any(|name| has_type(value, name.as_str().expect("a name"))),
                "const" => value == rule,
                "enum" => listed(rule).contains(value),
                "minimum" => value.as_f64().is_none_or(|number| number >= rule.as_f64().expect("a number")),
                "maximum" => value.as_f64().is_none_or(|number| number <= rule.as_f64().expect("a number")),
                "minItems" => value
                    .as_array()
                    .is_none_or(|items| items.len() as u64 >= rule.as_u64().expect("a length")),
                "maxItems" => value
                    .as_array()
                    .is_none_or(|items| items.len() as u64 <= rule.as_u64().expect("a length")),
                "required" => value.as_object().is_none_or(|fields| {
                    listed(rule).iter().all(|name| fields.contains_key(name.as_str().expect("a name")))
                }),
                "items" => {
                    for (index, item) in value.as_array().into_iter().flatten().enumerate() {
                        self.check(rule, item, &format!("{place}/{index}"), faults);
                    }
                    true
                }
                "properties" => {
                    for (name, rule) in rule.as_object().expect("schemas by name") {
                        if let Some(field) = value.get(name) {
                            self.check(rule, field, &format!("{place}/{name}"), faults);
                        }
                    }
                    true
                }
                "additionalProperties" => {
                    let named = |name: &String| {
                        rules.get("properties").is_some_and(|names| names.get(name).is_some())
                    };
                    for (name, field) in
                        value.as_object().into_iter().flatten().filter(|(name, _)| !named(name))
                    {
                        self.check(rule, field, &format!("{place}/{name}"), faults);
                    }
                    true
                }
                "anyOf" => listed(rule).iter().any(|choice| self.fits(choice, value)),
                "oneOf" => listed(rule).iter().filter(|choice| self.fits(choice, value)).count() == 1,
                "allOf" => listed(rule).iter().all(|part| self.fits(part, value)),
                other => panic!("schemas say {other:?} now: {} must learn it", file!()),
            };
            if !kept {
                let (value, rule) = (value.to_string(), rule.to_string());
                faults.push(format!("{place} is {value:.200}, which is against {word} {rule:.200}"));
            }
        }
    }
}

/// A list, or one thing for a list of one.
fn listed(rule: &Value) -> &[Value] {
    rule.as_array().map_or(std::slice::from_ref(rule), Vec::as_slice)
}

fn has_type(value: &Value, name: &str) -> bool {
    match name {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "string" => value.is_string(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        "number" => value.is_number(),
        "integer" => {
            value.is_i64() || value.is_u64() || value.as_f64().is_some_and(|number| number.fract() == 0.0)
        }
        other => panic!("no type of JSON: {other}"),
    }
}
