//! `tesuji reproduce endgame`: known values of endgames beside ours, and answers about random boards beside a judge.
//!
//! The known values are facts of the field: corridors of any length, dame, tinies, and ups and downs in chilled regions (Berlekamp and Wolfe, "Mathematical
//! Go"). The [judge](tesuji_judge::endgame) plays by the rules of Go alone: whole boards to their score, by territory and by area, and single regions together
//! with a stack of coupons. All questions go through the desk.

use std::collections::BTreeMap;

use tesuji_ask::endgame::{EndgameAnswer, EndgameFirst, EndgameQuestion, Scoring};
use tesuji_ask::{AskedPosition, Side};
use tesuji_board::{Color, Diagram, Point, PointSet, Rules};
use tesuji_cgt::{Arena, Dyadic};
use tesuji_job::{Progress, Watch};
use tesuji_judge::endgame::{Coupons, Endgame, Example, Kind, Unjudged, boards};

use crate::asked;
use crate::row::{Reproduction, Row};
use crate::{Ended, broken};

/// Boards of the short and of the long run: with several regions, and with one.
const BOARDS: [usize; 2] = [40, 300];
const REGIONS: [usize; 2] = [150, 2_000];
/// Boards are the same in every version.
const SEEDS: [u64; 2] = [11, 12];
/// Empty points of a region, and of a board.
const REGION: usize = 7;
const BOARD: usize = 10;
/// Positions that the judge may look at for one board.
const MOST: usize = 1_000_000;
/// Steps of a coupon to a point, and the worth of the first coupon in points.
const STEPS: i32 = 8;
const FIRST: i32 = 5;
/// Nodes for one question.
const NODES: u64 = 1_000_000;

const NOTES: &str = "\
Known values are compared as they are. Random boards lie between walls that are stated to be safe; those on which a position can come back, so that a ko may matter,
are left out. The judge plays whole boards out: without passing for territory, with passes for area. Coupons go down in steps of 1/8 from 5: with either
side moving first the score is the count and half of the first coupon, to within a step. A table says how often which chilled value occurs.
";

/// Known values, boards and regions.
pub(crate) fn reproduce(long: bool, watch: &Watch) -> Result<Reproduction, Ended> {
    let mut rows = corridors(watch)?;
    rows.extend(shapes(watch)?);
    let mut tally = Tally::default();
    let counts = [BOARDS, REGIONS].map(|counts| counts[usize::from(long)]);
    let kinds = [Kind::Board(BOARD), Kind::Region(REGION)];
    for ((kind, seed), count) in kinds.into_iter().zip(SEEDS).zip(counts) {
        let mut judged = 0;
        for example in boards(kind, seed) {
            watch.look(|| Progress::counted("judging endgames", judged, Some(count as u64)))?;
            if judged == count as u64 {
                break;
            }
            judged += u64::from(tally.judge(kind, &example, watch)?);
        }
    }
    rows.extend(tally.rows());
    let remarks = tally.remarks;
    Ok(Reproduction { remarks, notes: NOTES.to_string(), ..Reproduction::new(rows) })
}

fn ask(question: EndgameQuestion, watch: &Watch) -> Result<EndgameAnswer, Ended> {
    asked::endgame(question, NODES, watch)
}

/// What the desk says of the region at a point of a diagram in which all stones are stated to be safe that no cross marks.
fn region(text: &str, at: &str, watch: &Watch) -> Result<EndgameAnswer, Ended> {
    let diagram: Diagram = text.parse().map_err(broken)?;
    let setup = &diagram.setup;
    let weak = diagram.marked(tesuji_board::Mark::Cross);
    let stones =
        setup.topology.points().filter(|&point| setup.stone(point).is_some() && !weak.contains(point));
    let question = EndgameQuestion {
        position: AskedPosition::of_diagram(&diagram),
        regions: vec![vec![at.to_string()]],
        safe: stones.map(|point| setup.topology.name_of(point).to_string()).collect(),
        ..EndgameQuestion::default()
    };
    ask(question, watch)
}

/// Closed corridors, and such with White at both ends.
fn corridors(watch: &Watch) -> Result<Vec<Row>, Ended> {
    let mut rows = Vec::new();
    for length in 1..=12_i64 {
        let wall = "X ".repeat(length as usize);
        let text = format!(
            "X {wall}O\nX {}O\nX {wall}O\n. {}.\n",
            ". ".repeat(length as usize),
            ". ".repeat(length as usize)
        );
        let found = region(&text, "B3", watch)?;
        // n - 2 + 2^(1-n), and a move is worth 1 - 2^(1-n).
        let part = Dyadic::new(1, length as u32 - 1);
        let whole = part.and_then(|part| Dyadic::from(length - 2).checked_add(part)).map_err(broken)?;
        let size = part.and_then(|part| Dyadic::from(1).checked_sub(part)).map_err(broken)?;
        let one =
            found.regions.iter().find(|region| region.count.is_some()).ok_or_else(|| broken("no region"))?;
        let known = format!("{whole}, {size}, {whole}");
        let ours = [&one.count, &one.move_value, &one.chilled].map(|text| text.clone().unwrap_or_default());
        rows.push(Row::compared(
            "corridors",
            format!("closed, {length}: count, move, chilled"),
            known,
            ours.join(", "),
        ));
    }
    Ok(rows)
}

