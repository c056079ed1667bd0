//! The server from outside: what it answers, what it refuses, and what it stops.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::OnceLock;
use std::thread::{sleep, spawn};
use std::time::Duration;

use tesuji_ask::Desk;
use tesuji_job::{Limits, Stopwatch, Watch, start};
use tesuji_web::{Server, Settings};

/// A server with places for two searches.
fn serve() -> SocketAddr {
    let most = Limits { seconds: Some(60.0), ..Limits::nodes(1_000_000_000) };
    let desk = Desk::new().with_most(most);
    let settings = Settings { port: 0, jobs: 2 };
    let server = Server::bind(&settings, desk, &Watch::new()).expect("a free port");
    let address = server.address();
    assert!(address.ip().is_loopback(), "{address}");
    // It serves until the tests end.
    let _serving = start(move || server.run());
    address
}

/// The server that tests share.
fn address() -> SocketAddr {
    static ADDRESS: OnceLock<SocketAddr> = OnceLock::new();
    *ADDRESS.get_or_init(serve)
}

fn connect() -> TcpStream {
    connect_to(address())
}

fn connect_to(address: SocketAddr) -> TcpStream {
    let stream = TcpStream::connect(address).expect("the server listens");
    stream.set_read_timeout(Some(Duration::from_secs(60))).expect("a timeout");
    stream
}

/// Sends a request head and body as they are; the status and everything after the head.
fn send(head: &str, body: &str) -> (u16, String, String) {
    send_to(address(), head, body)
}

fn send_to(address: SocketAddr, head: &str, body: &str) -> (u16, String, String) {
    let mut stream = connect_to(address);
    let request = format!("{head}\r\nconnection: close\r\ncontent-length: {}\r\n\r\n{body}", body.len());
    stream.write_all(request.as_bytes()).expect("the server reads");
    let mut text = String::new();
    stream.read_to_string(&mut text).expect("the server answers in text");
    let (head, body) = text.split_once("\r\n\r\n").expect("a head and a body");
    let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).expect("a status");
    (status, head.to_lowercase(), body.to_string())
}

fn post(path: &str, body: &str) -> (u16, String, String) {
    post_to(address(), path, body)
}

/// A question of a client who says who he is.
fn post_of(client: &str, path: &str, body: &str) -> (u16, String, String) {
    let (head, kind) =
        (format!("POST {path} HTTP/1.1\r\nhost: {}", address()), "content-type: application/json");
    send(&format!("{head}\r\n{kind}\r\ntesuji-client: {client}"), body)
}

fn post_to(address: SocketAddr, path: &str, body: &str) -> (u16, String, String) {
    let head = format!("POST {path} HTTP/1.1\r\nhost: {address}\r\ncontent-type: application/json");
    send_to(address, &head, body)
}

fn get(path: &str) -> (u16, String, String) {
    send(&format!("GET {path} HTTP/1.1\r\nhost: {}", address()), "")
}

/// A question that takes longer than anybody waits.
fn long(id: &str) -> String {
    let rows = vec!["...................".to_string(); 9].join("\\n");
    let diagram = format!("{rows}\\n.........X.........\\n{rows}");
    format!(
        r#"{{"id": "{id}", "ask": "capture", "position": {{"diagram": "{diagram}"}}, "target": "K10", "first": "attacker",
            "order": 20, "limits": {{"nodes": 1000000000}}}}"#
    )
    .replace('\n', " ")
}

