#include "interpreter/compile/function/block_fixups.h"

namespace spirv_oracle {

void BlockFixups::refer_operand(std::uint32_t record, unsigned operand, std::uint32_t block) {
  operands_.push_back({record, operand, block});
}

void BlockFixups::refer_data(std::uint32_t word, std::uint32_t block) {
  data_.push_back({word, block});
}

void BlockFixups::refer_iteration(std::uint32_t word, std::uint32_t header) {
  iterations_.push_back({word, header});
}

void BlockFixups::resolve(ProgramBuilder& builder, std::uint32_t end) {
  begin_.back() = end;
  iteration_.back() = end;
  for (const OperandFixup& fixup : operands_)
    builder.set_operand(fixup.record, fixup.operand, begin_[fixup.block]);
  for (const DataFixup& fixup : data_) builder.set_data(fixup.word, begin_[fixup.block]);
  for (const DataFixup& fixup : iterations_) builder.set_data(fixup.word, iteration_[fixup.block]);
}

}  // namespace spirv_oracle