/// Single regions with known chilled values: what it is, the diagram, a point of the region, the value. Stones with crosses can be captured.
const SHAPES: &[(&str, &str, &str, &str)] = &[
    ("a dame", "X . O\nX X O\n. . .\n", "B3", "0"),
    ("a stone behind two points", "X X X X O\nX O . . O\nX X X X O\n. . . . .\ncross: B3\n", "C3", "2^"),
    (
        "two stones behind two points",
        "X X X X X O\nX O O . . O\nX X X X X O\n. . . . . .\ncross: B3 C3\n",
        "D3",
        "4+Tiny(2)",
    ),
    (
        "three stones behind two points",
        "X X X X X X O\nX O O O . . O\nX X X X X X O\n. . . . . . .\ncross: B3 C3 D3\n",
        "E3",
        "6+Tiny(4)",
    ),
    (
        "two stones behind three points",
        "X X X X X X O\nX O O . . . O\nX X X X X X O\n. . . . . . .\ncross: B3 C3\n",
        "D3",
        "5+{0|Tiny(2)}",
    ),
    (
        "two stones of Black behind two points",
        "O O O O O X\nO X X . . X\nO O O O O X\n. . . . . .\ncross: B3 C3\n",
        "D3",
        "-4+Miny(2)",
    ),
];

fn shapes(watch: &Watch) -> Result<Vec<Row>, Ended> {
    let mut arena = Arena::new();
    let mut rows = Vec::new();
    for (what, text, at, known) in SHAPES {
        let found = region(text, at, watch)?;
        let one = found.regions.iter().find(|region| region.chilled.is_some());
        let ours = one.and_then(|one| one.chilled.clone()).ok_or_else(|| broken("a region is not known"))?;
        let value = arena.parse(known).map_err(broken)?;
        let known = arena.text(value).map_err(broken)?;
        rows.push(Row::compared("chilled", *what, known, ours));
    }
    Ok(rows)
}

/// What was counted.
#[derive(Default)]
struct Tally {
    /// Claims that hold and that do not, by what they are about.
    claims: BTreeMap<&'static str, [u64; 2]>,
    boards: [u64; 2],
    left_out: u64,
    values: BTreeMap<String, u64>,
    remarks: Vec<String>,
}

impl Tally {
    fn claim(&mut self, what: &'static str, holds: bool, example: &Example, said: impl FnOnce() -> String) {
        self.claims.entry(what).or_default()[usize::from(!holds)] += 1;
        if !holds {
            self.remarks.push(format!("{what}: {}\n{}", said(), example.diagram));
        }
    }

    /// Holds the answers about a board against the judge; false if the board is not judged.
    fn judge(&mut self, kind: Kind, example: &Example, watch: &Watch) -> Result<bool, Ended> {
        let (board, lead) =
            example.board().ok_or_else(|| broken("a board that is too large to be judged"))?;
        let mut judge = Endgame::new(&board, MOST, watch);
        let start = judge.start();
        match judge.hands(start) {
            Ok(_) => {}
            Err(Unjudged::Loop | Unjudged::TooLarge) => {
                self.left_out += 1;
                return Ok(false);
            }
            Err(Unjudged::Ended(why)) => return Err(why.into()),
        }
        self.boards[usize::from(matches!(kind, Kind::Region(_)))] += 1;
        let position = example.diagram.position(Rules::default()).map_err(broken)?;
        // Stones inside that are of no wall.
        let is_loose = |point: &Point| {
            let string: PointSet = position.string(*point).collect();
            !string.is_empty() && string.is_subset(&example.open)
        };
        let loose: Vec<Point> = example.open.iter().filter(is_loose).collect();
        for rules in [Scoring::Territory, Scoring::Area] {
            let setup = &example.diagram.setup;
            let names = |points: &[Point]| -> Vec<String> {
                points.iter().map(|&point| setup.topology.name_of(point).to_string()).collect()
            };
            let question = EndgameQuestion {
                position: AskedPosition::of_diagram(&example.diagram),
                rules: Some(rules),
                unknown: names(&loose),
                ..EndgameQuestion::default()
            };
            let answer = ask(question, watch)?;
            for color in Color::BOTH {
                let judged = match rules {
                    Scoring::Territory => judge.territory_first(color),
                    Scoring::Area => judge.area_first(color),
                };
                let judged = judged.map_err(|_| broken("the judge contradicts itself"))?;
                let score = judged.score + if rules == Scoring::Area { lead } else { 0 };
                let Some(first) = answer.first(Side::from(color)) else { continue };
                let points: Vec<Point> = judged.moves.iter().map(|&at| Point(at as u16)).collect();
                self.compare(rules, example, first, score, &names(&points), &answer);
            }
            if rules == Scoring::Territory && answer.regions.len() == 1 {
                let value = answer.regions[0].chilled.clone().unwrap_or_else(|| "none".to_string());
                *self.values.entry(value).or_default() += 1;
                self.coupons(&mut judge, example, &answer)?;
            }
        }
        Ok(true)
    }

