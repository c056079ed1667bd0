//! A second, slow implementation of the rules, written from the text of the rules alone (arrays of points, rows and
//! columns, no bit sets), compared with the fast one on random positions.

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use tesuji_simpei::{Cell, Move, Position};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Point {
    Empty,
    Own,
    Enemy,
}

/// Two worlds as square arrays.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Slow {
    upper: [[Point; 4]; 4],
    lower: [[Point; 3]; 3],
    own_hand: u8,
    enemy_hand: u8,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Place {
    upper: bool,
    row: i32,
    column: i32,
}

impl Place {
    fn all() -> Vec<Place> {
        let mut places = Vec::new();
        for (upper, side) in [(true, 4), (false, 3)] {
            for row in 0..side {
                for column in 0..side {
                    places.push(Place { upper, row, column });
                }
            }
        }
        places
    }

    fn number(self) -> u32 {
        (if self.upper { 4 * self.row + self.column } else { 16 + 3 * self.row + self.column }) as u32
    }

    fn name(self) -> String {
        format!("{}{}{}", if self.upper { 'U' } else { 'L' }, self.row, self.column)
    }

    fn neighbours(self) -> Vec<Place> {
        Place::all()
            .into_iter()
            .filter(|other| {
                let (lower, upper) = if self.upper { (*other, self) } else { (self, *other) };
                !lower.upper
                    && upper.upper
                    && (0..2).contains(&(upper.row - lower.row))
                    && (0..2).contains(&(upper.column - lower.column))
            })
            .collect()
    }
}

impl Slow {
    fn from(position: &Position) -> Slow {
        let mut slow = Slow {
            upper: [[Point::Empty; 4]; 4],
            lower: [[Point::Empty; 3]; 3],
            own_hand: position.mover_hand(),
            enemy_hand: position.opponent_hand(),
        };
        for place in Place::all() {
            if position.mover() >> place.number() & 1 == 1 {
                slow.put(place, Point::Own);
            } else if position.opponent() >> place.number() & 1 == 1 {
                slow.put(place, Point::Enemy);
            }
        }
        slow
    }

    fn get(&self, place: Place) -> Option<Point> {
        let (row, column) = (usize::try_from(place.row).ok()?, usize::try_from(place.column).ok()?);
        if place.upper {
            self.upper.get(row)?.get(column).copied()
        } else {
            self.lower.get(row)?.get(column).copied()
        }
    }

    fn put(&mut self, place: Place, point: Point) {
        let cell = if place.upper {
            &mut self.upper[place.row as usize][place.column as usize]
        } else {
            &mut self.lower[place.row as usize][place.column as usize]
        };
        *cell = point;
    }

    fn places_with(&self, point: Point) -> Vec<Place> {
        Place::all().into_iter().filter(|place| self.get(*place) == Some(point)).collect()
    }

    /// The length of the own run through a point in one of the four lines.
    fn run(&self, place: Place, (down, right): (i32, i32)) -> u32 {
        let mut length = 1;
        for sign in [1, -1] {
            let mut next = place;
            loop {
                next = Place { row: next.row + sign * down, column: next.column + sign * right, ..next };
                if self.get(next) != Some(Point::Own) {
                    break;
                }
                length += 1;
            }
        }
        length
    }

    fn is_win(&self, landed: Place) -> bool {
        [(0, 1), (1, 0), (1, 1), (1, -1)].into_iter().any(|line| self.run(landed, line) == 3)
    }

    fn sandwiched(&self, landed: Place) -> Vec<Place> {
        let mut all = Vec::new();
        for down in -1..=1 {
            for right in -1..=1 {
                let mut run = Vec::new();
                let mut next = landed;
                loop {
                    next = Place { row: next.row + down, column: next.column + right, ..next };
                    match self.get(next) {
                        Some(Point::Enemy) => run.push(next),
                        Some(Point::Own) if (down, right) != (0, 0) => {
                            all.append(&mut run);
                            break;
                        }
                        _ => break,
                    }
                }
            }
        }
        all
    }

