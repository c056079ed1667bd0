//! Loopy games to text, as CGSuite writes them: by name if they have one, else in braces with a letter in front of those that are
//! named again inside. Every text reads back as the same game.

use tesuji_job::Why;

use super::{Loopy, Value};
use crate::Error;
use crate::arena::Arena;
use crate::game::{Game, Side};
use crate::loopy::graph::Graph;
use crate::notation::{MOST_BARS, Style};

/// Braces of one text.
const MOST_BRACES: usize = 4000;
/// Positions of a game that is tried for being its own negative.
const MOST_MIRRORED: usize = 120;

/// A text that is not written out yet.
enum Draft {
    Text(String),
    /// A node that is being written further out.
    Again(usize),
    Braces {
        node: usize,
        lists: [Vec<Draft>; 2],
    },
}

struct Writer<'a> {
    graph: &'a Graph,
    games: Vec<Option<Game>>,
    style: Style,
    /// Nodes whose braces are open.
    open: Vec<usize>,
    braces: usize,
}

impl Arena {
    /// A loopy game in [`Style::Ascii`].
    ///
    /// # Errors
    /// [`Why::Text`], or another limit of the arena.
    pub fn loopy_text(&mut self, game: &Loopy) -> Result<String, Error> {
        self.loopy_text_in(game, Style::Ascii)
    }

    /// A loopy game in any style.
    ///
    /// # Errors
    /// [`Why::Text`], or another limit of the arena.
    pub fn loopy_text_in(&mut self, game: &Loopy, style: Style) -> Result<String, Error> {
        let [onside, offside] = &game.sides;
        if game.is_stopper() {
            return self.stopper_text(onside, style);
        }
        let is_dud = [(onside, Side::Left), (offside, Side::Right)]
            .iter()
            .all(|(graph, side)| ***graph == Arena::on_or_off(*side));
        if is_dud {
            return Ok(name("dud", style));
        }
        let (onside, offside) = (self.stopper_text(onside, style)?, self.stopper_text(offside, style)?);
        let and = if style == Style::Latex { r" \mathbin{\&} " } else { " & " };
        Ok(format!("{onside}{and}{offside}"))
    }

    /// A value in any style.
    ///
    /// # Errors
    /// [`Why::Text`], or another limit of the arena.
    pub fn value_text(&mut self, value: &Value, style: Style) -> Result<String, Error> {
        match value {
            Value::Short(game) => self.text_in(*game, style),
            Value::Loopy(loopy) => self.loopy_text_in(loopy, style),
        }
    }

    fn stopper_text(&mut self, graph: &Graph, style: Style) -> Result<String, Error> {
        let games = self.games_of(graph)?;
        let mut writer = Writer { graph, games, style, open: Vec::new(), braces: 0 };
        let draft = self.draft(&mut writer, 0)?;
        let mut text = String::new();
        let mut letters = Letters { of_nodes: Vec::new(), used: 0 };
        write(&draft, style, &mut letters, &mut text);
        Ok(text)
    }

    fn draft(&mut self, writer: &mut Writer<'_>, node: usize) -> Result<Draft, Error> {
        if let Some(game) = writer.games[node] {
            return Ok(Draft::Text(self.text_in(game, writer.style)?));
        }
        if writer.open.contains(&node) {
            return Ok(Draft::Again(node));
        }
        if let Some(text) = self.named(writer, node)? {
            return Ok(Draft::Text(text));
        }
        writer.braces += 1;
        if writer.braces > MOST_BRACES {
            return Err(Error::Unknown(Why::Text));
        }
        writer.open.push(node);
        let mut lists = [Vec::new(), Vec::new()];
        for side in Side::BOTH {
            // Games that end come first, those of the arena in its order.
            let options = writer.graph.options(node, side);
            let (mut short, loopy): (Vec<usize>, Vec<usize>) =
                options.iter().partition(|&&option| writer.games[option].is_some());
            short.sort_by(|&a, &b| match (writer.games[a], writer.games[b]) {
                (Some(a), Some(b)) => self.structural_order(a, b),
                _ => std::cmp::Ordering::Equal,
            });
            for option in short.into_iter().chain(loopy) {
                lists[side.index()].push(self.draft(writer, option)?);
            }
        }
        writer.open.pop();
        Ok(Draft::Braces { node, lists })
    }

