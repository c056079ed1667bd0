//! What to play in a sum, and why.

use tesuji_cgt::{Dyadic, Game, Reason, Relation, Side, Strategy, Style, SumMove};
use tesuji_job::Unknown;

use super::workspace::Workspace;
use super::{Advice, Player, Suggestion};

/// Characters of an expression that name it in a sentence.
const NAMED: usize = 60;

/// The summands of a sum as they are played, cooled if that was asked, and who moves.
pub(super) struct Sum {
    /// What the summands are called.
    pub(super) names: Vec<String>,
    pub(super) games: Vec<Game>,
    pub(super) side: Side,
    /// What a winning move has to leave.
    pub(super) target: Game,
}

impl Player {
    pub(super) fn side(self) -> Side {
        match self {
            Player::Left => Side::Left,
            Player::Right => Side::Right,
        }
    }
}

impl Sum {
    /// Tests every move exactly and says which ones win and why.
    pub(super) fn advise(
        &self,
        workspace: &mut Workspace<'_>,
        player: Player,
    ) -> Result<Advice, tesuji_cgt::Error> {
        let found = workspace.arena.best_moves(&self.games, self.side, self.target)?;
        let shown = workspace.plan.style;
        let mut advice = Advice::unknown(player);
        advice.target = workspace.arena.text(self.target).ok();
        for candidate in &found.moves {
            let component = candidate.component;
            let text = |game: Game| workspace.arena.text(game).ok();
            let (from, option, sum) =
                (text(self.games[component]), text(candidate.option), text(candidate.total));
            advice.moves.push(super::SumMove {
                summand: component + 1,
                expression: self.names[component].clone(),
                from,
                option,
                sum,
                wins: candidate.wins,
                stop: candidate.stop.to_string(),
                why: self.reason(workspace, &found, candidate, Style::Ascii),
            });
            let label = self.in_words(workspace, component, candidate.option, shown);
            advice.lines.push((label, self.reason(workspace, &found, candidate, shown)));
        }
        advice.wins = Some(found.wins());
        advice.best_stop = Some(found.best_stop.to_string());
        advice.winning_summands = found.winning_components().iter().map(|component| component + 1).collect();
        advice.sentence = self.verdict(workspace, &found, Style::Ascii);
        advice.heading = self.verdict(workspace, &found, shown);
        let is_hot = found.suggestions.iter().any(|found| found.temperature > Dyadic::ZERO);
        for suggested in &found.suggestions {
            self.suggest(workspace, suggested, &mut advice);
            if is_hot {
                let words = self.in_words(workspace, suggested.component, suggested.option, shown);
                advice.lines.push((strategy(suggested.strategy).into(), words));
            }
        }
        Ok(advice)
    }

    /// Where the exact sum is too large, thermographs still give advice. It is no proof, and nothing is said if even that is
    /// too much.
    pub(super) fn advise_by_thermographs(&self, workspace: &mut Workspace<'_>, advice: &mut Advice) {
        let Ok(Some(found)) = workspace.arena.thermostrat(&self.games, self.side) else { return };
        self.suggest(workspace, &found, advice);
        let words = self.in_words(workspace, found.component, found.option, workspace.plan.style);
        advice
            .lines
            .push((strategy(found.strategy).into(), format!("{words}: advice of thermographs, not proved")));
    }

    fn suggest(&self, workspace: &Workspace<'_>, found: &tesuji_cgt::Suggestion, advice: &mut Advice) {
        advice.suggestions.push(Suggestion {
            strategy: strategy(found.strategy).into(),
            summand: found.component + 1,
            option: workspace.arena.text(found.option).ok(),
            temperature: found.temperature.to_string(),
        });
    }

