//! Corridors of liberties (paper 000, section 5.2): integers up to width 2, the values of endgame corridors at width 3.
//!
//! Figures 14 and 15 are pictures whose stones the text does not give; compared are the statements of the text, and the values that
//! the paper gives for such regions in problems D and E.

use tesuji_cgt::{Game, Style};
use tesuji_race::catalogue::{THREE_QUARTERS, TWO_MINY_THREE, corridor, lane};
use tesuji_race::compose::{Recipe, compose};
use tesuji_race::{Blocks, BoardRace, Color, LibertyGames, Uncounted, Wishes};

/// The race of Black with this region against White with one plain liberty, and the cooled value of the region.
fn counted(rows: &[String]) -> (BoardRace, Result<Game, Uncounted>) {
    let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
    let recipe = Recipe { regions: [vec![&rows], vec![&["."]]], ..Recipe::default() };
    let diagram = compose(&recipe).expect("a board");
    let position = diagram.position(tesuji_board::Rules::default()).expect("legal");
    let blocks = Blocks::new(&position, &Wishes::of_marks(&diagram)).expect("a race");
    let mut race = BoardRace::new(position, blocks, LibertyGames::new()).expect("a race");
    let mut own = race.regions.iter().filter(|region| region.owner == Some(Color::Black));
    let parts = own.next().expect("a region").parts.clone().expect("owned");
    assert!(own.next().is_none(), "{rows:?} is one region");
    let value = parts.map(|parts| race.games.cooled(&parts, Color::Black).expect("small"));
    (race, value)
}

fn text(rows: &[String]) -> String {
    match counted(rows) {
        (race, Ok(value)) => race.games.arena.text_in(value, Style::Paper).expect("small"),
        (_, Err(why)) => why.to_string(),
    }
}

#[test]
fn corridors_of_width_one_and_two_are_integers() {
    for width in 1..=2 {
        for length in 1..=5 {
            assert_eq!(text(&corridor(width, length)), "1", "width {width}, length {length}");
        }
    }
}

#[test]
fn empty_corridors_of_width_three_are_counted_until_there_is_room_for_ko() {
    assert_eq!(text(&corridor(3, 1)), "1");
    assert_eq!(text(&corridor(3, 2)), "1 1/2");
    assert_eq!(text(&corridor(3, 3)), "there is a ko in it");
}

#[test]
fn corridors_of_width_three_have_the_values_of_the_endgame() {
    // Groups in the corridor, liberties of the last one, cooled value.
    let cases = [
        // Dead ends: 2 - 1/2^n.
        (1, 3, "1 1/2"),
        (2, 3, "1 3/4"),
        (3, 3, "1 7/8"),
        (4, 3, "1 15/16"),
        (5, 3, "1 31/32"),
        // As much as two steps are worth: a star at the end, downs on the way to it.
        (1, 4, "2*"),
        (2, 4, "2v"),
        (3, 4, "2vv*"),
        // More: a threat, worth less the farther away it is.
        (1, 5, "{3|2}"),
        (2, 5, "2-_1"),
        (3, 5, "2{-_1|0}"),
        (4, 5, "2{-_1|0^2}"),
        (2, 6, "2-_2"),
        (3, 6, "2{-_2|0}"),
        (2, 7, "2-_3"),
        (4, 7, "2{-_3|0^2}"),
        (5, 7, "2{-_3|0^3}"),
    ];
    for (groups, liberties, expected) in cases {
        assert_eq!(text(&lane(groups, liberties)), expected, "{groups} groups, {liberties} liberties");
    }
    assert_eq!(lane(2, 3), THREE_QUARTERS);
    assert_eq!(lane(5, 7), TWO_MINY_THREE);
}

#[test]
fn corridors_have_the_tree_of_figure_14() {
    // Another way to the same values: the tree itself, cooled. Every step brings two liberties, or the attacker cuts.
    for liberties in 3..=7 {
        let mut tree = format!("{{{liberties}|0}}");
        for groups in 1..=4 {
            let (mut race, value) = counted(&lane(groups, liberties));
            let arena = &mut race.games.arena;
            let game = arena.parse(&tree).expect("a game");
            let cooled = arena.cool(game, tesuji_cgt::Dyadic::from(2)).expect("small");
            assert_eq!(value, Ok(cooled), "{groups} groups, {liberties} liberties: {tree}");
            tree = format!("{{2+{tree}|0}}");
        }
    }
}
