//! Faults that tests put in on purpose, to see that the witnesses notice them. Outside of tests there are none.

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    /// A space that has one eye counts as one without.
    TableEntry,
    /// The cut rule forgets that the defender's stones connect.
    CutRule,
    /// A failure by repetition is kept as a fact.
    KeptReturns,
    /// Zones of lives by one move are not closed.
    OpenZones,
    /// A banned retake needs no threat.
    IgnoredBan,
    /// No claims: not a fault, but all is left to the search.
    NoClaims,
}

#[cfg(test)]
thread_local! {
    static ON: std::cell::Cell<Option<Fault>> = const { std::cell::Cell::new(None) };
}

/// Whether a fault is put in.
#[cfg(test)]
pub(crate) fn is_on(fault: Fault) -> bool {
    // Claims hide most repetitions.
    ON.get() == Some(fault) || fault == Fault::NoClaims && ON.get() == Some(Fault::KeptReturns)
}

#[cfg(not(test))]
pub(crate) const fn is_on(_: Fault) -> bool {
    false
}

/// Does something with a fault put in.
#[cfg(test)]
pub(crate) fn with<T>(fault: Option<Fault>, act: impl FnOnce() -> T) -> T {
    let before = ON.replace(fault);
    let result = act();
    ON.set(before);
    result
}
