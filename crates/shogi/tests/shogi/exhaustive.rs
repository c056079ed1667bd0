//! Verdicts against exhaustive search.
//!
//! All positions that checks and their answers can reach are listed, and mates are marked from the end until nothing
//! changes. A line that goes round for ever is never marked, so repetition needs no thought here.

use rustc_hash::FxHashMap;

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use tesuji_search::{
    Domain, Limits, Method, Moves, Outcome, PassStrategy, Plan, Rules, Session, Step, Watch, prove,
};
use tesuji_shogi::{
    Algorithm, Color, Counted, HisshiWithin, Kind, Mate, Move, PlainPosition, Position, Question, Verdict,
    cooks, solve, verify,
};

/// Positions listed for one question; larger ones are skipped.
const MOST: usize = 600;

/// Whether the attacker mates by checks, by exhaustive search. `None` if the graph is too large.
fn mates(root: &Position, attacker: Color, most: usize) -> Option<bool> {
    let name =
        |position: &Position| (position.board_key(), position.hand(attacker), position.hand(!attacker));
    let mut index = FxHashMap::from_iter([(name(root), 0)]);
    let mut positions = vec![root.clone()];
    let mut children: Vec<Vec<usize>> = Vec::new();
    while children.len() < positions.len() {
        let position = positions[children.len()].clone();
        let moves =
            if position.turn() == attacker { position.checking_moves() } else { position.legal_moves() };
        let mut below = Vec::new();
        for candidate in moves {
            let mut next = position.clone();
            next.play(candidate);
            let number = *index.entry(name(&next)).or_insert_with(|| {
                positions.push(next);
                positions.len() - 1
            });
            below.push(number);
        }
        children.push(below);
        if positions.len() > most {
            return None;
        }
    }
    let mut mated = vec![false; positions.len()];
    loop {
        let mut changed = false;
        for number in (0..positions.len()).rev() {
            let below = &children[number];
            let now = if positions[number].turn() == attacker {
                below.iter().any(|&child| mated[child])
            } else {
                below.iter().all(|&child| mated[child])
            };
            changed |= now && !mated[number];
            mated[number] |= now;
        }
        if !changed {
            return Some(mated[0]);
        }
    }
}

const KINDS: [Kind; 13] = [
    Kind::Pawn,
    Kind::Lance,
    Kind::Knight,
    Kind::Silver,
    Kind::Bishop,
    Kind::Rook,
    Kind::Gold,
    Kind::PromotedPawn,
    Kind::PromotedLance,
    Kind::PromotedKnight,
    Kind::PromotedSilver,
    Kind::Horse,
    Kind::Dragon,
];

/// A random position around a king near the edge, in SFEN; it may be impossible.
fn compose(generator: &mut ChaCha8Rng) -> String {
    let mut board = [[None::<(Kind, bool)>; 9]; 9];
    // file from the left, rank from the top
    let king = (generator.random_range(5..9), generator.random_range(0..2));
    board[king.1][king.0] = Some((Kind::King, false));
    let pieces = generator.random_range(2..7);
    for _ in 0..pieces {
        let file = (king.0 as i32 + generator.random_range(-3..=3)).clamp(0, 8) as usize;
        let rank = (king.1 as i32 + generator.random_range(-2..=4)).clamp(0, 8) as usize;
        let kind = KINDS[generator.random_range(0..KINDS.len())];
        if board[rank][file].is_none() {
            board[rank][file] = Some((kind, generator.random_bool(0.7)));
        }
    }
    if generator.random_bool(0.3) && board[8][0].is_none() {
        board[8][0] = Some((Kind::King, true));
    }
    let mut ranks = Vec::new();
    for row in board {
        let mut text = String::new();
        let mut gap = 0;
        for cell in row {
            match cell {
                None => gap += 1,
                Some((kind, attacker)) => {
                    if gap > 0 {
                        text.push_str(&gap.to_string());
                    }
                    gap = 0;
                    if kind.is_promoted() {
                        text.push('+');
                    }
                    let letter = kind.letter();
                    text.push(if attacker { letter } else { letter.to_ascii_lowercase() });
                }
            }
        }
        if gap > 0 {
            text.push_str(&gap.to_string());
        }
        ranks.push(text);
    }
    let hands =
        ["-", "G", "S", "P", "GS", "L", "GP", "SP", "2G", "Gp", "Sp", "NPp", "Lp", "R", "Bp", "G", "G"];
    format!("{} b {} 1", ranks.join("/"), hands[generator.random_range(0..hands.len())])
}

