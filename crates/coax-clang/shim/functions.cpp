// One function as a stream: its constants, places, instructions and variables.
//
// Values are numbered: parameters first, then every instruction in order. An operand is a number
// times 4 plus a tag (see `Tag`). `src/llvm/function.rs` decodes the same records in the same order.

#include "shim.h"

#include "llvm/IR/DebugProgramInstruction.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/GetElementPtrTypeIterator.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"

using namespace llvm;

namespace coax {

enum class Tag : unsigned { Local, Constant, None };

enum class Code : unsigned {
  Ret, Jump, Branch, Switch, IndirectBr, Invoke, Resume, Unreachable, Binary, FNeg, Alloca, Load,
  Store, Gep, Cast, ICmp, FCmp, Phi, Select, ExtractValue, InsertValue, ExtractElement,
  InsertElement, Shuffle, Freeze, LandingPad, AtomicRmw, CmpXchg, Fence, Call, Unsupported,
};

enum class CalleeCode : unsigned { Symbol, Operand, Intrinsic, InertAsm, Asm };

namespace {

/// Does assembly compute nothing: comments, directives, hints and fences only?
bool isInert(StringRef text) {
  SmallVector<StringRef, 8> lines;
  SplitString(text, lines, "\n;");
  return all_of(lines, [](StringRef line) {
    line = line.split('#').first.trim();
    return line.empty() || line.starts_with(".") ||
           is_contained({"nop", "pause", "rep", "mfence", "lfence", "sfence"}, line);
  });
}

/// For each result of inert assembly, the argument it is tied to; false if one is tied to none.
bool findTied(const InlineAsm &assembly, std::vector<unsigned> &tied) {
  InlineAsm::ConstraintInfoVector constraints = assembly.ParseConstraints();
  std::vector<unsigned> argument(constraints.size());
  unsigned count = 0;
  for (unsigned i = 0; i < constraints.size(); ++i) {
    argument[i] = count;
    count += constraints[i].Type == InlineAsm::isInput || constraints[i].isIndirect;
  }
  for (const InlineAsm::ConstraintInfo &constraint : constraints) {
    if (constraint.Type != InlineAsm::isOutput || constraint.isIndirect)
      continue;
    if (!constraint.hasMatchingInput())
      return false;
    tied.push_back(argument[constraint.MatchingInput]);
  }
  return true;
}

class FunctionWriter {
public:
  FunctionWriter(Module &module, Function &function) : module(module), function(function) {}

  void write() {
    numberValues();
    Writer code;
    code.number(function.size());
    for (BasicBlock &block : function) {
      code.number(block.size());
      for (Instruction &instruction : block) {
        writeInstruction(instruction, code);
        writeRecords(instruction);
      }
    }
    Writer out;
    out.number(function.arg_size());
    section(out, constantCount, constants);
    section(out, placeCount, places);
    out.append(code);
    section(out, variableCount, variables);
    module.finish(out);
  }

private:
  static void section(Writer &out, unsigned count, const Writer &body) {
    out.number(count);
    out.append(body);
  }

  void numberValues() {
    for (Argument &argument : function.args())
      values.try_emplace(&argument, values.size());
    unsigned number = 0;
    for (BasicBlock &block : function) {
      module.blockNumbers[&block] = number++;
      for (Instruction &instruction : block)
        values.try_emplace(&instruction, values.size());
    }
  }

  unsigned block(const BasicBlock *target) { return module.blockNumbers.lookup(target); }

  void operand(const Value *value, Writer &out) {
    if (auto *constant = dyn_cast<Constant>(value)) {
      auto [entry, fresh] = constantNumbers.try_emplace(constant, constantCount);
      if (fresh) {
        ++constantCount;
        constants.number(module.type(constant->getType()));
        writeLeaves(module, constant, constants);
      }
      out.number(uint64_t(entry->second) * 4 + unsigned(Tag::Constant));
      return;
    }
    auto found = values.find(value);
    if (found == values.end())
      out.number(unsigned(Tag::None));
    else
      out.number(uint64_t(found->second) * 4 + unsigned(Tag::Local));
  }

