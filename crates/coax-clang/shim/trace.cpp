// Instruments modules so that a run tells which way it went: every edge out of a conditional
// branch or switch gets a block of its own that calls `__coax_edge(number)`. Cases that lead to the
// same block are one edge: it makes no difference to the program which of them it was.
//
// Invariants:
// - Nothing else changes: the edges' blocks hold that call and a jump, phis name them instead of
//   the block before.
// - The number of an edge is the same in every module that has a copy of the function, so it does
//   not matter whose copy a linker keeps.
// - Branches that only a sanitizer put there (`!nosanitize`) are not the program's: they stay.
// - Functions that the engine does not look into tell nothing, and neither does what they call.
// - Functions of the libraries' own headers stay, too: the libraries call them themselves, each
//   library at other times.

#include "shim.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace coax {

// Edges out of a conditional branch or switch; `src/llvm/trace.rs` has the same list.
enum class SideCode : unsigned { True, False, Case, Default };

// The edges of a function that have a number already: the first of them, and how many.
struct KnownFunction {
  unsigned first;
  unsigned count;
};

// Is a file, by its folder and its name, one of the libraries' headers?
using FileTest = bool (*)(const char *folder, size_t folderSize, const char *name, size_t nameSize);

struct Tracer {
  LLVMContext context;
  StringMap<KnownFunction> known;
  // Functions that are not looked into, by their names in the source or the linker's.
  StringSet<> quiet;
  unsigned next = 0;
  FileTest isForeign;
  std::string result;
};

static bool isForeign(const Tracer &tracer, const Function &function) {
  const DISubprogram *found = function.getSubprogram();
  if (!found || !found->getFile())
    return false;
  StringRef folder = found->getFile()->getDirectory(), name = found->getFile()->getFilename();
  return tracer.isForeign(folder.data(), folder.size(), name.data(), name.size());
}

static bool isTraced(const Instruction *terminator) {
  if (terminator->hasMetadata(LLVMContext::MD_nosanitize))
    return false;
  auto *branch = dyn_cast<BranchInst>(terminator);
  return (branch && branch->isConditional()) || isa<SwitchInst>(terminator);
}

static std::vector<Instruction *> tracedTerminators(Function &function) {
  std::vector<Instruction *> found;
  for (BasicBlock &block : function)
    if (Instruction *terminator = block.getTerminator(); terminator && isTraced(terminator))
      found.push_back(terminator);
  return found;
}

// One way out of a terminator: the successors that lead to one block.
struct Way {
  BasicBlock *to;
  SmallVector<unsigned, 4> successors;
};

static std::vector<Way> waysOf(const Instruction *terminator) {
  std::vector<Way> ways;
  DenseMap<const BasicBlock *, size_t> known;
  for (unsigned i = 0; i < terminator->getNumSuccessors(); ++i) {
    BasicBlock *to = terminator->getSuccessor(i);
    auto [found, isNew] = known.try_emplace(to, ways.size());
    if (isNew)
      ways.push_back({to, {}});
    ways[found->second].successors.push_back(i);
  }
  return ways;
}

// Puts a block that tells `number` on a way.
static void tell(Instruction *terminator, const Way &way, unsigned number, FunctionCallee word) {
  BasicBlock *from = terminator->getParent();
  BasicBlock *edge = BasicBlock::Create(from->getContext(), "", from->getParent(), way.to);
  IRBuilder<> builder(edge);
  builder.SetCurrentDebugLocation(terminator->getDebugLoc());
  builder.CreateCall(word, builder.getInt32(number));
  builder.CreateBr(way.to);
  for (unsigned successor : way.successors)
    terminator->setSuccessor(successor, edge);
  for (PHINode &phi : way.to->phis()) {
    // There was an entry for each successor, all with one value.
    for (size_t more = 1; more < way.successors.size(); ++more)
      phi.removeIncomingValue(from, /*DeletePHIIfEmpty=*/false);
    phi.replaceIncomingBlockWith(from, edge);
  }
}

static void writeSide(const Instruction *terminator, const Way &way, Writer &out) {
  if (isa<BranchInst>(terminator)) {
    out.number(unsigned(way.successors[0] == 0 ? SideCode::True : SideCode::False));
    return;
  }
  if (way.successors[0] == 0) {
    out.number(unsigned(SideCode::Default));
    return;
  }
  out.number(unsigned(SideCode::Case));
  auto *choice = cast<SwitchInst>(terminator);
  out.number(way.successors.size());
  for (unsigned successor : way.successors) {
    std::string text;
    raw_string_ostream stream(text);
    auto chosen = choice->case_begin() + (successor - 1);
    chosen->getCaseValue()->getValue().print(stream, /*isSigned=*/true);
    out.text(text);
  }
}

static void writeEdge(const Instruction *terminator, const Way &way, Writer &out) {
  const DebugLoc &place = terminator->getDebugLoc();
  writeFile(place ? cast<DILocation>(place.get())->getFile() : nullptr, out);
  out.number(place ? place.getLine() : 0);
  out.number(place ? place.getCol() : 0);
  writeSide(terminator, way, out);
}

