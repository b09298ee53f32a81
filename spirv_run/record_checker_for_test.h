// Executes the records of a program such that those show which read or write planes that their description does not name.
#pragma once

#include <algorithm>
#include <cstring>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "interpreter/exec/record_description.h"
#include "interpreter/exec/state/subgroup.h"

namespace spirv_oracle::test {

inline std::uint64_t value_of(const Subgroup& subgroup, Slot slot, unsigned bytes, unsigned lane) {
  std::uint64_t value = 0;
  std::memcpy(&value, subgroup.values<std::byte>(slot) + std::size_t{lane} * bytes, bytes);
  return value;
}

// Checks the first executions of each record of a program, while it exists.
class RecordChecker {
 public:
  // `expected`: the outcomes of a run without garbage; null: this is that run.
  RecordChecker(Program& program, const std::vector<std::uint64_t>* expected);

  const std::vector<std::uint64_t>& outcomes() const { return outcomes_; }
  const std::vector<std::string>& mistakes() const { return mistakes_; }

 private:
  static constexpr unsigned most_executions = 4;
  static constexpr std::size_t most_copied = std::size_t{1} << 27;  // bytes
  inline static RecordChecker* current = nullptr;

  struct Execution {
    const Record* record;
    const Record* next;
    LaneMask active;
    std::vector<std::byte> before, during;  // registers, without and with garbage
  };

  // The handler of all records.
  static const Record* execute(Subgroup& subgroup, const Record* record) {
    return current->check(subgroup, record);
  }
  const Record* check(Subgroup& subgroup, const Record* record);
  // Registers keep what another subgroup has left in them, which may be garbage.
  void clear_registers_at_start(Subgroup& subgroup);
  void finish(Subgroup& subgroup, const Execution& execution);
  // Calls action(plane) for the planes of the program that are not in the list.
  template <class Action>
  void for_each_other(const std::vector<Slot>& list, Action action) const;
  std::size_t size_of(const Plane& plane) const;
  const Plane& plane_at(Slot slot) const {
    return *std::ranges::lower_bound(program_.registers.planes, slot, {}, &Plane::slot);
  }
  void clear_undefined_bits(Subgroup& subgroup, const RecordDescription& description,
                            const LaneMask& active) const;
  // Identifies what the record did to lanes that were active.
  std::uint64_t outcome(const Subgroup& subgroup, const RecordDescription& description,
                        const Execution& execution) const;
  void add_mistake(const RecordDescription& description, const std::string& problem) {
    mistakes_.push_back(description.name + ": " + problem);
  }

