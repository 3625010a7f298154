// Types, with the sizes and offsets the data layout gives them, and the numbering of symbols,
// debug nodes and blocks.

#include "shim.h"

#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/Function.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace coax {

// Type codes; `src/llvm/types.rs` has the same list.
enum class TypeCode : unsigned {
  Void, Int, Pointer, Half, BFloat, Float, Double, X87, Quad, Array, Vector, Struct, Other,
};

unsigned Module::symbol(const GlobalValue *value) {
  auto [entry, fresh] = symbolNumbers.try_emplace(value, symbols.size());
  // Reading a function can add declarations (old intrinsics are replaced by new ones).
  if (fresh)
    symbols.push_back(const_cast<GlobalValue *>(value));
  return entry->second;
}

unsigned Module::node(const DINode *node) {
  if (!node)
    return 0;
  auto [entry, fresh] = nodeNumbers.try_emplace(node, nodes.size());
  if (fresh)
    nodes.push_back(node);
  return entry->second + 1;
}

unsigned Module::block(const BasicBlock *block) {
  auto found = blockNumbers.find(block);
  if (found != blockNumbers.end())
    return found->second;
  unsigned number = 0;
  for (const BasicBlock &each : *block->getParent())
    blockNumbers[&each] = number++;
  return blockNumbers.lookup(block);
}

void Module::finish(const Writer &body) {
  Writer all;
  all.number(newTypeCount);
  all.append(newTypes);
  all.append(body);
  result = std::move(all.bytes);
  newTypes = Writer();
  newTypeCount = 0;
}

unsigned Module::type(Type *type) {
  auto found = typeNumbers.find(type);
  if (found != typeNumbers.end())
    return found->second;
  // Parts get their numbers first: a description only refers backwards.
  Writer out;
  describeType(type, out);
  unsigned number = typeNumbers.size();
  typeNumbers[type] = number;
  newTypes.append(out);
  ++newTypeCount;
  return number;
}

static void writeOther(Type *type, Writer &out) {
  std::string name;
  raw_string_ostream stream(name);
  type->print(stream);
  out.number(unsigned(TypeCode::Other));
  out.text(name);
}

void Module::describeType(Type *type, Writer &out) {
  auto code = [&](TypeCode code) { out.number(unsigned(code)); };
  switch (type->getTypeID()) {
  case Type::VoidTyID: code(TypeCode::Void); return;
  case Type::IntegerTyID:
    code(TypeCode::Int);
    out.number(type->getIntegerBitWidth());
    break;
  case Type::PointerTyID: code(TypeCode::Pointer); break;
  case Type::HalfTyID: code(TypeCode::Half); break;
  case Type::BFloatTyID: code(TypeCode::BFloat); break;
  case Type::FloatTyID: code(TypeCode::Float); break;
  case Type::DoubleTyID: code(TypeCode::Double); break;
  case Type::X86_FP80TyID: code(TypeCode::X87); break;
  case Type::FP128TyID: code(TypeCode::Quad); break;
  case Type::ArrayTyID: {
    unsigned element = this->type(type->getArrayElementType());
    code(TypeCode::Array);
    out.number(element);
    out.number(type->getArrayNumElements());
    break;
  }
  case Type::FixedVectorTyID: {
    auto *vector = cast<FixedVectorType>(type);
    unsigned element = this->type(vector->getElementType());
    code(TypeCode::Vector);
    out.number(element);
    out.number(vector->getNumElements());
    break;
  }
  case Type::StructTyID: {
    auto *structure = cast<StructType>(type);
    if (structure->isOpaque() || !structure->isSized()) {
      writeOther(type, out);
      return;
    }
    const StructLayout *fields = layout().getStructLayout(structure);
    std::vector<unsigned> types;
    for (Type *element : structure->elements())
      types.push_back(this->type(element));
    code(TypeCode::Struct);
    out.number(types.size());
    for (unsigned i = 0; i < types.size(); ++i) {
      out.number(types[i]);
      out.number(fields->getElementOffset(i).getFixedValue());
    }
    break;
  }
  default:
    writeOther(type, out);
    return;
  }
  out.number(layout().getTypeAllocSize(type).getFixedValue());
}

} // namespace coax
