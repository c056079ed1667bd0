//! A race on a board as a product: regions are explored, and play is followed point by point.
//!
//! The product knows no points. So moves and lines are followed here, region by region with the rules of the board
//! ([`Standing`]), and each position is handed to the product as a [`State`].

use smallvec::SmallVec;
use tesuji_board::{Color, Point, PointSet, Position};
use tesuji_job::{Unknown, Why};
use tesuji_local::{Bits, Ground, MOST_POINTS, Part, Slots, Threats, Touch, ones};

use super::book::{Blocks, Book};
use super::state::{MOST_SLOTS, Placed, State, Status};
use crate::automaton::atlas::{Atlas, Events, takes_a_last_liberty};
use crate::budget::Account;
use crate::error::told_by;

/// The regions of a race on a board, explored.
pub(crate) struct Field {
    atlas: Atlas,
    regions: Vec<Region>,
    blocks: Blocks,
    root: Standing,
    /// What the local positions hold of the memory.
    accounts: Vec<Account>,
}

struct Region {
    ground: u32,
    /// The block of each slot.
    blocks: SmallVec<[u8; 4]>,
}

/// A race on a board as it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Standing {
    parts: Vec<Part>,
    status: SmallVec<[Status; 4]>,
    /// The region and the point where the side to move may not play, but for the price of a threat.
    ban: Option<(usize, u8)>,
    pub(crate) to_move: Color,
    pub(crate) threats: Threats,
}

/// What a move on the board has led to.
#[derive(Clone, Debug)]
pub(crate) struct Moved {
    pub(crate) standing: Standing,
    pub(crate) captured: SmallVec<[usize; 4]>,
}

/// What is asked of a board.
pub(crate) struct Setting<'a> {
    pub(crate) position: &'a Position,
    /// The racing strings.
    pub(crate) strings: &'a [(Color, PointSet)],
    /// Safe stones, Black's first.
    pub(crate) safe: &'a [PointSet; 2],
    /// The regions with their names.
    pub(crate) regions: Vec<(String, PointSet)>,
    pub(crate) contacts: Vec<[usize; 2]>,
    pub(crate) goes_on: bool,
}

impl Field {
    /// Explores all regions.
    ///
    /// # Errors
    /// Which region is too large, and how large it is; or what ended the work.
    pub(crate) fn new(setting: &Setting<'_>, mut account: impl FnMut() -> Account) -> Result<Field, Unknown> {
        let board = setting.position.topology();
        let colors: Vec<Color> = setting.strings.iter().map(|(color, _)| *color).collect();
        let mut grounds = Vec::new();
        let mut may_leave = setting.goes_on;
        let mut may_join = false;
        for (name, points) in &setting.regions {
            let size = points.len();
            if size > MOST_POINTS {
                let told = format!(
                    "region {name} is too open: it has {size} points, and {MOST_POINTS} are the most"
                );
                return Err(Unknown::new(Why::Room, told));
            }
            let ground = Ground::new(board, points.iter().collect());
            let next_to = |set: &PointSet| {
                ground.points().iter().enumerate().fold(0, |bits: Bits, (index, &point)| {
                    let touches = board.neighbors(point).iter().any(|&next| set.contains(next));
                    bits | Bits::from(touches) << index
                })
            };
            let stones = Color::BOTH.map(|color| {
                ground.points().iter().enumerate().fold(0, |bits: Bits, (index, &point)| {
                    bits | Bits::from(setting.position.stone(point) == Some(color)) << index
                })
            });
            let mut blocks = SmallVec::new();
            let mut part = Part {
                points: if size == MOST_POINTS { Bits::MAX } else { (1 << size) - 1 },
                stones,
                safe: [next_to(&setting.safe[0]), next_to(&setting.safe[1])],
                blocks: SmallVec::new(),
            };
            for (index, (color, string)) in setting.strings.iter().enumerate() {
                let points = next_to(string);
                if points != 0 {
                    blocks.push(index as u8);
                    part.blocks.push(Touch { color: *color, points });
                }
            }
            if blocks.len() > MOST_SLOTS {
                let told = format!(
                    "region {name} lies between {} blocks, and {MOST_SLOTS} are the most",
                    blocks.len()
                );
                return Err(Unknown::new(Why::Room, told));
            }
            let of = |color: Color| part.blocks.iter().filter(move |touch| touch.color == color).count();
            may_leave |= Color::BOTH.iter().any(|&color| of(color) > 0 && part.safe[color.index()] != 0);
            may_join |= Color::BOTH.iter().any(|&color| of(color) > 1);
            grounds.push((ground, part, blocks));
        }
        let events = Events { safe: may_leave, captured: setting.goes_on, joined: may_join };
        let mut field = Field {
            atlas: Atlas::new(events),
            regions: Vec::new(),
            blocks: Blocks { colors, contacts: setting.contacts.clone(), goes_on: setting.goes_on },
            root: Standing {
                parts: Vec::new(),
                status: SmallVec::from_elem(Status::Racing, setting.strings.len()),
                ban: None,
                to_move: setting.position.to_move(),
                threats: Threats::NONE,
            },
            accounts: Vec::new(),
        };
        for ((name, points), (ground, part, blocks)) in setting.regions.iter().zip(grounds) {
            let ko = setting.position.ko().and_then(|ko| ground.index_of(ko));
            if let Some(at) = ko {
                field.root.ban = Some((field.regions.len(), at as u8));
            }
            let number = field.atlas.add_ground(ground);
            let told = |why: Why| told_by(&format!("region {name} of {} points", points.len()), why);
            let mut account = account();
            field.atlas.explore(number, &part, None, &mut account).map_err(told)?;
            if let Some(at) = ko {
                // Whoever is to move: the question is asked for both sides, and the ban binds the one that would retake.
                for color in Color::BOTH {
                    field
                        .atlas
                        .explore(number, &part, Some((color, at as u8)), &mut account)
                        .map_err(told)?;
                }
            }
            field.accounts.push(account);
            field.regions.push(Region { ground: number, blocks });
            field.root.parts.push(part);
        }
        Ok(field)
    }

