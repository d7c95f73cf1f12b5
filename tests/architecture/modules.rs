//! The modules of a crate, read from its files: the paths in them, and the file that defines what a path names.

use std::collections::{BTreeMap, BTreeSet};

use proc_macro2::{Delimiter, TokenStream, TokenTree};

pub(super) type Names = Vec<String>;

/// A file of a crate, with the paths in it.
#[derive(Default)]
pub(super) struct Module {
    pub(super) file: String,
    /// Imported names: the name here, the path, and whether others may use the name.
    imports: Vec<(String, Names, bool)>,
    paths: Vec<Names>,
    words: BTreeSet<String>,
}

impl Module {
    fn read(&mut self, tokens: TokenStream) {
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        let mut at = 0;
        while let Some(token) = tokens.get(at) {
            let text = token.to_string();
            at += 1;
            match token {
                TokenTree::Group(_) if is_for_tests(&tokens[..at]) => {
                    let ends = |token: &TokenTree| is_braced(token) || is_sign(Some(token), ";");
                    at += tokens[at..].iter().take_while(|token| !ends(token)).count() + 1;
                }
                // Where a name can be seen is not a use.
                TokenTree::Group(_) if at > 1 && tokens[at - 2].to_string() == "pub" => {}
                TokenTree::Group(group) => self.read(group.stream()),
                // Not the `use<…>` of a type.
                TokenTree::Ident(_) if text == "use" && !is_sign(tokens.get(at), "<") => {
                    let rest = tokens[at..].iter();
                    let count = rest.take_while(|token| token.to_string() != ";").count();
                    let before = tokens[..at - 1].iter().rev().take(2);
                    let is_shared = before.clone().any(|token| token.to_string() == "pub");
                    self.import(&tokens[at..at + count], &[], is_shared);
                    at += count;
                }
                TokenTree::Ident(_) if text == "mod" => at += 1,
                TokenTree::Ident(_) => {
                    let mut path = vec![word(token)];
                    while let [one, two, TokenTree::Ident(name), ..] = &tokens[at..]
                        && one.to_string() + &two.to_string() == "::"
                    {
                        path.push(word(name));
                        at += 3;
                    }
                    self.words.insert(path[0].clone());
                    self.paths.push(path);
                }
                _ => {}
            }
        }
    }

    fn import(&mut self, tokens: &[TokenTree], above: &[String], is_shared: bool) {
        for tree in tokens.split(|token| token.to_string() == ",") {
            let mut path = above.to_vec();
            let mut name = None;
            for (at, token) in tree.iter().enumerate() {
                match token {
                    TokenTree::Group(group) => {
                        let inner: Vec<TokenTree> = group.stream().into_iter().collect();
                        self.import(&inner, &path, is_shared);
                        path.clear();
                    }
                    TokenTree::Ident(found) if found == "as" => {
                        name = Some(word(&tree[at + 1]));
                        break;
                    }
                    TokenTree::Ident(found) if found != "self" || path.is_empty() => {
                        path.push(word(found));
                    }
                    _ => {}
                }
            }
            if let Some(last) = path.last().cloned() {
                self.imports.push((name.unwrap_or(last), path, is_shared));
            }
        }
    }
}

/// The file name of a module: without `r#`.
fn word(name: &impl ToString) -> String {
    let name = name.to_string();
    name.strip_prefix("r#").map_or(name.clone(), str::to_owned)
}

/// Whether tokens end with an attribute for tests.
fn is_for_tests(tokens: &[TokenTree]) -> bool {
    matches!(tokens, [.., sign, TokenTree::Group(group)]
        if sign.to_string() == "#" && group.to_string().replace(' ', "") == "[cfg(test)]")
}

fn is_sign(token: Option<&TokenTree>, sign: &str) -> bool {
    token.is_some_and(|token| token.to_string() == sign)
}

fn is_braced(token: &TokenTree) -> bool {
    matches!(token, TokenTree::Group(group) if group.delimiter() == Delimiter::Brace)
}

/// The modules of a crate, by their paths in it.
pub(super) struct Modules(pub(super) BTreeMap<Names, Module>);

impl Modules {
    /// The modules in files below a folder. A program without a library begins with its main file.
    pub(super) fn of(folder: &str, files: impl IntoIterator<Item = (String, String)>) -> Self {
        let files: Vec<(String, String)> = files.into_iter().collect();
        let library = format!("{folder}/lib.rs");
        let first = if files.iter().any(|(file, _)| *file == library) {
            "lib"
        } else {
            "main"
        };
        let modules = files.into_iter().map(|(file, text)| {
            let inside = file.strip_prefix(folder).unwrap().trim_end_matches(".rs");
            let path = inside.split('/').skip(1).map(str::to_owned);
            let path = path.filter(|name| name != "mod" && name != first).collect();
            let mut module = Module::default();
            module.read(text.parse().unwrap());
            (path, Module { file, ..module })
        });
        Self(modules.collect())
    }

    /// The path from the crate's root that a path in a module stands for; `None` outside of the crate.
    fn absolute(&self, module: &[String], path: &[String]) -> Option<Names> {
        let (first, rest) = path.split_first()?;
        let above = |count: usize| module[..module.len() - count].to_vec();
        match first.as_str() {
            "crate" => return Some(rest.to_vec()),
            "self" => return Some([module, rest].concat()),
            "super" => {
                let count = path.iter().take_while(|name| *name == "super").count();
                return Some([&above(count), &path[count..]].concat());
            }
            _ => {}
        }
        let inner = [module, path].concat();
        if self.0.contains_key(&inner[..=module.len()]) {
            return Some(inner);
        }
        let imports = &self.0.get(module)?.imports;
        let mut imports = imports.iter();
        let (_, import, _) = imports.find(|(name, path, _)| name == first && path[0] != *first)?;
        Some([self.absolute(module, import)?.as_slice(), rest].concat())
    }

    /// The file that defines what a path from the root names; `None` for a module.
    fn definition(&self, path: &[String]) -> Option<&str> {
        let is_module = |length: &usize| self.0.contains_key(&path[..*length]);
        let length = (0..=path.len()).rev().find(is_module)?;
        // A module and a function may have the same name.
        let length = length.min(path.len().checked_sub(1)?);
        let module = &self.0[&path[..length]];
        let mut imports = module.imports.iter();
        let import = imports.find(|(name, path_of, _)| {
            *name == path[length]
                && self.absolute(&path[..length], path_of).as_deref() != Some(&path[..=length])
        });
        match import {
            Some((_, import, _)) => {
                let import = self.absolute(&path[..length], import)?;
                self.definition(&[&import, &path[length + 1..]].concat())
            }
            None => (!self.0.contains_key(&path[..=length])).then_some(module.file.as_str()),
        }
    }

    /// The files that define what a module uses.
    pub(super) fn used_by<'a>(
        &'a self,
        path: &'a Names,
        module: &'a Module,
    ) -> impl Iterator<Item = &'a str> {
        let imports = module.imports.iter();
        let imports =
            imports.filter(|(name, _, is_shared)| !is_shared || module.words.contains(name));
        let paths = imports.map(|(_, path, _)| path).chain(&module.paths);
        paths.filter_map(|named| self.definition(&self.absolute(path, named)?))
    }
}
