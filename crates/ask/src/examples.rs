//! The examples and problem collections that come with the program: they are inside it, so that a page or a notebook has them
//! too.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use tesuji_board::Mark;
use tesuji_formats::{Moment, Problem as Wrong, SgfGames, SgfTree, read_sgf_text, write_sgf};
use tesuji_job::{Limits, Progress, Unknown, Why};

use crate::answer::Answer;
use crate::desk::{Ended, Rest, Solved, Work};
use crate::fault::Fault;
use crate::game::head;
use crate::layout::Table;
use crate::limits::limits;

/// Which examples are there, or what is in one of them?
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(default)]
pub struct ExamplesQuestion {
    /// The name of an example; without it they are listed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
}

/// The examples, or one of them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ExamplesAnswer {
    /// All of them, or the one that was named.
    pub examples: Vec<Example>,
    /// The text of the one that was named.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
}

/// An example.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Example {
    /// Its name.
    pub name: String,
    /// The kind of question that it is an example for.
    pub kind: String,
    /// What it is called.
    pub title: String,
    /// What it says about itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub about: Option<String>,
}

/// Which problems are there?
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(default)]
pub struct ProblemsQuestion {
    /// A collection that comes with the program; without it and without a text the collections are listed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub collection: Option<String>,
    /// The text of an SGF collection: one problem in each game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
}

/// Collections, or the problems of one.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ProblemsAnswer {
    /// All collections, or the one that was named.
    pub collections: Vec<Collection>,
    /// The problems, if a collection or a text was named.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub problems: Option<Vec<Problem>>,
    /// Games of the text that are no problems: nothing is marked in them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub skipped: Option<usize>,
}

/// A collection.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Collection {
    /// Its name.
    pub name: String,
    /// What it is.
    pub title: String,
    /// The kind of question that its problems ask.
    pub kind: String,
}

/// A problem: a question whose answer somebody is to find.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Problem {
    /// What it is called.
    pub name: String,
    /// The question, as it can be asked.
    pub question: Map<String, Value>,
}

/// Nothing is searched.
pub(crate) const LIMITS: Limits = limits(1, 1);

macro_rules! files {
    ($($kind:literal: $($name:literal)+;)+) => {
        &[$($(($kind, $name, tesuji_examples::text($name))),+),+]
    };
}

/// Every example: the kind of question, the name, the text.
const FILES: &[(&str, &str, &str)] = files! {
    "race": "race-a.sgf" "race-b.sgf" "race-c.sgf" "race-d.sgf" "race-e.sgf" "race.sgf" "race-approach.sgf" "race-connection.sgf"
        "race-corridors.sgf" "race-eye.sgf" "race-big-eye.sgf" "race-life.sgf" "race-ko.sgf" "race-shared-0.sgf"
        "race-shared-1.sgf" "race-shared-2.sgf" "race-shared-3.sgf" "race-shared-4.sgf" "race-chain.sgf" "race-ring.sgf"
        "race-figure-1.sgf" "race-figure-7.sgf" "race-figure-8.sgf" "race-figure-9.sgf" "race-figure-10.sgf"
        "race-figure-13.sgf" "race-pattern-01.sgf" "race-pattern-02.sgf" "race-pattern-03.sgf" "race-pattern-04.sgf"
        "race-pattern-05.sgf" "race-pattern-06.sgf" "race-pattern-07.sgf" "race-pattern-08.sgf" "race-pattern-09.sgf"
        "race-pattern-10.sgf" "race-eyes.sgf" "fight.sgf";
    "capture": "net.sgf" "snapback.sgf" "ko.sgf" "rectangle.sgf" "capture-problems.sgf";
    "show": "game-race.sgf" "game.sgf";
    "boards": "petersen.json" "dumbbell.json";
    "mate": "tsume.txt" "hisshi.txt" "mates-from-games.txt";
};

