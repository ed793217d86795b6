//! What docs/levels.md says of the table of levels.

use gomoku_rules::Rule;

#[test]
fn the_page_says_where_the_levels_of_the_table_begin() {
    let table = include_str!("../../../data/tables/levels.txt");
    let page = include_str!("../../../docs/levels.md");
    for number in ["1", "2"] {
        let elo = |rule: Rule| {
            let mut rows = table.lines().map(|line| line.split_whitespace().collect::<Vec<_>>());
            let row = rows.find(|row| row.starts_with(&[rule.name(), number])).expect("a row");
            format!("{} in {rule}", row[2])
        };
        let [freestyle, standard, renju] = [Rule::Freestyle, Rule::Standard, Rule::Renju].map(elo);
        let places = format!("below {freestyle}, {standard} and {renju}");
        assert!(page.contains(&places), "{places}");
    }
}
