//! Input that no reasonable person writes: the answer is a value or one clear sentence, never a crash.

use tesuji_cgt::{
    Arena, Environment, Error, Expression, Game, INTERACTIVE, ParseError, Problem, Side, Style, Value,
};
use tesuji_job::{Limits, Watch, Why};

/// An arena that may take so many nodes, and 250 steps for each.
fn small(nodes: u64) -> Arena {
    Arena::with_limits(Limits { nodes, ..INTERACTIVE }, Watch::unwatched())
}

fn message(text: &str) -> String {
    Arena::new().parse(text).expect_err("this is no game").to_string()
}

#[test]
fn garbage_gets_a_column_and_an_expectation() {
    let cases = [
        ("", "column 1: expected a game, found the end of the text"),
        ("   ", "column 4: expected a game, found the end of the text"),
        ("{", "column 2: expected a game, found the end of the text"),
        ("{}", "column 2: expected `|`, found `}`"),
        ("{1", "column 3: expected `,`, `|`, `}` or an operator, found the end of the text"),
        ("{1|", "column 4: expected a game, found the end of the text"),
        ("{1|0", "column 5: expected `,`, `|`, `}` or an operator, found the end of the text"),
        ("{1|0)", "column 5: expected `,`, `|`, `}` or an operator, found `)`"),
        ("{,|}", "column 2: expected a game, found `,`"),
        ("{|+1}", "column 3: expected a game, found `+`"),
        ("{|-}", "column 4: expected a game, found `}`"),
        ("{1,|0}", "column 4: expected a game, found `|`"),
        ("(1", "column 3: expected `)` or an operator, found the end of the text"),
        ("1)", "column 2: expected an operator or the end of the text, found `)`"),
        ("1 2", "column 3: expected an operator or the end of the text, found `2`"),
        (
            "2 * 3",
            "column 3: `*` is the game star: write a multiple as 3.G, and the sum of a number, star and G as 2* + G",
        ),
        ("1 + ", "column 5: expected a game, found the end of the text"),
        ("?", "column 1: expected a game, found `?`"),
        ("1/3", "column 3: the denominator of a number has to be a power of two"),
        ("1/0", "column 3: the denominator of a number has to be a power of two"),
        ("1/", "column 3: expected digits, found the end of the text"),
        ("0.", "column 3: expected a game, found the end of the text"),
        (
            "{1|2|3}",
            "column 5: two bars of the same weight: which of them divides left from right? Write || for the outer one",
        ),
        (
            "{0^2|0^3}",
            "column 9: 0^n stands for nested zeros on one side only; write ^n for a multiple of up",
        ),
        ("1+corridor", "column 3: `corridor` is not defined"),
        ("warm(1)", "column 1: there is no function `warm`"),
        ("cool({4|0})", "column 1: `cool` takes 2 arguments, not 1"),
        ("freeze(1,2)", "column 1: `freeze` takes 1 argument, not 2"),
        ("cool({4|0},*)", "column 1: this has to be cooled or heated by a number"),
        ("cool({4|0},-3/2)", "column 1: games are cooled by a temperature of at least -1"),
        ("heat({4|0},-1)", "column 1: games are heated by a temperature of at least 0"),
        ("aw(5)", "column 1: there is no atomic weight: not infinitesimal: its stops are 5 and 5"),
        ("*.v", "column 2: the second factor of a Norton product has to be greater than 0"),
        ("\u{0}", "column 1: expected a game, found `\\0`"),
    ];
    for (text, expected) in cases {
        assert_eq!(message(text), expected, "{text:?}");
    }
    // Nobody reads a message of a thousand characters.
    let long = "é".repeat(1000);
    for text in [&long, &format!("{long}(1)"), &format!("1 {long}"), &format!("1 {}", "7".repeat(1000))] {
        let message = message(text);
        assert!(message.chars().count() < 90, "{message}");
    }
    let error = Environment::new().read(&mut Arena::new(), &format!("2{long} = 1")).expect_err("no name");
    assert!(error.to_string().chars().count() < 90, "{error}");
}

#[test]
fn numbers_out_of_range_are_an_error_not_another_number() {
    let overflow = [
        "1180591620717411303424", // 2^70
        "9223372036854775807+1",
        "-9223372036854775807-2",
        "9223372036854775807+1/2",
        "{9223372036854775807|}",
        "1/18446744073709551616",
        "{0|1/4611686018427387904}",
        "4611686018427387904.{4|0}",
        "9223372036854775807.(9223372036854775807)",
        "^134217728",
        "134217727.^+^",
        "*268435456",
        "100000000000000000000000000000000000000000000000000000",
    ];
    for text in overflow {
        let error = Arena::new().parse(text).expect_err(text);
        assert!(
            matches!(error.problem, Problem::Game(Error::Overflow | Error::Unknown(Why::Nodes))),
            "{text}: {error}"
        );
    }
    // At the edge everything still works.
    let mut arena = Arena::new();
    let largest = arena.parse("9223372036854775806+1").expect("in range");
    assert_eq!(largest, Game::integer(i64::MAX));
    let game = arena.parse("{9223372036854775807|9223372036854775800}").expect("in range");
    assert_eq!(arena.text(game).expect("short"), "{9223372036854775807|9223372036854775800}");
    assert!(arena.compare(game, Game::integer(-i64::MAX)).is_ok());
}

