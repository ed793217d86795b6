//! Elements, found as a screen reader finds them: by role and name.

use fantoccini::Locator;
use fantoccini::elements::Element;
use fantoccini::key::Key;
use serde_json::{Value, json};

use super::browser::{Browser, until};
use super::command::Command;

/// Elements that are shown and may have a role and a name; the browser says which really do.
const CANDIDATES: &str = r"
    const [role, name] = arguments;
    const tags = {
        button: 'button', checkbox: 'input[type=checkbox]', combobox: 'select', link: 'a',
        slider: 'input[type=range]', spinbutton: 'input[type=number]', textbox: 'input[type=text], textarea',
        region: 'section', list: 'ol, ul', progressbar: 'progress', table: 'table', dialog: 'dialog', image: 'svg',
    };
    const dense = (text) => text.replace(/\s+/g, '');
    const text = (element) => element.textContent;
    const names = (element) => [
        element.getAttribute('aria-label') ?? '',
        text(document.getElementById(element.getAttribute('aria-labelledby')) ?? document.createElement('p')),
        ...[...(element.labels ?? [])].map(text),
        text(element),
    ];
    const selector = [tags[role] ?? [], `[role=${role}]`].flat().join(', ');
    return [...document.querySelectorAll(selector)].filter(
        (element) => element.checkVisibility() && names(element).some((other) => dense(other).includes(dense(name))));
";

impl Browser {
    /// The element of this role and name, if there is exactly one.
    fn try_find(&self, role: &str, name: &str) -> Result<Element, String> {
        let arguments = vec![json!(role), json!(name)];
        let found = self.attempt(self.client().execute(CANDIDATES, arguments))?;
        let mut matching = Vec::new();
        let mut names = Vec::new();
        for candidate in found.as_array().into_iter().flatten() {
            let id = candidate.as_object().and_then(|object| object.values().next()?.as_str());
            let id = id.ok_or_else(|| format!("no element: {candidate}"))?;
            let ask = |what| self.attempt(self.client().issue_cmd(Command::of_element(id, what)));
            let (label, computed) = (ask("computedlabel")?, ask("computedrole")?);
            if label == name && computed == role {
                matching
                    .push(Element::from_element_id(self.client().clone(), id.to_owned().into()));
            }
            names.push(format!("{computed} {label}"));
        }
        match matching.len() {
            1 => Ok(matching.remove(0)),
            count => Err(format!("{count} of these: {names:?}")),
        }
    }

    /// Waits for the element of this role and name.
    #[track_caller]
    pub(crate) fn find(&self, role: &str, name: &str) -> Element {
        until(&format!("{role} “{name}”"), || self.try_find(role, name))
    }

    /// Whether there is an element of this role and name now.
    pub(crate) fn has(&self, role: &str, name: &str) -> bool {
        self.try_find(role, name).is_ok()
    }

    /// Clicks or taps.
    #[track_caller]
    pub(crate) fn click(&self, role: &str, name: &str) {
        until(&format!("{role} “{name}” to click"), || {
            let element = self.try_find(role, name)?;
            if !self.attempt(element.is_enabled())? {
                return Err("it is disabled".to_owned());
            }
            self.attempt(element.click())
        });
    }

    /// Chooses an option by its text.
    #[track_caller]
    pub(crate) fn choose(&self, name: &str, option: &str) {
        let list = self.find("combobox", name);
        let path = format!("./option[normalize-space()='{option}']");
        self.wait(self.wait(list.find(Locator::XPath(&path))).click());
    }

    /// Types into a field in place of what it has.
    #[track_caller]
    pub(crate) fn fill(&self, role: &str, name: &str, text: &str) {
        let field = self.find(role, name);
        let all = format!("{}a{}", char::from(Key::Control), char::from(Key::Null));
        self.wait(field.send_keys(&format!("{all}{text}")));
    }

    /// The text of an element as it is read out.
    #[track_caller]
    pub(crate) fn text(&self, role: &str, name: &str) -> String {
        let element = self.find(role, name);
        let text = self.wait(element.prop("innerText")).unwrap_or_default();
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    /// Waits until an element has `part` in its text.
    #[track_caller]
    pub(crate) fn expect_text(&self, role: &str, name: &str, part: &str) -> String {
        until(&format!("“{part}” in {role} “{name}”"), || {
            let element = self.try_find(role, name)?;
            let text = self.attempt(element.prop("innerText"))?.unwrap_or_default();
            let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
            if text.contains(part) { Ok(text) } else { Err(text) }
        })
    }

    /// The name of the element that has the focus.
    #[track_caller]
    pub(crate) fn focused(&self) -> String {
        let element = self.wait(self.client().active_element());
        let label = self.command(Command::of_element(&element.element_id(), "computedlabel"));
        label.as_str().unwrap_or_default().to_owned()
    }

    /// How many elements of the board's picture, which only eyes have, a selector finds.
    #[track_caller]
    pub(crate) fn drawn(&self, selector: &str) -> usize {
        let count = "return document.querySelectorAll(`.picture ${arguments[0]}`).length";
        let count: Value = self.script(count, vec![json!(selector)]);
        count.as_u64().unwrap_or_default() as usize
    }
}
