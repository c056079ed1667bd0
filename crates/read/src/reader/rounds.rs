//! The loop of a position: which child is searched next, when the position is solved, and what its children say about it.

use tesuji_job::Why;

use super::{ANY, Aim, Basis, Child, Frame, INFINITE, PASS, Reader, Value};
use crate::field::NONE;
use crate::set::Set;
use crate::zones::View;

/// What a position comes to, with the move that decides it or was searched last.
type Solved<S> = (Value<S>, u16);

impl<S: Set> Reader<'_, S> {
    /// Searches children of a position until it is solved or a number reaches its threshold.
    pub(super) fn rounds(
        &mut self,
        frame: &mut Frame<S>,
        most_kill: u32,
        most_live: u32,
    ) -> Result<Solved<S>, Why> {
        loop {
            let (kill, live) = self.combine(frame);
            let fails = if frame.attacking { live == 0 } else { kill == 0 };
            if fails && self.release(frame) {
                continue;
            }
            if kill == 0 || live == 0 {
                return Ok(self.conclude(frame, kill == 0));
            }
            let Some((chosen, most_child_kill, most_child_live)) =
                self.choose(frame, kill, live, most_kill, most_live)
            else {
                return Err(Why::Contradiction);
            };
            if kill >= most_kill || live >= most_live {
                return Ok((Value::open(kill, live), self.children[chosen].step));
            }
            let state = self.children[chosen].state;
            let value = self.search(&state, most_child_kill, most_child_live)?;
            self.children[chosen].value = value;
        }
    }

    /// The numbers of a position from those of its children: the mover needs one, the other side all.
    fn combine(&self, frame: &Frame<S>) -> (u32, u32) {
        let mut least = INFINITE;
        let (mut sum, mut most, mut all_fail): (u64, u32, bool) = (0, 0, true);
        for child in &self.children[frame.first..] {
            let (own, other) = sides(frame, child);
            least = least.min(own);
            sum += u64::from(other);
            most = most.max(other);
            all_fail &= !child.needed || other == 0;
        }
        // Moves mostly fail for common reasons: the hardest one counts whole, the others a quarter.
        let sum = if all_fail { 0 } else { (sum + 3 * u64::from(most)).div_ceil(4) };
        let sum = sum.min(u64::from(INFINITE) - 1) as u32;
        let (least, sum) = match (least, sum) {
            (0, _) => (0, INFINITE),
            (_, 0) => (INFINITE, 0),
            numbers => numbers,
        };
        if frame.attacking { (least, sum) } else { (sum, least) }
    }

    /// The child to search next, with its thresholds.
    fn choose(
        &self,
        frame: &Frame<S>,
        kill: u32,
        live: u32,
        most_kill: u32,
        most_live: u32,
    ) -> Option<(usize, u32, u32)> {
        let (sum, most_own, most_other) =
            if frame.attacking { (live, most_kill, most_live) } else { (kill, most_live, most_kill) };
        let history = &self.history[frame.state.to_move.index()];
        let tried = |child: &Child<S>| {
            if child.step == PASS { u32::MAX } else { history[usize::from(child.step)] }
        };
        let (mut best, mut second): (Option<(usize, u32, u32, u32)>, u32) = (None, INFINITE);
        for (index, child) in self.children.iter().enumerate().skip(frame.first) {
            let (own, other) = sides(frame, child);
            if own == INFINITE || other == INFINITE || own == 0 {
                continue;
            }
            let order = tried(child);
            match best {
                Some((_, least, tries, _)) if (own, u32::MAX - order) >= (least, u32::MAX - tries) => {
                    second = second.min(own);
                }
                _ => {
                    second = best.map_or(second, |(_, least, ..)| second.min(least));
                    best = Some((index, own, order, other));
                }
            }
        }
        let (index, own, _, other) = best?;
        let wider = second.saturating_add(1 + second / 4);
        let own_bound = most_own.min(wider).max(own + 1);
        let other_bound = (u64::from(most_other) + u64::from(other)).saturating_sub(u64::from(sum));
        let other_bound = (other_bound.min(u64::from(INFINITE)) as u32).max(other + 1);
        Some(if frame.attacking { (index, own_bound, other_bound) } else { (index, other_bound, own_bound) })
    }

    fn view<'v>(&'v self, frame: &'v Frame<S>) -> View<'v, S> {
        View { field: &self.field, stones: &frame.state.stones }
    }

    /// All that is needed so far has failed: brings up what else has to. Whether there is anything.
    fn release(&mut self, frame: &mut Frame<S>) -> bool {
        if !self.has_zones(frame) {
            return false;
        }
        let returning_fails = frame.attacking == (self.aim == Aim::Kill);
        if frame.basis.is_none() && returning_fails && frame.state.ban == NONE {
            return self.grow(frame);
        }
        if frame.basis.is_none() {
            let pass = self.children[frame.first..].iter().find(|child| child.step == PASS);
            let Some(value) = pass.map(|pass| pass.value) else { return false };
            frame.basis = Some(Basis { zone: value.zone, extent: value.extent, returns: value.returns });
        }
        let Some(basis) = frame.basis else { return false };
        let zone = self.complete(frame, basis.zone);
        frame.basis = Some(Basis { zone, ..basis });
        self.need(frame, zone)
    }

    /// The zone in which moves outside are no more than a pass.
    fn complete(&self, frame: &Frame<S>, zone: S) -> S {
        self.view(frame).closed(frame.state.to_move.opponent(), zone)
    }

    /// The moves on these points have to be known; whether one of them is open.
    fn need(&mut self, frame: &mut Frame<S>, zone: S) -> bool {
        let mut more = false;
        for child in &mut self.children[frame.first..] {
            if !child.needed && child.step != PASS && zone.has(usize::from(child.step)) {
                child.needed = true;
                more |= child.value.is_open();
            }
        }
        let before = self.children.len();
        self.add_moves(frame, zone, true);
        more || self.children.len() > before
    }

    /// Lets the zone around the group grow by the answers to the mover's moves in it. Whether there are moves without one.
    pub(super) fn grow(&mut self, frame: &mut Frame<S>) -> bool {
        let (zone, missing) = self.answered(frame);
        missing && self.need(frame, zone)
    }

    /// The zone around the group that holds the answers to all moves in it, and whether moves are without an answer.
    fn answered(&self, frame: &Frame<S>) -> (S, bool) {
        let (view, owner) = (self.view(frame), frame.state.to_move.opponent());
        let empty = self.field.empty(&frame.state.stones);
        let first = if self.aim == Aim::Join && !frame.attacking {
            self.between(&frame.state)
        } else {
            self.group(&frame.state)
        };
        let mut zone = self.complete(frame, first);
        let (mut done, mut missing) = (S::none(), false);
        loop {
            let fresh = zone & empty & !done;
            if fresh.is_empty() {
                return (zone, missing);
            }
            done |= fresh;
            for at in fresh.numbers() {
                let child = self.children[frame.first..].iter().find(|child| usize::from(child.step) == at);
                match child.map(|child| &child.value) {
                    Some(value) if fails(frame, value) => {
                        zone |= view.after_other_move(owner, at, value.zone);
                    }
                    Some(_) => missing = true,
                    None if self.step(frame, at).is_some() => missing = true,
                    None => zone |= view.kept_illegal(owner, at),
                }
            }
            zone = self.complete(frame, zone);
        }
    }

    /// What the children of a solved position say about it.
    fn conclude(&mut self, frame: &Frame<S>, killed: bool) -> Solved<S> {
        if frame.attacking == killed {
            self.conclude_success(frame)
        } else {
            self.conclude_failure(frame, killed)
        }
    }

    /// The mover succeeds: one child is enough, best one that returns to nothing, and the shortest.
    fn conclude_success(&self, frame: &Frame<S>) -> Solved<S> {
        let decides = |child: &&Child<S>| sides(frame, child).0 == 0;
        let best = self.children[frame.first..]
            .iter()
            .filter(decides)
            .min_by_key(|child| (child.value.returns.count_ones(), child.value.length));
        let Some(child) = best else { return (Value::open(1, 1), NONE) };
        let below = child.value;
        let spends = child.step == frame.state.ban && child.step != NONE;
        let extent = match (spends, frame.attacking) {
            (false, _) => below.extent,
            (true, true) => below.extent.saturating_sub(1).min(-1),
            (true, false) => below.extent.saturating_add(1).max(1),
        };
        let zone = if !self.zones {
            self.field.all
        } else if child.step == PASS {
            below.zone
        } else {
            let (view, owner) = (self.view(frame), frame.state.to_move);
            let zone =
                view.after_own_move(owner, usize::from(child.step), below.zone, child.state.ban != NONE);
            view.closed(owner, zone)
        };
        let length = below.length.saturating_add(1);
        (Value { extent, zone, length, ..below }, child.step)
    }

    /// The mover fails: every move that matters has been answered.
    fn conclude_failure(&self, frame: &Frame<S>, killed: bool) -> Solved<S> {
        let (view, owner) = (self.view(frame), frame.state.to_move.opponent());
        let (mut extent, mut returns) = (if killed { ANY } else { -ANY }, 0);
        let join = |extent: i8, other: i8| if killed { extent.min(other) } else { extent.max(other) };
        let mut needed = self.field.all;
        if let Some(basis) = &frame.basis {
            (extent, returns, needed) = (basis.extent, basis.returns, basis.zone);
        } else if self.has_zones(frame) {
            needed = self.answered(frame).0;
        }
        let mut zone = needed;
        let (mut longest, mut best) = (0, PASS);
        let empty = self.field.empty(&frame.state.stones);
        let mut seen = S::none();
        for child in &self.children[frame.first..] {
            let at = usize::from(child.step);
            if child.step != PASS {
                if !needed.has(at) {
                    continue;
                }
                seen |= S::one(at);
            } else if frame.basis.is_some() && self.zones {
                continue;
            }
            let below = &child.value;
            returns |= below.returns;
            let reached = match (child.step == frame.state.ban, killed) {
                (false, _) => below.extent,
                (true, true) => below.extent.saturating_add(1).min(ANY),
                (true, false) => below.extent.saturating_sub(1).max(-ANY),
            };
            extent = join(extent, reached);
            if self.zones && child.step != PASS {
                zone |= view.after_other_move(owner, at, below.zone);
            }
            if below.length >= longest {
                (longest, best) = (below.length, child.step);
            }
        }
        if frame.state.ban != NONE {
            let ban = usize::from(frame.state.ban);
            if needed.has(ban)
                && !seen.has(ban)
                && empty.has(ban)
                && self.field.play(&frame.state, ban).is_some()
            {
                // With a threat there is one move more.
                extent = join(extent, 0);
                seen |= S::one(ban);
            }
        }
        if self.zones {
            for at in (needed & empty & !seen).numbers() {
                zone |= view.kept_illegal(owner, at);
            }
            zone = view.closed(owner, zone);
        } else {
            zone = self.field.all;
        }
        let value = if killed { Value::killed(extent, zone) } else { Value::lives(extent, zone) };
        (Value { returns, length: longest.saturating_add(1), ..value }, best)
    }
}

/// The numbers of a child as the mover sees them: for his success, and against it.
fn sides<S: Set>(frame: &Frame<S>, child: &Child<S>) -> (u32, u32) {
    if frame.attacking { (child.value.kill, child.value.live) } else { (child.value.live, child.value.kill) }
}

/// Whether the mover fails with this value of a child.
fn fails<S: Set>(frame: &Frame<S>, value: &Value<S>) -> bool {
    if frame.attacking { value.is_alive() } else { value.is_killed() }
}