/// The same position with the colours changed and the board turned.
fn turned(sfen: &str) -> String {
    let swap = |text: &str| -> String {
        let change = |letter: char| {
            if letter.is_ascii_uppercase() {
                letter.to_ascii_lowercase()
            } else {
                letter.to_ascii_uppercase()
            }
        };
        text.chars().map(change).collect()
    };
    let mut words = sfen.split(' ');
    let board = words.next().unwrap();
    let ranks: Vec<String> = board
        .split('/')
        .rev()
        .map(|rank| {
            let mut cells: Vec<String> = Vec::new();
            let mut plus = false;
            for letter in rank.chars() {
                if letter == '+' {
                    plus = true;
                } else {
                    cells.push(if std::mem::take(&mut plus) {
                        format!("+{letter}")
                    } else {
                        letter.to_string()
                    });
                }
            }
            cells.reverse();
            swap(&cells.concat())
        })
        .collect();
    let turn = if words.next() == Some("b") { "w" } else { "b" };
    format!("{} {turn} {} 1", ranks.join("/"), swap(words.next().unwrap()))
}

fn limits(memory: u64) -> Limits {
    Limits::nodes(3_000_000).with_memory(memory)
}

fn ask(position: &Position, order: u8, memory: u64) -> Verdict {
    let question = Question::of(position, order);
    let solution = solve(position, &question, &limits(memory), &Watch::new()).unwrap();
    if matches!(solution.verdict, Verdict::Mate { .. }) {
        assert!(solution.checked.is_some());
    }
    solution.verdict
}

#[test]
fn mates_by_checks_equal_exhaustive_search() {
    let mut generator = ChaCha8Rng::seed_from_u64(2024);
    let (mut mated, mut safe) = (0, 0);
    for _ in 0..30_000 {
        let sfen = compose(&mut generator);
        let Ok(position) = sfen.parse::<Position>() else { continue };
        if position.checking_moves().is_empty() {
            continue;
        }
        let Some(truth) = mates(&position, Color::Black, MOST) else { continue };
        *(if truth { &mut mated } else { &mut safe }) += 1;
        for bytes in [1 << 14, 1 << 24] {
            match ask(&position, 1, bytes) {
                Verdict::Mate { order: 1, .. } => assert!(truth, "{sfen}: no mate, but one was found"),
                Verdict::NoMate { order: 1 } => assert!(!truth, "{sfen}: there is a mate"),
                other => panic!("{sfen}: {other:?}"),
            }
        }
        let other: Position = turned(&sfen).parse().unwrap();
        assert_eq!(matches!(ask(&other, 1, 1 << 22), Verdict::Mate { .. }), truth, "{sfen} for White");
    }
    assert!(mated > 1 && safe > 15, "{mated} mates and {safe} others were compared");
}

/// One session is asked about positions and those that follow from them, in any order: boards come back with other hands,
/// and lines that repeat a position in one question are the way to mate in the next.
#[test]
fn questions_in_one_session_equal_exhaustive_search() {
    let mut generator = ChaCha8Rng::seed_from_u64(16);
    let (mut mated, mut safe) = (0, 0);
    for bytes in [1 << 15, 1 << 24] {
        let limits = Limits::nodes(2_000_000).with_memory(bytes);
        let mut session = Session::new(Mate { attacker: Color::Black }, &limits);
        for _ in 0..30_000 {
            let Ok(root) = compose(&mut generator).parse::<Position>() else { continue };
            let checks = root.checking_moves();
            if checks.is_empty() {
                continue;
            }
            let Some(won) = mates(&root, Color::Black, 300) else { continue };
            let mut family = vec![root.clone()];
            for check in checks {
                let mut answered = root.clone();
                answered.play(check);
                for answer in answered.legal_moves() {
                    let mut next = answered.clone();
                    next.play(answer);
                    family.push(next);
                }
            }
            // Mates are rare: all that belongs to one is asked.
            for _ in 0..if won { 3 * family.len() } else { 1 } {
                let position = &family[generator.random_range(0..family.len())];
                let Some(truth) = mates(position, Color::Black, MOST) else { continue };
                *(if truth { &mut mated } else { &mut safe }) += 1;
                let answer = session.prove(position, &Plan::plain(1), &limits, &Watch::new());
                assert_eq!(answer.verdict.is_proved(), truth, "{position}: {:?}", answer.verdict);
                if let Ok(evidence) = answer.evidence {
                    verify(position, Color::Black, 1, &evidence).unwrap();
                }
            }
        }
    }
    assert!(mated > 15 && safe > 48, "{mated} mates and {safe} others were compared");
}

