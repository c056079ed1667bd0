//! Any text is the name of a board or a clear error; a board's own name gives the same board again, and games can be played
//! on it.

use tesuji_board::{Playout, PlayoutRules, Topology, WithWords, with_words};
use tesuji_job::{Random, fingerprint};

struct Game<'a>(&'a std::sync::Arc<Topology>, Random);

impl WithWords for Game<'_> {
    type Output = ();

    fn run<const W: usize>(mut self) {
        let mut game: Playout<W> = Playout::new(self.0.clone(), PlayoutRules::default());
        game.run(60, |n| self.1.below(n));
        let setup = game.to_setup();
        assert!(setup.faults().is_empty());
        let mut again: Playout<W> = Playout::new(self.0.clone(), PlayoutRules::default());
        again.set(&setup);
        assert_eq!(again.candidates(), game.candidates());
        assert_eq!(again.area(), game.area());
    }
}

/// See the head of this file.
pub fn check(text: &str) {
    let board = match Topology::parse(text) {
        Ok(board) => board,
        Err(error) => {
            assert!(!error.to_string().contains('\n'), "{error}");
            return;
        }
    };
    for point in board.points() {
        let neighbors = board.neighbors(point);
        assert!(neighbors.is_sorted() && neighbors.iter().all(|n| board.neighbors(*n).contains(&point)));
        assert_eq!(board.point(board.name_of(point)), Some(point));
    }
    let again = Topology::parse(board.name()).expect("a board's name is a name");
    assert_eq!(again, board);
    if board.len() <= 1024 {
        with_words(board.len(), Game(&board, Random::new(fingerprint(text), 0, 0)));
    }
}
