//! Line charts as SVG, readable in light and in dark mode.
//!
//! The picture is 800 units wide. Lines differ in colour and in dashes; a line's error is a band
//! around it, clipped to the frame. Values that are not finite are left out.

use std::fmt::{self, Write};

/// A chart of lines over one x axis.
#[derive(Clone, Debug, Default)]
pub struct Chart {
    /// The title above the frame.
    pub title: String,
    /// What the x axis counts, such as games.
    pub x_label: String,
    /// What the y axis measures.
    pub y_label: String,
    /// The lines, in the order of the legend.
    pub series: Vec<Series>,
    /// Reference values, drawn across the frame.
    pub levels: Vec<Level>,
}

/// A line.
#[derive(Clone, Debug, Default)]
pub struct Series {
    /// Its name in the legend.
    pub name: String,
    /// Its points, in order.
    pub points: Vec<Point>,
}

/// A point of a line.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Point {
    /// The position on the x axis, a count.
    pub x: f64,
    /// The value.
    pub y: f64,
    /// Half the height of the band; 0 for none.
    pub error: f64,
}

/// A reference value, such as a bound of a test.
#[derive(Clone, Debug, Default)]
pub struct Level {
    /// Its name in the legend.
    pub name: String,
    /// The value.
    pub y: f64,
}

const WIDTH: f64 = 800.0;
/// The frame of the plot.
const LEFT: f64 = 72.0;
const RIGHT: f64 = 768.0;
const TOP: f64 = 40.0;
const BOTTOM: f64 = 360.0;
/// Where the legend starts below the frame, and the height of its lines.
const LEGEND: f64 = BOTTOM + 64.0;
const LINE: f64 = 18.0;

/// The maximum number of ticks on an axis.
const MAX_TICKS: f64 = 9.0;
/// The x axis counts games, iterations or steps: half of one is no tick.
const MIN_X_STEP: f64 = 1.0;
/// The margin above and below the lines, as a share of their range.
const MARGIN: f64 = 0.05;
/// Values beyond this are left out, as infinite ones are.
const MAX_VALUE: f64 = 1e100;

/// Colours for light and dark backgrounds, which the colour-blind can distinguish (M. Okabe and
/// K. Ito). Further lines start again with the first, with other dashes.
const COLOURS: [(&str, &str); 6] = [
    ("#0072b2", "#56b4e9"),
    ("#d55e00", "#ff9a4d"),
    ("#007f5c", "#3fcf9f"),
    ("#b4548c", "#eba4cd"),
    ("#8a6500", "#f0c030"),
    ("#555555", "#bbbbbb"),
];
const DASHES: [&str; 6] = ["none", "9 3", "2 3", "9 3 2 3", "5 5", "1 5"];
/// Lines that look different.
const STROKES: usize = COLOURS.len() * DASHES.len();

/// The colours and the dashes of a line.
fn stroke(index: usize) -> (&'static str, &'static str, &'static str) {
    let (light, dark) = COLOURS[index % COLOURS.len()];
    (light, dark, DASHES[(index + index / COLOURS.len()) % DASHES.len()])
}

impl fmt::Display for Chart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lines: Vec<Vec<Point>> = self.series.iter().map(Series::finite).collect();
        let levels: Vec<&Level> = self.levels.iter().filter(|level| is_drawn(level.y)).collect();
        let frame = Frame::around(&lines, &levels);
        let entries = self.series.len() + levels.len();
        #[expect(clippy::cast_precision_loss, reason = "a few lines of a legend")]
        let height = LEGEND + LINE * entries as f64;
        writeln!(
            f,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" \
             width=\"{WIDTH}\" height=\"{height}\" role=\"img\" class=\"chart\">"
        )?;
        writeln!(f, "<title>{}</title>", Escaped(&self.title))?;
        style(f, self.series.len().min(STROKES))?;
        writeln!(f, "<rect class=\"ground\" width=\"{WIDTH}\" height=\"{height}\"/>")?;
        frame.axes(f)?;
        let middle = f64::midpoint(LEFT, RIGHT);
        let title = Escaped(&self.title);
        writeln!(f, "<text class=\"title\" x=\"{middle}\" y=\"24\">{title}</text>")?;
        let (x_label, y_label) = (Escaped(&self.x_label), Escaped(&self.y_label));
        let below = BOTTOM + 40.0;
        writeln!(f, "<text class=\"middle\" x=\"{middle}\" y=\"{below}\">{x_label}</text>")?;
        let centre = f64::midpoint(TOP, BOTTOM);
        writeln!(
            f,
            "<text class=\"middle\" transform=\"translate(18 {centre}) rotate(-90)\">{y_label}</text>"
        )?;
        for level in &levels {
            let y = frame.y(level.y);
            writeln!(f, "<path class=\"level\" d=\"M{LEFT} {y:.1}H{RIGHT}\"/>")?;
        }
        for (index, line) in lines.iter().enumerate() {
            frame.line(f, line, index % STROKES)?;
        }
        let mut y = LEGEND;
        let classes = (0..self.series.len()).map(|index| format!("s{}", index % STROKES));
        let names = self.series.iter().map(|series| &series.name);
        let levels = levels.iter().map(|level| ("level".to_owned(), &level.name));
        for (class, name) in classes.zip(names).chain(levels) {
            let (end, text) = (LEFT + 30.0, LEFT + 38.0);
            let stroke = y - 4.0;
            writeln!(f, "<path class=\"{class}\" d=\"M{LEFT} {stroke}H{end}\"/>")?;
            writeln!(f, "<text x=\"{text}\" y=\"{y}\">{}</text>", Escaped(name))?;
            y += LINE;
        }
        writeln!(f, "</svg>")
    }
}

