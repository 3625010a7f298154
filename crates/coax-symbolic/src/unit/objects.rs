//! Values and objects made of variables.

use crate::layers::ObjectSizes;
use std::collections::BTreeSet;
use std::sync::Arc;

use coax_expr::{Term, Var};
use coax_ir::address::Region;
use coax_ir::{Enumerator, Program, Type, TypeId, compatible, is_const, size_of, strip};
use coax_kinds::Incomplete;
use coax_memory::{Allocation, GuardRequest, HeapKind, Origin, TraceId};

use super::addresses::address_of;
use super::construct::{construction, derived, is_plain};
use super::lengths::{Elements, Length, Stated};
use super::shapes::{NumberKind, Overlaid, Scalar, ScalarKind, is_text, scalars};
use super::spans::{Inside, NamedScalar, Roles};
use super::unions::{NUMBER, number_beside};
use super::variadic::is_argument_list;
use super::{Construction, Holder, Leaf, Node, Pointer, Stub, Target};
use crate::layers::InputMaker;
use crate::symbolic::{InputSource, Symbols};
use crate::{State, Stop};

/// What every object of a tree is aligned to.
pub(super) const ALIGNMENT: u64 = 16;
/// The size of a pointer.
const POINTER: u64 = 8;
/// How many pointers may lead to an object.
pub(super) const MOST_DEPTH: u32 = 5;
/// Bytes of a string with its terminator.
const TEXT: u64 = 40;
/// How long an object may become, and how many elements it may have.
const MOST_BYTES: u64 = 512;
const MOST_ELEMENTS: u64 = 64;
/// How many elements an object may have whose length is stated.
const MOST_STATED: u64 = 24;
/// How many elements with pointers in them an object may have.
const MOST_LINKED: u64 = 4;
/// How many other objects a pointer may point to.
const ALIASES: usize = 2;
/// Objects of how many derived classes stand for one of their base.
const MOST_DERIVED: usize = 2;
/// Enumerations with more values than this may have any.
const MOST_ENUMERATORS: usize = 64;

/// Where a value stands in the tree.
#[derive(Clone, Copy)]
pub(super) struct Context<'a> {
    /// What it is called.
    pub(super) name: &'a str,
    /// How many pointers lead to it.
    pub(super) depth: u32,
    /// Pointers in it are never null.
    pub(super) nonnull: bool,
    /// It is the object of a method, and no other class's.
    pub(super) is_object: bool,
    /// What it is depends on which member of a union is in use; or, for a text, it need not end.
    pub(super) is_blurred: bool,
    /// If it points to a text, that ends although it may be written to: the code only reads it.
    pub(super) is_ended: bool,
}

/// A scalar with its term.
pub(super) type Made = (Leaf, Term);

