//! Claims of capture on ordinary boards, tried against moves that the search never looked at.
//!
//! Two promises of a certificate are put to the test. *Every defence*: an opponent who plays anywhere on the board at
//! random must lose the target, and after each of his moves the capture must still be found, at no higher order.
//! *The zone*: with everything outside the zone changed at random, the capture must still be there.

use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use tesuji_board::{Color, Point, Position, Rules, Setup, Topology};
use tesuji_job::{Limits, Watch};

use super::limits::shipped;
use crate::{Answer, Settings, Side, Verdict, solve};

fn random_position(random: &mut ChaCha8Rng) -> Position {
    let board = Topology::parse(["square:6", "square:7", "square:9"][random.random_range(0..3)]).unwrap();
    let most = board.len() / 2;
    let mut position = Position::new(board, Rules::default());
    for _ in 0..random.random_range(most / 3..most) {
        let color = position.to_move();
        let moves: Vec<Point> = position.legal_moves(color).collect();
        match moves.choose(random) {
            Some(&point) => position.play(color, point).unwrap(),
            None => position.pass(color),
        }
    }
    position
}

fn ask(position: &Position, target: Point, order: u8, nodes: u64) -> Answer {
    let settings = Settings::suited(position, target).up_to(order);
    let limits = Limits::nodes(nodes);
    solve(position, target, Side::Attacker, &settings, &limits, &Watch::unwatched()).unwrap()
}

/// Strings that are captured at order 1 to 3, with the answers.
fn captured(random: &mut ChaCha8Rng) -> Vec<(Position, Point, Color, Answer)> {
    let position = random_position(random);
    let mut found = Vec::new();
    for string in position.strings() {
        if !(2..=4).contains(&string.liberties.len()) {
            continue;
        }
        let target = string.stones.first().unwrap();
        let answer = ask(&position, target, 3, 1_500);
        if answer.verdict == Verdict::Captured {
            found.push((position.clone(), target, string.color, answer));
        }
    }
    found
}

/// Plays against a defender who moves anywhere, until the target is gone.
fn play_out(start: &Position, target: Point, defender: Color, answer: Answer, random: &mut ChaCha8Rng) {
    let order = answer.order.unwrap();
    let (mut position, mut answer) = (start.clone(), answer);
    if position.to_move() == defender {
        position.pass(defender);
    }
    for ply in 0.. {
        assert!(ply < 300, "no end:\n{start}");
        match answer.first_move.unwrap() {
            Some(point) => position.play(defender.opponent(), point).unwrap(),
            None => position.pass(defender.opponent()),
        }
        // A captor that can be retaken has not captured yet: the defender has the next move.
        let replies: Vec<Point> = position.legal_moves(defender).collect();
        match replies.choose(random) {
            Some(&point) => position.play(defender, point).unwrap(),
            None => position.pass(defender),
        }
        if position.stone(target) != Some(defender) {
            return;
        }
        answer = ask(&position, target, order, 60_000);
        assert_eq!(
            answer.verdict,
            Verdict::Captured,
            "{} was captured at order {order} from\n{start}\nand is not any more in\n{position}",
            position.topology().name_of(target)
        );
    }
}

#[test]
fn an_opponent_who_plays_anywhere_loses_the_target() {
    let mut random = ChaCha8Rng::seed_from_u64(77);
    let mut games = [0; 4];
    while games.iter().sum::<u32>() < 200 {
        for (start, target, defender, answer) in captured(&mut random) {
            games[usize::from(answer.order.unwrap())] += 1;
            play_out(&start, target, defender, answer, &mut random);
        }
    }
    assert!(games[1] > 13 && games[2] > 13 && games[3] > 3, "{games:?}");
}

/// The shipped captures, one in six and one game of each; `bench-search games 100` plays a hundred games of every one.
#[test]
fn shipped_captures_come_about_against_an_opponent_who_plays_anywhere() {
    let mut random = ChaCha8Rng::seed_from_u64(79);
    let mut games = 0;
    for problem in shipped(6).into_iter().filter(|problem| problem.first == Side::Attacker) {
        let Some(defender) = problem.position.stone(problem.target) else { continue };
        let answer = ask(&problem.position, problem.target, problem.settings().order, 20_000);
        if answer.verdict == Verdict::Captured {
            games += 1;
            play_out(&problem.position, problem.target, defender, answer, &mut random);
        }
    }
    assert!(games > 20, "{games} games");
}

#[test]
fn nothing_outside_the_zone_matters() {
    let mut random = ChaCha8Rng::seed_from_u64(78);
    let (mut tried, mut moved, mut unknown) = (0, 0, 0);
    while tried < 600 {
        for (position, target, _, answer) in captured(&mut random) {
            let outside: Vec<Point> =
                position.topology().points().filter(|&point| !answer.zone.contains(point)).collect();
            for _ in 0..8 {
                let mut setup: Setup = position.to_setup();
                setup.ko = None;
                for &point in &outside {
                    if random.random_bool(0.5) {
                        setup.black.remove(point);
                        setup.white.remove(point);
                        match random.random_range(0..3) {
                            0 => setup.black.insert(point),
                            1 => setup.white.insert(point),
                            _ => false,
                        };
                    }
                }
                let Ok(other) = Position::from_setup(&setup, Rules::default()) else { continue };
                tried += 1;
                moved += usize::from(other.stones_hash() != position.stones_hash());
                let order = answer.order.unwrap();
                let again = ask(&other, target, order, 15_000);
                if matches!(again.verdict, Verdict::Unknown { .. }) {
                    unknown += 1;
                    continue;
                }
                assert_eq!(
                    again.verdict,
                    Verdict::Captured,
                    "{} at order {order}:\n{position}\nand changed outside of {}:\n{other}",
                    position.topology().name_of(target),
                    position.topology().names_of(&answer.zone.iter().collect::<Vec<_>>()),
                );
            }
        }
    }
    assert!(moved > tried / 2 && unknown < tried / 20, "{tried} tried, {moved} moved, {unknown} unknown");
}
