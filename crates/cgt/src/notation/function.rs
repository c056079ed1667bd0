//! The functions that expressions may call.

/// A function of the notation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Function {
    Cool,
    Heat,
    Overheat,
    Freeze,
    Tiny,
    Miny,
    Reduced,
    Mean,
    Temperature,
    LeftStop,
    RightStop,
    AtomicWeight,
    Norton,
    TimesUp,
    Ordinal,
    UpPower,
    Uptimal,
    Nimber,
    /// Values are canonical here, so this changes nothing.
    CanonicalForm,
    Negative,
    Onside,
    Offside,
    Conjunctive,
    Selective,
    Conway,
}

/// Name, function, number of arguments (none: any number but zero). Names are compared in lower case without `_`.
const FUNCTIONS: [(&str, Function, Option<u32>); 43] = [
    ("cool", Function::Cool, Some(2)),
    ("heat", Function::Heat, Some(2)),
    ("overheat", Function::Overheat, Some(3)),
    ("freeze", Function::Freeze, Some(1)),
    ("tiny", Function::Tiny, Some(1)),
    ("miny", Function::Miny, Some(1)),
    ("rcf", Function::Reduced, Some(1)),
    ("reduced", Function::Reduced, Some(1)),
    ("mean", Function::Mean, Some(1)),
    ("temp", Function::Temperature, Some(1)),
    ("temperature", Function::Temperature, Some(1)),
    ("ls", Function::LeftStop, Some(1)),
    ("leftstop", Function::LeftStop, Some(1)),
    ("rs", Function::RightStop, Some(1)),
    ("rightstop", Function::RightStop, Some(1)),
    ("aw", Function::AtomicWeight, Some(1)),
    ("atomicweight", Function::AtomicWeight, Some(1)),
    ("norton", Function::Norton, Some(2)),
    ("nortonproduct", Function::Norton, Some(2)),
    ("upmul", Function::TimesUp, Some(1)),
    ("timesup", Function::TimesUp, Some(1)),
    ("ordinal", Function::Ordinal, Some(2)),
    ("ordinalsum", Function::Ordinal, Some(2)),
    ("uppower", Function::UpPower, Some(1)),
    ("uptimal", Function::Uptimal, None),
    ("nim", Function::Nimber, Some(1)),
    ("nimber", Function::Nimber, Some(1)),
    // What CGSuite calls them.
    ("canonicalform", Function::CanonicalForm, Some(1)),
    ("canonical", Function::CanonicalForm, Some(1)),
    ("simplify", Function::CanonicalForm, Some(1)),
    ("reducedcanonicalform", Function::Reduced, Some(1)),
    ("nortonmultiply", Function::Norton, Some(2)),
    ("negative", Function::Negative, Some(1)),
    ("conjunctive", Function::Conjunctive, Some(2)),
    ("conjunctivesum", Function::Conjunctive, Some(2)),
    ("selective", Function::Selective, Some(2)),
    ("selectivesum", Function::Selective, Some(2)),
    ("conway", Function::Conway, Some(2)),
    ("conwayproduct", Function::Conway, Some(2)),
    ("conwaymultiply", Function::Conway, Some(2)),
    ("onside", Function::Onside, Some(1)),
    ("offside", Function::Offside, Some(1)),
    ("uppow", Function::UpPower, Some(1)),
];

impl Function {
    /// Whether a name is that of tiny or miny, which may stand directly behind a number.
    pub(super) fn is_tiny(name: &str) -> bool {
        matches!(Function::named(name), Some((Function::Tiny | Function::Miny, _)))
    }

    /// The function of this name and its number of arguments.
    pub(super) fn named(name: &str) -> Option<(Function, Option<u32>)> {
        let plain: String = name.chars().filter(|&c| c != '_').map(|c| c.to_ascii_lowercase()).collect();
        FUNCTIONS.iter().find(|(known, ..)| *known == plain).map(|&(_, function, arity)| (function, arity))
    }
}