    fn compare(
        &mut self,
        rules: Scoring,
        example: &Example,
        first: &EndgameFirst,
        score: i32,
        moves: &[String],
        answer: &EndgameAnswer,
    ) {
        let (scores, best) = match rules {
            Scoring::Territory => ("scores by territory", "best moves by territory"),
            Scoring::Area => ("scores by area", "best moves by area"),
        };
        let Some(ours) = first.score.as_ref().filter(|_| first.exact) else {
            let unknown = if rules == Scoring::Area { "known by area" } else { "known by territory" };
            self.claims.entry(unknown).or_default()[1] += 1;
            return;
        };
        self.claim(scores, *ours == score.to_string(), example, || format!("{ours}, judged {score}"));
        if moves.is_empty() || first.moves.is_empty() {
            return;
        }
        let is_open =
            |name: &&String| answer.regions.iter().any(|region| region.open && region.points.contains(name));
        // By area a pass may be as good as a move in a region that is settled.
        let all =
            rules == Scoring::Area || moves.iter().filter(is_open).all(|name| first.moves.contains(name));
        let holds = all && first.moves.iter().all(|name| moves.contains(name));
        self.claim(best, holds, example, || format!("{:?}, judged {moves:?}", first.moves));
    }

    /// The count and the value of a move, by what somebody would take for them.
    fn coupons(
        &mut self,
        judge: &mut Endgame<'_>,
        example: &Example,
        answer: &EndgameAnswer,
    ) -> Result<(), Ended> {
        let number = |text: &Option<String>| text.as_ref().and_then(|text| text.parse::<Dyadic>().ok());
        let region = &answer.regions[0];
        let (Some(count), Some(size)) = (number(&region.count), number(&region.move_value)) else {
            return Ok(());
        };
        let (count, size) = (count.to_f64() * f64::from(STEPS), size.to_f64() * f64::from(STEPS));
        let start = judge.start();
        let top = FIRST * STEPS;
        if size >= f64::from(top) {
            return Ok(());
        }
        let contradicts = |_| broken("the judge contradicts itself");
        let mut coupons = Coupons::new(judge, STEPS);
        for color in Color::BOTH {
            let score = f64::from(coupons.score(start, color, top).map_err(contradicts)?);
            let half = f64::from(top) / 2.0;
            let forecast = if color == Color::Black { count + half } else { count - half };
            let what = "scores with coupons, to a step";
            self.claim(what, (score - forecast).abs() <= 1.0, example, || {
                format!("{score}, forecast {forecast}")
            });
            // The first coupon that is not taken.
            for top in 1..=top {
                let taking = coupons.taking(start, color, top).map_err(contradicts)?;
                let moving = coupons.moving(start, color, top).map_err(contradicts)?;
                let gain = moving
                    .map(|moving| if color == Color::Black { moving - taking } else { taking - moving });
                let far = (f64::from(top) - size).abs() > 2.0;
                let holds = match gain {
                    Some(gain) if f64::from(top) > size => gain <= 0,
                    Some(gain) => gain >= 0,
                    None => f64::from(top) > size,
                };
                if far {
                    self.claim("moves and coupons", holds, example, || format!("{top}, {size}: {gain:?}"));
                }
            }
        }
        Ok(())
    }

    fn rows(&self) -> Vec<Row> {
        let place = "random boards";
        let mut rows = vec![
            Row::shown(place, "boards of three to five regions", None, self.boards[0].to_string()),
            Row::shown(place, "single regions", None, self.boards[1].to_string()),
            Row::shown(place, "left out: a position comes back", None, self.left_out.to_string()),
        ];
        for (what, [right, wrong]) in &self.claims {
            let said = format!("{right} right, {wrong} wrong");
            rows.push(match what.strip_prefix("known") {
                Some(_) => Row::shown(place, format!("not {what}"), None, wrong.to_string()),
                None => Row::checked(place, *what, said, *wrong == 0),
            });
        }
        let mut values: Vec<(&String, &u64)> = self.values.iter().collect();
        values.sort_by_key(|(value, times)| (std::cmp::Reverse(**times), (*value).clone()));
        for (value, times) in values.into_iter().take(20) {
            rows.push(Row::shown("chilled values", value.as_str(), None, times.to_string()));
        }
        rows
    }
}
