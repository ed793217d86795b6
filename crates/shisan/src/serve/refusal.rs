//! What is answered to a request that is refused.

use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};

/// A status with the reason in one line.
pub fn refusal(status: StatusCode, reason: &str) -> Response {
    (status, format!("{reason}\n")).into_response()
}
