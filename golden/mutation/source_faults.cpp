// Faults in the choice of the lane whose value is moved.
#include "golden/mutation/fault.h"

namespace spirv_oracle::golden {
namespace {

bool takes_first(std::string_view instruction) {
  return instruction.ends_with("BroadcastFirst") || instruction.ends_with("FirstInvocationKHR");
}
bool is_shuffle(std::string_view instruction) {
  return moves_values(instruction) && instruction.find("Shuffle") != std::string_view::npos;
}
bool is_slide(std::string_view instruction) {
  return instruction == "OpGroupNonUniformShuffleUp" ||
         instruction == "OpGroupNonUniformShuffleDown";
}
bool is_shuffle_by_id(std::string_view instruction) {
  return instruction == "OpGroupNonUniformShuffle" || instruction == "OpGroupNonUniformShuffleXor";
}
bool is_rotation(std::string_view instruction) { return instruction.ends_with("RotateKHR"); }
bool is_quad_broadcast(std::string_view instruction) {
  return instruction.ends_with("QuadBroadcast");
}
bool is_quad_swap(std::string_view instruction) { return instruction.ends_with("QuadSwap"); }
bool takes_chosen(std::string_view instruction) {
  return moves_values(instruction) && !takes_first(instruction);
}
bool reaches_beyond_quads(std::string_view instruction) {
  return moves_values(instruction) && !is_quad_broadcast(instruction) && !is_quad_swap(instruction);
}

template <class F>
void take_from(ExchangeView& view, const F& source) {
  view.active().for_each([&](unsigned lane) { view.take(lane, source(lane)); });
}

void own_value(ExchangeView& view) {
  take_from(view, [](unsigned lane) { return lane; });
}
void of_lowest(ExchangeView& view) {
  take_from(view, [&](unsigned) { return view.active().lowest(); });
}
void of_highest(ExchangeView& view) {
  take_from(view, [&](unsigned) { return view.active().highest(); });
}
void of_lane_0(ExchangeView& view) {
  take_from(view, [](unsigned) { return 0; });
}
void of_neighbor(ExchangeView& view) {
  take_from(view, [&](unsigned lane) { return (view.source(lane) + 1) % view.size(); });
}
template <unsigned Row>
void within_rows(ExchangeView& view) {
  take_from(view,
            [&](unsigned lane) { return (lane & ~(Row - 1)) | (view.source(lane) & (Row - 1)); });
}
template <unsigned Row>
void modulo(ExchangeView& view) {
  take_from(view, [&](unsigned lane) { return view.source(lane) % Row; });
}

// All lanes use the operand of the lowest one.
void with_operand_of_lowest(ExchangeView& view) {
  const unsigned lowest = view.active().lowest();
  const unsigned source = view.source(lowest);
  const std::string_view name = view.name();
  take_from(view, [&](unsigned lane) {
    if (name.find("Xor") != std::string_view::npos) return lane ^ (source ^ lowest);
    const bool is_relative =
        name.find("Up") != std::string_view::npos || name.find("Down") != std::string_view::npos;
    return is_relative ? lane + (source - lowest) : source;
  });
}

std::optional<spv::Op> up_and_down(spv::Op opcode) {
  using enum spv::Op;
  return opcode == OpGroupNonUniformShuffleUp ? OpGroupNonUniformShuffleDown
                                              : OpGroupNonUniformShuffleUp;
}
std::optional<spv::Op> id_and_mask(spv::Op opcode) {
  using enum spv::Op;
  return opcode == OpGroupNonUniformShuffle ? OpGroupNonUniformShuffleXor
                                            : OpGroupNonUniformShuffle;
}

void rotated_back(ExchangeView& view) {
  take_from(view, [&](unsigned lane) {
    const auto& operands = view.instruction().operands;
    const unsigned cluster =
        operands.size() > 2 ? static_cast<unsigned>(view.operand(2, 0, lane)) : view.size();
    const auto delta = static_cast<unsigned>(view.operand(1, 0, lane));
    return (lane & ~(cluster - 1)) | ((lane - delta) & (cluster - 1));
  });
}
void rotated_in_subgroup(ExchangeView& view) {
  take_from(view, [&](unsigned lane) {
    return (lane + static_cast<unsigned>(view.operand(1, 0, lane))) % view.size();
  });
}
// Beyond the end of the subgroup, there is nothing or the last lane.
void not_wrapped(ExchangeView& view) {
  take_from(view, [&](unsigned lane) {
    const auto delta = static_cast<unsigned>(view.operand(1, 0, lane) % view.size());
    return lane + delta < view.size() ? view.source(lane) : view.size() - 1;
  });
}

template <unsigned A, unsigned B>
void quad_directions(ExchangeView& view) {
  take_from(view, [&](unsigned lane) {
    const auto direction = static_cast<unsigned>(view.operand(1, 0, lane));
    const unsigned other = direction == A ? B : direction == B ? A : direction;
    return lane ^ (other + 1);
  });
}
void quad_of_lane_0(ExchangeView& view) {
  take_from(view, [&](unsigned lane) { return view.source(lane) & 3; });
}
void quad_index_reversed(ExchangeView& view) {
  take_from(view, [&](unsigned lane) { return view.source(lane) ^ 3; });
}
void first_of_quad(ExchangeView& view) {
  take_from(view, [](unsigned lane) { return lane & ~3u; });
}

constexpr Fault source_fault_table[] = {
    {.name = "own-value-returned",
     .description = "Each lane gets its own value",
     .concerns = moves_values,
     .least_size = 4,
     .change = own_value},
    {.name = "value-of-the-lowest-lane",
     .description = "All lanes get the value of the lowest active lane",
     .concerns = takes_chosen,
     .least_size = 4,
     .change = of_lowest},
    {.name = "value-of-the-highest-lane",
     .description = "All lanes get the value of the highest active lane",
     .concerns = moves_values,
     .least_size = 4,
     .change = of_highest},
    {.name = "value-of-lane-0",
     .description = "All lanes get the value of lane 0, active or not",
     .concerns = moves_values,
     .least_size = 4,
     .change = of_lane_0},
    {.name = "value-of-the-neighbor",
     .description = "The source is the lane after the right one",
     .concerns = moves_values,
     .least_size = 4,
     .change = of_neighbor},
    {.name = "source-within-row-of-16",
     .description = "The source is taken from the row of 16 lanes that the lane is in",
     .concerns = reaches_beyond_quads,
     .least_size = 32,
     .change = within_rows<16>},
    {.name = "source-within-row-of-32",
     .description = "The source is taken from the row of 32 lanes that the lane is in",
     .concerns = reaches_beyond_quads,
     .least_size = 64,
     .change = within_rows<32>},
    {.name = "source-modulo-16",
     .description = "Only four bits of the source lane's number are used",
     .concerns = moves_values,
     .least_size = 32,
     .change = modulo<16>},
    {.name = "source-modulo-32",
     .description = "Only five bits of the source lane's number are used",
     .concerns = moves_values,
     .least_size = 64,
     .change = modulo<32>},
    {.name = "operand-of-the-lowest-lane",
     .description = "Id, Mask or Delta of the lowest active lane is used for all lanes",
     .concerns = is_shuffle,
     .least_size = 4,
     .change = with_operand_of_lowest},
    {.name = "up-and-down-swapped",
     .description = "ShuffleUp goes down, and the reverse",
     .concerns = is_slide,
     .least_size = 4,
     .opcode = up_and_down},
    {.name = "id-and-mask-swapped",
     .description = "Shuffle uses Id as a mask, and ShuffleXor uses Mask as an id",
     .concerns = is_shuffle_by_id,
     .least_size = 4,
     .opcode = id_and_mask},
    {.name = "rotated-back",
     .description = "Rotations go in the other direction",
     .concerns = is_rotation,
     .least_size = 4,
     .change = rotated_back},
    {.name = "rotated-in-the-subgroup",
     .description = "Rotations ignore ClusterSize",
     .concerns = is_rotation,
     .least_size = 4,
     .change = rotated_in_subgroup},
    {.name = "rotation-not-wrapped",
     .description = "Rotations end at the last lane",
     .concerns = is_rotation,
     .least_size = 4,
     .change = not_wrapped},
    {.name = "quad-horizontal-and-vertical-swapped",
     .description = "QuadSwap confuses horizontal and vertical",
     .concerns = is_quad_swap,
     .least_size = 4,
     .change = quad_directions<0, 1>},
    {.name = "quad-vertical-and-diagonal-swapped",
     .description = "QuadSwap confuses vertical and diagonal",
     .concerns = is_quad_swap,
     .least_size = 4,
     .change = quad_directions<1, 2>},
    {.name = "quad-of-lane-0",
     .description = "QuadBroadcast takes values of the first quad",
     .concerns = is_quad_broadcast,
     .least_size = 8,
     .change = quad_of_lane_0},
    {.name = "quad-index-reversed",
     .description = "QuadBroadcast counts from the last lane of the quad",
     .concerns = is_quad_broadcast,
     .least_size = 4,
     .change = quad_index_reversed},
    {.name = "quad-index-0",
     .description = "QuadBroadcast ignores Index",
     .concerns = is_quad_broadcast,
     .least_size = 4,
     .change = first_of_quad},
};

}  // namespace

std::span<const Fault> source_faults() { return source_fault_table; }

}  // namespace spirv_oracle::golden