  const Program& program_;
  const std::vector<std::uint64_t>* expected_;
  std::vector<Handler> handlers_;  // by record
  std::vector<RecordDescription> descriptions_;
  std::vector<unsigned> executions_;
  std::map<const Subgroup*, std::uint64_t> workgroups_;  // in which each was last
  std::map<const Subgroup*, Execution> suspended_;       // at a barrier
  std::size_t copied_ = 0;
  std::vector<std::uint64_t> outcomes_;
  bool is_as_expected_ = true;
  std::vector<std::string> mistakes_;
};

inline RecordChecker::RecordChecker(Program& program, const std::vector<std::uint64_t>* expected)
    : program_(program), expected_(expected), executions_(program.records.size()) {
  current = this;
  for (std::uint32_t i = 0; i < program.records.size(); ++i)
    descriptions_.push_back(describe_record(program, i));
  for (Record& record : program.records)
    handlers_.push_back(std::exchange(record.handler, &RecordChecker::execute));
}

template <class Action>
void RecordChecker::for_each_other(const std::vector<Slot>& list, Action action) const {
  for (const Plane& plane : program_.registers.planes) {
    if (!std::ranges::binary_search(list, plane.slot)) action(plane);
  }
}

inline std::size_t RecordChecker::size_of(const Plane& plane) const {
  return std::size_t{plane_units(plane.type.bytes, (program_.subgroup_size + 7) / 8 * 8)} *
         slot_unit;
}

inline void RecordChecker::clear_registers_at_start(Subgroup& subgroup) {
  const auto [last, is_new] = workgroups_.emplace(&subgroup, subgroup.workgroup_index);
  if (!is_new && std::exchange(last->second, subgroup.workgroup_index) == subgroup.workgroup_index)
    return;
  std::vector<Slot> begins_set;
  for (const ConstantPlane& plane : program_.registers.constants) begins_set.push_back(plane.slot);
  for (const InputPlane& plane : program_.registers.inputs) begins_set.push_back(plane.slot);
  for (const LaneAddressPlane& plane : program_.registers.lane_addresses)
    begins_set.push_back(plane.slot);
  std::ranges::sort(begins_set);
  for_each_other(begins_set, [&](const Plane& plane) {
    std::fill_n(subgroup.registers + std::size_t{plane.slot} * slot_unit, size_of(plane),
                std::byte{0});
  });
}

inline const Record* RecordChecker::check(Subgroup& subgroup, const Record* record) {
  clear_registers_at_start(subgroup);
  if (const auto suspended = suspended_.extract(&subgroup)) finish(subgroup, suspended.mapped());
  const auto record_index = static_cast<std::size_t>(record - subgroup.code);
  const Handler handler = handlers_[record_index];
  const std::size_t size = std::size_t{program_.registers.units} * slot_unit;
  if (++executions_[record_index] > most_executions || copied_ > most_copied)
    return handler(subgroup, record);
  copied_ += size;
  Execution execution{record, nullptr, subgroup.active, {}, {}};
  std::byte* const begin = subgroup.registers;
  execution.before.assign(begin, begin + size);
  if (expected_ != nullptr) {
    for_each_other(descriptions_[record_index].reads, [&](const Plane& plane) {
      std::byte* bytes = begin + std::size_t{plane.slot} * slot_unit;
      std::transform(bytes, bytes + size_of(plane), bytes, [](std::byte b) { return ~b; });
    });
  }
  execution.during.assign(begin, begin + size);
  execution.next = handler(subgroup, record);
  // When the last subgroup has arrived at a barrier, the workgroup computes results from the registers of all.
  const Record* const next = execution.next;
  if (next == nullptr && subgroup.state == SubgroupState::at_barrier) {
    suspended_.emplace(&subgroup, std::move(execution));
  } else {
    finish(subgroup, execution);
  }
  return next;
}

inline void RecordChecker::finish(Subgroup& subgroup, const Execution& execution) {
  const Record* const record = execution.record;
  const RecordDescription& description =
      descriptions_[static_cast<std::size_t>(record - subgroup.code)];
  std::byte* const begin = subgroup.registers;
  for_each_other(description.writes, [&](const Plane& plane) {
    const std::size_t at = std::size_t{plane.slot} * slot_unit;
    if (std::memcmp(begin + at, execution.during.data() + at, size_of(plane)) != 0)
      add_mistake(description, "writes another plane");
    std::memcpy(begin + at, execution.before.data() + at, size_of(plane));
  });
  const bool goes_on = execution.next == record + 1 && subgroup.active == execution.active;
  if (!description.is_control_flow && !goes_on) add_mistake(description, "is control flow");
  clear_undefined_bits(subgroup, description, execution.active);
  outcomes_.push_back(outcome(subgroup, description, execution));
  const std::size_t last = outcomes_.size() - 1;
  if (is_as_expected_ && expected_ != nullptr &&
      (last >= expected_->size() || (*expected_)[last] != outcomes_[last])) {
    add_mistake(description, "depends on another plane, or comes after a record that does");
    is_as_expected_ = false;
  }
}

// Handlers may leave anything in undefined bits, but code that uses them, such as a branch, shall do the same in both runs.
inline void RecordChecker::clear_undefined_bits(Subgroup& subgroup,
                                                const RecordDescription& description,
                                                const LaneMask& active) const {
  for (const Slot slot : description.writes) {
    const unsigned bytes = plane_at(slot).type.bytes;
    (subgroup.header(slot).undefined & active).for_each([&](unsigned lane) {
      if (bytes == 0) return subgroup.truth(slot).reset(lane);
      const std::uint64_t bits =
          value_of(subgroup, slot, bytes, lane) & ~subgroup.indeterminate_bits.of(slot, lane);
      std::memcpy(subgroup.values<std::byte>(slot) + std::size_t{lane} * bytes, &bits, bytes);
    });
  }
}

inline std::uint64_t RecordChecker::outcome(const Subgroup& subgroup,
                                            const RecordDescription& description,
                                            const Execution& execution) const {
  std::uint64_t hash = static_cast<std::uint64_t>(execution.record - subgroup.code);
  const auto add = [&hash](std::uint64_t word) {
    hash = (hash ^ word) * 0x9E3779B97F4A7C15;
    hash ^= hash >> 29;
  };
  add(subgroup.id);
  add(execution.next == nullptr ? ~std::uint64_t{0}
                                : static_cast<std::uint64_t>(execution.next - subgroup.code));
  add(subgroup.active.words[0]);
  add(subgroup.active.words[1]);
  for (const Slot slot : description.writes) {
    const unsigned bytes = plane_at(slot).type.bytes;
    const PlaneHeader& header = subgroup.header(slot);
    execution.active.for_each([&](unsigned lane) {
      const bool is_undefined = header.undefined.test(lane);
      const bool depends = header.implementation_dependent.test(lane);
      add((is_undefined ? 1u : 0u) | (depends ? 2u : 0u));
      if (is_undefined || depends) add(subgroup.indeterminate_bits.of(slot, lane));
      add(bytes == 0 ? (subgroup.truth(slot).test(lane) ? 1 : 0)
                     : value_of(subgroup, slot, bytes, lane));
    });
  }
  return hash;
}

}  // namespace spirv_oracle::test
