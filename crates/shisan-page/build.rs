//! The crate holds the files of the page: new ones have it built again.

fn main() {
    println!("cargo::rerun-if-changed=web");
}
