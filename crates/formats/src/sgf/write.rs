//! The strict writer.
//!
//! One tree has one text: `FF[4]`, UTF-8, properties in the order of the table in `property.rs`, points in reading
//! order, LF line ends. Lines are broken between nodes and between values, never inside of a value, and aim at 78
//! characters; nothing is indented, because a hundred thousand nested variations would need gigabytes of blanks.
//!
//! [`SgfTree::normalized`] is the tree that the text stands for: reading the text gives exactly that tree.

use super::coordinate::{Size, area_of, normal_size, point_of};
use super::property::{Kind, Property, Value};
use super::tree::{NodeId, SgfTree};

/// Writes several games one after the other; see [`SgfTree::write`].
#[must_use]
pub fn write_sgf(games: &[SgfTree]) -> String {
    games.iter().map(SgfTree::write).collect()
}

impl SgfTree {
    /// The game as SGF: always the same text for the same tree.
    #[must_use]
    pub fn write(&self) -> String {
        let size = self.size().ok();
        let mut out = Output::default();
        let mut tasks = vec![Task::Close, Task::Node(NodeId::ROOT), Task::Open];
        while let Some(task) = tasks.pop() {
            match task {
                Task::Open => {
                    out.fresh_line();
                    out.glue("(");
                }
                Task::Close => out.close(),
                Task::Node(node) => {
                    out.node(&self.normal_properties(node, size), node == NodeId::ROOT);
                    let first_new = tasks.len();
                    let mut children = self.children(node);
                    match (children.next(), children.next()) {
                        (Some(only), None) => tasks.push(Task::Node(only)),
                        _ => {
                            for child in self.children(node) {
                                tasks.extend([Task::Open, Task::Node(child), Task::Close]);
                            }
                            tasks[first_new..].reverse();
                        }
                    }
                }
            }
        }
        out.text.push('\n');
        out.text
    }

    /// The tree as it is written: the root says `FF[4]`, its game, encoding and size, lists of points are sorted and a
    /// pass is an empty value.
    #[must_use]
    pub fn normalized(&self) -> SgfTree {
        let size = self.size().ok();
        let mut tree = self.clone();
        for node in self.nodes() {
            tree.nodes[node.index()].properties = self.normal_properties(node, size);
        }
        tree
    }

    fn normal_properties(&self, node: NodeId, size: Option<Size>) -> Vec<Property> {
        let mut properties: Vec<Property> =
            self.properties(node).iter().map(|property| normal_property(property, size)).collect();
        if node == NodeId::ROOT {
            let mut root = SgfTree::new();
            root.nodes[0].properties = properties;
            root.set(NodeId::ROOT, "FF", [Value::new("4")]);
            root.set(NodeId::ROOT, "CA", [Value::new("UTF-8")]);
            if root.property(NodeId::ROOT, "GM").is_none() {
                root.set(NodeId::ROOT, "GM", [Value::new("1")]);
            }
            if let Some(size) = size {
                root.set(NodeId::ROOT, "SZ", [normal_size(size)]);
            }
            properties = std::mem::take(&mut root.nodes[0].properties);
        }
        properties
    }
}

fn normal_property(property: &Property, size: Option<Size>) -> Property {
    let mut property = property.clone();
    match property.identifier.kind() {
        Kind::Move => {
            for value in &mut property.values {
                if size.is_some_and(|size| size.is_pass(value.text())) {
                    *value = Value::new("");
                }
            }
        }
        kind @ (Kind::Points | Kind::Labels | Kind::PointPairs) => {
            property.values.sort_by_cached_key(|value| sort_key(value, kind));
            property.values.dedup();
        }
        _ => {}
    }
    property
}

/// Reading order of the (first) point, then the text; what is not a point comes last.
fn sort_key(value: &Value, kind: Kind) -> (bool, usize, usize, String) {
    let point = match kind {
        Kind::Points => area_of(value).map(|area| area.0),
        _ => point_of(value.halves().map_or(value.text(), |halves| halves.0)),
    };
    let (column, row) = point.unwrap_or_default();
    (point.is_none(), row, column, value.text().to_string())
}

enum Task {
    Open,
    Node(NodeId),
    Close,
}

/// Where a line should end.
const WIDTH: usize = 78;

/// Text with lines of a readable length.
#[derive(Default)]
struct Output {
    text: String,
    column: usize,
    /// Whether the last node was more than a bare move.
    after_block: bool,
}

impl Output {
    fn fresh_line(&mut self) {
        if self.column > 0 {
            self.text.push('\n');
            self.column = 0;
        }
    }

    /// Appends to the line whatever its length.
    fn glue(&mut self, text: &str) {
        self.text.push_str(text);
        match text.rsplit_once('\n') {
            Some((_, last)) => self.column = last.chars().count(),
            None => self.column += text.chars().count(),
        }
    }

    /// Appends, on the next line if this one is full. The text has no line break.
    fn token(&mut self, text: &str) {
        if self.column + text.chars().count() > WIDTH {
            self.fresh_line();
        }
        self.glue(text);
    }

    /// A closing parenthesis: after a node always on its line, however long that is.
    fn close(&mut self) {
        if self.text.ends_with(')') { self.token(")") } else { self.glue(")") }
    }

    fn node(&mut self, properties: &[Property], is_root: bool) {
        // Bare moves share a line, anything else has lines of its own.
        let is_bare =
            properties.iter().all(|p| ["B", "W", "BL", "WL", "OB", "OW"].contains(&p.identifier.as_str()));
        let breaks = !is_bare || self.after_block;
        self.after_block = !is_bare;
        if breaks && !self.text.ends_with('(') {
            self.fresh_line();
        }
        let heading = ["FF", "GM", "CA", "AP", "SZ", "ST"];
        let mut mark = ";";
        for property in properties {
            if is_root && !heading.contains(&property.identifier.as_str()) {
                self.fresh_line();
            }
            let kind = property.identifier.kind();
            let mut before = format!("{mark}{}", property.identifier);
            for value in &property.values {
                let text = format!("{before}[{}]", value.escaped(kind));
                if text.contains('\n') {
                    self.glue(&text);
                } else {
                    self.token(&text);
                }
                before.clear();
            }
            mark = "";
        }
        if properties.is_empty() {
            self.token(";");
        }
    }
}
