//! Collections made from boards of the judge of the rules: it knows every right move, and nothing of the reader.

use std::sync::{Arc, OnceLock};

use serde_json::{Value, json};
use tesuji_board::{Color, Diagram, Point, Rules, Topology};
use tesuji_formats::{Format, NodeId, SgfTree, Value as Text, read_sgf_text, write};
use tesuji_job::Watch;
use tesuji_judge::life::{Board, Fate, First, boards, judge};

use crate::testing::ask;
use crate::words::Side;

/// A board with who is to solve it and what the judge says of the first move.
struct Known {
    board: Board,
    solver: Color,
    first: First,
}

impl Known {
    fn topology(&self) -> &Arc<Topology> {
        &self.board.diagram.setup.topology
    }

    fn defends(&self) -> bool {
        self.solver == self.board.defender
    }

    /// Whether the solver reaches everything.
    fn is_won(&self) -> bool {
        self.first.fate == if self.defends() { Fate::Lives } else { Fate::Dies }
    }

    fn is_lost(&self) -> bool {
        self.first.fate == if self.defends() { Fate::Dies } else { Fate::Lives }
    }

    fn right(&self) -> Vec<Point> {
        self.first.moves.iter().flatten().copied().collect()
    }

    fn passes(&self) -> bool {
        self.first.moves.contains(&None)
    }

    /// Legal moves that do not reach what can be reached.
    fn failures(&self) -> Vec<Point> {
        let position = self.board.diagram.position(Rules::default()).expect("a position");
        let mut area = self.board.area.clone();
        area.retain(|&point| position.is_legal(self.solver, point) && !self.right().contains(&point));
        area
    }

    /// The board after some moves of both sides in turn, judged again.
    fn after(&self, moves: &[Point]) -> Option<Known> {
        let mut position = self.board.diagram.position(Rules::default()).ok()?;
        for (&point, color) in moves.iter().zip([self.solver, self.solver.opponent()].into_iter().cycle()) {
            position.play(color, point).ok()?;
        }
        let diagram = Diagram { setup: position.to_setup(), ..self.board.diagram.clone() };
        let board = Board { diagram, ..self.board.clone() };
        let judged = judge(&board, &Watch::unwatched()).ok()??;
        let solver = position.to_move();
        Some(Known { board, solver, first: judged.first(solver).clone() })
    }

    /// The problem without moves; `words` follow the goal.
    fn problem(&self, words: &str) -> SgfTree {
        let mut diagram = self.board.diagram.clone();
        diagram.setup.to_move = self.solver;
        let text = write(&diagram, Format::Sgf).expect("a record");
        let mut tree = read_sgf_text(&text).expect("a record").games.remove(0);
        let goal = if self.defends() { "live" } else { "kill" };
        tree.set_comment(NodeId::ROOT, &format!("{} to {goal}{words}.", Side::from(self.solver).capital()));
        tree
    }

    /// Adds moves of both sides in turn with a comment at the last one.
    fn line(&self, tree: &mut SgfTree, moves: &[Point], comment: &str) {
        let mut node = NodeId::ROOT;
        for (&point, color) in moves.iter().zip([self.solver, self.solver.opponent()].into_iter().cycle()) {
            let name = if color == Color::Black { "B" } else { "W" };
            let letters = letters(self.topology(), point);
            let known = tree
                .children(node)
                .find(|&child| tree.property(child, name).is_some_and(|property| property.text() == letters));
            node = known.unwrap_or_else(|| {
                let child = tree.add_child(node);
                tree.set(child, name, [Text::new(&letters)]);
                child
            });
        }
        tree.set_comment(node, comment);
    }
}

/// A point as SGF writes it.
fn letters(board: &Arc<Topology>, point: Point) -> String {
    let mut diagram = Diagram::new(tesuji_board::Setup::empty(board.clone()));
    diagram.setup.put(point, Some(Color::Black));
    let text = write(&diagram, Format::Sgf).expect("a record");
    let tree = read_sgf_text(&text).expect("a record").games.remove(0);
    tree.property(NodeId::ROOT, "AB").expect("a stone").text().to_string()
}

/// Boards of the judge, each with both sides to solve it.
fn known() -> &'static [Known] {
    static KNOWN: OnceLock<Vec<Known>> = OnceLock::new();
    KNOWN.get_or_init(|| {
        let watch = Watch::unwatched();
        let examples = boards(44, &watch).take(400).map(|example| example.expect("a board"));
        examples
            .flat_map(|example| {
                Color::BOTH.map(|solver| Known {
                    board: example.board.clone(),
                    solver,
                    first: example.judged.first(solver).clone(),
                })
            })
            .filter(|known| !known.passes() && !known.failures().is_empty())
            .collect()
    })
}