impl<'p> InputMaker<'_, 'p> {
    /// A value of a type, made of variables.
    pub(super) fn value_of(
        &mut self,
        state: &mut State<'p>,
        program: &Program,
        ty: TypeId,
        context: Context<'_>,
    ) -> Result<(Holder, Vec<Made>), Stop> {
        let (scalars, complete) = scalars(program, ty);
        if !complete {
            self.symbols.incomplete.insert(Incomplete::InputSize);
        }
        let made = self.make(state, program, &scalars, context, &[])?;
        let size = size_of(program, ty).unwrap_or(0);
        let leaves = made.iter().map(|(leaf, _)| leaf.clone()).collect();
        Ok((Holder { ty, size, leaves }, made))
    }

    /// Makes variables for scalars. `given` are lengths of pointers that are stated elsewhere.
    pub(super) fn make(
        &mut self,
        state: &mut State<'p>,
        program: &Program,
        scalars: &[Scalar],
        context: Context<'_>,
        given: &[Option<Length>],
    ) -> Result<Vec<Made>, Stop> {
        let visible: Vec<&Scalar> =
            scalars.iter().filter(|scalar| !matches!(scalar.kind, ScalarKind::Hidden)).collect();
        let bytes = |scalar: &&Scalar| match scalar.kind {
            ScalarKind::Pointer(_) | ScalarKind::Reference(_) => 1,
            _ => scalar.size,
        };
        let layout: Vec<u8> = visible.iter().map(bytes).collect();
        let source = InputSource::Unit { name: context.name.into() };
        let vars = self.input(state, source, None, layout);
        let roles = Roles::of_fields(program, &visible);
        let stated = self.stated_lengths(&roles, &vars, given);
        let mut made: Vec<Option<Made>> = vec![None; visible.len()];
        for (i, scalar) in visible.iter().enumerate().filter(|(i, _)| roles.inside[*i].is_none()) {
            self.in_time()?;
            let length = stated[i].filter(|_| !scalar.overlaid.pointers);
            made[i] = Some(self.made(state, program, scalar, vars[i], context, length)?);
        }
        let numbers: Vec<Made> = made.iter().flatten().filter_map(number_beside).collect();
        // Pointers into the objects of others, now that those are there.
        for (i, inside) in roles.inside.iter().enumerate() {
            let Some(inside) = inside else { continue };
            let Some((start, _)) = made[inside.start()].clone() else { continue };
            let most = match inside {
                Inside::End(_) => None,
                Inside::Within(start) => stated[*start].map(|length| length.count),
            };
            let name = field_name(context.name, &visible[i].path);
            let pointer = NamedScalar { scalar: visible[i], name: &name, var: vars[i] };
            made[i] = Some(self.pointer_inside(state, pointer, &start, most)?);
        }
        Ok(made.into_iter().flatten().chain(numbers).collect())
    }

    /// A scalar made of a variable.
    fn made(
        &mut self,
        state: &mut State<'p>,
        program: &Program,
        scalar: &Scalar,
        var: Var,
        context: Context<'_>,
        length: Option<Length>,
    ) -> Result<Made, Stop> {
        let (targets, term) = match scalar.kind {
            ScalarKind::Pointer(to) | ScalarKind::Reference(to) => {
                let name = field_name(context.name, &scalar.path);
                let nullable = !context.nonnull && matches!(scalar.kind, ScalarKind::Pointer(_));
                let context = Context {
                    name: &name,
                    depth: context.depth + 1,
                    nonnull: false,
                    is_object: context.is_object && context.depth == 0,
                    is_blurred: context.is_blurred || scalar.overlaid.pointers,
                    is_ended: context.is_ended,
                };
                let mut targets = self.targets(state, program, to, context, nullable, length)?;
                if scalar.overlaid.numbers {
                    targets.insert(NUMBER, self.number_instead(state, &name, var));
                }
                let pointer = Pointer { name: name.into(), targets };
                self.note_cycles(state, &pointer, var);
                let term = self.pointer_term(state, &pointer, var)?;
                (Some(Arc::new(pointer)), term)
            }
            ref kind => (None, self.number_term(state, program, kind, var)?),
        };
        let number = match scalar.kind {
            ScalarKind::Number(kind) => Some(kind),
            _ => None,
        };
        if number == Some(NumberKind::Unsigned) {
            self.symbols.unsigned.insert(var);
        }
        Ok((Leaf { offset: scalar.offset, size: scalar.size, var, number, targets }, term))
    }

    /// For each scalar that is a pointer, the length that another scalar states.
    fn stated_lengths(
        &mut self,
        roles: &Roles,
        vars: &[Var],
        given: &[Option<Length>],
    ) -> Vec<Option<Length>> {
        let mut lengths = Vec::with_capacity(vars.len());
        for (i, number) in roles.stated.iter().enumerate() {
            let end = roles.inside.iter().position(|inside| *inside == Some(Inside::End(i)));
            let length = given.get(i).copied().flatten();
            let length = length.or_else(|| Some(self.count_in(vars[number.or(end)?])));
            let own = roles.has_inside(i);
            lengths.push(length.map(|length| Length { own: length.own || own, ..length }));
        }
        lengths
    }

    fn number_term(
        &mut self,
        state: &mut State<'p>,
        program: &Program,
        kind: &ScalarKind,
        var: Var,
    ) -> Result<Term, Stop> {
        let term = self.symbols.pool.var(var);
        let allowed = match kind {
            ScalarKind::Truth => {
                let two = self.symbols.pool.constant(8, 2);
                self.symbols.pool.ult(term, two)
            }
            ScalarKind::Enum(ty) => self.enumerated(program, *ty, term),
            _ => return Ok(term),
        };
        self.require(state, allowed)?;
        Ok(term)
    }

    /// The condition that an enumeration has one of its values, or a sum of its flags.
    fn enumerated(&mut self, program: &Program, ty: TypeId, term: Term) -> Term {
        let Type::Enum { ref values, .. } = *program.type_of(ty) else {
            return self.symbols.pool.truth(true);
        };
        let width = self.symbols.pool.width(term);
        if values.is_empty() || values.len() > MOST_ENUMERATORS || are_flags(values) {
            return self.symbols.pool.truth(true);
        }
        let mut any = self.symbols.pool.truth(false);
        for enumerator in values {
            let value = self.symbols.pool.constant(width, enumerator.value as u64 as u128);
            let equal = self.symbols.pool.eq(term, value);
            any = self.symbols.pool.or(any, equal);
        }
        any
    }

    /// What is so by the meaning of a type: no path has it otherwise.
    pub(super) fn require(&mut self, state: &mut State<'p>, condition: Term) -> Result<(), Stop> {
        if self.assume(state, condition)? { Ok(()) } else { Err(Stop::AssumedAway) }
    }

    /// The address a pointer has for each value of its variable.
    pub(super) fn pointer_term(
        &mut self,
        state: &mut State<'p>,
        pointer: &Pointer,
        var: Var,
    ) -> Result<Term, Stop> {
        let addresses: Vec<Term> =
            pointer.targets.iter().map(|target| self.address_term(state, *target)).collect();
        let choice = self.symbols.pool.var(var);
        let count = self.symbols.pool.constant(8, addresses.len() as u128);
        let known = self.symbols.pool.ult(choice, count);
        self.require(state, known)?;
        let mut term =
            addresses.last().copied().unwrap_or_else(|| self.symbols.pool.constant(64, 0));
        for (i, &address) in addresses.iter().enumerate().rev().skip(1) {
            let here = self.symbols.pool.constant(8, i as u128);
            let chosen = self.symbols.pool.eq(choice, here);
            term = self.symbols.pool.ite(chosen, address, term);
        }
        Ok(term)
    }

    /// The address of a target; of a number instead of one, the number.
    fn address_term(&mut self, state: &State<'p>, target: Target) -> Term {
        match target {
            Target::Number(number) => self.symbols.pool.var(number),
            target => self.symbols.pool.constant(64, address_of(state, target).into()),
        }
    }

    /// What a pointer to a type may point to, the likeliest first.
    fn targets(
        &mut self,
        state: &mut State<'p>,
        program: &Program,
        to: TypeId,
        context: Context<'_>,
        nullable: bool,
        length: Option<Length>,
    ) -> Result<Vec<Target>, Stop> {
        let stripped = strip(program, to);
        let nullable = nullable && !is_argument_list(program, stripped);
        let mut targets = Vec::new();
        let mut back = BTreeSet::new();
        let mut aliases = self.aliases(state, program, to, context);
        aliases.retain(|&object| {
            let node = &state.above.tree().objects[object];
            !length.is_some_and(|length| length.own) && node.length.is_like(length)
        });
        if let Type::Function { .. } = *program.type_of(stripped) {
            let name = context.name.into();
            let tree = state.above.tree();
            let stub = Stub { function: None, ty: Some(stripped), name, calls: Vec::new() };
            tree.stubs.push(Arc::new(stub));
            targets.push(Target::Stub(tree.stubs.len() - 1));
        } else if self.is_stream(state, program, stripped, context.name)? {
            targets.push(Target::File);
        } else if context.depth > MOST_DEPTH {
            self.symbols.incomplete.insert(Incomplete::InputDepth);
            targets.push(Target::Null);
            targets.extend(aliases.iter().map(|&object| Target::Alias(object)));
            return Ok(targets);
        } else if length.is_none()
            && let Some(made) = self.api_construction(state, program, stripped, context.depth)
        {
            let index = self.constructed_object(state, program, made, context)?;
            targets.push(Target::Object(index));
            // Null is tried with objects that are made field by field.
            if state.above.tree().is_cell(index) {
                return Ok(targets);
            }
        } else if !is_plain(program, stripped) {
            if !state.frames.is_empty() {
                // It is too late to construct one: the unit is running, or a constructor.
                self.symbols.incomplete.insert(Incomplete::InputDepth);
                targets.extend(nullable.then_some(Target::Null));
                targets.extend(aliases.iter().map(|&object| Target::Alias(object)));
                return Ok(targets);
            }
            match self.constructed(state, program, stripped, context) {
                Ok(made) => targets.extend(made),
                // Without such an object, the unit is still called with none.
                Err(Stop::Unsupported(_)) if nullable => {
                    self.symbols.incomplete.insert(Incomplete::Constructed);
                }
                Err(stop) => return Err(stop),
            }
        } else {
            back = self.ways_back(state, program, to, context, length);
            let node = self.node(state, program, to, context, length)?;
            let tree = state.above.tree();
            tree.objects.push(Arc::new(node));
            targets.push(Target::Object(tree.objects.len() - 1));
        }
        targets.extend(nullable.then_some(Target::Null));
        targets.extend(aliases.into_iter().chain(back).map(Target::Alias));
        Ok(targets)
    }

    /// An object that a constructor makes, for a parameter that is passed by value: a pointer to it.
    pub(super) fn constructed_value(
        &mut self,
        state: &mut State<'p>,
        program: &Program,
        class: TypeId,
        context: Context<'_>,
    ) -> Result<Holder, Stop> {
        let makers = Arc::clone(&state.above.tree().plan.makers);
        let made = construction(program, &makers, strip(program, class), 0);
        let made = made.map_err(Stop::Unsupported)?;
        let index = self.constructed_object(state, program, made, context)?;
        let source = InputSource::Unit { name: context.name.into() };
        let var = self.input(state, source, None, vec![1])[0];
        let pointer = Pointer { name: context.name.into(), targets: vec![Target::Object(index)] };
        self.pointer_term(state, &pointer, var)?;
        let targets = Some(Arc::new(pointer));
        let leaf = Leaf { offset: 0, size: 8, var, number: None, targets };
        Ok(Holder { ty: class, size: 8, leaves: vec![leaf] })
    }

    /// Objects that constructors make before the unit is called: one of the class itself, and some
    /// of classes derived from it if such a one may behave otherwise.
    fn constructed(
        &mut self,
        state: &mut State<'p>,
        program: &Program,
        class: TypeId,
        context: Context<'_>,
    ) -> Result<Vec<Target>, Stop> {
        let plan = Arc::clone(&state.above.tree().plan);
        let own = construction(program, &plan.makers, class, 0);
        let is_dynamic = program.class_facts(class).is_some_and(|facts| facts.is_dynamic);
        let mut made = Vec::new();
        if is_dynamic && (own.is_err() || !context.is_object) {
            made = derived(program, &plan.makers, class, 0).take(MOST_DERIVED).collect();
        }
        match own {
            Ok(own) => made.insert(0, (own, 0)),
            Err(why) if made.is_empty() => return Err(Stop::Unsupported(why)),
            Err(_) => {}
        }
        let mut targets = Vec::new();
        for (i, (mut construction, offset)) in made.into_iter().enumerate() {
            // All of them are made, but only one is pointed to: the others shall cost no paths.
            if i > 0 {
                construction.without_elements();
            }
            let index = self.constructed_object(state, program, construction, context)?;
            targets.push(match offset {
                0 => Target::Object(index),
                offset => Target::Part(index, offset),
            });
        }
        Ok(targets)
    }

    /// Room for an object that a constructor makes, and its place in the tree.
    fn constructed_object(
        &mut self,
        state: &mut State<'p>,
        program: &Program,
        mut construction: Construction,
        context: Context<'_>,
    ) -> Result<usize, Stop> {
        let mut node = self.node(state, program, construction.class, context, None)?;
        node.present = true;
        node.is_cell = construction.made_by().has_cell();
        let request = Allocation {
            region: Region::Heap,
            size: if node.is_cell { POINTER } else { node.element },
            align: ALIGNMENT,
            origin: Origin::Heap(HeapKind::Input),
            born: TraceId::default(),
        };
        let room = state.memory.allocate(&request);
        node.base = room.ok_or_else(|| Stop::Unsupported("no room for inputs".into()))?;
        let tree = state.above.tree();
        construction.object = tree.objects.len();
        tree.objects.push(Arc::new(node));
        tree.found.push(construction);
        Ok(tree.objects.len() - 1)
    }

    /// An object that a pointer may point to; it is made when it is first touched.
    fn node(
        &mut self,
        state: &mut State<'p>,
        program: &Program,
        ty: TypeId,
        context: Context<'_>,
        length: Option<Length>,
    ) -> Result<Node, Stop> {
        let size = size_of(program, ty);
        let element = size.unwrap_or(1).max(1);
        let text = length.is_none() && is_text(program, ty);
        let ends = text && (is_const(program, ty) || context.is_ended) && !context.is_blurred;
        let fitting = (MOST_BYTES / element).clamp(1, MOST_ELEMENTS);
        let has_pointers = scalars(program, ty).0.iter().any(|scalar| is_pointer(&scalar.kind));
        let fitting = if has_pointers { fitting.min(MOST_LINKED) } else { fitting };
        // What `void *` points to without a length is a structure whose name is kept from us.
        let is_void = matches!(*program.type_of(strip(program, ty)), Type::Void);
        let handle = (is_void && length.is_none()).then(|| strip(program, ty));
        let (most, length) = match (length, text) {
            (Some(length), _) => {
                let declared =
                    self.symbols.pool.as_constant(length.count).map(|count| count as u64);
                (declared.unwrap_or(fitting.min(MOST_STATED)), Stated::By(length))
            }
            (None, true) if ends => (TEXT, Stated::ByTerminator),
            (None, _) if size.is_none() => (MOST_BYTES, Stated::Nowhere),
            (None, true) => (MOST_BYTES, Stated::Nowhere),
            (None, false) => (fitting, Stated::Nowhere),
        };
        let mut node = Node {
            holder: Holder { ty, size: 0, leaves: Vec::new() },
            base: 0,
            most,
            element,
            depth: context.depth,
            name: context.name.into(),
            structure: super::fields::structure(program, ty).or(handle),
            text,
            is_blurred: context.is_blurred,
            length,
            needed: None,
            present: false,
            is_cell: false,
        };
        let room = state.memory.reserve(node.room(), ALIGNMENT);
        node.base = room.ok_or_else(|| Stop::Unsupported("no room for inputs".into()))?;
        Ok(node)
    }

    /// Makes the object at an address, if there is one that is not made yet.
    pub(crate) fn touch(
        &mut self,
        state: &mut State<'p>,
        program: &Program,
        address: u64,
    ) -> Result<(), Stop> {
        let Some(index) = state.above.unit.as_ref().and_then(|tree| tree.object_at(address)) else {
            return Ok(());
        };
        let node = Arc::clone(&state.above.tree().objects[index]);
        if node.present {
            return Ok(());
        }
        let origin = Origin::Heap(HeapKind::Input);
        let capacity = node.most * node.element;
        state.memory.place(node.base, capacity, ALIGNMENT, origin);
        Arc::make_mut(&mut state.above.tree().objects[index]).present = true;
        self.fill(state, program, index)?;
        let (count, grows) = match node.length {
            Stated::By(length) => (self.stated_count(state, &node, length)?, false),
            Stated::ByTerminator => (self.text_length(state, &node)?, false),
            Stated::Nowhere => {
                let needed = self.needed(state, &node)?;
                Arc::make_mut(&mut state.above.tree().objects[index]).needed = Some(needed);
                (needed, true)
            }
        };
        let most = self.symbols.pool.constant(64, node.most.into());
        let fits = self.symbols.pool.ule(count, most);
        if !ObjectSizes::of(self).always(state, fits) {
            self.symbols.incomplete.insert(Incomplete::InputSize);
            self.require(state, fits)?;
        }
        let size = match node.element {
            1 => count,
            element => {
                let element = self.symbols.pool.constant(64, element.into());
                self.symbols.pool.mul(count, element)
            }
        };
        let value = self.value(state, size) as u64;
        state.memory.guard(node.base, value, &GuardRequest { size, capacity, grows, zeroed: true });
        if grows {
            // What a pointer points to is there at least once.
            let first = if node.text { TEXT } else { node.element };
            state.memory.grant(node.base, first);
        }
        Ok(())
    }

    /// How many elements a number says there are. If it says nothing, there are as many as there
    /// may be, and bytes end with a zero.
    fn stated_count(
        &mut self,
        state: &mut State<'p>,
        node: &Node,
        length: Length,
    ) -> Result<Term, Stop> {
        let Some(unstated) = length.unstated else { return Ok(length.count) };
        if node.element == 1 {
            let last = self.byte(state, node.base + node.most - 1)?;
            let zero = self.symbols.pool.constant(8, 0);
            let (ends, stated) =
                (self.symbols.pool.eq(last, zero), self.symbols.pool.not(unstated));
            let either = self.symbols.pool.or(stated, ends);
            self.require(state, either)?;
        }
        let most = self.symbols.pool.constant(64, node.most.into());
        Ok(self.symbols.pool.ite(unstated, most, length.count))
    }

    /// How many bytes a string has with its terminator.
    fn text_length(&mut self, state: &mut State<'p>, node: &Node) -> Result<Term, Stop> {
        let mut length = self.symbols.pool.constant(64, node.most.into());
        for i in (0..node.most - 1).rev() {
            let byte = self.byte(state, node.base + i)?;
            let (zero, here) = (
                self.symbols.pool.constant(8, 0),
                self.symbols.pool.constant(64, u128::from(i + 1)),
            );
            let ends = self.symbols.pool.eq(byte, zero);
            length = self.symbols.pool.ite(ends, here, length);
        }
        Ok(length)
    }

    /// How many elements the code needs: at least one, or a whole string.
    fn needed(&mut self, state: &mut State<'p>, node: &Node) -> Result<Term, Stop> {
        let least = if node.text { TEXT } else { 1 };
        let source = InputSource::Unit { name: format!("{} length", node.name).into() };
        let more = self.input(state, source, None, vec![2])[0];
        let more = self.symbols.pool.var(more);
        let room = self.symbols.pool.constant(16, (node.most - least).into());
        let fits = self.symbols.pool.ule(more, room);
        self.require(state, fits)?;
        let (more, least) =
            (self.symbols.pool.zext(more, 64), self.symbols.pool.constant(64, least.into()));
        Ok(self.symbols.pool.add(more, least))
    }

    /// Makes the elements of an object that is in memory.
    fn fill(&mut self, state: &mut State<'p>, program: &Program, index: usize) -> Result<(), Stop> {
        let node = Arc::clone(&state.above.tree().objects[index]);
        let (one, complete) = match size_of(program, node.holder.ty) {
            Some(1..) => scalars(program, node.holder.ty),
            _ => (vec![a_byte()], true),
        };
        if !complete {
            self.symbols.incomplete.insert(Incomplete::InputSize);
        }
        let mut all = Vec::new();
        for i in 0..node.most {
            all.extend(one.iter().map(|scalar| Scalar {
                offset: scalar.offset + i * node.element,
                path: if i == 0 {
                    scalar.path.clone()
                } else {
                    format!("[{i}]{}", scalar.path).into()
                },
                ..scalar.clone()
            }));
        }
        if node.text {
            // The first string in it ends here at the latest.
            all.remove(TEXT as usize - 1);
        }
        let lists_arguments = is_argument_list(program, node.holder.ty);
        let context = Context {
            name: &node.name,
            depth: node.depth,
            nonnull: lists_arguments,
            is_object: false,
            is_blurred: false,
            is_ended: false,
        };
        let made = self.make(state, program, &all, context, &[])?;
        if lists_arguments {
            self.without_registers(state, &made)?;
        }
        self.end_arguments(state, index, &made)?;
        self.put(state, node.base, &made)?;
        let node = Arc::make_mut(&mut state.above.tree().objects[index]);
        node.holder.size = node.most * node.element;
        node.holder.leaves = made.into_iter().map(|(leaf, _)| leaf).collect();
        Ok(())
    }

    /// Writes scalars to memory, with their terms.
    pub(super) fn put(
        &mut self,
        state: &mut State<'p>,
        base: u64,
        made: &[Made],
    ) -> Result<(), Stop> {
        for (leaf, term) in made {
            let value = self.value(state, *term) as u64;
            let at = base + leaf.offset;
            state.memory.write(at, &value.to_le_bytes()[..usize::from(leaf.size)])?;
            self.store(state, at, *term, &[]);
        }
        Ok(())
    }
}

