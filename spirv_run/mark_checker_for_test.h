// Executes the records of a program such that those show which lose the mark of an operand. A record whose operand is undefined or
// implementation-dependent in a lane is executed with several values in that lane. A bit of a result that has no mark must be the same
// for all of them.
#pragma once

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "interpreter/exec/record_description.h"
#include "interpreter/exec/state/subgroup.h"
#include "interpreter/exec/workgroup.h"
#include "interpreter/ir/memory_operands.h"

namespace spirv_oracle::test {

// Checks the first executions of each record of a program, while it exists.
class MarkChecker {
 public:
  explicit MarkChecker(Program& program, unsigned seed);

  std::size_t trials() const { return trials_; }
  const std::set<std::string>& mistakes() const { return mistakes_; }

 private:
  static constexpr unsigned most_executions = 2;
  static constexpr unsigned trials_per_execution = 12;
  inline static MarkChecker* current = nullptr;

  using Mark = LaneMask PlaneHeader::*;
  // An operand with a mark in some lanes, and another value there.
  struct Variation {
    Plane plane;
    Mark mark = nullptr;
    LaneMask lanes;
    std::uint64_t bits = ~std::uint64_t{0};  // that have the mark
    std::vector<std::uint64_t> values;       // by lane
    LaneMask active;                         // the lanes that execute the record
  };
  // What an execution has left.
  struct Outcome {
    std::vector<std::byte> registers;
    IndeterminateBits indeterminate_bits;
    bool is_regular = false;  // the next record follows, and behavior is defined
  };

  static const Record* execute(Subgroup& subgroup, const Record* record) {
    return current->check(subgroup, record);
  }
  const Record* check(Subgroup& subgroup, const Record* record);
  bool is_examined(std::uint32_t record_index) const;
  Variation random_variation(const Subgroup& subgroup, const std::vector<Slot>& reads);
  // Executes the record once with the marks, and leaves the subgroup as it was.
  Outcome attempt(Subgroup& subgroup, const Record* record, const Variation& variation,
                  bool varies);
  void compare(const RecordDescription& description, const Variation& variation,
               const Outcome& usual, const Outcome& other);
  const Plane& plane_at(Slot slot) const {
    return *std::ranges::lower_bound(program_.registers.planes, slot, {}, &Plane::slot);
  }
  static std::uint64_t value_at(const std::byte* registers, const Plane& plane, unsigned lane);
  static void set_value_at(std::byte* registers, const Plane& plane, unsigned lane,
                           std::uint64_t value);
  static const PlaneHeader& header_at(const std::byte* registers, Slot slot) {
    return *reinterpret_cast<const PlaneHeader*>(registers + std::size_t{slot} * slot_unit);
  }

