// What the shim is for: it flattens pieces of an LLVM module (its symbols, one function, one
// initialiser, one debug-information node) into a stream of bytes that `src/llvm` decodes. So no
// LLVM object ever crosses the border, and everything above it is safe Rust.
//
// Invariants:
// - A stream is a sequence of unsigned LEB128 numbers and of texts (length, then bytes); signed
//   numbers are zigzag-coded. Reader and writer must agree record by record: see src/llvm.
// - The numbers of types, symbols and debug nodes are per module and only grow. Every stream
//   starts with the types that are new since the stream before.
// - A result stays valid until the next call with the same module.

#pragma once

#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/GlobalValue.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace coax {

class Writer {
public:
  void number(uint64_t value) {
    while (value >= 0x80) {
      bytes.push_back(char(value | 0x80));
      value >>= 7;
    }
    bytes.push_back(char(value));
  }
  void signedNumber(int64_t value) { number((uint64_t(value) << 1) ^ uint64_t(value >> 63)); }
  void text(llvm::StringRef value) {
    number(value.size());
    bytes.append(value.data(), value.size());
  }
  void append(const Writer &other) { bytes += other.bytes; }

  std::string bytes;
};

// Leaf codes of constants; `src/llvm/constant.rs` has the same list.
enum class Leaf : unsigned {
  Word,        // value
  Wide,        // low word, high word
  Symbol,      // symbol number, signed offset
  Block,       // symbol number of the function, block number
  Binary,      // Binary code, bits, leaf, leaf
  Cast,        // bits kept, leaf (everything that only cuts or keeps bits)
  Offset,      // leaf, signed offset
  Unsupported, // text
};

struct Module {
  std::unique_ptr<llvm::Module> module;
  std::string result;

  llvm::DenseMap<const llvm::GlobalValue *, unsigned> symbolNumbers;
  std::vector<llvm::GlobalValue *> symbols;
  llvm::DenseMap<llvm::Type *, unsigned> typeNumbers;
  Writer newTypes;
  unsigned newTypeCount = 0;
  llvm::DenseMap<const llvm::Metadata *, unsigned> nodeNumbers;
  std::vector<const llvm::DINode *> nodes;
  llvm::DenseMap<const llvm::BasicBlock *, unsigned> blockNumbers;

  const llvm::DataLayout &layout() const { return module->getDataLayout(); }
  unsigned symbol(const llvm::GlobalValue *value);
  unsigned type(llvm::Type *type);
  // 0 for none, else the node's number plus 1.
  unsigned node(const llvm::DINode *node);
  unsigned block(const llvm::BasicBlock *block);
  // Puts the new types in front of `body` and makes that the result.
  void finish(const Writer &body);

private:
  void describeType(llvm::Type *type, Writer &out);
};

// constants.cpp
void writeScalar(Module &module, const llvm::Constant *constant, Writer &out);
void writeLeaves(Module &module, const llvm::Constant *constant, Writer &out);

// symbols.cpp: `ns::Class::method` of a mangled name; names that are not mangled stay themselves.
std::string sourceName(llvm::StringRef name);

// symbols.cpp: the marks of ours on functions.
void forEachAnnotation(const llvm::Module &module,
                       llvm::function_ref<void(const llvm::Function &, llvm::StringRef text,
                                               llvm::StringRef file, uint64_t line)>
                           visit);

// debug.cpp
std::string qualifiedName(const llvm::DIScope *scope, llvm::StringRef name);
void writeFile(const llvm::DIFile *file, Writer &out);
unsigned accessCode(const llvm::DIScope *scope, llvm::DINode::DIFlags flags);

} // namespace coax
