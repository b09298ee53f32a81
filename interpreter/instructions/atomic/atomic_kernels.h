// The lane loops of the atomic instructions. The lanes of a tangle act one after the other, in
// ascending order, which is one of the permitted orders. A Schedule chooses others
// (exec/schedule.h).
//
// Records: operand 0: the plane of addresses, 1: Value, 2: Comparator; extra: see AtomicAddition.
// The result is Original Value.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>

#include "interpreter/exec/lanes/kernel.h"
#include "interpreter/exec/memory_access.h"
#include "interpreter/exec/report/report.h"
#include "interpreter/exec/state/subgroup.h"
#include "interpreter/findings/clause.h"
#include "interpreter/instructions/memory/memory.h"
#include "interpreter/kernels/float_format.h"
#include "interpreter/kernels/wrapping.h"
#include "memory/atomic_operation.h"

namespace spirv_oracle {

// Whether other host threads may access the same bytes concurrently. If the order of the workgroups
// could be visible, one thread runs them all (MemorySharing::orders_workgroups), and nothing is shared.
enum class Sharing : std::uint8_t { exclusive, shared };

// A value with its state.
template <class T>
struct Known {
  T value{};
  Definedness state = Definedness::undefined;
};

namespace internal {

inline Definedness state_of(const PlaneHeader& header, unsigned lane) {
  if (header.undefined.test(lane)) return Definedness::undefined;
  return header.implementation_dependent.test(lane) ? Definedness::implementation_dependent
                                                    : Definedness::defined;
}

inline void set_state(PlaneHeader& header, unsigned lane, Definedness state) {
  if (state == Definedness::undefined) header.undefined.set(lane);
  if (state == Definedness::implementation_dependent) header.implementation_dependent.set(lane);
}

inline void note_written(Allocation& allocation) {
  if (!allocation.written.load(std::memory_order_relaxed)) {
    allocation.written.store(true, std::memory_order_relaxed);
  }
}

// Reads the states of the bytes of one T at once.
template <class T>
using StateWord = UnsignedOfSize<sizeof(T)>;

inline Definedness worst_state(const Definedness* shadow, std::size_t count) {
  return value_state(*std::max_element(shadow, shadow + count));
}

template <class T>
Known<T> load(const LaneAccess& access) {
  Known<T> known;
  StateWord<T> states;
  std::memcpy(&known.value, access.bytes, sizeof(T));
  std::memcpy(&states, access.shadow, sizeof(T));
  known.state = states == 0 ? Definedness::defined : worst_state(access.shadow, sizeof(T));
  return known;
}

template <class T>
void store(const LaneAccess& access, const Known<T>& known) {
  std::memcpy(access.bytes, &known.value, sizeof(T));
  std::memset(access.shadow, static_cast<int>(known.state), sizeof(T));
  note_written(*access.allocation);
}

// The worst state of the bytes of a T. Raises them to at least `state`.
template <class T, Sharing sharing>
Definedness raise_states(Definedness* shadow, Definedness state) {
  StateWord<T> states;
  if constexpr (sharing == Sharing::shared) {
    states = __atomic_load_n(reinterpret_cast<const StateWord<T>*>(shadow), __ATOMIC_RELAXED);
  } else {
    std::memcpy(&states, shadow, sizeof(T));
  }
  if (states == 0 && state == Definedness::defined) return Definedness::defined;
  Definedness worst = Definedness::defined;
  for (std::size_t i = 0; i < sizeof(T); ++i) {
    auto* byte = reinterpret_cast<std::uint8_t*>(shadow + i);
    std::uint8_t old = __atomic_load_n(byte, __ATOMIC_RELAXED);
    worst = std::max(worst, value_state(static_cast<Definedness>(old)));
    const auto raised = [&] {
      return static_cast<std::uint8_t>(std::max(value_state(static_cast<Definedness>(old)), state));
    };
    while (old != raised() && !__atomic_compare_exchange_n(byte, &old, raised(), true,
                                                           __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
    }
  }
  return worst;
}

// The bytes that a lane accesses. Reports errors. An access through an undefined pointer does
// nothing.
template <class T>
LaneAccess lane_access(const Subgroup& subgroup, const Record& record, AccessKind kind,
                       unsigned lane, BrokenClauses& broken) {
  if (subgroup.header(record.operand[0]).undefined.test(lane)) {
    broken.add(memory_clauses::undefined_pointer, lane);
    return {};
  }
  const std::uint64_t address = subgroup.values<std::uint64_t>(record.operand[0])[lane];
  return resolve(subgroup, address, sizeof(T), sizeof(T), kind, lane, broken);
}

// The fast path: all lanes access one object without errors. Null otherwise.
template <class T>
const ObjectEntry* common_object(const Subgroup& subgroup, const Record& record, AccessKind kind) {
  if ((subgroup.header(record.operand[0]).undefined & subgroup.active).any()) return nullptr;
  const std::uint64_t* address = subgroup.values<std::uint64_t>(record.operand[0]);
  const std::uint64_t first = address[subgroup.active.lowest()];
  const ObjectEntry& object = subgroup.memory->find(first);
  if (object.size < sizeof(T) || (kind != AccessKind::load && !object.allocation->writable))
    return nullptr;
  const std::uint64_t origin = first - AddressSpace::offset(first);
  const std::uint64_t limit = object.size - sizeof(T);
  std::uint64_t wrong = 0;
  subgroup.active.for_each([&](unsigned lane) {
    const std::uint64_t distance = address[lane] - origin;
    wrong |= (distance > limit ? 1u : 0u) | (distance % sizeof(T));
  });
  return wrong == 0 ? &object : nullptr;
}

// Whether operand `index` is defined and certain in all lanes.
inline bool all_certain(const Subgroup& subgroup, const Record& record, unsigned index) {
  const PlaneHeader& header = subgroup.header(record.operand[index]);
  return ((header.undefined | header.implementation_dependent) & subgroup.active).none();
}

}  // namespace internal

// --- lane by lane ---

// The state of a step in its lane. A value is at most as certain as the address to which it is
// written.
template <class T>
struct LaneOperands {
  const Subgroup& subgroup;
  const Record& record;
  unsigned lane;
  bool certain;  // for every lane