#[test]
fn shortest_mates_equal_exhaustive_search() {
    /// Plies to mate within `left`, the defender resisting as long as possible.
    fn shortest(position: &PlainPosition, left: usize) -> Option<usize> {
        let attacks = position.turn() == Color::Black;
        let moves: Vec<Move> = position
            .legal_moves()
            .into_iter()
            .filter(|&candidate| !attacks || position.gives_check(candidate))
            .collect();
        if !attacks && moves.is_empty() {
            return Some(0);
        }
        if left == 0 {
            return None;
        }
        let below = |candidate| shortest(&position.after(candidate), left - 1).map(|plies| plies + 1);
        if attacks {
            moves.into_iter().filter_map(below).min()
        } else {
            moves.into_iter().map(below).try_fold(0, |most, plies| Some(most.max(plies?)))
        }
    }
    let mut generator = ChaCha8Rng::seed_from_u64(7);
    let mut seen = [0; 8];
    while seen[3] + seen[5] < 15 {
        let sfen = compose(&mut generator);
        let Ok(position) = sfen.parse::<Position>() else { continue };
        let Some(plies) = shortest(&PlainPosition::from(&position), 5) else { continue };
        if plies == 1 && seen[1] > 20 {
            continue;
        }
        seen[plies] += 1;
        let question = Question { shortest: true, ..Question::of(&position, 1) };
        let solution = solve(&position, &question, &limits(1 << 24), &Watch::new()).unwrap();
        assert_eq!(solution.verdict, Verdict::Mate { order: 1, plies }, "{sfen}");
        assert_eq!(solution.length, tesuji_shogi::Length::Shortest, "{sfen}");
    }
}

/// Quiet moves after which the pass and every reply are mated by checks; `None` if a graph is too large.
fn brinkmates(root: &Position) -> Option<Vec<Move>> {
    let checks = root.checking_moves();
    let mut keys = Vec::new();
    for candidate in root.legal_moves() {
        if checks.contains(&candidate) {
            continue;
        }
        let mut next = root.clone();
        next.play(candidate);
        let mut passed = next.clone();
        passed.pass();
        if !mates(&passed, Color::Black, MOST)? {
            continue;
        }
        let mut all = true;
        for reply in next.legal_moves() {
            let mut after = next.clone();
            after.play(reply);
            all = all && mates(&after, Color::Black, MOST)?;
        }
        if all {
            keys.push(candidate);
        }
    }
    Some(keys)
}

