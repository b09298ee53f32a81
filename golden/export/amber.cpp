#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string_view>

#include "data/scalar.h"
#include "frontend/assembly.h"
#include "golden/bundle/subgroup_use.h"
#include "golden/export/exports.h"

namespace spirv_oracle::golden {
namespace {

constexpr std::size_t values_per_line = 16;

// The requirement of a capability in a script. Names without a point are extensions.
struct Need {
  std::string_view capability, feature, extension;
};
constexpr std::array needs = std::to_array<Need>({
    {"Float64", "shaderFloat64", ""},
    {"Int64", "shaderInt64", ""},
    {"Int16", "shaderInt16", ""},
    {"Float16", "Float16Int8Features.shaderFloat16", "VK_KHR_shader_float16_int8"},
    {"Int8", "Float16Int8Features.shaderInt8", "VK_KHR_shader_float16_int8"},
    {"StorageBuffer16BitAccess", "Storage16BitFeatures.storageBuffer16BitAccess",
     "VK_KHR_16bit_storage"},
    {"UniformAndStorageBuffer16BitAccess",
     "Storage16BitFeatures.uniformAndStorageBuffer16BitAccess", "VK_KHR_16bit_storage"},
    {"StoragePushConstant16", "Storage16BitFeatures.storagePushConstant16", "VK_KHR_16bit_storage"},
    {"StorageBuffer8BitAccess", "Storage8BitFeatures.storageBuffer8BitAccess",
     "VK_KHR_8bit_storage"},
    {"UniformAndStorageBuffer8BitAccess", "Storage8BitFeatures.uniformAndStorageBuffer8BitAccess",
     "VK_KHR_8bit_storage"},
    {"StoragePushConstant8", "Storage8BitFeatures.storagePushConstant8", "VK_KHR_8bit_storage"},
    {"VariablePointers", "VariablePointerFeatures.variablePointers", ""},
    {"VariablePointersStorageBuffer", "VariablePointerFeatures.variablePointersStorageBuffer", ""},
    {"VulkanMemoryModel", "VulkanMemoryModelFeatures.vulkanMemoryModel",
     "VK_KHR_vulkan_memory_model"},
    {"VulkanMemoryModelDeviceScope", "VulkanMemoryModelFeatures.vulkanMemoryModelDeviceScope",
     "VK_KHR_vulkan_memory_model"},
    {"GroupNonUniform", "SubgroupSupportedOperations.basic", ""},
    {"GroupNonUniformVote", "SubgroupSupportedOperations.vote", ""},
    {"GroupNonUniformArithmetic", "SubgroupSupportedOperations.arithmetic", ""},
    {"GroupNonUniformBallot", "SubgroupSupportedOperations.ballot", ""},
    {"GroupNonUniformShuffle", "SubgroupSupportedOperations.shuffle", ""},
    {"GroupNonUniformShuffleRelative", "SubgroupSupportedOperations.shuffleRelative", ""},
    {"GroupNonUniformClustered", "SubgroupSupportedOperations.clustered", ""},
    {"GroupNonUniformQuad", "SubgroupSupportedOperations.quad", ""},
    {"GroupNonUniformRotateKHR", "", "VK_KHR_shader_subgroup_rotate"},
    {"SubgroupBallotKHR", "", "VK_EXT_shader_subgroup_ballot"},
    {"SubgroupVoteKHR", "", "VK_EXT_shader_subgroup_vote"},
    {"AtomicFloat32AddEXT", "", "VK_EXT_shader_atomic_float"},
    {"AtomicFloat64AddEXT", "", "VK_EXT_shader_atomic_float"},
    {"AtomicFloat32MinMaxEXT", "", "VK_EXT_shader_atomic_float2"},
    {"AtomicFloat64MinMaxEXT", "", "VK_EXT_shader_atomic_float2"},
});

// Instructions for debuggers only: a line END in a source would end the shader.
std::vector<std::uint32_t> without_source(const std::vector<std::uint32_t>& words) {
  constexpr std::array<std::uint32_t, 6> dropped{2, 3, 4, 8, 317, 330};
  constexpr std::size_t header = 5;
  if (words.size() < header) return words;
  std::vector<std::uint32_t> kept(words.begin(), words.begin() + header);
  for (std::size_t at = header; at < words.size();) {
    const std::size_t count = std::max<std::size_t>(words[at] >> 16, 1);
    const auto first = words.begin() + static_cast<std::ptrdiff_t>(at);
    const auto last = first + static_cast<std::ptrdiff_t>(std::min(count, words.size() - at));
    if (std::ranges::count(dropped, words[at] & 0xFFFF) == 0) kept.insert(kept.end(), first, last);
    at += count;
  }
  return kept;
}

std::string target_env(const std::vector<std::uint32_t>& words) {
  const std::uint32_t version = words.size() > 1 ? words[1] : 0;
  return fmt::format("spv{}.{}", version >> 16 & 0xFF, version >> 8 & 0xFF);
}

std::string buffer_name(const BundleResource& resource) {
  std::string name = "b_" + resource.name;
  for (char& c : name) {
    if (c == '.' || c == '[') c = '_';
  }
  std::erase(name, ']');
  return name;
}

// The integer type of a buffer in the script, with the size of the smallest component, so that each can be compared.
ScalarKind unit_of(const BundleResource& resource) {
  std::size_t size = resource.input->bytes.size() % 4 == 0 ? 4 : 1;
  if (resource.output) {
    for (const AcceptanceRun& run : resource.output->acceptance)
      size = std::min(size, scalar_size(run.type));
  }
  return size == 1 ? ScalarKind::uint8 : size == 2 ? ScalarKind::uint16 : ScalarKind::uint32;
}

// The name of a type in AmberScript.
std::string_view type_name(ScalarKind type) {
  if (type == ScalarKind::float32) return "float";
  if (type == ScalarKind::float64) return "double";
  return scalar_name(type);
}

// A literal from which a script gets exactly these bits. A 16-bit float is written as the 32-bit float of its value, because
// scripts do not round to 16 bits.
std::string literal_text(ScalarKind type, std::uint64_t bits) {
  if (type != ScalarKind::float16) return format_scalar(type, bits);
  return format_scalar(ScalarKind::float32,
                       float_bits(ScalarKind::float32, float_value(type, bits)));
}

// The buffer with the input of a resource, as elements of a type.
std::string declaration(const BundleResource& resource, const std::string& name, ScalarKind type) {
  const std::size_t size = scalar_size(type);
  const std::vector<std::byte>& bytes = resource.input->bytes;
  std::string text = fmt::format("BUFFER {} DATA_TYPE {} DATA\n", name, type_name(type));
  for (std::size_t at = 0; at < bytes.size(); at += size) {
    text += fmt::format("{}{}", at / size % values_per_line == 0 ? " " : "",
                        literal_text(type, load_bits(std::span(bytes).subspan(at, size))));
    const bool ends_line = at / size % values_per_line == values_per_line - 1;
    text += ends_line || at + size == bytes.size() ? "\n" : " ";
  }
  return text + "END\n\n";
}

// The expectations of one output. Exact components are compared as integers. Bounds need a buffer with the component's
// own type, which a second run fills.
class Expectations {
 public:
  explicit Expectations(const BundleResource& resource)
      : resource_(resource), name_(buffer_name(resource)), unit_(unit_of(resource)) {}