  Known<T> value() const { return operand(1); }
  Known<T> comparator() const { return operand(2); }

 private:
  Known<T> operand(unsigned index) const {
    const T found = subgroup.values<T>(record.operand[index])[lane];
    if (certain) return {found, Definedness::defined};
    const Definedness address = internal::state_of(subgroup.header(record.operand[0]), lane);
    const Definedness state = internal::state_of(subgroup.header(record.operand[index]), lane);
    return {found, std::max(address, state)};
  }
};

namespace internal {

template <class Self, class T, class Access>
[[gnu::always_inline]] inline void for_each_access(Subgroup& subgroup, const Record& record,
                                                   BrokenClauses& broken, Access find_bytes) {
  PlaneHeader header;
  const bool has_result = record.result != no_slot;
  const bool address_certain = all_certain(subgroup, record, 0);
  if (!address_certain) [[unlikely]]
    note_uncertain_place(subgroup);
  const bool certain =
      address_certain && all_certain(subgroup, record, 1) && all_certain(subgroup, record, 2);
  subgroup.active.for_each([&](unsigned lane) __attribute__((always_inline)) {
    const LaneAccess access = find_bytes(lane);
    Known<T> original;
    if (Self::access_kind == AccessKind::load) original.state = access.zeros;
    if (access.bytes != nullptr) {
      original = Self::step(access, LaneOperands<T>{subgroup, record, lane, certain}, broken);
    }
    if (!has_result) return;
    subgroup.values<T>(record.result)[lane] = original.value;
    if (!address_certain) {
      const PlaneHeader& address = subgroup.header(record.operand[0]);
      original.state = std::max(original.state, state_of(address, lane));
      // Kept for a value that is undefined because the address is wrong: another address may be right.
      if (address.implementation_dependent.test(lane)) header.implementation_dependent.set(lane);
    }
    set_state(header, lane, original.state);
  });
  broken.report(subgroup, record, [&](const Clause& clause, unsigned lane) {
    return describe_access(subgroup, clause, Self::access_kind,
                           subgroup.values<std::uint64_t>(record.operand[0])[lane], sizeof(T),
                           sizeof(T));
  });
  if (has_result) subgroup.header(record.result) = header;
}

}  // namespace internal

// Lanes in different objects, or an access that is wrong in some lane.
template <class Self, class T>
[[gnu::cold, gnu::noinline]] const Record* execute_atomic_by_lane(Subgroup& subgroup,
                                                                  const Record* record) {
  BrokenClauses broken;
  internal::for_each_access<Self, T>(subgroup, *record, broken, [&](unsigned lane) {
    return internal::lane_access<T>(subgroup, *record, Self::access_kind, lane, broken);
  });
  return record + 1;
}

// `static Known<T> Self::step(const LaneAccess&, const LaneOperands<T>&, BrokenClauses&)` executes
// the instruction for one lane and returns Original Value. The clauses that it adds do not concern
// the result.
template <class Self, class T>
const Record* execute_atomic(Subgroup& subgroup, const Record* record) {
  const ObjectEntry* object = internal::common_object<T>(subgroup, *record, Self::access_kind);
  if (object == nullptr) [[unlikely]]
    return execute_atomic_by_lane<Self, T>(subgroup, record);
  BrokenClauses broken;
  const std::uint64_t* address = subgroup.values<std::uint64_t>(record->operand[0]);
  internal::for_each_access<Self, T>(subgroup, *record, broken, [&](unsigned lane) {
    const std::uint64_t offset = AddressSpace::offset(address[lane]);
    return LaneAccess{object->bytes + offset, object->shadow + offset, object->allocation};
  });
  return record + 1;
}

struct LoadStep {
  static constexpr auto operation = AtomicOperation::load;
  static constexpr AccessKind access_kind = AccessKind::load;
  template <class T>
  static Known<T> step(const LaneAccess& access, const LaneOperands<T>&, BrokenClauses&) {
    return internal::load<T>(access);
  }
};

// A store is an exchange. Its result is used only if the order of atomics is tracked.
struct ExchangeStep {
  static constexpr auto operation = AtomicOperation::store;
  static constexpr AccessKind access_kind = AccessKind::atomic;
  template <class T>
  static Known<T> step(const LaneAccess& access, const LaneOperands<T>& operands, BrokenClauses&) {
    const Known<T> original = internal::load<T>(access);
    internal::store(access, operands.value());
    return original;
  }
};

struct CompareExchangeStep {
  static constexpr auto operation = AtomicOperation::compare_exchange;
  static constexpr AccessKind access_kind = AccessKind::atomic;
  template <class T>
  static Known<T> step(const LaneAccess& access, const LaneOperands<T>& operands, BrokenClauses&) {
    const Known<T> original = internal::load<T>(access);
    const Known<T> comparator = operands.comparator();
    const Definedness comparison = std::max(original.state, comparator.state);
    const bool equal = original.value == comparator.value;
    if (equal || comparison != Definedness::defined) {
      // An indeterminate comparison makes the memory indeterminate.
      const Known<T> value = operands.value();
      internal::store(access, Known<T>{equal ? value.value : original.value,
                                       std::max(value.state, comparison)});
    }
    return original;
  }
};

// `Self::combine(T original, T value)` returns New Value, with a clause if that is only one of
// several permitted values.
template <class Self>
struct FloatStep {
  static constexpr AccessKind access_kind = AccessKind::atomic;
  template <class T>
  static Known<T> step(const LaneAccess& access, const LaneOperands<T>& operands,
                       BrokenClauses& broken) {
    const Known<T> original = internal::load<T>(access);
    const Known<T> value = operands.value();
    const Checked<T> combined = Self::combine(original.value, value.value);
    Definedness state = std::max(original.state, value.state);
    if (combined.broken != nullptr && state == Definedness::defined) {
      broken.add(*combined.broken, operands.lane);
      state = Definedness::implementation_dependent;
    }
    internal::store(access, Known<T>{combined.value, state});
    return original;
  }
};

// --- integer operations, which commute with themselves ---

// Adds Value, or subtracts it if the record's `extra` is `negated`.
struct AtomicAddition {
  static constexpr auto operation = AtomicOperation::add;
  static constexpr std::uint32_t negated = 1;
  template <class T>
  static T combine(T a, T b) {
    return wrapping_add(a, b);
  }
  template <class T>
  static T contribution(T value, const Record& record) {
    return record.extra == negated ? wrapping_subtract(T{0}, value) : value;
  }
};

struct Contribution {
  template <class T>
  static T contribution(T value, const Record&) {
    return value;
  }
};
template <bool is_signed>
struct Minimum : Contribution {
  static constexpr auto operation =
      is_signed ? AtomicOperation::signed_min : AtomicOperation::unsigned_min;
  template <class T>
  static T combine(T a, T b) {
    return std::min(a, b);
  }
};
template <bool is_signed>
struct Maximum : Contribution {
  static constexpr auto operation =
      is_signed ? AtomicOperation::signed_max : AtomicOperation::unsigned_max;
  template <class T>
  static T combine(T a, T b) {
    return std::max(a, b);
  }
};
struct AtomicAnd : Contribution {
  static constexpr auto operation = AtomicOperation::bit_and;
  template <class T>
  static T combine(T a, T b) {
    return static_cast<T>(a & b);
  }
};
struct AtomicOr : Contribution {
  static constexpr auto operation = AtomicOperation::bit_or;
  template <class T>
  static T combine(T a, T b) {
    return static_cast<T>(a | b);
  }
};
struct AtomicXor : Contribution {
  static constexpr auto operation = AtomicOperation::bit_xor;
  template <class T>
  static T combine(T a, T b) {
    return static_cast<T>(a ^ b);
  }
};

template <class Operation, class T, Sharing sharing>
struct ModifyKernel {
  static const Record* execute(Subgroup& subgroup, const Record* record) {
    if (same_location(subgroup, *record) && modify_once(subgroup, *record)) return record + 1;
    return execute_atomic<ModifyKernel, T>(subgroup, record);
  }