  // 0 is "no place", as in the table the engine sees.
  unsigned place(const DILocation *location) {
    if (!location)
      return 0;
    // Code of a front-end check stands in a made-up function without lines, inlined at its place.
    if (location->getLine() == 0 && location->getInlinedAt())
      return place(location->getInlinedAt());
    auto found = placeNumbers.find(location);
    if (found != placeNumbers.end())
      return found->second;
    unsigned outer = place(location->getInlinedAt());
    writeFile(location->getFile(), places);
    places.number(location->getLine());
    places.number(location->getColumn());
    places.number(outer);
    if (outer) {
      const DISubprogram *inlined = location->getScope()->getSubprogram();
      places.text(inlined ? qualifiedName(inlined->getScope(), inlined->getName()) : "");
    }
    placeNumbers[location] = ++placeCount;
    return placeCount;
  }

  void head(Code code, const Instruction &instruction, Writer &out) {
    out.number(unsigned(code));
    out.number(module.type(instruction.getType()));
    out.number(place(instruction.getDebugLoc().get()));
  }

  void unsupported(const Twine &what, const Instruction &instruction, Writer &out) {
    head(Code::Unsupported, instruction, out);
    out.text(what.str());
  }

  // ---- control ---------------------------------------------------------------------------

  void writeBranch(const BranchInst &branch, Writer &out) {
    if (branch.isUnconditional()) {
      head(Code::Jump, branch, out);
      out.number(block(branch.getSuccessor(0)));
      return;
    }
    head(Code::Branch, branch, out);
    operand(branch.getCondition(), out);
    out.number(block(branch.getSuccessor(0)));
    out.number(block(branch.getSuccessor(1)));
  }

  void writeSwitch(const SwitchInst &branch, Writer &out) {
    if (branch.getCondition()->getType()->getIntegerBitWidth() > 128)
      return unsupported("switch on an integer of more than 128 bits", branch, out);
    head(Code::Switch, branch, out);
    operand(branch.getCondition(), out);
    out.number(block(branch.getDefaultDest()));
    out.number(branch.getNumCases());
    for (const auto &each : branch.cases()) {
      const APInt &value = each.getCaseValue()->getValue();
      out.number(value.getRawData()[0]);
      out.number(value.getBitWidth() > 64 ? value.getRawData()[1] : 0);
      out.number(block(each.getCaseSuccessor()));
    }
  }

  void writeIndirect(const IndirectBrInst &branch, Writer &out) {
    head(Code::IndirectBr, branch, out);
    operand(branch.getAddress(), out);
    out.number(branch.getNumDestinations());
    for (unsigned i = 0; i < branch.getNumDestinations(); ++i)
      out.number(block(branch.getDestination(i)));
  }

  // ---- calls -----------------------------------------------------------------------------

  /// Assembly that computes nothing hands its tied operands back: for each result, the argument.
  void writeAssembly(const InlineAsm &assembly, Writer &out) {
    std::vector<unsigned> tied;
    if (!isInert(assembly.getAsmString()) || !findTied(assembly, tied)) {
      out.number(unsigned(CalleeCode::Asm));
      return;
    }
    out.number(unsigned(CalleeCode::InertAsm));
    out.number(tied.size());
    for (unsigned argument : tied)
      out.number(argument);
  }

  void writeCallee(const CallBase &call, Writer &out) {
    const Value *callee = call.getCalledOperand()->stripPointerCasts();
    if (auto *assembly = dyn_cast<InlineAsm>(callee)) {
      writeAssembly(*assembly, out);
    } else if (call.getIntrinsicID() != Intrinsic::not_intrinsic) {
      out.number(unsigned(CalleeCode::Intrinsic));
      out.text(Intrinsic::getBaseName(call.getIntrinsicID()));
    } else if (auto *symbol = dyn_cast<GlobalValue>(callee)) {
      out.number(unsigned(CalleeCode::Symbol));
      out.number(module.symbol(symbol));
    } else {
      out.number(unsigned(CalleeCode::Operand));
      operand(call.getCalledOperand(), out);
    }
  }

  void writeArgument(const CallBase &call, unsigned index, Writer &out) {
    operand(call.getArgOperand(index), out);
    bool byval = call.isByValArgument(index);
    out.number(unsigned(call.paramHasAttr(index, Attribute::NoUndef)) | unsigned(byval) << 1);
    if (!byval)
      return;
    Type *type = call.getParamByValType(index);
    out.number(module.layout().getTypeAllocSize(type));
    Align natural = module.layout().getABITypeAlign(type);
    out.number(std::max(call.getParamAlign(index).valueOrOne(), natural).value());
  }

