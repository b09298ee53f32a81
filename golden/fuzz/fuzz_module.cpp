#include "golden/fuzz/fuzz_module.h"

#include <fmt/format.h>

#include "data/scalar.h"
#include "golden/fuzz/program_writer.h"

namespace spirv_oracle::golden {
namespace {

// An unlikely result, which shows where nothing was stored.
constexpr std::byte untouched{0xA5};

enum class Binding : std::uint8_t { words, results, numbers, totals };

ProgramShape choose_shape(RandomSource& random, std::uint32_t subgroup_size) {
  ProgramShape shape;
  shape.subgroup_size = subgroup_size;
  // A full subgroup alone, or with a partly filled one, or two full ones.
  shape.local_size = subgroup_size + random.pick({subgroup_size / 2, subgroup_size / 2,
                                                  subgroup_size - 1, subgroup_size, 0u});
  shape.places = (shape.local_size + subgroup_size - 1) / subgroup_size * subgroup_size;
  shape.groups = random.one_in(4) ? 2 : 1;
  return shape;
}

bool has(const FuzzSettings& settings, std::string_view requirement) {
  return settings.has == nullptr || settings.has(requirement);
}

// The random numbers that are drawn do not depend on the device.
Joins choose_joins(RandomSource& random, const FuzzSettings& settings, ModuleText& text) {
  const Joins joins = random.pick(
      {Joins::maximal, Joins::maximal, Joins::subgroup_uniform, Joins::core, Joins::core});
  const auto declare = [&](const char* extension, const char* mode) {
    if (!has(settings, extension)) return Joins::core;
    text.need_extension(extension);
    text.add_mode(mode);
    return joins;
  };
  if (joins == Joins::maximal)
    return declare("SPV_KHR_maximal_reconvergence", "MaximallyReconvergesKHR");
  if (joins == Joins::subgroup_uniform)
    return declare("SPV_KHR_subgroup_uniform_control_flow", "SubgroupUniformControlFlowKHR");
  return joins;
}

bool has_type(const FuzzSettings& settings, ScalarKind kind) {
  const std::size_t size = scalar_size(kind);
  if (is_float(kind)) {
    const std::string control = fmt::format("SignedZeroInfNanPreserve {}", 8 * size);
    if (!has(settings, control)) return false;
    if (size == 8) return has(settings, "Float64");
  }
  const std::string_view capability = capability_of(kind);
  return capability.empty() ||
         (has(settings, capability) && has(settings, "shaderSubgroupExtendedTypes"));
}

ExchangeWriter::Settings choose_exchanges(RandomSource& random, const FuzzSettings& fuzz) {
  using enum ScalarKind;
  ExchangeWriter::Settings settings;
  settings.subgroup_size = fuzz.subgroup_size;
  settings.kinds = {uint32, int32, float32};
  // Only a few of the others in one module, because devices may lack any of them.
  if (random.one_in(2))
    settings.kinds.push_back(
        random.pick({int8, uint8, int16, uint16, int64, uint64, float16, float64}));
  std::erase_if(settings.kinds, [&fuzz](ScalarKind kind) { return !has_type(fuzz, kind); });
  settings.rotates = random.one_in(4) && has(fuzz, "GroupNonUniformRotateKHR") &&
                     has(fuzz, "shaderSubgroupRotateClustered");
  settings.clusters = random.one_in(2) && has(fuzz, "GroupNonUniformClustered");
  settings.quads = fuzz.subgroup_size >= 4 && random.one_in(2) && has(fuzz, "GroupNonUniformQuad");
  return settings;
}

void declare_buffer(ModuleText& text, const std::string& name, Binding binding,
                    const std::string& element) {
  text.name("%" + name);
  std::string decorations = fmt::format(
      "OpDecorate %{0} DescriptorSet 0\nOpDecorate %{0} Binding {1}\n"
      "OpDecorate %{0}_array ArrayStride 4\n"
      "OpDecorate %{0}_block Block\nOpMemberDecorate %{0}_block 0 Offset 0",
      name, static_cast<int>(binding));
  if (binding == Binding::words) decorations += fmt::format("\nOpDecorate %{} NonWritable", name);
  text.annotate(decorations);
  text.declare(fmt::format("%{}_array", name), fmt::format("OpTypeRuntimeArray {}", element));
  text.declare(fmt::format("%{}_block", name), fmt::format("OpTypeStruct %{}_array", name));
  text.declare(fmt::format("%to_{}_block", name),
               fmt::format("OpTypePointer StorageBuffer %{}_block", name));
  text.declare("%" + name, fmt::format("OpVariable %to_{}_block StorageBuffer", name));
}

void declare_input(ModuleText& text, const std::string& name, const std::string& built_in,
                   ValueType type) {
  text.annotate(fmt::format("OpDecorate %{} BuiltIn {}", name, built_in));
  const std::string pointer = "%to_input_" + type_name(type);
  text.declare(pointer, "OpTypePointer Input " + text.type(type));
  text.declare("%" + name, fmt::format("OpVariable {} Input", pointer));
}

// Everything to which the functions refer. Returns the interface of the entry point.
std::vector<std::string> declare_frame(ModuleText& text, const ProgramShape& shape,
                                       const ProgramWriter& program) {
  const std::string uint32 = text.scalar(ScalarKind::uint32);
  std::vector<std::string> interface { "%words", "%results", "%subgroup_id", "%lane_id" };
  declare_buffer(text, "words", Binding::words, uint32);
  declare_buffer(text, "results", Binding::results, uint32);
  declare_input(text, "subgroup_id", "SubgroupId", uint32_value);
  declare_input(text, "lane_id", "SubgroupLocalInvocationId", uint32_value);
  text.need_capability("Shader");
  text.need_capability("GroupNonUniform");  // of the built-in variables
  text.declare("%void", "OpTypeVoid");
  text.declare("%procedure", "OpTypeFunction %void");
  text.declare("%to_variable", "OpTypePointer Function " + uint32);
  text.declare("%to_word", "OpTypePointer StorageBuffer " + uint32);
  if (!program.numbers().empty()) {
    declare_buffer(text, "numbers", Binding::numbers, text.scalar(ScalarKind::float32));
    text.declare("%to_number", "OpTypePointer StorageBuffer " + text.scalar(ScalarKind::float32));
    interface.emplace_back("%numbers");
  }
  if (program.uses_totals()) {
    declare_buffer(text, "totals", Binding::totals, uint32);
    interface.emplace_back("%totals");
  }
  if (program.uses_shared_memory()) {
    text.declare("%shared_array",
                 fmt::format("OpTypeArray {} {}", uint32, text.constant(shape.places)));
    text.declare("%to_shared_array", "OpTypePointer Workgroup %shared_array");
    text.declare("%to_shared", "OpTypePointer Workgroup " + uint32);
    text.declare("%shared", "OpVariable %to_shared_array Workgroup");
    interface.emplace_back("%shared");
  }
  if (shape.groups > 1) {
    declare_input(text, "workgroup_id", "WorkgroupId", {ScalarKind::uint32, 3});
    interface.emplace_back("%workgroup_id");
  }
  return interface;
}

ShadowedBytes untouched_words(std::uint64_t count) {
  ShadowedBytes contents = ShadowedBytes::zero(4 * count);
  contents.bytes.assign(contents.bytes.size(), untouched);
  return contents;
}

BindingKey key(Binding binding) { return {0, static_cast<std::uint32_t>(binding), 0}; }

std::string name_of(Binding binding) { return fmt::format("0.{}", static_cast<int>(binding)); }

}  // namespace

FuzzModule make_fuzz_module(std::uint64_t seed, const FuzzSettings& settings) {
  RandomSource random(seed);
  ModuleText text;
  const ProgramShape shape = choose_shape(random, settings.subgroup_size);
  const Joins joins = choose_joins(random, settings, text);
  ProgramWriter program(text, random, shape, joins, choose_exchanges(random, settings));
  program.write(settings.statements);
  FuzzModule module;
  module.assembly = text.assembly(declare_frame(text, shape, program), shape.local_size);

  const std::uint64_t places = shape.all_places();
  const auto add_cases = [&](Binding binding, const std::vector<std::string>& names) {
    for (std::size_t i = 0; i < names.size(); ++i)
      module.cases.push_back({names[i], name_of(binding), 4 * i * places, 4 * places});
  };
  add_cases(Binding::results, program.results());
  add_cases(Binding::numbers, program.numbers());
  Dispatch& dispatch = module.dispatch;
  dispatch.entry_point = "main";
  dispatch.groups = {shape.groups, 1, 1};
  dispatch.subgroup_size = shape.subgroup_size;
  dispatch.vulkan_environment = true;
  dispatch.check_races = true;
  ShadowedBytes words;
  for (std::uint64_t i = 0; i < words_per_invocation * places; ++i)
    append_bits(random.next() & 0xFFFFFFFF, 4, words.bytes);
  words.shadow.resize(words.bytes.size(), Definedness::defined);
  dispatch.buffers[key(Binding::words)] = std::move(words);
  dispatch.buffers[key(Binding::results)] = untouched_words(program.results().size() * places);
  if (!program.numbers().empty())
    dispatch.buffers[key(Binding::numbers)] = untouched_words(program.numbers().size() * places);
  if (program.uses_totals())
    dispatch.buffers[key(Binding::totals)] = ShadowedBytes::zero(std::uint64_t{4} * total_count);
  return module;
}

}  // namespace spirv_oracle::golden
