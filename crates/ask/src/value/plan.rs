//! What was asked about games, checked: every notation is read before anything is computed.

use tesuji_cgt::{Expression, ParseError, Rational, Style};
use tesuji_draw::ThermographPicture;

use super::{Notation, ValueQuestion};
use crate::fault::Fault;

/// A question whose parts fit together.
pub(super) struct Plan<'a> {
    pub(super) question: &'a ValueQuestion,
    /// The games; none stands for all names of the definitions.
    pub(super) terms: Vec<Term>,
    pub(super) cool: Option<Term>,
    /// The temperature at which the walls are told.
    pub(super) at: Option<Rational>,
    pub(super) compare: Option<Term>,
    pub(super) target: Option<Term>,
    /// How games are written for people.
    pub(super) style: Style,
    /// Whether a picture is wanted.
    pub(super) pictured: bool,
}

/// A game that was read and not yet computed.
#[derive(Clone)]
pub(super) struct Term {
    /// As it was written.
    pub(super) text: String,
    expression: Expression,
    place: Place,
}

/// Where a text stands, for messages.
#[derive(Clone)]
struct Place {
    field: String,
    /// Words before a message.
    before: Option<String>,
}

impl Place {
    fn fault(&self, text: &str, error: &ParseError) -> Fault {
        let fault = Fault::in_field(&self.field, error).at(text, error.column);
        match &self.before {
            Some(before) => fault.within(before),
            None => fault,
        }
    }
}

impl Term {
    fn read(text: &str, field: &str, before: Option<String>) -> Result<Term, Fault> {
        let place = Place { field: field.to_string(), before };
        match Expression::parse(text) {
            Ok(expression) => Ok(Term { text: text.to_string(), expression, place }),
            Err(error) => Err(place.fault(text, &error)),
        }
    }

    /// A name of the definitions.
    pub(super) fn named(name: &str) -> Result<Term, Fault> {
        Term::read(name, "define", None)
    }

    pub(super) fn expression(&self) -> &Expression {
        &self.expression
    }

    /// A fault at a column of this text.
    pub(super) fn fault(&self, error: &ParseError) -> Fault {
        self.place.fault(&self.text, error)
    }
}

impl<'a> Plan<'a> {
    /// The question, if it can be asked.
    pub(super) fn new(question: &'a ValueQuestion, pictured: bool) -> Result<Plan<'a>, Fault> {
        let given = &question.expressions;
        if given.is_empty() && question.define.is_none() {
            return Err(Fault::in_field(
                "expressions",
                "there is no game to calculate: give one expression or more",
            ));
        }
        if question.target.is_some() && question.best.is_none() {
            return Err(Fault::in_field(
                "target",
                "a target belongs to the best move: best has to be left or right",
            ));
        }
        if question.construction && !pictured {
            return Err(Fault::in_field(
                "construction",
                "a construction is drawn into the picture: ask for one",
            ));
        }
        if question.construction && question.below_zero {
            return Err(Fault::in_field(
                "below_zero",
                "a construction starts at temperature 0: ask for one of both",
            ));
        }
        if given.len() > 1 && pictured && question.best.is_none() {
            return Err(one_picture());
        }
        let mut terms = Vec::new();
        for (index, text) in given.iter().enumerate() {
            let before = match question.expression_names.get(index) {
                Some(name) => Some(name.clone()),
                None if given.len() > 1 => Some(format!("expression {}", index + 1)),
                None => None,
            };
            terms.push(Term::read(&text.0, &format!("expressions[{index}]"), before)?);
        }
        let single = |field: &str, text: &Option<crate::Expression>| match text {
            Some(text) => Term::read(&text.0, field, Some(field.to_string())).map(Some),
            None => Ok(None),
        };
        Ok(Plan {
            question,
            terms,
            cool: single("cool", &question.cool)?,
            at: question.at.as_ref().map(|text| temperature(&text.0)).transpose()?,
            compare: single("compare", &question.compare)?,
            target: single("target", &question.target)?,
            style: match question.notation.unwrap_or_default() {
                Notation::Ascii => Style::Ascii,
                Notation::Paper => Style::Paper,
                Notation::Unicode => Style::Unicode,
                Notation::Latex => Style::Latex,
            },
            pictured,
        })
    }

    /// The drawn picture, if one is wanted.
    pub(super) fn draw(
        &self,
        picture: Option<&ThermographPicture>,
        style: Option<&tesuji_draw::Style>,
    ) -> Option<String> {
        Some(tesuji_draw::thermograph_svg(picture?, style?))
    }
}

/// A temperature at which walls can be told.
fn temperature(text: &str) -> Result<Rational, Fault> {
    text.parse().ok().filter(|number| *number >= Rational::from(-1)).ok_or_else(|| {
        Fault::in_field(
            "at",
            "walls are told at a temperature of at least -1: expected a number such as 2, 1/3 or -1/2",
        )
    })
}

/// More games than a picture can show.
pub(super) fn one_picture() -> Fault {
    Fault::in_field(
        "picture",
        "a picture shows one game: give one expression, or best for the sum of several",
    )
}