    /// How many local positions were looked at.
    pub(crate) fn positions(&self) -> u64 {
        self.accounts.iter().map(Account::nodes).sum()
    }

    /// The rules of the product.
    pub(crate) fn book(&self) -> Book {
        Book::new(&self.atlas.pieces, self.blocks.clone())
    }

    /// More plain liberties than this no block can have.
    pub(crate) fn most_plain(&self) -> u32 {
        self.root.parts.iter().map(|part| part.points.count_ones()).sum()
    }

    /// The race at the beginning with this side to move. A ko that was just taken binds only the side that is to move by the
    /// position.
    pub(crate) fn start(&self, to_move: Color, threats: Threats) -> Standing {
        let ban = self.root.ban.filter(|_| to_move == self.root.to_move);
        Standing { to_move, ban, threats, ..self.root.clone() }
    }

    fn ground(&self, region: usize) -> &Ground {
        self.atlas.ground(self.regions[region].ground)
    }

    /// The point of the board.
    pub(crate) fn point(&self, region: usize, at: usize) -> Point {
        self.ground(region).points()[at]
    }

    /// A standing as the product sees it.
    pub(crate) fn state(&self, book: &Book, standing: &Standing) -> Option<State> {
        let blocks = book.colors.len();
        let mut state = State {
            pieces: SmallVec::new(),
            plain: SmallVec::from_elem(0, blocks),
            status: standing.status.clone(),
            to_move: standing.to_move,
            threats: standing.threats,
        };
        for (index, region) in self.regions.iter().enumerate() {
            let ban = standing.ban.filter(|(at, _)| *at == index).map(|(_, at)| (standing.to_move, at));
            for target in self.atlas.find(region.ground, &standing.parts[index], ban)? {
                let Some(class) = book.class_of(target.piece) else { continue };
                let blocks = target
                    .slots
                    .iter()
                    .map(|&slot| standing.home(usize::from(region.blocks[usize::from(slot)])));
                state.add(book, Placed::new(class, blocks));
            }
        }
        state.pieces.sort_unstable();
        Some(state)
    }

    /// All empty points of all regions.
    pub(crate) fn empty(&self, standing: &Standing) -> Vec<(usize, usize)> {
        let regions = standing.parts.iter().enumerate();
        regions.flat_map(|(region, part)| ones(part.empty()).map(move |at| (region, at))).collect()
    }

    /// How soon a point is tried in a line: liberties of the opponent's blocks first, liberties of both sides last.
    pub(crate) fn rank(&self, standing: &Standing, region: usize, at: usize) -> u8 {
        let touches = |color: Color| {
            let blocks = standing.parts[region].blocks.iter();
            blocks.filter(|touch| touch.color == color).any(|touch| touch.points >> at & 1 == 1)
        };
        match (touches(standing.to_move.opponent()), touches(standing.to_move)) {
            (true, false) => 0,
            (false, false) => 1,
            (false, true) => 2,
            (true, true) => 3,
        }
    }

    /// The standing after a pass.
    pub(crate) fn passed(standing: &Standing) -> Standing {
        Standing { ban: None, to_move: standing.to_move.opponent(), ..standing.clone() }
    }

