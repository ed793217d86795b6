//! The brain's executable.

use std::process::ExitCode;

fn main() -> ExitCode {
    if std::env::var_os("RUST_LOG").is_some() {
        env_logger::init();
    }
    shisan_engine::brain::run(std::env::args_os().skip(1).collect())
}
