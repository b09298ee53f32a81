#include "golden/suite/case_writer.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "data/scalar.h"

namespace spirv_oracle::golden {
namespace {

std::string replaced(std::string text, const std::string& from, const std::string& by) {
  for (std::size_t at = text.find(from); at != std::string::npos;
       at = text.find(from, at + by.size()))
    text.replace(at, from.size(), by);
  return text;
}

}  // namespace

CaseWriter::CaseWriter(const SuiteShape& shape, const Recipe& recipe, ValueType type)
    : shape_(shape),
      recipe_(recipe),
      type_(type),
      result_type_(recipe.gives_value ? type : recipe.result),
      rows_(value_rows(shape, type, recipe.use)) {
  words_.emplace_back();
  for (std::uint32_t i = 0; i < shape_.invocations; ++i)
    words_.back().push_back(membership(shape_, i));
}

std::vector<std::uint32_t> CaseWriter::words() const {
  std::vector<std::uint32_t> all;
  for (const auto& array : words_) all.insert(all.end(), array.begin(), array.end());
  return all;
}

std::string CaseWriter::constant(std::uint32_t number) {
  return constants_.emplace(number, fmt::format("%c{}", number)).first->second;
}

void CaseWriter::label(const std::string& id) {
  line(id + " = OpLabel");
  block_ = id;
}

std::string CaseWriter::begin_if(const std::string& condition) {
  const std::string then = fresh("then"), merge = fresh("merge");
  line(fmt::format("OpSelectionMerge {} None", merge));
  line(fmt::format("OpBranchConditional {} {} {}", condition, then, merge));
  label(then);
  return merge;
}

void CaseWriter::end_if(const std::string& merge) {
  line("OpBranch " + merge);
  label(merge);
}

std::string CaseWriter::exchange() {
  const std::string result = fresh("r");
  std::string operands = replaced(variant_->operands, "@X", value_);
  operands = replaced(operands, "@C", choice_);
  operands = replaced(operands, "@B", four_words_);
  for (std::size_t at = operands.find('#'); at != std::string::npos; at = operands.find('#')) {
    std::size_t used = 0;
    const auto number = static_cast<std::uint32_t>(std::stoul(operands.substr(at + 1), &used));
    operands.replace(at, 1 + used, constant(number));
  }
  line(fmt::format("{} = {} {} {}", result, recipe_.instruction, type_id(result_type_), operands));
  return result;
}

void CaseWriter::store(const std::string& result, std::uint32_t place) {
  for (unsigned c = 0; c < result_type_.components; ++c) {
    std::string component = result;
    if (result_type_.components > 1) {
      component = fresh("part");
      line(fmt::format("{} = OpCompositeExtract {} {} {}", component,
                       scalar_type_id(result_type_.scalar), result, c));
    }
    if (result_type_.scalar == ScalarKind::boolean) {
      component = fresh("word");
      line(fmt::format("{} = OpSelect %uint32 {} {} {}", component, result, constant(1),
                       constant(0)));
    }
    const std::string at = fresh("at"), pointer = fresh("p");
    const std::uint32_t first = place * shape_.invocations * result_type_.components + c;
    line(fmt::format("{} = OpIAdd %uint32 %result_index {}", at, constant(first)));
    line(fmt::format("{} = OpAccessChain %to_result %results {} {}", pointer, constant(0), at));
    line(fmt::format("OpStore {} {}", pointer, component));
  }
}

void CaseWriter::write_full() { store(exchange(), new_place()); }

void CaseWriter::write_masked() {
  const std::string merge = begin_if(mask_id(mask_));
  write_full();
  end_if(merge);
}

void CaseWriter::write_nested() {
  const std::uint32_t place = new_place();
  const std::string outer = begin_if(mask_id(random_mask));
  const std::string then = fresh("then"), otherwise = fresh("else"), merge = fresh("merge");
  line(fmt::format("OpSelectionMerge {} None", merge));
  line(fmt::format("OpBranchConditional {} {} {}", mask_id(alternating_mask), then, otherwise));
  for (const std::string& side : {then, otherwise}) {
    label(side);
    store(exchange(), place);
    line("OpBranch " + merge);
  }
  label(merge);
  end_if(outer);
}

// Invocations leave after 0 to 3 iterations. Their last results must survive the iterations of the others, in a value
// and in a variable.
void CaseWriter::write_loop() {
  const std::string before = block_, header = fresh("header"), body = fresh("body"),
                    work = fresh("work"), next = fresh("next"), merge = fresh("merge");
  const std::string count = fresh("count"), last = fresh("last"), more = fresh("more"),
                    sum = fresh("sum"), is_done = fresh("is_done");
  const std::uint32_t place = new_place();
  line(fmt::format("OpStore %kept %null"));
  line("OpBranch " + header);
  label(header);
  const std::size_t phis = body_.size();
  line(fmt::format("OpLoopMerge {} {} None", merge, next));
  line("OpBranch " + body);
  label(body);
  line(fmt::format("{} = OpUGreaterThanEqual %bool {} %trips", is_done, count));
  line(fmt::format("OpSelectionMerge {} None", work));
  line(fmt::format("OpBranchConditional {} {} {}", is_done, merge, work));
  label(work);
  const std::string result = exchange();
  line(fmt::format("OpStore %kept {}", result));
  store(result, place);
  line("OpBranch " + next);
  label(next);
  line(fmt::format("{} = OpIAdd %uint32 {} {}", more, count, constant(1)));
  line("OpBranch " + header);
  body_.insert(phis, fmt::format("{} = OpPhi %uint32 {} {} {} {}\n{} = OpPhi {} %null {} {} {}\n",
                                 count, constant(0), before, more, next, last,
                                 type_id(result_type_), before, result, next));
  label(merge);
  store(last, new_place());
  line(fmt::format("{} = OpLoad {} %kept", sum, type_id(result_type_)));
  store(sum, new_place());
}

void CaseWriter::write_switch() {
  const std::uint32_t place = new_place();
  const std::string zero = fresh("zero"), one = fresh("one"), others = fresh("others"),
                    merge = fresh("merge");
  line(fmt::format("OpSelectionMerge {} None", merge));
  line(fmt::format("OpSwitch %case {} 0 {} 1 {}", others, zero, one));
  for (const std::string& block : {zero, one, others}) {
    label(block);
    store(exchange(), place);
    line("OpBranch " + merge);
  }
  label(merge);
}

void CaseWriter::write_behind_nested_selections() {
  const std::string outer = begin_if(mask_id(random_mask));
  const std::string inner = begin_if(mask_id(alternating_mask));
  write_full();
  end_if(inner);
  write_full();
  end_if(outer);
  write_full();
}

// Three iterations, in which some invocations take the shorter path.
void CaseWriter::write_behind_continue() {
  const std::string before = block_, header = fresh("header"), body = fresh("body"),
                    work = fresh("work"), next = fresh("next"), merge = fresh("merge");
  const std::string count = fresh("count"), more = fresh("more"), skips = fresh("skips"),
                    stays = fresh("stays");
  line("OpBranch " + header);
  label(header);
  line(fmt::format("{} = OpPhi %uint32 {} {} {} {}", count, constant(0), before, more, next));
  line(fmt::format("OpLoopMerge {} {} None", merge, next));
  line("OpBranch " + body);
  label(body);
  line(fmt::format("{} = OpIEqual %bool {} %trips", skips, count));
  line(fmt::format("OpSelectionMerge {} None", work));
  line(fmt::format("OpBranchConditional {} {} {}", skips, next, work));
  label(work);
  write_full();
  line("OpBranch " + next);
  label(next);
  write_full();
  line(fmt::format("{} = OpIAdd %uint32 {} {}", more, count, constant(1)));
  line(fmt::format("{} = OpULessThan %bool {} {}", stays, more, constant(3)));
  line(fmt::format("OpBranchConditional {} {} {}", stays, header, merge));
  label(merge);
  write_full();
}

void CaseWriter::write_behind_loop() {
  const std::string outer = begin_if(mask_id(random_mask));
  write_loop();
  write_full();
  end_if(outer);
}

std::vector<CaseWriter::Pattern> CaseWriter::patterns(const Variant& variant,
                                                      bool is_first_row) const {
  if (recipe_.reconverges_maximally) {
    return {{"after nested selections", &CaseWriter::write_behind_nested_selections},
            {"after continue", &CaseWriter::write_behind_continue},
            {"after a loop with break", &CaseWriter::write_behind_loop}};
  }
  std::vector<Pattern> all{{"full", &CaseWriter::write_full}};
  if (recipe_.participation == Participation::whole_subgroup) return all;
  const auto& masks = execution_masks();
  const bool everywhere = variant.everywhere && is_first_row && type_.components == 1;
  for (unsigned k = 0; k < masks.size(); ++k) {
    if (everywhere || k == random_mask || k == all_but_first_mask)
      all.push_back({masks[k].name, &CaseWriter::write_masked, k});
  }
  if (!everywhere) return all;
  all.push_back({"nested divergence", &CaseWriter::write_nested});
  all.push_back({"loop with break", &CaseWriter::write_loop});
  all.push_back({"switch", &CaseWriter::write_switch});
  return all;
}

void CaseWriter::write() {
  block_ = "%entry";
  for (const Variant& variant : recipe_.variants) {
    variant_ = &variant;
    if (variant.choice) {
      choice_ = fresh("choice");
      body_ += load_words(words_.size(), choice_);
      words_.emplace_back();
      for (std::uint32_t i = 0; i < shape_.invocations; ++i)
        words_.back().push_back(variant.choice(i));
    }
    if (variant.words) {
      std::array<std::string, 4> parts;
      for (unsigned k = 0; k < 4; ++k) {
        parts[k] = fresh("w");
        body_ += load_words(words_.size(), parts[k]);
        words_.emplace_back();
        for (std::uint32_t i = 0; i < shape_.invocations; ++i)
          words_.back().push_back(variant.words(i)[k]);
      }
      four_words_ = fresh("four");
      line(fmt::format("{} = OpCompositeConstruct %uint32x4 {}", four_words_,
                       fmt::join(parts, " ")));
    }
    const std::size_t row_count = std::max<std::size_t>(rows_.size(), 1);
    for (std::size_t row = 0; row < row_count; ++row) {
      value_ = fmt::format("%value{}", row);
      for (const Pattern& pattern : patterns(variant, row == 0)) {
        mask_ = pattern.mask;
        const std::uint32_t first = result_count_;
        (this->*pattern.shape)();
        std::vector<std::string> names;
        if (!variant.name.empty()) names.push_back(variant.name);
        if (!rows_.empty()) names.push_back(rows_[row].name);
        names.push_back(pattern.name);
        cases_.push_back({fmt::format("{}", fmt::join(names, "; ")), first, result_count_ - first});
      }
    }
  }
  write_prologue();
}

std::string CaseWriter::load_words(std::size_t array, const std::string& result) {
  const std::string first = constant(static_cast<std::uint32_t>(array) * shape_.invocations);
  return fmt::format(
      "%at_{0} = OpIAdd %uint32 %index {1}\n"
      "%p_{0} = OpAccessChain %to_word %words {2} %at_{0}\n"
      "%{0} = OpLoad %uint32 %p_{0}\n",
      result.substr(1), first, constant(0));
}

// The number of the invocation, and its values.
void CaseWriter::write_prologue() {
  std::string& text = prologue_;
  text = fmt::format(
      "%main = OpFunction %void None %function\n"
      "%entry = OpLabel\n"
      "%kept = OpVariable %to_kept Function\n"
      "%subgroup = OpLoad %uint32 %subgroup_id\n"
      "%lane = OpLoad %uint32 %lane_id\n"
      "%before = OpIMul %uint32 %subgroup {}\n"
      "%index = OpIAdd %uint32 %before %lane\n"
      "%result_index = OpIMul %uint32 %index {}\n",
      constant(shape_.subgroup_size), constant(result_type_.components));
  text += load_words(0, "%membership");
  const auto bits = [&](const std::string& name, unsigned shift, unsigned mask) {
    return fmt::format(
        "%{0}_shifted = OpShiftRightLogical %uint32 %membership {1}\n"
        "%{0} = OpBitwiseAnd %uint32 %{0}_shifted {2}\n",
        name, constant(shift), constant(mask));
  };
  for (unsigned k = 0; k < execution_masks().size(); ++k) {
    const std::string name = fmt::format("member{}", k);
    text += bits(name, k, 1);
    text += fmt::format("{} = OpINotEqual %bool %{} {}\n", mask_id(k), name, constant(0));
  }
  text += bits("trips", trips_shift, 3);
  text += bits("case", case_shift, 3);
  for (std::size_t row = 0; row < rows_.size(); ++row) {
    std::string parts;
    for (unsigned c = 0; c < type_.components; ++c) {
      const std::string id = fmt::format("{}_{}", row, c);
      text += fmt::format(
          "%scaled{0} = OpIMul %uint32 %index {1}\n"
          "%place{0} = OpIAdd %uint32 %scaled{0} {2}\n"
          "%pointer{0} = OpAccessChain %to_value %values {3} %place{0}\n"
          "%stored{0} = OpLoad {4} %pointer{0}\n",
          id, constant(type_.components),
          constant(static_cast<std::uint32_t>(row) * shape_.invocations * type_.components + c),
          constant(0), scalar_type_id(type_in_buffers(type_)));
      parts += fmt::format(" %stored{}", id);
    }
    if (type_.scalar == ScalarKind::boolean) {
      text += fmt::format("%value{} = OpINotEqual %bool{} {}\n", row, parts, constant(0));
    } else if (type_.components > 1) {
      text += fmt::format("%value{} = OpCompositeConstruct {}{}\n", row, type_id(type_), parts);
    } else {
      text += fmt::format("%value{} = OpCopyObject {}{}\n", row, type_id(type_), parts);
    }
  }
}

std::string CaseWriter::header() const {
  std::set<std::string> capabilities{"Shader"};
  for (const std::string& capability : recipe_.capabilities) capabilities.insert(capability);
  capabilities.insert("GroupNonUniform");  // of the built-in variables
  if (recipe_.preserves_denormals) capabilities.insert("DenormPreserve");
  // Without it, implementations may assume that there are no NaNs and infinities, and zeros may have any sign.
  const bool is_float = type_.scalar == ScalarKind::float16 ||
                        type_.scalar == ScalarKind::float32 || type_.scalar == ScalarKind::float64;
  if (is_float) capabilities.insert("SignedZeroInfNanPreserve");
  for (const ValueType type : {type_, result_type_}) {
    for (const std::string& capability : capabilities_of(type.scalar))
      capabilities.insert(capability);
  }
  std::string text;
  for (const std::string& capability : capabilities) text += "OpCapability " + capability + "\n";
  for (const std::string& extension : recipe_.extensions)
    text += fmt::format("OpExtension \"{}\"\n", extension);
  text += "OpMemoryModel Logical GLSL450\n";
  text +=
      fmt::format("OpEntryPoint GLCompute %main \"main\" %subgroup_id %lane_id %words %results{}\n",
                  rows_.empty() ? "" : " %values");
  text += fmt::format("OpExecutionMode %main LocalSize {} 1 1\n", shape_.invocations);
  if (recipe_.reconverges_maximally) text += "OpExecutionMode %main MaximallyReconvergesKHR\n";
  if (recipe_.preserves_denormals)
    text += fmt::format("OpExecutionMode %main DenormPreserve {}\n", 8 * scalar_size(type_.scalar));
  if (is_float) {
    text += fmt::format("OpExecutionMode %main SignedZeroInfNanPreserve {}\n",
                        8 * scalar_size(type_.scalar));
  }
  return text;
}

std::string CaseWriter::declarations() const {
  std::string names;
  std::string decorations =
      "OpDecorate %subgroup_id BuiltIn SubgroupId\n"
      "OpDecorate %lane_id BuiltIn SubgroupLocalInvocationId\n";
  const ScalarKind stored = type_in_buffers(type_), result = type_in_buffers(result_type_);
  std::vector<std::pair<std::string, ScalarKind>> buffers;
  if (!rows_.empty()) buffers.emplace_back("value", stored);
  buffers.emplace_back("word", ScalarKind::uint32);
  buffers.emplace_back("result", result);
  unsigned binding = rows_.empty() ? 1 : 0;
  std::string types;
  for (const auto& [name, scalar] : buffers) {
    names += fmt::format("OpName %{0}s \"{0}s\"\n", name);
    decorations += fmt::format(
        "OpDecorate %{0}s DescriptorSet 0\nOpDecorate %{0}s Binding {1}\n"
        "OpDecorate %{0}_array ArrayStride {2}\n"
        "OpDecorate %{0}_block Block\nOpMemberDecorate %{0}_block 0 Offset 0\n",
        name, binding++, scalar_size(scalar));
    if (name != "result") decorations += fmt::format("OpDecorate %{}s NonWritable\n", name);
    types += fmt::format(
        "%{0}_array = OpTypeRuntimeArray {1}\n%{0}_block = OpTypeStruct %{0}_array\n"
        "%to_{0}_block = OpTypePointer StorageBuffer %{0}_block\n"
        "%to_{0} = OpTypePointer StorageBuffer {1}\n"
        "%{0}s = OpVariable %to_{0}_block StorageBuffer\n",
        name, scalar_type_id(scalar));
  }
  std::string text = names + decorations + "%void = OpTypeVoid\n%function = OpTypeFunction %void\n";
  std::set<ScalarKind> scalars{ScalarKind::uint32, ScalarKind::boolean, stored, result,
                               type_.scalar};
  for (const ScalarKind scalar : scalars)
    text += fmt::format("{} = {}\n", scalar_type_id(scalar), type_declaration(scalar));
  std::vector<ValueType> vectors{ballot_value};
  for (const ValueType type : {type_, result_type_}) {
    if (type.components > 1 && std::ranges::count(vectors, type) == 0) vectors.push_back(type);
  }
  for (const ValueType type : vectors) {
    text += fmt::format("{} = OpTypeVector {} {}\n", type_id(type), scalar_type_id(type.scalar),
                        type.components);
  }
  for (const auto& [number, id] : constants_)
    text += fmt::format("{} = OpConstant %uint32 {}\n", id, number);
  text += fmt::format("%null = OpConstantNull {0}\n%to_kept = OpTypePointer Function {0}\n",
                      type_id(result_type_));
  text +=
      "%to_input = OpTypePointer Input %uint32\n"
      "%subgroup_id = OpVariable %to_input Input\n%lane_id = OpVariable %to_input Input\n";
  return text + types;
}

std::string CaseWriter::module_text() const {
  return header() + declarations() + prologue_ + body_ + "OpReturn\nOpFunctionEnd\n";
}

}  // namespace spirv_oracle::golden
