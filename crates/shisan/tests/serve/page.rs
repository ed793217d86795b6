//! The files of the page.

use std::fs;
use std::path::{Path, PathBuf};

use super::server::Server;

/// The files of a folder and those below it.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries =
        fs::read_dir(folder).expect("the page").map(|entry| entry.expect("a file").path());
    let below = |path: PathBuf| if path.is_dir() { files(&path) } else { vec![path] };
    entries.flat_map(below).collect()
}

/// The engine for browsers and its service worker, which only the static page needs.
const STATIC: [&str; 5] = [
    "engine/thread.js",
    "engine/wasi.js",
    "engine/wasm.js",
    "engine/worker.js",
    "service-worker.js",
];

#[test]
fn every_file_of_the_page_is_served() {
    let server = Server::start(&[]);
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shisan-page/web");
    let mut count = 0;
    for file in files(&folder) {
        let path = file.strip_prefix(&folder).expect("a file of the page");
        let name = path.to_str().expect("a plain name").replace('\\', "/");
        let kind = match name.rsplit_once('.').expect("an ending").1 {
            "html" => "text/html; charset=utf-8",
            "css" => "text/css; charset=utf-8",
            "js" => "text/javascript; charset=utf-8",
            "json" => "application/json",
            "svg" => "image/svg+xml",
            "txt" => "text/plain; charset=utf-8",
            "webmanifest" => "application/manifest+json",
            ending => panic!("{name}: what is {ending}?"),
        };
        let line = format!("GET /{name}");
        let response = server.request(&line, &[], "");
        if STATIC.contains(&&*name) {
            assert_eq!(response.status, 404, "{name}");
            continue;
        }
        assert_eq!((response.status, response.header("content-type")), (200, kind), "{name}");
        assert_eq!(response.header("cache-control"), "no-cache");
        assert!(response.body == fs::read(&file).expect("a file"), "{name}");
        let tag = response.header("etag").to_owned();
        for known in [tag.clone(), format!("\"old\", W/{tag}")] {
            let again = server.request(&line, &[("If-None-Match", &known)], "");
            assert_eq!((again.status, again.body.len()), (304, 0), "{name}");
            assert_eq!(again.header("etag"), tag);
        }
        count += 1;
    }
    assert!(count > 40, "{count} files");
}

#[test]
fn the_page_is_at_the_root_and_names_nothing_foreign() {
    let server = Server::start(&[]);
    let path = server.address.strip_prefix(&format!("http://127.0.0.1:{}", server.port));
    let page = server.request(&format!("GET {}", path.expect("an address")), &[], "");
    assert_eq!((page.status, page.header("content-type")), (200, "text/html; charset=utf-8"));
    let mut count = 0;
    for attribute in [" src=\"", " href=\""] {
        for rest in page.text().split(attribute).skip(1) {
            let target = rest.split('"').next().expect("an end");
            if !target.starts_with('#') {
                let line = format!("GET /{target}");
                assert_eq!(server.request(&line, &[], "").status, 200, "{target}");
                count += 1;
            }
        }
    }
    assert!(count > 2, "{count} files");
}

#[test]
fn what_is_no_part_of_the_page_is_not_served() {
    let server = Server::start(&[]);
    for path in ["/tsconfig.json", "/tests/tree.test.mjs", "/engine", "/engine/", "/index.html/"] {
        assert_eq!(server.request(&format!("GET {path}"), &[], "").status, 404, "{path}");
    }
    let response = server.request("POST /index.html", &[], "");
    assert_eq!((response.status, response.header("allow")), (405, "GET, HEAD"));
}
