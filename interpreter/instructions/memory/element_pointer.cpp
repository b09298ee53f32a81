#include "interpreter/instructions/memory/element_pointer.h"

#include <algorithm>
#include <string>

#include "interpreter/checks/array_places.h"
#include "interpreter/exec/lanes/kernel.h"
#include "interpreter/exec/report/object_name.h"
#include "interpreter/exec/state/multiversion.h"
#include "interpreter/instructions/memory/access.h"
#include "interpreter/instructions/memory/memory.h"
#include "interpreter/ir/program.h"
#include "interpreter/kernels/for_width.h"

namespace spirv_oracle {
namespace {

__extension__ using Wide = __int128;

// operand 0: addresses; operand 1: Element, integers of type T; extra: in Program::data { stride (2 words), 1 if
// a distance must fit into 32 bits, 1 if robust access permits any element of a runtime array, ArrayPlaces }.
struct Words {
  explicit Words(const std::uint32_t* words)
      : stride(words[0] | std::uint64_t{words[1]} << 32),
        is_limited(words[2] != 0),
        is_robust(words[3] != 0),
        places(words + 4),
        has_places(words[4] != 0) {}

  std::uint64_t stride;
  bool is_limited;
  bool is_robust;
  ArrayPlaces places;
  bool has_places;
};

bool is_in_array(const ArrayElement& base, std::int64_t element, bool is_robust) {
  const Wide index = Wide{base.index} + element;
  if (is_robust && base.is_runtime_array) return true;
  return index >= 0 && index <= Wide{base.count};
}

template <class T>
struct MoveToElement {
  [[gnu::always_inline]] static inline void run(Subgroup& subgroup, const Record& record) {
    const Words words(subgroup.data + record.extra);
    const auto* base = subgroup.values<std::uint64_t>(record.operand[0]);
    const T* element = subgroup.values<T>(record.operand[1]);
    auto* result = subgroup.values<std::uint64_t>(record.result);
    // The whole object is the array, for all lanes that point into the same object.
    const std::uint64_t any = base[subgroup.active.any() ? subgroup.active.lowest() : 0];
    const ObjectEntry& object = subgroup.memory->find(any);
    const std::uint64_t begin = any - AddressSpace::offset(any);
    const bool is_whole =
        !words.has_places && object.allocation != nullptr && object.allocation->copies.pitch == 0;
    std::uint64_t outside = is_whole ? 0 : 1;
    SPIRV_ORACLE_LANE_LOOP
    for (std::size_t lane = 0; lane < subgroup.padded_lanes; ++lane) {
      const auto distance = static_cast<std::uint64_t>(std::int64_t{element[lane]});
      result[lane] = base[lane] + distance * words.stride;
      outside |= result[lane] - begin > object.size ? 1u : 0u;
    }
    combine_headers(subgroup, record.result, record.operand[0], record.operand[1]);
    if constexpr (follows_definedness)
      outside |= (subgroup.header(record.operand[1]).undefined & subgroup.active).any() ? 1u : 0u;
    if (outside != 0 || words.is_limited) [[unlikely]]
      check(subgroup, record);
  }

  [[gnu::cold, gnu::noinline]] static void check(Subgroup& subgroup, const Record& record) {
    const Words words(subgroup.data + record.extra);
    const auto* base = subgroup.values<std::uint64_t>(record.operand[0]);
    const T* elements = subgroup.values<T>(record.operand[1]);
    BrokenClauses broken;
    (subgroup.active & ~subgroup.header(record.operand[0]).undefined).for_each([&](unsigned lane) {
      const auto element = std::int64_t{elements[lane]};
      if (subgroup.header(record.operand[1]).undefined.test(lane)) {
        broken.add(chain_clauses::index_undefined, lane);
        subgroup.header(record.result).undefined.reset(lane);
      } else if (const Clause* clause = broken_clause(subgroup, words, base[lane], element)) {
        broken.add(*clause, lane);
      } else {
        return;
      }
      subgroup.values<std::uint64_t>(record.result)[lane] = reported_address;
    });
    const PlaneHeader header = subgroup.header(record.result);
    broken.report(subgroup, record, [&](const Clause& clause, unsigned lane) {
      return &clause == &chain_clauses::element_out_of_array
                 ? detail(subgroup, words, base[lane], std::int64_t{elements[lane]})
                 : std::string();
    });
    subgroup.header(record.result) = header;  // the address itself is defined: it tells the reason
  }

  static const Clause* broken_clause(const Subgroup& subgroup, const Words& words,
                                     std::uint64_t base, std::int64_t element) {
    if (base >> AddressSpace::offset_bits == reported_object || element == 0) return nullptr;
    const auto arrays = words.places.find(*subgroup.memory, base, words.stride);
    const auto stays = [&](const ArrayElement& array) {
      return is_in_array(array, element, words.is_robust);
    };
    // Accesses report pointers to nothing.
    if (!arrays.empty() && std::ranges::none_of(arrays, stays))
      return &chain_clauses::element_out_of_array;
    const Wide distance = Wide{element} * static_cast<std::int64_t>(words.stride);
    const bool is_too_far = distance > 0xFFFFFFFF || distance < -Wide{0xFFFFFFFF};
    return words.is_limited && is_too_far ? &chain_clauses::offset_too_large : nullptr;
  }

  static std::string detail(const Subgroup& subgroup, const Words& words, std::uint64_t base,
                            std::int64_t element) {
    const ArrayElement array = words.places.find(*subgroup.memory, base, words.stride).front();
    const Allocation* allocation = subgroup.memory->find(base).allocation;
    return "element " + std::to_string(array.index) + " of " + std::to_string(array.count) +
           (allocation == nullptr ? "" : " in " + name_in_source(*allocation)) + " plus " +
           std::to_string(element);
  }
};

}  // namespace

Slot emit_element_address(Lowering& lowering, Id base, Slot address, Id element,
                          std::uint64_t stride, bool is_wide) {
  const ScalarType scalar = lowering.type_of(element).scalar;
  if (scalar.scalar_class != ScalarType::Class::integer) {
    lowering.fail_input("an index is not an integer");
  }
  const Slot index = lowering.slot(element, 0, scalar);
  lowering.check_width(address, ScalarType::pointer().bytes);
  stride = std::max<std::uint64_t>(stride, 1);
  std::vector<std::uint32_t> words = {static_cast<std::uint32_t>(stride),
                                      static_cast<std::uint32_t>(stride >> 32),
                                      lowering.program().is_kernel() || is_wide ? 0u : 1u,
                                      lowering.request().robust_buffer_access ? 1u : 0u};
  const std::vector<std::uint32_t> places = array_place_words(lowering, base);
  words.insert(words.end(), places.begin(), places.end());
  const Handler handler = for_width(scalar.bytes, []<class T>() -> Handler {
    if constexpr (std::is_same_v<T, bool>) {
      return nullptr;
    } else {
      return Multiversion<MoveToElement<std::make_signed_t<T>>>::pick();
    }
  });
  const Slot moved = lowering.new_plane(ScalarType::pointer());
  lowering.emit(handler, moved, {address, index}, lowering.add_data(words));
  return moved;
}

Slot emit_later_address(Lowering& lowering, Slot address, std::uint64_t offset) {
  if (offset == 0) return address;
  const std::uint32_t words[] = {static_cast<std::uint32_t>(offset),
                                 static_cast<std::uint32_t>(offset >> 32), 0};
  const Slot later = lowering.new_plane(ScalarType::pointer());
  lowering.emit(access_chain_handler(lowering.program().is_kernel()), later, {address},
                lowering.add_data(words));
  return later;
}

}  // namespace spirv_oracle
