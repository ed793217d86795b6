//! Who plays which side.

use std::str::FromStr;

use super::people::People;
use gomoku_rules::Side;

/// Who plays a side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Player {
    /// A person at the keyboard.
    Person,
    /// The engine of this program.
    Shisan,
    /// A brain, by the command that starts it.
    Brain(String),
}

impl Player {
    /// As it is given on the command line.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Person => "person",
            Self::Shisan => "shisan",
            Self::Brain(command) => command,
        }
    }

    /// Its name in records.
    pub fn name(&self) -> String {
        match self {
            Self::Person => "Human".to_owned(),
            Self::Shisan => format!("Shisan {}", shisan_engine::VERSION),
            Self::Brain(command) => command.clone(),
        }
    }

    /// What it is called in sentences.
    pub fn called(&self) -> &str {
        match self {
            Self::Person => "a person",
            Self::Shisan => "Shisan",
            Self::Brain(command) => command,
        }
    }
}

/// Reads a player who is no person.
///
/// # Errors
/// When it is none.
pub fn opponent(text: &str) -> Result<Player, &'static str> {
    match text.parse() {
        Ok(Player::Person) | Err(_) => Err("expected shisan or the command of a brain"),
        other => other,
    }
}

impl FromStr for Player {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let command = text.trim();
        match &*command.to_ascii_lowercase() {
            "" => Err("expected person, shisan or the command of a brain"),
            "person" => Ok(Self::Person),
            "shisan" => Ok(Self::Shisan),
            _ => Ok(Self::Brain(command.to_owned())),
        }
    }
}

/// The players of both sides, Black first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Players(pub [Player; 2]);

impl Players {
    /// People on the sides of `people`, and `opponent` on the others.
    pub fn new(people: People, opponent: &Player) -> Self {
        let player = |side| if people.play(side) { Player::Person } else { opponent.clone() };
        Self(Side::BOTH.map(player))
    }

    /// Who plays `side`.
    pub fn of(&self, side: Side) -> &Player {
        &self.0[side.index()]
    }

    /// Whether a person plays `side`.
    pub fn is_person(&self, side: Side) -> bool {
        *self.of(side) == Player::Person
    }

    /// Whether a person plays at all.
    pub fn have_person(&self) -> bool {
        self.0.contains(&Player::Person)
    }

    /// Whether the engine of this program plays.
    pub fn have_shisan(&self) -> bool {
        self.0.contains(&Player::Shisan)
    }

    /// The same players on the other sides.
    pub fn swapped(&self) -> Self {
        let [black, white] = self.0.clone();
        Self([white, black])
    }

    /// People on the sides of `people`. The others keep their players, and `opponent` takes a side that a
    /// person gives up.
    pub fn with_people(&self, people: People, opponent: &Player) -> Self {
        Self(Side::BOTH.map(|side| match self.of(side) {
            _ if people.play(side) => Player::Person,
            Player::Person => opponent.clone(),
            other => other.clone(),
        }))
    }

    /// The options that make them play, and `opponent` take a side that one of two people gives up; none where
    /// they play unless others are asked for.
    pub fn options(&self, opponent: &Player) -> Vec<String> {
        let options = match &self.0 {
            [Player::Person, Player::Shisan] => return Vec::new(),
            [Player::Person, Player::Person] => {
                [("--side", "both"), ("--opponent", opponent.as_str())]
            }
            [black, white] => [("--black", black.as_str()), ("--white", white.as_str())],
        };
        options.into_iter().flat_map(|(option, value)| [option, value].map(str::to_owned)).collect()
    }

    /// A sentence about them.
    pub fn describe(&self) -> String {
        match &self.0 {
            [Player::Person, Player::Person] => "you play both sides".to_owned(),
            [Player::Shisan, Player::Shisan] => "the engine plays both sides".to_owned(),
            [Player::Person, Player::Shisan] => "you play black, the engine white".to_owned(),
            [Player::Shisan, Player::Person] => "you play white, the engine black".to_owned(),
            [Player::Person, other] => format!("you play black, {} white", other.called()),
            [other, Player::Person] => format!("you play white, {} black", other.called()),
            [black, white] if black == white => format!("{} plays both sides", black.called()),
            [black, white] => format!("{} plays black, {} white", black.called(), white.called()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn players(black: &str, white: &str) -> Players {
        Players([black, white].map(|player| player.parse().expect("a player")))
    }

    #[test]
    fn players_read_back() {
        for text in ["person", "shisan", "shisan classic chain", "'./a b' --depth 3"] {
            let player: Player = text.parse().expect("a player");
            assert_eq!(player.as_str(), text);
        }
        assert_eq!("shisan brain".parse(), Ok(Player::Brain("shisan brain".to_owned())));
        assert!(" ".parse::<Player>().is_err());
    }

    #[test]
    fn people_take_sides_and_give_them_up() {
        let chain = "chain".parse().expect("a player");
        let game = Players::new(People::White, &chain);
        assert_eq!(game, players("chain", "person"));
        assert_eq!(game.with_people(People::Black, &Player::Shisan), players("person", "shisan"));
        assert_eq!(game.with_people(People::None, &Player::Shisan), players("chain", "shisan"));
        assert_eq!(game.with_people(People::Both, &Player::Shisan), players("person", "person"));
        assert_eq!(game.swapped(), players("person", "chain"));
    }

    #[test]
    fn options_make_them_play() {
        let chain = "chain".parse().expect("a player");
        let options = |black, white| players(black, white).options(&chain).join(" ");
        assert_eq!(options("person", "shisan"), "");
        assert_eq!(options("shisan", "person"), "--black shisan --white person");
        assert_eq!(options("person", "./a b"), "--black person --white ./a b");
        assert_eq!(options("person", "person"), "--side both --opponent chain");
    }

    #[test]
    fn every_pair_is_described() {
        for (black, white, words) in [
            ("person", "person", "you play both sides"),
            ("shisan", "person", "you play white, the engine black"),
            ("person", "./a", "you play black, ./a white"),
            ("./a", "person", "you play white, ./a black"),
            ("./a", "./a", "./a plays both sides"),
            ("shisan", "./a", "Shisan plays black, ./a white"),
        ] {
            assert_eq!(players(black, white).describe(), words);
        }
    }
}
