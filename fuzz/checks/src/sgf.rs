//! Any bytes as SGF: what is read is written in a form that reads as the same tree and is written the same way.

use tesuji_formats::{Moment, SgfTree, read_sgf, write_sgf};

/// See the head of this file.
pub fn check(bytes: &[u8]) {
    let file = match read_sgf(bytes) {
        Ok(file) => file,
        Err(error) => {
            assert!(!error.render("fuzz", bytes).is_empty());
            return;
        }
    };
    for warning in &file.warnings {
        assert!(!warning.render("fuzz", bytes).is_empty());
    }
    let text = write_sgf(&file.games);
    let again = read_sgf(text.as_bytes()).expect("what was written is read");
    assert!(again.warnings.is_empty(), "{:?}", again.warnings);
    assert_eq!(again.games, file.games.iter().map(SgfTree::normalized).collect::<Vec<_>>());
    assert_eq!(write_sgf(&again.games), text);
    for (game, written) in file.games.iter().zip(&again.games) {
        assert_eq!(
            game.main_line_moves().ok(),
            written.main_line_moves().ok().map(|moves| {
                // Nodes are numbered anew.
                let nodes = game.main_line_moves().unwrap_or_default();
                moves
                    .into_iter()
                    .zip(nodes)
                    .map(|(m, original)| tesuji_formats::SgfMove { node: original.node, ..m })
                    .collect()
            })
        );
        for moment in [Moment::Problem, Moment::End, Moment::AfterMove(1)] {
            let diagram = game.diagram(moment);
            if let Ok(diagram) = &diagram {
                let tree = SgfTree::from_diagram(diagram).expect("a diagram of a file can be written");
                assert_eq!(&tree.diagram(Moment::Problem).expect("it can be read"), diagram);
            }
            assert_eq!(diagram.ok(), written.diagram(moment).ok(), "the meaning stays the same");
        }
        for node in game.nodes().take(5) {
            let _ = game.diagram(Moment::Node(node));
        }
    }
}
