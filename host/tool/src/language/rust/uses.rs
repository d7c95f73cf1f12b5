//! The names in one file that do not work in a component. `use` gives names to paths; paths begin with such names.

use std::collections::HashMap;

use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{Expr, ImplItem, Item, ItemMod, ItemUse, Local, Macro, Stmt, Token, UseTree};

use super::conditions::is_left_out;
use super::names::{Absent, absent, absent_glob};

/// One use of such a name, with its place from 1.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Found {
    pub(super) line: usize,
    pub(super) column: usize,
    pub(super) name: String,
    pub(super) absent: Absent,
}

/// Finds them, and calls `module` for each `mod name;`, with the names of the modules around it in the file.
pub(super) fn find(file: &syn::File, module: &mut dyn FnMut(&[String], &ItemMod)) -> Vec<Found> {
    let mut finder = Finder {
        names: vec![names_of(&file.items)],
        around: Vec::new(),
        found: Vec::new(),
        module,
    };
    finder.visit_file(file);
    finder.found
}

/// The paths by the names that `use` gives them, and whether the import itself is told already.
type Names = HashMap<String, (Vec<String>, bool)>;

struct Finder<'a> {
    /// Of each module and block around, the innermost last.
    names: Vec<Names>,
    around: Vec<String>,
    found: Vec<Found>,
    module: &'a mut dyn FnMut(&[String], &ItemMod),
}

impl Finder<'_> {
    fn tell(&mut self, path: &[String], at: proc_macro2::Span, absent: Absent) {
        let start = at.start();
        self.found.push(Found {
            line: start.line,
            column: start.column + 1,
            name: path.join("::"),
            absent,
        });
    }

    /// A path with the meaning of its first name; `None` if an import was told of already.
    fn meaning(&self, path: &syn::Path) -> Option<Vec<String>> {
        let mut written = path
            .segments
            .iter()
            .map(|segment| segment.ident.to_string());
        let first = written.next()?;
        let known = match path.leading_colon {
            Some(_) => None,
            None => self.names.iter().rev().find_map(|names| names.get(&first)),
        };
        match known {
            Some((_, true)) => None,
            Some((meant, false)) => Some(meant.iter().cloned().chain(written).collect()),
            None => Some([first].into_iter().chain(written).collect()),
        }
    }

    fn import(&mut self, tree: &UseTree, before: &[String]) {
        let with = |name: &syn::Ident| {
            let name = name.to_string();
            let mut path = before.to_vec();
            path.extend((name != "self").then_some(name));
            path
        };
        let (path, absent) = match tree {
            UseTree::Path(path) => {
                let whole = with(&path.ident);
                return self.import(&path.tree, &whole);
            }
            UseTree::Group(group) => {
                for tree in &group.items {
                    self.import(tree, before);
                }
                return;
            }
            UseTree::Name(name) => (with(&name.ident), absent(&with(&name.ident))),
            UseTree::Rename(name) => (with(&name.ident), absent(&with(&name.ident))),
            UseTree::Glob(_) => (before.to_vec(), absent_glob(before)),
        };
        if let Some(absent) = absent {
            self.tell(&path, tree.span(), absent);
        }
    }
}

impl<'ast> Visit<'ast> for Finder<'_> {
    fn visit_item(&mut self, item: &'ast Item) {
        if !is_left_out(attributes(item)) {
            visit::visit_item(self, item);
        }
    }

    fn visit_impl_item(&mut self, item: &'ast ImplItem) {
        let left_out = match item {
            ImplItem::Fn(function) => is_left_out(&function.attrs),
            ImplItem::Const(constant) => is_left_out(&constant.attrs),
            _ => false,
        };
        if !left_out {
            visit::visit_impl_item(self, item);
        }
    }

    fn visit_local(&mut self, local: &'ast Local) {
        if !is_left_out(&local.attrs) {
            visit::visit_local(self, local);
        }
    }

    fn visit_expr_block(&mut self, block: &'ast syn::ExprBlock) {
        if !is_left_out(&block.attrs) {
            visit::visit_expr_block(self, block);
        }
    }

    fn visit_item_mod(&mut self, item: &'ast ItemMod) {
        let Some((_, items)) = &item.content else {
            (self.module)(&self.around, item);
            return;
        };
        self.around.push(item.ident.to_string());
        // A module does not see the names of those around it.
        let around = std::mem::replace(&mut self.names, vec![names_of(items)]);
        visit::visit_item_mod(self, item);
        self.names = around;
        self.around.pop();
    }

    fn visit_block(&mut self, block: &'ast syn::Block) {
        let items = block.stmts.iter().filter_map(|statement| match statement {
            Stmt::Item(item) => Some(item),
            _ => None,
        });
        self.names.push(names_of(items));
        visit::visit_block(self, block);
        self.names.pop();
    }

    fn visit_item_use(&mut self, item: &'ast ItemUse) {
        self.import(&item.tree, &[]);
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        if let Some(meant) = self.meaning(path)
            && let Some(absent) = absent(&meant)
        {
            self.tell(&meant, path.span(), absent);
        }
        visit::visit_path(self, path);
    }

    fn visit_macro(&mut self, found: &'ast Macro) {
        visit::visit_macro(self, found);
        // Most macros of the standard library take expressions, such as `format!` and `vec!`.
        if let Ok(arguments) =
            found.parse_body_with(Punctuated::<Expr, Token![,]>::parse_terminated)
        {
            for argument in &arguments {
                Visit::visit_expr(self, argument);
            }
        }
    }
}

fn names_of<'a>(items: impl IntoIterator<Item = &'a Item>) -> Names {
    let mut names = Names::new();
    for item in items {
        if let Item::Use(item) = item
            && !is_left_out(&item.attrs)
        {
            add_names(&item.tree, &[], &mut names);
        }
    }
    names
}

fn add_names(tree: &UseTree, before: &[String], names: &mut Names) {
    let (name, alias) = match tree {
        UseTree::Path(path) => {
            let whole = [before, &[path.ident.to_string()]].concat();
            return add_names(&path.tree, &whole, names);
        }
        UseTree::Group(group) => {
            return group
                .items
                .iter()
                .for_each(|tree| add_names(tree, before, names));
        }
        UseTree::Name(name) => (&name.ident, &name.ident),
        UseTree::Rename(name) => (&name.ident, &name.rename),
        UseTree::Glob(_) => return,
    };
    let mut path = before.to_vec();
    let is_module = name == "self";
    path.extend((!is_module).then(|| name.to_string()));
    let alias = match (alias == "self", path.last()) {
        (true, Some(module)) => module.clone(),
        _ => alias.to_string(),
    };
    let is_told = absent(&path).is_some();
    names.insert(alias, (path, is_told));
}

fn attributes(item: &Item) -> &[syn::Attribute] {
    match item {
        Item::Const(item) => &item.attrs,
        Item::Enum(item) => &item.attrs,
        Item::ExternCrate(item) => &item.attrs,
        Item::Fn(item) => &item.attrs,
        Item::ForeignMod(item) => &item.attrs,
        Item::Impl(item) => &item.attrs,
        Item::Macro(item) => &item.attrs,
        Item::Mod(item) => &item.attrs,
        Item::Static(item) => &item.attrs,
        Item::Struct(item) => &item.attrs,
        Item::Trait(item) => &item.attrs,
        Item::Type(item) => &item.attrs,
        Item::Union(item) => &item.attrs,
        Item::Use(item) => &item.attrs,
        _ => &[],
    }
}