  void writeCallParts(const CallBase &call, Writer &out) {
    writeCallee(call, out);
    FunctionType *type = call.getFunctionType();
    out.number(unsigned(type->isVarArg()) |
               unsigned(call.hasFnAttr(Attribute::ReturnsTwice)) << 1);
    out.number(type->getNumParams());
    out.number(call.arg_size());
    for (unsigned i = 0; i < call.arg_size(); ++i)
      writeArgument(call, i, out);
  }

  void writeInvoke(const InvokeInst &invoke, Writer &out) {
    head(Code::Invoke, invoke, out);
    writeCallParts(invoke, out);
    out.number(block(invoke.getNormalDest()));
    out.number(block(invoke.getUnwindDest()));
  }

  // A type_info: its symbol plus 1, or 0 for "anything".
  void typeInfo(const Value *value, Writer &out) {
    auto *symbol = dyn_cast<GlobalValue>(value->stripPointerCasts());
    out.number(symbol ? module.symbol(symbol) + 1 : 0);
  }

  void writeLandingPad(const LandingPadInst &pad, Writer &out) {
    head(Code::LandingPad, pad, out);
    out.number(pad.isCleanup());
    out.number(pad.getNumClauses());
    for (unsigned i = 0; i < pad.getNumClauses(); ++i) {
      const Constant *clause = pad.getClause(i);
      out.number(pad.isFilter(i));
      if (pad.isCatch(i)) {
        typeInfo(clause, out);
        continue;
      }
      uint64_t count = clause->getType()->getArrayNumElements();
      out.number(count);
      for (uint64_t k = 0; k < count; ++k)
        typeInfo(clause->getAggregateElement(unsigned(k)), out);
    }
  }

  // ---- memory ----------------------------------------------------------------------------

  void writeAlloca(const AllocaInst &alloca, Writer &out) {
    head(Code::Alloca, alloca, out);
    out.number(module.type(alloca.getAllocatedType()));
    out.number(module.layout().getTypeAllocSize(alloca.getAllocatedType()));
    out.number(alloca.getAlign().value());
    out.number(alloca.isArrayAllocation());
    if (alloca.isArrayAllocation())
      operand(alloca.getArraySize(), out);
  }

  void writeGep(const GetElementPtrInst &gep, Writer &out) {
    SmallMapVector<Value *, APInt, 4> variable;
    APInt constant(64, 0);
    if (gep.getType()->isVectorTy() ||
        !cast<GEPOperator>(gep).collectOffset(module.layout(), 64, variable, constant))
      return writeVectorGep(gep, out);
    head(Code::Gep, gep, out);
    operand(gep.getPointerOperand(), out);
    out.signedNumber(constant.getSExtValue());
    out.number(variable.size());
    for (auto &[index, scale] : variable) {
      operand(index, out);
      out.signedNumber(scale.getSExtValue());
    }
  }

  // Every index by itself, as the instruction has it: lanes may differ in each of them.
  void writeVectorGep(const GetElementPtrInst &gep, Writer &out) {
    int64_t constant = 0;
    unsigned count = 0;
    Writer indices;
    for (auto it = gep_type_begin(gep), end = gep_type_end(gep); it != end; ++it) {
      const Value *index = it.getOperand();
      if (StructType *type = it.getStructTypeOrNull()) {
        auto *field = cast<Constant>(index)->getUniqueInteger().getRawData();
        constant += int64_t(module.layout().getStructLayout(type)->getElementOffset(field[0]));
        continue;
      }
      TypeSize stride = it.getSequentialElementStride(module.layout());
      if (stride.isScalable())
        return unsupported("scalable vector", gep, out);
      ++count;
      operand(index, indices);
      indices.signedNumber(int64_t(stride.getFixedValue()));
    }
    head(Code::Gep, gep, out);
    operand(gep.getPointerOperand(), out);
    out.signedNumber(constant);
    out.number(count);
    out.append(indices);
  }

  // ---- everything else -------------------------------------------------------------------

  void writeOperands(Code code, const Instruction &instruction, Writer &out) {
    head(code, instruction, out);
    for (const Use &use : instruction.operands())
      operand(use.get(), out);
  }