    /// The answer in one sentence.
    fn verdict(&self, workspace: &mut Workspace<'_>, advice: &tesuji_cgt::Advice, style: Style) -> String {
        let (side, opponent) = (self.side, !self.side);
        let target = workspace.brief(self.target, style);
        let aim = match (self.target == Game::ZERO, side) {
            (true, _) => "to move last".to_string(),
            (false, Side::Left) => format!("to leave at least {target}"),
            (false, Side::Right) => format!("to leave at most {target}"),
        };
        let Some(best) = advice.moves.first() else { return format!("{side}, to move, has no move") };
        let chosen = self.in_words(workspace, best.component, best.option, style);
        if best.wins {
            let others = match advice.winning_moves().count() {
                1 => "the only winning move".to_string(),
                count => format!("one of {count} winning moves"),
            };
            format!("{side}, to move, wins ({aim}): play in {chosen}; {others}")
        } else {
            format!(
                "{side}, to move, does not win ({aim}): {opponent} has an answer to every move; the best score is {} in \
                 {chosen}",
                best.stop
            )
        }
    }

    /// Why a move is good or bad.
    fn reason(
        &self,
        workspace: &mut Workspace<'_>,
        advice: &tesuji_cgt::Advice,
        chosen: &SumMove,
        style: Style,
    ) -> String {
        let total = workspace.brief(chosen.total, style);
        let opponent = !self.side;
        let (verdict, relation, then) = match chosen.reason {
            Reason::Reaches { relation } => ("wins", relation, "has to move"),
            Reason::FallsShort { relation } => ("loses", relation, "moves next"),
            Reason::Dominated { by } => {
                let better = match advice.moves.get(by) {
                    Some(better) => self.place(workspace, better.component, style),
                    None => "another summand".into(),
                };
                return format!("loses: the sum becomes {total}; a move in {better} is better in any case");
            }
        };
        let compared = match relation {
            Relation::Less => "less than",
            Relation::Equal => "equal to",
            Relation::Greater => "greater than",
            Relation::Confused => "confused with",
        };
        let target = workspace.brief(self.target, style);
        format!("{verdict}: the sum becomes {total}, which is {compared} {target}, and {opponent} {then}")
    }

    /// `2 (4^), to 4`: a move.
    fn in_words(
        &self,
        workspace: &mut Workspace<'_>,
        component: usize,
        option: Game,
        style: Style,
    ) -> String {
        let place = self.place(workspace, component, style);
        format!("{place}, to {}", workspace.brief(option, style))
    }

    /// `2 (4^)`: the number of a summand and what it is.
    fn place(&self, workspace: &mut Workspace<'_>, component: usize, style: Style) -> String {
        let value = workspace.brief(self.games[component], style);
        let name: String = self.names[component].chars().take(NAMED).collect();
        let plain = |text: &str| text.replace(' ', "");
        let number = component + 1;
        if plain(&name) == plain(&value) {
            format!("{number} ({value})")
        } else if workspace.plan.cool.is_some() {
            format!("{number} ({name} cooled to {value})")
        } else {
            format!("{number} ({name} = {value})")
        }
    }
}

impl Advice {
    /// Nothing is known yet.
    pub(super) fn unknown(side: Player) -> Advice {
        Advice {
            side,
            target: None,
            wins: None,
            best_stop: None,
            winning_summands: Vec::new(),
            moves: Vec::new(),
            suggestions: Vec::new(),
            why: None,
            sentence: String::new(),
            heading: String::new(),
            lines: Vec::new(),
        }
    }

    /// A limit ended the search for the best move.
    pub(super) fn ended(side: Player, unknown: &Unknown) -> Advice {
        let sentence = format!("What {} should play is unknown: {unknown}", side.side());
        Advice {
            why: Some(unknown.to_string()),
            heading: sentence.clone(),
            sentence,
            ..Advice::unknown(side)
        }
    }
}

fn strategy(strategy: Strategy) -> &'static str {
    match strategy {
        Strategy::Hotstrat => "hotstrat",
        Strategy::Sentestrat => "sentestrat",
        Strategy::Thermostrat => "thermostrat",
    }
}
