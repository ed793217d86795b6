//! The crate holds the files of the page and of the report: new ones have it built again.

fn main() {
    println!("cargo::rerun-if-changed=report");
    println!("cargo::rerun-if-changed=web");
}
