// Vector data load and store instructions. The rules for all accesses to memory cover the errors of their
// accesses.
#include <bit>

#include "builtins/opencl_std/instruction.h"
#include "builtins/opencl_std/lists.h"
#include "interpreter/checks/race_check.h"
#include "interpreter/instructions/memory/access.h"
#include "interpreter/instructions/memory/component_access.h"
#include "interpreter/instructions/memory/memory.h"
#include "interpreter/observe/enclosures.h"

namespace spirv_oracle::opencl_std {
namespace {

// The position of `count` components of `bytes` bytes: p + offset * distance components.
struct VectorOperands {
  Id offset = 0;
  Id p = 0;
  std::uint32_t count = 1;
  std::uint32_t distance = 1;
  std::uint32_t alignment = 1;  // in bytes; that of a component counts too
  unsigned bytes = 0;
};

// The plane of the addresses.
Slot emit_address(Lowering& lowering, const VectorOperands& place) {
  const Slot base = lowering.slot(place.p, 0, ScalarType::pointer());
  const ScalarType offset = lowering.type_of(place.offset).scalar;
  if (offset.scalar_class != ScalarType::Class::integer) {
    lowering.fail_input("offset is not an integer");
  }
  const std::uint32_t stride = place.distance * place.bytes;
  const std::uint32_t words[] = {
      0, 0, 1, lowering.slot(place.offset, 0, offset), offset.bytes, stride, 0, 0, 0xFFFFFFFF, 0};
  const Slot address = lowering.new_plane(ScalarType::pointer());
  lowering.describe(
      lowering.emit(access_chain_handler(true), address, {base}, lowering.add_data(words)),
      {.reads = {words[3]}});
  switch (lowering.type_of(place.p).storage_class) {
    case spv::StorageClass::Function:
    case spv::StorageClass::Private:
    case spv::StorageClass::Generic:
      break;
    default:
      return address;
  }
  const Slot own = lowering.new_plane(ScalarType::pointer());
  lowering.emit(own_copy_handler(), own, {address}, place.count * place.bytes);
  return own;
}

void emit_access(Lowering& lowering, const VectorOperands& place, bool store,
                 std::span<const Slot> components) {
  const Slot address = emit_address(lowering, place);
  for (const Slot slot : components) lowering.check_width(slot, place.bytes);
  emit_component_access(lowering, {.store = store,
                                   .address = address,
                                   .stride = place.bytes,
                                   .bytes = place.bytes,
                                   .alignment = place.alignment,
                                   .planes = components,
                                   .race = race_site(lowering, place.p, {}, store),
                                   .is_generic = lowering.type_of(place.p).storage_class ==
                                                 spv::StorageClass::Generic});
}

[[noreturn]] void fail_kernels_only(const Lowering& lowering) {
  lowering.fail_unsupported("outside of the OpenCL memory model");
}

constexpr auto load_clauses =
    clause_list(memory_clauses::null_pointer, memory_clauses::out_of_bounds,
                memory_clauses::misaligned, memory_clauses::undefined_pointer);
constexpr auto store_clauses = clause_list(
    memory_clauses::null_pointer, memory_clauses::out_of_bounds, memory_clauses::misaligned,
    memory_clauses::undefined_pointer, memory_clauses::not_writable);

// --- components in their own format ---

struct vloadn : Arrangement<listed::vloadn> {
  static constexpr MemoryOperand memory_operands[] = {{Grammar::p, true, false, false}};
  static constexpr auto clauses = load_clauses;

  static void arrange(Lowering& lowering, const Instruction& instruction) {
    if (!lowering.program().is_kernel()) return fail_kernels_only(lowering);
    const std::vector<Slot> results = lowering.define(instruction).slots;
    const auto count = static_cast<std::uint32_t>(results.size());
    const unsigned bytes = lowering.type(instruction.type).scalar.bytes;
    emit_access(lowering,
                {operand(instruction, Grammar::offset), operand(instruction, Grammar::p), count,
                 count, 1, bytes},
                false, results);
  }
};

struct vstoren : Arrangement<listed::vstoren> {
  static constexpr MemoryOperand memory_operands[] = {{Grammar::p, false, true, false}};
  static constexpr auto clauses = store_clauses;

