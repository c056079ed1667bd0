//! `tesuji simpei play`: against the perfect opponent, in the terminal.
//!
//! The program answers with the best move, the first of several equal ones, so that a game can be repeated. Lines that
//! are no command are moves; whatever is wrong with one is told, and the game goes on. What moves are worth is asked as
//! everywhere else.

use std::fmt::Write as _;
use std::io;
use std::process::ExitCode;

use clap::Args;
use tesuji_ask::simpei::{SimpeiAnswer, SimpeiMove, SimpeiQuestion, SimpeiValue};
use tesuji_ask::{Desk, Ending, Found, Question, Request};
use tesuji_job::Why;
use tesuji_simpei::{CELLS, Move, PIECES, Position};

use crate::asking;
use crate::failure::Failure;
use crate::files;
use crate::interrupt;
use crate::store::TableOptions;

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
    desk: &'a Desk,
    position: Position,
    /// Positions in which the person was to move.
    past: Vec<Position>,
    values: bool,
}

impl Play {
    pub(super) fn run(&self) -> Result<ExitCode, Failure> {
        let desk = self.table.desk();
        // The first question also says what is wrong with the position, before any work.
        let asked = ask(&desk, self.position.clone())?;
        let position = asked.position.parse().map_err(Failure::bad)?;
        let mut game = Game { desk: &desk, position, past: Vec::new(), values: self.values };
        files::print(HELP)?;
        if self.second && game.answer()? {
            return Ok(ExitCode::SUCCESS);
        }
        game.show()?;
        while let Some(line) = interrupt::waiting(|| files::read_line(&mut io::stdin().lock()))? {
            if game.command(String::from_utf8_lossy(&line).trim())? {
                break;
            }
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// What is known of a position, all moves with their values included.
fn ask(desk: &Desk, position: Option<String>) -> Result<SimpeiAnswer, Failure> {
    let question = SimpeiQuestion { position, all: true, ..SimpeiQuestion::default() };
    let answer = asking::answer(desk, &Request::from(Question::Simpei(question)))?;
    match (answer.ending, answer.found) {
        (Ending::Known, Found::Simpei(found)) => Ok(*found),
        (Ending::Stopped, _) => Err(Why::Stopped.into()),
        _ => Err(Failure::bad("the game could not be solved")),
    }
}

/// `win in 7 plies`, `draw`.
fn worth(value: SimpeiValue, distance: Option<u8>) -> String {
    let name = match value {
        SimpeiValue::Win => "win",
        SimpeiValue::Loss => "loss",
        SimpeiValue::Draw => "draw",
    };
    match distance {
        Some(1) => format!("{name} in 1 ply"),
        Some(plies) => format!("{name} in {plies} plies"),
        None => name.to_string(),
    }
}

/// Moves with their values, one in a line.
fn list(moves: &[SimpeiMove]) -> String {
    let width = moves.iter().map(|one| one.played.len()).max().unwrap_or(0);
    let mut text = String::new();
    for one in moves {
        let order = one.order.map_or(String::new(), |order| format!("  order {order}"));
        let _ = writeln!(text, "  {:<width$}  {}{order}", one.played, worth(one.value, one.distance));
    }
    text
}

impl Game<'_> {
    fn ask(&self) -> Result<SimpeiAnswer, Failure> {
        ask(self.desk, Some(self.position.to_string()))
    }

    fn moves(&self) -> Result<Vec<SimpeiMove>, Failure> {
        Ok(self.ask()?.all_moves.unwrap_or_default())
    }

    fn show(&self) -> Result<(), Failure> {
        let mut text = format!("\n{}", self.position.diagram());
        if self.values {
            let found = self.ask()?;
            if let Some(value) = found.value {
                let _ = writeln!(text, "  you: {}", worth(value, found.distance));
            }
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
            "hint" => files::print(&list(self.moves()?.get(..1).unwrap_or_default()))?,
            "values" => files::print(&list(&self.moves()?))?,
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
        let Some(best) = self.moves()?.into_iter().next() else { return Ok(true) };
        let played = best.played.parse().ok().and_then(|candidate: Move| self.position.play(candidate));
        let Some(played) = played else { return Ok(true) };
        let mood = match best.value {
            SimpeiValue::Win if self.values => format!(" ({})", worth(best.value, best.distance)),
            _ => String::new(),
        };
        files::print(&format!("I play {}{mood}\n", best.played))?;
        self.position = played.position;
        if played.won {
            files::print(&format!("{}I win\n", self.position.diagram()))?;
        }
        Ok(played.won)
    }
}
