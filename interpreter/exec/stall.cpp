#include "interpreter/exec/stall.h"

#include <algorithm>
#include <cstring>
#include <optional>
#include <set>
#include <type_traits>

#include "interpreter/exec/barriers.h"
#include "interpreter/exec/report/element_name.h"
#include "interpreter/exec/state/control_state.h"
#include "interpreter/exec/state/shared_memory.h"
#include "interpreter/ir/memory_operands.h"
#include "interpreter/ir/program.h"
#include "interpreter/loader/module.h"

#define XXH_INLINE_ALL  // only the header is used, not the library
#include <xxhash.h>

namespace spirv_oracle {
namespace {

// Before the first look. With much memory, it is late, because few programs stall.
constexpr std::uint64_t steps_before_looks = 1u << 16, most_steps_before_looks = 1u << 22;
constexpr std::uint64_t steps_per_byte = 16;  // the longest that a comparison may take
// Before the first look, if a stall is expected.
constexpr std::uint64_t steps_before_expected = 64;
constexpr std::uint64_t bytes_per_step = 16;
constexpr unsigned max_traced_records = 20'000;

}  // namespace

struct StallWatch::Hash {
  Hash() { XXH3_128bits_reset(&state_); }

  void add(const void* data, std::size_t bytes) { XXH3_128bits_update(&state_, data, bytes); }
  template <class T>
  requires std::has_unique_object_representations_v<T>
  void add(const T& value) {
    const auto bytes = std::as_bytes(std::span(&value, 1));
    add(bytes.data(), bytes.size());
  }
  void add(const ObjectEntry& object) {
    add(object.bytes, object.size);
    add(object.shadow, object.size);
  }
  Digest digest() const {
    const XXH128_hash_t hash = XXH3_128bits_digest(&state_);
    return {hash.low64, hash.high64};
  }

 private:
  XXH3_state_t state_;
};

StallWatch::StallWatch(const Program& program, Sees sees) : program_(program), sees_(sees) {
  if (sees == Sees::everything)
    resources_ = program.request.memories.size() + 1 + program.request.buffers.size();
}

void StallWatch::start_workgroup() {
  steps_ = 0;
  cost_ = is_expected_ ? steps_before_expected : steps_before_looks;
  looks_ = 0;
  next_saved_ = 1;
}

void StallWatch::expect() {
  is_expected_ = true;
  start_workgroup();
}

std::uint64_t StallWatch::bytes_of_check(const AddressSpace& memory) const {
  std::uint64_t bytes = 0;
  for (std::size_t id = 1; id <= resources_; ++id)
    bytes += 2 * memory.object(static_cast<std::uint32_t>(id)).size;
  return bytes;
}

// Brent's algorithm for cycle detection: compares with a saved state that is replaced at growing intervals.
bool StallWatch::repeats(std::span<const Subgroup> subgroups, std::uint64_t steps) {
  steps_ += steps;
  if (steps_ < cost_) return false;
  const std::uint64_t bytes = bytes_of_check(*subgroups.front().memory);
  const bool is_first = looks_ == 0 && !is_expected_;
  if (is_first && steps_ < std::min(bytes * steps_per_byte, most_steps_before_looks)) return false;
  steps_ = 0;
  const bool is_separate = std::ranges::any_of(
      subgroups, [](const Subgroup& subgroup) { return subgroup.separate != nullptr; });
  if (is_separate) return false;
  const Digest now = digest(subgroups);
  const std::uint64_t of_registers = subgroups.size() * program_.registers.units * slot_unit;
  // Schedules depend on when a stall is detected, which must not depend on additional records.
  cost_ = is_expected_ ? std::max(steps_before_expected, bytes / bytes_per_step)
                       : (bytes + of_registers) * steps_per_byte;
  ++looks_;
  if (looks_ > 1 && now == saved_) return true;
  if (looks_ == next_saved_) {
    saved_ = now;
    next_saved_ *= 2;
  }
  return false;
}

// All state on which execution depends.
StallWatch::Digest StallWatch::digest(std::span<const Subgroup> subgroups) const {
  Hash hash;
  for (const Subgroup& subgroup : subgroups) {
    if (subgroup.state != SubgroupState::finished)
      hash.add(subgroup.registers, std::size_t{program_.registers.units} * slot_unit);
    for_each_part_of_control(subgroup, subgroup.resume, [&](const auto& part) { hash.add(part); });
  }
  const AddressSpace& memory = *subgroups.front().memory;
  for (std::size_t id = 1; id <= resources_; ++id)
    hash.add(memory.object(static_cast<std::uint32_t>(id)));
  for (const WorkgroupVariable& variable : program_.workgroup_variables)
    hash.add(memory.object(variable.object));
  if (sees_ == Sees::everything) {
    for (const std::uint32_t variable : program_.global_variables)
      hash.add(memory.object(variable));
  }
  for (const LaneAddressPlane& plane : program_.registers.lane_addresses)
    hash.add(memory.find(plane.base));
  return hash.digest();
}

// --- text ---

namespace {

// Whether it reads memory that other invocations may write: through a pointer, or texels of an image.
struct SharedReads {
  bool pointer = false, image = false;
};
SharedReads shared_reads(const Program& program, const Instruction& instruction) {
  SharedReads reads;
  for (const MemoryOperand& operand :
       memory_operands_of(*program.registry, *program.module, instruction)) {
    if (!operand.reads) continue;
    const Id id = instruction.id(operand.operand);
    reads.pointer |= points_to_shared_memory(*program.module, id);
    reads.image |= is_storage_image(*program.module, id);
  }
  return reads;
}

unsigned bytes_of(const Program& program, Slot slot) {
  const auto plane = std::ranges::find(program.registers.planes, slot, &Plane::slot);
  return plane == program.registers.planes.end() ? 0 : plane->type.bytes;
}

// An address from which a record of an instruction reads, and what is there.
struct ReadAddress {
  const ObjectEntry* object = nullptr;  // null: the record uses no address of an object
  std::uint64_t address = 0;
  std::uint64_t offset = 0;
};
ReadAddress place_of_read(const Subgroup& subgroup, const Record& record) {
  if (bytes_of(*subgroup.program, record.operand[0]) != ScalarType::pointer().bytes) return {};
  const std::uint64_t address =
      subgroup.values<std::uint64_t>(record.operand[0])[subgroup.active.lowest()];
  const ObjectEntry& object = subgroup.memory->find(address);
  if (object.allocation == nullptr) return {};
  return {&object, address, AddressSpace::offset(address)};
}

std::string text_of(const ReadAddress& place, const Subgroup& subgroup,
                    const Instruction& instruction) {
  const Module& module = *subgroup.program->module;
  std::string text = element_name(*subgroup.program, *subgroup.memory, place.address);
  const SourceLocation source = module.source(instruction.line);
  if (source.line != 0) text += " (" + source.file + ":" + std::to_string(source.line) + ")";
  return text;
}

// The word that becomes the result of a record; none if no other workgroup can change it.
std::optional<WatchedWord> word_read(const Program& program, const Record& record,
                                     const ReadAddress& place) {
  const unsigned size = record.result == no_slot ? 0 : bytes_of(program, record.result);
  const ObjectEntry& object = *place.object;
  const bool is_own = object.allocation->kind == MemoryKind::workgroup;
  if (is_own || size == 0 || size > sizeof(std::uint64_t) || place.offset >= object.size ||
      size > object.size - place.offset)
    return std::nullopt;
  WatchedWord word{object.bytes + place.offset, size};
  word.value = word.read();
  return word;
}

// What the records of a round of the loop read.
class SpinReads {
 public:
  SpinReads(Subgroup& subgroup, Spin& spin) : subgroup_(subgroup), spin_(spin) {}