    /// The name of a node that does not end.
    fn named(&mut self, writer: &mut Writer<'_>, node: usize) -> Result<Option<String>, Error> {
        if let Some(text) = writer.pass(node) {
            return Ok(Some(text));
        }
        // The other names are of games that do not come back to where they are.
        let style = writer.style;
        let inside = writer.graph.seen_from(node);
        if inside.nodes.iter().flatten().flatten().any(|&option| option == 0) {
            return Ok(None);
        }
        for side in Side::BOTH {
            // {0||0|-G}
            let [own, other] = [side, !side].map(|side| writer.graph.options(node, side));
            let (&[zero], &[threat]) = (own, other) else { continue };
            let [own, other] = [side, !side].map(|side| writer.graph.options(threat, side));
            let (&[reply], &[loss]) = (own, other) else { continue };
            let zeros = [zero, reply].iter().all(|&node| writer.games[node] == Some(Game::ZERO));
            if !zeros || writer.games[loss].is_some() {
                continue;
            }
            let graph = writer.graph.seen_from(loss);
            let of_graph = if side == Side::Left { graph.negative().seen_from(0) } else { graph };
            let zero = Graph { nodes: vec![[Vec::new(), Vec::new()]] };
            let games = self.games_of(&of_graph)?;
            // Tiny of anything longer than `on` or `5over` is easier to read in braces.
            let name = Writer { graph: &of_graph, games, style, open: Vec::new(), braces: 0 }.pass(0);
            if let Some(of) = name
                && self.onside_order(&of_graph, &zero)?.at_least(0, 0)
            {
                return Ok(Some(match (style, side) {
                    (Style::Latex, Side::Left) => format!("{{+}}_{{{of}}}"),
                    (Style::Latex, Side::Right) => format!("{{-}}_{{{of}}}"),
                    (Style::Paper, Side::Left) => format!("+_({of})"),
                    (Style::Paper, Side::Right) => format!("-_({of})"),
                    (_, Side::Left) => format!("Tiny({of})"),
                    (_, Side::Right) => format!("Miny({of})"),
                }));
            }
        }
        self.plus_minus_text(&inside, style)
    }

    /// `±` of Left's options, if the game is its own negative.
    fn plus_minus_text(&mut self, graph: &Graph, style: Style) -> Result<Option<String>, Error> {
        let options = graph.options(0, Side::Left).to_vec();
        if options.is_empty() || graph.len() > MOST_MIRRORED {
            return Ok(None);
        }
        let negative = graph.negative();
        if !self.same_onside(graph, &negative)? {
            return Ok(None);
        }
        let sign = match style {
            Style::Ascii | Style::Paper => "+-",
            Style::Unicode => "±",
            Style::Latex => "\\pm ",
        };
        let mut texts = Vec::new();
        for &option in &options {
            texts.push(self.stopper_text(&graph.seen_from(option), style)?);
        }
        let (open, close) = braces(style);
        Ok(Some(match &texts[..] {
            [one] if one.starts_with(['{', '\\']) || one.chars().all(char::is_alphabetic) => {
                format!("{sign}{one}")
            }
            [one] => format!("{sign}({one})"),
            several => format!("{sign}{open}{}{close}", several.join(",")),
        }))
    }
}

impl Writer<'_> {
    /// The name of a node whose only loop is a pass: `on`, `5over`, `-1/4v[on]*`, `^<on>`.
    fn pass(&self, node: usize) -> Option<String> {
        let lists = Side::BOTH.map(|side| self.graph.options(node, side));
        for side in Side::BOTH {
            let [own, other] = [lists[side.index()], lists[(!side).index()]];
            if own == [node] && other.is_empty() {
                return Some(name(if side == Side::Left { "on" } else { "off" }, self.style));
            }
            // {n|pass} is n and over, {pass|n} n and under.
            if let (&[one], true) = (own, other == [node])
                && let Some(number) = self.games[one].filter(|game| game.is_number())
            {
                return Some(
                    self.behind(number, &name(if side == Side::Left { "over" } else { "under" }, self.style)),
                );
            }
            if let Some((number, starred)) = self.upon(node, side) {
                return Some(self.behind(number, &self.power("[on]", side, starred)));
            }
            if let Some((number, starred)) = self.uponth(node, side) {
                return Some(self.behind(number, &self.power("<on>", side, starred)));
            }
        }
        None
    }

    /// The number beside `^[on]` (for Left; `v[on]` for Right) or, starred, `^[on]*`: `{pass|n*}` or `{n,pass|n}`.
    fn upon(&self, node: usize, side: Side) -> Option<(Game, bool)> {
        let [own, other] = [side, !side].map(|side| self.graph.options(node, side));
        let &[reply] = other else { return None };
        let (number, up, nimber) = self.games[reply]?.to_number_up_star()?;
        if up != 0 || nimber > 1 {
            return None;
        }
        let number = Game::number(number);
        let is_pass = |option: &usize| *option == node;
        let is_number = |option: &usize| self.games[*option] == Some(number);
        let holds = match nimber {
            1 => own.len() == 1 && own.iter().all(is_pass),
            _ => own.len() == 2 && own.iter().any(is_pass) && own.iter().any(is_number),
        };
        holds.then_some((number, nimber == 0))
    }

    /// The number beside `^<on>` (`{n|n + v[on]*}`) or `^<on>*` (`{n,n*|n + v[on]}`).
    fn uponth(&self, node: usize, side: Side) -> Option<(Game, bool)> {
        let [own, other] = [side, !side].map(|side| self.graph.options(node, side));
        let &[below] = other else { return None };
        let (number, starred) = self.upon(below, !side)?;
        let mut games: Vec<Game> = own.iter().map(|&option| self.games[option]).collect::<Option<_>>()?;
        games.sort_by_key(|game| !game.is_number());
        let star = match games[..] {
            [one] if one == number => false,
            [one, other] if one == number => {
                let (at, up, nimber) = other.to_number_up_star()?;
                if Game::number(at) != number || (up, nimber) != (0, 1) {
                    return None;
                }
                true
            }
            _ => return None,
        };
        (starred != star).then_some((number, star))
    }

    fn power(&self, exponent: &str, side: Side, starred: bool) -> String {
        let base = match (self.style, side) {
            (Style::Unicode, Side::Left) => "↑",
            (Style::Unicode, Side::Right) => "↓",
            (Style::Latex, Side::Left) => "{\\uparrow}",
            (Style::Latex, Side::Right) => "{\\downarrow}",
            (_, Side::Left) => "^",
            (_, Side::Right) => "v",
        };
        if self.style == Style::Latex {
            let exponent = exponent.replace("on", "\\mathbf{on}").replace(['<', '>'], "");
            return format!("{base}^{{{exponent}}}{}", if starred { "{*}" } else { "" });
        }
        format!("{base}{exponent}{}", if starred { "*" } else { "" })
    }

    /// A name behind a number, which is left out if it is 0.
    fn behind(&self, number: Game, name: &str) -> String {
        match number.to_number() {
            Some(number) if !number.is_zero() => {
                if self.style == Style::Latex && !number.is_integer() {
                    let sign = if number.numerator() < 0 { "-" } else { "" };
                    let (top, bottom) = (number.numerator().unsigned_abs(), 1_u64 << number.exponent());
                    return format!("{sign}\\frac{{{top}}}{{{bottom}}}{name}");
                }
                format!("{number}{name}")
            }
            _ => name.to_string(),
        }
    }
}

