// Records that compute and check addresses, but do not access memory.
#include <bit>
#include <optional>
#include <string>

#include "interpreter/checks/declared_access.h"
#include "interpreter/exec/lanes/kernel.h"
#include "interpreter/exec/report/element_name.h"
#include "interpreter/exec/report/object_name.h"
#include "interpreter/exec/state/multiversion.h"
#include "interpreter/exec/workgroup.h"
#include "interpreter/instructions/memory/access.h"
#include "interpreter/instructions/memory/lifetime.h"
#include "interpreter/instructions/memory/memory.h"
#include "interpreter/ir/program.h"

namespace spirv_oracle {

namespace chain_clauses {
constinit const Clause index_out_of_bounds{
    "OpAccessChain.index-out-of-bounds", "out-of-bounds", Effect::undefined_behavior,
    "an index is out of bounds of its array, matrix or vector"};
constinit const Clause index_undefined{"OpAccessChain.index-undefined", "undefined-address",
                                       Effect::undefined_behavior,
                                       "an index has an undefined value"};
// "Buffer Indexing Calculations" in Vulkan. Elsewhere, no array is as large as this.
constinit const Clause offset_too_large{"OpAccessChain.offset-too-large", "out-of-bounds",
                                        Effect::undefined_behavior,
                                        "the byte offset of an index does not fit in 32 bits"};
}  // namespace chain_clauses

namespace {

template <bool Wraps>
struct AccessChain {
  [[gnu::always_inline]] static inline void run(Subgroup& subgroup, const Record& record) {
    const ChainWords words{subgroup.data + record.extra};
    const std::uint64_t offset = words.offset();
    const std::uint64_t* base = subgroup.values<std::uint64_t>(record.operand[0]);
    std::uint64_t* result = subgroup.values<std::uint64_t>(record.result);
    for (std::size_t lane = 0; lane < subgroup.padded_lanes; ++lane)
      result[lane] = base[lane] + offset;
    combine_headers(subgroup, record.result, record.operand[0]);
    bool suspicious = false;
    for (std::uint32_t i = 0; i < words.count(); ++i) {
      const ChainIndex index = words.index(i);
      switch (index.bytes()) {
        case 1:
          suspicious |= add_index<std::int8_t>(subgroup, record, index);
          break;
        case 2:
          suspicious |= add_index<std::int16_t>(subgroup, record, index);
          break;
        case 4:
          suspicious |= add_index<std::int32_t>(subgroup, record, index);
          break;
        default:
          suspicious |= add_index<std::int64_t>(subgroup, record, index);
          break;
      }
      combine_headers(subgroup, record.result, record.result, index.slot());
    }
    if constexpr (follows_definedness) {
      const PlaneHeader& header = subgroup.header(record.result);
      suspicious |= (header.undefined & subgroup.active).any() ||
                    (is_indeterminate(header) && !subgroup.indeterminate_bits.empty());
    }
    if (suspicious) [[unlikely]]
      check(subgroup, record);
  }

  template <class T>
  [[gnu::always_inline]] static inline bool add_index(Subgroup& subgroup, const Record& record,
                                                      const ChainIndex& index) {
    const std::uint64_t stride = index.stride();
    [[maybe_unused]] const std::uint64_t last = index.last();
    const T* values = subgroup.values<T>(index.slot());
    std::uint64_t* result = subgroup.values<std::uint64_t>(record.result);
    std::uint64_t outside = 0;
    SPIRV_ORACLE_LANE_LOOP
    for (std::size_t lane = 0; lane < subgroup.padded_lanes; ++lane) {
      const auto value = static_cast<std::uint64_t>(std::int64_t{values[lane]});
      result[lane] += value * stride;
      if constexpr (!Wraps) outside |= value > last ? 1u : 0u;
    }
    return outside != 0;
  }

  // If the sign is indeterminate, so are all bits that extend it.
  using Index = PartlyIndeterminate<std::uint64_t>;
  template <class T>
  static Index widened(const PartlyIndeterminate<T>& index) {
    return {static_cast<std::uint64_t>(std::int64_t{index.value}),
            static_cast<std::uint64_t>(std::int64_t{index.indeterminate})};
  }
  static Index index_value(const Subgroup& subgroup, const ChainIndex& index, unsigned lane) {
    switch (index.bytes()) {
      case 1:
        return widened(partly_indeterminate<std::int8_t>(subgroup, index.slot(), lane));
      case 2:
        return widened(partly_indeterminate<std::int16_t>(subgroup, index.slot(), lane));
      case 4:
        return widened(partly_indeterminate<std::int32_t>(subgroup, index.slot(), lane));
      default:
        return widened(partly_indeterminate<std::int64_t>(subgroup, index.slot(), lane));
    }
  }