#[test]
fn deep_nesting_is_answered_or_refused() {
    let depth = 100_000;
    let nested = |open: &str, middle: &str, close: &str| open.repeat(depth) + middle + &close.repeat(depth);
    let answered = [
        (nested("(", "1", ")"), "1".to_string()),
        (nested("{", "0", "|}"), depth.to_string()),
        (nested("{0|", "0", "}"), format!("^{}", depth - 1)),
        (nested("-", "*", ""), "*".into()),
        (nested("{|", "{|}", "}"), format!("-{depth}")),
    ];
    for (text, expected) in answered {
        let mut arena = Arena::new();
        match arena.parse(&text) {
            Ok(game) => assert_eq!(arena.text(game).expect("short"), expected),
            Err(error) => panic!("{error}"),
        }
    }
    let depth = 20_000;
    let nested = |open: &str, middle: &str, close: &str| open.repeat(depth) + middle + &close.repeat(depth);
    let mut refused = 0;
    for text in [
        nested("{1|", "-1", "}"),
        nested("{{5|3}|", "-1", "}"),
        nested("{{2|", "0", "}|-1}"),
        nested("{0|", "-5", "}"),
        nested("+-", "{3|1}", ""),
        nested("tiny(", "1", ")"),
        nested("{0,{3|-3}|", "0", "}"),
        nested("cool(", "{3|-3}", ",1)"),
        format!("^{depth}+{{3|-3}}"),
        format!("*{depth}+{{3|-3}}"),
        format!("{{0^{depth}|Tiny(3)}}"),
        format!("cool({{0^{depth}|Tiny(3)}}, 1)+1"),
        format!("aw({{0^{depth}|Tiny(3)}})"),
    ] {
        let mut arena = small(8_000);
        match arena.parse(&text) {
            Ok(game) => {
                // What could be built can be looked at.
                let _ = arena.thermograph(game);
                let _ = arena.text(game);
                let _ = arena.atomic_weight(game);
                let _ = arena.birthday(game);
                let _ = arena.reduced(game);
            }
            Err(ParseError { problem: Problem::Game(error), .. }) => {
                refused += 1;
                assert!(
                    matches!(error, Error::Unknown(Why::Levels | Why::Nodes) | Error::Overflow),
                    "{error}"
                );
            }
            Err(error) => panic!("{error}"),
        }
    }
    assert!(refused > 0);
    for open in ["{", "(", "{1|", "+-", "cool(", "{1,", "-", "+_"] {
        assert!(Expression::parse(&open.repeat(depth)).is_err());
    }
    // Several bars: each level one more.
    let bars: String = (1..700).map(|count| format!("{}{count}", "|".repeat(count))).collect();
    assert!(Arena::new().parse(&format!("{{0{bars}}}")).is_ok());
}

#[test]
fn a_million_options_are_answered_or_refused() {
    let mut arena = Arena::new();
    let integers: Vec<String> = (0..1_000_000).map(|number| number.to_string()).collect();
    let game = arena.parse(&format!("{{{}|}}", integers.join(","))).expect("the largest counts");
    assert_eq!(game, Game::integer(1_000_000));
    let switches: Vec<String> = (1..=100_000).map(|number| format!("{{{number}|-{number}}}")).collect();
    // Room for the switches themselves, and not for comparing each with each.
    let mut arena = small(340_000);
    let error =
        arena.parse(&format!("{{{}|-400000}}", switches.join(","))).expect_err("no option dominates another");
    assert_eq!(error.problem, Problem::Game(Error::Unknown(Why::Nodes)));
    assert!(arena.usage().entries < 340_000 && arena.usage().steps >= 85_000_000, "{:?}", arena.usage());
}

