//! Faults that are put into the reader on purpose: the twins of these tests have to notice each of them.

use rand::seq::IndexedRandom as _;
use rand::{RngExt as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;
use tesuji_board::Color;
use tesuji_job::Watch;
use tesuji_local::Threats;

use super::{Asked, LEVELS, Plain, all_play, bans, random_fight};
use crate::field::bit;
use crate::reader::Fault;

/// Boards on which a fault may go unnoticed, and the questions that have to be compared on them.
const BOARDS: usize = 400;
const QUESTIONS: usize = 1_000;

/// Three rows at most, full of kos, with a ban where there can be one.
fn random_kos(rng: &mut ChaCha8Rng) -> Option<Plain> {
    let (width, height): (usize, usize) = (rng.random_range(3..=8), rng.random_range(1..=3));
    let stone = |rng: &mut ChaCha8Rng| [None, Some(Color::Black), Some(Color::White)].choose(rng).copied();
    let cells: Vec<Option<Color>> = (0..width * height).filter_map(|_| stone(rng)).collect();
    let board = Plain { width, safe: vec![false; cells.len()], cells };
    let legal =
        (0..board.cells.len()).all(|at| board.cells[at].is_none() || board.breathes(&board.string(at)));
    legal.then_some(board)
}

/// The board with other stones outside of a zone and other walls where the zone touches none; none if that is not legal.
fn changed(
    board: &Plain,
    place: &[Option<usize>],
    zone: crate::field::Bits,
    rng: &mut ChaCha8Rng,
) -> Option<Plain> {
    let mut other = board.clone();
    let in_zone = |at: usize| place[at].is_some_and(|place| zone & bit(place) != 0);
    for at in 0..other.cells.len() {
        if board.safe[at] && !board.neighbors(at).any(in_zone) {
            other.cells[at] = board.cells[at].map(Color::opponent);
        } else if !board.safe[at] && !in_zone(at) && rng.random_bool(0.6) {
            other.cells[at] = [None, Some(Color::Black), Some(Color::White)][rng.random_range(0..3_usize)];
        }
    }
    let legal =
        (0..other.cells.len()).all(|at| other.cells[at].is_none() || other.breathes(&other.string(at)));
    (legal && other.cells != board.cells).then_some(other)
}

/// How many questions were compared until a twin disagreed, if one did.
fn noticed(fault: Option<Fault>) -> Option<usize> {
    let mut rng = ChaCha8Rng::seed_from_u64(41);
    let mut compared = 0;
    for _ in 0..BOARDS {
        let kos = rng.random_bool(0.5);
        let found = if kos {
            random_kos(&mut rng).and_then(|board| {
                let strings: Vec<usize> =
                    (0..board.cells.len()).filter(|&at| board.cells[at].is_some()).collect();
                strings.choose(&mut rng).copied().map(|target| (board, target))
            })
        } else {
            random_fight(&mut rng)
        };
        let Some((board, target)) = found else { continue };
        let (field, stones, place) = board.field();
        let watch = Watch::unwatched();
        let mut asked = Asked::new(&board, &field, stones, &place, target, &watch);
        asked.reader.fault = fault;
        let banned = bans(&board, Color::Black).choose(&mut rng).copied().filter(|_| kos);
        let questions = 2 * LEVELS.len();
        let begin = rng.random_range(0..questions);
        for number in (0..questions).map(|step| (begin + step) % questions) {
            let first = if banned.is_some() { Color::Black } else { Color::BOTH[number % 2] };
            let threats = Threats(LEVELS[number / 2]);
            let Some(expected) = all_play(&board, target, (first, banned), threats, 4_000) else { break };
            asked.reader.limits.nodes = asked.reader.nodes + 20_000;
            let ban = banned.and_then(|ban| place[ban]);
            let Some((claimed, zone)) = asked.read((first, ban), threats) else { break };
            compared += 1;
            if claimed != expected {
                return Some(compared);
            }
            if banned.is_none()
                && let Some(other) = changed(&board, &place, zone, &mut rng)
                && let Some(expected) = all_play(&other, target, (first, None), threats, 4_000)
                && claimed != expected
            {
                return Some(compared);
            }
        }
    }
    assert!(fault.is_some() || compared >= QUESTIONS, "{compared} questions");
    None
}

#[test]
fn every_fault_is_noticed() {
    assert_eq!(noticed(None), None, "nothing was broken");
    for fault in [Fault::Zones, Fault::Premises, Fault::Threats, Fault::Ban, Fault::Claims] {
        assert!(noticed(Some(fault)).is_some(), "{fault:?} was not noticed");
    }
}