  static void arrange(Lowering& lowering, const Instruction& instruction) {
    if (!lowering.program().is_kernel()) return fail_kernels_only(lowering);
    const Id data = operand(instruction, Grammar::data);
    const std::vector<Slot> components = lowering.operand_slots(data);
    const auto count = static_cast<std::uint32_t>(components.size());
    emit_access(lowering,
                {operand(instruction, Grammar::offset), operand(instruction, Grammar::p), count,
                 count, 1, lowering.type_of(data).scalar.bytes},
                true, components);
    lowering.bind(instruction.result, std::vector<Slot>{});
  }
};

// --- components that are 16-bit floats in memory ---

void emit_conversion(Lowering& lowering, Handler handler, Slot result, Slot from,
                     bool has_open_rounding) {
  lowering.emit(handler, result, {from});
  if (lowering.request().record_enclosures)
    lowering.emit(&enclose_conversion, result, {from, no_slot}, has_open_rounding ? 1 : 0);
}

struct FromHalf {
  template <class T>
  static T component(T x) {
    return x;
  }
};

template <std::float_round_style Style>
struct ToHalf {
  template <class T>
  static std::uint16_t component(T x) {
    return static_cast<std::uint16_t>(half_float::detail::float2half<Style>(x));
  }
};

template <std::float_round_style Style>
Handler to_half_handler(ScalarType from) {
  return internal::for_storage(TypeList<float, double>{}, from, false, []<class T>() -> Handler {
    return internal::component_handler<ToHalf<Style>, std::uint16_t, T>();
  });
}

// Null if there is none.
Handler to_half_handler(ScalarType from, spv::FPRoundingMode mode) {
  switch (mode) {
    case spv::FPRoundingMode::RTE:
      return to_half_handler<std::round_to_nearest>(from);
    case spv::FPRoundingMode::RTZ:
      return to_half_handler<std::round_toward_zero>(from);
    case spv::FPRoundingMode::RTP:
      return to_half_handler<std::round_toward_infinity>(from);
    case spv::FPRoundingMode::RTN:
      return to_half_handler<std::round_toward_neg_infinity>(from);
    default:
      return nullptr;
  }
}

constexpr ScalarType half_type{ScalarType::Class::floating, 2, false};

// An aligned vector of three components takes the space of four.
VectorOperands place_of_halves(const Instruction& instruction, unsigned offset, unsigned p,
                               std::uint32_t count, bool aligned) {
  const std::uint32_t distance = aligned ? std::bit_ceil(count) : count;
  return {operand(instruction, offset),
          operand(instruction, p),
          count,
          distance,
          aligned ? distance * 2 : 1,
          2};
}

template <class G, bool Aligned>
struct LoadHalves : Arrangement<G> {
  static constexpr MemoryOperand memory_operands[] = {{G::p, true, false, false}};
  static constexpr auto clauses = load_clauses;

  static void arrange(Lowering& lowering, const Instruction& instruction) {
    if (!lowering.program().is_kernel()) return fail_kernels_only(lowering);
    const std::vector<Slot> results = lowering.define(instruction).slots;
    const ScalarType type = lowering.type(instruction.type).scalar;
    if (type.scalar_class != ScalarType::Class::floating || type.bytes != 4)
      return internal::fail_no_handler(lowering);
    std::vector<Slot> halves;
    for (std::size_t i = 0; i < results.size(); ++i)
      halves.push_back(lowering.new_plane(half_type));
    emit_access(lowering,
                place_of_halves(instruction, G::offset, G::p,
                                static_cast<std::uint32_t>(results.size()), Aligned),
                false, halves);
    for (std::size_t i = 0; i < results.size(); ++i)
      emit_conversion(lowering, internal::component_handler<FromHalf, float, Float16>(), results[i],
                      halves[i], false);
  }
};
struct vload_half : LoadHalves<listed::vload_half, false> {};
struct vload_halfn : LoadHalves<listed::vload_halfn, false> {};
struct vloada_halfn : LoadHalves<listed::vloada_halfn, true> {};

template <class G, bool Aligned>
struct StoreHalves : Arrangement<G> {
  static constexpr MemoryOperand memory_operands[] = {{G::p, false, true, false}};
  static constexpr auto clauses = store_clauses;

  // The default rounding mode is to the nearest even, or toward zero if the dispatch chooses it for 16-bit floats.
  static spv::FPRoundingMode rounding_mode(Lowering& lowering, const Instruction& instruction) {
    if constexpr (requires { G::mode; }) {
      return static_cast<spv::FPRoundingMode>(
          instruction.literal(Lowering::first_operand(instruction) + G::mode));
    }
    const bool is_choice = (lowering.float_modes().chosen_toward_zero & sizeof(Float16)) != 0;
    if (is_choice && lowering.chooses(&ArithmeticChoices::toward_zero))
      return spv::FPRoundingMode::RTZ;
    return spv::FPRoundingMode::RTE;
  }

  static void arrange(Lowering& lowering, const Instruction& instruction) {
    if (!lowering.program().is_kernel()) return fail_kernels_only(lowering);
    const Id data = operand(instruction, G::data);
    const ScalarType type = lowering.type_of(data).scalar;
    const Handler convert = to_half_handler(type, rounding_mode(lowering, instruction));
    if (convert == nullptr) return internal::fail_no_handler(lowering);
    std::vector<Slot> halves;
    const bool has_open_rounding = !requires { G::mode; }
    &&(lowering.float_modes().may_round_toward_zero & 2) != 0;
    const std::size_t count = lowering.type_of(data).component_count;
    for (std::size_t i = 0; i < count; ++i) {
      halves.push_back(lowering.new_plane(half_type));
      emit_conversion(lowering, convert, halves[i], lowering.slot(data, i, type),
                      has_open_rounding);
    }
    emit_access(
        lowering,
        place_of_halves(instruction, G::offset, G::p, static_cast<std::uint32_t>(count), Aligned),
        true, halves);
    lowering.bind(instruction.result, std::vector<Slot>{});
  }
};
struct vstore_half : StoreHalves<listed::vstore_half, false> {};
struct vstore_half_r : StoreHalves<listed::vstore_half_r, false> {};
struct vstore_halfn : StoreHalves<listed::vstore_halfn, false> {};
struct vstore_halfn_r : StoreHalves<listed::vstore_halfn_r, false> {};
struct vstorea_halfn : StoreHalves<listed::vstorea_halfn, true> {};
struct vstorea_halfn_r : StoreHalves<listed::vstorea_halfn_r, true> {};

}  // namespace

std::span<const InstructionDefinition> vector_data_instructions() {
  return InstructionList<vloadn, vstoren, vload_half, vload_halfn, vstore_half, vstore_half_r,
                         vstore_halfn, vstore_halfn_r, vloada_halfn, vstorea_halfn,
                         vstorea_halfn_r>::definitions;
}

}  // namespace spirv_oracle::opencl_std
