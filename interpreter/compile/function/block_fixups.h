// References from records to blocks of one inlined function. They are completed when all blocks have
// their records.
#pragma once

#include <cstdint>
#include <vector>

#include "interpreter/lowering/program_builder.h"

namespace spirv_oracle {

// Blocks have their index in the function; the number of blocks refers to the record after the
// call.
class BlockFixups {
 public:
  // `blocks`: their number.
  explicit BlockFixups(std::size_t blocks) : begin_(blocks + 1), iteration_(blocks + 1) {}

  // The block begins at that record.
  void begin(std::uint32_t block, std::uint32_t record) { begin_[block] = record; }
  // The next iteration of the loop with that header begins at that record.
  void begin_iteration(std::uint32_t header, std::uint32_t record) { iteration_[header] = record; }

  // The operand of the record refers to the first record of the block.
  void refer_operand(std::uint32_t record, unsigned operand, std::uint32_t block);
  // The word of Program::data refers to the first record of the block.
  void refer_data(std::uint32_t word, std::uint32_t block);
  // The word of Program::data refers to the next iteration of a loop.
  void refer_iteration(std::uint32_t word, std::uint32_t header);

  // Completes all references. `end`: the record after the call.
  void resolve(ProgramBuilder& builder, std::uint32_t end);

 private:
  struct OperandFixup {
    std::uint32_t record;
    unsigned operand;
    std::uint32_t block;
  };
  struct DataFixup {
    std::uint32_t word;
    std::uint32_t block;
  };

  std::vector<std::uint32_t> begin_, iteration_;  // records by block
  std::vector<OperandFixup> operands_;
  std::vector<DataFixup> data_, iterations_;
};

}  // namespace spirv_oracle
