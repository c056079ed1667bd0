//! The questions about a problem in the words of `life`, `capture` and `race`.

use serde_json::Value;
use tesuji_board::{Color, Diagram, Point, PointSet, Rules, Topology};
use tesuji_formats::write_position;
use tesuji_job::Why;
use tesuji_review::{Aim, Asked, Doubt, Grade, Judge, Judged};

use crate::capture::{self, CaptureQuestion, Role, Starter, TargetStones};
use crate::desk::{Ended, Rest, Work};
use crate::fault::Fault;
use crate::life::{self, LifeKo, LifeQuestion, LifeVerdict};
use crate::position::AskedPosition;
use crate::race::{self, Conditions, RaceQuestion, RaceVerdict};
use crate::words::{PASS, Side, Step, point_names};

/// Asks one question after the other.
pub(crate) struct Desk<'a> {
    pub(crate) work: &'a Work<'a>,
}

impl Judge for Desk<'_> {
    fn group(&mut self, diagram: &Diagram, color: Option<Color>) -> Option<PointSet> {
        life::likeliest_group(&asked_position(diagram).ok()?, color)
    }

    fn judge(&mut self, asked: &Asked<'_>) -> Result<Judged, Doubt> {
        let judged = match asked.aim {
            Aim::Live | Aim::Kill => self.life(asked),
            Aim::Capture | Aim::Escape => self.capture(asked),
            Aim::Race => self.race(asked),
            Aim::Connect | Aim::Cut => {
                return Err(Doubt::Refused("problems of connecting and cutting are not checked yet".into()));
            }
        };
        judged.map_err(|ended| match ended {
            Ended::Fault(fault) => Doubt::Refused(fault.message),
            Ended::Unknown(unknown) => Doubt::Why(unknown.why),
        })
    }
}

/// The position of a diagram, as a question has it.
fn asked_position(diagram: &Diagram) -> Result<AskedPosition, Fault> {
    let text = write_position(diagram).map_err(|error| Fault::in_field("text", error.problem))?;
    let json: Value = serde_json::from_str(&text).map_err(|error| Fault::in_field("text", error))?;
    Ok(AskedPosition::of_json(json))
}

/// What an answer says beside its verdict.
struct Told<'a> {
    moves: &'a [String],
    undecided: &'a [String],
    line: &'a [Step],
    conditions: Option<&'a Conditions>,
    group: &'a [String],
}

