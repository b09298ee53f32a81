#include "interpreter/instructions/memory/access.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <vector>

#include "interpreter/exec/lanes/kernel.h"
#include "interpreter/exec/state/multiversion.h"
#include "interpreter/exec/workgroup.h"
#include "interpreter/instructions/memory/memory.h"
#include "interpreter/ir/program.h"
#include "interpreter/kernels/for_width.h"

namespace spirv_oracle {

namespace {

// A Boolean is one byte in memory.
template <class T>
using InMemory = std::conditional_t<std::is_same_v<T, bool>, std::uint8_t, T>;

template <class T>
[[gnu::always_inline]] inline InMemory<T> shadow_word(const Definedness* shadow) {
  InMemory<T> word;
  std::memcpy(&word, shadow, sizeof word);
  return word;
}

[[gnu::cold, gnu::noinline]] Definedness worst(const Definedness* shadow, std::size_t count) {
  return value_state(*std::max_element(shadow, shadow + count));
}

template <class T>
[[gnu::always_inline]] inline void put(Subgroup& subgroup, Slot slot, unsigned lane,
                                       InMemory<T> value) {
  if constexpr (std::is_same_v<T, bool>) {
    LaneMask& truth = subgroup.truth(slot);
    if (value != 0) {
      truth.set(lane);
    } else {
      truth.reset(lane);
    }
  } else {
    subgroup.values<T>(slot)[lane] = value;
  }
}

template <class T>
[[gnu::always_inline]] inline InMemory<T> get(const Subgroup& subgroup, Slot slot, unsigned lane) {
  if constexpr (std::is_same_v<T, bool>) {
    return subgroup.truth(slot).test(lane) ? 1 : 0;
  } else {
    return subgroup.values<T>(slot)[lane];
  }
}

inline void mark(PlaneHeader& header, unsigned lane, Definedness state) {
  if (state == Definedness::undefined) header.undefined.set(lane);
  if (state == Definedness::implementation_dependent) header.implementation_dependent.set(lane);
}

// The state of the bytes of a component: `mark`, and which of its bits are indeterminate.
template <class T>
void mark_bytes(Subgroup& subgroup, Slot slot, unsigned lane, const Definedness* shadow) {
  mark(subgroup.header(slot), lane, worst(shadow, sizeof(InMemory<T>)));
  if constexpr (!std::is_same_v<T, bool>) {
    T indeterminate = 0;
    for (unsigned byte = 0; byte < sizeof(T); ++byte) {
      if (shadow[byte] != Definedness::defined)
        indeterminate = static_cast<T>(indeterminate | std::uint64_t{0xFF} << (8 * byte));
    }
    if (indeterminate != 0) set_indeterminate_bits<T>(subgroup, slot, lane, indeterminate);
  }
}

inline Definedness state_of(const PlaneHeader& header, unsigned lane) {
  if (header.undefined.test(lane)) return Definedness::undefined;
  return header.implementation_dependent.test(lane) ? Definedness::implementation_dependent
                                                    : Definedness::defined;
}

// The state of a stored component: a byte with an indeterminate bit is indeterminate. For the lanes `of_place`, whose
// place is implementation-dependent, it is also implementation-dependent whether the store takes place.
template <class T>
void store_state(const Subgroup& subgroup, Slot slot, unsigned lane, const LaneMask& of_place,
                 Definedness* shadow) {
  const Definedness state = state_of(subgroup.header(slot), lane);
  if (of_place.test(lane)) note_uncertain_place(subgroup);
  const Definedness least =
      of_place.test(lane) ? Definedness::implementation_dependent : Definedness::defined;
  const auto indeterminate = partly_indeterminate<T>(subgroup, slot, lane).indeterminate;
  for (unsigned byte = 0; byte < sizeof(InMemory<T>); ++byte) {
    const bool is_indeterminate =
        (static_cast<std::uint64_t>(indeterminate) >> (8 * byte) & 0xFF) != 0;
    shadow[byte] = is_indeterminate ? std::max(state, least) : least;
  }
}

inline void note_written(Allocation& allocation) {
  if (!allocation.written.load(std::memory_order_relaxed)) {
    allocation.written.store(true, std::memory_order_relaxed);
  }
}

// The common case: all lanes access one object, inside it and aligned. `distance` receives the offset of
// each active lane in the object.
template <class T>
[[gnu::always_inline]] inline const ObjectEntry* common_object(const Subgroup& subgroup,
                                                               const Record& record,
                                                               const AccessWords& words,
                                                               std::uint64_t* distance) {
  const std::uint64_t* address = subgroup.values<std::uint64_t>(record.operand[0]);
  const LaneMask active = subgroup.active;
  if (follows_definedness && (subgroup.header(record.operand[0]).undefined & active).any())
      [[unlikely]]
    return nullptr;
  const std::uint64_t first = address[active.lowest()];
  const ObjectEntry& object = subgroup.memory->find(first);
  const std::uint64_t extent = (words.count - 1) * words.stride + sizeof(InMemory<T>);
  if (extent + words.offset > object.size) [[unlikely]]
    return nullptr;
  const std::uint64_t origin =
      AddressSpace::base_of(static_cast<std::uint32_t>(first >> AddressSpace::offset_bits)) -
      words.offset;
  const std::uint64_t limit = object.size - extent;
  const std::uint64_t low_bits = words.alignment_of(0, sizeof(InMemory<T>)) - std::uint64_t{1};
  std::uint64_t outside = 0;
  std::uint64_t unaligned = 0;
  const auto check = [&](std::size_t lane) __attribute__((always_inline)) {
    const std::uint64_t d = address[lane] - origin;
    distance[lane] = d;
    outside |= d > limit ? 1u : 0u;
    unaligned |= d & low_bits;
  };
  if (active == LaneMask::first(subgroup.padded_lanes)) {
    for (std::size_t lane = 0; lane < subgroup.padded_lanes; ++lane) check(lane);
  } else {
    active.for_each(check);
  }
  return (outside | unaligned) != 0 ? nullptr : &object;
}

// The first component that breaks the clause: it is misaligned, or in no object.
[[gnu::cold, gnu::noinline]] std::string describe_component(const Subgroup& subgroup,
                                                            const Record& record,
                                                            std::uint32_t bytes, AccessKind kind,
                                                            const Clause& clause, unsigned lane) {
  const AccessWords words(subgroup.data + record.extra);
  const std::uint64_t first =
      subgroup.values<std::uint64_t>(record.operand[0])[lane] + words.offset;
  std::uint32_t component = 0;
  for (std::uint32_t c = 0; c < words.count; ++c) {
    BrokenClauses broken;
    resolve(subgroup, first + c * words.stride, bytes, words.alignment_of(c, bytes), kind, lane,
            broken);
    if (!broken.lanes_of(clause).test(lane)) continue;
    component = c;
    break;
  }
  // The alignment of a vector is that of its first component.
  const bool is_whole = &clause == &memory_clauses::misaligned && words.stride == bytes;
  return describe_access(subgroup, clause, kind, first + component * words.stride,
                         is_whole ? std::uint64_t{bytes} * (words.count - component) : bytes,
                         words.alignment_of(component, bytes));
}

// Reports the broken clauses of the accesses of `record` to components of `bytes` bytes.
void report_accesses(Subgroup& subgroup, const Record& record, std::uint32_t bytes, AccessKind kind,
                     const BrokenClauses& broken) {
  broken.report(subgroup, record, [&](const Clause& clause, unsigned lane) {
    return describe_component(subgroup, record, bytes, kind, clause, lane);
  });
}

// The places that a lane may access if some bits of its address are undefined. None if the access would be wrong
// at one of them, or if they are too many.
std::vector<LaneAccess> possible_accesses(const Subgroup& subgroup, const Record& record,
                                          std::uint64_t offset, std::uint32_t bytes,
                                          std::uint32_t alignment, AccessKind kind, unsigned lane) {
  const auto address = partly_indeterminate<std::uint64_t>(subgroup, record.operand[0], lane);
  std::vector<LaneAccess> accesses;
  if (std::popcount(address.indeterminate) > max_indeterminate_address_bits) return accesses;
  BrokenClauses broken;
  // Iterates over all subsets of the indeterminate bits.
  std::uint64_t pattern = 0;
  do {
    accesses.push_back(resolve(subgroup,
                               ((address.value & ~address.indeterminate) | pattern) + offset, bytes,
                               alignment, kind, lane, broken));
    pattern = (pattern - address.indeterminate) & address.indeterminate;
  } while (pattern != 0);
  if (broken.lanes().any() || std::ranges::any_of(accesses, [](const LaneAccess& access) {
        return access.bytes == nullptr;
      })) {
    accesses.clear();
  }
  return accesses;
}

template <class T>
struct Load {
  [[gnu::always_inline]] static inline void run(Subgroup& subgroup, const Record& record) {
    const AccessWords words(subgroup.data + record.extra);
    std::uint64_t distance[128];
    const ObjectEntry* object = common_object<T>(subgroup, record, words, distance);
    if (object == nullptr) [[unlikely]]
      return slow(subgroup, record);
    for (std::uint32_t c = 0; c < words.count; ++c) {
      const std::byte* bytes = object->bytes + c * words.stride;
      const Definedness* shadow = object->shadow + c * words.stride;
      const Slot slot = words.slots[c];
      InMemory<T> states = 0;
      const auto load = [&](std::size_t lane) __attribute__((always_inline)) {
        InMemory<T> value;
        std::memcpy(&value, bytes + distance[lane], sizeof value);
        if constexpr (follows_definedness)
          states = static_cast<InMemory<T>>(states | shadow_word<T>(shadow + distance[lane]));
        put<T>(subgroup, slot, static_cast<unsigned>(lane), value);
      };
      if (subgroup.active == LaneMask::first(subgroup.padded_lanes)) {
        for (std::size_t lane = 0; lane < subgroup.padded_lanes; ++lane) load(lane);
      } else {
        subgroup.active.for_each(load);
      }
      if constexpr (follows_definedness) subgroup.header(slot) = header_of_place(subgroup, record);
      if (states != 0) [[unlikely]]
        note_states(subgroup, slot, shadow, distance);
      if (const LaneMask of_place = header_of_place(subgroup, record).implementation_dependent;
          of_place.any()) [[unlikely]]
        forget_bits(subgroup, slot, of_place);
    }
  }

