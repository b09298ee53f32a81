#include "interpreter/checks/atomics/look_back_check.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "interpreter/checks/atomics/accessed_atomically.h"
#include "interpreter/checks/atomics/look_back_words.h"
#include "interpreter/checks/atomics/window_steps.h"
#include "interpreter/exec/orders/order_proof.h"
#include "interpreter/exec/race_watch.h"
#include "interpreter/exec/section_access.h"
#include "interpreter/exec/state/component_bits.h"
#include "interpreter/exec/tangles/uncertain_branches.h"
#include "interpreter/exec/workgroup.h"
#include "interpreter/loader/pointers.h"
#include "interpreter/lowering/lowered_function.h"
#include "interpreter/lowering/synchronization/look_back_loops.h"

namespace spirv_oracle {
namespace {

// Null if the run is not one of a proof that knows such loops.
OrderProof* proof_of_look_back(const Subgroup& subgroup) {
  const RaceWatch* races = subgroup.workgroup->observers().races;
  OrderProof* proof = races != nullptr ? races->order_proof() : nullptr;
  return proof != nullptr && proof->knows_look_back() && proof->holds() ? proof : nullptr;
}

bool is_certain(const Subgroup& subgroup, Slot slot, unsigned lane) {
  const PlaneHeader& header = subgroup.header(slot);
  return !header.undefined.test(lane) && !header.implementation_dependent.test(lane);
}

// --- records ---

// The loads of the active lanes. Each of them looks back for itself.
class LookBackLoads {
 public:
  struct Load {
    unsigned lane = 0;
    LookBacks::State state;
  };

  LookBackLoads(Subgroup& subgroup, const Record& record, OrderProof& proof)
      : subgroup_(subgroup),
        races_(*subgroup.workgroup->observers().races),
        look_backs_(proof.look_backs()),
        address_(record.operand[0]),
        words_(LookBackLoad::read(subgroup.data + record.extra)) {
    const LaneMask lanes = subgroup.active & ~subgroup.header(address_).undefined;
    const bool is_uncertain = subgroup.uncertain != nullptr && subgroup.uncertain->is_inside();
    are_known_ =
        lanes.any() && !is_uncertain && races_.is_looking() && subgroup.separate == nullptr;
    if (!are_known_) return;
    lanes.for_each([&](unsigned lane) {
      Load& load = loads_.emplace_back();
      load.lane = lane;
      are_known_ = are_known_ && find_state(load);
    });
  }

  bool are_known() const { return are_known_; }
  bool are_together() const { return words_.is_together; }
  const std::vector<Load>& all() const { return loads_; }
  // The releases from which the load acquires; null: there are none.
  LookBacks::Releases* releases(const Load& load) {
    const std::uint64_t address = this->address(load);
    const RaceWatch::Bytes& bytes =
        races_.bytes_of(*subgroup_.memory, address >> AddressSpace::offset_bits);
    const std::uint64_t offset = bytes.begin + AddressSpace::offset(address);
    RaceShadow& shadow = races_.shadow(*subgroup_.memory, bytes.object);
    const RaceCell* cell = shadow.word(offset);
    return cell != nullptr && cell->has_side() ? &shadow.side(offset).releases : nullptr;
  }
  // Whether what the loops load after these loads has no marks.
  bool find_certain_words() const {
    return std::ranges::all_of(loads_,
                               [&](const Load& load) { return finds_certain_words(load.state); });
  }

 private:
  std::uint64_t address(const Load& load) const {
    return subgroup_.values<std::uint64_t>(address_)[load.lane];
  }
  bool finds_certain_words(const LookBacks::State& state) const {
    return std::ranges::all_of(look_backs_.words_of(state), [&](const auto& location) {
      const ObjectEntry& object = subgroup_.memory->object(location.object);
      const std::uint64_t begin = 4 * location.word;
      const std::uint64_t end = std::min<std::uint64_t>(begin + 4, object.size);
      return begin < end &&
             std::all_of(object.shadow + begin, object.shadow + end,
                         [](Definedness state) { return state == Definedness::defined; });
    });
  }
  bool find_state(Load& load) {
    const auto bytes = look_back_bytes(subgroup_, races_, address(load), words_.bytes);
    if (!bytes) return false;
    LookBacks::State& state = load.state;
    state.bytes = *bytes;
    state.load = words_.number;
    state.invocation = {static_cast<std::uint32_t>(subgroup_.workgroup_index),
                        races_.invocation(subgroup_, load.lane)};
    state.live.push_back(words_.depends_on_invocation ? state.invocation.invocation : 0);
    state.live.push_back(words_.depends_on_workgroup ? state.invocation.workgroup : 0);
    for (const SizedPlane& plane : words_.live) {
      if (!is_certain(subgroup_, plane.slot, load.lane)) return false;
      state.live.push_back(component_bits(subgroup_, plane.slot, plane.bytes, load.lane));
    }
    for (const SizedPlane& plane : words_.sums) {
      if (subgroup_.header(plane.slot).undefined.test(load.lane)) return false;
      state.sums.emplace_back(component_bits(subgroup_, plane.slot, plane.bytes, load.lane),
                              plane.bytes);
    }
    return true;
  }

