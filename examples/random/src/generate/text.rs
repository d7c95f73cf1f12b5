//! Texts of random characters.

use rand_core::RngCore;

use super::alphabet::{LOWER, NUMERIC, SPECIAL, UPPER, union};
use super::sampling::{choose, shuffle};

/// One kind of characters, and how a text makes use of it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Class {
    /// Whether it is among the characters that fill the text.
    pub(crate) included: bool,
    /// How many of it the text has at least, included or not.
    pub(crate) minimum: usize,
}

/// The recipe of a text.
#[derive(Clone, Debug)]
pub(crate) struct Recipe {
    /// The number of characters, not of bytes.
    pub(crate) length: usize,
    pub(crate) lower: Class,
    pub(crate) upper: Class,
    pub(crate) numeric: Class,
    pub(crate) special: Class,
    /// Stands in for the usual special characters, unless it is empty.
    pub(crate) override_special: Option<String>,
}

impl Recipe {
    /// A text after this recipe: first the minimum of each class, then all included characters up to the length, and
    /// all of it shuffled.
    pub(crate) fn text(&self, rng: &mut impl RngCore) -> String {
        let classes = self.classes();
        let mut text: Vec<char> = Vec::with_capacity(self.length);
        for (class, characters) in classes {
            let characters = union([characters]);
            text.extend((0..class.minimum).filter_map(|_| choose(rng, &characters)));
        }
        let included = classes.iter().filter(|(class, _)| class.included);
        let filling = union(included.map(|(_, characters)| *characters));
        let missing = self.length.saturating_sub(text.len());
        text.extend((0..missing).filter_map(|_| choose(rng, &filling)));
        shuffle(rng, &mut text);
        text.into_iter().collect()
    }

    fn classes(&self) -> [(Class, &str); 4] {
        let special = self.override_special.as_deref();
        let special = special.filter(|characters| !characters.is_empty());
        [
            (self.lower, LOWER),
            (self.upper, UPPER),
            (self.numeric, NUMERIC),
            (self.special, special.unwrap_or(SPECIAL)),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::sampling::below;
    use crate::generate::seed::seeded;

    fn recipe(length: usize, included: [bool; 4], minimums: [usize; 4]) -> Recipe {
        let class = |index: usize| Class {
            included: included[index],
            minimum: minimums[index],
        };
        Recipe {
            length,
            lower: class(0),
            upper: class(1),
            numeric: class(2),
            special: class(3),
            override_special: None,
        }
    }

    fn count(text: &str, characters: &str) -> usize {
        text.chars()
            .filter(|character| characters.contains(*character))
            .count()
    }

    #[test]
    fn minimums_and_classes_are_honoured_whatever_is_asked() {
        let mut rng = seeded("recipes");
        for _ in 0..2000 {
            let minimums = [(); 4].map(|()| below(&mut rng, 4) as usize);
            let mut included = [(); 4].map(|()| below(&mut rng, 2) == 1);
            included[below(&mut rng, 4) as usize] = true;
            let length = minimums.iter().sum::<usize>() + below(&mut rng, 20) as usize;
            let text = recipe(length, included, minimums).text(&mut rng);
            assert_eq!(text.chars().count(), length);
            let mut known = 0;
            for (class, characters) in [LOWER, UPPER, NUMERIC, SPECIAL].iter().enumerate() {
                let found = count(&text, characters);
                assert!(
                    found >= minimums[class],
                    "{text:?} lacks some of {characters}"
                );
                if !included[class] {
                    assert_eq!(
                        found, minimums[class],
                        "{text:?} has too many of {characters}"
                    );
                }
                known += found;
            }
            assert_eq!(known, length, "{text:?} has other characters");
        }
    }

    #[test]
    fn characters_are_uniform() {
        let mut rng = seeded("uniform text");
        let text = recipe(83_000, [true; 4], [0; 4]).text(&mut rng);
        for character in union([LOWER, UPPER, NUMERIC, SPECIAL]) {
            let found = text.chars().filter(|other| *other == character).count();
            assert!(
                (850..1150).contains(&found),
                "{character} came up {found} times"
            );
        }
    }

    #[test]
    fn required_characters_come_up_everywhere() {
        let mut rng = seeded("places");
        let recipe = recipe(4, [true, false, false, false], [0, 0, 1, 0]);
        let places: std::collections::BTreeSet<_> = (0..200)
            .filter_map(|_| {
                recipe
                    .text(&mut rng)
                    .find(|character: char| character.is_ascii_digit())
            })
            .collect();
        assert_eq!(places, (0..4).collect());
    }

    #[test]
    fn own_special_characters_replace_the_usual_ones() {
        let mut rng = seeded("own");
        let mut recipe = recipe(50, [false, false, false, true], [0, 0, 0, 3]);
        recipe.override_special = Some("_%ä_".to_owned());
        let text = recipe.text(&mut rng);
        assert_eq!((text.chars().count(), count(&text, "_%ä")), (50, 50));
        recipe.override_special = Some(String::new());
        assert_eq!(count(&recipe.text(&mut rng), SPECIAL), 50);
    }
}