  // Another place may have other bits, whichever are determinate in this one.
  [[gnu::cold, gnu::noinline]] static void forget_bits(Subgroup& subgroup, Slot slot,
                                                       const LaneMask& of_place) {
    (of_place & subgroup.active).for_each([&](unsigned lane) {
      subgroup.indeterminate_bits.set_all(slot, lane);
    });
  }

  // The loaded value is implementation-dependent if the place is.
  [[gnu::always_inline]] static inline PlaneHeader header_of_place(const Subgroup& subgroup,
                                                                   const Record& record) {
    return {{}, subgroup.header(record.operand[0]).implementation_dependent};
  }

  [[gnu::cold, gnu::noinline]] static void note_states(Subgroup& subgroup, Slot slot,
                                                       const Definedness* shadow,
                                                       const std::uint64_t* distance) {
    subgroup.active.for_each(
        [&](unsigned lane) { mark_bytes<T>(subgroup, slot, lane, shadow + distance[lane]); });
  }

  // Lanes in different objects, or an access that is wrong in some lane.
  [[gnu::cold, gnu::noinline]] static void slow(Subgroup& subgroup, const Record& record) {
    const AccessWords words(subgroup.data + record.extra);
    const std::uint64_t* address = subgroup.values<std::uint64_t>(record.operand[0]);
    const LaneMask undefined = subgroup.header(record.operand[0]).undefined;
    BrokenClauses broken;
    const PlaneHeader of_place = header_of_place(subgroup, record);
    for (std::uint32_t c = 0; c < words.count; ++c) subgroup.header(words.slots[c]) = of_place;
    subgroup.active.for_each([&](unsigned lane) {
      for (std::uint32_t c = 0; c < words.count; ++c) {
        const Slot slot = words.slots[c];
        if (undefined.test(lane) && load_somewhere(subgroup, record, c, lane)) continue;
        LaneAccess access;
        if (undefined.test(lane)) broken.add(memory_clauses::undefined_pointer, lane);
        if (!undefined.test(lane)) {
          access = resolve(subgroup, address[lane] + words.offset + c * words.stride,
                           sizeof(InMemory<T>), words.alignment_of(c, sizeof(InMemory<T>)),
                           AccessKind::load, lane, broken);
        }
        if (access.bytes == nullptr) {
          if constexpr (follows_definedness) mark(subgroup.header(slot), lane, access.zeros);
          if (access.zeros == Definedness::undefined)
            subgroup.indeterminate_bits.set_all(slot, lane);
          put<T>(subgroup, slot, lane, 0);
          continue;
        }
        InMemory<T> value;
        std::memcpy(&value, access.bytes, sizeof value);
        put<T>(subgroup, slot, lane, value);
        mark_bytes<T>(subgroup, slot, lane, access.shadow);
        if (of_place.implementation_dependent.test(lane))
          subgroup.indeterminate_bits.set_all(slot, lane);
      }
    });
    report_accesses(subgroup, record, sizeof(InMemory<T>), AccessKind::load, broken);
  }

