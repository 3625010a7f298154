// Constants: scalars as small expression trees over symbol addresses, operands as the list of
// their scalar leaves, initialisers as bytes with relocations.

#include "shim.h"

#include "llvm/IR/Function.h"
#include "llvm/IR/Operator.h"

using namespace llvm;

namespace coax {

// At most 128 bits; wider integers are written word by word.
static void writeBits(const APInt &value, Writer &out) {
  bool wide = value.getBitWidth() > 64;
  out.number(unsigned(wide ? Leaf::Wide : Leaf::Word));
  out.number(value.getRawData()[0]);
  if (wide)
    out.number(value.getRawData()[1]);
}

static void writeUnsupported(const Twine &what, Writer &out) {
  out.number(unsigned(Leaf::Unsupported));
  out.text(what.str());
}

static void writeGep(Module &module, const GEPOperator *gep, Writer &out) {
  APInt offset(64, 0);
  if (!gep->accumulateConstantOffset(module.layout(), offset)) {
    writeUnsupported("constant address with a variable index", out);
    return;
  }
  auto *base = cast<Constant>(gep->getPointerOperand());
  out.number(unsigned(Leaf::Offset));
  writeScalar(module, base, out);
  out.signedNumber(offset.getSExtValue());
}

static unsigned bitsOf(Module &module, Type *type) {
  return unsigned(module.layout().getTypeSizeInBits(type).getFixedValue());
}

static void writeExpression(Module &module, const ConstantExpr *expr, Writer &out) {
  unsigned bits = bitsOf(module, expr->getType());
  switch (expr->getOpcode()) {
  case Instruction::GetElementPtr:
    return writeGep(module, cast<GEPOperator>(expr), out);
  case Instruction::Trunc:
  case Instruction::PtrToInt:
  case Instruction::PtrToAddr:
  case Instruction::IntToPtr:
  case Instruction::BitCast:
  case Instruction::AddrSpaceCast:
    if (expr->getOperand(0)->getType()->isVectorTy())
      return writeUnsupported("constant cast of a vector", out);
    out.number(unsigned(Leaf::Cast));
    out.number(bits);
    return writeScalar(module, expr->getOperand(0), out);
  case Instruction::Add:
  case Instruction::Sub:
  case Instruction::Mul:
  case Instruction::And:
  case Instruction::Or:
  case Instruction::Xor:
  case Instruction::Shl:
    out.number(unsigned(Leaf::Binary));
    out.number(expr->getOpcode() - unsigned(Instruction::BinaryOpsBegin));
    out.number(bits);
    writeScalar(module, expr->getOperand(0), out);
    return writeScalar(module, expr->getOperand(1), out);
  default:
    return writeUnsupported(Twine("constant expression ") + expr->getOpcodeName(), out);
  }
}

void writeScalar(Module &module, const Constant *constant, Writer &out) {
  if (constant->getType()->isIntegerTy() && constant->getType()->getIntegerBitWidth() > 128)
    return writeUnsupported("address as an integer of more than 128 bits", out);
  if (auto *value = dyn_cast<ConstantInt>(constant))
    return writeBits(value->getValue(), out);
  if (auto *value = dyn_cast<ConstantFP>(constant))
    return writeBits(value->getValueAPF().bitcastToAPInt(), out);
  if (constant->isNullValue() || isa<UndefValue>(constant))
    return writeBits(APInt(bitsOf(module, constant->getType()), 0), out);
  if (auto *value = dyn_cast<GlobalValue>(constant)) {
    out.number(unsigned(Leaf::Symbol));
    out.number(module.symbol(value));
    out.signedNumber(0);
    return;
  }
  if (auto *value = dyn_cast<DSOLocalEquivalent>(constant))
    return writeScalar(module, value->getGlobalValue(), out);
  if (auto *value = dyn_cast<NoCFIValue>(constant))
    return writeScalar(module, value->getGlobalValue(), out);
  if (auto *value = dyn_cast<BlockAddress>(constant)) {
    out.number(unsigned(Leaf::Block));
    out.number(module.symbol(value->getFunction()));
    out.number(module.block(value->getBasicBlock()));
    return;
  }
  if (auto *expr = dyn_cast<ConstantExpr>(constant))
    return writeExpression(module, expr, out);
  writeUnsupported("constant of an unknown kind", out);
}

// The words of an integer of more than 128 bits, low first. How many there are.
static unsigned writeWords(const Constant *constant, Writer &out) {
  APInt value(constant->getType()->getIntegerBitWidth(), 0);
  if (auto *number = dyn_cast<ConstantInt>(constant))
    value = number->getValue();
  else if (!isa<UndefValue>(constant))
    return writeUnsupported("address as an integer of more than 128 bits", out), 1;
  for (unsigned i = 0; i < value.getNumWords(); ++i)
    writeBits(APInt(64, value.getRawData()[i]), out);
  return value.getNumWords();
}

static void writeLeavesOf(Module &module, const Constant *constant, Writer &out, unsigned &count) {
  Type *type = constant->getType();
  uint64_t elements;
  if (type->isArrayTy())
    elements = type->getArrayNumElements();
  else if (auto *vector = dyn_cast<FixedVectorType>(type))
    elements = vector->getNumElements();
  else if (type->isStructTy())
    elements = type->getStructNumElements();
  else {
    if (type->isIntegerTy() && type->getIntegerBitWidth() > 128) {
      count += writeWords(constant, out);
      return;
    }
    writeScalar(module, constant, out);
    ++count;
    return;
  }
  for (uint64_t i = 0; i < elements; ++i) {
    const Constant *element = constant->getAggregateElement(unsigned(i));
    if (element) {
      writeLeavesOf(module, element, out, count);
    } else {
      writeUnsupported("constant expression of a vector", out);
      ++count;
    }
  }
}

void writeLeaves(Module &module, const Constant *constant, Writer &out) {
  Writer leaves;
  unsigned count = 0;
  writeLeavesOf(module, constant, leaves, count);
  out.number(count);
  out.append(leaves);
}

namespace {

// The bytes of an initialiser, and where addresses have to be put into them.
class Image {
public:
  Image(Module &module, uint64_t size) : module(module), bytes(size, 0) {}