    /// Whether a point is banned.
    pub(crate) fn is_banned(standing: &Standing, region: usize, at: usize) -> bool {
        standing.ban == Some((region, at as u8))
    }

    /// The standing after a move; nothing if it is not legal.
    pub(crate) fn play(&self, standing: &Standing, region: usize, at: usize) -> Option<Moved> {
        let mover = standing.to_move;
        let mut after = standing.clone();
        if Field::is_banned(standing, region, at) {
            after.threats = after.threats.spent(mover)?;
        }
        after.to_move = mover.opponent();
        let before = &standing.parts[region];
        let played = self.ground(region).play(before, mover, at);
        if played.breathless && !takes_a_last_liberty(before, &played.part, mover) {
            return None;
        }
        after.ban = played.ko.map(|point| (region, point));
        after.parts[region] = played.part;
        let block = |slot: &u8| standing.home(usize::from(self.regions[region].blocks[usize::from(*slot)]));
        if let Some((into, others)) = played.joined.split_first() {
            for other in others {
                self.join(&mut after, block(into), block(other));
            }
        }
        for slot in &played.out {
            self.leave(&mut after, block(slot), Status::Safe);
        }
        let colors = &self.blocks.colors;
        let captured: SmallVec<[usize; 4]> = (0..colors.len())
            .filter(|&block| {
                colors[block] != mover
                    && after.status[block] == Status::Racing
                    && !self.breathes(&after, block)
            })
            .collect();
        if captured.is_empty() && played.breathless {
            return None;
        }
        for &block in &captured {
            self.leave(&mut after, block, Status::Captured);
            for &[one, other] in &self.blocks.contacts {
                let [one, other] = [after.home(one), after.home(other)];
                for (here, there) in [(one, other), (other, one)] {
                    if here == block {
                        self.leave(&mut after, there, Status::Safe);
                    }
                }
            }
        }
        let dead = |block: usize| {
            colors[block] == mover && after.status[block] == Status::Racing && !self.breathes(&after, block)
        };
        if captured.is_empty() && (0..colors.len()).any(dead) {
            return None;
        }
        Some(Moved { standing: after, captured })
    }

    fn breathes(&self, standing: &Standing, block: usize) -> bool {
        standing.parts.iter().zip(&self.regions).any(|(part, region)| {
            (0..part.blocks.len()).any(|slot| {
                standing.home(usize::from(region.blocks[slot])) == block && part.liberties(slot) != 0
            })
        })
    }

    fn leave(&self, standing: &mut Standing, block: usize, status: Status) {
        if standing.status[block] != Status::Racing {
            return;
        }
        standing.status[block] = status;
        let color = match status {
            Status::Captured => self.blocks.colors[block].opponent(),
            _ => self.blocks.colors[block],
        };
        let mut out: SmallVec<[usize; 4]> = SmallVec::new();
        for (index, region) in self.regions.iter().enumerate() {
            let slots: Slots = (0..region.blocks.len())
                .filter(|&slot| {
                    standing.parts[index].blocks[slot].points != 0
                        && standing.home(usize::from(region.blocks[slot])) == block
                })
                .map(|slot| slot as u8)
                .collect();
            for slot in slots {
                let ground = self.ground(index);
                let also = ground.retire(&mut standing.parts[index], usize::from(slot), color);
                out.extend(also.iter().map(|&slot| usize::from(region.blocks[usize::from(slot)])));
            }
        }
        for other in out {
            let other = standing.home(other);
            self.leave(standing, other, Status::Safe);
        }
    }

    fn join(&self, standing: &mut Standing, into: usize, from: usize) {
        if standing.status[from] != Status::Racing || into == from {
            return;
        }
        for (index, region) in self.regions.iter().enumerate() {
            let slot = |block: usize| {
                (0..region.blocks.len()).find(|&slot| {
                    standing.parts[index].blocks[slot].points != 0
                        && standing.home(usize::from(region.blocks[slot])) == block
                })
            };
            if let (Some(one), Some(other)) = (slot(into), slot(from)) {
                let blocks = &mut standing.parts[index].blocks;
                let touch = std::mem::take(&mut blocks[one.max(other)].points);
                blocks[one.min(other)].points |= touch;
            }
        }
        standing.status[from] = Status::Joined(into as u8);
    }
}

impl Standing {
    /// What has become of a block.
    pub(crate) fn status(&self, block: usize) -> Status {
        self.status[block]
    }

    /// The block that a block has become part of.
    pub(crate) fn home(&self, mut block: usize) -> usize {
        while let Status::Joined(into) = self.status[block] {
            block = usize::from(into);
        }
        block
    }
}
