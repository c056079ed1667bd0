//! Games that CGSuite's own test cases have, printed as CGSuite prints them. What goes in and what comes out are facts; nothing
//! else is taken from there. CGSuite's infix `+-` is written `+ +-` here, where `3+-1` is 2.

use tesuji_cgt::{Arena, Environment, Expression, Style};

/// What is asked, and what CGSuite 2 prints.
const SHORT: [(&str, &str); 51] = [
    ("-1823437481924", "-1823437481924"),
    ("25/16", "25/16"),
    ("9/8+*", "9/8*"),
    ("6+^*", "6^*"),
    ("^*6", "^*6"),
    ("73/16+v9*8", "73/16v9*8"),
    ("^^^^^^+vvv*+^19*3+v14", "^8*2"),
    ("{0|^*5}", "^^*4"),
    ("{0|*||*|||*||||*}", "^[4]"),
    ("{0||0|v*}", "{0|^<2>}"),
    ("{0||0|vvv}", "{0||0|v3}"),
    ("{^^^|vv}", "{^3|vv}"),
    ("{0||0|-3/2}", "Tiny(3/2)"),
    ("{0|||0||-1|-3}", "Tiny({3|1})"),
    ("{0|||0||-1|-2}", "Tiny({2|1})"),
    ("{5||3|1|||0||||0}", "Miny({5||3|1})"),
    ("{1|^^||^}", "{1|^^||^}"),
    ("{1|^^^||^}", "{1|^3||^}"),
    ("{3||2+*|1+*}", "{3||2*|1*}"),
    ("{3/2+*|1/2||{0|-3},{-1+*,{-1/2|-1+*}|-5/2}}", "{3/2*|1/2||{0|-3},{-1*,{-1/2|-1*}|-5/2}}"),
    ("2 + (1+*)", "3*"),
    ("2 - (1+*)", "1*"),
    ("{3|||2||1|0,*||||-1/2}", "{3|||2||1|0,*||||-1/2}"),
    ("+-1", "+-1"),
    ("+-(1/2)", "+-1/2"),
    ("+-{1,1+*}", "+-{1,1*}"),
    ("3 + +-1", "{4|2}"),
    ("+-1 + +-2 + +-3 + +-4", "+-{10|8||6|4|||4|2||0|-2}"),
    ("{0||0|-1/4}", "Tiny(1/4)"),
    ("{1|0||0}", "Miny(1)"),
    ("{0|v*}", "^<2>"),
    ("{0,*|v}", "^<2>*"),
    ("{^|*}", "^[2]"),
    ("{0,^*|0}", "^[2]*"),
    ("*.Heat(2)", "+-2"),
    ("*2.Heat(2)", "+-{2,{4|0}}"),
    ("^.Heat(2)", "{2||0|-4}"),
    ("^*.Heat(2)", "{2,{4|0}|-2}"),
    ("^^.Heat(2)", "{2||0,+-2|-4}"),
    ("3 - 2 + +-6 - 7 + +-8 + 4", "{12|0||-4|-16}"),
    ("5.{3||2|1}", "{12|||11||10,{11|10}|9Tiny({2|1})}"),
    // What is computed from these games.
    ("{3||2*|1*}.Freeze", "9/4*"),
    ("{3||2*|1*}.ReducedCanonicalForm", "{3||2|1}"),
    ("{3||2*|1*}.Temperature", "3/4"),
    ("{3/2*|1/2||{0|-3},{-1*,{-1/2|-1*}|-5/2}}.Freeze", "-5/16*"),
    ("{3/2*|1/2||{0|-3},{-1*,{-1/2|-1*}|-5/2}}.ReducedCanonicalForm", "{3/2|1/2||{0|-3},{-1/2|-1||-5/2}}"),
    ("{3/2*|1/2||{0|-3},{-1*,{-1/2|-1*}|-5/2}}.Temperature", "21/16"),
    ("{1|^^||^}.AtomicWeight", "2"),
    ("{^3|vv}.AtomicWeight", "{1|0}"),
    ("{0|^<2>}.AtomicWeight", "1"),
    ("-1/2 + 25/16", "17/16"),
];

