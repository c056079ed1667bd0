//! How games are read and written.

use tesuji_cgt::{Arena, AtomicWeight, Game, NotAtomic, Style};

#[test]
fn texts_that_mean_the_same() {
    let mut arena = Arena::new();
    let groups: [&[&str]; 34] = [
        &["0", "{|}", "*-*", "^+v", "{-1|1}", "{*|*}", "0.^", "-0", "nim(0)"],
        &["1/2", "{0|1}", "2/4", "1:-1", "-(-1/2)", "mean({1|0})"],
        &["1 3/4", "7/4", "{1 1/2|2}", "1+3/4"],
        &["-2 1/2", "-5/2", "-2-1/2", "{-3|-2}"],
        &["*", "*1", "{0|0}", "∗", "⋆", "*2+*3", "nimber(1)"],
        &["^", "↑", "^1", "{0|*}", "-v", "1.^", "uptimal(1)", "Tiny(Tiny(Tiny(1)))"],
        &["^^", "^2", "⇑", "↑↑", "{0|^*}", "2.^", "^+^"],
        &["v", "↓", "v1", "{*|0}", "-1.^"],
        &["vv*", "v2*", "⇓*", "v+v+*"],
        &["-1/2^*", "-1/2+^*", "^*-1/2", "-(1/2v*)"],
        &["2*3", "2+*3"],
        &["{6||4|0}", "{6|{4|0}}", "{6|||4|0}", "{ 6 || 4 | 0 }"],
        &["{8|4||0|-2}", "{{8|4}|{0|-2}}"],
        &["+-3", "±3", "{3|-3}", "+-(3)", "-+-3"],
        &["+-{3|1}", "±{3|1}", "{{3|1}|{-1|-3}}"],
        &["+-{1,1*}", "±{1, 1*}", "{1,1*|-1,-1*}", "-+-{1,1*}"],
        &["+-{3}", "+-3", "+-{3,2}"],
        &["3Tiny(2)", "3+Tiny(2)", "3tiny(2)"],
        &["Tiny(2)", "tiny(2)", "+_2", "TINY(2)", "{0||0|-2}", "+_(2)", "-Miny(2)", "--_2"],
        &["3+_2", "3+Tiny(2)", "3{0||0|-2}", "{3||3|1}"],
        &["3-_1/2", "3+Miny(1/2)", "3-Tiny(1/2)"],
        &["{0^2|+_3}", "{0|{0|Tiny(3)}}", "-{-_3|0^2}"],
        &["{^2|0}", "{0^2+0|0}", "{(0^2)|0}"],
        &["*:1", "ordinal(*,1)", "^*", "↑*", "^+*"],
        // As CGSuite's users write.
        &["1/2", "0.5", "0.500", "00.5"],
        &["-3/8^*", "-0.375^*", "-0.375 + ^*"],
        &["10.25", "41/4"],
        &["^<2>", "uppower(2)", "{0|v*}", "-v<2>", "^<2>*+*"],
        &["3^<2>*2", "3+^<2>+*2", "^<2>+3+*2"],
        &["^[3]", "uptimal(1,1,1)", "^+^<2>+^<3>", "-v[3]"],
        &["0", "^<0>", "^[0]", "1.0 - 1"],
        &["2*", "cool({4|0},2)", "{4|0}.Cool(2)", "({5|1}-1).Cool(2)", "--{4|0}.cool(2)"],
        &[
            "-2",
            "-{4|0}.Mean",
            "-({4|0}.Mean())",
            "{4|0}.Cool(2).Freeze().LeftStop - 4",
            "-2.0.CanonicalForm",
        ],
        // As many arguments as the function has by itself: the dot is a product's.
        &["-3.^", "v3", "-3.cool(^,0)", "-1.(3).freeze(^)", "-(3.^).NortonMultiply(1)"],
    ];
    for group in groups {
        let games: Vec<Game> = group
            .iter()
            .map(|text| arena.parse(text).unwrap_or_else(|error| panic!("{text}: {error}")))
            .collect();
        for (text, game) in group.iter().zip(&games) {
            assert_eq!(*game, games[0], "{text} is not {}", group[0]);
        }
    }
}

