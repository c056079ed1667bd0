//! Go boards as graphs.

mod color;
mod diagram;
mod point;
mod setup;
mod topology;

pub use color::Color;
pub use diagram::{Diagram, Mark};
pub use point::{Point, PointSet};
pub use setup::{Fault, InvalidSetup, Setup};
pub use topology::{GraphPoint, MAX_POINTS, Row, Shape, Topology, TopologyError};