/// Games that are printed in another way on purpose: a number beside an infinitesimal that has no name stands before its braces, and
/// of options that are braces themselves the simpler ones come first. What CGSuite prints is read as the same game.
const OTHERWISE: [(&str, &str); 3] = [
    (
        "{0||0,v*|vv|||{0||0,v*|vv|||vv,{0,v*|vv}},{0||0,v*|vv}|{0||0,v*|vv|||vv,{0,v*|vv}||||vv}}",
        "{0||0,v*|vv|||{0||0,v*|vv|||vv,{0,v*|vv}},{0||0,v*|vv}|{0||0,v*|vv|||vv,{0,v*|vv}||||vv}}",
    ),
    (
        "10.(1+^<2>+*4)",
        "{10||10,10v*|{10vv,10v*||||10v3*,10vv|||10v4,10v3*||10v5*,10v4|{10v6,10v5*||||10v7*,10v6|||10v8,10v7*||10v9*,10v8|10v10}}}",
    ),
    (
        "9.(1+^<2>+*4)",
        "{9,9*,9*2,9*3,9*4|{9*4,9v*5||||9vv*4,9v*5|||9v3*5,9vv*4||9v4*4,9v3*5|{9v5*5,9v4*4||||9v6*4,9v5*5|||9v7*5,9v6*4||9v8*4,9v7*5|9v9*5}}}",
    ),
];

#[test]
fn what_cgsuite_prints_in_another_way_is_the_same_game() {
    let mut arena = Arena::new();
    for (text, expected) in OTHERWISE {
        let game = arena.parse(text).expect("a game");
        assert_eq!(arena.parse(expected), Ok(game), "{text}");
    }
}

#[test]
fn short_games_are_printed_as_cgsuite_prints_them() {
    let mut arena = Arena::new();
    let mut different = Vec::new();
    for (text, expected) in SHORT {
        let printed = match arena.parse(text) {
            Ok(game) => arena.text(game).expect("short"),
            Err(error) => error.to_string(),
        };
        if printed != expected {
            different.push(format!("{text} is {printed}, not {expected}"));
        }
    }
    assert!(different.is_empty(), "\n{}", different.join("\n"));
}

/// Loopy games: what is asked, and what CGSuite prints.
const LOOPY: [(&str, &str); 57] = [
    ("on", "on"),
    ("off", "off"),
    ("over", "over"),
    ("under", "under"),
    ("dud", "dud"),
    ("{pass|pass}", "dud"),
    ("x{0|x}", "over"),
    ("x{x|0}", "under"),
    ("{pass|3/2}", "3/2under"),
    ("{-1/4+*|pass}", "-1/4v[on]"),
    ("{pass|*}", "^[on]"),
    ("{pass,0|0}", "^[on]*"),
    ("{*|pass}", "v[on]"),
    ("{0|0,pass}", "v[on]*"),
    ("{0||0|0,pass}", "^<on>"),
    ("{0,*||*|pass}", "^<on>*"),
    ("{0,pass|0||0}", "v<on>"),
    ("{pass|*||0,*}", "v<on>*"),
    ("over+5", "5over"),
    ("under+5", "5under"),
    ("5+{pass|*}", "5^[on]"),
    ("5+{pass,0|0}", "5^[on]*"),
    ("5+{*|pass}", "5v[on]"),
    ("5+{0|0,pass}", "5v[on]*"),
    ("5+{0||0|0,pass}", "5^<on>"),
    ("5+{0,*||*|pass}", "5^<on>*"),
    ("5+{0,pass|0||0}", "5v<on>"),
    ("5+{pass|*||0,*}", "5v<on>*"),
    ("over+^", "over"),
    ("5+over", "5over"),
    ("over-5", "-5over"),
    ("over & v", "over & v"),
    ("{0|||0||0|off}", "{0|Tiny(on)}"),
    ("{on|0||0}", "Miny(on)"),
    ("{0||0|under}", "Tiny(over)"),
    ("+-{0|pass}", "+-over"),
    ("+-{5|pass}", "+-(5over)"),
    ("{0|^<on>||v<on>}", "{0|^<on>||v<on>}"),
    ("+-{0|^<on>}", "+-{0|^<on>}"),
    ("+-{{0|^<on>},{0|^<on>+*}}", "+-{{0|^<on>},{0|^<on>*}}"),
    ("+-(^<on>+*)", "0"),
    ("a{0||||0|||a|*||*}", "a{0||||0|||a|*||*}"),
    ("x{0||||0|||x|*||*}", "a{0||||0|||a|*||*}"),
    ("a{0|{0||||0,*2|||a|0||0}||0}", "a{0|{0||||0,*2|||a|0||0}||0}"),
    (
        "{0|{0||||-1|||-1+*,a{0||0|a|||-1+*||||-1+*}||-2|b{-2,{-1,-1+*||-1+*|b|||-2}|-2}}}",
        "{0|{0||||-1|||-1*,a{0||0|a|||-1*||||-1*}||-2|b{-2,{-1,-1*||-1*|b|||-2}|-2}}}",
    ),
    ("a{{|a}|}", "1 & 0"),
    ("{0|{dud|},*}", "^ & v*"),
    ("a{1||a|0}", "2 & +-1"),
    ("{2&-2|1&-2}", "{2|1} & -2*"),
    ("10.upon", "{0|{0||||0|||0||0|{0||||0|||0||0|^[on]*}}}"),
    ("9.(upon & v)", "{0||||0|||0||0|{0||||0|||0||0|^[on]}} & v9"),
    ("dud.Onside", "on"),
    ("dud.Offside", "off"),
    ("{0|{dud|},*}.Onside", "^"),
    ("a{{|a}|}.Offside", "0"),
    ("on + off", "dud"),
    ("-over", "under"),
];

