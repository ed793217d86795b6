use proptest::prelude::*;

use super::*;

/// An element and the text that follows its opening tag.
struct Element {
    name: String,
    attributes: Vec<(String, String)>,
    content: String,
}

impl Element {
    fn attribute(&self, key: &str) -> Option<&str> {
        self.attributes.iter().find(|(found, _)| found == key).map(|(_, value)| value.as_str())
    }
}

/// The elements of `text`; panics unless every tag is closed in turn and every attribute and
/// reference is well formed.
fn elements(text: &str) -> Vec<Element> {
    let mut open: Vec<String> = Vec::new();
    let mut found = Vec::new();
    let mut rest = text;
    while let Some(start) = rest.find('<') {
        let end = start + rest[start..].find('>').expect("a closed tag");
        let tag = &rest[start + 1..end];
        let after = &rest[end + 1..];
        let content = &after[..after.find('<').unwrap_or(after.len())];
        for reference in content.split('&').skip(1) {
            let (name, _) = reference.split_once(';').expect("a closed reference");
            assert!(["amp", "lt", "gt", "quot", "#39"].contains(&name), "{name}");
        }
        assert!(!content.contains('>'), "{content}");
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop().as_deref(), Some(name));
        } else {
            let is_empty = tag.ends_with('/');
            let tag = tag.trim_end_matches('/');
            let (name, mut inside) = tag.split_once(' ').unwrap_or((tag, ""));
            let mut attributes = Vec::new();
            while !inside.trim().is_empty() {
                let (key, value) = inside.split_once("=\"").expect("a quoted attribute");
                let (value, next) = value.split_once('"').expect("a closed attribute");
                attributes.push((key.trim().to_owned(), value.to_owned()));
                inside = next;
            }
            if !is_empty {
                open.push(name.to_owned());
            }
            let (name, content) = (name.to_owned(), content.to_owned());
            found.push(Element { name, attributes, content });
        }
        rest = after;
        if open.is_empty() {
            assert!(rest.trim().is_empty(), "one root");
        }
    }
    assert!(open.is_empty(), "not closed: {open:?}");
    found
}

/// The corners of all elements of a kind.
fn corners(svg: &str, kind: &str) -> Vec<Vec<(f64, f64)>> {
    let number = |text: &str| text.parse::<f64>().expect("a number");
    let corner = |text: &str| text.split_once(',').map(|(x, y)| (number(x), number(y)));
    let found = elements(svg).into_iter().filter(|element| element.name == kind);
    found
        .map(|element| {
            let points = element.attribute("points").expect("points");
            points.split(' ').map(|text| corner(text).expect("a corner")).collect()
        })
        .collect()
}

fn labels(svg: &str) -> Vec<String> {
    let texts = elements(svg).into_iter().filter(|element| element.name == "text");
    texts.map(|element| element.content).collect()
}

fn assert_inside(svg: &str) {
    assert!(!svg.contains("NaN") && !svg.contains("inf"), "{svg}");
    for (x, y) in [corners(svg, "polyline"), corners(svg, "polygon")].concat().concat() {
        assert!((LEFT..=RIGHT).contains(&x) && (TOP..=BOTTOM).contains(&y), "{x},{y}");
    }
}

fn chart(points: Vec<Point>) -> Chart {
    Chart {
        title: "New vs Base".to_owned(),
        x_label: "games".to_owned(),
        y_label: "LLR".to_owned(),
        series: vec![Series { name: "LLR".to_owned(), points }],
        levels: vec![
            Level { name: "H0".to_owned(), y: -2.94 },
            Level { name: "H1".to_owned(), y: 2.94 },
        ],
    }
}

fn point(x: f64, y: f64) -> Point {
    Point { x, y, error: 0.0 }
}

#[test]
fn a_dozen_lines_look_different() {
    let line = |index: u32| Series {
        name: format!("engine {index}"),
        points: (0..9).map(|x| point(f64::from(x), f64::from(index))).collect(),
    };
    let svg = Chart { series: (0..12).map(line).collect(), ..chart(Vec::new()) }.to_string();
    assert_inside(&svg);
    assert_eq!(corners(&svg, "polyline").len(), 12);
    let height = elements(&svg)[0].attribute("height").expect("a height").parse::<f64>();
    let legend: Vec<f64> = elements(&svg)
        .iter()
        .filter(|element| element.content.starts_with("engine "))
        .map(|element| element.attribute("y").expect("a place").parse().expect("a number"))
        .collect();
    assert_eq!(legend.len(), 12);
    assert!(legend.windows(2).all(|pair| pair[0] < pair[1]), "{legend:?}");
    assert!(legend[11] < height.expect("a number"));
    let mut strokes: Vec<_> = (0..STROKES).map(stroke).collect();
    strokes.sort_unstable();
    strokes.dedup();
    assert_eq!(strokes.len(), STROKES);
}

#[test]
fn a_ratio_stands_between_its_bounds() {
    let svg =
        chart((0..=500).map(|x| point(f64::from(x), f64::from(x) / 250.0)).collect()).to_string();
    assert_inside(&svg);
    let labels = labels(&svg);
    for label in ["New vs Base", "games", "LLR", "H0", "H1", "0", "100", "500", "-2", "2"] {
        assert!(labels.iter().any(|found| found == label), "{label} in {labels:?}");
    }
    let lines = corners(&svg, "polyline");
    assert_eq!(lines.len(), 1);
    let (first, last) = (lines[0][0], lines[0][lines[0].len() - 1]);
    assert!((first.0 - LEFT).abs() < 0.1 && (last.0 - RIGHT).abs() < 0.1);
    // 0 in the middle between the bounds, 2 above it by 2 parts of 6.468.
    let middle = f64::midpoint(TOP, BOTTOM);
    assert!((first.1 - middle).abs() < 0.1, "{first:?}");
    assert!((middle - last.1 - 2.0 / 6.468 * (BOTTOM - TOP)).abs() < 0.1, "{last:?}");
    let is_level = |element: &Element| element.attribute("class") == Some("level");
    let levels = elements(&svg).into_iter().filter(is_level);
    assert_eq!(levels.count(), 4, "across the frame and in the legend");
}

