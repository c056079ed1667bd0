//! Problem E with one ko region, as close as it can be: the ko is Black's or White's, to be taken or taken, with or without a
//! move to approach it, and one side has up to three plain liberties more. Both first movers, all numbers of threats, all first
//! moves and the lines, as an answer has them.

use bench_clock::Clock;
use tesuji_board::Rules;
use tesuji_job::{Limits, Watch};
use tesuji_race::catalogue::{KO, OPEN_KO, problem};
use tesuji_race::compose::{Recipe, Shape, compose};
use tesuji_race::{Blocks, BoardRace, LibertyGames, Verdict, Wishes, solve};

/// A ko that the attacker has to approach first.
const APPROACH: Shape<'static> = &["##W", "#d.", "#.W", "##W"];
/// A ko for the connection with a group of three liberties, to be taken by the defender, or by the attacker.
const LINK: Shape<'static> = &["###WW", "##.aW", "###d#", "#.dd#", "##..#"];
const OPEN_LINK: Shape<'static> = &["###WW", "##d.W", "###d#", "#.dd#", "##..#"];
/// Plain liberties in a row.
const PLAIN: [&str; 3] = ["."; 3];
const KOS: [(&str, Shape<'static>); 5] = [
    ("to take", KO),
    ("taken", OPEN_KO),
    ("to approach", APPROACH),
    ("a link, to take", LINK),
    ("a link, taken", OPEN_LINK),
];

/// Answers all boards, each with so many nodes.
pub(crate) fn run(nodes: u64) -> Result<(), Box<dyn std::error::Error>> {
    println!("problem E with one ko; at most {nodes} nodes for an answer");
    println!();
    println!(
        "| ko of | ko | plain liberties more for Black | black, white first | good moves | nodes | ms |"
    );
    println!("|---|---|---:|---|---|---:|---:|");
    for (side, owner) in ["Black", "White"].into_iter().enumerate() {
        for (standing, ko) in KOS {
            for more in -2i32..=2 {
                let mut recipe = problem('E').ok_or("no problem E")?;
                recipe.regions[side].push(ko);
                if more != 0 {
                    recipe.regions[usize::from(more < 0)].push(&PLAIN[..more.unsigned_abs() as usize]);
                }
                print!("| {owner} | {standing} | {more} ");
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
    let clock = Clock::start();
    let limits = Limits::nodes(nodes).with_memory(1 << 30);
    let mut race = BoardRace::new(position, blocks, LibertyGames::with_limits(limits, Watch::unwatched()))?;
    let report = solve(&mut race, false);
    let told = report.answers.each_ref().map(|answer| match &answer.verdict {
        Verdict::Known { outcome, .. } => outcome.to_string(),
        Verdict::Ko(ko) => format!("ko ({}, {:?})", ko.without_threats, ko.needs),
        Verdict::Unknown(unknown) => unknown.why.to_string(),
    });
    let moves = report.answers.each_ref().map(|answer| {
        let open = if answer.undecided.is_empty() && answer.ended.is_none() { "" } else { " and more" };
        format!("{}{open}", answer.winning.len() + answer.holding.len())
    });
    let milliseconds = 1e3 * clock.seconds();
    println!("| {} | {} | {} | {milliseconds:.0} |", told.join(", "), moves.join(", "), report.nodes);
    Ok(())
}
