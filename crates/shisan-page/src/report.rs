//! The report of a match as one file: a file that is opened from disk cannot import others, so its modules
//! stand in it, as addresses of an import map.

use std::collections::BTreeMap;
use std::fmt::Write;

use rust_embed::RustEmbed;

use crate::files::file;

/// The report's own files; it shares the board and the colours with the page.
#[derive(RustEmbed)]
#[folder = "report"]
struct Files;

const START: &str = "report/report.js";
const STYLES: [&str; 3] = ["web/style/theme.css", "web/style/board.css", "report/report.css"];

/// The page of a report: `data` is its JSON, as `report/data.js` describes it, `charts` are SVG.
pub fn report(data: &str, charts: &str) -> String {
    let mut page = text("report/report.html");
    // The data comes last: what it holds is not replaced.
    for (place, content) in [
        ("styles", STYLES.map(text).concat()),
        ("modules", import_map()),
        ("charts", charts.to_owned()),
        // No tag can begin within it.
        ("data", data.replace('<', "\\u003c")),
    ] {
        page = page.replacen(&format!("<!-- {place} -->"), &content, 1);
    }
    page
}

/// A file by its path below this crate; what is missing is empty.
fn text(path: &str) -> String {
    let file = match path.split_once('/') {
        Some(("report", name)) => Files::get(name),
        Some((_, name)) => file(name),
        None => None,
    };
    file.map_or_else(String::new, |file| String::from_utf8_lossy(&file.data).into_owned())
}

/// All modules that the first one needs, by their paths.
fn import_map() -> String {
    let mut modules = BTreeMap::new();
    let mut open = vec![START.to_owned()];
    while let Some(path) = open.pop() {
        if modules.contains_key(&path) {
            continue;
        }
        let (source, imports) = resolved(&path, &text(&path));
        modules.insert(path, source);
        open.extend(imports);
    }
    let entries: Vec<String> = modules
        .iter()
        .map(|(path, source)| format!("\"{path}\":\"data:text/javascript,{}\"", encoded(source)))
        .collect();
    format!("{{\"imports\":{{{}}}}}", entries.join(","))
}

/// A module whose imports are named by their paths below the crate, and these paths.
fn resolved(path: &str, source: &str) -> (String, Vec<String>) {
    const IMPORT: &str = " from '";
    let mut parts = source.split(IMPORT);
    let mut text = parts.next().unwrap_or_default().to_owned();
    let mut imports = Vec::new();
    for part in parts {
        let (name, rest) = part.split_once('\'').unwrap_or((part, ""));
        let target = target(path, name);
        text.extend([IMPORT, &target, "'", rest]);
        imports.push(target);
    }
    (text, imports)
}

/// The path of what a module names: `web/dom.js` for `../dom.js` in `web/board/board.js`.
fn target(path: &str, name: &str) -> String {
    let mut folders: Vec<&str> = path.split('/').collect();
    folders.pop();
    for part in name.split('/') {
        match part {
            "." => {}
            ".." => drop(folders.pop()),
            part => folders.push(part),
        }
    }
    folders.join("/")
}

/// A text within an address within a JSON string within a script.
fn encoded(text: &str) -> String {
    let mut encoded = String::with_capacity(text.len() * 5 / 4);
    for byte in text.bytes() {
        if byte.is_ascii_graphic() && !b"\"#%<\\".contains(&byte) {
            encoded.push(char::from(byte));
        } else {
            let _ = write!(encoded, "%{byte:02X}");
        }
    }
    encoded
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_report_is_one_whole_file() {
        let page = report("{\"name\":\"</script><!-- charts -->\"}", "<svg></svg>");
        for place in ["<!-- styles -->", "<!-- modules -->", "<!-- charts -->", "<!-- data -->"] {
            assert!(!page.contains(place), "{place}");
        }
        assert!(page.contains("{\"name\":\"\\u003c/script>\\u003c!-- charts -->\"}</script>"));
        assert_eq!(page.matches("</script>").count(), 3);
        let map = import_map();
        for path in ["report/report.js", "report/replay.js", "web/board/stones.js", "web/dom.js"] {
            assert!(map.contains(&format!("\"{path}\":\"data:text/javascript,//")), "{path}");
        }
        assert!(!map.contains("from%20'.") && !map.contains("javascript,\""), "{map}");
        assert!(STYLES.iter().all(|path| !text(path).is_empty()));
        assert!(
            !page.contains("http:")
                || page.matches("http:").count()
                    == page.matches("http://www.w3.org/2000/svg").count()
        );
    }
}
