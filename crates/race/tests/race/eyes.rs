//! Eyes counted on boards: the procedure alone gives the well-known numbers.

use tesuji_board::{Diagram, Rules};
use tesuji_race::{Blocks, BoardRace, Color, LibertyGames, RegionKind, Wishes};

/// The value of the only eye of the black racing block.
fn eye(text: &str) -> [String; 2] {
    let diagram: Diagram = text.parse().expect("a diagram");
    let position = diagram.position(Rules::default()).expect("a position");
    let blocks = Blocks::new(&position, &Wishes::of_marks(&diagram)).expect("a race");
    let mut race = BoardRace::new(position, blocks, LibertyGames::new()).expect("a race");
    let eyes: Vec<_> =
        race.regions.iter().filter(|r| r.kind == RegionKind::Eye && r.owner == Some(Color::Black)).collect();
    assert_eq!(eyes.len(), 1, "{text}");
    let parts = eyes[0].parts.clone().expect("owned").unwrap_or_else(|why| panic!("{text}: {why}"));
    let value = race.games.text(&parts, Color::Black).expect("small");
    // Cooling a living shape means nothing: its number is only "more than any race".
    [value, race.games.cooled_text(&parts, Color::Black).expect("small")]
}

/// Rows of an eye space (`.` empty, `O` attacker inside) walled in by Black, White around with one liberty to share.
fn board(rows: &[&str]) -> String {
    let width = rows[0].len();
    let mut text = String::new();
    let full = |inside: String| format!("O {inside}O .\n");
    let spaced = |row: &str| row.chars().map(|c| format!("{c} ")).collect::<String>();
    text.push_str(&full(spaced(&"O".repeat(width + 2))));
    text.push_str(&full(spaced(&"X".repeat(width + 2))));
    for row in rows {
        text.push_str(&full(spaced(&format!("X{row}X"))));
    }
    text.push_str(&full(spaced(&"X".repeat(width + 2))));
    text.push_str(&full(spaced(&"O".repeat(width + 2))));
    let height = rows.len() + 4;
    text.push_str(&format!("triangle: B{}\nsquare: A1\n", height - 1));
    text
}

#[test]
fn dead_shapes_count_one_two_three_five_eight_twelve_seventeen() {
    // Size, shape with the attacker on the vital point, and its score: the sequence less the stones inside.
    let cases: [(&[&str], &str); 16] = [
        (&["."], "1"),
        (&[".."], "2"),
        (&["O."], "1"),
        (&[".O."], "2"),
        (&["OO."], "1"),
        (&[".OX", "X.X"], "2"),
        (&["..", ".."], "5"),
        (&["O.", ".."], "4"),
        (&["X.X", ".O."], "4"),
        (&["..", ".O", "X."], "7"),
        (&["..", ".O", "XO"], "6"),
        (&["X.X", ".O.", "X.X"], "7"),
        (&["..X", ".O.", "X.X"], "11"),
        (&["OOX", "OO.", "X.X"], "8"),
        (&["OO.", "OO.", "X.X"], "13"),
        (&["OO.", "OO.", "XOX"], "12"),
    ];
    for (rows, expected) in cases {
        // {2|0} (two stones in three points) has temperature 1: worth 1 on average, and cooled it is 1.
        assert_eq!(eye(&board(rows))[1], expected, "{rows:?}");
    }
}

#[test]
fn living_shapes_live_if_they_move_first() {
    assert_eq!(eye(&board(&["..."]))[0], "{alive|2}");
    assert_eq!(eye(&board(&["...."]))[0], "alive");
    assert_eq!(eye(&board(&[".X", "..", "X."]))[0], "alive");
}

#[test]
fn seven_points_are_dead_only_with_stones_inside() {
    // Fewer than four stones: the defender lives by moving first. Six stones: taking them is sente, and the answer leaves
    // the eye of six with one stone inside, 17 - 6 = 11 moves on average.
    let diagram = board(&["...", ".O.", "X.X"]);
    assert!(eye(&diagram)[0].starts_with("{alive|"));
    assert!(eye(&board(&["OO.", "OOO", "XOX"]))[1].ends_with("|11||2}"));
}
