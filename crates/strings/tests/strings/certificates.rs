//! The checker accepts what is right and rejects everything else.

use crate::common::{LIMITS, board, random_graph, solved};
use tesuji_board::PointSet;
use tesuji_job::{Watch, Why};
use tesuji_strings::{Certificate, Evidence, Rejected, check, setup_of};

fn certificate(name: &str) -> Certificate {
    solved(&board(name)).certificate().unwrap()
}

fn verdict(certificate: &Certificate) -> Result<usize, Rejected> {
    check(certificate, &LIMITS, &Watch::unwatched()).map(|checked| checked.strings)
}

fn is_rejected_for_evidence(certificate: &Certificate) {
    assert!(matches!(verdict(certificate), Err(Rejected::Evidence(_))), "{:?}", verdict(certificate));
}

#[test]
fn ours_are_accepted_also_after_writing_and_reading() {
    let names = [
        "square:1",
        "square:2",
        "square:9",
        "grid:2x9",
        "grid:9x4",
        "grid:13x14",
        "torus:4x6",
        "torus:5x5",
        "king:5x7",
        "hexagon:5",
        "triangle:7",
        "honeycomb:3",
        "square:6-C3,D4",
        "cylinder:7x5",
    ];
    for name in names {
        let optimum = solved(&board(name));
        let text = serde_json::to_string(&optimum.certificate().unwrap()).unwrap();
        let read: Certificate = serde_json::from_str(&text).unwrap();
        let checked = check(&read, &LIMITS, &Watch::unwatched()).unwrap();
        assert_eq!(checked.strings, optimum.strings(), "{name}");
        assert_eq!(checked.refuted + 1, optimum.empty().len(), "{name}");
    }
    let dense = random_graph(20, 40, 3);
    assert!(verdict(&solved(&dense).certificate().unwrap()).is_ok());
}

#[test]
fn a_changed_board_is_rejected() {
    for name in ["square:7", "hexagon:3", "torus:5x5"] {
        let good = certificate(name);
        let mut fewer = good.clone();
        fewer.black.pop();
        assert!(matches!(verdict(&fewer), Err(Rejected::Position(_))), "{name}");
        let mut filled = good.clone();
        filled.white = (0..good.points).filter(|p| !good.black.contains(p)).collect();
        assert!(matches!(verdict(&filled), Err(Rejected::Position(_))), "{name}");
        let mut both = good.clone();
        both.white.push(both.black[0]);
        assert!(matches!(verdict(&both), Err(Rejected::Position(_))), "{name}");
        let mut outside = good.clone();
        outside.white.push(good.points);
        assert!(matches!(verdict(&outside), Err(Rejected::Position(_))), "{name}");
        let mut bent = good.clone();
        bent.edges.pop();
        assert!(matches!(verdict(&bent), Err(Rejected::Malformed(_))), "{name}");
        let mut other = good;
        other.format = "something else".into();
        assert!(matches!(verdict(&other), Err(Rejected::Malformed(_))), "{name}");
    }
}

/// A legal position with one string less, and everything else adapted to it.
#[test]
fn a_lower_claim_is_rejected() {
    for name in ["square:7", "square:8", "hexagon:4", "torus:5x5"] {
        let topology = board(name);
        let optimum = solved(&topology);
        let extra = topology.points().find(|&p| !optimum.empty().contains(p)).unwrap();
        let empty: PointSet = optimum.empty().iter().chain([extra]).collect();
        let lower = setup_of(&topology, &empty).unwrap();
        let mut claim = optimum.certificate().unwrap();
        claim.strings -= 1;
        claim.black = lower.black.iter().map(tesuji_board::Point::index).collect();
        claim.white = lower.white.iter().map(tesuji_board::Point::index).collect();
        // The evidence is for another number ...
        is_rejected_for_evidence(&claim);
        // ... and cannot be made to fit.
        match &mut claim.evidence {
            Evidence::Strips { empty, .. } | Evidence::Frontier { empty, .. } => *empty += 1,
            _ => unreachable!(),
        }
        is_rejected_for_evidence(&claim);
    }
}

