//! `tesuji serve`: where it is, and when it cannot be there.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};

use crate::common::{Told, program};

#[test]
fn a_port_that_is_taken_is_told_in_a_sentence() {
    let taken = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let port = taken.local_addr().expect("an address").port().to_string();
    let told = Told::from(program(&["serve", "--port", &port]).output().expect("the program runs"));
    let sentence = format!("port {port} is taken by another program: --port 0 takes any that is free");
    assert!(told.refusal().ends_with(&sentence), "{}", told.err);
}

#[test]
fn the_page_is_where_the_program_says() {
    let mut server = program(&["serve", "--port", "0"]).spawn().expect("the program runs");
    let mut line = String::new();
    BufReader::new(server.stdout.take().expect("an output")).read_line(&mut line).expect("a line");
    let address = line.strip_prefix("Tesuji is at http://").and_then(|rest| rest.split('/').next());
    let address = address.unwrap_or_else(|| panic!("{line}")).to_string();
    assert!(address.starts_with("127.0.0.1:"), "{address}");
    let mut stream = TcpStream::connect(&address).expect("it listens");
    let request = format!("GET / HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).expect("it reads");
    let mut page = String::new();
    stream.read_to_string(&mut page).expect("it answers");
    server.kill().expect("it ends");
    server.wait().expect("it has ended");
    assert!(page.starts_with("HTTP/1.1 200") && page.contains("<title>Tesuji</title>"), "{page}");
}