/// Problem collections: name, kind, title, files.
const COLLECTIONS: &[(&str, &str, &str, &[&str])] = &[
    ("captures", "capture", "Captures: ladders, nets, snapbacks and kos", &["capture-problems.sgf"]),
    (
        "races",
        "race",
        "Capturing races",
        &[
            "race-shared-0.sgf",
            "race-shared-1.sgf",
            "race-shared-2.sgf",
            "race-eye.sgf",
            "race-big-eye.sgf",
            "race-approach.sgf",
            "race-connection.sgf",
            "race-corridors.sgf",
            "race-a.sgf",
            "race-b.sgf",
            "race-c.sgf",
            "race-d.sgf",
            "race-e.sgf",
        ],
    ),
    ("eyes", "race", "Eyes: every size against every other", &["race-eyes.sgf"]),
    ("mates", "mate", "Shogi: mates from games", &["mates-from-games.txt"]),
    ("brinkmates", "mate", "Shogi: brinkmates", &["hisshi.txt"]),
    ("tsume", "mate", "Shogi: mates of the Edo period", &["tsume.txt"]),
];

fn file(name: &str) -> Option<&'static (&'static str, &'static str, &'static str)> {
    FILES.iter().find(|(_, file, _)| *file == name)
}

fn example((kind, name, text): &(&str, &str, &str)) -> Example {
    let game = read_sgf_text(text).ok().filter(|_| name.ends_with(".sgf"));
    let told = game.as_ref().and_then(|file| file.games.first()).map(head);
    let comment = || text.lines().next().and_then(|line| line.strip_prefix("# ")).map(str::to_string);
    let several = game.as_ref().is_some_and(|file| file.games.len() > 1);
    let title = match told.as_ref().map(|head| head.name.clone()).filter(|title| !title.is_empty()) {
        Some(title) if !several => title,
        _ => COLLECTIONS
            .iter()
            .find(|(.., files)| **files == [*name])
            .map_or_else(|| (*name).to_string(), |(_, _, title, _)| (*title).to_string()),
    };
    Example {
        name: (*name).to_string(),
        kind: (*kind).to_string(),
        title,
        about: told.filter(|_| !several).map_or_else(comment, |head| head.comment),
    }
}

pub(crate) fn solve(question: &ExamplesQuestion, _: &Work<'_>) -> Result<Solved<ExamplesAnswer>, Fault> {
    let found = match &question.name {
        None => ExamplesAnswer { examples: FILES.iter().map(example).collect(), text: None },
        Some(name) => {
            let found =
                file(name).ok_or_else(|| Fault::in_field("name", format!("there is no example '{name}'")))?;
            ExamplesAnswer { examples: vec![example(found)], text: Some(found.2.to_string()) }
        }
    };
    Ok(Solved { found, rest: Rest::default() })
}

pub(crate) fn text(_: &ExamplesQuestion, found: &ExamplesAnswer, _: &Answer) -> String {
    if let Some(text) = &found.text {
        return text.clone();
    }
    let mut table = Table::new(["example", "for", "title"]);
    for example in &found.examples {
        table.row([&example.name, &example.kind, &example.title]);
    }
    table.to_string()
}

pub(crate) mod problems {
    //! Collections of problems.

    use super::*;

    pub(crate) const LIMITS: Limits = limits(1_000_000, 256);

