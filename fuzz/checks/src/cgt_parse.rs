//! Any text is a game or a clear error; what is a game prints to a text that reads back as the same game.

use tesuji_cgt::{Arena, Side, Style};
use tesuji_job::{Limits, Watch};

/// See the head of this file.
pub fn check(text: &str) {
    let arena_of = |nodes: u64| {
        let limits = Limits::nodes(nodes).with_memory(1 << 30);
        Arena::with_limits(limits, Watch::unwatched()).with_depth(200).with_text(100_000)
    };
    let mut arena = arena_of(4_000);
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
        let mut other = arena_of(100_000);
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
    if let Ok(negative) = arena.negative(game)
        && let Ok(sum) = arena.sum(game, negative)
    {
        assert_eq!(sum, 0.into());
    }
}