#[test]
fn damaged_evidence_for_a_rectangle_is_rejected() {
    let good = certificate("grid:13x14");
    let damage: [fn(&mut Evidence); 7] = [
        |e| {
            if let Evidence::Strips { bound, .. } = e {
                *bound += 1;
            }
        },
        |e| {
            if let Evidence::Strips { bound, .. } = e {
                *bound -= 1;
            }
        },
        |e| {
            if let Evidence::Strips { rows, .. } = e {
                rows[6] += 1;
            }
        },
        |e| {
            if let Evidence::Strips { rows, .. } = e {
                rows.truncate(3);
            }
        },
        |e| {
            if let Evidence::Strips { cuts, .. } = e {
                cuts[0] -= 3;
            }
        },
        |e| {
            if let Evidence::Strips { cuts, .. } = e {
                *cuts = vec![5, 5];
            }
        },
        |e| {
            if let Evidence::Strips { empty, .. } = e {
                *empty -= 1;
            }
        },
    ];
    for change in damage {
        let mut bad = good.clone();
        change(&mut bad.evidence);
        is_rejected_for_evidence(&bad);
    }
    let mut foreign = good;
    foreign.evidence = certificate("hexagon:4").evidence;
    is_rejected_for_evidence(&foreign);
}

#[test]
fn damaged_evidence_for_a_graph_is_rejected() {
    let good = certificate("torus:5x5");
    let damage: [fn(&mut Evidence); 9] = [
        |e| {
            if let Evidence::Frontier { weights, .. } = e {
                weights.points[3] += 1;
            }
        },
        |e| {
            if let Evidence::Frontier { weights, .. } = e {
                weights.points.truncate(3);
            }
        },
        |e| {
            if let Evidence::Frontier { weights, .. } = e {
                weights.scale = 0;
            }
        },
        |e| {
            if let Evidence::Frontier { weights, .. } = e {
                weights.scale -= 1;
            }
        },
        |e| {
            if let Evidence::Frontier { weights, .. } = e {
                weights.points[3] -= 1000;
            }
        },
        |e| {
            if let Evidence::Frontier { order, .. } = e {
                order[0] = order[1];
            }
        },
        |e| {
            if let Evidence::Frontier { order, .. } = e {
                order.swap(0, 20);
            }
        },
        |e| {
            if let Evidence::Frontier { levels, .. } = e {
                levels[9] -= 1;
            }
        },
        |e| {
            if let Evidence::Frontier { bound, .. } = e {
                *bound += 1;
            }
        },
    ];
    for change in damage {
        let mut bad = good.clone();
        change(&mut bad.evidence);
        is_rejected_for_evidence(&bad);
    }
    let mut clique = certificate("hexagon:3");
    let Evidence::Frontier { weights, .. } = &mut clique.evidence else { unreachable!() };
    weights.cliques[0].points[2] += 5;
    is_rejected_for_evidence(&clique);
}

/// Whatever a file says, the checker answers.
#[test]
fn absurd_certificates_are_rejected_quietly() {
    let good = certificate("square:6");
    let absurd: [fn(&mut Certificate); 6] = [
        |c| c.points = 0,
        |c| c.points = usize::MAX,
        |c| c.strings = usize::MAX,
        |c| c.edges.push((0, usize::MAX)),
        |c| {
            if let Evidence::Strips { empty, .. } = &mut c.evidence {
                *empty = usize::MAX;
            }
        },
        |c| {
            if let Evidence::Strips { overlap, .. } = &mut c.evidence {
                *overlap = usize::MAX;
            }
        },
    ];
    for change in absurd {
        let mut bad = good.clone();
        change(&mut bad);
        assert!(verdict(&bad).is_err());
    }
    let stopped = Watch::new();
    stopped.stop();
    assert_eq!(check(&good, &LIMITS, &stopped), Err(Rejected::Unfinished(Why::Stopped.into())));
    let few = check(&good, &LIMITS.with_nodes(10), &Watch::unwatched());
    let sentence = "not checked: the limit of 10 nodes was reached before the answer was proved";
    assert_eq!(few.unwrap_err().to_string(), sentence);
}
