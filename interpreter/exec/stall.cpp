#include "interpreter/exec/stall.h"

#include <algorithm>
#include <cstring>
#include <set>

#include "interpreter/exec/barriers.h"
#include "interpreter/ir/program.h"
#include "interpreter/loader/module.h"

namespace spirv_oracle {
namespace {

constexpr std::uint64_t steps_before_looks = 1u << 22;
constexpr std::uint64_t bytes_per_step = 16;  // steps that a look at so many bytes counts as
constexpr unsigned max_traced_records = 20'000;

}  // namespace

struct StallWatch::Hash {
  Digest value;

  void add(std::uint64_t word) {
    value.low = (value.low ^ word) * 0x9E3779B97F4A7C15ull;
    value.low ^= value.low >> 32;
    value.high = (value.high + word) * 0xC2B2AE3D27D4EB4Full;
    value.high ^= value.high >> 29;
  }
  void add(const void* data, std::size_t bytes) {
    const auto* from = static_cast<const std::byte*>(data);
    for (; bytes >= sizeof(std::uint64_t); bytes -= sizeof(std::uint64_t)) {
      std::uint64_t word;
      std::memcpy(&word, from, sizeof word);
      add(word);
      from += sizeof word;
    }
    std::uint64_t last = 0;
    std::memcpy(&last, from, bytes);
    add(last);
  }
  void add(const LaneMask& lanes) {
    add(lanes.words[0]);
    add(lanes.words[1]);
  }
  void add(const void* pointer) { add(reinterpret_cast<std::uintptr_t>(pointer)); }
  void add(const ObjectEntry& object) {
    add(object.bytes, object.size);
    add(object.shadow, object.size);
  }
};

StallWatch::StallWatch(const Program& program, const Dispatch& dispatch, Sees sees)
    : program_(program), sees_(sees) {
  if (sees == Sees::everything) resources_ = dispatch.memories.size() + 1 + dispatch.buffers.size();
}

void StallWatch::start_workgroup() {
  steps_ = 0;
  cost_ = steps_before_looks;
  looks_ = 0;
  next_saved_ = 1;
}

// Brent's way to find a cycle: compares with a state that is replaced ever more seldom.
bool StallWatch::repeats(std::span<const Subgroup> subgroups, std::uint64_t steps) {
  steps_ += steps;
  if (steps_ < cost_) return false;
  steps_ = 0;
  const bool is_separate = std::ranges::any_of(
      subgroups, [](const Subgroup& subgroup) { return subgroup.separate != nullptr; });
  if (is_separate) return false;
  const Digest now = digest(subgroups);
  std::uint64_t bytes = subgroups.size() * program_.register_units * slot_unit;
  for (std::size_t id = 1; id <= resources_; ++id)
    bytes += 2 * subgroups.front().memory->object(static_cast<std::uint32_t>(id)).size;
  cost_ = bytes * bytes_per_step;
  ++looks_;
  if (looks_ > 1 && now == saved_) return true;
  if (looks_ == next_saved_) {
    saved_ = now;
    next_saved_ *= 2;
  }
  return false;
}

// All that decides what happens next. Counters of iterations only name dynamic instances.
StallWatch::Digest StallWatch::digest(std::span<const Subgroup> subgroups) const {
  Hash hash;
  for (const Subgroup& subgroup : subgroups) {
    hash.add(static_cast<std::uint64_t>(subgroup.state));
    if (subgroup.state == SubgroupState::finished) continue;
    hash.add(subgroup.registers, std::size_t{program_.register_units} * slot_unit);
    hash.add(subgroup.resume);
    hash.add(subgroup.barrier);
    hash.add(subgroup.active);
    hash.add(subgroup.alive);
    hash.add(subgroup.depth);
    for (std::uint32_t d = 0; d <= subgroup.depth; ++d) {
      const Frame& frame = subgroup.frames[d];
      hash.add(frame.construct);
      hash.add(frame.entered);
      hash.add(frame.at_merge.lanes);
      hash.add(frame.at_continue.lanes);
      hash.add(frame.at_header.lanes);
      hash.add(frame.pending_base);
    }
    for (const Pending& pending : subgroup.pending) {
      hash.add(pending.pc);
      hash.add(pending.lanes);
    }
    hash.add(subgroup.graph);
    for (const Waiting& meeting : subgroup.meetings) hash.add(meeting.lanes);
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
  for (const LaneAddressPlane& plane : program_.lane_addresses) hash.add(memory.find(plane.base));
  return hash.value;
}

// --- for people ---

namespace {

bool reads_memory(const Instruction& instruction) {
  return instruction.opcode == spv::Op::OpLoad || instruction.opcode == spv::Op::OpAtomicLoad ||
         instruction.opcode == spv::Op::OpAtomicExchange ||
         instruction.opcode == spv::Op::OpAtomicFlagTestAndSet ||
         instruction.opcode == spv::Op::OpAtomicCompareExchange ||
         instruction.opcode == spv::Op::OpAtomicCompareExchangeWeak ||
         (instruction.opcode >= spv::Op::OpAtomicIIncrement &&
          instruction.opcode <= spv::Op::OpAtomicXor);
}

// Where a record reads memory that other invocations may write; "" if it does not.
std::string shared_read(const Subgroup& subgroup, const Op& op) {
  const Program& program = *subgroup.program;
  const Instruction& instruction =
      program.module->instruction(program.origins[op.origin].instruction);
  if (!reads_memory(instruction)) return {};
  const Instruction* pointer = program.module->definition(instruction.id(2));
  const Instruction* type =
      pointer == nullptr ? nullptr : program.module->definition(pointer->type);
  if (type == nullptr) return {};
  switch (static_cast<spv::StorageClass>(type->literal(1))) {
    case spv::StorageClass::StorageBuffer:
    case spv::StorageClass::Uniform:
    case spv::StorageClass::PhysicalStorageBuffer:
    case spv::StorageClass::CrossWorkgroup:
    case spv::StorageClass::Generic:
    case spv::StorageClass::Workgroup:
      break;
    default:
      return {};
  }
  const std::uint64_t address =
      subgroup.values<std::uint64_t>(op.operand[0])[subgroup.active.lowest()];
  const ObjectEntry& object = subgroup.memory->find(address);
  if (object.allocation == nullptr) return {};
  std::string text =
      "byte " + std::to_string(AddressSpace::offset(address)) + " of " + object.allocation->name;
  const SourceLocation source = program.module->source(instruction.line);
  if (source.line != 0) text += " (" + source.file + ":" + std::to_string(source.line) + ")";
  return text;
}

}  // namespace

Spin describe_spin(Subgroup& subgroup) {
  Spin spin;
  const Op* const start = subgroup.resume != nullptr ? subgroup.resume : subgroup.code;
  spin.origin = start->origin;
  spin.lanes = subgroup.active;
  if (subgroup.separate != nullptr || subgroup.state != SubgroupState::runnable) return spin;
  const std::string others = describe_other_lanes(subgroup);
  std::set<std::uint32_t> seen;
  std::string reads;
  subgroup.step_limit = ~std::uint64_t{0};
  const Op* op = start;
  for (unsigned i = 0; i < max_traced_records && op != nullptr; ++i) {
    if (subgroup.active.any() && seen.insert(op->origin).second) {
      const std::string read = shared_read(subgroup, *op);
      if (!read.empty() && reads.empty()) {
        spin.origin = op->origin;
        spin.lanes = subgroup.active;
      }
      if (!read.empty() && seen.size() < 64) reads += (reads.empty() ? "" : ", ") + read;
    }
    op = op->handler(subgroup, op);
    if (op == start || subgroup.state != SubgroupState::runnable) break;
  }
  spin.text = describe_lanes(subgroup, spin.lanes) +
              (spin.lanes.count() == 1 ? " reads " : " read ") +
              (reads.empty() ? "no memory that others can write"
                             : reads + " again and again, and nothing changes it");
  if (!others.empty()) spin.text += "; " + others;
  return spin;
}

}  // namespace spirv_oracle