// A function of this module alone is nobody else's, whatever its name.
static KnownFunction *knownFunction(Tracer &tracer, const Function &function, unsigned count) {
  if (function.hasLocalLinkage())
    return nullptr;
  auto found = tracer.known.find(function.getName());
  bool same = found != tracer.known.end() && found->second.count == count;
  return same ? &found->second : nullptr;
}

// Instruments a function; writes the edges that are new.
static unsigned traceFunction(Tracer &tracer, Function &function, FunctionCallee word,
                              Writer &out) {
  std::vector<Instruction *> terminators = tracedTerminators(function);
  unsigned count = 0;
  for (Instruction *terminator : terminators)
    count += waysOf(terminator).size();
  KnownFunction *known = knownFunction(tracer, function, count);
  unsigned number = known ? known->first : tracer.next;
  if (!known) {
    tracer.next += count;
    if (!function.hasLocalLinkage())
      tracer.known[function.getName()] = {number, count};
  }
  for (Instruction *terminator : terminators)
    for (const Way &way : waysOf(terminator)) {
      if (!known) {
        out.text(function.getName());
        writeEdge(terminator, way, out);
      }
      tell(terminator, way, number++, word);
    }
  return known ? 0 : count;
}

// The functions marked COAX_CONCRETE.
static SmallPtrSet<const Function *, 4> markedFunctions(const llvm::Module &module) {
  SmallPtrSet<const Function *, 4> found;
  forEachAnnotation(module, [&](const Function &function, StringRef text, StringRef, uint64_t) {
    if (text == "coax.concrete")
      found.insert(&function);
  });
  return found;
}

// A function may be marked where it is declared, and defined in another module.
static void lookAt(Tracer &tracer, const llvm::Module &module) {
  for (const Function *function : markedFunctions(module))
    if (!function->hasLocalLinkage())
      tracer.quiet.insert(function->getName());
}

// Has nothing told between the start and the end of a function.
static void silence(Function &function, FunctionCallee word) {
  IRBuilder<> builder(&*function.getEntryBlock().getFirstInsertionPt());
  builder.CreateCall(word, builder.getInt32(1));
  for (BasicBlock &block : function)
    if (auto *end = dyn_cast_or_null<ReturnInst>(block.getTerminator())) {
      builder.SetInsertPoint(end);
      builder.CreateCall(word, builder.getInt32(-1));
    }
}

static std::string traceModule(Tracer &tracer, llvm::Module &module) {
  LLVMContext &context = tracer.context;
  FunctionCallee word = module.getOrInsertFunction("__coax_edge", Type::getVoidTy(context),
                                                   Type::getInt32Ty(context));
  FunctionCallee quiet = module.getOrInsertFunction("__coax_quiet", Type::getVoidTy(context),
                                                    Type::getInt32Ty(context));
  auto marked = markedFunctions(module);
  auto isQuiet = [&](const Function &function) {
    return marked.contains(&function) || tracer.quiet.contains(function.getName()) ||
           tracer.quiet.contains(sourceName(function.getName()));
  };
  Writer edges;
  unsigned count = 0;
  for (Function &function : module) {
    if (function.isDeclaration() || isForeign(tracer, function))
      continue;
    if (isQuiet(function))
      silence(function, quiet);
    else
      count += traceFunction(tracer, function, word, edges);
  }
  std::string bitcode;
  raw_string_ostream stream(bitcode);
  WriteBitcodeToFile(module, stream);
  Writer out;
  out.text(bitcode);
  out.number(count);
  out.append(edges);
  return out.bytes;
}

} // namespace coax

extern "C" {

coax::Tracer *coax_tracer_new(coax::FileTest isForeign) {
  auto *tracer = new coax::Tracer();
  tracer->isForeign = isForeign;
  return tracer;
}

void coax_tracer_free(coax::Tracer *tracer) { delete tracer; }

void coax_tracer_silence(coax::Tracer *tracer, const char *name, size_t size) {
  tracer->quiet.insert(StringRef(name, size));
}

// Looks for marks that matter to other modules. The result is empty; if `failed` is set it holds the
// reason.
const char *coax_tracer_look(coax::Tracer *tracer, const char *data, size_t size, size_t *length,
                             bool *failed) {
  MemoryBufferRef buffer(StringRef(data, size), "bitcode");
  auto module = getLazyBitcodeModule(buffer, tracer->context);
  *failed = !module;
  tracer->result.clear();
  if (module)
    coax::lookAt(*tracer, **module);
  else
    tracer->result = toString(module.takeError());
  *length = tracer->result.size();
  return tracer->result.data();
}

// Instruments bitcode. The result holds the new bitcode and the edges that are new; if `failed` is
// set it holds the reason.
const char *coax_tracer_add(coax::Tracer *tracer, const char *data, size_t size, size_t *length,
                            bool *failed) {
  MemoryBufferRef buffer(StringRef(data, size), "bitcode");
  auto module = parseBitcodeFile(buffer, tracer->context);
  *failed = !module;
  tracer->result = module ? coax::traceModule(*tracer, **module) : toString(module.takeError());
  *length = tracer->result.size();
  return tracer->result.data();
}

} // extern "C"