#[test]
fn games_in_every_style() {
    let mut arena = Arena::new();
    let cases = [
        ("0", "0", "0", "0", "0"),
        ("-13/2", "-13/2", "-6 1/2", "-13/2", r"-\frac{13}{2}"),
        ("-1/2^*", "-1/2^*", "-1/2^*", "-1/2↑*", r"-\frac{1}{2}{\uparrow}{*}"),
        ("4+^+^", "4^^", "4^^", "4⇑", r"4{\Uparrow}"),
        ("v3*2", "v3*2", "v3*2", "↓3*2", r"3\cdot {\downarrow}{*}2"),
        ("{6|{4|0}}", "{6||4|0}", "{6||4|0}", "{6||4|0}", r"\left\{6\parallel 4\mid 0\right\}"),
        ("{3|-3}", "+-3", "+-3", "±3", r"\pm 3"),
        ("{1/2|-1/2}", "+-1/2", "+-1/2", "±1/2", r"\pm \frac{1}{2}"),
        ("+_2", "Tiny(2)", "+_2", "Tiny(2)", "{+}_{2}"),
        ("3+Miny(1/2)", "3Miny(1/2)", "3-_1/2", "3Miny(1/2)", r"3+{-}_{\frac{1}{2}}"),
        (
            "{0|Tiny(2)}-3",
            "-3+{0|Tiny(2)}",
            "-3{0|+_2}",
            "-3+{0|Tiny(2)}",
            r"-3+\left\{0\mid {+}_{2}\right\}",
        ),
        (
            "{{{-_3|0}|0}|0}+2",
            "2+{Miny(3)|0^3}",
            "2{-_3|0^3}",
            "2+{Miny(3)|0^3}",
            r"2+\left\{{-}_{3}\mid 0^{3}\right\}",
        ),
        (
            "{2,{5|1}|-3,-2*}",
            "{2,{5|1}|-3}",
            "{2,{5|1}|-3}",
            "{2,{5|1}|-3}",
            r"\left\{2,\left\{5\mid 1\right\}\mid -3\right\}",
        ),
        (
            "{9|7||5|3|||1|0||-3|-5}",
            "{9|7||5|3|||1|0||-3|-5}",
            "{9|7||5|3|||1|0||-3|-5}",
            "{9|7||5|3|||1|0||-3|-5}",
            r"\left\{9\mid 7\parallel 5\mid 3\mathrel{|||}1\mid 0\parallel -3\mid -5\right\}",
        ),
        // Names of games with games in them, and of powers of up.
        ("{0|||0||-1|-3}", "Tiny({3|1})", "+_({3|1})", "Tiny({3|1})", r"{+}_{\left\{3\mid 1\right\}}"),
        (
            "-{0|||0||-1|-3}-2",
            "-2Miny({3|1})",
            "-2-_({3|1})",
            "-2Miny({3|1})",
            r"-2+{-}_{\left\{3\mid 1\right\}}",
        ),
        (
            "{0^2|Tiny({3|1})}",
            "{0^2|Tiny({3|1})}",
            "{0^2|+_({3|1})}",
            "{0^2|Tiny({3|1})}",
            r"\left\{0^{2}\mid {+}_{\left\{3\mid 1\right\}}\right\}",
        ),
        ("{0|v*}", "^<2>", "^<2>", "↑<2>", r"{\uparrow}^{2}"),
        ("{^|0,*}-3/2", "-3/2v<2>*", "-1 1/2v<2>*", "-3/2↓<2>*", r"-\frac{3}{2}{\downarrow}^{2}{*}"),
        ("{0|*||*|||*||||*}+1", "1^[4]", "1^[4]", "1↑[4]", r"1{\uparrow}^{[4]}"),
        ("{1,1*|-1,-1*}", "+-{1,1*}", "+-{1,1*}", "±{1,1*}", r"\pm \left\{1,1{*}\right\}"),
        ("1/2+(+-3.^)", "1/2++-^5*", "1/2++-^5*", "1/2+±↑5*", r"\frac{1}{2}+\pm 5\cdot {\uparrow}{*}"),
        ("+-{2|1}+*", "+-{2*|1*}", "+-{2*|1*}", "±{2*|1*}", r"\pm \left\{2{*}\mid 1{*}\right\}"),
    ];
    for (text, ascii, paper, unicode, latex) in cases {
        let game = arena.parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        let styles =
            [(Style::Ascii, ascii), (Style::Paper, paper), (Style::Unicode, unicode), (Style::Latex, latex)];
        for (style, expected) in styles {
            assert_eq!(arena.text_in(game, style).as_deref(), Ok(expected), "{text}, {style:?}");
        }
    }
}

