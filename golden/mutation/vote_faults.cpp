// Faults of votes, and of Elect.
#include "golden/mutation/fault.h"

namespace spirv_oracle::golden {
namespace {

bool is_elect(std::string_view instruction) { return instruction.ends_with("Elect"); }
bool is_equal(std::string_view instruction) {
  return instruction.ends_with("AllEqual") || instruction.ends_with("AllEqualKHR");
}
bool is_all_or_any(std::string_view instruction) {
  return is_vote(instruction) && !is_equal(instruction);
}
bool is_equality_of_numbers(std::string_view instruction) {
  return instruction.ends_with("AllEqual");
}

std::optional<spv::Op> all_and_any(spv::Op opcode) {
  using enum spv::Op;
  switch (opcode) {
    case OpGroupNonUniformAll:
      return OpGroupNonUniformAny;
    case OpGroupNonUniformAny:
      return OpGroupNonUniformAll;
    case OpSubgroupAllKHR:
      return OpSubgroupAnyKHR;
    case OpSubgroupAnyKHR:
      return OpSubgroupAllKHR;
    case OpGroupAll:
      return OpGroupAny;
    case OpGroupAny:
      return OpGroupAll;
    case OpGroupNonUniformQuadAllKHR:
      return OpGroupNonUniformQuadAnyKHR;
    case OpGroupNonUniformQuadAnyKHR:
      return OpGroupNonUniformQuadAllKHR;
    default:
      return std::nullopt;
  }
}

void set_all(ExchangeView& view, bool result) {
  view.active().for_each([&](unsigned lane) { view.set_result(0, lane, result ? 1 : 0); });
}

void always_true(ExchangeView& view) { set_all(view, true); }
void always_false(ExchangeView& view) { set_all(view, false); }

void own_predicate(ExchangeView& view) {
  view.active().for_each([&](unsigned lane) { view.set_result(0, lane, view.value(0, lane)); });
}

void inverted(ExchangeView& view) {
  view.active().for_each(
      [&](unsigned lane) { view.set_result(0, lane, view.result(0, lane) ^ 1); });
}

void predicate_of_lowest(ExchangeView& view) {
  set_all(view, view.value(0, view.active().lowest()) != 0);
}

void elect_highest(ExchangeView& view) {
  set_all(view, false);
  view.set_result(0, view.active().highest(), 1);
}
void elect_lane_0(ExchangeView& view) {
  view.active().for_each([&](unsigned lane) { view.set_result(0, lane, lane == 0 ? 1 : 0); });
}

// Whether all active lanes agree with the lane `with` in the selected bits of the components from `first` to `last`.
bool agree(const ExchangeView& view, unsigned with, std::uint64_t bits, std::size_t first,
           std::size_t last) {
  bool all = true;
  view.active().for_each([&](unsigned lane) {
    for (std::size_t c = first; c < last; ++c)
      all = all && ((view.value(c, lane) ^ view.value(c, with)) & bits) == 0;
  });
  return all;
}

void equal_bits(ExchangeView& view) {
  if (!is_float_type(view.operand_type(0))) return;
  set_all(view,
          agree(view, view.active().lowest(), ~std::uint64_t{0}, 0, view.operand_components(0)));
}

// Only if it would be equal otherwise.
void equal_nans(ExchangeView& view) {
  const unsigned lowest = view.active().lowest();
  if (is_nan_bits_of(view.operand_type(0), view.value(0, lowest))) equal_bits(view);
}

void equal_in_first_component(ExchangeView& view) {
  if (view.operand_components(0) > 1)
    set_all(view, agree(view, view.active().lowest(), ~std::uint64_t{0}, 0, 1));
}

void equal_but_for_the_highest_bit(ExchangeView& view) {
  const ScalarType type = view.operand_type(0);
  if (view.result(0, view.active().lowest()) != 0 ||
      is_nan_bits_of(type, view.value(0, view.active().lowest())))
    return;
  set_all(view, agree(view, view.active().lowest(), ~sign_of(type), 0, view.operand_components(0)));
}

void equal_to_neighbor(ExchangeView& view) {
  unsigned before = view.active().lowest();
  const std::size_t count = view.operand_components(0);
  view.active().for_each([&](unsigned lane) {
    bool same = true;
    for (std::size_t c = 0; c < count; ++c)
      same = same && view.value(c, lane) == view.value(c, before);
    view.set_result(0, lane, same ? 1 : 0);
    before = lane;
  });
}

constexpr Fault vote_fault_table[] = {
    {.name = "all-and-any-swapped",
     .description = "All does what Any should, and the reverse",
     .concerns = is_all_or_any,
     .least_size = 2,
     .opcode = all_and_any},
    {.name = "own-predicate-returned",
     .description = "A vote gives each lane its own predicate",
     .concerns = is_all_or_any,
     .least_size = 2,
     .change = own_predicate},
    {.name = "vote-of-the-lowest-lane",
     .description = "The lowest active lane decides a vote",
     .concerns = is_all_or_any,
     .least_size = 2,
     .change = predicate_of_lowest},
    {.name = "vote-always-true",
     .description = "A vote is always true",
     .concerns = is_vote,
     .least_size = 2,
     .change = always_true},
    {.name = "vote-always-false",
     .description = "A vote is always false",
     .concerns = is_vote,
     .change = always_false},
    {.name = "vote-inverted",
     .description = "The result of a vote is inverted",
     .concerns = is_vote,
     .change = inverted},
    {.name = "equality-of-bits",
     .description = "Zeros of different signs are distinguished",
     .concerns = is_equality_of_numbers,
     .least_size = 2,
     .change = equal_bits},
    {.name = "nan-equals-itself",
     .description = "NaNs with the same bits are equal",
     .concerns = is_equality_of_numbers,
     .least_size = 2,
     .change = equal_nans},
    {.name = "equality-of-the-first-component",
     .description = "Only the first components of vectors are compared",
     .concerns = is_equality_of_numbers,
     .least_size = 2,
     .change = equal_in_first_component},
    {.name = "equality-without-the-highest-bit",
     .description = "The highest bits of values are not compared",
     .concerns = is_equality_of_numbers,
     .least_size = 2,
     .change = equal_but_for_the_highest_bit},
    {.name = "equality-with-the-neighbor",
     .description = "AllEqual compares each lane with the active lane before it",
     .concerns = is_equal,
     .least_size = 4,
     .change = equal_to_neighbor},
    {.name = "elect-highest",
     .description = "Elect picks the highest lane",
     .concerns = is_elect,
     .least_size = 2,
     .change = elect_highest},
    {.name = "elect-lane-0",
     .description = "Elect picks lane 0, or none",
     .concerns = is_elect,
     .least_size = 2,
     .change = elect_lane_0},
    {.name = "elect-all",
     .description = "Elect picks all lanes",
     .concerns = is_elect,
     .least_size = 2,
     .change = always_true},
    {.name = "elect-none",
     .description = "Elect picks no lane",
     .concerns = is_elect,
     .change = always_false},
};

}  // namespace

std::span<const Fault> vote_faults() { return vote_fault_table; }

}  // namespace spirv_oracle::golden