    fn turned(&self) -> Slow {
        let swap = |point: &mut Point| {
            *point = match *point {
                Point::Own => Point::Enemy,
                Point::Enemy => Point::Own,
                Point::Empty => Point::Empty,
            };
        };
        let mut other = self.clone();
        other.upper.iter_mut().flatten().for_each(swap);
        other.lower.iter_mut().flatten().for_each(swap);
        (other.own_hand, other.enemy_hand) = (self.enemy_hand, self.own_hand);
        other
    }

    /// Every legal move as text, with what follows it and whether it wins.
    fn moves(&self) -> Vec<(String, Slow, bool)> {
        let mut moves = Vec::new();
        let empty = self.places_with(Point::Empty);
        if self.own_hand > 0 {
            let first = empty.len() == 25 && self.own_hand == self.enemy_hand;
            for &to in &empty {
                let inner = to.upper && (1..=2).contains(&to.row) && (1..=2).contains(&to.column);
                if first && !inner {
                    continue;
                }
                let mut after = self.clone();
                after.own_hand -= 1;
                after.land(to.name(), to, &mut moves);
            }
        } else {
            for from in self.places_with(Point::Own) {
                for to in from.neighbours().into_iter().filter(|to| empty.contains(to)) {
                    let mut after = self.clone();
                    after.put(from, Point::Empty);
                    after.land(format!("{}-{}", from.name(), to.name()), to, &mut moves);
                }
            }
        }
        if moves.is_empty() {
            moves.push(("pass".into(), self.turned(), false));
        }
        moves
    }

    fn land(mut self, name: String, to: Place, moves: &mut Vec<(String, Slow, bool)>) {
        self.put(to, Point::Own);
        if self.is_win(to) {
            moves.push((name, self.turned(), true));
            return;
        }
        let lifted = self.sandwiched(to);
        let free = self.places_with(Point::Empty);
        for &place in &lifted {
            self.put(place, Point::Empty);
        }
        let mut choices: Vec<Vec<Place>> = vec![vec![]];
        for _ in &lifted {
            choices = choices
                .into_iter()
                .flat_map(|chosen| {
                    let last = chosen.last().map_or(-1, |place: &Place| place.number() as i32);
                    free.iter()
                        .filter(|place| place.number() as i32 > last)
                        .map(|&place| [chosen.clone(), vec![place]].concat())
                        .collect::<Vec<_>>()
                })
                .collect();
        }
        for chosen in choices {
            let mut after = self.clone();
            chosen.iter().for_each(|&place| after.put(place, Point::Enemy));
            let names: Vec<String> = chosen.iter().map(|place| place.name()).collect();
            let text = if names.is_empty() { name.clone() } else { format!("{name}/{}", names.join(",")) };
            moves.push((text, after.turned(), false));
        }
    }
}

/// Random pieces; a few of them close together, so that sandwiches and blocked pieces are frequent.
fn random_position(random: &mut ChaCha8Rng) -> Position {
    let crowded = random.random_range(0..3) == 0;
    let mut cells: Vec<u32> = (0..25).collect();
    if crowded {
        // A corner of the upper world with the lower points below it.
        cells = vec![0, 1, 2, 4, 5, 6, 8, 9, 16, 17, 19, 20];
    }
    let mut draw = |count: usize| {
        let mut set = 0u32;
        for _ in 0..count {
            set |= 1 << cells.swap_remove(random.random_range(0..cells.len()));
        }
        set
    };
    let (own, enemy) = (draw(4), draw(4));
    let mut keep = |set: u32| -> (u32, u8) {
        if random.random_range(0..2) == 0 {
            return (set, 0);
        }
        let mask: u32 = random.random();
        let kept = set & mask;
        (kept, random.random_range(0..=4 - kept.count_ones()) as u8)
    };
    let ((mover, mover_hand), (opponent, opponent_hand)) = (keep(own), keep(enemy));
    Position::new(mover, opponent, mover_hand, opponent_hand).unwrap()
}

