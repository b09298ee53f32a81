#include "interpreter/checks/uniform_result.h"

#include <algorithm>
#include <optional>
#include <string>

#include "interpreter/exec/report/report.h"
#include "interpreter/exec/state/component_bits.h"
#include "interpreter/exec/workgroup.h"
#include "interpreter/ir/program.h"

namespace spirv_oracle {
namespace {

// The list of components in Program::data: { 1 if the scope is wider than a subgroup, count,
// (slot, bytes) * count }.
struct Components {
  explicit Components(const std::uint32_t* words)
      : is_wide(words[0] != 0), count(words[1]), list(words + 2) {}
  Slot slot(std::uint32_t i) const { return list[2 * i]; }
  std::uint32_t bytes(std::uint32_t i) const { return list[2 * i + 1]; }

  bool is_wide;
  std::uint32_t count;
  const std::uint32_t* list;
};

// A component that has different values in two lanes.
struct Difference {
  Slot slot = 0;
  unsigned lane = 0, other = 0;
};

// Whether the value of a lane differs from the first one. An undefined value may equal any value.
std::optional<Difference> difference(const Subgroup& subgroup, const Components& components) {
  for (std::uint32_t i = 0; i < components.count; ++i) {
    const Slot slot = components.slot(i);
    const std::uint32_t bytes = components.bytes(i);
    const LaneMask defined = subgroup.active & ~subgroup.header(slot).undefined;
    if (defined.none()) continue;
    const unsigned lowest = defined.lowest();
    const std::uint64_t first = component_bits(subgroup, slot, bytes, lowest);
    LaneMask differing;
    defined.for_each([&](unsigned lane) {
      if (component_bits(subgroup, slot, bytes, lane) != first) differing.set(lane);
    });
    if (differing.any()) return Difference{slot, lowest, differing.lowest()};
  }
  return std::nullopt;
}

std::string describe(const Subgroup& subgroup, const Difference& difference) {
  const auto plane =
      std::ranges::find(subgroup.program->registers.planes, difference.slot, &Plane::slot);
  const auto lane = [&](unsigned number) {
    const std::string name = "lane " + std::to_string(number);
    return plane == subgroup.program->registers.planes.end()
               ? name
               : name + " computes " + format_component(subgroup, *plane, number);
  };
  return lane(difference.lane) + ", " + lane(difference.other);
}

// Whether Subgroup::path identifies the dynamic instance: the whole subgroup is certainly together.
bool names_dynamic_instance(const Subgroup& subgroup) {
  return subgroup.guarantee.holds() && subgroup.guarantee.assumption() == 0 &&
         subgroup.active == subgroup.existing && subgroup.separate == nullptr &&
         !subgroup.program->tangles.maximally_reconverge;
}

// Called by the last subgroup of a dynamic instance: two subgroups that computed different values.
std::optional<std::pair<std::uint32_t, std::uint32_t>> differing_subgroups(
    Subgroup& subgroup, const Record& record, const Components& components) {
  if (!names_dynamic_instance(subgroup)) return std::nullopt;
  std::vector<std::uint64_t> values;
  const unsigned lane = subgroup.active.lowest();
  for (std::uint32_t i = 0; i < components.count; ++i) {
    const Slot slot = components.slot(i);
    if (subgroup.header(slot).undefined.test(lane)) return std::nullopt;
    values.push_back(component_bits(subgroup, slot, components.bytes(i), lane));
  }
  return subgroup.workgroup->state().uniform_results.add(
      subgroup.path, static_cast<std::uint32_t>(&record - subgroup.code), subgroup.id,
      std::move(values));
}

const Record* compare_results(Subgroup& subgroup, const Record* record) {
  const Components components(subgroup.data + record->extra);
  const std::optional<Difference> two_lanes = difference(subgroup, components);
  if (two_lanes) [[unlikely]] {
    report(subgroup, *record, UniformResult::differs, subgroup.active,
           describe(subgroup, *two_lanes));
  } else if (components.is_wide) {
    if (const auto two = differing_subgroups(subgroup, *record, components)) {
      report(subgroup, *record, UniformResult::differs, subgroup.active,
             "subgroups " + std::to_string(two->first) + " and " + std::to_string(two->second) +
                 " computed different values");
    }
  }
  return record + 1;
}

// Whether all invocations share the memory of the addresses, unlike variables of a single invocation.
bool is_comparable(Lowering& lowering, const Instruction& instruction) {
  const Type& type = lowering.type(instruction.type);
  return type.kind != Type::Kind::pointer || (type.storage_class != spv::StorageClass::Function &&
                                              type.storage_class != spv::StorageClass::Private);
}

}  // namespace

void check_uniform_result(Lowering& lowering, const Instruction& instruction) {
  if (instruction.result == 0) return;
  const Module& module = lowering.module();
  bool decorated = false;
  bool is_wide = false;
  for (const Decoration& decoration : module.decorations(instruction.result)) {
    if (decoration.kind == spv::Decoration::Uniform) decorated = true;
    if (decoration.kind != spv::Decoration::UniformId || decoration.literals.empty()) continue;
    decorated = true;
    const auto scope = lowering.types().integer(decoration.literals[0]);
    is_wide = scope && *scope <= static_cast<std::int64_t>(spv::Scope::Workgroup);
  }
  if (!decorated || !is_comparable(lowering, instruction)) return;
  const std::vector<Slot> slots = lowering.value(instruction.result).slots;
  const auto scalars = lowering.components(instruction.type);
  if (slots.empty() || slots.size() != scalars.size()) return;
  std::vector<std::uint32_t> words = {is_wide ? 1u : 0u, static_cast<std::uint32_t>(slots.size())};
  for (std::size_t i = 0; i < slots.size(); ++i) {
    words.push_back(slots[i]);
    words.push_back(scalars[i].bytes);
  }
  lowering.describe(lowering.emit(&compare_results, no_slot, {no_slot, no_slot, no_slot},
                                  lowering.add_data(words)),
                    {.reads = slots});
}

}  // namespace spirv_oracle
