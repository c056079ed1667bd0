//! The graph of a race: racing blocks and the liberties they share.

use smallvec::smallvec;
use tesuji_board::Color;

use crate::error::RaceError;
use crate::liberty::{Finish, LibertyGames};
use crate::race::{EyeClass, Kos, Summand};

/// More blocks than this are refused: no search would get through them.
pub(crate) const MOST_BLOCKS: usize = 32;
/// More games of one block than this are refused.
const MOST_GAMES: usize = 64;
/// More liberties of an eye or between two blocks than this are refused.
const MOST_LIBERTIES: u32 = 1000;

/// A racing block.
#[derive(Clone, Debug)]
pub struct Block {
    /// What it is called.
    pub name: String,
    /// Its colour.
    pub color: Color,
    /// Its external regions and eyes.
    pub regions: Vec<Summand>,
    /// The class of its largest eye.
    pub eye: EyeClass,
}

/// Two opposing blocks that touch or share liberties.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Edge {
    /// The indices of the blocks.
    pub ends: [usize; 2],
    /// The plain liberties they share.
    pub shared: u32,
}

impl Edge {
    /// The other end, if the block is one of the two.
    #[must_use]
    pub fn across(&self, block: usize) -> Option<usize> {
        match self.ends {
            [one, other] if one == block => Some(other),
            [one, other] if other == block => Some(one),
            _ => None,
        }
    }
}

/// A race between several blocks.
#[derive(Clone, Debug, Default)]
pub struct Graph {
    /// The racing blocks.
    pub blocks: Vec<Block>,
    /// Which of them touch.
    pub edges: Vec<Edge>,
    /// What was taken for granted, in words.
    pub assumptions: Vec<String>,
}

/// A graph as it is written down.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GraphText {
    /// The racing blocks.
    pub blocks: Vec<BlockText>,
    /// The pairs that touch.
    pub shared: Vec<SharedText>,
}

/// A block as it is written down.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BlockText {
    /// What it is called.
    pub name: String,
    /// Its colour.
    pub color: Color,
    /// Its external liberty games, Black's positive and White's negative.
    pub external: Vec<String>,
    /// The liberties of its eye; 0 for none.
    pub eye: u32,
    /// The points of its eye; an eye of one to three points if it is not said.
    pub eye_size: Option<u32>,
}

impl Default for BlockText {
    fn default() -> BlockText {
        BlockText { name: String::new(), color: Color::Black, external: Vec::new(), eye: 0, eye_size: None }
    }
}

/// A pair of blocks as it is written down.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SharedText {
    /// The names of the blocks.
    pub between: [String; 2],
    /// The liberties they share; 0 if they only touch.
    pub liberties: u32,
}

impl Graph {
    /// Reads a graph.
    ///
    /// # Errors
    /// [`RaceError`] with one sentence about the first thing that is wrong: names used twice or not at all, pairs of one colour,
    /// games that cannot be read, blocks that are captured already; or about what is too large ([`RaceError::unknown`]).
    pub fn read(games: &mut LibertyGames, text: &GraphText) -> Result<Graph, RaceError> {
        let mut graph = Graph::default();
        if text.blocks.len() > MOST_BLOCKS {
            return Err(RaceError::too_large(format!(
                "{} blocks are too many: {MOST_BLOCKS} is the most",
                text.blocks.len()
            )));
        }
        for block in &text.blocks {
            if graph.index(&block.name).is_some() {
                return Err(RaceError::setup(format!("there are two blocks called `{}`", block.name)));
            }
            graph.blocks.push(read_block(games, block)?);
        }
        for pair in &text.shared {
            graph.read_pair(pair)?;
        }
        graph.join_the_lonely();
        graph.check(games)?;
        Ok(graph)
    }

    /// The index of a block.
    #[must_use]
    pub fn index(&self, name: &str) -> Option<usize> {
        self.blocks.iter().position(|block| block.name == name)
    }