#[test]
fn loopy_games_are_printed_as_cgsuite_prints_them() {
    let mut arena = Arena::new();
    let environment = Environment::new();
    let mut different = Vec::new();
    for (text, expected) in LOOPY {
        let value = Expression::parse(text).and_then(|expression| expression.value(&mut arena, &environment));
        let printed = match &value {
            Ok(value) => arena.value_text(value, Style::Ascii).expect("short"),
            Err(error) => error.to_string(),
        };
        if printed != expected {
            different.push(format!("{text} is {printed}, not {expected}"));
        }
    }
    assert!(different.is_empty(), "\n{}", different.join("\n"));
}

/// Two games, and their conjunctive sum, Conway's product, sum, ordinal sum and selective sum in CGSuite. Two cells are not CGSuite's: it says
/// `*8` for the selective sum of `*5` and `*6`, which comes out if what is left after a move is added, and `{1^^|-1}` for that of `+-1` and
/// `^^`. By definition what is left is put together selectively again; `forms.rs` has the plain trees.
const COMPOUNDS: [(&str, &str, [&str; 5]); 5] = [
    ("1/2", "1/4", ["1/2", "1/8", "3/4", "9/16", "3/4"]),
    ("*5", "*6", ["*5", "*8", "*3", "*11", "*11"]),
    ("+-1", "^^", ["{0|-1}", "+-^^", "{1^^|-1^^}", "{1,+-1|-1,{1,+-1,+-{1,+-1}|-1,+-1}}", "{1^^|-1^*,-1^^}"]),
    ("{1|0}", "0", ["0", "0", "{1|0}", "{1|0}", "{1|0}"]),
    ("'{*|*}'", "3", ["2", "0", "3", "^[3]", "3"]),
];

#[test]
fn compounds_of_forms_are_those_of_cgsuite() {
    let mut arena = Arena::new();
    for (g, h, expected) in COMPOUNDS {
        let texts = [
            format!("conjunctive({g}, {h})"),
            format!("({g}).ConwayProduct({h})"),
            format!("({g}) + ({h})"),
            format!("({g}) : ({h})"),
            format!("selective({g}, {h})"),
        ];
        for (text, expected) in texts.into_iter().zip(expected) {
            let game = arena.parse(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
            assert_eq!(arena.text(game).as_deref(), Ok(expected), "{text}");
        }
    }
    for (text, expected) in [
        ("'{0|}' + 1", "2"),
        ("'{-1|1}':1", "1/2"),
        ("-2.'{|-1}'", "4"),
        ("*6.ConwayProduct('{0,*|0,*}')", "*11"),
        ("'{*|*}':1", "^"),
        ("-('{*|*}':1)", "v"),
        ("2.('{*|*}':1)", "^^"),
    ] {
        let game = arena.parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(arena.text(game).as_deref(), Ok(expected), "{text}");
    }
}