  void note(const Record& record) {
    const Program& program = *subgroup_.program;
    const Instruction& instruction =
        program.module->instruction(program.origins[record.origin].instruction);
    const SharedReads reads = shared_reads(program, instruction);
    spin_.reads_shared_memory |= reads.image;
    if (!reads.pointer || subgroup_.active.none()) return;
    const ReadAddress place = place_of_read(subgroup_, record);
    if (place.object == nullptr) return;
    if (named_.insert(record.origin).second)
      add_name(record, text_of(place, subgroup_, instruction));
    if (watched_.contains(record.origin)) return;
    if (const auto word = word_read(program, record, place)) {
      watched_.insert(record.origin);
      spin_.words.push_back(*word);
    }
  }

 private:
  void add_name(const Record& record, const std::string& text) {
    constexpr std::size_t most_names = 64;
    if (spin_.reads.empty()) {
      spin_.origin = record.origin;
      spin_.lanes = subgroup_.active;
    }
    if (named_.size() < most_names) spin_.reads += (spin_.reads.empty() ? "" : ", ") + text;
  }

  Subgroup& subgroup_;
  Spin& spin_;
  std::set<std::uint32_t> named_, watched_;  // origins
};

}  // namespace

std::uint64_t WatchedWord::read() const {
  std::uint64_t word = 0;
  std::memcpy(&word, bytes, size);
  return word;
}

Spin describe_spin(Subgroup& subgroup) {
  Spin spin;
  const Record* const start = subgroup.resume != nullptr ? subgroup.resume : subgroup.code;
  spin.start = spin.origin = start->origin;
  spin.subgroup = subgroup.id;
  spin.steps = subgroup.steps;
  spin.lanes = subgroup.active;
  spin.who = describe_lanes(subgroup, spin.lanes);
  if (subgroup.separate != nullptr || subgroup.state != SubgroupState::runnable) {
    spin.reads_shared_memory = true;  // not known, so assumed
    return spin;
  }
  spin.others = describe_other_lanes(subgroup);
  SpinReads reads(subgroup, spin);
  subgroup.step_limit = ~std::uint64_t{0};
  const Record* record = start;
  for (unsigned i = 0; i < max_traced_records && record != nullptr; ++i) {
    reads.note(*record);
    record = record->handler(subgroup, record);
    if (record == start || subgroup.state != SubgroupState::runnable) break;
  }
  if (record != nullptr) subgroup.resume = record;
  spin.reads_shared_memory |= !spin.reads.empty();
  spin.who = describe_lanes(subgroup, spin.lanes);
  return spin;
}

std::string text_of(const Spin& spin) {
  const bool is_one = spin.lanes.count() == 1;
  std::string text = spin.who;
  if (!spin.reads.empty()) {
    text += (is_one ? " spins on " : " spin on ") + spin.reads + ", and nothing changes it";
  } else if (spin.reads_shared_memory) {
    text += is_one ? " repeats the same state" : " repeat the same state";
  } else {
    text += is_one ? " repeats the same state and reads no memory that another invocation can write"
                   : " repeat the same state and read no memory that another invocation can write";
  }
  if (!spin.others.empty()) text += "; " + spin.others;
  return text;
}

}  // namespace spirv_oracle
