#include "interpreter/lowering/synchronization/commuting_updates.h"

#include <algorithm>

#include "grammar/glsl_std_450.h"
#include "grammar/opencl_std.h"
#include "interpreter/loader/pointers.h"

namespace spirv_oracle {
namespace {

// Limits the work on hostile modules.
constexpr std::size_t longest_update = 400;
constexpr unsigned most_derivations = 16;

// With the old value as the operand number `right`, 0 or 1.
std::optional<AtomicOperation> operation_of(spv::Op opcode, unsigned right) {
  switch (opcode) {
    case spv::Op::OpIAdd:
      return AtomicOperation::add;
    case spv::Op::OpISub:
      return right == 0 ? std::optional(AtomicOperation::add) : std::nullopt;
    case spv::Op::OpBitwiseAnd:
      return AtomicOperation::bit_and;
    case spv::Op::OpBitwiseOr:
      return AtomicOperation::bit_or;
    case spv::Op::OpBitwiseXor:
      return AtomicOperation::bit_xor;
    default:
      return std::nullopt;
  }
}

std::optional<AtomicOperation> extremum_of(std::string_view set, std::uint32_t number) {
  namespace glsl = grammar::glsl_std_450;
  namespace opencl = grammar::opencl_std;
  struct Extremum {
    std::uint32_t glsl, opencl;
    AtomicOperation operation;
  };
  static constexpr Extremum extrema[] = {
      {glsl::SMin::number, opencl::s_min::number, AtomicOperation::signed_min},
      {glsl::SMax::number, opencl::s_max::number, AtomicOperation::signed_max},
      {glsl::UMin::number, opencl::u_min::number, AtomicOperation::unsigned_min},
      {glsl::UMax::number, opencl::u_max::number, AtomicOperation::unsigned_max},
  };
  for (const Extremum& extremum : extrema) {
    if ((set == "GLSL.std.450" && number == extremum.glsl) ||
        (set == "OpenCL.std" && number == extremum.opencl))
      return extremum.operation;
  }
  return std::nullopt;
}

std::optional<AtomicOperation> operation_of(const Module& module, const Instruction& binary,
                                            unsigned right) {
  return binary.opcode == spv::Op::OpExtInst
             ? extremum_of(module.extended_set(binary.id(2)), binary.literal(3))
             : operation_of(binary.opcode, right);
}

// The update by a binary instruction, one of whose operands satisfies the predicate.
template <class IsLoaded>
std::optional<CommutingUpdate> update_by(const Module& module, const Instruction& binary,
                                         IsLoaded is_loaded) {
  const unsigned first = binary.opcode == spv::Op::OpExtInst ? 4 : 2;
  for (unsigned right = 0; right < 2; ++right) {
    const auto operation = operation_of(module, binary, right);
    if (operation && is_loaded(binary.id(first + right)))
      return CommutingUpdate{*operation, binary.id(first + 1 - right), right == 1};
  }
  return std::nullopt;
}

bool is_compare_exchange(spv::Op opcode) {
  return opcode == spv::Op::OpAtomicCompareExchange ||
         opcode == spv::Op::OpAtomicCompareExchangeWeak;
}

constexpr unsigned exchanged_value = 6, comparator = 7;

// The variable of a function, or of the invocation, into which the pointer points; 0: it is not known to be one.
Id variable_of(const Module& module, Id pointer) {
  const Instruction* definition = module.definition(pointer);
  for (unsigned steps = 0; definition != nullptr && steps < most_derivations; ++steps) {
    const bool is_derived = is_access_chain(definition->opcode) ||
                            definition->opcode == spv::Op::OpPtrCastToGeneric ||
                            definition->opcode == spv::Op::OpBitcast;
    if (!is_derived) break;
    definition = module.definition(base_of(*definition));
  }
  if (definition == nullptr || definition->opcode != spv::Op::OpVariable) return 0;
  const auto storage = static_cast<spv::StorageClass>(definition->literal(2));
  return storage == spv::StorageClass::Function || storage == spv::StorageClass::Private
             ? definition->result
             : 0;
}

// Between the load and the store of an update: what writes no memory.
bool may_come_between(const Module& module, const Instruction& instruction) {
  switch (instruction.opcode) {
    case spv::Op::OpExtInst:
      return operation_of(module, instruction, 0).has_value();
    case spv::Op::OpAccessChain:
    case spv::Op::OpInBoundsAccessChain:
    case spv::Op::OpLoad:
    case spv::Op::OpLine:
    case spv::Op::OpNoLine:
    case spv::Op::OpIAdd:
    case spv::Op::OpISub:
    case spv::Op::OpBitwiseAnd:
    case spv::Op::OpBitwiseOr:
    case spv::Op::OpBitwiseXor:
    case spv::Op::OpIMul:
    case spv::Op::OpNot:
    case spv::Op::OpSNegate:
    case spv::Op::OpShiftLeftLogical:
    case spv::Op::OpShiftRightLogical:
    case spv::Op::OpShiftRightArithmetic:
    case spv::Op::OpBitcast:
    case spv::Op::OpSConvert:
    case spv::Op::OpUConvert:
    case spv::Op::OpCompositeExtract:
    case spv::Op::OpSelect:
      return true;
    default:
      return false;
  }
}

}  // namespace

bool CommutingUpdates::is_extremum(const Module& module, const Instruction& instruction) {
  return instruction.opcode == spv::Op::OpExtInst &&
         operation_of(module, instruction, 0).has_value();
}

// --- loads and stores ---

// The same id, or access chains with the same operands.
bool CommutingUpdates::is_same_place(Id pointer, Id other) const {
  if (pointer == other) return true;
  const Instruction* chain = module_.definition(pointer);
  const Instruction* same = module_.definition(other);
  if (chain == nullptr || same == nullptr || chain->opcode != same->opcode ||
      (chain->opcode != spv::Op::OpAccessChain &&
       chain->opcode != spv::Op::OpInBoundsAccessChain) ||
      chain->operand_count() != same->operand_count())
    return false;
  for (unsigned i = 2; i < chain->operand_count(); ++i) {
    if (chain->id(i) != same->id(i)) return false;
  }
  return true;
}

std::optional<CommutingUpdate> CommutingUpdates::between(const Instruction& load,
                                                         const Instruction& store) {
  const Instruction* binary = module_.definition(store.id(1));
  if (binary == nullptr || analysis_.uses(store.id(1)).size() != 1 ||
      analysis_.uses(load.result).size() != 1 || !is_same_place(load.id(2), store.id(0)))
    return std::nullopt;
  const std::uint32_t begin = analysis_.index_of(load), end = analysis_.index_of(store);
  const auto place = analysis_.place(begin), end_place = analysis_.place(end);
  if (begin >= end || end - begin > longest_update || place.function != end_place.function ||
      place.block != end_place.block)
    return std::nullopt;
  for (std::uint32_t i = begin + 1; i < end; ++i) {
    if (!may_come_between(module_, module_.instruction(i))) return std::nullopt;
  }
  return update_by(module_, *binary, [&](Id id) { return id == load.result; });
}

std::optional<CommutingUpdate> CommutingUpdates::of_store(const Instruction& store) {
  if (store.opcode != spv::Op::OpStore) return std::nullopt;
  const Instruction* binary = module_.definition(store.id(1));
  if (binary == nullptr) return std::nullopt;
  const auto update = update_by(module_, *binary, [&](Id id) {
    const Instruction* load = module_.definition(id);
    return load != nullptr && load->opcode == spv::Op::OpLoad && between(*load, store);
  });
  // An operand that is the loaded value, too, would be used twice, which between() excludes.
  return update;
}

std::optional<CommutingUpdate> CommutingUpdates::of_load(const Instruction& load) {
  if (load.opcode != spv::Op::OpLoad) return std::nullopt;
  const auto uses = analysis_.uses(load.result);
  if (uses.size() != 1) return std::nullopt;
  const Instruction& binary = module_.instruction(uses[0].instruction);
  if (binary.result == 0) return std::nullopt;
  const auto stores = analysis_.uses(binary.result);
  if (stores.size() != 1 || stores[0].operand != 1) return std::nullopt;
  const Instruction& store = module_.instruction(stores[0].instruction);
  return store.opcode == spv::Op::OpStore ? between(load, store) : std::nullopt;
}

// --- compare-exchanges ---

// A loaded value may share the planes of its variable (ModuleAnalysis::load_may_share).
bool CommutingUpdates::keeps_value(Id id, const Path& path) const {
  const Instruction* definition = module_.definition(id);
  if (definition == nullptr) return false;
  if (definition->opcode == spv::Op::OpCompositeExtract)
    return keeps_value(definition->id(2), path);
  if (definition->opcode != spv::Op::OpLoad) {
    // Other renamings could follow; those of integers do not change what a plane holds.
    return definition->opcode != spv::Op::OpCopyObject &&
           definition->opcode != spv::Op::OpVectorShuffle &&
           definition->opcode != spv::Op::OpCompositeConstruct &&
           definition->opcode != spv::Op::OpCompositeInsert &&
           definition->opcode != spv::Op::OpCopyLogical;
  }
  const Id variable = variable_of(module_, definition->id(2));
  if (variable == 0) return true;
  const auto load = std::ranges::find(path, analysis_.index_of(*definition));
  return load != path.end() && std::none_of(path.begin(), load, [&](std::uint32_t at) {
           const Instruction& store = module_.instruction(at);
           return store.opcode == spv::Op::OpStore && variable_of(module_, store.id(0)) == variable;
         });
}

std::optional<CommutingUpdate> CommutingUpdates::of_exchange(const Instruction& exchange) const {
  if (!is_compare_exchange(exchange.opcode)) return std::nullopt;
  const Path path = values_.path_to(exchange);
  const Symbol value = values_.resolve(exchange.id(exchanged_value), path);
  const Symbol compared = values_.resolve(exchange.id(comparator), path);
  const Instruction* binary = value.is_variable ? nullptr : module_.definition(value.id);
  if (binary == nullptr || !values_.contains(path, *binary)) return std::nullopt;
  const auto update =
      update_by(module_, *binary, [&](Id id) { return values_.is_value(id, path, compared); });
  if (!update || values_.is_value(update->operand, path, compared) ||
      !keeps_value(update->operand, path))
    return std::nullopt;
  return update;
}

bool CommutingUpdates::tests_success(const Instruction& comparison) const {
  if (comparison.opcode != spv::Op::OpIEqual && comparison.opcode != spv::Op::OpINotEqual)
    return false;
  const Path path = values_.path_to(comparison);
  for (unsigned left = 0; left < 2; ++left) {
    const Symbol result = values_.resolve(comparison.id(2 + left), path);
    const Instruction* exchange = result.is_variable ? nullptr : module_.definition(result.id);
    if (exchange == nullptr || !is_compare_exchange(exchange->opcode) ||
        !values_.contains(path, *exchange) || !of_exchange(*exchange))
      continue;
    const Symbol compared = values_.resolve(exchange->id(comparator), values_.path_to(*exchange));
    if (values_.is_value(comparison.id(3 - left), path, compared)) return true;
  }
  return false;
}

bool CommutingUpdates::is_in_loop(const Instruction& instruction) {
  const auto place = analysis_.place(analysis_.index_of(instruction));
  const auto analysis = analysis_.function(module_.functions()[place.function]);
  if (!analysis) return false;
  const ControlFlow& flow = (*analysis)->control_flow;
  std::uint32_t construct = flow.construct_of_block[place.block];
  while (construct != ControlFlow::none && flow.constructs[construct].kind != Construct::Kind::loop)
    construct = flow.constructs[construct].parent;
  return construct != ControlFlow::none;
}

}  // namespace spirv_oracle