  // Null for a valid index. A negative distance must fit into 32 bits as well.
  static const Clause* broken_clause(const ChainIndex& index, bool undefined, std::uint64_t value) {
    if (undefined) return &chain_clauses::index_undefined;
    if constexpr (Wraps) return nullptr;
    const bool has_bound = index.element_count() != 0;
    if (has_bound && value >= index.element_count()) return &chain_clauses::index_out_of_bounds;
    const bool backwards = static_cast<std::int64_t>(value) < 0;
    const std::uint64_t distance = backwards ? ~value + 1 : value;
    return distance > index.last() && !index.is_wide() ? &chain_clauses::offset_too_large : nullptr;
  }

  // The offset of an index. One that leaves the range of its object is outside of the object, wherever it ends.
  static std::uint64_t offset_of(const ChainIndex& index, std::uint64_t value) {
    if constexpr (Wraps) return value * index.stride();
    const bool backwards = static_cast<std::int64_t>(value) < 0;
    const bool is_outside = index.is_wide() && (backwards ? ~value + 1 : value) > index.last();
    return is_outside ? largest_wide_offset + 1 : value * index.stride();
  }

  // The address of a lane whose base or indices have a few undefined bits, but are in bounds for all their values: an
  // address with a pattern of indeterminate bits. None, if a pattern cannot describe all
  // the possible addresses.
  static std::optional<Index> partly_indeterminate_address(const Subgroup& subgroup,
                                                           const Record& record, unsigned lane) {
    const ChainWords words{subgroup.data + record.extra};
    const auto base = partly_indeterminate<std::uint64_t>(subgroup, record.operand[0], lane);
    Index address{(base.value & ~base.indeterminate) + words.offset(), base.indeterminate};
    bool bits_are_apart = base.indeterminate != all_indeterminate<std::uint64_t>;
    for (std::uint32_t i = 0; i < words.count(); ++i) {
      const ChainIndex index = words.index(i);
      const Index value = index_value(subgroup, index, lane);
      if (broken_clause(index, false, value.value | value.indeterminate) != nullptr)
        return std::nullopt;
      const std::uint64_t stride = index.stride();
      if (value.indeterminate != 0) bits_are_apart &= std::has_single_bit(stride);
      bits_are_apart &= (address.indeterminate & value.indeterminate * stride) == 0;
      address.value += (value.value & ~value.indeterminate) * stride;
      address.indeterminate |= value.indeterminate * stride;
    }
    bits_are_apart &= (address.value & address.indeterminate) == 0 &&
                      std::popcount(address.indeterminate) <= max_indeterminate_address_bits;
    return bits_are_apart ? std::optional(address) : std::nullopt;
  }

