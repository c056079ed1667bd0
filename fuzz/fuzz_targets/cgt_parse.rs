//! Any text is a game or a clear error; what is a game prints to a text that reads back as the same game.

#![no_main]

use libfuzzer_sys::fuzz_target;
use tesuji_cgt::{Arena, Limits, Side, Style};

fuzz_target!(|text: &str| {
    let limits = Limits { nodes: 20_000, steps: 200_000, depth: 200, text: 100_000, stop: None };
    let mut arena = Arena::with_limits(limits.clone());
    let game = match arena.parse(text) {
        Ok(game) => game,
        Err(error) => {
            assert!(error.column >= 1 && error.column <= text.chars().count() + 1, "{error}");
            assert!(!error.to_string().contains('\n'));
            return;
        }
    };
    for style in [Style::Ascii, Style::Paper, Style::Unicode] {
        let Ok(printed) = arena.text_in(game, style) else { continue };
        // A fresh arena: the limits are not used up, and the text may not depend on history.
        let mut other = Arena::with_limits(Limits { steps: 20_000_000, nodes: 1_000_000, ..limits.clone() });
        if let Ok(again) = other.parse(&printed) {
            assert_eq!(other.text_in(again, style).as_deref(), Ok(printed.as_str()));
            if let Ok(same) = arena.parse(&printed) {
                assert_eq!(same, game, "{printed}");
            }
        }
    }
    let _ = arena.latex(game);
    let _ = arena.atomic_weight(game);
    let _ = arena.reduced(game);
    if let Ok(thermograph) = arena.thermograph(game) {
        for side in Side::BOTH {
            let stop = arena.stop(game, side);
            assert_eq!(thermograph.wall(side).at(0.into()), stop);
        }
    }
    if let Ok(negative) = arena.negative(game) {
        if let Ok(sum) = arena.sum(game, negative) {
            assert_eq!(sum, 0.into());
        }
    }
});
