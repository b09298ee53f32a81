#include "golden/suite/recipe.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace spirv_oracle::golden {
namespace {

using Variants = std::vector<Variant>;
using Words = std::array<std::uint32_t, 4>;

constexpr const char* non_uniform = "GroupNonUniform";

std::vector<ValueType> boolean_types() { return {boolean_value}; }

// Numbers and Booleans, which most drivers move with different code.
std::vector<ValueType> all_types() {
  std::vector<ValueType> types = all_number_types();
  types.push_back(boolean_value);
  return types;
}

Variant plain(std::string name, std::string operands) {
  return {std::move(name), std::move(operands)};
}

// --- reductions and scans ---

struct Operation {
  std::string_view name;  // behind "OpGroupNonUniform"
  std::vector<ValueType> types;
  ValueUse use;
};

std::vector<Operation> operations() {
  return {{"IAdd", unsigned_types(), ValueUse::add},
          {"FAdd", float_types(), ValueUse::add},
          {"IMul", unsigned_types(), ValueUse::multiply},
          {"FMul", float_types(), ValueUse::multiply},
          {"SMin", signed_types(), ValueUse::extreme},
          {"UMin", unsigned_types(), ValueUse::extreme},
          {"FMin", float_types(), ValueUse::extreme},
          {"SMax", signed_types(), ValueUse::extreme},
          {"UMax", unsigned_types(), ValueUse::extreme},
          {"FMax", float_types(), ValueUse::extreme},
          {"BitwiseAnd", unsigned_types(), ValueUse::bits},
          {"BitwiseOr", unsigned_types(), ValueUse::bits},
          {"BitwiseXor", unsigned_types(), ValueUse::bits},
          {"LogicalAnd", boolean_types(), ValueUse::moved},
          {"LogicalOr", boolean_types(), ValueUse::moved},
          {"LogicalXor", boolean_types(), ValueUse::moved}};
}

Variants whole_group(std::string_view scope) {
  Variants variants;
  for (const char* form : {"Reduce", "InclusiveScan", "ExclusiveScan"})
    variants.push_back(plain(form, fmt::format("{} {} @X", scope, form)));
  return variants;
}

Variants clusters(const SuiteShape& shape) {
  Variants variants;
  for (std::uint32_t size = 1; size <= shape.subgroup_size; size *= 2) {
    variants.push_back({fmt::format("ClusteredReduce {}", size),
                        fmt::format("#3 ClusteredReduce @X #{}", size), size == 4});
  }
  return variants;
}

// A ballot for each of three subsets, selected by the lane.
Variants partitions(const SuiteShape& shape) {
  const auto subset = [shape](std::uint32_t invocation) {
    Words words{};
    for (std::uint32_t lane = 0; lane < shape.subgroup_size; ++lane) {
      if (scrambled(lane) % 3 == scrambled(shape.lane(invocation)) % 3)
        words[lane / 32] |= 1u << (lane % 32);
    }
    return words;
  };
  Variants variants;
  for (const char* form : {"Reduce", "InclusiveScan", "ExclusiveScan"}) {
    variants.push_back({fmt::format("Partitioned{}NV", form),
                        fmt::format("#3 Partitioned{}NV @X @B", form), true, nullptr, subset});
  }
  return variants;
}

void add_arithmetic(const SuiteShape& shape, std::vector<Recipe>& recipes) {
  for (const Operation& operation : operations()) {
    Recipe recipe;
    recipe.instruction = fmt::format("OpGroupNonUniform{}", operation.name);
    recipe.types = operation.types;
    recipe.use = operation.use;
    recipe.capabilities = {non_uniform, "GroupNonUniformArithmetic"};
    recipe.variants = whole_group("#3");
    recipes.push_back(recipe);
    recipe.suffix = "clustered";
    recipe.capabilities = {non_uniform, "GroupNonUniformClustered"};
    recipe.variants = clusters(shape);
    recipes.push_back(recipe);
    recipe.suffix = "partitioned";
    recipe.capabilities = {non_uniform, "GroupNonUniformPartitionedNV"};
    recipe.extensions = {"SPV_NV_shader_subgroup_partitioned"};
    recipe.variants = partitions(shape);
    recipes.push_back(recipe);
    if (operation.name != "FMin" && operation.name != "FMax") continue;
    recipe.suffix = "denormals";
    recipe.capabilities = {non_uniform, "GroupNonUniformArithmetic"};
    recipe.extensions = {};
    recipe.variants = whole_group("#3");
    recipe.preserves_denormals = true;
    recipes.push_back(recipe);
  }
}

// OpGroup* instructions of kernels, of uniform control flow, and of AMD.
void add_older_arithmetic(std::vector<Recipe>& recipes) {
  for (const Operation& operation : operations()) {
    Recipe recipe;
    recipe.types = operation.types;
    recipe.use = operation.use;
    recipe.variants = whole_group("#3");
    recipe.is_vulkan = false;
    recipe.participation = Participation::whole_subgroup;
    const bool is_old = operation.name.ends_with("Min") || operation.name.ends_with("Max") ||
                        operation.name.ends_with("Add");
    if (!is_old) {
      recipe.instruction = fmt::format("OpGroup{}KHR", operation.name);
      recipe.capabilities = {"GroupUniformArithmeticKHR", "GroupNonUniformArithmetic"};
      recipe.extensions = {"SPV_KHR_uniform_group_instructions"};
      recipes.push_back(recipe);
      continue;
    }
    recipe.instruction = fmt::format("OpGroup{}", operation.name);
    recipe.capabilities = {"Groups", "GroupNonUniformArithmetic"};
    recipes.push_back(recipe);
    recipe.instruction += "NonUniformAMD";
    recipe.extensions = {"SPV_AMD_shader_ballot"};
    recipe.participation = Participation::tangle;
    recipes.push_back(recipe);
  }
}

// --- votes and ballots ---

Recipe of_booleans(std::string instruction, std::string operands,
                   std::vector<std::string> capabilities) {
  Recipe recipe;
  recipe.instruction = std::move(instruction);
  recipe.types = {boolean_value};
  recipe.gives_value = false;
  recipe.variants = {plain("", std::move(operands))};
  recipe.capabilities = std::move(capabilities);
  return recipe;
}

void add_votes(const SuiteShape& shape, std::vector<Recipe>& recipes) {
  Recipe elect = of_booleans("OpGroupNonUniformElect", "#3", {non_uniform});
  elect.use = ValueUse::none;
  recipes.push_back(elect);
  const std::vector<std::string> vote{non_uniform, "GroupNonUniformVote"};
  recipes.push_back(of_booleans("OpGroupNonUniformAll", "#3 @X", vote));
  recipes.push_back(of_booleans("OpGroupNonUniformAny", "#3 @X", vote));
  Recipe equal = of_booleans("OpGroupNonUniformAllEqual", "#3 @X", vote);
  equal.types = all_types();
  equal.use = ValueUse::compared;
  recipes.push_back(equal);
  if (shape.subgroup_size < 4) return;
  const std::vector<std::string> quads{non_uniform, "GroupNonUniformQuad", "QuadControlKHR"};
  for (const char* name : {"OpGroupNonUniformQuadAllKHR", "OpGroupNonUniformQuadAnyKHR"}) {
    Recipe recipe = of_booleans(name, "@X", quads);
    recipe.extensions = {"SPV_KHR_quad_control"};
    recipes.push_back(recipe);
  }
}

void add_older_votes(std::vector<Recipe>& recipes) {
  for (const char* name : {"OpSubgroupAllKHR", "OpSubgroupAnyKHR", "OpSubgroupAllEqualKHR"}) {
    Recipe recipe = of_booleans(name, "@X", {"SubgroupVoteKHR"});
    recipe.extensions = {"SPV_KHR_subgroup_vote"};
    recipes.push_back(recipe);
  }
  for (const char* name : {"OpGroupAll", "OpGroupAny"}) {
    Recipe recipe = of_booleans(name, "#3 @X", {"Groups"});
    recipe.is_vulkan = false;
    recipe.participation = Participation::whole_subgroup;
    recipes.push_back(recipe);
  }
}

// Ballots with bits at and above the subgroup size, and some with few bits.
Words ballot_words(std::uint32_t invocation) {
  Words words{};
  for (unsigned k = 0; k < 4; ++k) {
    const auto random = static_cast<std::uint32_t>(scrambled(invocation * 4 + k + 9000));
    words[k] = scrambled(invocation) % 4 == 0 ? random & (random >> 9) & (random << 11) : random;
  }
  return words;
}
Words uniform_words(std::uint32_t) { return ballot_words(3); }

void add_ballots(const SuiteShape& shape, std::vector<Recipe>& recipes) {
  const std::vector<std::string> ballot{non_uniform, "GroupNonUniformBallot"};
  Recipe recipe = of_booleans("OpGroupNonUniformBallot", "#3 @X", ballot);
  recipe.result = ballot_value;
  recipes.push_back(recipe);

  recipe = of_booleans("OpGroupNonUniformInverseBallot", "", ballot);
  recipe.use = ValueUse::none;
  recipe.variants = {{"", "#3 @B", true, nullptr, uniform_words}};
  recipes.push_back(recipe);

  recipe.instruction = "OpGroupNonUniformBallotBitExtract";
  const std::uint32_t size = shape.subgroup_size;
  const auto inside = [size](std::uint32_t i) {
    return static_cast<std::uint32_t>(scrambled(i + 40) % size);
  };
  const auto next = [size](std::uint32_t i) { return (i + 1) % size; };
  const auto outside = [size](std::uint32_t i) { return i % 2 == 0 ? i % size : 200 + i; };
  recipe.variants = {{"random Index", "#3 @B @C", true, inside, ballot_words},
                     {"Index of the next lane", "#3 @B @C", false, next, ballot_words},
                     {"Index out of range", "#3 @B @C", false, outside, ballot_words}};
  recipes.push_back(recipe);

  recipe.instruction = "OpGroupNonUniformBallotBitCount";
  recipe.result = uint32_value;
  recipe.variants.clear();
  for (const char* form : {"Reduce", "InclusiveScan", "ExclusiveScan"})
    recipe.variants.push_back({form, fmt::format("#3 {} @B", form), true, nullptr, ballot_words});
  recipes.push_back(recipe);

  for (const char* name : {"OpGroupNonUniformBallotFindLSB", "OpGroupNonUniformBallotFindMSB"}) {
    recipe.instruction = name;
    recipe.variants = {{"", "#3 @B", true, nullptr, ballot_words}};
    recipes.push_back(recipe);
  }

  recipe = of_booleans("OpSubgroupBallotKHR", "@X", {"SubgroupBallotKHR"});
  recipe.result = ballot_value;
  recipe.extensions = {"SPV_KHR_shader_ballot"};
  recipes.push_back(recipe);

  recipe = {};
  recipe.instruction = "OpGroupNonUniformPartitionNV";
  recipe.types = all_types();
  recipe.use = ValueUse::compared;
  recipe.gives_value = false;
  recipe.result = ballot_value;
  recipe.variants = {plain("", "@X")};
  recipe.capabilities = {non_uniform, "GroupNonUniformPartitionedNV"};
  recipe.extensions = {"SPV_NV_shader_subgroup_partitioned"};
  recipes.push_back(recipe);
}

// --- values of other invocations ---

Recipe that_moves(std::string instruction, Variants variants,
                  std::vector<std::string> capabilities) {
  Recipe recipe;
  recipe.instruction = std::move(instruction);
  recipe.types = all_types();
  recipe.variants = std::move(variants);
  recipe.capabilities = std::move(capabilities);
  return recipe;
}

// Ids that are the same for all lanes: of the first, a marked and the last lane, and one out of range.
Variants uniform_ids(const SuiteShape& shape, std::string_view operands) {
  Variants variants;
  const auto add = [&](const char* name, std::uint32_t id) {
    variants.push_back(plain(name, fmt::format(fmt::runtime(operands), fmt::format("#{}", id))));
  };
  add("Id of the first lane", 0);
  if (shape.marked_lane() != 0) add("Id of a lane in the upper half", shape.marked_lane());
  if (shape.subgroup_size > 2) add("Id of an odd lane", shape.subgroup_size / 2 - 1);
  return variants;
}

void add_broadcasts(const SuiteShape& shape, std::vector<Recipe>& recipes) {
  const std::vector<std::string> ballot{non_uniform, "GroupNonUniformBallot"};
  recipes.push_back(
      that_moves("OpGroupNonUniformBroadcast", uniform_ids(shape, "#3 @X {}"), ballot));
  recipes.push_back(that_moves("OpGroupNonUniformBroadcastFirst", {plain("", "#3 @X")}, ballot));
  const std::vector<ValueType> words{uint32_value, {ScalarKind::float32, 1}};
  Recipe recipe =
      that_moves("OpSubgroupReadInvocationKHR", uniform_ids(shape, "@X {}"), {"SubgroupBallotKHR"});
  recipe.types = words;
  recipe.extensions = {"SPV_KHR_shader_ballot"};
  recipes.push_back(recipe);
  recipe.instruction = "OpSubgroupFirstInvocationKHR";
  recipe.variants = {plain("", "@X")};
  recipes.push_back(recipe);
  recipe = that_moves("OpGroupBroadcast", uniform_ids(shape, "#3 @X {}"), {"Groups"});
  recipe.types = all_number_types();
  std::erase_if(recipe.types, [](ValueType type) { return type.components > 1; });
  recipe.is_vulkan = false;
  recipe.participation = Participation::whole_subgroup;
  recipes.push_back(recipe);
}

void add_shuffles(const SuiteShape& shape, std::vector<Recipe>& recipes) {
  const std::uint32_t size = shape.subgroup_size;
  const auto random = [size](std::uint32_t i) {
    return static_cast<std::uint32_t>(scrambled(i + 10) % size);
  };
  const auto reversed = [size](std::uint32_t i) { return size - 1 - i % size; };
  const auto half = [size](std::uint32_t i) { return (i + size / 2) % size; };
  const auto next = [size](std::uint32_t i) { return (i + 1) % size; };
  const auto outside = [size](std::uint32_t i) { return i % 2 == 0 ? i % size : size + i; };
  const auto small = [size](std::uint32_t i) { return i % std::min(size, 3u); };
  const auto too_large = [](std::uint32_t i) { return i % 2 == 0 ? 0 : 0xFFFFFFFF - i; };
  const std::string operands = "#3 @X @C";
  recipes.push_back(that_moves("OpGroupNonUniformShuffle",
                               {{"random Id", operands, true, random},
                                {"reversed", operands, false, reversed},
                                {"the other half", operands, false, half},
                                {"the next lane", operands, true, next},
                                {"Id out of range", operands, false, outside}},
                               {non_uniform, "GroupNonUniformShuffle"}));
  Variants xors{{"random Mask", operands, false, random},
                {"Mask out of range", operands, false, outside}};
  for (std::uint32_t mask = 1; mask < size; mask *= 2) {
    xors.push_back({fmt::format("Mask {}", mask), fmt::format("#3 @X #{}", mask),
                    mask == 2 || mask == size / 2});
  }
  recipes.push_back(
      that_moves("OpGroupNonUniformShuffleXor", xors, {non_uniform, "GroupNonUniformShuffle"}));
  for (const char* name : {"OpGroupNonUniformShuffleUp", "OpGroupNonUniformShuffleDown"}) {
    Variants slides{{"Delta of 0 to 2", operands, true, small},
                    {"Delta too large", operands, false, too_large}};
    for (const std::uint32_t delta : {1u, 2u, 5u, size / 2})
      if (delta < size && delta > 0)
        slides.push_back(
            {fmt::format("Delta {}", delta), fmt::format("#3 @X #{}", delta), delta == 2});
    recipes.push_back(that_moves(name, slides, {non_uniform, "GroupNonUniformShuffleRelative"}));
  }
  Variants rotations;
  for (const std::uint32_t delta : {0u, 1u, 2u, 5u, size - 1, size + 3})
    rotations.push_back(
        {fmt::format("Delta {}", delta), fmt::format("#3 @X #{}", delta), delta == 2});
  for (std::uint32_t cluster = 2; cluster <= size; cluster *= 2)
    rotations.push_back({fmt::format("Delta 1, ClusterSize {}", cluster),
                         fmt::format("#3 @X #1 #{}", cluster), cluster == 4});
  recipes.push_back(that_moves("OpGroupNonUniformRotateKHR", rotations,
                               {non_uniform, "GroupNonUniformRotateKHR"}));
  recipes.back().extensions = {"SPV_KHR_subgroup_rotate"};
  if (size < 4) return;
  Variants indices, directions;
  for (const unsigned index : {0u, 1u, 2u, 3u})
    indices.push_back(plain(fmt::format("Index {}", index), fmt::format("#3 @X #{}", index)));
  const char* const names[] = {"horizontal", "vertical", "diagonal"};
  for (const unsigned direction : {0u, 1u, 2u})
    directions.push_back(plain(names[direction], fmt::format("#3 @X #{}", direction)));
  const std::vector<std::string> quads{non_uniform, "GroupNonUniformQuad"};
  recipes.push_back(that_moves("OpGroupNonUniformQuadBroadcast", indices, quads));
  recipes.push_back(that_moves("OpGroupNonUniformQuadSwap", directions, quads));
}

void add_intel_shuffles(const SuiteShape& shape, std::vector<Recipe>& recipes) {
  const std::uint32_t size = shape.subgroup_size;
  const auto random = [size](std::uint32_t i) {
    return static_cast<std::uint32_t>(scrambled(i + 10) % size);
  };
  const auto small = [size](std::uint32_t i) { return i % std::min(size, 3u); };
  const auto add = [&](const char* name, Variants variants) {
    Recipe recipe = that_moves(name, std::move(variants), {"SubgroupShuffleINTEL"});
    recipe.types = {uint32_value, {ScalarKind::float32, 1}, {ScalarKind::uint32, 2}};
    recipe.extensions = {"SPV_INTEL_subgroups"};
    recipe.is_vulkan = false;
    recipes.push_back(std::move(recipe));
  };
  const auto next = [size](std::uint32_t i) { return (i + 1) % size; };
  add("OpSubgroupShuffleINTEL",
      {{"random id", "@X @C", true, random}, {"the next lane", "@X @C", false, next}});
  add("OpSubgroupShuffleXorINTEL",
      {{"small mask", "@X @C", true, small}, {"random mask", "@X @C", true, random}});
  const Variants slides{{"Delta of 0 to 2", "@X @X @C", true, small},
                        {"Delta 0", "@X @X #0", false}};
  add("OpSubgroupShuffleUpINTEL", slides);
  add("OpSubgroupShuffleDownINTEL", slides);
}

// These show which lanes execute an instruction together.
void add_reconvergence(std::vector<Recipe>& recipes) {
  Recipe recipe =
      of_booleans("OpGroupNonUniformBallot", "#3 @X", {non_uniform, "GroupNonUniformBallot"});
  recipe.result = ballot_value;
  recipe.suffix = "reconvergence";
  recipe.extensions = {"SPV_KHR_maximal_reconvergence"};
  recipe.reconverges_maximally = true;
  recipes.push_back(recipe);
  recipe.instruction = "OpGroupNonUniformIAdd";
  recipe.types = {uint32_value};
  recipe.use = ValueUse::add;
  recipe.gives_value = true;
  recipe.capabilities = {non_uniform, "GroupNonUniformArithmetic"};
  recipe.variants = {plain("InclusiveScan", "#3 InclusiveScan @X")};
  recipes.push_back(recipe);
}

}  // namespace

std::vector<Recipe> suite_recipes(const SuiteShape& shape) {
  std::vector<Recipe> recipes;
  add_votes(shape, recipes);
  add_ballots(shape, recipes);
  add_broadcasts(shape, recipes);
  add_shuffles(shape, recipes);
  add_arithmetic(shape, recipes);
  add_reconvergence(recipes);
  add_older_votes(recipes);
  add_older_arithmetic(recipes);
  add_intel_shuffles(shape, recipes);
  return recipes;
}

std::vector<std::string> exchange_instructions(const InstructionRegistry& registry) {
  std::vector<std::string> names;
  for (const auto& [number, definition] : registry.core()) {
    if (definition.instruction_class == "Group" || definition.instruction_class == "Non-Uniform")
      names.emplace_back(definition.name);
  }
  return names;
}

}  // namespace spirv_oracle::golden