  // Loads a component from one of several places. Bits that differ between the places are indeterminate.
  static bool load_somewhere(Subgroup& subgroup, const Record& record, std::uint32_t component,
                             unsigned lane) {
    const AccessWords words(subgroup.data + record.extra);
    const Slot slot = words.slots[component];
    const std::vector<LaneAccess> accesses = possible_accesses(
        subgroup, record, words.offset + component * words.stride, sizeof(InMemory<T>),
        words.alignment_of(component, sizeof(InMemory<T>)), AccessKind::load, lane);
    if (accesses.empty()) return false;
    const auto read = [](const LaneAccess& access) {
      PartlyIndeterminate<InMemory<T>> place;
      std::memcpy(&place.value, access.bytes, sizeof place.value);
      for (unsigned byte = 0; byte < sizeof place.value; ++byte) {
        if (access.shadow[byte] == Definedness::defined) continue;
        place.indeterminate =
            static_cast<InMemory<T>>(place.indeterminate | std::uint64_t{0xFF} << (8 * byte));
      }
      return place;
    };
    const auto first = read(accesses.front());
    InMemory<T> indeterminate = first.indeterminate;
    for (const LaneAccess& access : accesses) {
      const auto other = read(access);
      indeterminate = static_cast<InMemory<T>>(indeterminate | other.indeterminate |
                                               (other.value ^ first.value));
    }
    put<T>(subgroup, slot, lane, first.value);
    if (indeterminate == 0) return true;
    subgroup.header(slot).undefined.set(lane);
    if constexpr (!std::is_same_v<T, bool>)
      set_indeterminate_bits<T>(subgroup, slot, lane, indeterminate);
    return true;
  }
};

template <class T>
struct Store {
  [[gnu::always_inline]] static inline void run(Subgroup& subgroup, const Record& record) {
    const AccessWords words(subgroup.data + record.extra);
    std::uint64_t distance[128];
    const ObjectEntry* object = common_object<T>(subgroup, record, words, distance);
    if (object == nullptr || !object->allocation->writable) [[unlikely]]
      return slow(subgroup, record);
    note_written(*object->allocation);
    for (std::uint32_t c = 0; c < words.count; ++c) {
      std::byte* bytes = object->bytes + c * words.stride;
      Definedness* shadow = object->shadow + c * words.stride;
      const Slot slot = words.slots[c];
      InMemory<T> states = 0;
      const auto store = [&](std::size_t lane) __attribute__((always_inline)) {
        const InMemory<T> value = get<T>(subgroup, slot, static_cast<unsigned>(lane));
        std::memcpy(bytes + distance[lane], &value, sizeof value);
        if constexpr (follows_definedness)
          states = static_cast<InMemory<T>>(states | shadow_word<T>(shadow + distance[lane]));
      };
      if (subgroup.active == LaneMask::first(subgroup.padded_lanes)) {
        for (std::size_t lane = 0; lane < subgroup.padded_lanes; ++lane) store(lane);
      } else {
        subgroup.active.for_each(store);
      }
      // Pages of states take no memory as long as all of their bytes are defined, and nothing is stored in them.
      if (states != 0) [[unlikely]]
        clear_states(subgroup, shadow, distance);
      const LaneMask& of_place = subgroup.header(record.operand[0]).implementation_dependent;
      const LaneMask indeterminate =
          (indeterminate_lanes(subgroup.header(slot)) | of_place) & subgroup.active;
      if (follows_definedness && indeterminate.any()) [[unlikely]]
        store_states(subgroup, slot, indeterminate, of_place, shadow, distance);
    }
  }

