//! Which inputs are fields of structures: values that the code which owns a structure may never
//! let it have, even if its type allows more.

use coax_expr::{Term, Var};
use coax_ir::{Program, Type, TypeId, strip};

use super::given::Assumes;
use super::{Leaf, Node, Target, Tree};
use crate::State;
use crate::symbolic::Symbols;

impl Symbols<'_> {
    /// Does a condition depend on a field of a structure that a pointer leads to?
    pub(super) fn depends_on_fields(&self, tree: &Tree, condition: Term) -> bool {
        any_is_field(tree, self.pool.vars(condition))
    }
}

impl<'p> Symbols<'p> {
    /// Notes what the fields belong to that a path hangs on, and which answers of functions it asked about.
    pub(super) fn note_state(&self, state: &State<'p>, tree: &Tree, assumes: &mut Assumes) {
        let last = self.asked(state).next();
        let vars = last.map_or(&[][..], |condition| self.pool.vars(condition));
        let mut externals = tree.externals.iter().flat_map(|(_, holder)| &holder.leaves);
        assumes.other_state = externals.any(|leaf| vars.contains(&leaf.var))
            || state.above.scenario.constructions().any(|made| !made.is_public);
        let exceeded = assumes.exceeded.as_ref();
        for node in tree.objects.iter() {
            let Some(structure) = node.structure else { continue };
            let is_meant = |leaf: &Leaf| {
                vars.contains(&leaf.var) && !is_link(tree, node, leaf)
                    || is_named(leaf, assumes.culprit.as_deref())
                    || exceeded.is_some_and(|name| leads_to(tree, leaf, name))
            };
            if node.holder.leaves.iter().any(is_meant) {
                assumes.structures.insert(structure);
            }
        }
        let asked = self.decided(state);
        let is_own_buffer = exceeded.is_some() && !assumes.fields;
        let structures = tree.objects.iter().filter(|_| !is_own_buffer);
        for node in structures {
            let is_asked = |leaf: &Leaf| asked.contains(&leaf.var) && !is_link(tree, node, leaf);
            if node.holder.leaves.iter().any(is_asked) {
                assumes.asked_structures.extend(node.structure);
            }
        }
        for stub in tree.stubs.iter().filter(|stub| !stub.is_described) {
            let results = stub.calls.iter().flat_map(|call| &call.result);
            let outputs = stub.calls.iter().flat_map(|call| &call.outputs);
            let holders = results.chain(outputs.map(|output| &output.value));
            if holders.flat_map(|holder| &holder.leaves).any(|leaf| asked.contains(&leaf.var)) {
                match stub.function {
                    Some(_) => assumes.unknown_answers = true,
                    None => assumes.callbacks = true,
                }
            }
        }
    }
}

/// Is it the pointer of this name?
fn is_named(leaf: &Leaf, name: Option<&str>) -> bool {
    leaf.targets.as_ref().is_some_and(|pointer| Some(&*pointer.name) == name)
}

/// May a pointer lead to the object of this name?
fn leads_to(tree: &Tree, leaf: &Leaf, name: &str) -> bool {
    let targets = leaf.targets.iter().flat_map(|pointer| &pointer.targets);
    let mut objects = targets.filter_map(|target| match *target {
        Target::Object(index) => Some(&tree.objects[index]),
        _ => None,
    });
    objects.any(|object| &*object.name == name)
}

/// Is one of these a field of a structure that a pointer leads to, or a variable of other code's?
pub(super) fn any_is_field(tree: &Tree, vars: &[Var]) -> bool {
    let structures = tree.objects.iter().filter(|node| node.structure.is_some());
    let mut externals = tree.externals.iter().flat_map(|(_, holder)| &holder.leaves);
    if externals.any(|leaf| vars.contains(&leaf.var)) {
        return true;
    }
    structures
        .flat_map(|node| node.holder.leaves.iter().map(move |leaf| (node, leaf)))
        .any(|(node, leaf)| vars.contains(&leaf.var) && !is_link(tree, node, leaf))
}

/// Does a pointer lead from one structure to the next of its type? Then it may end anywhere, unless it is the
/// way back.
fn is_link(tree: &Tree, node: &Node, leaf: &Leaf) -> bool {
    let Some(pointer) = &leaf.targets else { return false };
    if is_way_back(&pointer.name) {
        return false;
    }
    pointer.targets.iter().any(|target| match *target {
        Target::Object(index) => tree.objects[index].structure == node.structure,
        _ => false,
    })
}

/// Does a pointer lead back to where its structure was found (`item->next->prev`)? Lists that can be walked
/// in both directions do not end there.
fn is_way_back(name: &str) -> bool {
    let mut fields = name.rsplit("->").map(str::to_ascii_lowercase);
    let (Some(last), Some(before)) = (fields.next(), fields.next()) else { return false };
    let are = |a: &str, b: &str| before.contains(a) && last.contains(b);
    are("next", "prev") || are("prev", "next")
}

/// A type with fields, without the names it goes by.
pub(super) fn structure(program: &Program, ty: TypeId) -> Option<TypeId> {
    let ty = strip(program, ty);
    matches!(*program.type_of(ty), Type::Struct { .. } | Type::Union { .. }).then_some(ty)
}

#[cfg(test)]
mod tests {
    use super::is_way_back;

    #[test]
    fn the_way_back_is_the_opposite_of_the_way_there() {
        assert!(is_way_back("list->head->next->prev"));
        assert!(is_way_back("p->pPrev->pNext"));
        assert!(!is_way_back("item->prev"));
        assert!(!is_way_back("item->next->next"));
        assert!(!is_way_back("node->left->right"));
        assert!(!is_way_back("prev"));
    }
}
