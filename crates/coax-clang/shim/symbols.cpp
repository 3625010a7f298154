// Contexts, modules and their symbols.

#include "shim.h"

#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/DiagnosticPrinter.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/GlobalAlias.h"
#include "llvm/IR/GlobalIFunc.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/Intrinsics.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/Object/IRSymtab.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

#include <cstdlib>

using namespace llvm;

namespace coax {

// Symbol and linkage codes; `src/llvm/symbols.rs` has the same lists.
enum class SymbolCode : unsigned { Function, Variable, Alias, IFunc };
enum class LinkageCode : unsigned {
  Strong, Weak, Common, AvailableExternally, Local, ExternWeak, Appending,
};

static LinkageCode linkageCode(GlobalValue::LinkageTypes linkage) {
  switch (linkage) {
  case GlobalValue::ExternalLinkage: return LinkageCode::Strong;
  case GlobalValue::AvailableExternallyLinkage: return LinkageCode::AvailableExternally;
  case GlobalValue::LinkOnceAnyLinkage:
  case GlobalValue::LinkOnceODRLinkage:
  case GlobalValue::WeakAnyLinkage:
  case GlobalValue::WeakODRLinkage: return LinkageCode::Weak;
  case GlobalValue::AppendingLinkage: return LinkageCode::Appending;
  case GlobalValue::InternalLinkage:
  case GlobalValue::PrivateLinkage: return LinkageCode::Local;
  case GlobalValue::ExternalWeakLinkage: return LinkageCode::ExternWeak;
  case GlobalValue::CommonLinkage: return LinkageCode::Common;
  }
  return LinkageCode::Strong;
}

std::string sourceName(StringRef name) {
  ItaniumPartialDemangler demangler;
  std::string text = name.str();
  if (!name.starts_with("_Z") || demangler.partialDemangle(text.c_str()))
    return text;
  char *found = demangler.isFunction() ? demangler.getFunctionName(nullptr, nullptr)
                                       : demangler.finishDemangle(nullptr, nullptr);
  if (!found)
    return text;
  text = found;
  std::free(found);
  return text;
}

static void writeParameter(Module &module, const Argument &argument, Writer &out) {
  out.number(module.type(argument.getType()));
  bool byval = argument.hasByValAttr();
  out.number(unsigned(argument.hasAttribute(Attribute::NoUndef)) |
             unsigned(argument.hasStructRetAttr()) << 1 | unsigned(byval) << 2);
  if (byval) {
    Type *type = argument.getParamByValType();
    out.number(module.layout().getTypeAllocSize(type));
    Align natural = module.layout().getABITypeAlign(type);
    out.number(std::max(argument.getParamAlign().valueOrOne(), natural).value());
  }
}

static void writeFunction(Module &module, const Function &function, Writer &out) {
  out.text(function.isIntrinsic() ? Intrinsic::getBaseName(function.getIntrinsicID()) : "");
  out.text(sourceName(function.getName()));
  out.number(module.type(function.getReturnType()));
  out.number(unsigned(function.isVarArg()) |
             unsigned(function.hasRetAttribute(Attribute::NoUndef)) << 1 |
             unsigned(function.hasOptNone()) << 2);
  out.number(function.arg_size());
  for (const Argument &argument : function.args())
    writeParameter(module, argument, out);
}

static void writeVariable(Module &module, const GlobalVariable &variable, Writer &out) {
  Type *type = variable.getValueType();
  bool sized = type->isSized();
  out.number(sized ? module.layout().getTypeAllocSize(type).getFixedValue() : 0);
  Align natural = sized ? module.layout().getPreferredAlign(&variable) : Align(1);
  out.number(variable.getAlign().value_or(natural).value());
  bool zero = variable.hasInitializer() && variable.getInitializer()->isNullValue();
  out.number(unsigned(variable.isConstant()) | unsigned(variable.isThreadLocal()) << 1 |
             unsigned(zero) << 2);
  SmallVector<DIGlobalVariableExpression *, 1> debug;
  variable.getDebugInfo(debug);
  out.number(!debug.empty());
  if (debug.empty())
    return;
  const DIGlobalVariable *found = debug.front()->getVariable();
  // A variable inside a function is known by its own name.
  bool in_function = isa_and_nonnull<DILocalScope>(found->getScope());
  out.text(in_function ? found->getName().str()
                       : qualifiedName(found->getScope(), found->getName()));
  out.number(module.node(found->getType()));
  writeFile(found->getFile(), out);
  out.number(found->getLine());
}

static void writeSymbol(Module &module, const GlobalValue &value, Writer &out) {
  SymbolCode code = isa<Function>(value)         ? SymbolCode::Function
                    : isa<GlobalVariable>(value) ? SymbolCode::Variable
                    : isa<GlobalAlias>(value)    ? SymbolCode::Alias
                                                 : SymbolCode::IFunc;
  out.number(unsigned(code));
  out.text(value.getName());
  out.number(unsigned(linkageCode(value.getLinkage())));
  out.number(!value.isDeclaration());
  if (auto *function = dyn_cast<Function>(&value))
    writeFunction(module, *function, out);
  else if (auto *variable = dyn_cast<GlobalVariable>(&value))
    writeVariable(module, *variable, out);
  else if (auto *alias = dyn_cast<GlobalAlias>(&value))
    writeScalar(module, alias->getAliasee(), out);
}

// Entries of llvm.global_ctors or llvm.global_dtors: priority, function, associated symbol + 1.
static void writeStructors(Module &module, StringRef name, Writer &out) {
  const GlobalVariable *list = module.module->getNamedGlobal(name);
  const auto *entries =
      list && list->hasInitializer() ? dyn_cast<ConstantArray>(list->getInitializer()) : nullptr;
  Writer body;
  unsigned count = 0;
  for (unsigned i = 0; entries && i < entries->getNumOperands(); ++i) {
    auto *entry = dyn_cast<ConstantStruct>(entries->getOperand(i));
    auto *function =
        entry ? dyn_cast<GlobalValue>(entry->getOperand(1)->stripPointerCasts()) : nullptr;
    if (!function)
      continue;
    ++count;
    body.number(cast<ConstantInt>(entry->getOperand(0))->getZExtValue());
    body.number(module.symbol(function));
    const GlobalValue *data = nullptr;
    if (entry->getNumOperands() > 2)
      data = dyn_cast<GlobalValue>(entry->getOperand(2)->stripPointerCasts());
    body.number(data ? module.symbol(data) + 1 : 0);
  }
  out.number(count);
  out.append(body);
}

void forEachAnnotation(
    const llvm::Module &module,
    function_ref<void(const Function &, StringRef text, StringRef file, uint64_t line)> visit) {
  const GlobalVariable *list = module.getNamedGlobal("llvm.global.annotations");
  const auto *entries =
      list && list->hasInitializer() ? dyn_cast<ConstantArray>(list->getInitializer()) : nullptr;
  auto text = [](const Constant *operand) {
    auto *variable = dyn_cast<GlobalVariable>(operand->stripPointerCasts());
    auto *data = variable && variable->hasInitializer()
                     ? dyn_cast<ConstantDataSequential>(variable->getInitializer())
                     : nullptr;
    return data && data->isCString() ? data->getAsCString() : StringRef();
  };
  for (unsigned i = 0; entries && i < entries->getNumOperands(); ++i) {
    auto *entry = dyn_cast<ConstantStruct>(entries->getOperand(i));
    auto *function = entry ? dyn_cast<Function>(entry->getOperand(0)->stripPointerCasts()) : nullptr;
    if (function && text(entry->getOperand(1)).starts_with("coax."))
      visit(*function, text(entry->getOperand(1)), text(entry->getOperand(2)),
            cast<ConstantInt>(entry->getOperand(3))->getZExtValue());
  }
}

// Marks on functions: function, text, file, line.
static void writeAnnotations(Module &module, Writer &out) {
  Writer body;
  unsigned count = 0;
  forEachAnnotation(*module.module, [&](const Function &function, StringRef text, StringRef file,
                                        uint64_t line) {
    ++count;
    body.number(module.symbol(&function));
    body.text(text);
    body.text(file);
    body.number(line);
  });
  out.number(count);
  out.append(body);
}

static void writeSymbols(Module &module) {
  for (GlobalValue &value : module.module->functions()) module.symbol(&value);
  for (GlobalValue &value : module.module->globals()) module.symbol(&value);
  for (GlobalValue &value : module.module->aliases()) module.symbol(&value);
  for (GlobalValue &value : module.module->ifuncs()) module.symbol(&value);
  Writer out;
  out.number(module.symbols.size());
  for (size_t i = 0; i < module.symbols.size(); ++i)
    writeSymbol(module, *module.symbols[i], out);
  writeStructors(module, "llvm.global_ctors", out);
  writeStructors(module, "llvm.global_dtors", out);
  writeAnnotations(module, out);
  module.finish(out);
}

// Keeps LLVM's complaints instead of letting it end the process.
struct Collector final : DiagnosticHandler {
  std::string text;
  bool handleDiagnostics(const DiagnosticInfo &info) override {
    if (info.getSeverity() == DS_Error && text.empty()) {
      raw_string_ostream stream(text);
      DiagnosticPrinterRawOStream printer(stream);
      info.print(printer);
    }
    return true;
  }
};

} // namespace coax

