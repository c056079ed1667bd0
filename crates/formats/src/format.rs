//! Which format a text has, and one door to all of them.

use tesuji_board::{Diagram, Fault, InvalidSetup};

use crate::error::{Error, Problem};

/// Refuses what no format can express: points that the board does not have, two stones on a point.
pub(crate) fn check_expressible(diagram: &Diagram) -> Result<(), Error> {
    let setup = &diagram.setup;
    let mut faults: Vec<Fault> = setup
        .faults()
        .into_iter()
        .filter(|fault| matches!(fault, Fault::OffBoard(_) | Fault::BothColors(_)))
        .collect();
    let annotated = diagram.marks.keys().chain(diagram.labels.keys());
    faults.extend(annotated.filter(|p| p.index() >= setup.topology.len()).map(|&p| Fault::OffBoard(p)));
    if faults.is_empty() {
        return Ok(());
    }
    Err(Problem::InvalidSetup(Box::new(InvalidSetup { setup: Box::new(setup.clone()), faults })).anywhere())
}