    /// The blocks that touch a block, with the liberties shared.
    pub fn neighbors(&self, block: usize) -> impl Iterator<Item = (usize, u32)> + '_ {
        self.edges.iter().filter_map(move |edge| Some((edge.across(block)?, edge.shared)))
    }

    fn read_pair(&mut self, pair: &SharedText) -> Result<(), RaceError> {
        let [one, other] = &pair.between;
        let find = |name: &String| {
            self.index(name).ok_or_else(|| {
                let names: Vec<&str> = self.blocks.iter().map(|block| block.name.as_str()).collect();
                RaceError::setup(format!(
                    "`shared` names a block `{name}` that is not among the blocks ({})",
                    names.join(", ")
                ))
            })
        };
        let ends = [find(one)?, find(other)?];
        if ends[0] == ends[1] {
            return Err(RaceError::setup(format!("the block `{one}` shares liberties with itself")));
        }
        let [a, b] = ends.map(|end| self.blocks[end].color);
        if a == b {
            return Err(RaceError::setup(format!(
                "`{one}` and `{other}` are both {a}: only blocks of opposite colours share liberties (two that can connect are \
                 one block)"
            )));
        }
        if pair.liberties > MOST_LIBERTIES {
            return Err(RaceError::too_large(format!(
                "{} liberties between `{one}` and `{other}` are too many: {MOST_LIBERTIES} is the most",
                pair.liberties
            )));
        }
        if self.edges.iter().any(|edge| edge.across(ends[0]) == Some(ends[1])) {
            return Err(RaceError::setup(format!(
                "the pair of `{one}` and `{other}` is listed twice: add the liberties up"
            )));
        }
        self.edges.push(Edge { ends, shared: pair.liberties });
        Ok(())
    }

    /// A block in no pair would race with nobody, which cannot be meant.
    fn join_the_lonely(&mut self) {
        let lonely: Vec<usize> =
            (0..self.blocks.len()).filter(|&block| self.neighbors(block).next().is_none()).collect();
        for &block in &lonely {
            let opponents: Vec<usize> = (0..self.blocks.len())
                .filter(|&other| self.blocks[other].color != self.blocks[block].color)
                .collect();
            for other in opponents {
                if !self.edges.iter().any(|edge| edge.across(block) == Some(other)) {
                    self.edges.push(Edge { ends: [block, other], shared: 0 });
                }
            }
            self.assumptions.push(format!(
                "`{}` is in no pair of `shared`; taken to touch every opposing block, without shared liberties",
                self.blocks[block].name
            ));
        }
    }

    fn check(&self, games: &LibertyGames) -> Result<(), RaceError> {
        for color in Color::BOTH {
            if !self.blocks.iter().any(|block| block.color == color) {
                return Err(RaceError::setup(format!(
                    "a race needs blocks of both colours, and none is {color}"
                )));
            }
        }
        for (index, block) in self.blocks.iter().enumerate() {
            let breathes = block.regions.iter().any(|region| games.breathes(&region.parts))
                || self.neighbors(index).any(|(_, shared)| shared > 0);
            if !breathes {
                return Err(RaceError::setup(format!(
                    "`{}` has no liberties: the block is captured already",
                    block.name
                )));
            }
        }
        Ok(())
    }
}

fn read_block(games: &mut LibertyGames, text: &BlockText) -> Result<Block, RaceError> {
    let name = text.name.clone();
    if name.trim().is_empty() {
        return Err(RaceError::setup("a block has no name"));
    }
    let about = |error: RaceError| error.about(&format!("block `{name}`"));
    if text.external.len() > MOST_GAMES {
        return Err(about(RaceError::too_large(format!(
            "{} liberty games are too many: {MOST_GAMES} is the most",
            text.external.len()
        ))));
    }
    let mut regions = Vec::new();
    for (number, expression) in (1..).zip(&text.external) {
        let parts = games.read(expression, text.color).map_err(about)?;
        let parts = games.combine(parts);
        let name = format!("{name}:{number}");
        regions.push(Summand { name: name.into(), owner: text.color, parts, is_eye: false, kos: Kos::None });
    }
    let mut eye = EyeClass::None;
    if text.eye > 0 {
        if text.eye > MOST_LIBERTIES {
            return Err(about(RaceError::too_large(format!(
                "{} liberties of an eye are too many: {MOST_LIBERTIES} is the most",
                text.eye
            ))));
        }
        let size = text.eye_size.unwrap_or(1);
        eye = match EyeClass::of_size(size as usize) {
            Some(class) if class != EyeClass::None => class,
            _ => return Err(about(RaceError::setup(format!("an eye has 1 to 7 points, not {size}")))),
        };
        let parts = smallvec![games.score(text.eye, Finish::EYE)];
        let name = format!("{name}:eye");
        regions.push(Summand { name: name.into(), owner: text.color, parts, is_eye: true, kos: Kos::None });
    } else if text.eye_size.is_some() {
        return Err(about(RaceError::setup("it has an `eye_size` but no `eye`")));
    }
    Ok(Block { name, color: text.color, regions, eye })
}