extern "C" {

LLVMContext *coax_context_new() {
  auto *context = new LLVMContext();
  context->setDiagnosticHandler(std::make_unique<coax::Collector>());
  return context;
}

void coax_context_free(LLVMContext *context) { delete context; }

// Opens bitcode lazily. The result holds the symbols; if `failed` is set it holds the reason.
coax::Module *coax_module_open(LLVMContext *context, const char *data, size_t size, bool *failed) {
  auto *module = new coax::Module();
  auto buffer = MemoryBuffer::getMemBufferCopy(StringRef(data, size), "bitcode");
  auto opened = getOwningLazyBitcodeModule(std::move(buffer), *context);
  *failed = !opened;
  if (!opened) {
    module->result = toString(opened.takeError());
    return module;
  }
  module->module = std::move(*opened);
  const DataLayout &layout = module->layout();
  *failed = layout.isBigEndian() || layout.getPointerSize() != 8;
  if (*failed)
    module->result = "it is not for a 64-bit little-endian machine";
  else
    coax::writeSymbols(*module);
  return module;
}

// Lists the names bitcode defines, from the table beside it, without reading the module itself.
// What comes back is no module: it only holds the result.
coax::Module *coax_defined_names(const char *data, size_t size, bool *failed) {
  auto *holder = new coax::Module();
  *failed = true;
  auto contents = getBitcodeFileContents(MemoryBufferRef(StringRef(data, size), "bitcode"));
  if (!contents) {
    holder->result = toString(contents.takeError());
    return holder;
  }
  auto table = irsymtab::readBitcode(*contents);
  if (!table) {
    holder->result = toString(table.takeError());
    return holder;
  }
  coax::Writer names;
  unsigned count = 0;
  for (const auto &symbol : table->TheReader.symbols()) {
    if (symbol.isUndefined() || !symbol.isGlobal() || symbol.isFormatSpecific())
      continue;
    names.text(symbol.getIRName());
    ++count;
  }
  coax::Writer out;
  out.number(count);
  out.append(names);
  holder->finish(out);
  *failed = false;
  return holder;
}

void coax_module_free(coax::Module *module) { delete module; }

const char *coax_result(const coax::Module *module, size_t *size) {
  *size = module->result.size();
  return module->result.data();
}

} // extern "C"