  // --- lane by lane ---

  static constexpr AccessKind access_kind = AccessKind::atomic;

  static Known<T> step(const LaneAccess& access, const LaneOperands<T>& operands, BrokenClauses&) {
    const Known<T> value = operands.value();
    return modify(access, {Operation::contribution(value.value, operands.record), value.state});
  }

  // --- all lanes at once, with the same effect as lane by lane ---

  static bool same_location(const Subgroup& subgroup, const Record& record) {
    if (!internal::all_certain(subgroup, record, 0) || !internal::all_certain(subgroup, record, 1))
      return false;
    const std::uint64_t* address = subgroup.values<std::uint64_t>(record.operand[0]);
    const std::uint64_t first = address[subgroup.active.lowest()];
    std::uint64_t difference = 0;
    subgroup.active.for_each([&](unsigned lane) { difference |= address[lane] ^ first; });
    return difference == 0;
  }

  // Returns false, without any effect, if there is something to report.
  static bool modify_once(Subgroup& subgroup, const Record& record) {
    BrokenClauses ignored;
    const unsigned lowest = subgroup.active.lowest();
    const LaneAccess access =
        internal::lane_access<T>(subgroup, record, AccessKind::atomic, lowest, ignored);
    if (access.bytes == nullptr) return false;
    const T* values = subgroup.values<T>(record.operand[1]);
    T* results = subgroup.values<T>(record.result);
    LaneMask others = subgroup.active;
    others.reset(lowest);
    // The combination of the values of all lanes ...
    T total = Operation::contribution(values[lowest], record);
    others.for_each([&](unsigned lane) {
      const T value = Operation::contribution(values[lane], record);
      results[lane] = total;
      total = Operation::combine(total, value);
    });
    const Known<T> original = modify(access, {total, Definedness::defined});
    // ... and the resulting value.
    results[lowest] = original.value;
    others.for_each(
        [&](unsigned lane) { results[lane] = Operation::combine(original.value, results[lane]); });
    PlaneHeader& header = subgroup.header(record.result);
    header = PlaneHeader{};
    if (original.state == Definedness::undefined) header.undefined = subgroup.active;
    if (original.state == Definedness::implementation_dependent) {
      header.implementation_dependent = subgroup.active;
    }
    return true;
  }

