//! Races that counting cannot decide: thirteen regions of many kinds, one of them shared and not plain, one with a ko.
//!
//! Every board has the same eleven regions of the catalogue, a shared region of six empty points and one ko of Black's, and gives
//! Black more and more plain liberties: what search needs depends on how close the race is. Both first movers, all numbers of threats.
//! With a seed the boards are others: regions, what lies between the blocks and the ko are drawn, and plain liberties make the race close.

use bench_clock::Clock;
use tesuji_board::{Color, Rules};
use tesuji_job::{Limits, Watch};
use tesuji_race::catalogue::{
    HALF, KO, ONE, OPEN_KO, STAR, THREE, THREE_QUARTERS, TWO_AND_A_HALF, TWO_AND_THREE_QUARTERS, UP,
};
use tesuji_race::compose::{Recipe, Shape, compose};
use tesuji_race::{Blocks, BoardProduct, BoardRace, Graded, LibertyGames, Wishes};

/// Plain liberties in a row.
const PLAIN: [&str; 13] = ["."; 13];
/// Between the walls: six points, empty or with two loose stones.
const BETWEEN: [(&str, [&str; 3]); 2] =
    [("empty", ["..", "..", ".."]), ("with two stones", [".o", "..", "x."])];
/// The kos of the catalogue.
const KOS: [(&str, Shape<'static>); 2] = [("to take", KO), ("taken", OPEN_KO)];

/// Measures all boards, each with so many states of the product.
pub(crate) fn run(nodes: u64) -> Result<(), Box<dyn std::error::Error>> {
    println!("thirteen regions, one shared of six points, one ko; at most {nodes} states");
    println!();
    println!(
        "| shared region | ko | plain liberties of Black | black, white first | local positions | states | ms |"
    );
    println!("|---|---|---:|---|---:|---:|---:|");
    for (shared, between) in &BETWEEN {
        for (standing, ko) in KOS {
            for plain in [1, 5, 7, 9, 11, 13] {
                let black = vec![HALF, STAR, UP, TWO_AND_A_HALF, &PLAIN[..plain], ko];
                let white = vec![HALF, STAR, UP, TWO_AND_A_HALF, ONE, THREE];
                let recipe =
                    Recipe { regions: [black, white], between: between.to_vec(), ..Recipe::default() };
                print!("| {shared} | {standing} | {plain} ");
                measure(&recipe, nodes)?;
            }
        }
    }
    Ok(())
}

/// Six points between the walls, in rows of two or three.
const DRAWN_BETWEEN: [&[&str]; 6] = [
    &["..", "..", ".."],
    &["...", "..."],
    &[".o", "..", "x."],
    &["..", "ox", ".."],
    &["..", "o.", ".."],
    &["x..", "..o"],
];
/// Regions with about so many quarters of a liberty.
const DRAWN: [(Shape<'static>, i32); 8] = [
    (HALF, 6),
    (STAR, 8),
    (UP, 16),
    (THREE_QUARTERS, 7),
    (TWO_AND_A_HALF, 10),
    (TWO_AND_THREE_QUARTERS, 11),
    (ONE, 4),
    (THREE, 12),
];

/// Measures as many boards that are drawn.
pub(crate) fn run_drawn(nodes: u64, seed: u64) -> Result<(), Box<dyn std::error::Error>> {
    println!(
        "thirteen regions drawn with seed {seed}, one shared of six points, one ko; at most {nodes} states"
    );
    println!();
    println!("| shared region | ko of | ko | black, white first | local positions | states | ms |");
    println!("|---|---|---|---|---:|---:|---:|");
    let mut state = seed;
    // Splitmix64 (Steele, Lea and Flood 2014).
    let mut draw = |most: usize| {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) % most as u64) as usize
    };
    for _ in 0..24 {
        let between = DRAWN_BETWEEN[draw(DRAWN_BETWEEN.len())];
        let ((standing, ko), side) = (KOS[draw(KOS.len())], draw(2));
        let mut regions: [Vec<Shape<'static>>; 2] = [Vec::new(), Vec::new()];
        let mut ahead = 0;
        for place in 0..10 {
            let (shape, worth) = DRAWN[draw(DRAWN.len())];
            regions[place % 2].push(shape);
            ahead += if place % 2 == 0 { worth } else { -worth };
        }
        regions[side].push(ko);
        // Plain liberties for the side that is behind, some more or fewer.
        let plain = (ahead.unsigned_abs() as usize).div_ceil(4) + draw(5);
        let plain = plain.saturating_sub(2).clamp(1, PLAIN.len());
        regions[usize::from(ahead > 0)].push(&PLAIN[..plain]);
        let recipe = Recipe { regions, between: between.to_vec(), ..Recipe::default() };
        print!("| {} | {} | {standing} ", between.join("/"), Color::BOTH[side]);
        measure(&recipe, nodes)?;
    }
    Ok(())
}

fn measure(recipe: &Recipe<'_>, nodes: u64) -> Result<(), Box<dyn std::error::Error>> {
    let diagram = compose(recipe)?;
    let position = diagram.position(Rules::default())?;
    let blocks = Blocks::new(&position, &Wishes::of_marks(&diagram))?;
    let limits = Limits::nodes(2 * nodes + 1_000_000).with_memory(1 << 30);
    let race = BoardRace::new(position, blocks, LibertyGames::with_limits(limits, Watch::unwatched()))?;
    if race.regions.len() != 13 {
        return Err(format!("{} regions", race.regions.len()).into());
    }
    let clock = Clock::start();
    let mut product = BoardProduct::new(&race, nodes).map_err(|unknown| unknown.to_string())?.counting();
    let told = Color::BOTH.map(|first| match product.graded(first) {
        Ok(Graded::Settled(outcome)) => outcome.to_string(),
        Ok(Graded::Ko(_)) => "ko".to_string(),
        Err(why) => why.to_string(),
    });
    let (positions, _) = product.positions();
    let milliseconds = 1e3 * clock.seconds();
    println!("| {} | {positions} | {} | {milliseconds:.0} |", told.join(", "), product.nodes());
    Ok(())
}