  void put(const Constant *constant, uint64_t offset) {
    if (constant->isNullValue() || isa<UndefValue>(constant))
      return;
    if (auto *value = dyn_cast<ConstantInt>(constant))
      return putBits(value->getValue(), offset * 8);
    if (auto *value = dyn_cast<ConstantFP>(constant))
      return putBits(value->getValueAPF().bitcastToAPInt(), offset * 8);
    if (auto *vector = dyn_cast<FixedVectorType>(constant->getType()))
      return putVector(constant, vector, offset);
    if (auto *data = dyn_cast<ConstantDataSequential>(constant))
      return putData(data, offset);
    if (isa<ConstantArray>(constant))
      return putArray(constant, offset);
    if (isa<ConstantStruct>(constant))
      return putStruct(constant, offset);
    putAddress(constant, offset);
  }

  void write(Writer &out) const {
    out.text(bytes);
    out.number(relocationCount);
    out.append(relocations);
  }

private:
  // Little endian, any bit position: vectors of odd widths are packed.
  void putBits(const APInt &value, uint64_t bit) {
    unsigned width = value.getBitWidth();
    for (unsigned done = 0; done < width;) {
      unsigned in_byte = (bit + done) % 8;
      unsigned take = std::min(8 - in_byte, width - done);
      auto part = uint8_t(value.extractBitsAsZExtValue(take, done) << in_byte);
      bytes[(bit + done) / 8] = char(uint8_t(bytes[(bit + done) / 8]) | part);
      done += take;
    }
  }

  void putVector(const Constant *constant, FixedVectorType *type, uint64_t offset) {
    uint64_t width = module.layout().getTypeSizeInBits(type->getElementType());
    for (unsigned i = 0; i < type->getNumElements(); ++i) {
      const Constant *element = constant->getAggregateElement(i);
      if (!element || isa<UndefValue>(element))
        continue;
      if (auto *value = dyn_cast<ConstantInt>(element))
        putBits(value->getValue(), offset * 8 + i * width);
      else if (auto *value = dyn_cast<ConstantFP>(element))
        putBits(value->getValueAPF().bitcastToAPInt(), offset * 8 + i * width);
      else
        put(element, offset + i * width / 8);
    }
  }

  void putData(const ConstantDataSequential *data, uint64_t offset) {
    StringRef raw = data->getRawDataValues();
    bytes.replace(offset, raw.size(), raw.data(), raw.size());
  }

  void putArray(const Constant *constant, uint64_t offset) {
    uint64_t stride =
        module.layout().getTypeAllocSize(constant->getType()->getArrayElementType());
    for (unsigned i = 0; i < constant->getNumOperands(); ++i)
      put(cast<Constant>(constant->getOperand(i)), offset + i * stride);
  }

  void putStruct(const Constant *constant, uint64_t offset) {
    const StructLayout *fields =
        module.layout().getStructLayout(cast<StructType>(constant->getType()));
    for (unsigned i = 0; i < constant->getNumOperands(); ++i)
      put(cast<Constant>(constant->getOperand(i)),
          offset + fields->getElementOffset(i).getFixedValue());
  }

  void putAddress(const Constant *constant, uint64_t offset) {
    ++relocationCount;
    relocations.number(offset);
    relocations.number(module.layout().getTypeStoreSize(constant->getType()));
    writeScalar(module, constant, relocations);
  }

  Module &module;
  std::string bytes;
  Writer relocations;
  unsigned relocationCount = 0;
};

} // namespace

} // namespace coax

extern "C" void coax_initial(coax::Module *module, uint32_t symbol) {
  coax::Writer out;
  auto *global = cast<GlobalVariable>(module->symbols[symbol]);
  coax::Image image(*module, module->layout().getTypeAllocSize(global->getValueType()));
  if (global->hasInitializer())
    image.put(global->getInitializer(), 0);
  image.write(out);
  module->finish(out);
}
