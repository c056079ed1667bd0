//! Runs every console example of the README and the book and compares what it prints. `TESUJI_BLESS=1` writes what is
//! printed into the documents.
//!
//! A block that begins with ```` ```console ```` has commands behind `$ ` (going on behind `> `), and behind each what it prints, on both streams; an
//! exit code other than 0 stands before that as `? 1`.

use std::fs;
use std::io::Read as _;
use std::ops::Range;
use std::path::PathBuf;
use std::process::Stdio;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::common::{program, root};

/// A command that a document shows.
#[derive(Debug, PartialEq)]
struct Example {
    command: String,
    /// The lines of the document that show the answer.
    answer: Range<usize>,
}

/// All commands of a document.
fn examples(lines: &[&str]) -> Vec<Example> {
    let mut found: Vec<Example> = Vec::new();
    let mut inside = false;
    let mut answered = false;
    for (number, line) in lines.iter().enumerate() {
        if line.starts_with("```") {
            inside = !inside && *line == "```console";
            answered = true;
        } else if !inside {
            continue;
        } else if let Some(command) = line.strip_prefix("$ ") {
            found.push(Example { command: command.to_string(), answer: number + 1..number + 1 });
            answered = false;
        } else if let Some(example) = found.last_mut() {
            match line.strip_prefix("> ") {
                Some(more) if !answered => {
                    example.command = format!("{} {more}", example.command);
                    example.answer = number + 1..number + 1;
                }
                _ => {
                    answered = true;
                    example.answer.end = number + 1;
                }
            }
        }
    }
    found
}

/// The words of a command as a shell would split it: quotes, and nothing else that a shell knows.
fn words(command: &str) -> Vec<String> {
    let (mut words, mut word, mut quote) = (Vec::new(), None, None);
    for letter in command.chars() {
        match (quote, letter) {
            (Some(open), _) if open == letter => quote = None,
            (None, '"' | '\'') => {
                quote = Some(letter);
                word.get_or_insert_with(String::new);
            }
            (None, ' ') => words.extend(word.take()),
            (None, '|' | '<' | '>' | '&' | ';' | '$' | '\\' | '`' | '#' | '~')
            | (Some('"'), '$' | '\\' | '`') => {
                panic!("a shell would do something of its own with {letter:?} in: {command}")
            }
            _ => word.get_or_insert_with(String::new).push(letter),
        }
    }
    assert!(quote.is_none(), "a quote is open: {command}");
    words.extend(word);
    words
}

/// What a document shows when the command is run now: the exit code unless it is 0, what was printed, and an empty line.
fn answer(command: &str) -> Vec<String> {
    let words = words(command);
    let arguments: Vec<&str> = words.iter().map(String::as_str).collect();
    let ("tesuji", arguments) = (arguments[0], &arguments[1..]) else { panic!("not our program: {command}") };
    // Both streams into one, as in a terminal.
    let (mut reader, writer) = std::io::pipe().unwrap();
    let errors = writer.try_clone().unwrap();
    let mut run = program(arguments);
    let mut child = run.stdin(Stdio::null()).stdout(writer).stderr(errors).spawn().unwrap();
    // Our own ends of the pipe are closed with it.
    drop(run);
    let mut printed = String::new();
    reader.read_to_string(&mut printed).unwrap();
    let code = child.wait().unwrap().code();
    let code = (code != Some(0)).then(|| code.map_or("? killed".to_string(), |code| format!("? {code}")));
    let printed = printed.trim_end_matches('\n').split('\n').map(str::to_string);
    code.into_iter().chain(printed).chain([String::new()]).collect()
}

/// The document with these answers, in the order of its examples.
fn rewritten(lines: &[&str], examples: &[Example], answers: &[Vec<String>]) -> String {
    let mut text = String::new();
    let mut done = 0;
    for (example, answer) in examples.iter().zip(answers) {
        let kept = lines[done..example.answer.start].iter().copied();
        for line in kept.chain(answer.iter().map(String::as_str)) {
            text += line;
            text.push('\n');
        }
        done = example.answer.end;
    }
    text + &lines[done..].join("\n")
}

