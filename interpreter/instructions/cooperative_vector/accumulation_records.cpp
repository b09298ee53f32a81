#include "interpreter/instructions/cooperative_vector/accumulation_records.h"

#include <optional>
#include <utility>

#include "interpreter/kernels/number_format.h"
#include "interpreter/observe/enclosures.h"
#include "interpreter/observe/provenance.h"

namespace spirv_oracle {
namespace {

// result: the product; operands 0 and 1: the components; extra: whether it is a float. A product of exact components is exact unless its record has marked it.
const Record* enclose_components(Subgroup& subgroup, const Record* record) {
  Enclosures* const enclosures = enclosures_of(subgroup);
  if (enclosures == nullptr) {
    mark_not_enclosed(subgroup, record->result);
    return record + 1;
  }
  PlaneHeader& header = subgroup.header(record->result);
  const LaneMask inexact = enclosures->inexact_lanes(subgroup, record->operand[0]) |
                           enclosures->inexact_lanes(subgroup, record->operand[1]);
  if (record->extra == 0) {
    header.implementation_dependent |= inexact & subgroup.active & ~header.undefined;
    return record + 1;
  }
  const LaneMask unknown = inexact | header.implementation_dependent;
  (subgroup.active & ~header.undefined).for_each([&](unsigned lane) {
    std::optional<Computed> values;
    if (unknown.test(lane)) values = Computed{Interval::everything()};
    enclosures->enclose(subgroup, record->result, lane, values, record->origin);
  });
  enclosures->count_work(subgroup, subgroup.active.count());
  return record + 1;
}

// "Correctly rounded": in any direction.
FloatRules rules_of_sums(ScalarType type) {
  FloatRules rules;
  rules.format = type.bytes == 2 ? binary16 : type.bytes == 4 ? binary32 : binary64;
  rules.rounding = RoundingModes::neighbor;
  rules.may_flush = true;
  return rules;
}

}  // namespace

void observe_product(Lowering& lowering, Slot product, ScalarType type,
                     const std::array<Slot, 2>& components) {
  const auto [a, b] = components;
  if (lowering.request().record_provenance) {
    const std::uint32_t words[] = {0, 1, product, 2, 2, a, b};
    lowering.emit(&note_result, no_slot, {}, lowering.add_data(words));
  }
  if (lowering.request().record_enclosures)
    lowering.emit(&enclose_components, product, {a, b}, type.is_float() ? 1 : 0);
}

void observe_accumulation(Lowering& lowering, const AccumulatedElement& element) {
  if (lowering.request().record_provenance)
    lowering.emit(&note_atomic, no_slot, {element.address, element.value}, element.type.bytes);
  if (!lowering.request().record_enclosures) return;
  EnclosedInstruction sum;
  if (element.type.is_float()) {
    sum.reduction = EnclosureKind::sum;
    sum.rules = sum.operand_rules = rules_of_sums(element.type);
  }
  EnclosedResult value;
  value.others = {{element.value, element.type}};
  sum.results.push_back(std::move(value));
  lowering.emit(&enclose_atomic, element.original, {element.address, element.type.bytes},
                lowering.builder().add(std::move(sum)));
}

}  // namespace spirv_oracle
