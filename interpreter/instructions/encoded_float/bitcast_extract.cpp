#include "interpreter/instructions/encoded_float/bitcast_extract.h"

#include "grammar/core.h"
#include "interpreter/exec/lanes/kernel.h"
#include "interpreter/exec/report/report.h"
#include "interpreter/exec/state/component_bits.h"
#include "interpreter/findings/clause_id.h"
#include "interpreter/instructions/common/families.h"
#include "interpreter/instructions/float_sums/component_number.h"

namespace spirv_oracle {
namespace {

// A field of the bits of each component. Offset is one scalar for all of them, "consumed as an unsigned value".
struct OpBitcastExtractEXT {
  using Grammar = grammar::OpBitcastExtractEXT;
  static constexpr auto enclosure = &enclosures::bits;
  static constexpr bool only_moves = true;
  static constexpr Clause outside_base{
      internal::ClauseId<Grammar, ".outside-base">::view, "bit-field-out-of-range",
      Effect::undefined_result,
      "Offset, or its sum with the bit width of Result Type, is greater than the number of bits in "
      "Base"};
  static constexpr auto clauses = clause_list(outside_base);

  // The operands of a record, from its words.
  struct Field {
    std::uint32_t base_bytes = 0, base_bits = 0, result_bytes = 0, result_bits = 0,
                  offset_bytes = 0;

    std::uint64_t mask() const { return ~std::uint64_t{0} >> (64 - result_bits); }
    bool is_within_base(std::uint64_t offset) const { return offset <= base_bits - result_bits; }
  };

  template <class Self>
  static void lower(Lowering& lowering, const Instruction& instruction) {
    const ScalarType to = lowering.type(instruction.type).scalar;
    const Id base = instruction.id(Grammar::base), offset = instruction.id(Grammar::offset);
    const ScalarType from = lowering.type_of(base).scalar;
    const ScalarType offset_type = lowering.type_of(offset).scalar;
    if (offset_type.scalar_class != ScalarType::Class::integer || to.bits() == 0 ||
        to.bits() >= from.bits())
      lowering.fail_unsupported_operands();
    const Field field{from.bytes, from.bits(), to.bytes, to.bits(), offset_type.bytes};
    const std::uint32_t data =
        lowering.add_data({{field.base_bytes, field.base_bits, field.result_bytes,
                            field.result_bits, field.offset_bytes}});
    const std::vector<Slot> results = lowering.define(instruction).slots;
    for (std::size_t i = 0; i < results.size(); ++i) {
      lowering.check_width(results[i], to.bytes);
      lowering.emit(&execute, results[i],
                    {lowering.slot(base, i, from), lowering.slot(offset, 0, offset_type)}, data);
    }
  }

  static const Record* execute(Subgroup& subgroup, const Record* record) {
    const std::uint32_t* words = subgroup.data + record->extra;
    const Field field{words[0], words[1], words[2], words[3], words[4]};
    combine_headers(subgroup, record->result, record->operand[0], record->operand[1]);
    const LaneMask unknown = indeterminate_lanes(subgroup.header(record->operand[1]));
    BrokenClauses broken;
    subgroup.active.for_each([&](unsigned lane) {
      const std::uint64_t offset =
          component_bits(subgroup, record->operand[1], field.offset_bytes, lane);
      const std::uint64_t base =
          component_bits(subgroup, record->operand[0], field.base_bytes, lane);
      const bool is_within = field.is_within_base(offset);
      set_component(subgroup, record->result, field.result_bytes, lane,
                    is_within ? base >> offset & field.mask() : 0);
      if (unknown.test(lane)) {
        subgroup.indeterminate_bits.set_all(record->result, lane);
      } else if (is_within) {
        follow_bits(subgroup, *record, field, lane, offset);
      } else {
        broken.add(outside_base, lane);
      }
    });
    broken.report(subgroup, *record);
    return record + 1;
  }

  // Indeterminate bits of Base outside of the field do not matter.
  static void follow_bits(Subgroup& subgroup, const Record& record, const Field& field,
                          unsigned lane, std::uint64_t offset) {
    if (!indeterminate_lanes(subgroup.header(record.result)).test(lane)) return;
    const std::uint64_t of_base = subgroup.indeterminate_bits.of(record.operand[0], lane);
    const std::uint64_t bits = of_base >> offset & field.mask();
    for_width(field.result_bytes, [&]<class T>() {
      set_indeterminate_bits<T>(
          subgroup, record.result, lane,
          bits == field.mask() ? all_indeterminate<T> : static_cast<BitMaskOf<T>>(bits));
    });
  }
};

}  // namespace

std::span<const InstructionDefinition> bitcast_extract_instructions() {
  return InstructionList<OpBitcastExtractEXT>::definitions;
}

}  // namespace spirv_oracle
