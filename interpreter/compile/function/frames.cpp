#include "interpreter/compile/function/frames.h"

#include "interpreter/exec/tangles/tangle.h"

namespace spirv_oracle {

std::uint32_t emit_enter_frame(Lowering& lowering, std::uint32_t depth, Frame::Kind kind,
                               std::uint32_t construct_info) {
  lowering.builder().reserve_frame(depth);
  const std::uint32_t words[] = {depth, static_cast<std::uint32_t>(kind), construct_info, 0, 0, 0};
  const std::uint32_t data = lowering.add_data(words);
  lowering.emit(&enter_frame, no_slot, {}, data);
  return data;
}

std::uint32_t add_construct_info(Lowering& lowering, ConstructInfo::Kind kind) {
  return lowering.builder().add(ConstructInfo{kind, lowering.builder().origin()});
}

std::uint32_t BlockInfos::of(Lowering& lowering, const InlinedCall& call, std::uint32_t block) {
  const auto [entry, is_new] = infos_.try_emplace(block, 0);
  if (!is_new) return entry->second;
  const Instruction* label = lowering.module().definition(call.function.blocks[block].label);
  const Origin before = lowering.program().origins[lowering.builder().origin()];
  lowering.builder().set_origin(lowering.analysis().index_of(*label), call.origin);
  entry->second = add_construct_info(lowering, ConstructInfo::Kind::selection);
  lowering.builder().set_origin(before.instruction, before.call);
  return entry->second;
}

}  // namespace spirv_oracle
