// Functions and classes as the debug information declares them.
//
// A function's description hangs on its body, so every call here reads the bodies it asks about.

#include "shim.h"

#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/TargetParser/Triple.h"

using namespace llvm;

namespace coax {

// Role codes; `src/llvm/source.rs` has the same list.
enum class RoleCode : unsigned { Constructor, Destructor, Other };

// The description of a defined function, or null.
static const DISubprogram *subprogram(Function &function) {
  if (Error error = function.materialize()) {
    consumeError(std::move(error));
    return nullptr;
  }
  return function.getSubprogram();
}

static bool isCxx(const DICompileUnit *unit) {
  return unit && dwarf::isCPlusPlus(static_cast<dwarf::SourceLanguage>(
                     unit->getSourceLanguage().getUnversionedName()));
}

// Constructors are called like their class, whose name may have template arguments.
static RoleCode roleCode(const DICompositeType *type, StringRef name) {
  if (name.starts_with("~"))
    return RoleCode::Destructor;
  bool same = !name.empty() && type->getName().split('<').first == name.split('<').first;
  return same ? RoleCode::Constructor : RoleCode::Other;
}

// The pointer to the object, if this is the type of a non-static member function.
static const DIDerivedType *objectPointer(const DISubroutineType *type) {
  DITypeRefArray types = type->getTypeArray();
  if (types.size() < 2 || !types[1] || !types[1]->isObjectPointer())
    return nullptr;
  return dyn_cast<DIDerivedType>(types[1]);
}

static void writeMethod(Module &module, const DISubprogram *function, Writer &out) {
  auto *type = dyn_cast_or_null<DICompositeType>(function->getScope());
  const DIDerivedType *object = objectPointer(function->getType());
  out.number(type && object);
  if (!type || !object)
    return;
  const DISubprogram *declared = function->getDeclaration() ? function->getDeclaration() : function;
  const DIType *pointee = object->getBaseType();
  out.number(module.node(type));
  out.number(unsigned(roleCode(type, function->getName())));
  out.number(accessCode(type, declared->getFlags()));
  out.number(pointee && pointee->getTag() == dwarf::DW_TAG_const_type);
  out.number(declared->getVirtuality() != 0);
}

// Result and parameters without the object; a null entry at the end stands for `...`.
static void writeTypes(Module &module, const DISubroutineType *type, Writer &out) {
  DITypeRefArray types = type->getTypeArray();
  unsigned count = types.size();
  bool variadic = count > 1 && !types[count - 1];
  unsigned last = count - unsigned(variadic);
  unsigned first = objectPointer(type) ? 2 : 1;
  out.number(variadic);
  out.number(count ? module.node(types[0]) : 0);
  out.number(last > first ? last - first : 0);
  for (unsigned i = first; i < last; ++i)
    out.number(module.node(types[i]));
}

// Names of parameters: which one (from 1, the object counts), name.
static void writeNames(const Function &function, Writer &out) {
  unsigned count = 0;
  Writer names;
  auto add = [&](const DILocalVariable *variable) {
    // Inlined calls bring the parameters of other functions along.
    if (!variable || !variable->getArg() || variable->getName().empty() ||
        variable->getScope()->getSubprogram() != function.getSubprogram())
      return;
    ++count;
    names.number(variable->getArg());
    names.text(variable->getName());
  };
  for (const DINode *node : function.getSubprogram()->getRetainedNodes())
    add(dyn_cast_or_null<DILocalVariable>(node));
  for (const Instruction &instruction : instructions(function))
    for (const DbgRecord &record : instruction.getDbgRecordRange())
      if (auto *variable = dyn_cast<DbgVariableRecord>(&record))
        add(variable->getVariable());
  out.number(count);
  out.append(names);
}

static void writeSignature(Module &module, Function &function, Writer &out) {
  const DISubprogram *found = subprogram(function);
  out.number(found && found->getType());
  if (!found || !found->getType())
    return;
  out.text(found->getName());
  out.text(qualifiedName(found->getScope(), found->getName()));
  writeFile(found->getFile(), out);
  out.number(found->getLine());
  writeFile(found->getUnit() ? found->getUnit()->getFile() : nullptr, out);
  out.number(isCxx(found->getUnit()));
  out.number(module.module->getTargetTriple().isAArch64());
  writeTypes(module, found->getType(), out);
  writeMethod(module, found, out);
  writeNames(function, out);
}

// What no source text stands for: implicit members, initialisers of globals, thunks.
static bool isMadeUp(const DISubprogram *function) {
  const DISubprogram *declared = function->getDeclaration();
  StringRef name = function->getName();
  return function->isArtificial() || (declared && declared->isArtificial()) ||
         function->isThunk() || name.empty() || name.starts_with("__cxx_global_") ||
         name == "__invoke";
}

static void writeDefinitions(Module &module, Writer &out) {
  unsigned count = 0;
  Writer list;
  // By number: reading a function can add symbols, but no definitions.
  for (size_t i = 0; i < module.symbols.size(); ++i) {
    auto *function = dyn_cast<Function>(module.symbols[i]);
    if (!function || function->isDeclaration())
      continue;
    const DISubprogram *found = subprogram(*function);
    if (!found)
      continue;
    ++count;
    list.number(i);
    writeFile(found->getFile(), list);
    list.number(found->getLine());
    const DIFile *unit = found->getUnit() ? found->getUnit()->getFile() : nullptr;
    list.number(unit && found->getFile() && unit->getFilename() == found->getFile()->getFilename());
    list.number(isMadeUp(found));
    list.number(module.node(found->getDeclaration()));
  }
  out.number(count);
  out.append(list);
}

static void writeBases(Module &module, const DICompositeType *type, Writer &out) {
  unsigned count = 0;
  Writer bases;
  for (const DINode *element : type->getElements()) {
    auto *base = dyn_cast_or_null<DIDerivedType>(element);
    if (!base || base->getTag() != dwarf::DW_TAG_inheritance)
      continue;
    ++count;
    bases.number(module.node(base->getBaseType()));
    bases.number(base->isVirtual() ? 0 : base->getOffsetInBits() / 8 + 1);
    bases.number(accessCode(type, base->getFlags()));
  }
  out.number(count);
  out.append(bases);
}

// Constructors and the destructor as declared: the compiler's own ones are left out.
static void writeStructors(Module &module, const DICompositeType *type, Writer &out) {
  unsigned count = 0;
  Writer members;
  for (const DINode *element : type->getElements()) {
    auto *member = dyn_cast_or_null<DISubprogram>(element);
    if (!member || member->isArtificial() || !member->getType())
      continue;
    RoleCode role = roleCode(type, member->getName());
    if (role == RoleCode::Other)
      continue;
    ++count;
    members.number(unsigned(role));
    writeTypes(module, member->getType(), members);
    members.number(accessCode(type, member->getFlags()));
    members.number(unsigned(member->isDeleted()) | unsigned(member->isExplicit()) << 1 |
                   unsigned(member->getVirtuality() != 0) << 2);
    members.number(module.node(member));
  }
  out.number(count);
  out.append(members);
}

static bool declaresPure(const DICompositeType *type) {
  for (const DINode *element : type->getElements()) {
    auto *member = dyn_cast_or_null<DISubprogram>(element);
    if (member && member->getVirtuality() == dwarf::DW_VIRTUALITY_pure_virtual)
      return true;
  }
  return false;
}

static void writeClass(Module &module, const DICompositeType *type, Writer &out) {
  // Every class of C++ says how it is passed, and nothing else does.
  auto passed = DINode::FlagTypePassByValue | DINode::FlagTypePassByReference;
  bool known = type && (type->getFlags() & passed);
  out.number(known);
  if (!known)
    return;
  out.number(unsigned(type->getVTableHolder() != nullptr) | unsigned(declaresPure(type)) << 1 |
             unsigned(type->isTypePassByValue()) << 2 |
             unsigned(!(type->getFlags() & DINode::FlagNonTrivial)) << 3);
  writeBases(module, type, out);
  writeStructors(module, type, out);
}

} // namespace coax

extern "C" {

// The source signature of a defined function.
void coax_signature(coax::Module *module, uint32_t symbol) {
  coax::Writer out;
  coax::writeSignature(*module, *cast<Function>(module->symbols[symbol]), out);
  module->finish(out);
}

// Where every function of the module is defined.
void coax_definitions(coax::Module *module) {
  coax::Writer out;
  coax::writeDefinitions(*module, out);
  module->finish(out);
}

// What only classes have, of a debug node.
void coax_class(coax::Module *module, uint32_t number) {
  coax::Writer out;
  coax::writeClass(*module, dyn_cast<DICompositeType>(module->nodes[number]), out);
  module->finish(out);
}

// The linkage name of a declared member function, as its debug node has it.
void coax_linkage_name(coax::Module *module, uint32_t number) {
  coax::Writer out;
  auto *function = dyn_cast<DISubprogram>(module->nodes[number]);
  out.text(function ? function->getLinkageName() : "");
  module->finish(out);
}

} // extern "C"
