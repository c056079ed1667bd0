//! Who may ask: the page that came from here, and programs on this machine; no other page that a browser has open.
//!
//! A name that somebody made point at 127.0.0.1 has a foreign `Host`; a foreign page has a foreign `Origin`, or cannot send
//! JSON without asking first, which nobody answers. All answers forbid scripts from elsewhere, frames and guessing of types.

use axum::extract::{Request, State};
use axum::http::header::{CONTENT_TYPE, HOST, ORIGIN};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, Uri};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::answers::refusal;

/// Pictures carry their colours as style sheets of their own; scripts come from here alone.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; \
                      connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const HEADERS: [(&str, &str); 7] = [
    ("content-security-policy", POLICY),
    ("x-content-type-options", "nosniff"),
    ("x-frame-options", "DENY"),
    ("referrer-policy", "no-referrer"),
    ("cross-origin-opener-policy", "same-origin"),
    ("cross-origin-resource-policy", "same-origin"),
    ("cache-control", "no-store"),
];

pub(crate) async fn guard(State(port): State<u16>, request: Request, next: Next) -> Response {
    let mut response = match refused(request.method(), request.uri(), request.headers(), port) {
        Some((status, why)) => refusal(status, why).into_response(),
        None => next.run(request).await,
    };
    for (name, value) in HEADERS {
        response.headers_mut().insert(HeaderName::from_static(name), HeaderValue::from_static(value));
    }
    response
}

/// Why a request is not answered, if it is not.
fn refused(
    method: &Method,
    target: &Uri,
    headers: &HeaderMap,
    port: u16,
) -> Option<(StatusCode, &'static str)> {
    // A whole address as the target is how proxies are asked, and has a host of its own.
    if target.authority().is_some() || target.scheme().is_some() {
        return Some((StatusCode::BAD_REQUEST, "this server is no proxy: a target is a path"));
    }
    if !all(headers, HOST, |host| is_here(host, port)) || !headers.contains_key(HOST) {
        return Some((StatusCode::FORBIDDEN, "this server answers to 127.0.0.1 and localhost alone"));
    }
    let from_here = |origin: &str| origin.strip_prefix("http://").is_some_and(|host| is_here(host, port));
    if !all(headers, ORIGIN, from_here) {
        return Some((StatusCode::FORBIDDEN, "this server answers no other page"));
    }
    match *method {
        Method::GET | Method::HEAD => None,
        Method::POST if all(headers, CONTENT_TYPE, is_json) && headers.contains_key(CONTENT_TYPE) => None,
        Method::POST => Some((StatusCode::UNSUPPORTED_MEDIA_TYPE, "questions are application/json")),
        _ => {
            Some((StatusCode::METHOD_NOT_ALLOWED, "the page is read with GET, questions are sent with POST"))
        }
    }
}

/// Whether every header of this name is text and as it should be; there may be none.
fn all(headers: &HeaderMap, name: HeaderName, check: impl Fn(&str) -> bool) -> bool {
    headers.get_all(name).iter().all(|value| value.to_str().is_ok_and(&check))
}

fn is_here(host: &str, port: u16) -> bool {
    let (name, given) = host.rsplit_once(':').unwrap_or((host, "80"));
    // As the port is written by whoever means it: no sign, no zeros before it.
    matches!(name, "127.0.0.1" | "localhost") && given == port.to_string()
}

fn is_json(value: &str) -> bool {
    value.split(';').next().is_some_and(|kind| kind.trim().eq_ignore_ascii_case("application/json"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn status(method: &Method, headers: &[(&'static str, &str)]) -> Option<u16> {
        let mut map = HeaderMap::new();
        for (name, value) in headers {
            map.append(HeaderName::from_static(name), value.parse().expect("a header"));
        }
        refused(method, &Uri::from_static("/ask"), &map, 8361).map(|(status, _)| status.as_u16())
    }

    #[test]
    fn only_the_page_itself_may_ask() {
        let here = ("host", "127.0.0.1:8361");
        let json = ("content-type", "application/json; charset=utf-8");
        assert_eq!(status(&Method::GET, &[here]), None);
        assert_eq!(status(&Method::GET, &[("host", "localhost:8361")]), None);
        for host in [
            "evil.example",
            "evil.example:8361",
            "127.0.0.1",
            "127.0.0.1:80",
            "localhost.evil:8361",
            "",
            "127.0.0.1:+8361",
            "127.0.0.1:08361",
        ] {
            assert_eq!(status(&Method::GET, &[("host", host)]), Some(403), "{host}");
        }
        assert_eq!(status(&Method::GET, &[]), Some(403), "no host");
        assert_eq!(status(&Method::GET, &[here, ("host", "evil.example")]), Some(403), "two hosts");
        assert_eq!(status(&Method::POST, &[here, json]), None, "a program");
        assert_eq!(status(&Method::POST, &[here, json, ("origin", "http://127.0.0.1:8361")]), None);
        for origin in ["http://evil.example", "null", "https://127.0.0.1:8361", "http://127.0.0.1:8362"] {
            assert_eq!(status(&Method::POST, &[here, json, ("origin", origin)]), Some(403), "{origin}");
        }
        assert_eq!(status(&Method::POST, &[here]), Some(415));
        assert_eq!(status(&Method::POST, &[here, ("content-type", "text/plain")]), Some(415));
        assert_eq!(status(&Method::OPTIONS, &[here, ("origin", "http://evil.example")]), Some(403));
        assert_eq!(status(&Method::OPTIONS, &[here]), Some(405), "nobody may ask beforehand");
    }
}