/// A line of three moves: the only right first move, an answer, and whether the third is right.
fn longer(known: &Known, third_is_right: bool) -> Option<(Vec<Point>, Point)> {
    let first = known.right()[0];
    let after = known.after(&[first])?;
    let answers = after.board.area.iter().filter_map(|&answer| {
        let third = known.after(&[first, answer])?;
        let (right, failures) = (third.right(), third.failures());
        let usable = third.is_won() && !third.passes() && !right.is_empty() && !failures.is_empty();
        usable.then(|| {
            if third_is_right {
                (vec![first, answer, right[0]], failures[0])
            } else {
                (vec![first, answer, failures[0]], right[0])
            }
        })
    });
    let mut answers = answers;
    answers.next()
}

fn write_all(games: &[SgfTree]) -> String {
    games.iter().map(SgfTree::write).collect()
}

fn findings(sgf: &str) -> (Vec<(u64, String)>, Value) {
    let (answer, _) = ask(&json!({"ask": "check", "text": sgf, "sgf": true})).expect("an answer");
    let found = answer["findings"].as_array().expect("findings");
    let found = found
        .iter()
        .map(|one| (one["game"].as_u64().expect("a game"), one["kind"].as_str().expect("a kind").to_string()))
        .collect();
    (found, answer)
}

/// Right solutions, with failures beside them, in the conventions that there are.
fn clean() -> Vec<SgfTree> {
    let mut games = Vec::new();
    let unique = known().iter().filter(|known| known.right().len() == 1);
    let (won, ko): (Vec<&Known>, Vec<&Known>) = unique.partition(|known| known.is_won());
    for (index, known) in won.iter().step_by(2).take(16).enumerate() {
        let (right, wrong) = (known.right()[0], known.failures()[0]);
        let mut tree = known.problem("");
        match index % 4 {
            0 => {
                known.line(&mut tree, &[right], "RIGHT");
                known.line(&mut tree, &[wrong], "");
            }
            1 => {
                known.line(&mut tree, &[wrong], "Wrong.");
                known.line(&mut tree, &[right], "Correct!");
            }
            2 => known.line(&mut tree, &[right], ""),
            _ => {
                if let Some((moves, failure)) = longer(known, true) {
                    known.line(&mut tree, &moves, "Correct");
                    known.line(&mut tree, &[moves[0], moves[1], failure], "");
                } else {
                    known.line(&mut tree, &[right], "Correct");
                }
            }
        }
        games.push(tree);
    }
    for known in ko.iter().filter(|known| known.first.fate == Fate::Ko).step_by(3).take(4) {
        let mut tree = known.problem(" by ko");
        known.line(&mut tree, &[known.right()[0]], "Correct");
        games.push(tree);
    }
    games
}

#[test]
fn nothing_is_found_in_a_clean_collection() {
    let games = clean();
    assert_eq!(games.len(), 20);
    let (found, answer) = findings(&write_all(&games));
    assert_eq!(found, [], "{answer:#}");
    assert_eq!(answer["checked"], 20);
}

#[test]
fn twenty_planted_faults_are_found_and_nothing_else() {
    let mut games: Vec<(SgfTree, Option<&str>)> = clean().into_iter().map(|tree| (tree, None)).collect();
    let mut plant = |kind: &'static str, tree: SgfTree| games.push((tree, Some(kind)));
    let all = known();
    let unique = || all.iter().filter(|known| known.is_won() && known.right().len() == 1).skip(1).step_by(2);
    for known in unique().take(3) {
        let mut tree = known.problem("");
        known.line(&mut tree, &[known.failures()[0]], "Correct");
        plant("wrong", tree);
    }
    // The third move of a line is wrong.
    let deep = unique().skip(3).filter_map(|known| Some((known, longer(known, false)?.0)));
    for (known, moves) in deep.take(1) {
        let mut tree = known.problem("");
        known.line(&mut tree, &moves, "RIGHT");
        plant("wrong", tree);
    }
    let two = || all.iter().filter(|known| known.is_won() && known.right().len() == 2);
    for known in two().step_by(2).take(4) {
        let mut tree = known.problem("");
        known.line(&mut tree, &[known.right()[0]], "Correct");
        plant("second", tree);
    }
    for known in two().skip(1).step_by(2).take(4) {
        let mut tree = known.problem("");
        known.line(&mut tree, &[known.right()[0]], "Correct");
        known.line(&mut tree, &[known.right()[1]], "Wrong");
        plant("failure_works", tree);
    }
    let ko = all.iter().filter(|known| known.first.fate == Fate::Ko && known.right().len() == 1);
    for known in ko.skip(1).step_by(3).take(4) {
        let mut tree = known.problem("");
        known.line(&mut tree, &[known.right()[0]], "Correct");
        plant("ko", tree);
    }
    let watch = Watch::unwatched();
    let lost = boards(45, &watch).filter_map(|example| {
        let example = example.expect("a board");
        let solver = example.board.defender.opponent();
        let first = example.judged.first(solver).clone();
        Some(Known { board: example.board, solver, first }).filter(Known::is_lost)
    });
    for known in lost.take(4) {
        let mut tree = known.problem("");
        known.line(
            &mut tree,
            &[known
                .board
                .area
                .iter()
                .copied()
                .find(|&point| {
                    let position = known.board.diagram.position(Rules::default()).expect("a position");
                    position.is_legal(known.solver, point)
                })
                .expect("a move")],
            "Correct",
        );
        plant("impossible", tree);
    }
    let planted: Vec<(u64, String)> = (1..)
        .zip(&games)
        .filter_map(|(number, (_, kind))| Some((number, kind.as_ref()?.to_string())))
        .collect();
    assert_eq!(planted.len(), 20);
    let trees: Vec<SgfTree> = games.into_iter().map(|(tree, _)| tree).collect();
    let (found, answer) = findings(&write_all(&trees));
    assert_eq!(found, planted, "{:#}", answer["findings"]);
    // Every finding stands in the collection as a comment, and nothing else has changed.
    let annotated = read_sgf_text(answer["sgf"].as_str().expect("the collection")).expect("a record").games;
    assert_eq!(annotated.len(), trees.len());
    for (number, (before, after)) in (1..).zip(trees.iter().zip(&annotated)) {
        let comments =
            |tree: &SgfTree| -> String { tree.nodes().filter_map(|node| tree.comment(node)).collect() };
        assert_eq!(before.len(), after.len());
        assert_eq!(
            comments(after).contains("tesuji:"),
            planted.iter().any(|one| one.0 == number),
            "{number}"
        );
    }
}

