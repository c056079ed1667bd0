//! `tesuji simpei play`: against the perfect opponent, in the terminal.
//!
//! The program answers with the best move, the first of several equal ones, so that a game can be repeated. Lines that
//! are no command are moves; whatever is wrong with one is told, and the game goes on.

use std::io::BufRead;

use clap::Args;
use tesuji_simpei::{CELLS, Choice, Move, PIECES, Position, Solution, Value};

use super::store::TableOptions;
use super::{list, outcome, position};
use crate::failure::Failure;
use crate::files;

const HELP: &str = "U12 places a piece, U12-L01 moves one, U12-L01/U00,L22 also puts the sandwiched pieces on U00 and L22;
hint shows the best move, values all of them, undo takes your last move back, board shows it again, quit ends.\n";

#[derive(Args)]
pub(super) struct Play {
    /// Let the program begin
    #[arg(long)]
    second: bool,
    /// Begin here instead of at the start, such as "M:21 O:c0 m:2 o:2"
    #[arg(long, value_name = "POSITION")]
    position: Option<String>,
    /// Show the value of the position before each of your moves
    #[arg(long)]
    values: bool,
    #[command(flatten)]
    table: TableOptions,
}

/// A game, from the side of the person.
struct Game<'a> {
    solution: &'a Solution,
    position: Position,
    /// Positions in which the person was to move.
    past: Vec<Position>,
    values: bool,
}

impl Play {
    pub(super) fn run(&self) -> Result<(), Failure> {
        let start = self.position.as_deref().map_or(Ok(Position::start()), position)?;
        let solution = self.table.open()?.solution;
        let mut game = Game { solution: &solution, position: start, past: Vec::new(), values: self.values };
        files::print(HELP)?;
        if self.second && game.answer()? {
            return Ok(());
        }
        game.show()?;
        for line in std::io::stdin().lock().lines() {
            let Ok(line) = line else { break };
            if game.command(line.trim())? {
                return Ok(());
            }
        }
        Ok(())
    }
}

impl Game<'_> {
    fn choices(&self) -> Result<Vec<Choice>, Failure> {
        self.solution.choices(&self.position).map_err(Failure::bad)
    }

    fn show(&self) -> Result<(), Failure> {
        let mut text = format!("\n{}", self.position.diagram());
        if self.values {
            let entry = self.solution.entry(&self.position).map_err(Failure::bad)?;
            text.push_str(&format!("  you: {}\n", outcome(entry.value, entry.distance)));
        }
        if self.position.must_pass() {
            text.push_str("  you have no step: only pass is left\n");
        }
        files::print(&(text + "your move: "))
    }

    /// Obeys one line; says whether the game is over.
    fn command(&mut self, line: &str) -> Result<bool, Failure> {
        match line {
            "" => files::print("your move: ")?,
            "quit" | "exit" => return Ok(true),
            "help" => files::print(HELP)?,
            "board" => self.show()?,
            "hint" => {
                let choices = self.choices()?;
                files::print(&list(choices.get(..1).unwrap_or_default()))?;
            }
            "values" => files::print(&list(&self.choices()?))?,
            "undo" => match self.past.pop() {
                Some(position) => {
                    self.position = position;
                    self.show()?;
                }
                None => files::print("there is nothing to take back\n")?,
            },
            text => return self.person(text),
        }
        Ok(false)
    }

    fn person(&mut self, text: &str) -> Result<bool, Failure> {
        let played = match text.parse::<Move>() {
            Ok(candidate) => self.position.play(candidate),
            Err(fault) => {
                files::print(&format!("{fault}; help shows the commands\n"))?;
                return Ok(false);
            }
        };
        let Some(played) = played else {
            files::print(&format!("{text} is not possible here{}\n", self.reason(text)))?;
            return Ok(false);
        };
        self.past.push(self.position);
        if played.won {
            files::print("you win\n")?;
            return Ok(true);
        }
        self.position = played.position;
        if self.answer()? {
            return Ok(true);
        }
        self.show()?;
        Ok(false)
    }

    /// What a legal move to the same place would look like.
    fn reason(&self, text: &str) -> String {
        let Ok(wanted) = text.parse::<Move>() else { return String::new() };
        let alike: Vec<Move> = self
            .position
            .moves()
            .into_iter()
            .filter(|legal| (legal.from(), legal.to()) == (wanted.from(), wanted.to()))
            .collect();
        match (alike.as_slice(), self.position.mover_hand()) {
            ([only], _) => format!(": it is {only} without any relocation"),
            ([first, ..], _) => format!(": it sandwiches pieces, so say where they go, such as {first}"),
            ([], PIECES) if self.position.empty().count_ones() == u32::from(CELLS) => {
                ": the very first piece goes to U11, U12, U21 or U22".to_string()
            }
            ([], 1..) => ": you must place a piece on an empty point".to_string(),
            ([], 0) => String::new(),
        }
    }

    /// The program moves; says whether the game is over.
    fn answer(&mut self) -> Result<bool, Failure> {
        let Some(choice) = self.choices()?.into_iter().next() else { return Ok(true) };
        let Some(played) = self.position.play(choice.play) else { return Ok(true) };
        let mood = match choice.value {
            Value::Win if self.values => format!(" ({})", outcome(choice.value, choice.distance)),
            _ => String::new(),
        };
        files::print(&format!("I play {}{mood}\n", choice.play))?;
        self.position = played.position;
        if played.won {
            files::print(&format!("{}I win\n", self.position.diagram()))?;
        }
        Ok(played.won)
    }
}
