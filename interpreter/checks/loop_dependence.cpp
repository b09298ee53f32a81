#include "interpreter/checks/loop_dependence.h"

#include <algorithm>
#include <string>

#include "interpreter/checks/accessed_operands.h"
#include "interpreter/exec/report/element_name.h"
#include "interpreter/exec/report/report.h"
#include "interpreter/exec/workgroup.h"
#include "interpreter/loader/pointers.h"
#include "interpreter/lowering/lowered_function.h"

namespace spirv_oracle {
namespace {

constexpr std::uint32_t any_length = 0xFFFFFFFF;

// operand 0: IndependentLoop::before; operand 1: IndependentLoop::iteration.
const Record* begin_loop(Subgroup& subgroup, const Record* record) {
  auto* before = subgroup.values<std::uint64_t>(record->operand[0]);
  const auto* iteration = subgroup.values<std::uint64_t>(record->operand[1]);
  subgroup.active.for_each([&](unsigned lane) { before[lane] = iteration[lane]; });
  return record + 1;
}

const Record* note_iteration(Subgroup& subgroup, const Record* record) {
  auto* iteration = subgroup.values<std::uint64_t>(record->operand[0]);
  subgroup.active.for_each([&](unsigned lane) { ++iteration[lane]; });
  return record + 1;
}

// Two accesses of one invocation, for the report.
struct Dependence {
  unsigned lane = 0;
  bool earlier_writes = false;
  std::uint64_t earlier = 0, later = 0;  // iterations, the first is 1
  std::uint64_t address = 0;
};

// Operand 0 of a record is the address; its words in Program::data: { length, writes, the planes `before` and `iteration` of the
// IndependentLoop, count, (offset, bytes) * count }.
class IterationAccessNote {
 public:
  IterationAccessNote(Subgroup& subgroup, const Record& record)
      : subgroup_(subgroup),
        words_(subgroup.data + record.extra),
        address_(subgroup.values<std::uint64_t>(record.operand[0])),
        before_promise_(words_[2]),
        promise_(words_[3]),
        before_(subgroup.values<std::uint64_t>(before_promise_)),
        iteration_(subgroup.values<std::uint64_t>(promise_)) {}

  // Notes the access of a lane. Returns the first earlier access on which it depends.
  std::optional<Dependence> note(unsigned lane) {
    std::optional<Dependence> found;
    const ObjectEntry& object = subgroup_.memory->find(address_[lane]);
    if (object.allocation == nullptr || object.allocation->kind == MemoryKind::lane_private)
      return found;
    for (std::uint32_t i = 0; i < words_[4]; ++i) {
      const std::uint64_t begin = address_[lane] + words_[5 + 2 * i];
      for (std::uint64_t byte = begin; byte < begin + words_[6 + 2 * i]; ++byte) {
        const auto dependence = note_byte(lane, object, byte);
        if (!found) found = dependence;
      }
    }
    return found;
  }

 private:
  std::optional<Dependence> note_byte(unsigned lane, const ObjectEntry& object,
                                      std::uint64_t address) {
    const std::uint64_t offset = AddressSpace::offset(address);
    if (offset >= object.size) return std::nullopt;
    const bool writes = words_[1] != 0;
    // Buffers that share memory have different addresses, but the same bytes.
    const auto byte = reinterpret_cast<std::uintptr_t>(object.bytes + offset);
    const std::uint32_t invocation =
        subgroup_.program->layout_of(subgroup_.workgroup_index).invocation(subgroup_.id, lane);
    AccessHistory<IterationAccesses>& history = subgroup_.workgroup->state().iteration_accesses;
    IterationAccesses* seen = history.find({promise_, invocation, byte});
    // An iteration's own read must not replace the read of an earlier iteration.
    IterationAccesses* seen_before = history.find({before_promise_, invocation, byte});
    if (seen == nullptr || seen_before == nullptr) return std::nullopt;
    const std::uint64_t now = iteration_[lane];
    const auto depends_on = [&](std::uint64_t earlier) {
      return earlier > before_[lane] && earlier < now &&
             (words_[0] == any_length || now - earlier < words_[0]);
    };
    std::optional<Dependence> found;
    const std::uint64_t read = seen->read == now ? seen_before->read : seen->read;
    const bool after_write = depends_on(seen->written);
    if (after_write || (writes && depends_on(read))) {
      const std::uint64_t earlier = after_write ? seen->written : read;
      found = {lane, after_write, earlier - before_[lane], now - before_[lane], address};
    }
    if (writes) {
      seen->written = now;
    } else {
      seen_before->read = read;
      seen->read = now;
    }
    return found;
  }

