//! The files of the page.

use axum::extract::Request;
use axum::http::{Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use shisan_page::File;

use super::refusal::refusal;

/// The file that a request names.
pub async fn file(request: Request) -> Response {
    let path = request.uri().path();
    let name = if path == "/" { "index.html" } else { path.trim_start_matches('/') };
    let Some(File { data, metadata }) = shisan_page::file(name) else {
        return refusal(StatusCode::NOT_FOUND, "there is no such page");
    };
    if ![Method::GET, Method::HEAD].contains(request.method()) {
        return use_get().await.into_response();
    }
    let hash = metadata.sha256_hash();
    let tag = format!("\"{:032x}\"", hash.first_chunk().copied().map_or(0, u128::from_be_bytes));
    let headers = [
        (header::CACHE_CONTROL, "no-cache".to_owned()),
        (header::CONTENT_TYPE, content_type(metadata.mimetype())),
        (header::ETAG, tag.clone()),
    ];
    let lists = request.headers().get_all(header::IF_NONE_MATCH);
    let mut known =
        lists.iter().filter_map(|list| list.to_str().ok()).flat_map(|list| list.split(','));
    // A proxy that compresses makes a weak tag of it.
    if known.any(|known| known.trim().trim_start_matches("W/") == tag) {
        return (StatusCode::NOT_MODIFIED, headers).into_response();
    }
    (headers, data.into_owned()).into_response()
}

/// Refuses other methods.
pub async fn use_get() -> impl IntoResponse {
    let refusal = refusal(StatusCode::METHOD_NOT_ALLOWED, "use GET");
    ([(header::ALLOW, "GET, HEAD")], refusal)
}

/// The type of a file; text is UTF-8.
fn content_type(mime: &str) -> String {
    let charset = if mime.starts_with("text/") { "; charset=utf-8" } else { "" };
    format!("{mime}{charset}")
}