  void add_all();
  const std::string& exact() const { return exact_; }
  const std::string& bounds() const { return bounds_; }
  std::string bounds_name() const { return name_ + "_bounds"; }
  // For the buffer of the second run.
  ScalarKind bounds_type() const { return bounds_type_.value_or(unit_); }
  std::uint64_t compared() const { return compared_; }
  std::uint64_t bounded() const { return bounded_; }
  std::uint64_t left_out() const { return left_out_; }

 private:
  void add_exact(const AcceptanceRun& run);
  // Null without a bound.
  void add_bounds(const AcceptanceRun& run, const std::uint64_t* low, const std::uint64_t* high);
  void add_range(const AcceptanceRun& run);
  void add_set(const AcceptanceRun& run);
  bool may_have_bounds_of(ScalarKind type);

  const BundleResource& resource_;
  std::string name_;
  ScalarKind unit_;
  std::optional<ScalarKind> bounds_type_;
  std::string exact_, bounds_;
  std::uint64_t compared_ = 0, bounded_ = 0, left_out_ = 0;
};

void Expectations::add_exact(const AcceptanceRun& run) {
  const std::size_t size = scalar_size(unit_);
  for (std::uint64_t at = run.offset; at < run.end();) {
    exact_ += fmt::format("EXPECT {} IDX {} EQ", name_, at);
    const std::uint64_t end = std::min<std::uint64_t>(at + values_per_line * size, run.end());
    for (; at < end; at += size) {
      exact_ +=
          fmt::format(" {}", load_bits(std::span(resource_.output->expected).subspan(at, size)));
    }
    exact_ += '\n';
  }
  compared_ += run.count;
}

// A buffer has one type. Scripts cannot express infinities and NaN.
bool Expectations::may_have_bounds_of(ScalarKind type) {
  const std::vector<std::byte>& input = resource_.input->bytes;
  const std::size_t size = scalar_size(type);
  if (type == ScalarKind::bfloat16) return false;  // scripts do not have it
  if (bounds_type_) return *bounds_type_ == type;
  if (input.size() % size != 0) return false;
  for (std::size_t at = 0; is_float(type) && at < input.size(); at += size) {
    if (!std::isfinite(float_value(type, load_bits(std::span(input).subspan(at, size)))))
      return false;
  }
  bounds_type_ = type;
  return true;
}

void Expectations::add_bounds(const AcceptanceRun& run, const std::uint64_t* low,
                              const std::uint64_t* high) {
  if ((low == nullptr && high == nullptr) || !may_have_bounds_of(run.type)) {
    left_out_ += run.count;
    return;
  }
  const auto line = [&](std::string_view comparator, std::uint64_t bits) {
    bounds_ += fmt::format("EXPECT {} IDX {} {}", bounds_name(), run.offset, comparator);
    for (std::uint64_t i = 0; i < run.count; ++i) bounds_ += ' ' + literal_text(run.type, bits);
    bounds_ += '\n';
  };
  if (low != nullptr) line("GE", *low);
  if (high != nullptr) line("LE", *high);
  bounded_ += run.count;
}

void Expectations::add_range(const AcceptanceRun& run) {
  const Acceptance& range = run.acceptance;
  const bool has_numbers =
      !is_float(run.type) || float_value(run.type, range.low) <= float_value(run.type, range.high);
  // No comparison in a script accepts a NaN.
  if (range.special.nan || !has_numbers) return add_bounds(run, nullptr, nullptr);
  add_bounds(run, range.special.negative_infinity ? nullptr : &range.low,
             range.special.positive_infinity ? nullptr : &range.high);
}

void Expectations::add_set(const AcceptanceRun& run) {
  std::vector<std::uint64_t> values = run.acceptance.set;
  if (std::ranges::any_of(values, [&](std::uint64_t bits) { return is_nan_of(run.type, bits); }))
    return add_bounds(run, nullptr, nullptr);
  const auto less = [&](std::uint64_t a, std::uint64_t b) {
    if (is_float(run.type)) return float_value(run.type, a) < float_value(run.type, b);
    if (!is_signed_integer(run.type)) return a < b;
    const unsigned shift = 64 - 8 * static_cast<unsigned>(scalar_size(run.type));
    return static_cast<std::int64_t>(a << shift) < static_cast<std::int64_t>(b << shift);
  };
  const std::uint64_t low = std::ranges::min(values, less);
  const std::uint64_t high = std::ranges::max(values, less);
  add_bounds(run, &low, &high);
}

void Expectations::add_all() {
  for (const AcceptanceRun& run : resource_.output->acceptance) {
    switch (run.acceptance.kind) {
      case AcceptanceKind::exact:
        add_exact(run);
        break;
      case AcceptanceKind::range:
        add_range(run);
        break;
      case AcceptanceKind::set:
        add_set(run);
        break;
      case AcceptanceKind::nan:
      case AcceptanceKind::any:
      case AcceptanceKind::permutation:
        left_out_ += run.count;
        break;
    }
  }
}

// Errors: unsupported for what a script cannot express.
Result<void> check_exportable(const Bundle& bundle) {
  const auto fail = [&bundle](std::string_view what) {
    return unsupported(fmt::format("{}: {} cannot be exported as AmberScript", bundle.name, what));
  };
  if (bundle.is_kernel) return fail("a kernel");
  if (bundle.global_offset != decltype(bundle.global_offset){})
    return fail("a dispatch with a base");
  for (const auto& [id, bits] : bundle.specialization) {
    if (bits >> 32 != 0)
      return fail(fmt::format("the 64-bit value of specialization constant {}", id));
  }
  for (const BundleResource& resource : bundle.resources) {
    if (resource.kind == "memory" || !resource.memory.empty())
      return fail(fmt::format("memory that is accessed by its address ('{}')", resource.name));
    if (resource.kind != "storage_buffer" && resource.kind != "uniform_buffer" &&
        resource.kind != "push_constant")
      return fail(fmt::format("the {} {}", resource.kind, resource.name));
    if (resource.input->bytes.empty())
      return fail(fmt::format("the empty buffer {}", resource.name));
  }
  return {};
}

// Whether the pipeline declares its subgroup size.
bool controls_subgroups(const Bundle& bundle) {
  return needs_subgroup_size(bundle) ||
         (uses_subgroups(bundle) && bundle.assumptions.full_subgroups);
}

std::string requirements_text(const Bundle& bundle) {
  std::vector<std::string> features, extensions;
  const auto add = [](std::vector<std::string>& list, std::string_view name) {
    if (!name.empty() && std::ranges::count(list, name) == 0) list.emplace_back(name);
  };
  for (const std::string& capability : bundle.capabilities) {
    const auto need = std::ranges::find(needs, capability, &Need::capability);
    if (need == needs.end()) continue;
    add(features, need->feature);
    add(extensions, need->extension);
  }
  if (bundle.assumptions.robust_buffer_access) add(features, "robustBufferAccess");
  if (uses_subgroups(bundle)) add(features, "SubgroupSupportedStages.compute");
  if (controls_subgroups(bundle)) {
    add(features, "SubgroupSizeControl.subgroupSizeControl");
    if (bundle.assumptions.full_subgroups)
      add(features, "SubgroupSizeControl.computeFullSubgroups");
    add(extensions, "VK_EXT_subgroup_size_control");
  }
  std::string text;
  for (const std::string& feature : features) text += fmt::format("DEVICE_FEATURE {}\n", feature);
  for (const std::string& extension : extensions)
    text += fmt::format("DEVICE_EXTENSION {}\n", extension);
  for (const std::string& control : bundle.assumptions.float_controls) {
    const std::size_t space = control.find(' ');
    text += fmt::format("DEVICE_PROPERTY FloatControlsProperties.shader{}Float{}\n",
                        control.substr(0, space), control.substr(space + 1));
  }
  return text.empty() ? text : text + '\n';
}

using NameOf = std::function<std::string(const BundleResource&)>;

bool same_binding(const BundleResource& a, const BundleResource& b) {
  return a.kind == b.kind && a.key.set == b.key.set && a.key.binding == b.key.binding;
}

std::string pipeline_text(const Bundle& bundle, std::string_view name, const NameOf& name_of) {
  std::string text = fmt::format("PIPELINE compute {}\n  ATTACH shader", name);
  if (bundle.entry_point != "main") text += fmt::format(" ENTRY_POINT {}", bundle.entry_point);
  for (const auto& [id, bits] : bundle.specialization)
    text += fmt::format(" SPECIALIZE {} AS uint32 {}", id, bits);
  text += '\n';
  if (controls_subgroups(bundle)) {
    text += fmt::format("  SUBGROUP shader\n    FULLY_POPULATED {}\n    VARYING_SIZE off\n",
                        bundle.assumptions.full_subgroups ? "on" : "off");
    if (needs_subgroup_size(bundle))
      text += fmt::format("    REQUIRED_SIZE {}\n", bundle.assumptions.subgroup_size);
    text += "  END\n";
  }
  const std::vector<BundleResource>& resources = bundle.resources;
  for (std::size_t i = 0; i < resources.size();) {
    const BundleResource& first = resources[i];
    // The elements of a descriptor array are adjacent.
    std::string names;
    std::size_t count = 0;
    for (; i < resources.size() && same_binding(first, resources[i]); ++i, ++count)
      names += ' ' + name_of(resources[i]);
    text += fmt::format("  BIND BUFFER{}{} AS ", count > 1 ? "_ARRAY" : "", names);
    if (first.kind == "push_constant") {
      text += "push_constant\n";
    } else {
      text += fmt::format("{} DESCRIPTOR_SET {} BINDING {}\n",
                          first.kind == "uniform_buffer" ? "uniform" : "storage", first.key.set,
                          first.key.binding);
    }
  }
  return text + "END\n\n";
}

std::string run_text(const Bundle& bundle, std::string_view pipeline) {
  return fmt::format("RUN {} {} {} {}\n\n", pipeline, bundle.groups[0], bundle.groups[1],
                     bundle.groups[2]);
}

}  // namespace

Result<std::string> as_amber_script(const Bundle& bundle) {
  if (auto done = check_exportable(bundle); !done) return tl::unexpected(done.error());
  const auto assembly = disassemble(without_source(bundle.words));
  if (!assembly) return tl::unexpected(assembly.error());
  std::map<std::string, Expectations> expectations;  // by the name of the output
  std::uint64_t compared = 0, bounded = 0, left_out = 0;
  for (const BundleResource& resource : bundle.resources) {
    if (!resource.output) continue;
    Expectations& of_output =
        expectations.emplace(resource.name, Expectations(resource)).first->second;
    of_output.add_all();
    compared += of_output.compared();
    bounded += of_output.bounded();
    left_out += of_output.left_out();
  }
  std::string text = fmt::format(
      "#!amber\n"
      "# {}: made by spirv-golden {} from {}\n"
      "# Subgroup size {}, mapping {}.\n"
      "# {} components are compared, {} within bounds only, and {} not at all.\n",
      bundle.name, bundle.tool_version, bundle.source, bundle.assumptions.subgroup_size,
      bundle.assumptions.subgroup_mapping, compared, bounded, left_out);
  // AmberScript has no names for them.
  if (const auto features = names_of(bundle.assumptions.features); !features.empty())
    text += fmt::format("# The device must have the features: {}.\n", fmt::join(features, ", "));
  text += '\n';
  text += requirements_text(bundle);
  text += fmt::format("SHADER compute shader SPIRV-ASM TARGET_ENV {}\n{}END\n\n",
                      target_env(bundle.words), *assembly);
  for (const BundleResource& resource : bundle.resources)
    text += declaration(resource, buffer_name(resource), unit_of(resource));
  text += pipeline_text(bundle, "pipeline", buffer_name);
  text += run_text(bundle, "pipeline");
  for (const auto& [name, of_output] : expectations) text += of_output.exact();
  if (bounded == 0) return text;
  text += "\n# A second run has outputs of other types, for components that have bounds.\n";
  for (const BundleResource& resource : bundle.resources) {
    if (!resource.output) continue;
    const Expectations& of_output = expectations.at(resource.name);
    text += declaration(resource, of_output.bounds_name(), of_output.bounds_type());
  }
  text += pipeline_text(bundle, "pipeline_bounds", [&](const BundleResource& resource) {
    return resource.output ? expectations.at(resource.name).bounds_name() : buffer_name(resource);
  });
  text += run_text(bundle, "pipeline_bounds");
  for (const auto& [name, of_output] : expectations) text += of_output.bounds();
  return text;
}

}  // namespace spirv_oracle::golden