  [[gnu::noinline]] static void clear_states(const Subgroup& subgroup, Definedness* shadow,
                                             const std::uint64_t* distance) {
    subgroup.active.for_each(
        [&](unsigned lane) { std::memset(shadow + distance[lane], 0, sizeof(InMemory<T>)); });
  }

  [[gnu::cold, gnu::noinline]] static void store_states(const Subgroup& subgroup, Slot slot,
                                                        const LaneMask& indeterminate,
                                                        const LaneMask& of_place,
                                                        Definedness* shadow,
                                                        const std::uint64_t* distance) {
    indeterminate.for_each([&](unsigned lane) {
      store_state<T>(subgroup, slot, lane, of_place, shadow + distance[lane]);
    });
  }

  // With robust buffer access: a component of which only the first bytes are inside the buffer. An implementation
  // that stores 32 bits at a time writes them.
  static void store_partly(const Subgroup& subgroup, std::uint64_t address) {
    const ObjectEntry& object = subgroup.memory->find(address);
    const std::uint64_t offset = AddressSpace::offset(address);
    if (offset >= object.size || !object.allocation->writable) return;
    const std::uint64_t words = (object.size - offset) / 4;
    for (std::uint64_t byte = offset; byte < offset + 4 * words; ++byte) {
      object.shadow[byte] =
          std::max(value_state(object.shadow[byte]), Definedness::implementation_dependent);
    }
    if (words != 0) note_written(*object.allocation);
  }