/// The README and the chapters of the book.
fn documents() -> Vec<PathBuf> {
    let book = fs::read_dir(root().join("docs/src")).unwrap().map(|entry| entry.unwrap().path());
    let chapters = book.filter(|path| path.extension().is_some_and(|extension| extension == "md"));
    let mut documents: Vec<PathBuf> = chapters.chain([root().join("README.md")]).collect();
    documents.sort();
    documents
}

/// One answer for each command; several at a time, since most of them are done in no time and some are not.
fn run_all(commands: &[&str]) -> Vec<Vec<String>> {
    let next = AtomicUsize::new(0);
    let work = || {
        let mut found = Vec::new();
        while let Some(command) = commands.get(next.fetch_add(1, Ordering::Relaxed)) {
            found.push((*command, answer(command)));
        }
        found
    };
    let found: Vec<(&str, Vec<String>)> = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..2).map(|_| scope.spawn(work)).collect();
        workers.into_iter().flat_map(|worker| worker.join().unwrap()).collect()
    });
    let answer_of = |command: &&str| found.iter().find(|(other, _)| other == command).unwrap().1.clone();
    commands.iter().map(answer_of).collect()
}

#[test]
fn examples_in_the_documents_are_true() {
    let texts: Vec<(PathBuf, String)> =
        documents().into_iter().map(|file| (file.clone(), fs::read_to_string(file).unwrap())).collect();
    let (mut shown, mut wrong) = (0, Vec::new());
    for (file, text) in &texts {
        let lines: Vec<&str> = text.split('\n').collect();
        let examples = examples(&lines);
        let commands: Vec<&str> = examples.iter().map(|example| example.command.as_str()).collect();
        let answers = run_all(&commands);
        shown += examples.len();
        let fresh = rewritten(&lines, &examples, &answers);
        if fresh == *text {
            continue;
        }
        if std::env::var_os("TESUJI_BLESS").is_some() {
            fs::write(file, fresh).unwrap();
            continue;
        }
        for (example, answer) in examples.iter().zip(&answers) {
            let (place, now) = (&lines[example.answer.clone()], answer.join("\n"));
            if place != answer {
                wrong.push(format!(
                    "{}:{}: $ {}\n{}\n-- but now it says\n{now}",
                    file.display(),
                    example.answer.start,
                    example.command,
                    place.join("\n")
                ));
            }
        }
    }
    assert!(shown > 50, "only {shown} examples were found");
    assert!(wrong.is_empty(), "TESUJI_BLESS=1 writes the answers into the documents\n{}", wrong.join("\n"));
}

#[test]
fn commands_are_found_and_their_answers_replaced() {
    let text = "Text.\n```console\n$ a \"b c\"\n> d\n? 1\nold\n\n$ e\n```\n$ no\n```sh\n$ no\n```\n";
    let lines: Vec<&str> = text.split('\n').collect();
    let found = examples(&lines);
    assert_eq!(
        found,
        [
            Example { command: "a \"b c\" d".to_string(), answer: 4..7 },
            Example { command: "e".to_string(), answer: 8..8 },
        ]
    );
    assert_eq!(words(&found[0].command), ["a", "b c", "d"]);
    let fresh = rewritten(&lines, &found, &[vec!["new".to_string(), String::new()], vec!["one".to_string()]]);
    let shown = "Text.\n```console\n$ a \"b c\"\n> d\nnew\n\n$ e\none\n```\n$ no\n```sh\n$ no\n```\n";
    assert_eq!(fresh, shown);
}

#[test]
fn both_streams_and_the_exit_code_are_compared() {
    let lines = answer("tesuji show examples/broken/off-board.sgf");
    assert_eq!((lines[0].as_str(), lines.len()), ("? 1", 3));
    assert!(lines[1].starts_with("tesuji: examples/broken/off-board.sgf:3:7: "), "{lines:?}");
    assert_eq!(answer("tesuji value 1").first().map(String::as_str), Some("1"));
}