/// The style of a chart with this many different lines: for charts only, since a page may hold several.
fn style(f: &mut fmt::Formatter<'_>, strokes: usize) -> fmt::Result {
    writeln!(
        f,
        "<style>\n\
         .chart text{{font:13px sans-serif;fill:#222}}\n\
         .chart .title{{font-size:16px;text-anchor:middle}}\n\
         .chart .middle{{text-anchor:middle}}\n\
         .chart .end{{text-anchor:end}}\n\
         .chart .ground{{fill:#fff}}\n\
         .chart .grid{{stroke:#ddd;fill:none}}\n\
         .chart .frame{{stroke:#888;fill:none}}\n\
         .chart .level{{stroke:#222;stroke-dasharray:6 4;fill:none}}"
    )?;
    for (index, (light, _, dashes)) in (0..strokes).map(stroke).enumerate() {
        writeln!(
            f,
            ".chart .s{index}{{stroke:{light};stroke-width:1.8;stroke-dasharray:{dashes};fill:none}}\n\
             .chart .b{index}{{fill:{light};fill-opacity:.18}}"
        )?;
    }
    writeln!(
        f,
        "@media(prefers-color-scheme:dark){{\n\
         .chart text{{fill:#ddd}}\n\
         .chart .ground{{fill:#16181c}}\n\
         .chart .grid{{stroke:#33373d}}\n\
         .chart .frame{{stroke:#777}}\n\
         .chart .level{{stroke:#ddd}}"
    )?;
    for (index, (_, dark, _)) in (0..strokes).map(stroke).enumerate() {
        writeln!(f, ".chart .s{index}{{stroke:{dark}}}\n.chart .b{index}{{fill:{dark}}}")?;
    }
    writeln!(f, "}}\n</style>")
}

fn is_drawn(value: f64) -> bool {
    value.abs() < MAX_VALUE
}

impl Series {
    /// The points that can be drawn. An error that cannot be drawn counts as 0.
    fn finite(&self) -> Vec<Point> {
        let drawn = self.points.iter().filter(|point| is_drawn(point.x) && is_drawn(point.y));
        drawn
            .map(|&point| {
                let error = if is_drawn(point.error) { point.error.max(0.0) } else { 0.0 };
                Point { error, ..point }
            })
            .collect()
    }
}

/// The range of values on each axis.
struct Frame {
    x: Range,
    y: Range,
}

impl Frame {
    /// Includes all points and levels, but only the last bands: the first, wide bands of a match would
    /// flatten the rest.
    fn around(lines: &[Vec<Point>], levels: &[&Level]) -> Self {
        let points = || lines.iter().flatten();
        let lasts = lines.iter().filter_map(|line| line.last());
        let ends = lasts.flat_map(|last| [last.y - last.error, last.y + last.error]);
        let values = points().map(|point| point.y).chain(levels.iter().map(|level| level.y));
        let y = Range::of(values.chain(ends));
        let margin = MARGIN * (y.high - y.low);
        let y = Range { low: y.low - margin, high: y.high + margin };
        Self { x: Range::of(points().map(|point| point.x)), y }
    }

    fn x(&self, value: f64) -> f64 {
        LEFT + self.x.share(value) * (RIGHT - LEFT)
    }

    fn y(&self, value: f64) -> f64 {
        BOTTOM - self.y.share(value) * (BOTTOM - TOP)
    }

    fn axes(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (value, label) in self.x.ticks(MIN_X_STEP) {
            let (x, below) = (self.x(value), BOTTOM + 18.0);
            writeln!(f, "<path class=\"grid\" d=\"M{x:.1} {TOP}V{BOTTOM}\"/>")?;
            writeln!(f, "<text class=\"middle\" x=\"{x:.1}\" y=\"{below}\">{label}</text>")?;
        }
        for (value, label) in self.y.ticks(0.0) {
            let (y, beside) = (self.y(value), LEFT - 6.0);
            let base = y + 4.0;
            writeln!(f, "<path class=\"grid\" d=\"M{LEFT} {y:.1}H{RIGHT}\"/>")?;
            writeln!(f, "<text class=\"end\" x=\"{beside}\" y=\"{base:.1}\">{label}</text>")?;
        }
        let (width, height) = (RIGHT - LEFT, BOTTOM - TOP);
        writeln!(
            f,
            "<rect class=\"frame\" x=\"{LEFT}\" y=\"{TOP}\" width=\"{width}\" height=\"{height}\"/>"
        )
    }

