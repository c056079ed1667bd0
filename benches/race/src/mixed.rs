//! Races that counting cannot decide: thirteen regions of many kinds, one of them shared and not plain, one with a ko.
//!
//! Every board has the same eleven regions of the catalogue, a shared region of six empty points and one ko of Black's, and gives
//! Black more and more plain liberties: what search needs depends on how close the race is. Both first movers, all numbers of threats.

use bench_clock::Clock;
use tesuji_board::{Color, Rules};
use tesuji_job::{Limits, Watch};
use tesuji_race::catalogue::{HALF, KO, ONE, OPEN_KO, STAR, THREE, TWO_AND_A_HALF, UP};
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