#[test]
fn limits_end_a_computation_and_leave_the_arena_usable() {
    let hot = "{20|17||13|8|||5|3||-2|-9}";
    let sum = |count: usize| {
        (0..count).map(|shift| format!("({hot}.1-{shift}/2)").replace(".1", "")).collect::<Vec<_>>()
    };
    let mut terms = sum(3);
    for (index, width) in [7, 5, 4, 3, 9, 11, 6].into_iter().enumerate() {
        terms.push(format!("{{{width}|{index}||-{width}|||-{}|-{}}}", width + index, 3 * width));
    }
    let text = terms.join("+");
    let mut arena = small(20_000);
    let error = arena.parse(&text).expect_err("ten hot games");
    assert_eq!(error.problem, Problem::Game(Error::Unknown(Why::Nodes)));
    assert!(arena.usage().entries < 40_000);
    arena.clear();
    assert_eq!(arena.usage().entries, 0);
    let game = arena.parse("cool({4|0},2)").expect("a small game");
    assert_eq!(arena.text(game).expect("short"), "2*");

    let mut arena = Arena::with_limits(INTERACTIVE.with_memory(200 * 20_000), Watch::unwatched());
    assert_eq!(arena.parse(&text).expect_err("full").problem, Problem::Game(Error::Unknown(Why::Memory)));

    let watch = Watch::new();
    let mut arena = Arena::new().with_watch(watch.clone());
    assert!(arena.parse("{4|0}+{6||4|0}").is_ok());
    watch.stop();
    assert_eq!(arena.parse(&text).expect_err("stopped").problem, Problem::Game(Error::Unknown(Why::Stopped)));
    assert!(arena.usage().steps < 200_000, "{:?}", arena.usage());
    // What is small can still be read off.
    assert!(arena.parse("{4|0}+{6||4|0}").is_ok());
    watch.resume();
    assert!(arena.parse("{4|0}+{6||4|0}").is_ok());

    let mut arena = Arena::new().with_watch(Watch::new().within(Some(0.0)));
    assert_eq!(arena.parse(&text).expect_err("late").problem, Problem::Game(Error::Unknown(Why::Time)));
}

#[test]
fn a_text_of_astronomical_length_is_refused() {
    let mut arena = small(20_000);
    let mut environment = Environment::new();
    let mut lines = String::from("g0 = {7|2||-1|-8}\n");
    for day in 1..100 {
        lines.push_str(&format!("g{day} = {{g{0}+{day},g{0}+{day}*|g{0}-{day},g{0}-{day}^}}\n", day - 1));
    }
    match environment.read(&mut arena, &lines) {
        Ok(()) => {
            let game = environment.get("g99").expect("defined");
            let text = arena.value_text(game, Style::Ascii);
            assert!(matches!(text, Err(Error::Unknown(Why::Text))));
        }
        Err(error) => assert!(matches!(error.error.problem, Problem::Game(_)), "{error}"),
    }
}

#[test]
fn what_is_too_long_to_print_can_be_described() {
    let mut arena = Arena::new().with_text(20);
    let game = arena.parse("{20|17||13|8|||5|3||-2|-9}").expect("a game");
    let same = Arena::new().parse("{20|17||13|8|||5|3||-2|-9}").expect("a game");
    let full = &mut Arena::new();
    assert_eq!(full.parse("{20|17||13|8|||5|3||-2|-9}"), Ok(same));
    assert_eq!(arena.text(game), Err(Error::Unknown(Why::Text)));
    assert_eq!(arena.latex(game), Err(Error::Unknown(Why::Text)));
    assert_eq!(arena.outcome(game), full.outcome(same));
    assert_eq!(arena.mean(game), full.mean(same));
    assert_eq!(arena.temperature(game), full.temperature(same));
    assert_eq!(arena.thermograph(game), full.thermograph(same));
    for side in Side::BOTH {
        assert_eq!(arena.stop(game, side), full.stop(same, side));
        let advice = arena.best_moves(&[game], side, Game::ZERO).expect("small");
        for chosen in &advice.moves {
            assert!(arena.explain(&advice, chosen).is_ok());
        }
    }
}

#[test]
fn definitions_are_read_with_line_and_column() {
    let mut arena = Arena::new();
    let mut environment = Environment::new();
    let error =
        environment.read(&mut arena, "a = 1\n\n# nothing\nb = {a|}}\n").expect_err("a brace too many");
    assert_eq!(error.to_string(), "line 4, column 9: expected an operator or the end of the text, found `}`");
    for (line, expected) in [
        ("v = 1", "line 1, column 1: `v` cannot be the name of a game"),
        ("cool = 1", "line 1, column 1: `cool` cannot be the name of a game"),
        ("2x = 1", "line 1, column 1: `2x` cannot be the name of a game"),
        ("x", "line 1, column 1: expected name = expression, found x"),
        ("x = y", "line 1, column 5: `y` is not defined"),
    ] {
        let error = Environment::new().read(&mut arena, line).expect_err(line);
        assert_eq!(error.to_string(), expected);
    }
    assert_eq!(environment.iter().collect::<Vec<_>>(), [("a", &Value::Short(Game::integer(1)))]);
}