#[test]
fn nothing_is_dropped_silently() {
    let clean = clean().remove(0);
    let mut occupied = clean.clone();
    let first = occupied.children(NodeId::ROOT).next().expect("a move");
    let stone = clean.property(NodeId::ROOT, "AW").expect("stones").values()[0].clone();
    for name in ["B", "W"] {
        if occupied.property(first, name).is_some() {
            occupied.set(first, name, [stone.clone()]);
        }
    }
    let (clean, occupied) = (clean.write(), occupied.write());
    // Off the board, an occupied point, a bracket that is not closed in time, the other side to move, no group, one that is never closed.
    let sgf = format!(
        "{clean}(;SZ[9]AB[aa]C[Black to live];B[zz])\n{occupied}(;SZ[9]C[not closed\n{clean}\
        (;SZ[9]AB[aa]AW[ab]C[Black to live];W[ba])\n(;SZ[9]AB[ee];B[aa])\n{clean}(;SZ[9]C[never closed"
    );
    let (found, answer) = findings(&sgf);
    let games: Vec<u64> = found.iter().map(|one| one.0).collect();
    assert_eq!(games, [2, 3, 4, 5, 6, 8], "{answer:#}");
    assert!(found.iter().all(|one| one.1 == "unknown"), "{answer:#}");
    assert_eq!(answer["checked"], 8);
    let words = [
        "'zz'",
        "occupied",
        "another game begins",
        "side that is not to solve",
        "mark them",
        "is not closed",
    ];
    for (finding, word) in answer["findings"].as_array().expect("findings").iter().zip(words) {
        assert!(finding["why"].as_str().is_some_and(|why| why.contains(word)), "{word}: {finding}");
    }
    // One game of the text.
    let (answer, text) = ask(&json!({"ask": "check", "text": sgf, "game": 3})).expect("one game");
    assert_eq!(
        (&answer["checked"], answer["findings"].as_array().map(Vec::len)),
        (&json!(1), Some(1)),
        "{text}"
    );
    for (question, field) in [
        (json!({"ask": "check", "text": sgf, "game": 99}), "game"),
        (json!({"ask": "check", "text": ""}), "text"),
        (json!({"ask": "check", "text": ". X\nO .\n"}), "text"),
        (json!({"ask": "check", "text": clean, "picture": {}}), "picture"),
    ] {
        assert_eq!(ask(&question).expect_err("a fault").field.as_deref(), Some(field), "{question}");
    }
}

#[test]
fn a_limit_is_no_finding() {
    let games = clean();
    let question = json!({"ask": "check", "text": write_all(&games), "limits": {"nodes": 1}});
    let (answer, _) = ask(&question).expect("an answer");
    let found = answer["findings"].as_array().expect("findings");
    assert!(!found.is_empty() && found.iter().all(|one| one["kind"] == "unknown"), "{answer:#}");
    assert_eq!(answer["checked"], games.len());
}

#[test]
fn a_stop_keeps_what_is_there() {
    let sgf = write_all(&clean());
    let read = crate::Request::parse(&json!({"ask": "check", "text": sgf}).to_string()).expect("a question");
    let watch = Watch::new();
    watch.stop();
    let answer = crate::Desk::new().answer_read(&read, &watch).expect("an answer");
    assert_eq!(answer.ending, crate::Ending::Stopped);
}