impl<'p> Symbols<'p> {
    /// Objects that are there already and that a pointer to this type may point to.
    fn aliases(
        &self,
        state: &State<'p>,
        program: &Program,
        to: TypeId,
        context: Context<'_>,
    ) -> Vec<usize> {
        let Some(tree) = &state.above.unit else { return Vec::new() };
        let fits = |(_, node): &(usize, &Arc<Node>)| {
            // What is not deeper than what points to it might lead back: a cycle.
            !node.text
                && !node.is_cell
                && node.depth >= context.depth
                && compatible(program, node.holder.ty, to)
                && size_of(program, to).is_some()
        };
        let most = if context.depth > 1 { 1 } else { ALIASES };
        tree.objects.iter().enumerate().filter(fits).map(|(i, _)| i).take(most).collect()
    }
}

/// Are these values that are added up? 0, 1 and 2 are just the first three numbers.
fn are_flags(values: &[Enumerator]) -> bool {
    let is_flag = |value: i64| value == 0 || value > 0 && value & (value - 1) == 0;
    values.iter().all(|one| is_flag(one.value))
        && values.iter().any(|one| one.value > 2)
        && values.len() > 2
}

fn is_pointer(kind: &ScalarKind) -> bool {
    matches!(kind, ScalarKind::Pointer(_) | ScalarKind::Reference(_))
}

pub(super) fn a_byte() -> Scalar {
    Scalar {
        offset: 0,
        size: 1,
        kind: ScalarKind::Number(NumberKind::Unsigned),
        path: "".into(),
        overlaid: Overlaid::default(),
    }
}

/// What a field of something called `name` is called.
fn field_name(name: &str, path: &str) -> String {
    match path.strip_prefix('.') {
        Some(field) => format!("{name}->{field}"),
        None => format!("{name}{path}"),
    }
}

/// What kind of elements a buffer has: its length may be that of others of the same kind.
pub(super) fn elements(program: &Program, ty: TypeId) -> Elements {
    let ty = strip(program, ty);
    match *program.type_of(ty) {
        Type::Struct { .. } | Type::Union { .. } => Elements::Structs,
        _ => Elements::Scalars,
    }
}