  Subgroup& subgroup_;
  RaceWatch& races_;
  LookBacks& look_backs_;
  Slot address_;
  LookBackLoad words_;
  std::vector<Load> loads_;
  bool are_known_ = false;
};

}  // namespace

const Record* begin_look_back(Subgroup& subgroup, const Record* record) {
  OrderProof* proof = proof_of_look_back(subgroup);
  if (proof == nullptr) return record + 1;
  LookBackLoads loads(subgroup, *record, *proof);
  if (!loads.are_known() || (proof->marks() && !loads.find_certain_words())) {
    proof->look_backs().fail();
    proof->fail();
    return record + 1;
  }
  if (loads.are_together()) {
    LookBacks& look_backs = proof->look_backs();
    const bool is_shown =
        !look_backs.explores_windows() ||
        WindowSteps(*subgroup.workgroup->observers().races, look_backs).find(subgroup, *record);
    if (!is_shown) proof->fail();
    return record + 1;
  }
  if (loads.all().size() > 1)
    proof->look_backs().note_common_load(static_cast<std::uint32_t>(subgroup.workgroup_index),
                                         subgroup.id);
  for (const LookBackLoads::Load& load : loads.all()) {
    const LookBacks::Value* older = proof->look_backs().begin_load(load.state);
    auto& pending = proof->look_backs().pending();
    // All lanes that load one location find the same value.
    if (older == nullptr || pending.contains(load.state.bytes.location)) continue;
    LookBacks::Releases* releases = loads.releases(load);
    if (releases == nullptr && older->releases) proof->fail();
    LookBacks::Pending& found = pending[load.state.bytes.location];
    found.value = older->bits;
    if (releases == nullptr) continue;
    found.releases = *releases;
    if (older->releases) {
      *releases = *older->releases;
    } else {
      releases->clear();
    }
  }
  return record + 1;
}

const Record* end_look_back(Subgroup& subgroup, const Record* record) {
  OrderProof* proof = proof_of_look_back(subgroup);
  if (proof == nullptr) return record + 1;
  auto pending = std::exchange(proof->look_backs().pending(), {});
  LookBackLoads loads(subgroup, *record, *proof);
  if (!loads.are_known()) {
    proof->fail();
    return record + 1;
  }
  const Slot result = record->operand[1];
  for (const LookBackLoads::Load& load : loads.all()) {
    const unsigned bytes = load.state.bytes.size;
    if (const auto older = pending.find(load.state.bytes.location); older != pending.end()) {
      LookBacks::Pending& found = older->second;
      if (found.releases) *loads.releases(load) = *std::exchange(found.releases, std::nullopt);
      for_width(bytes, [&]<class T>() {
        if constexpr (!std::is_same_v<T, bool>)
          subgroup.values<T>(result)[load.lane] = static_cast<T>(found.value);
      });
    }
    if (!is_certain(subgroup, result, load.lane)) proof->fail();
    const std::uint64_t value = component_bits(subgroup, result, bytes, load.lane);
    if (loads.are_together()) {
      proof->look_backs().load_together(load.state.invocation.workgroup, subgroup.id,
                                        load.state.bytes, value);
    } else {
      proof->look_backs().end_load(load.state, value);
    }
  }
  return record + 1;
}

// The values depend on where the loop has ended.
static void mark(Subgroup& subgroup, const std::vector<Slot>& slots, unsigned lane) {
  for (const Slot slot : slots) {
    PlaneHeader& header = subgroup.header(slot);
    if (header.undefined.test(lane)) continue;
    header.implementation_dependent.set(lane);
    subgroup.indeterminate_bits.set_all(slot, lane);
  }
}

const Record* leave_look_back(Subgroup& subgroup, const Record* record) {
  OrderProof* proof = proof_of_look_back(subgroup);
  if (proof == nullptr) return record + 1;
  LookBacks& look_backs = proof->look_backs();
  const auto workgroup = static_cast<std::uint32_t>(subgroup.workgroup_index);
  const LookBackEnd end = LookBackEnd::read(subgroup.data + record->extra);
  if (end.is_together) {
    if (end.loop == 0) proof->fail();
    const LaneMask inside = look_backs.leave_together(workgroup, subgroup.id, subgroup.active);
    if (proof->marks()) inside.for_each([&](unsigned lane) { mark(subgroup, end.others, lane); });
    return record + 1;
  }
  if (!look_backs.is_any_inside()) return record + 1;
  const RaceWatch& races = *subgroup.workgroup->observers().races;
  subgroup.active.for_each([&](unsigned lane) {
    std::vector<std::optional<std::uint64_t>> values;
    for (const SizedPlane& plane : end.sums) {
      values.emplace_back();
      if (plane.slot != no_slot)
        values.back() = component_bits(subgroup, plane.slot, plane.bytes, lane);
    }
    const LookBacks::Invocation invocation{workgroup, races.invocation(subgroup, lane)};
    const auto exit = static_cast<std::uint64_t>(record - subgroup.code);
    if (look_backs.leave(invocation, exit, values) && proof->marks())
      mark(subgroup, end.others, lane);
  });
  return record + 1;
}

namespace {

// --- lowering ---

struct LookBackNotes {
  std::shared_ptr<LookBackLoops> loops;
};

LookBackLoops& loops_of(Lowering& lowering) {
  auto& loops = lowering.notes<LookBackNotes>().loops;
  if (loops == nullptr)
    loops = std::make_shared<LookBackLoops>(lowering.module(), lowering.registry(),
                                            lowering.analysis());
  return *loops;
}

bool is_enabled_for_look_back(const Lowering& lowering) {
  return lowering.request().check_races && lowering.request().follows_uncertain_branches;
}

// The planes of a result, or of what a variable of the function holds.
std::vector<SizedPlane> planes_of(Lowering& lowering, Id id) {
  const Instruction* definition = lowering.module().definition(id);
  const Value* local = lowering.function()->local_value(id);
  if (local != nullptr && !local->bound) return {};
  const Value& value = lowering.value(id);
  Id type = lowering.type_id_of(id);
  std::span<const Slot> slots = value.slots;
  if (definition->opcode == spv::Op::OpVariable) {
    if (!Lowering::in_planes(value)) return {};
    type = pointee_type(lowering.module(), id);
    slots = lowering.variable_slots(value.pointer, type);
  }
  if (lowering.type(type).kind == Type::Kind::pointer) {
    return slots.size() == 1 ? std::vector{SizedPlane{slots[0], 8}} : std::vector<SizedPlane>{};
  }
  const auto components = lowering.components(type);
  if (components.size() != slots.size()) return {};
  std::vector<SizedPlane> planes;
  for (std::size_t i = 0; i < slots.size(); ++i) planes.push_back({slots[i], components[i].bytes});
  return planes;
}

// None if those of one id are not known.
std::optional<std::vector<SizedPlane>> planes_of(Lowering& lowering, std::span<const Id> ids) {
  std::vector<SizedPlane> all;
  for (const Id id : ids) {
    const std::vector<SizedPlane> planes = planes_of(lowering, id);
    if (planes.empty()) return std::nullopt;
    all.insert(all.end(), planes.begin(), planes.end());
  }
  return all;
}

// Those of the sums where a loop ends. One that is not used from here on has no slots.
std::optional<std::vector<SizedPlane>> planes_at(Lowering& lowering,
                                                 const LookBackLoops::End& end) {
  std::vector<SizedPlane> all;
  for (std::size_t i = 0; i < end.exit->sums.size(); ++i) {
    const Id name = end.exit->sums[i];
    const auto& names = end.loop->sums[i];
    std::vector<SizedPlane> planes = planes_of(lowering, name != 0 ? name : *names.begin());
    if (planes.empty()) return std::nullopt;
    for (SizedPlane& plane : planes) plane.slot = name != 0 ? plane.slot : no_slot;
    all.insert(all.end(), planes.begin(), planes.end());
  }
  return all;
}

std::vector<Slot> slots_of(const std::vector<SizedPlane>& planes) {
  std::vector<Slot> slots;
  for (const SizedPlane& plane : planes) slots.push_back(plane.slot);
  return slots;
}

std::uint32_t number_of(const LookBackLoops::Loop& loop) {
  return loop.part.function().blocks[loop.header].label;
}

struct LoadWords {
  std::uint32_t data = 0;
  std::vector<Slot> reads;
};

std::optional<LoadWords> load_words(Lowering& lowering, const Instruction& instruction,
                                    unsigned bytes) {
  if (!is_enabled_for_look_back(lowering)) return std::nullopt;
  const auto load = loops_of(lowering).of_load(instruction);
  if (!load) return std::nullopt;
  const auto live = planes_of(lowering, load->live);
  const auto sums = planes_of(lowering, load->sums);
  if (!live || !sums) return std::nullopt;
  const LookBackLoad words{bytes,
                           lowering.builder().origin(),
                           load->loop->depends_on_invocation,
                           load->loop->depends_on_workgroup,
                           *live,
                           *sums,
                           load->loop->has_group_operations,
                           number_of(*load->loop),
                           load->inner_loops};
  LoadWords found{lowering.add_data(words.words()), slots_of(*live)};
  for (const SizedPlane& plane : *sums) found.reads.push_back(plane.slot);
  return found;
}

}  // namespace

void emit_look_back_begin(Lowering& lowering, const Instruction& instruction,
                          const AccessedAtomically& accessed) {
  const auto words = load_words(lowering, instruction, accessed.bytes);
  if (!words) return;
  const std::uint32_t record =
      lowering.emit(&begin_look_back, no_slot, {accessed.address}, words->data);
  lowering.describe(record, {.reads = words->reads});
}

bool emit_look_back_end(Lowering& lowering, const Instruction& instruction,
                        const AccessedAtomically& accessed) {
  const auto words = load_words(lowering, instruction, accessed.bytes);
  if (!words) return false;
  const std::uint32_t record =
      lowering.emit(&end_look_back, no_slot, {accessed.address, accessed.result}, words->data);
  lowering.describe(record, {.reads = words->reads, .writes = {accessed.result}});
  return true;
}

namespace {

void emit_leave(Lowering& lowering, const LookBackLoops::End& end) {
  const auto sums = planes_at(lowering, end);
  const auto others = planes_of(lowering, end.exit->others);
  const bool is_known = sums && others;
  // What follows the loop must not count as a part of it.
  if (!is_known && end.loop->has_group_operations)
    lowering.emit(&leave_look_back, no_slot, {}, lowering.add_data(LookBackEnd::unknown().words()));
  if (!is_known) return;
  LookBackEnd words{*sums, slots_of(*others), number_of(*end.loop), end.loop->has_group_operations};
  std::erase_if(words.others, [&](Slot slot) { return lowering.builder().is_constant(slot); });
  const std::uint32_t record =
      lowering.emit(&leave_look_back, no_slot, {}, lowering.add_data(words.words()));
  std::vector<Slot> reads = slots_of(*sums);
  std::erase(reads, no_slot);
  reads.insert(reads.end(), words.others.begin(), words.others.end());
  lowering.describe(record, {.reads = reads, .writes = words.others});
}

void emit_joint_operation(Lowering& lowering, const Instruction& instruction, unsigned first,
                          LookBackOperands::Kind kind) {
  std::vector<Id> ids;
  for (unsigned i = first; i < instruction.operand_count(); ++i) {
    const bool selects = kind == LookBackOperands::Kind::branch && i != first;
    if (instruction.operands[i].operand_class == OperandClass::id && !selects)
      ids.push_back(instruction.id(i));
  }
  const auto planes = planes_of(lowering, ids);
  LookBackOperands operands;
  if (planes) operands = {kind, *planes};
  const std::uint32_t record =
      lowering.emit(&begin_joint_operation, no_slot, {}, lowering.add_data(operands.words()));
  lowering.describe(record, {.reads = slots_of(operands.planes), .writes = {}});
}

// Between these records, a group operation combines what invocations have.
void emit_joint_operations(Lowering& lowering, const Instruction& instruction) {
  LookBackLoops& loops = loops_of(lowering);
  if (loops.together(instruction) == nullptr) return;
  // A block begins with its label.
  const std::uint32_t index = lowering.analysis().index_of(instruction);
  const Instruction& before = lowering.module().instruction(index - 1);
  if (loops.is_group_operation(before)) lowering.emit(&end_joint_operation, no_slot, {});
  if (loops.is_group_operation(instruction)) {
    emit_joint_operation(lowering, instruction, 2, LookBackOperands::Kind::group_operation);
  } else if (instruction.opcode == spv::Op::OpBranchConditional ||
             instruction.opcode == spv::Op::OpSwitch) {
    emit_joint_operation(lowering, instruction, 0, LookBackOperands::Kind::branch);
  }
}

}  // namespace

void emit_end_of_look_back(Lowering& lowering, const Instruction& instruction) {
  if (!is_enabled_for_look_back(lowering)) return;
  for (const LookBackLoops::End& end : loops_of(lowering).before(instruction))
    emit_leave(lowering, end);
  emit_joint_operations(lowering, instruction);
}

}  // namespace spirv_oracle
