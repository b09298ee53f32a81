// The records that enter frames, and what reports say about constructs and blocks.
#pragma once

#include <unordered_map>

#include "interpreter/compile/function/inlined_call.h"
#include "interpreter/exec/state/subgroup.h"
#include "interpreter/lowering/lowering.h"

namespace spirv_oracle {

// Emits the record that enters a frame. `construct_info`: index into Program::constructs. Returns
// the index of its words in Program::data; words 3 to 5 refer to blocks (exec/tangles/tangle.h) and are 0.
std::uint32_t emit_enter_frame(Lowering& lowering, std::uint32_t depth, Frame::Kind kind,
                               std::uint32_t construct_info);

// Names a construct by the current origin. Returns its index in Program::constructs.
std::uint32_t add_construct_info(Lowering& lowering, ConstructInfo::Kind kind);

// Names the blocks of one inlined function where lanes may join others.
class BlockInfos {
 public:
  // The index into Program::constructs that names the block by its label.
  std::uint32_t of(Lowering& lowering, const InlinedCall& call, std::uint32_t block);

 private:
  std::unordered_map<std::uint32_t, std::uint32_t> infos_;  // by block
};

}  // namespace spirv_oracle
