use serde_json::json;
use super::*;
#[test]
fn look() {
    let net = include_str!("../../../../examples/net.sgf");
    let told = ask(&json!({"ask":"capture","position":{"sgf":net},"all":true,"candidates":true,"proof":true}));
    println!("{}\n{:#}", told.text, told.json);
    let told = ask(&json!({"ask":"capture","position":{"sgf":net},"first":"defender","all":true}));
    println!("{}\n{:#}", told.text, told.json);
    for nodes in [1,20,30,50,100,200] {
    let told = ask(&json!({"ask":"capture","position":{"sgf":net},"all":true,"limits":{"nodes":nodes}}));
    println!("{}\n", told.text);
    }
}
#[test]
fn find() {
    let mut seed = 12345u64;
    let mut next = || { seed ^= seed << 13; seed ^= seed >> 7; seed ^= seed << 17; seed };
    let mut found = 0;
    for _ in 0..4000 {
        let mut d = String::new();
        for _ in 0..4 { for _ in 0..5 { d.push_str(match next() % 5 { 0|1 => "X ", 2|3 => "O ", _ => ". " }); } d.push('\n'); }
        for t in ["B2","C2","A1"] {
        for first in ["defender", "attacker"] {
        let q = json!({"ask":"capture","position":{"diagram":d},"target":t,"first":first,"limits":{"nodes":20000}});
        if let Ok(told) = try_ask(&q, &Watch::unwatched()) {
            if told.json["code"] == 3 && first=="defender" || told.json["code"]==2 && first=="defender" { found += 1; let all = ask(&json!({"ask":"capture","position":{"diagram":d},"target":t,"first":first,"all":true}));
             let agree = all.json["moves"].as_array().unwrap().len() >0 ;
             if found < 5 { println!("{}", all.text); }
             println!("{first} {} {} {} {agree}", told.json["code"], told.json["moves"], all.json["moves"]); }
        }
        }}
        if found > 40 { break; }
    }
}
