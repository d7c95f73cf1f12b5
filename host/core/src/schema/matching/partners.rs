//! The indices of matching elements in two lists.

use std::collections::HashMap;

/// The partners in two lists whose order does not count.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::schema) struct Partners {
    /// For each found element, the index of its given counterpart.
    pub(in crate::schema) of_found: Vec<Option<usize>>,
    /// The places of given elements that were not found, in order.
    pub(in crate::schema) missing: Vec<usize>,
}

/// For each index of the first list, the index of its counterpart in the second list.
pub(in crate::schema) fn by_first(
    couples: impl IntoIterator<Item = (usize, usize)>,
    count: usize,
) -> Vec<Option<usize>> {
    let mut partners = vec![None; count];
    for (place, partner) in couples {
        set(&mut partners, place, partner);
    }
    partners
}

pub(super) fn is_free(partners: &[Option<usize>], place: usize) -> bool {
    partners.get(place).is_some_and(Option::is_none)
}

/// Gives an element without a counterpart the counterpart of an element with the same fingerprint.
pub(super) fn same_as_partners(prints: &[Option<String>], partners: &mut [Option<usize>]) {
    let mut by_print: HashMap<&String, usize> = HashMap::new();
    for (print, partner) in prints.iter().zip(partners.iter()) {
        if let (Some(print), Some(partner)) = (print, partner) {
            by_print.insert(print, *partner);
        }
    }
    for (print, partner) in prints.iter().zip(partners) {
        if partner.is_none() {
            *partner = print
                .as_ref()
                .and_then(|print| by_print.get(print))
                .copied();
        }
    }
}

pub(super) fn set(partners: &mut [Option<usize>], place: usize, partner: usize) {
    if let Some(entry) = partners.get_mut(place) {
        *entry = Some(partner);
    }
}
