//! The board as a picture and as an animation.

use fantoccini::key::Key;
use serde_json::{Value, json};

use super::browser::{Screen, until};
use super::page::Page;

/// What a saved GIF shows, as the browser decodes it: the milliseconds of each picture, the stones that it
/// has on some cells, and the bytes of all.
const DECODE: &str = r"
    const decoder = new ImageDecoder({ data: await window.saved.arrayBuffer(), type: window.saved.type });
    await decoder.tracks.ready;
    await decoder.completed;
    const [times, stones] = [[], []];
    for (let frameIndex = 0; frameIndex < decoder.tracks.selectedTrack.frameCount; frameIndex++) {
        const { image } = await decoder.decode({ frameIndex });
        const context = new OffscreenCanvas(image.displayWidth, image.displayHeight).getContext('2d', { willReadFrequently: true });
        context.drawImage(image, 0, 0);
        times.push(image.duration / 1000);
        const unit = image.displayWidth / (columns + 1.4);
        stones.push(cells.map((cell) => {
            // Beside the lines and the number.
            const at = [0.87 + (cell % columns), 1 + Math.floor(cell / columns)];
            const [red, , blue] = context.getImageData(...at.map((place) => Math.round(place * unit)), 1, 1).data;
            return red < 90 ? 'b' : blue > 190 ? 'w' : '.';
        }).join(''));
        image.close();
    }
    return { times, stones, bytes: window.saved.size };
";

#[test]
#[ignore = "needs a browser: .ci/page"]
fn a_picture_is_copied() {
    let page = Page::open_at(Screen::Desktop, "#rule=freestyle&size=20x15&moves=h8i9");
    let permissions = ["clipboardReadWrite", "clipboardSanitizedWrite"];
    page.devtools("Browser.grantPermissions", &json!({"permissions": permissions}));
    page.click("button", "Files");
    page.click("button", "Picture");
    page.expect_said("Picture copied");
    let read = "return (async () => {
        const [item] = await navigator.clipboard.read();
        const { width, height } = await createImageBitmap(await item.getType('image/png'));
        return [width, height];
    })()";
    assert_eq!(page.script(read, vec![]), json!([1200, 920]));
}

/// Saves the game as a GIF, and decodes it.
fn animation(page: &Page, columns: u32, cells: &[u32]) -> Value {
    page.script(
        "window.saved = null; URL.createObjectURL = (blob) => (window.saved = blob, '#')",
        vec![],
    );
    page.click("button", "Files");
    // A key: the button may be below the buttons that close the dialog.
    page.wait(page.find("button", "Animation, GIF").send_keys(&char::from(Key::Enter).to_string()));
    until("the file", || match page.script("return window.saved?.type ?? null", vec![]) {
        Value::String(kind) if kind == "image/gif" => Ok(()),
        other => Err(other.to_string()),
    });
    page.click("button", "Close");
    let body = format!("return (async (columns, cells) => {{ {DECODE} }})(...arguments)");
    page.script(&body, vec![json!(columns), json!(cells)])
}

#[test]
#[ignore = "needs a browser: .ci/page"]
fn a_game_is_saved_as_an_animation() {
    // h8, i9 and h9; the one before the last is on the board.
    let page = Page::open_at(Screen::Phone, "#rule=freestyle&size=15&moves=h8i9h9");
    page.click("button", "Back");
    let found = animation(&page, 15, &[112, 128, 127]);
    assert_eq!(found["stones"], json!(["...", "b..", "bw.", "bwb"]));
    assert_eq!(found["times"], json!([700, 700, 700, 3000]));
    page.expect_label("i9, white, move 2, last move");
}

#[test]
#[ignore = "needs a browser: .ci/page"]
fn the_animation_of_a_full_board_is_small() {
    // No row has more than two of one side.
    let of =
        |black: bool| (0..225).filter(move |cell| ((cell % 15 + 2 * (cell / 15)) % 4 < 2) == black);
    let cells: Vec<u32> =
        of(true).zip(of(false)).flat_map(|(black, white)| [black, white]).collect();
    let name = |cell: &u32| {
        format!(
            "{}{}",
            char::from(b'a' + u8::try_from(cell % 15).expect("a column")),
            cell / 15 + 1
        )
    };
    let moves: String = cells.iter().map(name).collect();
    let page = Page::open_at(Screen::Desktop, &format!("#rule=freestyle&size=15&moves={moves}"));
    let found = animation(&page, 15, &cells);
    let pictures = found["stones"].as_array().expect("pictures");
    assert_eq!(pictures.len(), cells.len() + 1);
    assert_eq!(pictures.last(), Some(&json!("bw".repeat(cells.len() / 2))));
    let bytes = found["bytes"].as_u64().expect("a size");
    assert!(bytes < 500_000, "{bytes} bytes");
}