  const Program& program_;
  std::mt19937_64 random_;
  std::vector<Handler> handlers_;  // by record
  std::vector<RecordDescription> descriptions_;
  std::vector<bool> is_examined_;
  std::vector<unsigned> executions_;
  std::size_t trials_ = 0;
  std::set<std::string> mistakes_;
};

inline MarkChecker::MarkChecker(Program& program, unsigned seed)
    : program_(program), random_(seed), executions_(program.records.size()) {
  current = this;
  for (std::uint32_t i = 0; i < program.records.size(); ++i) {
    descriptions_.push_back(describe_record(program, i));
    std::erase_if(descriptions_.back().reads, [&](Slot slot) {
      return std::ranges::count(program.registers.constants, slot, &ConstantPlane::slot) != 0 ||
             std::ranges::count(program.registers.lane_addresses, slot, &LaneAddressPlane::slot) !=
                 0;
    });
    is_examined_.push_back(is_examined(i));
  }
  for (Record& record : program.records)
    handlers_.push_back(std::exchange(record.handler, &MarkChecker::execute));
}

inline bool MarkChecker::is_examined(std::uint32_t record_index) const {
  // These adjust a result that has its marks already, keep numbers of their own, change a pipe, or take marks of converted matrices away.
  static const std::set<std::string> others = {
      "bounded_results.cpp",  "special_values.cpp", "loop_dependence.cpp",
      "loop_control.cpp",     "pipe.cpp",           "pipe_reservations.cpp",
      "pointer_aliasing.cpp", "matrix_memory.cpp"};
  const RecordDescription& description = descriptions_[record_index];
  const Record& record = program_.records[record_index];
  const std::string file =
      std::filesystem::path(program_.record_tables.places[record_index].file).filename().string();
  if (description.is_control_flow || description.reads.empty() || description.writes.empty() ||
      others.contains(file))
    return false;
  if (record.origin == 0) return true;
  const Instruction instruction =
      program_.module->instructions()[program_.origins[record.origin].instruction];
  return std::ranges::none_of(memory_operands_of(*program_.registry, *program_.module, instruction),
                              &MemoryOperand::writes);
}

inline std::uint64_t MarkChecker::value_at(const std::byte* registers, const Plane& plane,
                                           unsigned lane) {
  const std::byte* const values =
      registers + std::size_t{plane.slot} * slot_unit + sizeof(PlaneHeader);
  if (plane.type.bytes == 0) return reinterpret_cast<const LaneMask*>(values)->test(lane) ? 1 : 0;
  std::uint64_t value = 0;
  std::memcpy(&value, values + std::size_t{lane} * plane.type.bytes, plane.type.bytes);
  return value;
}

inline void MarkChecker::set_value_at(std::byte* registers, const Plane& plane, unsigned lane,
                                      std::uint64_t value) {
  std::byte* const values = registers + std::size_t{plane.slot} * slot_unit + sizeof(PlaneHeader);
  if (plane.type.bytes == 0) {
    auto& truth = *reinterpret_cast<LaneMask*>(values);
    truth.reset(lane);
    if ((value & 1) != 0) truth.set(lane);
  } else {
    std::memcpy(values + std::size_t{lane} * plane.type.bytes, &value, plane.type.bytes);
  }
}

inline MarkChecker::Variation MarkChecker::random_variation(const Subgroup& subgroup,
                                                            const std::vector<Slot>& reads) {
  Variation variation;
  variation.plane = plane_at(reads[random_() % reads.size()]);
  variation.mark =
      random_() % 2 == 0 ? &PlaneHeader::undefined : &PlaneHeader::implementation_dependent;
  variation.lanes = variation.active = subgroup.active;
  // In one lane, a value is less likely to be an operand that makes the behavior undefined.
  if (random_() % 4 != 0)
    variation.lanes &= LaneMask::single(static_cast<unsigned>(random_() % subgroup.size));
  if (variation.lanes.any() && random_() % 2 == 0) variation.active = variation.lanes;
  if (random_() % 3 == 0) variation.bits = random_();
  if (variation.plane.type.bytes == 0) variation.bits = ~std::uint64_t{0};
  const unsigned width = variation.plane.type.bytes * 8;
  for (unsigned lane = 0; lane < subgroup.size; ++lane) {
    const std::uint64_t usual = value_at(subgroup.registers, variation.plane, lane);
    const std::uint64_t in_other_lane = value_at(subgroup.registers, variation.plane,
                                                 static_cast<unsigned>(random_() % subgroup.size));
    const std::uint64_t choices[] = {in_other_lane,
                                     in_other_lane,
                                     ~usual,
                                     usual ^ 1,
                                     usual + 1,
                                     usual - 1,
                                     random_() % 4,
                                     random_() % 32,
                                     random_(),
                                     0,
                                     width == 0 ? 0 : std::uint64_t{1} << (width - 1)};
    const std::uint64_t chosen = choices[random_() % std::size(choices)];
    variation.values.push_back((usual & ~variation.bits) | (chosen & variation.bits));
  }
  return variation;
}

inline MarkChecker::Outcome MarkChecker::attempt(Subgroup& subgroup, const Record* record,
                                                 const Variation& variation, bool varies) {
  const std::size_t size = std::size_t{program_.registers.units} * slot_unit;
  const std::vector<std::byte> registers(subgroup.registers, subgroup.registers + size);
  const Subgroup saved = subgroup;
  FindingLog& log = subgroup.workgroup->findings().log();
  FindingLog findings = std::exchange(log, FindingLog{});
  const Slot slot = variation.plane.slot;
  PlaneHeader& header = subgroup.header(slot);
  variation.lanes.for_each([&](unsigned lane) {
    header.undefined.reset(lane);
    header.implementation_dependent.reset(lane);
    (header.*variation.mark).set(lane);
    subgroup.indeterminate_bits.set(slot, lane, variation.bits);
    if (varies) set_value_at(subgroup.registers, variation.plane, lane, variation.values[lane]);
  });
  subgroup.active = variation.active;
  const Record* const next =
      handlers_[static_cast<std::size_t>(record - subgroup.code)](subgroup, record);
  Outcome outcome{
      {subgroup.registers, subgroup.registers + size},
      subgroup.indeterminate_bits,
      next == record + 1 && subgroup.active == variation.active && !log.has_undefined_behavior()};
  std::ranges::copy(registers, subgroup.registers);
  subgroup = saved;
  log = std::move(findings);
  return outcome;
}

inline void MarkChecker::compare(const RecordDescription& description, const Variation& variation,
                                 const Outcome& usual, const Outcome& other) {
  if (!usual.is_regular || !other.is_regular) return;
  ++trials_;
  const auto marked_bits = [](const Outcome& outcome, Slot slot, unsigned lane, bool dependent) {
    const PlaneHeader& header = header_at(outcome.registers.data(), slot);
    const bool is_marked =
        header.undefined.test(lane) || (dependent && header.implementation_dependent.test(lane));
    return is_marked ? outcome.indeterminate_bits.of(slot, lane) : 0;
  };
  for (const Slot slot : description.writes) {
    const Plane& plane = plane_at(slot);
    variation.active.for_each([&](unsigned lane) {
      const std::uint64_t exempt =
          marked_bits(usual, slot, lane, true) | marked_bits(other, slot, lane, false);
      const std::uint64_t difference = value_at(usual.registers.data(), plane, lane) ^
                                       value_at(other.registers.data(), plane, lane);
      if ((difference & ~exempt) == 0) return;
      const bool undefined = variation.mark == &PlaneHeader::undefined;
      mistakes_.insert(description.name + ": loses the mark of an operand that is " +
                       (undefined ? "undefined" : "implementation-dependent"));
    });
  }
}

inline const Record* MarkChecker::check(Subgroup& subgroup, const Record* record) {
  const auto record_index = static_cast<std::size_t>(record - subgroup.code);
  if (is_examined_[record_index] && subgroup.active.any() &&
      ++executions_[record_index] <= most_executions) {
    for (unsigned i = 0; i < trials_per_execution; ++i) {
      const Variation variation = random_variation(subgroup, descriptions_[record_index].reads);
      const Outcome usual = attempt(subgroup, record, variation, false);
      const Outcome other = attempt(subgroup, record, variation, true);
      compare(descriptions_[record_index], variation, usual, other);
    }
  }
  return handlers_[record_index](subgroup, record);
}

}  // namespace spirv_oracle::test
