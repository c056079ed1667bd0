//! The page: its files are inside the program, and no other file can be reached.

use axum::http::header::CONTENT_TYPE;
use axum::http::{StatusCode, Uri};
use axum::response::{IntoResponse, Response};

use crate::answers::refusal;

macro_rules! page {
    ($($name:literal)*) => {
        /// The names and contents of all files of the page.
        const PAGE: &[(&str, &[u8])] = &[$(($name, include_bytes!(concat!("../page/", $name)))),*];
    };
}

page! {
    "icon.svg"
    "index.html"
    "style.css"
    "js/board.js"
    "js/browser.js"
    "js/dom.js"
    "js/engine.js"
    "js/faults.js"
    "js/files.js"
    "js/games.js"
    "js/go.js"
    "js/goanswer.js"
    "js/goposition.js"
    "js/goquestion.js"
    "js/gorecord.js"
    "js/main.js"
    "js/problems.js"
    "js/search.js"
    "js/server.js"
    "js/share.js"
    "js/shogi.js"
    "js/simpei.js"
    "js/site.js"
    "js/stepper.js"
    "js/strings.js"
    "js/tactics.js"
    "js/verdict.js"
    "js/worker.js"
}

pub(crate) async fn file(uri: Uri) -> Response {
    let name = match uri.path() {
        "/" => "index.html",
        path => path.trim_start_matches('/'),
    };
    match PAGE.iter().find(|(file, _)| *file == name) {
        Some(&(_, content)) => ([(CONTENT_TYPE, kind(name))], content).into_response(),
        None => refusal(StatusCode::NOT_FOUND, "there is no such file on this page").into_response(),
    }
}

fn kind(name: &str) -> &'static str {
    match name.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("svg") => "image/svg+xml",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn the_whole_page_is_inside_small_and_of_known_types() {
        let mut there = BTreeSet::new();
        for folder in ["", "js/"] {
            for file in std::fs::read_dir(format!("{}/page/{folder}", env!("CARGO_MANIFEST_DIR"))).unwrap() {
                let file = file.unwrap();
                if file.file_type().unwrap().is_file() {
                    there.insert(format!("{folder}{}", file.file_name().to_str().unwrap()));
                } else {
                    assert_eq!(file.file_name(), "js", "another folder");
                }
            }
        }
        assert_eq!(PAGE.iter().map(|(name, _)| (*name).to_string()).collect::<BTreeSet<_>>(), there);
        let bytes: usize = PAGE.iter().map(|(_, content)| content.len()).sum();
        assert!(bytes < 200_000, "{bytes} bytes");
        for (name, _) in PAGE {
            assert_ne!(kind(name), "application/octet-stream", "{name}");
        }
    }
}