#[test]
fn questions_are_answered() {
    let (status, head, body) = post("/ask", r#"{"id": 7, "ask": "value", "expressions": ["{4|0}"]}"#);
    assert_eq!(status, 200);
    assert!(head.contains("content-type: application/json"), "{head}");
    assert!(body.contains("\"mean\":\"2\"") && body.contains("\"id\":7"), "{body}");
    let (status, _, body) = post("/ask", r#"{"id": 8, "ask": "mate", "sfen": 7}"#);
    assert_eq!(status, 400);
    assert!(body.contains("\"field\":\"sfen\"") && body.contains("\"id\":8"), "{body}");
    assert_eq!(post("/ask", "no JSON").0, 400);
    let (status, head, body) = post("/watch", r#"{"ask": "boards"}"#);
    assert_eq!(status, 200);
    assert!(head.contains("content-type: text/event-stream"), "{head}");
    assert!(body.contains("event: answer\ndata: {"), "{body}");
    let (_, _, body) = post("/watch", r#"{"ask": "boards", "board": "torus:1x1"}"#);
    assert!(body.contains("event: error\ndata: {\"error\""), "{body}");
}

#[test]
fn the_page_and_nothing_else_is_served() {
    let (status, head, body) = get("/");
    assert_eq!(status, 200);
    assert!(body.contains("<title>Tesuji</title>"), "{body}");
    assert!(head.contains("content-security-policy: default-src 'none'; script-src 'self';"), "{head}");
    assert_eq!(get("/js/main.js").0, 200);
    for path in
        ["/../Cargo.toml", "/%2e%2e/Cargo.toml", "/js/../../Cargo.toml", "//etc/passwd", "/js", "/nothing"]
    {
        assert_eq!(get(path).0, 404, "{path}");
    }
    let foreign = "GET / HTTP/1.1\r\nhost: evil.example";
    assert_eq!(send(foreign, "").0, 403);
    let origin = format!(
        "POST /ask HTTP/1.1\r\nhost: {}\r\ncontent-type: application/json\r\norigin: http://evil.example",
        address()
    );
    assert_eq!(send(&origin, r#"{"ask": "boards"}"#).0, 403);
    assert_eq!(get("/ask").0, 405);
}

#[test]
fn what_is_too_long_is_refused_before_it_is_read() {
    let mut stream = connect();
    let head = format!(
        "POST /ask HTTP/1.1\r\nhost: {}\r\ncontent-type: application/json\r\ncontent-length: 67108864\r\n\r\n{{",
        address()
    );
    stream.write_all(head.as_bytes()).expect("the server reads");
    let mut answer = [0; 64];
    let read = stream.read(&mut answer).expect("an answer without the rest");
    assert!(String::from_utf8_lossy(&answer[..read]).starts_with("HTTP/1.1 413"), "{answer:?}");
}

#[test]
fn what_grows_too_long_is_refused_while_it_is_read() {
    let mut stream = connect();
    let head = format!(
        "POST /ask HTTP/1.1\r\nhost: {}\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n",
        address()
    );
    stream.write_all(head.as_bytes()).expect("the server reads");
    let chunk = format!("100000\r\n{}\r\n", " ".repeat(1 << 20));
    // The server may hang up before it was sent everything.
    let sent = (0..64).take_while(|_| stream.write_all(chunk.as_bytes()).is_ok()).count();
    let mut answer = [0; 64];
    match stream.read(&mut answer) {
        Ok(read) => {
            assert!(String::from_utf8_lossy(&answer[..read]).starts_with("HTTP/1.1 413"), "{answer:?}");
        }
        Err(_) => assert!(sent < 64, "all of it was read, and there is no answer"),
    }
}

#[test]
fn many_questions_at_once_are_refused_and_slow_clients_hold_nobody_up() {
    // A server of their own: nobody else finds room at it.
    let address = serve();
    let body = long("one of many");
    let head = format!(
        "POST /ask HTTP/1.1\r\nhost: {address}\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n",
        body.len()
    );
    let begin = |text: String| {
        let mut stream = connect_to(address);
        stream.write_all(text.as_bytes()).expect("the server reads");
        stream
    };
    let slow: Vec<TcpStream> = (0..50).map(|_| begin("POST /ask HTT".into())).collect();
    let many: Vec<TcpStream> = (0..100).map(|_| begin(format!("{head}{body}"))).collect();
    let clock = Stopwatch::start();
    let is_refused = |stream: &&TcpStream| {
        let mut answer = [0; 64];
        stream.set_nonblocking(true).expect("a socket");
        stream.peek(&mut answer).is_ok_and(|read| answer[..read].starts_with(b"HTTP/1.1 503"))
    };
    // 64 find room.
    while many.iter().filter(is_refused).count() != 36 {
        assert!(clock.seconds() < 30.0, "{} are refused", many.iter().filter(is_refused).count());
        sleep(Duration::from_millis(20));
    }
    // A click on the board is answered all the same.
    assert_eq!(post_to(address, "/ask", r#"{"ask": "boards"}"#).0, 200);
    drop((slow, many));
    // And when they are gone, so is their work.
    while post_to(address, "/ask", r#"{"ask": "value", "expressions": ["{4|0}"]}"#).0 != 200 {
        assert!(clock.seconds() < 30.0, "their work goes on");
        sleep(Duration::from_millis(100));
    }
}

#[test]
fn a_stop_ends_a_question_with_what_is_known() {
    let watching = spawn(|| post_of("one", "/watch", &long("stopped")));
    // Time for some progress; on a busy machine the question may come even later.
    sleep(Duration::from_secs(1));
    let clock = Stopwatch::start();
    let stop = r#"{"stop": "stopped"}"#;
    while !post_of("one", "/stop", stop).2.contains("\"stopped\":1") {
        // Neither another client nor one who does not say who he is stops it.
        assert!(post_of("other", "/stop", stop).2.contains("\"stopped\":0"));
        assert!(post("/stop", stop).2.contains("\"stopped\":0"));
        assert!(clock.seconds() < 30.0 && !watching.is_finished(), "nothing to stop");
        sleep(Duration::from_millis(200));
    }
    let (status, _, body) = watching.join().expect("an answer");
    assert_eq!(status, 200);
    assert!(body.contains("event: progress\n") && body.contains("\"verdict\":\"unknown\""), "{body}");
    assert_eq!(post("/stop", "{}").0, 400);
}

/// Two questions with one id over one connection and another: a stop ends that of its own client alone.
#[test]
fn ids_belong_to_a_client() {
    let watching = spawn(|| post_of("owner", "/watch", &long("shared")));
    sleep(Duration::from_millis(500));
    for _ in 0..3 {
        assert!(post_of("thief", "/stop", r#"{"stop": "shared"}"#).2.contains("\"stopped\":0"));
    }
    assert!(!watching.is_finished(), "it goes on");
    let clock = Stopwatch::start();
    while !post_of("owner", "/stop", r#"{"stop": "shared"}"#).2.contains("\"stopped\":1") {
        assert!(clock.seconds() < 30.0 && !watching.is_finished(), "nothing to stop");
        sleep(Duration::from_millis(50));
    }
    assert_eq!(watching.join().expect("an answer").0, 200);
}

#[test]
fn ports_and_targets_are_written_as_they_are_meant() {
    let (here, port) = (address(), address().port());
    for host in [format!("127.0.0.1:+{port}"), format!("127.0.0.1:0{port}"), format!("localhost:00{port}")] {
        assert_eq!(send(&format!("GET / HTTP/1.1\r\nhost: {host}"), "").0, 403, "{host}");
    }
    for target in
        [format!("http://{here}/"), "http://evil.example/".to_string(), format!("HTTP://{here}/ask")]
    {
        assert_eq!(send(&format!("GET {target} HTTP/1.1\r\nhost: {here}"), "").0, 400, "{target}");
    }
    assert_eq!(send(&format!("GET / HTTP/1.1\r\nhost: localhost:{port}"), "").0, 200);
}

#[test]
fn idle_connections_hold_nobody_up() {
    let address = serve();
    let silent: Vec<TcpStream> = (0..385)
        .map(|number| {
            let mut stream = connect_to(address);
            if number % 2 == 0 {
                stream.write_all(b"POST /ask HTT").expect("the server reads");
            }
            stream
        })
        .collect();
    let clock = Stopwatch::start();
    assert_eq!(post_to(address, "/ask", r#"{"ask": "value", "expressions": ["{4|0}"]}"#).0, 200);
    // Silent connections are given up after 20 seconds, and a question waits for none of them.
    assert!(clock.seconds() < 10.0, "{} s", clock.seconds());
    drop(silent);
}

#[test]
fn a_question_ends_when_its_asker_goes_away() {
    // Both places are taken, again and again: were the work not stopped, the last question would wait for ever.
    for path in ["/ask", "/watch", "/ask", "/watch", "/ask"] {
        let mut stream = connect();
        let body = long("left alone");
        let head = format!(
            "POST {path} HTTP/1.1\r\nhost: {}\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n",
            address(),
            body.len()
        );
        stream.write_all((head + &body).as_bytes()).expect("the server reads");
        sleep(Duration::from_millis(200));
    }
    let clock = Stopwatch::start();
    let (status, _, _) = post("/ask", r#"{"ask": "value", "expressions": ["{4|0}"]}"#);
    assert_eq!(status, 200);
    assert!(clock.seconds() < 10.0, "{} s", clock.seconds());
}