/// A word.
fn name(word: &str, style: Style) -> String {
    if style == Style::Latex { format!("\\mathbf{{{word}}}") } else { word.to_string() }
}

fn braces(style: Style) -> (&'static str, &'static str) {
    if style == Style::Latex { ("\\left\\{", "\\right\\}") } else { ("{", "}") }
}

/// Letters for nodes that are named again.
struct Letters {
    of_nodes: Vec<(usize, String)>,
    used: usize,
}

impl Letters {
    /// The next name: a, b, c and so on without v, which is down; then a1, b1.
    fn next(&mut self) -> String {
        const LETTERS: &[u8] = b"abcdefghijklmnopqrstuwxyz";
        let letter = char::from(LETTERS[self.used % LETTERS.len()]);
        let round = self.used / LETTERS.len();
        self.used += 1;
        if round == 0 { letter.to_string() } else { format!("{letter}{round}") }
    }
}

/// Whether a node is named again in a draft.
fn names(draft: &Draft, wanted: usize) -> bool {
    match draft {
        Draft::Text(_) => false,
        Draft::Again(node) => *node == wanted,
        Draft::Braces { lists, .. } => lists.iter().flatten().any(|inner| names(inner, wanted)),
    }
}

fn is_labelled(draft: &Draft) -> bool {
    match draft {
        Draft::Braces { node, lists } => lists.iter().flatten().any(|inner| names(inner, *node)),
        _ => false,
    }
}

/// How many bars stand between lists whose sole options in braces lose theirs where they can.
fn bars(lists: &[Vec<Draft>; 2]) -> u32 {
    let inner = lists.iter().filter_map(|list| match &list[..] {
        [option @ Draft::Braces { lists, .. }] if !is_labelled(option) => Some(bars(lists)),
        _ => None,
    });
    inner.filter(|&count| count < MOST_BARS).max().unwrap_or(0) + 1
}

fn write(draft: &Draft, style: Style, letters: &mut Letters, text: &mut String) {
    match draft {
        Draft::Text(written) => text.push_str(written),
        Draft::Again(node) => {
            let letter = letters.of_nodes.iter().rev().find(|(named, _)| named == node);
            text.push_str(letter.map_or("", |(_, letter)| letter));
        }
        Draft::Braces { node, lists } => {
            let labelled = is_labelled(draft);
            if labelled {
                let letter = letters.next();
                text.push_str(&letter);
                letters.of_nodes.push((*node, letter));
            }
            let (open, close) = braces(style);
            text.push_str(open);
            write_lists(lists, style, letters, text);
            text.push_str(close);
            if labelled {
                letters.of_nodes.pop();
            }
        }
    }
}

fn write_lists(lists: &[Vec<Draft>; 2], style: Style, letters: &mut Letters, text: &mut String) {
    for (index, list) in lists.iter().enumerate() {
        if index == 1 {
            text.push_str(crate::notation::bars_text(style, bars(lists)));
        }
        match &list[..] {
            [option @ Draft::Braces { lists, .. }] if !is_labelled(option) && bars(lists) < MOST_BARS => {
                write_lists(lists, style, letters, text);
            }
            options => {
                for (position, option) in options.iter().enumerate() {
                    if position > 0 {
                        text.push(',');
                    }
                    write(option, style, letters, text);
                }
            }
        }
    }
}