    pub(crate) fn solve(
        question: &ProblemsQuestion,
        work: &Work<'_>,
    ) -> Result<Solved<ProblemsAnswer>, Ended> {
        let told = |(name, kind, title, _): &(&str, &str, &str, &[&str])| Collection {
            name: (*name).to_string(),
            title: (*title).to_string(),
            kind: (*kind).to_string(),
        };
        let mut found = ProblemsAnswer { collections: Vec::new(), problems: None, skipped: None };
        match (&question.collection, &question.text) {
            (Some(_), Some(_)) => {
                return Err(Fault::in_field("text", "name a collection or give a text, not both").into());
            }
            (None, None) => found.collections = COLLECTIONS.iter().map(told).collect(),
            (Some(name), None) => {
                let collection = COLLECTIONS.iter().find(|(known, ..)| known == name).ok_or_else(|| {
                    let names: Vec<&str> = COLLECTIONS.iter().map(|(name, ..)| *name).collect();
                    let message =
                        format!("there is no collection '{name}': expected one of {}", names.join(", "));
                    Fault::in_field("collection", message)
                })?;
                let mut problems = Vec::new();
                for (_, file, text) in collection.3.iter().filter_map(|name| file(name)) {
                    if file.ends_with(".sgf") {
                        problems.extend(of_games(text, work)?.0);
                    } else {
                        problems.extend(of_mates(text, *name == "brinkmates"));
                    }
                }
                found.collections = vec![told(collection)];
                found.problems = Some(problems);
            }
            (None, Some(text)) => {
                let (problems, skipped) = of_games(text, work)?;
                (found.problems, found.skipped) = (Some(problems), Some(skipped));
            }
        }
        Ok(Solved { found, rest: Rest::default() })
    }

    /// One problem in each game in which stones are marked: triangles alone ask whether they are captured, triangles and
    /// squares who wins a race.
    fn of_games(text: &str, work: &Work<'_>) -> Result<(Vec<Problem>, usize), Ended> {
        let (mut problems, mut skipped, mut bytes) = (Vec::new(), 0, 0);
        let explain = |error: tesuji_formats::Error| match (error.place, &error.problem) {
            (_, Wrong::GivenUp) => Ended::from(work.watch.check().err().unwrap_or(Why::Memory)),
            (Some(place), problem) => {
                let message = format!("line {}, column {}: {problem}", place.line, place.column);
                Fault::in_field("text", message).into()
            }
            (None, problem) => Fault::in_field("text", problem).into(),
        };
        for game in SgfGames::new(text, |bytes| work.has_room(bytes).is_ok()) {
            let game = game.map_err(explain)?;
            let number = problems.len() + skipped + 1;
            work.watch.look(|| Progress::counted("reading games", number as u64, None))?;
            if number as u64 > work.limits.nodes {
                return Err(too_many(Why::Nodes, number).into());
            }
            let Some(kind) = kind(&game) else {
                skipped += 1;
                continue;
            };
            let sgf = write_sgf(std::slice::from_ref(&game));
            let name = Some(head(&game).name).filter(|name| !name.is_empty());
            let name = name.unwrap_or_else(|| format!("game {number}"));
            bytes += MAP_BYTES + 2 * (sgf.len() + name.len()) as u64;
            if bytes > work.limits.memory {
                return Err(too_many(Why::Memory, number).into());
            }
            let mut question = json!({"ask": kind, "position": {"sgf": sgf}});
            if kind == "capture" {
                // What is to be found is a quick capture, or what prevents it.
                question["order"] = json!("usual");
            }
            problems
                .extend(question.as_object().map(|question| Problem { name, question: question.clone() }));
        }
        Ok((problems, skipped))
    }

    /// About what the maps of a question take, and their text once more when the answer is written.
    const MAP_BYTES: u64 = 2_000;

    fn too_many(why: Why, number: usize) -> Unknown {
        Unknown::new(
            why,
            format!("{why} at game {number}: give the text in several parts, or raise the limit"),
        )
    }