fn compare(position: &Position) -> (usize, bool, bool, usize) {
    let slow = Slow::from(position);
    let mut expected = slow.moves();
    let mut found: Vec<(String, Slow, bool)> = position
        .moves()
        .into_iter()
        .map(|candidate| {
            let played = position.play(candidate).unwrap();
            assert_eq!(position.wins(candidate), played.won);
            (candidate.to_string(), Slow::from(&played.position), played.won)
        })
        .collect();
    let wins = expected.iter().any(|(_, _, won)| *won);
    let passes = expected[0].0 == "pass";
    assert_eq!(position.wins_at_once(), wins, "{position}");
    assert_eq!(position.must_pass(), passes, "{position}");
    expected.sort_by(|a, b| a.0.cmp(&b.0));
    found.sort_by(|a, b| a.0.cmp(&b.0));
    assert_eq!(found, expected, "{position}");
    let relocated = found.iter().map(|(name, ..)| name.matches(',').count()).max().unwrap_or(0);
    (found.len(), wins, passes, relocated)
}

#[test]
fn fast_and_slow_rules_agree_on_random_positions() {
    let mut random = ChaCha8Rng::seed_from_u64(9);
    let (mut moves, mut wins, mut passes, mut double) = (0, 0, 0, 0);
    for _ in 0..30_000 {
        let position = random_position(&mut random);
        let (count, won, passed, relocated) = compare(&position);
        moves += count;
        wins += usize::from(won);
        passes += usize::from(passed);
        double += usize::from(relocated > 0);
    }
    // The sample must have met everything it is meant to compare.
    assert!(
        moves > 500_000 && wins > 3000 && passes > 200 && double > 300,
        "{moves} {wins} {passes} {double}"
    );
}

#[test]
fn fast_and_slow_rules_agree_along_games() {
    let mut random = ChaCha8Rng::seed_from_u64(10);
    for _ in 0..300 {
        let mut position = Position::start();
        for _ in 0..40 {
            compare(&position);
            let moves: Vec<Move> = position.moves();
            let played = position.play(moves[random.random_range(0..moves.len())]).unwrap();
            if played.won {
                break;
            }
            position = played.position;
        }
    }
}

#[test]
fn rules_that_are_easily_got_wrong() {
    let cells = |names: &[&str]| names.iter().map(|name| name.parse::<Cell>().unwrap().bit()).sum::<u32>();
    let position = |own: &[&str], enemy: &[&str]| {
        let (own, enemy) = (cells(own), cells(enemy));
        let hand = |set: u32| 4 - set.count_ones() as u8;
        Position::new(own, enemy, hand(own), hand(enemy)).unwrap()
    };
    // A row of four is no win, nor does the third piece win that the opponent brought into line.
    let four = position(&["U00", "U01", "U03"], &["L00", "L01", "L02", "U33"]);
    assert!(!four.wins("U02".parse().unwrap()));
    assert!(four.wins_at_once() == four.moves().iter().any(|&m| four.wins(m)));
    let three = position(&["U00", "U01", "U02", "L22"], &["L00", "L01", "U33", "U30"]);
    assert!(!three.wins_at_once());
    // The landing piece must belong to the three that it leaves behind.
    let left = position(&["U00", "U01", "U02", "U03"], &["L20", "L21", "U33", "U30"]);
    assert!(!left.wins("U03-L02".parse().unwrap()));
    // A step between two enemies is safe; the win comes before the sandwich.
    let between = position(&["L00", "U33", "U30", "L22"], &["U00", "U02", "U20", "U23"]);
    let played = between.play("L00-U01".parse().unwrap()).unwrap();
    assert_eq!(played.position.opponent(), cells(&["U01", "U33", "U30", "L22"]));
    let both = position(&["U10", "U11", "U32", "L12"], &["U22", "L00", "L20", "U03"]);
    let won = both.play("L12-U12".parse().unwrap()).unwrap();
    assert!(won.won && won.position.mover() == cells(&["U22", "L00", "L20", "U03"]));
    // Sandwiched pieces go to other points: 17 choices for one piece, the mover's own origin among them.
    let one = position(&["L00", "U02", "U33", "L22"], &["U01", "U20", "U30", "L11"]);
    let choices: Vec<Move> = one.moves().into_iter().filter(|m| m.to() == "U00".parse().ok()).collect();
    assert_eq!(choices.len(), 17);
    assert!(choices.iter().any(|m| m.relocated() == cells(&["L00"])));
    assert!(choices.iter().all(|m| m.relocated() & cells(&["U01"]) == 0));
}