    fn line(&self, f: &mut fmt::Formatter<'_>, line: &[Point], stroke: usize) -> fmt::Result {
        let line = self.thinned(line);
        let place = |x: f64, y: f64| format!("{:.1},{:.1}", self.x(x), self.y(y));
        if line.iter().any(|point| point.error > 0.0) {
            let above = line.iter().map(|point| place(point.x, point.y + point.error));
            let below = line.iter().rev().map(|point| place(point.x, point.y - point.error));
            let corners: Vec<String> = above.chain(below).collect();
            writeln!(f, "<polygon class=\"b{stroke}\" points=\"{}\"/>", corners.join(" "))?;
        }
        let corners: Vec<String> = line.iter().map(|point| place(point.x, point.y)).collect();
        if corners.is_empty() {
            return Ok(());
        }
        writeln!(f, "<polyline class=\"s{stroke}\" points=\"{}\"/>", corners.join(" "))
    }

    /// Keeps the first, lowest, highest and last point of each column of the picture.
    fn thinned(&self, line: &[Point]) -> Vec<Point> {
        let column = |point: &Point| self.x(point.x).floor();
        let mut kept = Vec::new();
        for points in line.chunk_by(|a, b| column(a).total_cmp(&column(b)).is_eq()) {
            let by_value = |a: &usize, b: &usize| points[*a].y.total_cmp(&points[*b].y);
            let places = 0..points.len();
            let extremes = [places.clone().min_by(by_value), places.max_by(by_value)];
            let ends = [0, points.len() - 1];
            let mut places: Vec<usize> =
                ends.into_iter().chain(extremes.into_iter().flatten()).collect();
            places.sort_unstable();
            places.dedup();
            kept.extend(places.into_iter().map(|place| points[place]));
        }
        kept
    }
}

/// The range of an axis.
#[derive(Clone, Copy, Debug)]
struct Range {
    low: f64,
    high: f64,
}

impl Range {
    /// From the minimum to the maximum of `values`, or a little around a single one.
    fn of(values: impl Iterator<Item = f64>) -> Self {
        let empty = Self { low: f64::INFINITY, high: f64::NEG_INFINITY };
        let Self { low, high } = values.fold(empty, |range, value| Self {
            low: range.low.min(value),
            high: range.high.max(value),
        });
        if low > high {
            return Self { low: 0.0, high: 1.0 };
        }
        // Between doubles closer than this no tick can be placed.
        let min_span = 1e-6 * low.abs().max(high.abs());
        if high - low > min_span {
            return Self { low, high };
        }
        let margin = if min_span > 0.0 { min_span } else { 1.0 };
        Self { low: low - margin, high: high + margin }
    }

    /// The position of `value` from 0 at the low end to 1 at the high one, clamped.
    fn share(self, value: f64) -> f64 {
        ((value - self.low) / (self.high - self.low)).clamp(0.0, 1.0)
    }

    /// Round values of the range with their labels: multiples of 1, 2 or 5 times a power of ten, at
    /// least `min_step` apart.
    fn ticks(self, min_step: f64) -> Vec<(f64, String)> {
        let rough = (self.high - self.low) / MAX_TICKS;
        let power = 10_f64.powf(rough.log10().floor());
        let factors = [1.0, 2.0, 5.0, 10.0];
        let step = factors.map(|factor| factor * power).into_iter().find(|&step| step >= rough);
        let step = step.unwrap_or(10.0 * power).max(min_step);
        let first = (self.low / step).ceil();
        let decimals = (-step.log10() - 1e-9).ceil().max(0.0) as usize;
        // Zero has no sign.
        let label = |value: f64| match step {
            1e-6..1e7 => format!("{:.decimals$}", value + 0.0),
            _ => format!("{:.1e}", value + 0.0),
        };
        let values = (0..=MAX_TICKS as u32).map(|index| (first + f64::from(index)) * step);
        values.take_while(|&value| value <= self.high).map(|value| (value, label(value))).collect()
    }
}

/// Text escaped for use between tags and in attributes.
struct Escaped<'a>(&'a str);

impl fmt::Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for c in self.0.chars() {
            match c {
                '&' => f.write_str("&amp;")?,
                '<' => f.write_str("&lt;")?,
                '>' => f.write_str("&gt;")?,
                '"' => f.write_str("&quot;")?,
                '\'' => f.write_str("&#39;")?,
                // XML does not allow these.
                '\u{FFFE}' | '\u{FFFF}' => f.write_char(char::REPLACEMENT_CHARACTER)?,
                c if c.is_control() => f.write_char(' ')?,
                c => f.write_char(c)?,
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