  void writeBinary(const BinaryOperator &binary, Writer &out) {
    head(Code::Binary, binary, out);
    out.number(binary.getOpcode() - unsigned(Instruction::BinaryOpsBegin));
    auto *overflowing = dyn_cast<OverflowingBinaryOperator>(&binary);
    out.number(overflowing && overflowing->hasNoSignedWrap());
    operand(binary.getOperand(0), out);
    operand(binary.getOperand(1), out);
  }

  void writeCast(const CastInst &cast, Writer &out) {
    head(Code::Cast, cast, out);
    out.number(cast.getOpcode() - unsigned(Instruction::CastOpsBegin));
    out.number(module.type(cast.getSrcTy()));
    operand(cast.getOperand(0), out);
  }

  void writeCompare(Code code, const CmpInst &compare, Writer &out) {
    head(code, compare, out);
    out.number(compare.getPredicate());
    out.number(module.type(compare.getOperand(0)->getType()));
    operand(compare.getOperand(0), out);
    operand(compare.getOperand(1), out);
  }

  void writePhi(const PHINode &phi, Writer &out) {
    head(Code::Phi, phi, out);
    out.number(phi.getNumIncomingValues());
    for (unsigned i = 0; i < phi.getNumIncomingValues(); ++i) {
      operand(phi.getIncomingValue(i), out);
      out.number(block(phi.getIncomingBlock(i)));
    }
  }

  void indices(ArrayRef<unsigned> path, Writer &out) {
    out.number(path.size());
    for (unsigned index : path)
      out.number(index);
  }

  void writeExtractValue(const ExtractValueInst &extract, Writer &out) {
    head(Code::ExtractValue, extract, out);
    operand(extract.getAggregateOperand(), out);
    out.number(module.type(extract.getAggregateOperand()->getType()));
    indices(extract.getIndices(), out);
  }

  void writeInsertValue(const InsertValueInst &insert, Writer &out) {
    head(Code::InsertValue, insert, out);
    operand(insert.getAggregateOperand(), out);
    operand(insert.getInsertedValueOperand(), out);
    indices(insert.getIndices(), out);
  }

  void writeShuffle(const ShuffleVectorInst &shuffle, Writer &out) {
    head(Code::Shuffle, shuffle, out);
    out.number(module.type(shuffle.getOperand(0)->getType()));
    operand(shuffle.getOperand(0), out);
    operand(shuffle.getOperand(1), out);
    out.number(shuffle.getShuffleMask().size());
    for (int lane : shuffle.getShuffleMask())
      out.signedNumber(lane);
  }

  void writeExtractElement(const ExtractElementInst &extract, Writer &out) {
    head(Code::ExtractElement, extract, out);
    out.number(module.type(extract.getVectorOperand()->getType()));
    operand(extract.getVectorOperand(), out);
    operand(extract.getIndexOperand(), out);
  }

  void writeAtomicRmw(const AtomicRMWInst &atomic, Writer &out) {
    head(Code::AtomicRmw, atomic, out);
    out.number(atomic.getOperation());
    operand(atomic.getPointerOperand(), out);
    operand(atomic.getValOperand(), out);
  }

  void writeCmpXchg(const AtomicCmpXchgInst &exchange, Writer &out) {
    head(Code::CmpXchg, exchange, out);
    out.number(module.type(exchange.getNewValOperand()->getType()));
    operand(exchange.getPointerOperand(), out);
    operand(exchange.getCompareOperand(), out);
    operand(exchange.getNewValOperand(), out);
  }

  void writeStore(const StoreInst &store, Writer &out) {
    head(Code::Store, store, out);
    out.number(module.type(store.getValueOperand()->getType()));
    operand(store.getValueOperand(), out);
    operand(store.getPointerOperand(), out);
  }

  void writeReturn(const ReturnInst &ret, Writer &out) {
    head(Code::Ret, ret, out);
    const Value *value = ret.getReturnValue();
    out.number(value ? module.type(value->getType()) + 1 : 0);
    if (value)
      operand(value, out);
  }