#[test]
fn names_cannot_break_the_picture() {
    let mut chart = chart(vec![point(0.0, 0.0)]);
    chart.title = "a<b> & \"c\" 'd'\u{1}\n</svg>".to_owned();
    chart.series[0].name = "四三 <script>".to_owned();
    let svg = chart.to_string();
    let labels = labels(&svg);
    assert!(
        labels.contains(&"a&lt;b&gt; &amp; &quot;c&quot; &#39;d&#39;  &lt;/svg&gt;".to_owned()),
        "{labels:?}"
    );
    assert!(labels.contains(&"四三 &lt;script&gt;".to_owned()), "{labels:?}");
}

#[test]
fn a_band_surrounds_its_line() {
    let points = (1..=100_u32).map(|x| {
        let x = f64::from(x);
        Point { x, y: 20.0, error: 300.0 / x.sqrt() }
    });
    let svg = chart(points.collect()).to_string();
    assert_inside(&svg);
    let (line, band) = (&corners(&svg, "polyline")[0], &corners(&svg, "polygon")[0]);
    assert_eq!(band.len(), 2 * line.len());
    for (index, &(x, y)) in line.iter().enumerate() {
        let (above, below) = (band[index], band[band.len() - 1 - index]);
        assert!((above.0 - x).abs() < 0.1 && (below.0 - x).abs() < 0.1);
        assert!(above.1 < y && y < below.1);
    }
    // The last band is in full view, the first one is cut.
    let last = band[line.len() - 1];
    assert!(last.1 > TOP + 1.0 && (band[0].1 - TOP).abs() < 0.1);
}

#[test]
fn ticks_are_round_and_few() {
    let labels = |low, high| -> Vec<String> {
        Range { low, high }.ticks(0.0).into_iter().map(|(_, label)| label).collect()
    };
    assert_eq!(labels(0.0, 100.0), ["0", "20", "40", "60", "80", "100"]);
    assert_eq!(labels(-3.1, 3.1), ["-3", "-2", "-1", "0", "1", "2", "3"]);
    assert_eq!(labels(0.48, 0.53), ["0.48", "0.49", "0.50", "0.51", "0.52", "0.53"]);
    assert_eq!(
        labels(0.0, 123_456.0),
        ["0", "20000", "40000", "60000", "80000", "100000", "120000"]
    );
    assert_eq!(labels(0.0, 0.05), ["0.00", "0.01", "0.02", "0.03", "0.04", "0.05"]);
    assert_eq!(labels(0.0, 0.02), ["0.000", "0.005", "0.010", "0.015", "0.020"]);
}

#[test]
fn the_x_axis_counts_in_whole_numbers() {
    let svg = chart((0..=4).map(|x| point(f64::from(x), 0.5)).collect()).to_string();
    let found = elements(&svg).into_iter().filter(|element| {
        element.name == "text"
            && element.attribute("class") == Some("middle")
            && element.content.parse::<f64>().is_ok()
    });
    let ticks: Vec<String> = found.map(|element| element.content).collect();
    assert_eq!(ticks, ["0", "1", "2", "3", "4"]);
}

#[test]
fn long_lines_are_thinned_but_keep_their_peaks() {
    let mut points: Vec<Point> = (0..200_000).map(|x| point(f64::from(x), 0.0)).collect();
    points[123_457].y = 2.0;
    points[65_432].y = -2.0;
    let svg = chart(points).to_string();
    assert_inside(&svg);
    let line = &corners(&svg, "polyline")[0];
    assert!(line.len() < 4 * WIDTH as usize, "{}", line.len());
    let by_height = |a: &&(f64, f64), b: &&(f64, f64)| a.1.total_cmp(&b.1);
    let (top, bottom) = (line.iter().min_by(by_height), line.iter().max_by(by_height));
    let expected = |share: f64| LEFT + share * (RIGHT - LEFT);
    assert!((top.expect("a peak").0 - expected(123_457.0 / 199_999.0)).abs() < 1.0);
    assert!((bottom.expect("a dip").0 - expected(65_432.0 / 199_999.0)).abs() < 1.0);
}

#[test]
fn nothing_to_draw_is_a_picture_too() {
    for points in
        [vec![], vec![point(7.0, 7.0)], vec![point(f64::NAN, 1.0), point(1.0, f64::INFINITY)]]
    {
        let svg = Chart { levels: vec![], ..chart(points) }.to_string();
        assert_inside(&svg);
    }
    assert_inside(&Chart::default().to_string());
}

proptest! {
    #[test]
    fn any_numbers_make_a_picture(
        numbers in prop::collection::vec((any::<f64>(), any::<f64>(), any::<f64>()), 0..40),
        level in any::<f64>(),
        title in any::<String>(),
    ) {
        let points = numbers.into_iter().map(|(x, y, error)| Point { x, y, error }).collect();
        let mut chart = chart(points);
        chart.title = title;
        chart.levels[0].y = level;
        assert_inside(&chart.to_string());
    }
}