#[test]
fn one_move_brinkmates_equal_exhaustive_search() {
    let mut generator = ChaCha8Rng::seed_from_u64(5);
    let (mut with, mut without) = (0, 0);
    for _ in 0..60_000 {
        let sfen = compose(&mut generator);
        let Ok(position) = sfen.parse::<Position>() else { continue };
        // Few drops, so that the plain rules can follow.
        if position.legal_moves().len() > 80 {
            continue;
        }
        if mates(&position, Color::Black, MOST) != Some(false) {
            continue;
        }
        let Some(mut expected) = brinkmates(&position) else { continue };
        if expected.is_empty() && without >= 10 {
            continue;
        }
        *(if expected.is_empty() { &mut without } else { &mut with }) += 1;
        let question = Question::of(&position, 2);
        let found = cooks(&position, &question, 2, &limits(1 << 24), &Watch::new());
        assert!(found.undecided.is_empty(), "{sfen}: {found:?}");
        let mut found: Vec<Move> = found.moves;
        expected.sort_unstable();
        found.sort_unstable();
        assert_eq!(found, expected, "{sfen}");
        if expected.is_empty() {
            continue;
        }
        for algorithm in [Algorithm::Lambda, Algorithm::Dfpn] {
            let question = Question { algorithm, ..question };
            let solution = solve(&position, &question, &limits(1 << 24), &Watch::new()).unwrap();
            assert!(
                matches!(solution.verdict, Verdict::Mate { order: 2, .. }),
                "{sfen}: {:?}",
                solution.verdict
            );
            assert!(expected.contains(&solution.line[0]), "{sfen}: {:?}", solution.line);
        }
    }
    assert!(with + without > 5, "{with} brinkmates and {without} others were compared");
}

/// Brinkmates with a bound, but every hand and every number of moves left is a game of its own: nothing that is known of one
/// is used for another.
#[derive(Clone)]
struct Apart(HisshiWithin);

impl Rules for Apart {
    type State = Counted;
    type Move = Move;
    type Undo = <HisshiWithin as Rules>::Undo;

    fn attacker_to_move(&self, state: &Counted) -> bool {
        self.0.attacker_to_move(state)
    }
    fn outcome(&mut self, state: &Counted) -> Option<Outcome> {
        self.0.outcome(state)
    }
    fn moves(&mut self, state: &Counted, order: u8, moves: &mut Moves<Move>) {
        self.0.moves(state, order, moves);
    }
    fn play(&mut self, state: &mut Counted, step: Step<Move>) -> Self::Undo {
        self.0.play(state, step)
    }
    fn undo(&self, state: &mut Counted, step: Step<Move>, undo: Self::Undo) {
        self.0.undo(state, step, undo);
    }
    fn can_pass(&self, state: &Counted) -> bool {
        self.0.can_pass(state)
    }
    fn key(&self, state: &Counted) -> u128 {
        self.0.key(state)
    }
    fn resource(&self, state: &Counted) -> u32 {
        self.0.resource(state)
    }
    fn covers(&self, more: u32, less: u32) -> bool {
        more == less
    }
}

impl Domain for Apart {}

/// What is found with some moves left is used with more or fewer: in whatever order one session is asked, its verdicts are
/// those of searches that know nothing of each other.
#[test]
fn moves_left_change_no_verdict_in_a_session() {
    let mut generator = ChaCha8Rng::seed_from_u64(61);
    let limits = Limits::nodes(20_000);
    let plan = Plan { method: Method::Threats(PassStrategy::Sum), evidence: false, ..Plan::plain(2) };
    let (mut proved, mut disproved) = (0, 0);
    let text = include_str!("../../../../examples/hisshi.txt");
    let lines: Vec<&str> = text.lines().filter(|line| !line.starts_with('#')).collect();
    for line in lines.iter().filter(|line| !line.starts_with("h1")).chain(lines.iter().step_by(5)) {
        let position: Position = line.split('|').nth(1).unwrap().parse().unwrap();
        let game = HisshiWithin { mate: Mate { attacker: position.turn() } };
        let mut session = Session::new(game, &limits);
        for _ in 0..3 {
            let left = [0, 1, 2, 3, 2047][generator.random_range(0..5)];
            let root = Counted { position: position.clone(), left };
            let alone = prove(&Apart(game), &root, &plan, &limits, &Watch::new()).verdict;
            let shared = session.prove(&root, &plan, &limits, &Watch::new()).verdict;
            if alone.is_proved() || alone.is_disproved() {
                *(if alone.is_proved() { &mut proved } else { &mut disproved }) += 1;
                assert!(
                    alone.is_proved() || !shared.is_proved(),
                    "{line}, {left} left: mated in the session only"
                );
                assert!(
                    alone.is_disproved() || !shared.is_disproved(),
                    "{line}, {left} left: refuted in the session only"
                );
            }
        }
    }
    assert!(proved > 18 && disproved > 18, "{proved} mated, {disproved} not");
}
