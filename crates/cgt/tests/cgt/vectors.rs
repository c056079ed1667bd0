//! Every line of `data/cgt-vectors.tsv`, a table of facts that two engines agree on.

use tesuji_cgt::{Arena, Game, Side};

const VECTORS: &str = include_str!("../data/cgt-vectors.tsv");

/// What a line asks for and what it says the answer is.
fn check(
    arena: &mut Arena,
    operation: &str,
    expression: &str,
    expected: &str,
) -> Result<(), Box<dyn std::error::Error>> {
    let (operation, parameter) = operation.split_once(':').unwrap_or((operation, ""));
    let same = |arena: &Arena, value: Game, wanted: Game| -> Result<(), Box<dyn std::error::Error>> {
        if value == wanted { Ok(()) } else { Err(format!("got {}", arena.text(value)?).into()) }
    };
    if operation == "cmp" {
        let (left, right) = expression.split_once('?').ok_or("no `?`")?;
        let (left, right) = (arena.parse(left)?, arena.parse(right)?);
        let relation = arena.compare(left, right)?.to_string();
        return if relation == expected { Ok(()) } else { Err(format!("got {relation}").into()) };
    }
    let game = arena.parse(expression)?;
    if expected == "none" {
        let weight = arena.atomic_weight(game)?;
        return if weight.weight().is_none() { Ok(()) } else { Err(format!("got {weight:?}").into()) };
    }
    let wanted = arena.parse(expected)?;
    let value = match operation {
        "canon" => game,
        "cool" => arena.cool(game, parameter.parse()?)?,
        "heat" => arena.heat(game, parameter.parse()?)?,
        "mean" => arena.mean(game)?.into(),
        "temp" => arena.temperature(game)?.into(),
        "ls" => arena.stop(game, Side::Left)?.into(),
        "rs" => arena.stop(game, Side::Right)?.into(),
        "aw" => arena.atomic_weight(game)?.weight().ok_or("no atomic weight")?,
        "rcf" => arena.reduced(game)?,
        "upmul" => arena.times_up(game)?,
        "colon" => {
            let other = arena.parse(parameter)?;
            arena.ordinal_sum(game, other)?
        }
        _ => return Err("unknown operation".into()),
    };
    same(arena, value, wanted)
}

/// Every line holds, in a fresh arena and in one that has seen all the lines before.
#[test]
fn every_line_of_the_table_holds() {
    let mut shared = Arena::new();
    let mut failures = Vec::new();
    let mut lines = 0;
    for (index, line) in VECTORS.lines().enumerate() {
        if line.starts_with('#') || line.trim().is_empty() {
            continue;
        }
        lines += 1;
        let fields: Vec<&str> = line.split('\t').collect();
        let [operation, expression, expected, ..] = fields[..] else { panic!("line {}: {line}", index + 1) };
        for arena in [&mut shared, &mut Arena::new()] {
            if let Err(error) = check(arena, operation, expression, expected) {
                failures.push(format!(
                    "cgt-vectors.tsv:{}: {operation} {expression} = {expected}: {error}",
                    index + 1
                ));
            }
        }
    }
    assert!(lines > 100, "the table is there");
    assert!(failures.is_empty(), "\n{}", failures.join("\n"));
}