 private:
  static Known<T> modify(const LaneAccess& access, const Known<T>& contribution) {
    Known<T> original;
    if constexpr (sharing == Sharing::shared) {
      T* location = reinterpret_cast<T*>(access.bytes);
      original.value = __atomic_load_n(location, __ATOMIC_RELAXED);
      while (!__atomic_compare_exchange_n(location, &original.value,
                                          Operation::combine(original.value, contribution.value),
                                          true, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
      }
    } else {
      std::memcpy(&original.value, access.bytes, sizeof(T));
      const T value = Operation::combine(original.value, contribution.value);
      std::memcpy(access.bytes, &value, sizeof(T));
    }
    original.state = internal::raise_states<T, sharing>(access.shadow, contribution.state);
    if (original.state != Definedness::defined) {
      internal::raise_states<T, sharing>(access.shadow, original.state);
    }
    internal::note_written(*access.allocation);
    return original;
  }
};

// --- float operations ---

struct AtomicFloatAddition {
  static constexpr auto operation = AtomicOperation::float_add;
  template <class T>
  static T combine(T original, T value) {
    using Compute = typename ComputeType<T>::type;
    return narrow<T>(widen<Compute>(original) + widen<Compute>(value));
  }
};

// Minimum or maximum, with the clauses in `Clauses`.
template <class Clauses, bool maximum>
struct FloatExtreme {
  static constexpr auto operation =
      maximum ? AtomicOperation::float_max : AtomicOperation::float_min;
  template <class T>
  static Checked<T> combine(T original, T value) {
    using Compute = typename ComputeType<T>::type;
    using Format = FloatFormat<T>;
    if (Format::is_nan(original) || Format::is_nan(value)) return with_nan(original, value);
    const auto a = widen<Compute>(original);
    const auto b = widen<Compute>(value);
    if (a == b && Format::is_negative(original) != Format::is_negative(value)) {
      return {Clauses::zeros_of_both_signs,
              Format::is_negative(original) == maximum ? value : original};
    }
    return (maximum ? a > b : a < b) ? original : value;
  }

 private:
  // A number wins over a quiet NaN; of two NaNs, the result is some NaN.
  template <class T>
  static Checked<T> with_nan(T original, T value) {
    using Format = FloatFormat<T>;
    using Bits = typename Format::Bits;
    if (Format::is_nan(original) && Format::is_nan(value))
      return std::bit_cast<T>(static_cast<Bits>(Format::bits(original) | quiet_bit<Bits>));
    const T number = Format::is_nan(original) ? value : original;
    const T nan = Format::is_nan(original) ? original : value;
    const bool is_signaling = (Format::bits(nan) & quiet_bit<Bits>) == 0;
    if (is_signaling) return {Clauses::signaling_nan, number};
    return number;
  }
};

}  // namespace spirv_oracle