  void writeInstruction(const Instruction &instruction, Writer &out) {
    switch (instruction.getOpcode()) {
    case Instruction::Ret: return writeReturn(cast<ReturnInst>(instruction), out);
    case Instruction::Br: return writeBranch(cast<BranchInst>(instruction), out);
    case Instruction::Switch: return writeSwitch(cast<SwitchInst>(instruction), out);
    case Instruction::IndirectBr: return writeIndirect(cast<IndirectBrInst>(instruction), out);
    case Instruction::Invoke: return writeInvoke(cast<InvokeInst>(instruction), out);
    case Instruction::Resume: return writeOperands(Code::Resume, instruction, out);
    case Instruction::Unreachable: return head(Code::Unreachable, instruction, out);
    case Instruction::FNeg: return writeOperands(Code::FNeg, instruction, out);
    case Instruction::Alloca: return writeAlloca(cast<AllocaInst>(instruction), out);
    case Instruction::Load: return writeOperands(Code::Load, instruction, out);
    case Instruction::Store: return writeStore(cast<StoreInst>(instruction), out);
    case Instruction::GetElementPtr: return writeGep(cast<GetElementPtrInst>(instruction), out);
    case Instruction::ICmp: return writeCompare(Code::ICmp, cast<CmpInst>(instruction), out);
    case Instruction::FCmp: return writeCompare(Code::FCmp, cast<CmpInst>(instruction), out);
    case Instruction::PHI: return writePhi(cast<PHINode>(instruction), out);
    case Instruction::Select: return writeOperands(Code::Select, instruction, out);
    case Instruction::ExtractValue:
      return writeExtractValue(cast<ExtractValueInst>(instruction), out);
    case Instruction::InsertValue:
      return writeInsertValue(cast<InsertValueInst>(instruction), out);
    case Instruction::ExtractElement:
      return writeExtractElement(cast<ExtractElementInst>(instruction), out);
    case Instruction::InsertElement: return writeOperands(Code::InsertElement, instruction, out);
    case Instruction::ShuffleVector:
      return writeShuffle(cast<ShuffleVectorInst>(instruction), out);
    case Instruction::Freeze: return writeOperands(Code::Freeze, instruction, out);
    case Instruction::LandingPad: return writeLandingPad(cast<LandingPadInst>(instruction), out);
    case Instruction::AtomicRMW: return writeAtomicRmw(cast<AtomicRMWInst>(instruction), out);
    case Instruction::AtomicCmpXchg:
      return writeCmpXchg(cast<AtomicCmpXchgInst>(instruction), out);
    case Instruction::Fence: return head(Code::Fence, instruction, out);
    case Instruction::Call:
      head(Code::Call, instruction, out);
      return writeCallParts(cast<CallBase>(instruction), out);
    default: break;
    }
    if (auto *binary = dyn_cast<BinaryOperator>(&instruction))
      return writeBinary(*binary, out);
    if (auto *cast = dyn_cast<CastInst>(&instruction))
      return writeCast(*cast, out);
    unsupported(Twine("instruction ") + instruction.getOpcodeName(), instruction, out);
  }

  // ---- variables -------------------------------------------------------------------------

  void writeRecords(const Instruction &instruction) {
    for (const DbgRecord &record : instruction.getDbgRecordRange())
      if (auto *variable = dyn_cast<DbgVariableRecord>(&record))
        writeVariable(*variable);
  }

  // Only variables with a home in memory: address, how it leads to the variable, description.
  void writeVariable(const DbgVariableRecord &record) {
    if (!record.isDbgDeclare() || !record.hasValidLocation())
      return;
    const DIExpression *path = record.getExpression();
    bool direct = path->getNumElements() == 0;
    if (!direct && !path->isDeref())
      return;
    ++variableCount;
    operand(record.getVariableLocationOp(0), variables);
    variables.number(!direct);
    variables.text(record.getVariable()->getName());
    variables.number(module.node(record.getVariable()->getType()));
    variables.number(record.getVariable()->getArg());
    variables.number(place(record.getDebugLoc().get()));
  }

  Module &module;
  Function &function;
  DenseMap<const Value *, unsigned> values;
  DenseMap<const Constant *, unsigned> constantNumbers;
  DenseMap<const DILocation *, unsigned> placeNumbers;
  Writer constants, places, variables;
  unsigned constantCount = 0, placeCount = 0, variableCount = 0;
};

} // namespace

} // namespace coax

// The stream of a function; if `failed` is set, the reason why it cannot be read.
extern "C" void coax_function(coax::Module *module, uint32_t symbol, bool *failed) {
  auto *function = cast<Function>(module->symbols[symbol]);
  Error error = function->materialize();
  *failed = bool(error);
  if (error) {
    module->result = toString(std::move(error));
    return;
  }
  coax::FunctionWriter(*module, *function).write();
}
