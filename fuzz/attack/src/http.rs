//! Hostile clients of `tesuji serve`.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::Child;
use std::thread::{self, sleep};
use std::time::{Duration, Instant};

use fuzz_cases::one_of;
use fuzz_checks::spoiled;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde_json::{Value, json};

use crate::child::{PATIENCE, command, peak};
use crate::questions::{bad, good};
use crate::report::{Finding, Kind};
use crate::{Case, Tried};

/// A server, which ends with this.
pub(crate) struct Server {
    pub(crate) child: Child,
    pub(crate) address: String,
}

impl Server {
    pub(crate) fn start(program: &Path, folder: &Path) -> Result<Server, Finding> {
        let fail = |why: String| Finding::new(Kind::Skipped, why);
        let mut child = command(program, folder, &["serve", "--port", "0"])
            .spawn()
            .map_err(|error| fail(error.to_string()))?;
        let mut line = String::new();
        if let Some(out) = child.stdout.take() {
            let _ = BufReader::new(out).read_line(&mut line);
        }
        let address = line.strip_prefix("Tesuji is at http://").and_then(|rest| rest.split('/').next());
        let address = address.map(str::to_string).ok_or_else(|| fail(line.clone()))?;
        Ok(Server { child, address })
    }

    /// The server is there, answers, and has not panicked.
    pub(crate) fn check(&mut self) -> Result<(), Finding> {
        let (status, body) =
            self.ask("/ask", "end", &json!({"id": "end", "ask": "value", "expressions": ["{4|0}"]}))?;
        if status != 200 || body["id"] != "end" {
            return Err(Finding::new(Kind::Lost, format!("{status}: {body}")));
        }
        let _ = self.child.kill();
        let mut err = String::new();
        if let Some(mut stderr) = self.child.stderr.take() {
            let _ = stderr.read_to_string(&mut err);
        }
        if err.contains("panicked") { Err(Finding::new(Kind::Panic, err)) } else { Ok(()) }
    }

