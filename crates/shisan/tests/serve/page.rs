//! The files of the page.

use std::fs;
use std::path::Path;

use super::server::Server;

#[test]
fn every_file_of_the_page_is_served() {
    let server = Server::start(&[]);
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shisan-page/web");
    let mut count = 0;
    for file in fs::read_dir(folder).expect("the page").map(|file| file.expect("a file").path()) {
        let name = file.file_name().and_then(|name| name.to_str()).expect("a plain name");
        let Some((_, extension)) = name.rsplit_once('.') else { continue };
        let kind = match extension {
            "html" => "text/html; charset=utf-8",
            "css" => "text/css; charset=utf-8",
            "js" => "text/javascript; charset=utf-8",
            "svg" => "image/svg+xml",
            "wasm" => "application/wasm",
            _ => continue,
        };
        let line = format!("GET /{name}");
        let response = server.request(&line, &[], "");
        assert_eq!((response.status, response.header("content-type")), (200, kind), "{name}");
        assert_eq!(response.header("cache-control"), "no-cache");
        assert!(response.body == fs::read(&file).expect("a file"), "{name}");
        let tag = response.header("etag").to_owned();
        let again = server.request(&line, &[("If-None-Match", &tag)], "");
        assert_eq!((again.status, again.body.len()), (304, 0), "{name}");
        assert_eq!(again.header("etag"), tag);
        count += 1;
    }
    assert!(count > 2, "{count} files");
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
    for path in ["/tsconfig.json", "/tests/tree.test.mjs", "/tests", "/index.html/"] {
        assert_eq!(server.request(&format!("GET {path}"), &[], "").status, 404, "{path}");
    }
    let response = server.request("POST /index.html", &[], "");
    assert_eq!((response.status, response.header("allow")), (405, "GET, HEAD"));
}