impl Desk<'_> {
    fn life(&self, asked: &Asked<'_>) -> Result<Judged, Ended> {
        let board = &asked.diagram.setup.topology;
        let question = LifeQuestion {
            position: asked_position(asked.diagram)?,
            group: Some(TargetStones::Several(point_names(board, asked.target.iter()))),
            safe: point_names(board, asked.safe.iter()),
            first: Some(asked.mover.into()),
            all: asked.every_move,
            ..LifeQuestion::default()
        };
        let solved = life::solve(&question, &self.plain())?;
        let found = &solved.found;
        let side = found.first(Side::from(asked.mover));
        let side = side.ok_or_else(|| Ended::from(Why::Contradiction))?;
        let defends = asked.aim.defends();
        let grade = match side.verdict {
            LifeVerdict::Lives => Some(if defends { Grade::WORKS } else { Grade::FAILS }),
            LifeVerdict::Dies => Some(if defends { Grade::FAILS } else { Grade::WORKS }),
            LifeVerdict::Seki => Some(Grade::seki(defends)),
            LifeVerdict::Ko => side.ko.as_ref().map(|ko| Grade::ko(needs(ko), defends)),
            LifeVerdict::Unknown => None,
        };
        let group = found.groups.first().map_or(&[][..], |group| &group.stones);
        let told = Told {
            moves: &side.moves,
            undecided: &side.undecided,
            line: &side.line,
            conditions: Some(&found.conditions),
            group,
        };
        Ok(judged(asked, grade, &told, &solved.rest))
    }

    fn capture(&self, asked: &Asked<'_>) -> Result<Judged, Ended> {
        let board = &asked.diagram.setup.topology;
        let strings = one_of_each(asked.diagram, asked.target)?;
        let question = CaptureQuestion {
            position: asked_position(asked.diagram)?,
            target: Some(TargetStones::Several(point_names(board, strings))),
            first: Some(match asked.mover {
                Color::Black => Starter::Black,
                Color::White => Starter::White,
            }),
            safe: point_names(board, asked.safe.iter()),
            all: asked.every_move,
            ..CaptureQuestion::default()
        };
        let solved = capture::solve(&question, &self.plain())?;
        let found = &solved.found;
        let attacks = found.first == Role::Attacker;
        let defends = asked.aim.defends();
        // GNU Go's codes: 2 is a ko for which the opponent has to find the first threat, 3 one for which the mover has to.
        let grade = found.code.map(|code| match (attacks, code) {
            (_, 0) => {
                if attacks == defends {
                    Grade::WORKS
                } else {
                    Grade::FAILS
                }
            }
            (_, 1) => {
                if attacks == defends {
                    Grade::FAILS
                } else {
                    Grade::WORKS
                }
            }
            (true, 2) | (false, 3) => Grade::ko(1, defends),
            _ => Grade::ko(0, defends),
        });
        let told = Told {
            moves: &found.moves,
            undecided: &found.undecided,
            line: &found.line,
            conditions: found.conditions.as_ref(),
            group: &[],
        };
        Ok(judged(asked, grade, &told, &solved.rest))
    }

    fn race(&self, asked: &Asked<'_>) -> Result<Judged, Ended> {
        let board = &asked.diagram.setup.topology;
        let question = RaceQuestion {
            position: Some(asked_position(asked.diagram)?),
            safe: point_names(board, asked.safe.iter()),
            ..RaceQuestion::default()
        };
        let solved = race::solve(&question, &self.plain())?;
        let found = &solved.found;
        let side = if asked.mover == Color::Black { &found.black_first } else { &found.white_first };
        let won = |winner: Color| if winner == asked.solver { Grade::WORKS } else { Grade::FAILS };
        let grade = match side.verdict {
            RaceVerdict::Black => Some(won(Color::Black)),
            RaceVerdict::White => Some(won(Color::White)),
            RaceVerdict::Seki => Some(Grade::seki(false)),
            RaceVerdict::Ko => Some(Grade::ko(0, false)),
            RaceVerdict::Unknown => None,
        };
        let told = Told {
            moves: &side.moves,
            undecided: &side.undecided,
            line: &side.line,
            conditions: None,
            group: &[],
        };
        Ok(judged(asked, grade, &told, &solved.rest))
    }

    /// The same work without a picture.
    fn plain(&self) -> Work<'_> {
        let Work { desk, limits, asked, watch, .. } = *self.work;
        Work { desk, limits, asked, watch, style: None }
    }
}

/// How many threats more than the attacker the defender needs.
fn needs(ko: &LifeKo) -> i8 {
    let threats = ko.threats as i8;
    if ko.without_threats == LifeVerdict::Lives { 1 - threats } else { threats }
}

/// A stone of each string of these.
fn one_of_each(diagram: &Diagram, stones: &PointSet) -> Result<Vec<Point>, Fault> {
    let position = diagram.position(Rules::default()).map_err(|error| Fault::in_field("text", error))?;
    let strings = position.strings();
    let touched =
        strings.iter().filter_map(|string| string.stones.iter().find(|&stone| stones.contains(stone)));
    Ok(touched.collect())
}

fn judged(asked: &Asked<'_>, grade: Option<Grade>, told: &Told<'_>, rest: &Rest) -> Judged {
    let board: &Topology = &asked.diagram.setup.topology;
    let point = |name: &str| if name == PASS { None } else { board.point(name) };
    let field = told.conditions.map_or(&[][..], |conditions| &conditions.field);
    let walls = told.conditions.map_or(&[][..], |conditions| &conditions.safe);
    Judged {
        grade: grade.ok_or(rest.why.unwrap_or(Why::OutOfReach)),
        moves: told.moves.iter().map(|name| point(name)).collect(),
        undecided: told.undecided.iter().filter_map(|name| point(name)).collect(),
        line: told.line.iter().map(|step| point(step.place())).collect(),
        group: told.group.iter().chain(field).filter_map(|name| point(name)).collect(),
        safe: walls.iter().filter_map(|wall| point(&wall.at)).collect(),
        nodes: rest.nodes.unwrap_or(0),
    }
}