/// What CGSuite has and is no game here is answered with what to write instead.
#[test]
fn what_is_not_here_is_said() {
    let mut arena = Arena::new();
    for (text, words) in [
        ("over", "column 1: this game is loopy, and here it has to end"),
        ("cool(a{0|a}, 2)", "column 1: this game is loopy, and here it has to end"),
        ("pass", "column 1: `pass` and the name in front of braces"),
        ("{1|0+pass}", "column 5: `pass` and the name in front of braces"),
        ("a{0|a+1}", "column 6: `pass` and the name in front of braces"),
        ("a{dud|a}", "column 1: a game whose sides differ cannot be an option inside a loop"),
        ("^ & ^^", "column 3: in `G & H` the onside G has to be at least the offside H"),
        ("a{0,{1|1,{*,{1+*|1+*,a}|*}}|0}", "column 1: this loopy game has no stoppers for sides"),
        ("2000.over", "column 5: a number is too large"),
        ("game.grid.Amazons(\"x\")", "column 19: rulesets are not here"),
        ("'{4|0}", "column 7: expected `'` or an operator, found the end of the text"),
        ("'{over|0}'", "column 2: this game is loopy"),
        ("conway(over, 1)", "column 1: this game is loopy"),
        ("game.strip", "column 1: rulesets are not here"),
        ("{4|0} >= 2", "column 8: a comparison is no game"),
        ("{4|0} > 2", "column 7: a comparison is no game"),
        ("{4|0} == {4|0}", "column 7: a comparison is no game"),
        ("G := {4|0}", "column 3: a name is no game"),
        ("{4|0}.Thermograph", "column 7: a thermograph is no game"),
        ("{4|0}.Options(Left)", "column 7: lists of options are no game"),
        ("Stops({4|0})", "column 1: the stops are two numbers"),
        ("2*{4|0}", "column 3: `*` is the game star"),
        ("0.1", "column 1: a decimal has to be"),
        ("3.4^", "column 1: a decimal has to be"),
        ("0.00000000000000000000000000000000000001", "column 1: a decimal has to be"),
        ("{4|0}.Cool", "column 7: `Cool` takes 1 argument, not 0"),
        ("{4|0}.Cool(1,2,3)", "column 7: `Cool` takes 1 argument, not 3"),
        ("{4|0}.Mean(1,2)", "column 7: `Mean` takes 0 arguments, not 2"),
        ("{4|0}.Fly(2)", "column 7: there is no function `Fly`"),
        ("^<3", "column 4: expected the bracket behind an exponent"),
        ("^[1001]", "column 3: a number is too large"),
        ("^<4000000000>", "column 3: a number is too large"),
    ] {
        let error = arena.parse(text).expect_err(text).to_string();
        assert!(error.starts_with(words), "{text}: {error}");
    }
}

/// Options that agree in stops and shape are told apart by what they contain, not by which was built first.
#[test]
fn text_does_not_depend_on_history() {
    let options = ["{5||1|-4}", "{9|5||1}", "{5*|1*}", "{5|{1|-7},{2|-20}}", "{7|5||1|-4}", "{5||1|-3}"];
    let mut texts = std::collections::BTreeSet::new();
    for rotation in 0..options.len() {
        let mut arena = Arena::new();
        let mut games = Vec::new();
        for index in 0..options.len() {
            games.push(arena.parse(options[(index + rotation) % options.len()]).expect("a game"));
        }
        if rotation % 2 == 1 {
            games.reverse();
        }
        let game = arena.canonical(&games, &[Game::integer(-20)]).expect("fits");
        texts.insert(arena.text(game).expect("short"));
    }
    assert_eq!(texts.len(), 1, "{texts:#?}");
}

/// Infinitesimals that no multiple of up comes near are refused, not given a number.
#[test]
fn a_game_without_atomic_weight_is_refused_with_the_reason() {
    let mut arena = Arena::new();
    let game = arena.parse("{1|+-1,^*||0|-1}").expect("a game");
    assert!(arena.is_infinitesimal(game));
    let refusal = arena.atomic_weight(game).expect("fits");
    assert!(matches!(refusal, AtomicWeight::Refused(NotAtomic::NotCertified { .. })), "{refusal:?}");
    let hot = arena.parse("{2|-2}").expect("a game");
    let expected = NotAtomic::NotInfinitesimal { left_stop: 2.into(), right_stop: (-2).into() };
    assert_eq!(arena.atomic_weight(hot), Ok(AtomicWeight::Refused(expected)));
    assert_eq!(expected.to_string(), "not infinitesimal: its stops are 2 and -2");
}

/// Powers of up and their sums are printed by the names that are read, with a number before them and a star behind.
#[test]
fn powers_of_up_have_names() {
    let mut arena = Arena::new();
    for count in 2..40_i64 {
        for base in ["^", "v"] {
            for number in ["", "5", "-3/4"] {
                for star in ["", "*"] {
                    for (open, close) in [('<', '>'), ('[', ']')] {
                        let text = format!("{number}{base}{open}{count}{close}{star}");
                        let game = arena.parse(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
                        assert_eq!(arena.text(game), Ok(text));
                    }
                }
            }
        }
    }
    // Neighbours of these that have no such name.
    for text in ["{0|^<2>}", "{0|v*3}", "{^|*2}", "{^[2]*|*}", "{0,*|v*|}", "{0|^[3]*}", "{0,*2|v}"] {
        let Ok(game) = arena.parse(text) else { continue };
        let printed = arena.text(game).expect("short");
        assert_eq!(arena.parse(&printed), Ok(game), "{text} is printed as {printed}");
    }
}