  // Lanes with a bad index get an address that marks a reported error.
  [[gnu::cold, gnu::noinline]] static void check(Subgroup& subgroup, const Record& record) {
    const ChainWords words{subgroup.data + record.extra};
    BrokenClauses broken;
    std::string outside;
    subgroup.active.for_each([&](unsigned lane) {
      const bool is_undefined = subgroup.header(record.result).undefined.test(lane);
      subgroup.indeterminate_bits.set_all(record.result, lane);
      if (is_undefined) {
        if (const auto address = partly_indeterminate_address(subgroup, record, lane)) {
          subgroup.values<std::uint64_t>(record.result)[lane] = address->value;
          set_indeterminate_bits<std::uint64_t>(subgroup, record.result, lane,
                                                address->indeterminate);
          return;
        }
      }
      bool is_reported = false;
      std::uint64_t address =
          subgroup.values<std::uint64_t>(record.operand[0])[lane] + words.offset();
      for (std::uint32_t i = 0; i < words.count(); ++i) {
        const ChainIndex index = words.index(i);
        const bool undefined = subgroup.header(index.slot()).undefined.test(lane);
        const std::uint64_t value = index_value(subgroup, index, lane).value;
        const Clause* clause = broken_clause(index, undefined, value);
        if (clause == nullptr) {
          address += offset_of(index, value);
          continue;
        }
        broken.add(*clause, lane);
        if (outside.empty() && clause == &chain_clauses::index_out_of_bounds) {
          outside = outside_index(*subgroup.program, *subgroup.memory, address, index,
                                  static_cast<std::int64_t>(value));
        }
        subgroup.values<std::uint64_t>(record.result)[lane] = reported_address;
        is_reported = true;
      }
      if (!is_reported) subgroup.values<std::uint64_t>(record.result)[lane] = address;
      // Otherwise, the base is undefined.
      if (is_reported) subgroup.header(record.result).undefined.reset(lane);
    });
    const PlaneHeader header = subgroup.header(record.result);
    broken.report(subgroup, record, [&](const Clause& clause, unsigned) {
      return &clause == &chain_clauses::index_out_of_bounds ? outside : std::string();
    });
    subgroup.header(record.result) = header;  // the address itself is defined: it tells the reason
  }
};

template <class T>
const Record* array_length(Subgroup& subgroup, const Record* record) {
  const std::uint32_t* words = subgroup.data + record->extra;
  const std::uint64_t* address = subgroup.values<std::uint64_t>(record->operand[0]);
  combine_headers(subgroup, record->result, record->operand[0]);
  subgroup.active.for_each([&](unsigned lane) {
    const std::uint64_t begin = AddressSpace::offset(address[lane]) + words[0];
    const ObjectEntry& object = subgroup.memory->find(address[lane]);
    // A missing buffer is already reported, and has no length.
    if (object.allocation == nullptr) subgroup.header(record->result).undefined.set(lane);
    const std::uint64_t size = object.size;
    subgroup.values<T>(record->result)[lane] =
        static_cast<T>(size > begin ? (size - begin) / words[1] : 0);
  });
  return record + 1;
}

const Record* own_copy(Subgroup& subgroup, const Record* record) {
  combine_headers(subgroup, record->result, record->operand[0]);
  const std::uint64_t* address = subgroup.values<std::uint64_t>(record->operand[0]);
  std::uint64_t* result = subgroup.values<std::uint64_t>(record->result);
  const SubgroupLayout& layout = subgroup.program->layout_of(subgroup.workgroup_index);
  BrokenClauses broken;
  subgroup.active.for_each([&](unsigned lane) {
    result[lane] = address[lane];
    const ObjectEntry& object = subgroup.memory->find(address[lane]);
    const bool is_undefined = subgroup.header(record->result).undefined.test(lane);
    const std::uint64_t indeterminate =
        is_undefined ? subgroup.indeterminate_bits.of(record->operand[0], lane) : std::uint64_t{0};
    if (is_undefined)
      set_indeterminate_bits<std::uint64_t>(subgroup, record->result, lane, indeterminate);
    if (object.allocation == nullptr || object.allocation->copies.pitch == 0) return;
    const LaneCopies& copies = object.allocation->copies;
    const std::uint64_t first = layout.invocation(subgroup.id, lane) * copies.pitch;
    const auto is_inside = [&](std::uint64_t place) {
      const std::uint64_t offset = AddressSpace::offset(place) - first;
      return record->extra <= copies.size && offset <= copies.size - record->extra;
    };
    const bool is_own =
        is_inside(address[lane] & ~indeterminate) && is_inside(address[lane] | indeterminate);
    if (is_own && !has_ended(object, first)) return;
    subgroup.indeterminate_bits.set_all(record->result, lane);
    if (is_undefined) return;
    broken.add(is_own ? DeclaredAccess::lifetime_ended : memory_clauses::out_of_bounds, lane);
    result[lane] = reported_address;
  });
  const PlaneHeader header = subgroup.header(record->result);
  broken.report(subgroup, *record, [&](const Clause& clause, unsigned lane) {
    const Allocation& allocation = *subgroup.memory->find(address[lane]).allocation;
    const std::string access = std::to_string(record->extra) + "-byte access";
    if (&clause == &DeclaredAccess::lifetime_ended)
      return access + " to " + name_in_source(allocation);
    const std::uint64_t first = layout.invocation(subgroup.id, lane) * allocation.copies.pitch;
    const AccessDescription place =
        place_outside(*subgroup.program, *subgroup.memory,
                      static_cast<std::uint32_t>(address[lane] >> AddressSpace::offset_bits),
                      static_cast<std::int64_t>(AddressSpace::offset(address[lane]) - first),
                      allocation.copies.size, record->extra);
    return access + place.after(" to ") + place.extent;
  });
  subgroup.header(record->result) = header;  // the address itself is defined: it tells the reason
  return record + 1;
}

}  // namespace

Handler access_chain_handler(bool wraps) {
  return wraps ? Multiversion<AccessChain<true>>::pick() : Multiversion<AccessChain<false>>::pick();
}
Handler own_copy_handler() { return &own_copy; }
Handler array_length_handler(unsigned bytes) {
  return bytes == 8 ? &array_length<std::uint64_t> : &array_length<std::uint32_t>;
}

}  // namespace spirv_oracle
