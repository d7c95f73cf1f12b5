//! Names like the names of pets: adverbs, an adjective, an animal.

use petname::Petnames;
use rand_core::RngCore;

use super::sampling::choose;

/// A name of that many words. One word is an animal; two are an adjective and an animal; more begin with adverbs.
pub(crate) fn name(rng: &mut impl RngCore, words: usize, separator: &str) -> String {
    let lists = Petnames::small();
    let adverbs = words.saturating_sub(2);
    let name: Vec<&str> = (0..words)
        .filter_map(|position| {
            let list = if position < adverbs {
                &lists.adverbs
            } else if position + 1 < words {
                &lists.adjectives
            } else {
                &lists.nouns
            };
            choose(rng, list).copied()
        })
        .collect();
    name.join(separator)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::seed::seeded;

    #[test]
    fn a_name_has_its_number_of_words() {
        let mut rng = seeded("pets");
        for words in 1..10 {
            let name = name(&mut rng, words, "_");
            assert_eq!(name.split('_').count(), words, "{name}");
            assert!(
                name.split('_').all(|word| !word.is_empty()
                    && word.chars().all(|letter| letter.is_ascii_lowercase())),
                "{name}"
            );
        }
    }

    #[test]
    fn the_last_word_is_an_animal_and_the_one_before_it_an_adjective() {
        let (lists, mut rng) = (Petnames::small(), seeded("kinds"));
        for _ in 0..100 {
            let name = name(&mut rng, 4, " ");
            let words: Vec<&str> = name.split(' ').collect();
            assert!(lists.adverbs.contains(&words[0]) && lists.adverbs.contains(&words[1]));
            assert!(lists.adjectives.contains(&words[2]));
            assert!(lists.nouns.contains(&words[3]));
        }
    }
}