    /// A question of this client; the status and the answer.
    pub(crate) fn ask(&self, path: &str, client: &str, question: &Value) -> Result<(u32, Value), Finding> {
        let body = question.to_string();
        let head = format!(
            "POST {path} HTTP/1.1\r\nhost: {}\r\ncontent-type: application/json\r\ntesuji-client: {client}\r\nconnection: close\r\ncontent-length: {}\r\n\r\n",
            self.address,
            body.len()
        );
        let text = self.send(&[head.as_bytes(), body.as_bytes()].concat())?;
        let (head, body) = text.split_once("\r\n\r\n").unwrap_or((&text, ""));
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0);
        // Of a stream of events the last one is the answer.
        let body = body.rsplit("data: ").next().unwrap_or_default();
        let body = body.lines().next().unwrap_or_default();
        Ok((status, serde_json::from_str(body).unwrap_or_default()))
    }

    /// Sends bytes; all that comes back until the server hangs up.
    fn send(&self, bytes: &[u8]) -> Result<String, Finding> {
        let lost = |error: std::io::Error| Finding::new(Kind::Lost, error.to_string());
        let mut stream = TcpStream::connect(&self.address).map_err(lost)?;
        let _ = stream.set_read_timeout(Some(PATIENCE));
        // The server may hang up before it was sent everything.
        let _ = stream.write_all(bytes);
        let mut text = Vec::new();
        match stream.read_to_end(&mut text) {
            Err(error)
                if matches!(error.kind(), std::io::ErrorKind::WouldBlock | std::io::ErrorKind::TimedOut) =>
            {
                Err(Finding::new(
                    Kind::Hang,
                    String::from_utf8_lossy(bytes).chars().take(300).collect::<String>(),
                ))
            }
            _ => Ok(String::from_utf8_lossy(&text).into_owned()),
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Requests with everything wrong that there is.
pub(crate) fn requests(case: &mut Case) -> Result<Tried, Finding> {
    let mut server = Server::start(&case.program, case.folder.path())?;
    let here = server.address.clone();
    let port = here.rsplit(':').next().unwrap_or_default().to_string();
    for number in 0..30 {
        let body = bad(&mut case.chance, &Value::from(number)).to_string();
        let json = format!("content-type: application/json\r\ncontent-length: {}", body.len());
        // What is refused, whatever it asks.
        let (text, refused) = match case.chance.random_range(0..14) {
            0 => (
                format!(
                    "POST /ask HTTP/1.1\r\nhost: 127.0.0.1:+{port}\r\n{json}\r\nconnection: close\r\n\r\n{body}"
                ),
                true,
            ),
            1 => (
                format!(
                    "POST /ask HTTP/1.1\r\nhost: localhost:0{port}\r\n{json}\r\nconnection: close\r\n\r\n{body}"
                ),
                true,
            ),
            2 => (
                format!(
                    "POST http://evil.example/ask HTTP/1.1\r\nhost: {here}\r\n{json}\r\nconnection: close\r\n\r\n{body}"
                ),
                true,
            ),
            3 => (
                format!(
                    "POST http://{here}/ask HTTP/1.1\r\nhost: {here}\r\n{json}\r\nconnection: close\r\n\r\n{body}"
                ),
                true,
            ),
            4 => ("GET / HTTP/1.1\r\nhost: evil.example\r\nconnection: close\r\n\r\n".to_string(), true),
            5 => (
                format!(
                    "POST /ask HTTP/1.1\r\nhost: {here}\r\norigin: http://evil.example\r\n{json}\r\nconnection: close\r\n\r\n{body}"
                ),
                true,
            ),
            6 => (
                format!(
                    "POST /ask HTTP/1.1\r\nhost: {here}\r\ncontent-type: text/plain\r\nconnection: close\r\ncontent-length: {}\r\n\r\n{body}",
                    body.len()
                ),
                true,
            ),
            7 => (format!("OPTIONS /ask HTTP/1.1\r\nhost: {here}\r\nconnection: close\r\n\r\n"), true),
            8 => (format!("GET /../Cargo.toml HTTP/1.1\r\nhost: {here}\r\nconnection: close\r\n\r\n"), true),
            9 => (
                format!(
                    "POST /ask HTTP/1.1\r\nhost: {here}\r\n{json}\r\nx: {}\r\nconnection: close\r\n\r\n{body}",
                    "y".repeat(500_000)
                ),
                false,
            ),
            10 => (
                format!(
                    "POST /ask HTTP/1.1\r\nhost: {here}\r\ncontent-type: application/json\r\ncontent-length: 99999999\r\nconnection: close\r\n\r\n{body}"
                ),
                true,
            ),
            11 => (
                format!(
                    "POST /ask HTTP/1.1\r\nhost: {here}\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\nconnection: close\r\n\r\nzz\r\n{body}"
                ),
                true,
            ),
            _ => (
                format!("POST /ask HTTP/1.1\r\nhost: {here}\r\n{json}\r\nconnection: close\r\n\r\n{body}"),
                false,
            ),
        };
        let mut bytes = text.into_bytes();
        let harmed = case.chance.random_bool(0.2);
        if harmed {
            bytes = spoiled(&mut case.chance, &bytes);
            // Nobody waits for the rest of a request that never comes.
            let mut stream =
                TcpStream::connect(&here).map_err(|error| Finding::new(Kind::Lost, error.to_string()))?;
            let _ = stream.write_all(&bytes);
            continue;
        }
        let told = server.send(&bytes)?;
        let status: u32 = told.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0);
        let good = match status {
            0 => refused,
            200 => !refused,
            400..=499 => true,
            503 => !refused,
            _ => false,
        };
        if !good {
            let bytes: String = String::from_utf8_lossy(&bytes).chars().take(300).collect();
            return Err(Finding::new(Kind::Code, format!("{status} for {bytes}")));
        }
    }
    server.check()?;
    Ok(Tried::inputs(31))
}

/// Eight clients at once with the same ids: each gets its own answers, and a stop ends nobody else's question.
pub(crate) fn clients(case: &mut Case) -> Result<Tried, Finding> {
    let mut server = Server::start(&case.program, case.folder.path())?;
    let seeds: Vec<u64> = (0..8).map(|_| case.chance.random()).collect();
    let told: Vec<Result<u64, Finding>> = thread::scope(|scope| {
        let server = &server;
        let clients: Vec<_> = seeds.iter().map(|&seed| scope.spawn(move || client(server, seed))).collect();
        clients.into_iter().map(|client| client.join().expect("no attack panics here")).collect()
    });
    let mut inputs = 0;
    for told in told {
        inputs += told?;
    }
    // Eight questions of at most 200 MB each, and their answers.
    let most = peak(server.child.id()) as f64 / 1e6;
    if most > 8.0 * 1.2 * 200.0 + 200.0 {
        return Err(Finding::new(Kind::Memory, format!("{most:.0} MB")));
    }
    server.check()?;
    Ok(Tried::inputs(inputs))
}

fn client(server: &Server, seed: u64) -> Result<u64, Finding> {
    let mut chance = ChaCha8Rng::seed_from_u64(seed);
    let name = format!("client-{seed}");
    for number in 0..15 {
        let id = Value::from(number);
        let question = match chance.random_bool(0.7) {
            true => good(&mut chance, &id),
            false => bad(&mut chance, &id),
        };
        let path = one_of(&mut chance, &["/ask", "/watch"]);
        if chance.random_bool(0.3) {
            let (status, told) = server.ask("/stop", &name, &json!({"stop": number}))?;
            // This client has nothing open, and that others have an open question of this number is not its business.
            if status != 200 || told["stopped"] != 0 {
                return Err(Finding::new(
                    Kind::Lost,
                    format!("a stop of another's question: {status} {told}"),
                ));
            }
        }
        let (status, answer) = server.ask(path, &name, &question)?;
        let same = answer.get("error").is_some() || answer["ask"] == question["ask"];
        if !matches!(status, 200 | 400) || answer["id"] != id || !same {
            return Err(Finding::new(Kind::Lost, format!("{status} {answer:.300} for {question:.300}")));
        }
    }
    Ok(15)
}

/// Hundreds of connections that say nothing, or begin and never end: a question is answered all the same.
pub(crate) fn idle(case: &mut Case) -> Result<Tried, Finding> {
    let mut server = Server::start(&case.program, case.folder.path())?;
    let mut silent = Vec::new();
    for _ in 0..385 {
        if let Ok(mut stream) = TcpStream::connect(&server.address) {
            let begin = one_of(&mut case.chance, &["", "POST /ask HTT", "POST /ask HTTP/1.1\r\nhost: a\r\n"]);
            let _ = stream.write_all(begin.as_bytes());
            silent.push(stream);
        }
    }
    sleep(Duration::from_millis(100));
    let clock = Instant::now();
    server.ask("/ask", "one", &json!({"id": 1, "ask": "value", "expressions": ["{4|0}"]}))?;
    if clock.elapsed() > Duration::from_secs(10) {
        return Err(Finding::new(Kind::Hang, format!("a question waits {:?}", clock.elapsed())));
    }
    drop(silent);
    server.check()?;
    Ok(Tried::inputs(386))
}