  Subgroup& subgroup_;
  const std::uint32_t* words_;
  const std::uint64_t* address_;
  // Identify the loop in the history.
  Slot before_promise_, promise_;
  const std::uint64_t* before_;
  const std::uint64_t* iteration_;
};

const Record* note_loop_access(Subgroup& subgroup, const Record* record) {
  LaneMask lanes;
  std::optional<Dependence> first;
  IterationAccessNote note(subgroup, *record);
  (subgroup.active & ~subgroup.header(record->operand[0]).undefined).for_each([&](unsigned lane) {
    const auto found = note.note(lane);
    if (!found) return;
    lanes.set(lane);
    if (!first) first = found;
  });
  if (!first) [[likely]]
    return record + 1;
  const bool writes = subgroup.data[record->extra + 1] != 0;
  report(subgroup, *record, LoopDependence::dependent_iterations, lanes,
         "lane " + std::to_string(first->lane) + (writes ? " writes " : " reads ") +
             element_name(*subgroup.program, *subgroup.memory, first->address) + " in iteration " +
             std::to_string(first->later) + " and " + (first->earlier_writes ? "wrote" : "read") +
             " it in iteration " + std::to_string(first->earlier));
  return record + 1;
}

// Memory other than variables of the function. What an iteration leaves there, another may read.
bool is_outside(spv::StorageClass storage) {
  switch (storage) {
    case spv::StorageClass::StorageBuffer:
    case spv::StorageClass::Uniform:
    case spv::StorageClass::PhysicalStorageBuffer:
    case spv::StorageClass::Workgroup:
    case spv::StorageClass::CrossWorkgroup:
    case spv::StorageClass::Generic:
      return true;
    default:
      return false;
  }
}

}  // namespace

std::optional<IndependentLoop> start_independent_loop(Lowering& lowering,
                                                      const Instruction& merge) {
  if (merge.opcode != spv::Op::OpLoopMerge) return std::nullopt;
  constexpr unsigned control = 2;
  const auto has = [&](spv::LoopControlMask bit) {
    return (merge.literal(control) & static_cast<std::uint32_t>(bit)) != 0;
  };
  if (!has(spv::LoopControlMask::DependencyInfinite) &&
      !has(spv::LoopControlMask::DependencyLength)) {
    return std::nullopt;
  }
  IndependentLoop loop;
  loop.length =
      has(spv::LoopControlMask::DependencyInfinite) ? any_length : merge.literal(control + 1);
  loop.iteration = lowering.new_plane(ScalarType::unsigned_integer(8));
  loop.before = lowering.new_plane(ScalarType::unsigned_integer(8));
  lowering.describe(lowering.emit(&begin_loop, no_slot, {loop.before, loop.iteration}),
                    {.writes = {loop.before, loop.iteration}});
  return loop;
}

void count_iteration(Lowering& lowering, const IndependentLoop& loop) {
  lowering.describe(lowering.emit(&note_iteration, no_slot, {loop.iteration}),
                    {.writes = {loop.iteration}});
}

namespace {

// Emits a record that notes the bytes of an access in the loop.
void watch_access(Lowering& lowering, const IndependentLoop& loop, Slot address,
                  std::span<const MemoryComponent> components, bool writes) {
  std::vector<std::uint32_t> words = {loop.length, writes ? 1u : 0u, loop.before, loop.iteration,
                                      static_cast<std::uint32_t>(components.size())};
  for (const MemoryComponent& component : components) {
    words.push_back(static_cast<std::uint32_t>(component.offset));
    words.push_back(component.type.memory_bytes());
  }
  lowering.describe(lowering.emit(&note_loop_access, no_slot, {address}, lowering.add_data(words)),
                    {.reads = {loop.before, loop.iteration}});
}

}  // namespace

void watch_loop_dependences(Lowering& lowering, const Instruction& instruction) {
  if (lowering.function() == nullptr) return;
  const std::vector<IndependentLoop> loops = lowering.function()->independent_loops();
  const InstructionDefinition* definition = lowering.registry().find(instruction.opcode);
  if (loops.empty() || definition == nullptr || definition->atomic_operation) return;
  // An instruction reads before it writes.
  std::vector<MemoryOperand> accesses = accessed_operands(lowering, instruction);
  std::stable_partition(accesses.begin(), accesses.end(),
                        [](const MemoryOperand& a) { return a.reads; });
  for (const MemoryOperand& access : accesses) {
    const Id id = instruction.id(access.operand);
    if (lowering.type_of(id).kind != Type::Kind::pointer || !access.only_pointee) continue;
    const Value pointer = lowering.value(id);
    if (Lowering::in_planes(pointer) || !is_outside(lowering.type_of(id).storage_class)) {
      continue;
    }
    const auto components =
        memory_components(lowering.types(), accessed_type(lowering.module(), instruction, id),
                          pointer.pointer.matrix);
    const Slot address = lowering.slot(id, 0, ScalarType::pointer());
    for (const IndependentLoop& loop : loops)
      watch_access(lowering, loop, address, components, access.writes);
  }
}

}  // namespace spirv_oracle
