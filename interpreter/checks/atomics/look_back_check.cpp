#include "interpreter/checks/atomics/look_back_check.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "interpreter/checks/atomics/accessed_atomically.h"
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

// A plane with its number of bytes (0: Booleans).
struct SizedPlane {
  Slot slot = no_slot;
  unsigned bytes = 0;
};

// Two words for each, after their number.
std::vector<SizedPlane> planes_in(const std::uint32_t*& words) {
  std::vector<SizedPlane> planes(*words++);
  for (SizedPlane& plane : planes) {
    plane = {words[0], words[1]};
    words += 2;
  }
  return planes;
}

void add_planes(std::vector<std::uint32_t>& words, const std::vector<SizedPlane>& planes) {
  words.push_back(static_cast<std::uint32_t>(planes.size()));
  for (const SizedPlane& plane : planes) {
    words.push_back(plane.slot);
    words.push_back(plane.bytes);
  }
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
        address_(record.operand[0]) {
    const LaneMask lanes = subgroup.active & ~subgroup.header(address_).undefined;
    const bool is_uncertain = subgroup.uncertain != nullptr && subgroup.uncertain->is_inside();
    are_known_ =
        lanes.any() && !is_uncertain && races_.is_looking() && subgroup.separate == nullptr;
    if (!are_known_) return;
    lanes.for_each([&](unsigned lane) {
      Load& load = loads_.emplace_back();
      load.lane = lane;
      are_known_ = are_known_ && find_state(load, subgroup.data + record.extra);
    });
  }

  bool are_known() const { return are_known_; }
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
  // Words: bytes, number of the load, whether the loop depends on the invocation and on the workgroup, the planes that are live, and those
  // of the sums.
  bool find_state(Load& load, const std::uint32_t* words) {
    const std::uint64_t address = this->address(load);
    const auto location = shared_location(subgroup_, races_, address);
    const unsigned bytes = *words++;
    if (!location || location->workgroup != 0 || bytes < 4 || address % bytes != 0) return false;
    const RaceWatch::Bytes& owner =
        races_.bytes_of(*subgroup_.memory, address >> AddressSpace::offset_bits);
    LookBacks::State& state = load.state;
    state.bytes = {*location, owner.begin + AddressSpace::offset(address), bytes};
    state.load = *words++;
    state.invocation = {static_cast<std::uint32_t>(subgroup_.workgroup_index),
                        races_.invocation(subgroup_, load.lane)};
    state.live.push_back(*words++ != 0 ? state.invocation.invocation : 0);
    state.live.push_back(*words++ != 0 ? state.invocation.workgroup : 0);
    for (const SizedPlane& plane : planes_in(words)) {
      if (!is_certain(subgroup_, plane.slot, load.lane)) return false;
      state.live.push_back(component_bits(subgroup_, plane.slot, plane.bytes, load.lane));
    }
    for (const SizedPlane& plane : planes_in(words)) {
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
  std::vector<Load> loads_;
  bool are_known_ = false;
};

const Record* begin_look_back(Subgroup& subgroup, const Record* record) {
  OrderProof* proof = proof_of_look_back(subgroup);
  if (proof == nullptr) return record + 1;
  LookBackLoads loads(subgroup, *record, *proof);
  if (!loads.are_known() || (proof->marks() && !loads.find_certain_words())) {
    proof->look_backs().fail();
    proof->fail();
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

// Operand 1: the plane of the result.
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
    proof->look_backs().end_load(load.state, component_bits(subgroup, result, bytes, load.lane));
  }
  return record + 1;
}

// Words: the planes of the sums, the number of other planes, and these.
const Record* leave_look_back(Subgroup& subgroup, const Record* record) {
  OrderProof* proof = proof_of_look_back(subgroup);
  if (proof == nullptr || !proof->look_backs().is_any_inside()) return record + 1;
  const std::uint32_t* words = subgroup.data + record->extra;
  const std::vector<SizedPlane> sums = planes_in(words);
  const std::span<const Slot> others(words + 1, words[0]);
  const RaceWatch& races = *subgroup.workgroup->observers().races;
  subgroup.active.for_each([&](unsigned lane) {
    std::vector<std::optional<std::uint64_t>> values;
    for (const SizedPlane& plane : sums) {
      values.emplace_back();
      if (plane.slot != no_slot)
        values.back() = component_bits(subgroup, plane.slot, plane.bytes, lane);
    }
    const LookBacks::Invocation invocation{static_cast<std::uint32_t>(subgroup.workgroup_index),
                                           races.invocation(subgroup, lane)};
    const auto exit = static_cast<std::uint64_t>(record - subgroup.code);
    if (!proof->look_backs().leave(invocation, exit, values) || !proof->marks()) return;
    for (const Slot slot : others) {
      PlaneHeader& header = subgroup.header(slot);
      if (header.undefined.test(lane)) continue;
      header.implementation_dependent.set(lane);
      subgroup.indeterminate_bits.set_all(slot, lane);
    }
  });
  return record + 1;
}

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
  std::vector<std::uint32_t> words{bytes, lowering.builder().origin(),
                                   load->loop->depends_on_invocation ? 1u : 0u,
                                   load->loop->depends_on_workgroup ? 1u : 0u};
  add_planes(words, *live);
  add_planes(words, *sums);
  LoadWords found{lowering.add_data(words), slots_of(*live)};
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

void emit_end_of_look_back(Lowering& lowering, const Instruction& instruction) {
  if (!is_enabled_for_look_back(lowering)) return;
  for (const LookBackLoops::End& end : loops_of(lowering).before(instruction)) {
    const auto sums = planes_at(lowering, end);
    const auto others = planes_of(lowering, end.exit->others);
    if (!sums || !others) continue;
    std::vector<std::uint32_t> words;
    add_planes(words, *sums);
    std::vector<Slot> marked = slots_of(*others);
    std::erase_if(marked, [&](Slot slot) { return lowering.builder().is_constant(slot); });
    words.push_back(static_cast<std::uint32_t>(marked.size()));
    words.insert(words.end(), marked.begin(), marked.end());
    const std::uint32_t record =
        lowering.emit(&leave_look_back, no_slot, {}, lowering.add_data(words));
    std::vector<Slot> reads = slots_of(*sums);
    std::erase(reads, no_slot);
    reads.insert(reads.end(), marked.begin(), marked.end());
    lowering.describe(record, {.reads = reads, .writes = marked});
  }
}

}  // namespace spirv_oracle
