// Debug information: files, qualified names and one type node at a time.

#include "shim.h"

#include "llvm/BinaryFormat/Dwarf.h"

using namespace llvm;

namespace coax {

// Node codes; `src/llvm/debug.rs` has the same list.
enum class NodeCode : unsigned {
  Unknown, Basic, Pointer, Reference, Qualified, Typedef, Struct, Class, Union, Enum, Array,
  Function, Opaque, RvalueReference, MemberPointer, Vector,
};
enum class BasicCode : unsigned {
  Bool, Signed, Unsigned, SignedChar, UnsignedChar, Float, Other, Complex,
};
enum class FieldCode : unsigned { Member, Base, VtablePointer };

static StringRef scopeName(const DIScope *scope) {
  if (isa<DINamespace>(scope) && scope->getName().empty())
    return "(anonymous namespace)";
  // A closure, or a class that only a typedef or a variable names.
  if (isa<DICompositeType>(scope) && scope->getName().empty())
    return "(unnamed class)";
  return scope->getName();
}

std::string qualifiedName(const DIScope *scope, StringRef name) {
  std::string text = name.str();
  for (; scope && !isa<DIFile>(scope) && !isa<DICompileUnit>(scope); scope = scope->getScope()) {
    if (isa<DILexicalBlockBase>(scope))
      continue;
    bool inFunction = isa<DISubprogram>(scope);
    if (!scopeName(scope).empty())
      text = (scopeName(scope) + (inFunction ? "()::" : "::") + text).str();
    if (inFunction)
      break;
  }
  return text;
}

void writeFile(const DIFile *file, Writer &out) {
  out.text(file ? file->getDirectory() : "");
  out.text(file ? file->getFilename() : "");
}

// A type's name with its scope; types without a name stay without.
static std::string typeName(const DIType *type) {
  return type->getName().empty() ? "" : qualifiedName(type->getScope(), type->getName());
}

static BasicCode basicCode(unsigned encoding) {
  switch (encoding) {
  case dwarf::DW_ATE_boolean: return BasicCode::Bool;
  case dwarf::DW_ATE_signed: return BasicCode::Signed;
  case dwarf::DW_ATE_unsigned: return BasicCode::Unsigned;
  case dwarf::DW_ATE_signed_char: return BasicCode::SignedChar;
  case dwarf::DW_ATE_unsigned_char:
  case dwarf::DW_ATE_UTF: return BasicCode::UnsignedChar;
  case dwarf::DW_ATE_float: return BasicCode::Float;
  case dwarf::DW_ATE_complex_float: return BasicCode::Complex;
  default: return BasicCode::Other;
  }
}

static void writeBasic(const DIBasicType *type, Writer &out) {
  out.number(unsigned(NodeCode::Basic));
  out.text(type->getName());
  out.number(type->getSizeInBits());
  out.number(unsigned(basicCode(type->getEncoding())));
}

static void writeWrapped(Module &module, NodeCode code, const DIType *target, Writer &out) {
  out.number(unsigned(code));
  out.number(module.node(target));
}

// A type without its parts, and the word before its name.
static void writeOpaque(const DIType *type, Writer &out) {
  out.number(unsigned(NodeCode::Opaque));
  out.text(typeName(type));
  switch (type->getTag()) {
  case dwarf::DW_TAG_structure_type: return out.text("struct");
  case dwarf::DW_TAG_class_type: return out.text("class");
  case dwarf::DW_TAG_union_type: return out.text("union");
  case dwarf::DW_TAG_enumeration_type: return out.text("enum");
  default: return out.text("");
  }
}

static void writeDerived(Module &module, const DIDerivedType *type, Writer &out) {
  const DIType *target = type->getBaseType();
  auto qualified = [&](StringRef word) {
    writeWrapped(module, NodeCode::Qualified, target, out);
    out.text(word);
  };
  switch (type->getTag()) {
  case dwarf::DW_TAG_pointer_type:
    return writeWrapped(module, NodeCode::Pointer, target, out);
  case dwarf::DW_TAG_reference_type:
    return writeWrapped(module, NodeCode::Reference, target, out);
  case dwarf::DW_TAG_rvalue_reference_type:
    return writeWrapped(module, NodeCode::RvalueReference, target, out);
  case dwarf::DW_TAG_ptr_to_member_type:
    writeWrapped(module, NodeCode::MemberPointer, target, out);
    out.number(module.node(type->getClassType()));
    return;
  case dwarf::DW_TAG_const_type: return qualified("const");
  case dwarf::DW_TAG_volatile_type: return qualified("volatile");
  case dwarf::DW_TAG_restrict_type: return qualified("restrict");
  case dwarf::DW_TAG_atomic_type: return qualified("_Atomic");
  case dwarf::DW_TAG_typedef:
  case dwarf::DW_TAG_template_alias:
    writeWrapped(module, NodeCode::Typedef, target, out);
    out.text(typeName(type));
    return;
  default: writeOpaque(type, out);
  }
}

static bool isField(const DINode *element) {
  auto *member = dyn_cast<DIDerivedType>(element);
  if (!member || member->isStaticMember())
    return false;
  return member->getTag() == dwarf::DW_TAG_member ||
         (member->getTag() == dwarf::DW_TAG_inheritance && !member->isVirtual());
}

// 0 public, 1 protected, 2 private. Without a flag it is what the class's keyword implies.
unsigned accessCode(const DIScope *scope, DINode::DIFlags flags) {
  switch (flags & DINode::FlagAccessibility) {
  case DINode::FlagPublic: return 0;
  case DINode::FlagProtected: return 1;
  case DINode::FlagPrivate: return 2;
  default: return scope && scope->getTag() == dwarf::DW_TAG_class_type ? 2 : 0;
  }
}

static FieldCode fieldCode(const DIDerivedType *member) {
  if (member->getTag() == dwarf::DW_TAG_inheritance)
    return FieldCode::Base;
  bool table = member->isArtificial() && member->getName().starts_with("_vptr");
  return table ? FieldCode::VtablePointer : FieldCode::Member;
}

static void writeFields(Module &module, const DICompositeType *type, Writer &out) {
  out.text(typeName(type));
  out.number(type->getSizeInBits() / 8);
  unsigned count = 0;
  Writer fields;
  for (const DINode *element : type->getElements()) {
    if (!element || !isField(element))
      continue;
    auto *member = cast<DIDerivedType>(element);
    ++count;
    fields.text(member->getTag() == dwarf::DW_TAG_member ? member->getName() : "");
    fields.number(module.node(member->getBaseType()));
    fields.number(member->getOffsetInBits());
    fields.number(member->isBitField() ? member->getSizeInBits() + 1 : 0);
    fields.number(unsigned(fieldCode(member)));
    fields.number(accessCode(type, member->getFlags()));
  }
  out.number(count);
  out.append(fields);
}

static bool isSigned(const DIType *type) {
  while (auto *derived = dyn_cast_or_null<DIDerivedType>(type))
    type = derived->getBaseType();
  auto *basic = dyn_cast_or_null<DIBasicType>(type);
  return !basic || basic->getEncoding() == dwarf::DW_ATE_signed ||
         basic->getEncoding() == dwarf::DW_ATE_signed_char;
}

static void writeEnum(const DICompositeType *type, Writer &out) {
  out.number(unsigned(NodeCode::Enum));
  out.text(typeName(type));
  out.number(type->getSizeInBits());
  out.number(isSigned(type->getBaseType()));
  out.number(bool(type->getFlags() & DINode::FlagEnumClass));
  unsigned count = 0;
  Writer values;
  for (const DINode *element : type->getElements()) {
    auto *value = dyn_cast_or_null<DIEnumerator>(element);
    if (!value)
      continue;
    ++count;
    values.text(value->getName());
    values.signedNumber(int64_t(value->getValue().extractBitsAsZExtValue(
        std::min(64u, value->getValue().getBitWidth()), 0)));
  }
  out.number(count);
  out.append(values);
}

// One dimension after the other; each is its count plus 1, or 0 if it is not constant.
static void writeArray(Module &module, const DICompositeType *type, Writer &out) {
  writeWrapped(module, type->isVector() ? NodeCode::Vector : NodeCode::Array, type->getBaseType(),
               out);
  if (type->isVector())
    out.number(type->getSizeInBits() / 8);
  unsigned dimensions = 0;
  Writer counts;
  for (const DINode *element : type->getElements()) {
    auto *range = dyn_cast_or_null<DISubrange>(element);
    if (!range)
      continue;
    ++dimensions;
    auto *count = dyn_cast_if_present<ConstantInt *>(range->getCount());
    counts.number(count && !count->isMinusOne() ? count->getZExtValue() + 1 : 0);
  }
  out.number(dimensions);
  out.append(counts);
}

static void writeComposite(Module &module, const DICompositeType *type, Writer &out) {
  if (type->isForwardDecl())
    return writeOpaque(type, out);
  switch (type->getTag()) {
  case dwarf::DW_TAG_structure_type:
  case dwarf::DW_TAG_class_type:
  case dwarf::DW_TAG_union_type: {
    NodeCode code = type->getTag() == dwarf::DW_TAG_structure_type ? NodeCode::Struct
                    : type->getTag() == dwarf::DW_TAG_class_type   ? NodeCode::Class
                                                                   : NodeCode::Union;
    out.number(unsigned(code));
    return writeFields(module, type, out);
  }
  case dwarf::DW_TAG_enumeration_type: return writeEnum(type, out);
  case dwarf::DW_TAG_array_type: return writeArray(module, type, out);
  default: writeOpaque(type, out);
  }
}

// A null entry after the result stands for `...`.
static void writeSubroutine(Module &module, const DISubroutineType *type, Writer &out) {
  out.number(unsigned(NodeCode::Function));
  DITypeRefArray types = type->getTypeArray();
  bool variadic = types.size() > 1 && !types[types.size() - 1];
  unsigned count = types.size() - unsigned(variadic);
  out.number(variadic);
  out.number(count);
  for (unsigned i = 0; i < count; ++i)
    out.number(module.node(types[i]));
}

} // namespace coax

extern "C" void coax_debug_node(coax::Module *module, uint32_t number) {
  coax::Writer out;
  const DINode *node = module->nodes[number];
  if (auto *type = dyn_cast<DIBasicType>(node))
    coax::writeBasic(type, out);
  else if (auto *type = dyn_cast<DIDerivedType>(node))
    coax::writeDerived(*module, type, out);
  else if (auto *type = dyn_cast<DICompositeType>(node))
    coax::writeComposite(*module, type, out);
  else if (auto *type = dyn_cast<DISubroutineType>(node))
    coax::writeSubroutine(*module, type, out);
  else
    out.number(unsigned(coax::NodeCode::Unknown));
  module->finish(out);
}
