//! The page: its files are inside the program, and no other file can be reached.

use axum::http::header::CONTENT_TYPE;
use axum::http::{StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use rust_embed::RustEmbed;

use crate::answers::refusal;

#[derive(RustEmbed)]
#[folder = "page"]
struct Page;

pub(crate) async fn file(uri: Uri) -> Response {
    let name = match uri.path() {
        "/" => "index.html",
        path => path.trim_start_matches('/'),
    };
    match Page::get(name) {
        Some(file) => ([(CONTENT_TYPE, kind(name))], file.data).into_response(),
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
    use super::*;

    #[test]
    fn the_page_is_small_and_of_known_types() {
        let mut bytes = 0;
        for name in Page::iter() {
            bytes += Page::get(&name).expect("a file of the page").data.len();
            assert_ne!(kind(&name), "application/octet-stream", "{name}");
        }
        assert!(Page::get("index.html").is_some());
        assert!(bytes < 200_000, "{bytes} bytes");
    }
}
