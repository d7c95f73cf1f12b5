//! Several mistakes of an author, reported in one compilation.

/// The mistakes so far.
#[derive(Default)]
pub(crate) struct Mistakes(Option<syn::Error>);

impl Mistakes {
    pub(crate) fn add(&mut self, mistake: syn::Error) {
        match &mut self.0 {
            Some(before) => before.combine(mistake),
            None => self.0 = Some(mistake),
        }
    }

    /// The value, unless it has a mistake.
    pub(crate) fn take<T>(&mut self, result: syn::Result<T>) -> Option<T> {
        result.map_err(|mistake| self.add(mistake)).ok()
    }

    /// The values, without those that have a mistake.
    pub(crate) fn take_all<T>(
        &mut self,
        results: impl IntoIterator<Item = syn::Result<T>>,
    ) -> Vec<T> {
        let mut values = Vec::new();
        for result in results {
            values.extend(self.take(result));
        }
        values
    }

    /// The value, or all mistakes.
    pub(crate) fn finish<T>(self, value: T) -> syn::Result<T> {
        self.0.map_or(Ok(value), Err)
    }
}

/// All values, or the mistakes of all of them.
pub(crate) fn all<T>(results: impl IntoIterator<Item = syn::Result<T>>) -> syn::Result<Vec<T>> {
    let mut mistakes = Mistakes::default();
    let values = mistakes.take_all(results);
    mistakes.finish(values)
}

/// Two values, or the mistakes of both.
pub(crate) fn both<A, B>(one: syn::Result<A>, other: syn::Result<B>) -> syn::Result<(A, B)> {
    match (one, other) {
        (Ok(one), Ok(other)) => Ok((one, other)),
        (Err(mut one), Err(other)) => {
            one.combine(other);
            Err(one)
        }
        (Err(mistake), Ok(_)) | (Ok(_), Err(mistake)) => Err(mistake),
    }
}