    fn kind(game: &SgfTree) -> Option<&'static str> {
        let diagram = game.diagram(Moment::Problem).ok()?;
        let stones = &diagram.setup.black | &diagram.setup.white;
        let marked = |mark| !(&diagram.marked(mark) & &stones).is_empty();
        match (marked(Mark::Triangle), marked(Mark::Square)) {
            (true, true) => Some("race"),
            (true, false) => Some("capture"),
            _ => None,
        }
    }

    /// One problem in each line `name|SFEN|...`.
    fn of_mates(text: &str, brinkmate: bool) -> Vec<Problem> {
        let problem = |line: &str| {
            let mut fields = line.split('|');
            let (name, sfen) = (fields.next()?.trim(), fields.next()?.trim());
            let mut question = Map::new();
            question.insert("ask".into(), "mate".into());
            question.insert("sfen".into(), sfen.into());
            if brinkmate {
                question.insert("order".into(), 2.into());
            }
            // Where there is no mate there is nothing to find.
            (!name.starts_with("h0")).then(|| Problem { name: name.to_string(), question })
        };
        text.lines().filter(|line| !line.starts_with('#')).filter_map(problem).collect()
    }

    pub(crate) fn text(_: &ProblemsQuestion, found: &ProblemsAnswer, _: &Answer) -> String {
        match &found.problems {
            None => {
                let mut table = Table::new(["collection", "asks", "what it is"]);
                for one in &found.collections {
                    table.row([&one.name, &one.kind, &one.title]);
                }
                table.to_string()
            }
            Some(problems) => {
                let mut table = Table::new(["problem", "asks"]);
                for one in problems {
                    let kind = one.question.get("ask").and_then(Value::as_str).unwrap_or_default();
                    table.row([one.name.as_str(), kind]);
                }
                table.to_string()
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::FILES;
    use crate::testing::ask;

    #[test]
    fn examples_are_listed_and_read() {
        let (list, text) = ask(&json!({"ask": "examples"})).expect("a list");
        assert_eq!(list["examples"].as_array().map(Vec::len), Some(FILES.len()));
        assert_eq!(list["examples"][0]["title"], "Capturing race: problem A");
        assert!(text.contains("net.sgf"), "{text}");
        let (one, _) = ask(&json!({"ask": "examples", "name": "race-a.sgf"})).expect("an example");
        let race = json!({"ask": "race", "position": {"sgf": one["text"]}});
        assert_eq!(ask(&race).expect("a race").0["black_first"]["moves"], json!(["G7"]));
        assert_eq!(
            ask(&json!({"ask": "examples", "name": "../x"})).expect_err("no").field.as_deref(),
            Some("name")
        );
    }

    #[test]
    fn every_problem_is_a_question() {
        let (list, _) = ask(&json!({"ask": "problems"})).expect("a list");
        for collection in list["collections"].as_array().expect("collections") {
            let (found, _) =
                ask(&json!({"ask": "problems", "collection": collection["name"]})).expect("problems");
            let problems = found["problems"].as_array().expect("problems");
            assert!(problems.len() >= 10, "{collection}: {}", problems.len());
            for problem in problems {
                assert_eq!(problem["question"]["ask"], collection["kind"], "{problem}");
                let read = crate::Request::parse(&problem["question"].to_string()).expect("a question");
                assert_eq!(read.warnings, Vec::<String>::new());
            }
        }
        assert!(ask(&json!({"ask": "problems", "collection": "riddles"})).is_err());
    }

    #[test]
    fn marks_say_what_is_asked() {
        let sgf = "(;SZ[5]AB[aa]TR[aa])(;SZ[5]AB[aa]AW[ab]TR[aa]SQ[ab])(;SZ[5];B[aa])";
        let (found, text) = ask(&json!({"ask": "problems", "text": sgf})).expect("problems");
        let kinds: Vec<&Value> = found["problems"]
            .as_array()
            .expect("problems")
            .iter()
            .map(|one| &one["question"]["ask"])
            .collect();
        assert_eq!((kinds, &found["skipped"]), (vec![&json!("capture"), &json!("race")], &json!(1)));
        assert!(text.contains("game 2"), "{text}");
        assert_eq!(
            ask(&json!({"ask": "problems", "text": "(;SZ[x"})).expect_err("broken").field.as_deref(),
            Some("text")
        );
    }
}