  [[gnu::cold, gnu::noinline]] static void slow(Subgroup& subgroup, const Record& record) {
    const AccessWords words(subgroup.data + record.extra);
    const std::uint64_t* address = subgroup.values<std::uint64_t>(record.operand[0]);
    const LaneMask undefined = subgroup.header(record.operand[0]).undefined;
    BrokenClauses broken;
    subgroup.active.for_each([&](unsigned lane) {
      if (undefined.test(lane)) {
        bool is_right = true;
        for (std::uint32_t c = 0; c < words.count && is_right; ++c)
          is_right = store_somewhere(subgroup, record, c, lane);
        if (!is_right) broken.add(memory_clauses::undefined_pointer, lane);
        return;
      }
      for (std::uint32_t c = 0; c < words.count; ++c) {
        const LaneAccess access =
            resolve(subgroup, address[lane] + words.offset + c * words.stride, sizeof(InMemory<T>),
                    words.alignment_of(c, sizeof(InMemory<T>)), AccessKind::store, lane, broken);
        if (access.discarded)
          store_partly(subgroup, address[lane] + words.offset + c * words.stride);
        if (access.bytes == nullptr) continue;
        const InMemory<T> value = get<T>(subgroup, words.slots[c], lane);
        std::memcpy(access.bytes, &value, sizeof value);
        store_state<T>(subgroup, words.slots[c], lane,
                       subgroup.header(record.operand[0]).implementation_dependent, access.shadow);
        note_written(*access.allocation);
      }
    });
    report_accesses(subgroup, record, sizeof(InMemory<T>), AccessKind::store, broken);
  }

  // Stores a component at one of several places. Each place keeps its value or gets the new one.
  static bool store_somewhere(Subgroup& subgroup, const Record& record, std::uint32_t component,
                              unsigned lane) {
    const AccessWords words(subgroup.data + record.extra);
    const Slot slot = words.slots[component];
    const std::vector<LaneAccess> accesses = possible_accesses(
        subgroup, record, words.offset + component * words.stride, sizeof(InMemory<T>),
        words.alignment_of(component, sizeof(InMemory<T>)), AccessKind::store, lane);
    const InMemory<T> value = get<T>(subgroup, slot, lane);
    Definedness state[sizeof(InMemory<T>)];
    store_state<T>(subgroup, slot, lane, {}, state);
    for (const LaneAccess& access : accesses) {
      note_written(*access.allocation);
      for (unsigned byte = 0; byte < sizeof value; ++byte) {
        const auto stored = static_cast<std::byte>(std::uint64_t{value} >> (8 * byte) & 0xFF);
        const bool same = access.bytes[byte] == stored && state[byte] == Definedness::defined;
        if (!same) access.shadow[byte] = Definedness::undefined;
      }
    }
    return !accesses.empty();
  }
};

template <template <class> class Kernel>
Handler by_width(unsigned bytes) {
  return for_width(bytes, []<class T>() { return Multiversion<Kernel<T>>::pick(); });
}

const Record* undefine_memory(Subgroup& subgroup, const Record* record) {
  const std::uint64_t* address = subgroup.values<std::uint64_t>(record->operand[0]);
  subgroup.active.for_each([&](unsigned lane) {
    const ObjectEntry& object = subgroup.memory->find(address[lane]);
    std::fill_n(object.shadow + AddressSpace::offset(address[lane]), record->extra, never_stored);
  });
  return record + 1;
}

}  // namespace

Handler access_handler(bool store, unsigned bytes) {
  return store ? by_width<Store>(bytes) : by_width<Load>(bytes);
}
Handler undefine_memory_handler() { return &undefine_memory; }

}  // namespace spirv_oracle
