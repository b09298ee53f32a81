#include <fmt/format.h>

#include <algorithm>
#include <span>

#include "data/scalar.h"
#include "golden/bundle/subgroup_use.h"
#include "golden/export/exports.h"

namespace spirv_oracle::golden {
namespace {

// What the format cannot express. Errors: unsupported, with its name.
Result<void> check_offloadable(const Bundle& bundle) {
  const auto fail = [&bundle](const std::string& what) {
    return unsupported(
        fmt::format("{}: {} cannot be exported for the offload test suite", bundle.name, what));
  };
  if (bundle.is_kernel) return fail("a kernel");
  if (bundle.global_offset != decltype(bundle.global_offset){})
    return fail("a dispatch with a base");
  if (needs_subgroup_size(bundle)) return fail("a required subgroup size");
  if (!bundle.specialization.empty()) return fail("a specialization constant");
  for (const BundleResource& resource : bundle.resources) {
    if (resource.kind != "storage_buffer" && resource.kind != "uniform_buffer")
      return fail(fmt::format("the {} {}", resource.kind, resource.name));
    if (resource.key.element != 0) return fail("an array of descriptors");
    if (resource.input->bytes.empty() || resource.input->bytes.size() % 2 != 0)
      return fail(fmt::format("the size of {}", resource.name));
    if (!resource.output) continue;
    const bool is_exact = std::ranges::all_of(resource.output->acceptance, [](const auto& run) {
      return run.acceptance.kind == AcceptanceKind::exact;
    });
    if (!is_exact)
      return fail(
          fmt::format("the output {}, of which not every component is exact,", resource.name));
  }
  return {};
}

std::string offload_name(const BundleResource& resource) {
  return fmt::format("Buffer_{}_{}", resource.key.set, resource.key.binding);
}

std::string buffer_text(const std::string& name, const std::vector<std::byte>& bytes) {
  const std::size_t size = bytes.size() % 4 == 0 ? 4 : 2;
  std::string data;
  for (std::size_t at = 0; at < bytes.size(); at += size) {
    data += fmt::format("{}0x{:0{}x}", at == 0 ? "" : ", ",
                        load_bits(std::span(bytes).subspan(at, size)), 2 * size);
  }
  return fmt::format("  - Name: {}\n    Format: Hex{}\n    Stride: {}\n    Data: [{}]\n", name,
                     8 * size, size, data);
}

// The sets of the pipeline, without gaps.
std::string sets_text(const Bundle& bundle) {
  std::uint32_t count = 0;
  for (const BundleResource& resource : bundle.resources)
    count = std::max(count, resource.key.set + 1);
  std::string text = "DescriptorSets:\n";
  for (std::uint32_t set = 0; set < count; ++set) {
    text += "  - Resources:\n";
    for (const BundleResource& resource : bundle.resources) {
      if (resource.key.set != set) continue;
      const char* kind = resource.kind == "uniform_buffer" ? "ConstantBuffer"
                         : resource.output                 ? "RWStructuredBuffer"
                                                           : "StructuredBuffer";
      text += fmt::format(
          "      - Name: {0}\n        Kind: {1}\n        DirectXBinding:\n          Register: {2}\n"
          "          Space: {3}\n        VulkanBinding:\n          Binding: {2}\n",
          offload_name(resource), kind, resource.key.binding, set);
    }
  }
  return text;
}

}  // namespace

Result<std::string> as_offload_test(const Bundle& bundle, const std::string& module_name) {
  if (auto done = check_offloadable(bundle); !done) return tl::unexpected(done.error());
  std::string text = fmt::format(
      "# {}: made by spirv-golden {} from {}\n# REQUIRES: Vulkan\n# RUN: %offloader %s %S/{}\n---\n"
      "Shaders:\n  - Stage: Compute\n    Entry: {}\n    DispatchSize: [{}]\nBuffers:\n",
      bundle.name, bundle.tool_version, bundle.source, module_name, bundle.entry_point,
      fmt::join(bundle.groups, ", "));
  std::string results;
  for (const BundleResource& resource : bundle.resources) {
    const std::string name = offload_name(resource);
    text += buffer_text(name, resource.input->bytes);
    if (!resource.output) continue;
    text += buffer_text(name + "_expected", resource.output->expected);
    results += fmt::format(
        "  - Result: {0}\n    Rule: BufferExact\n    Actual: {0}\n    Expected: {0}_expected\n",
        name);
  }
  if (!results.empty()) text += "Results:\n" + results;
  return text + sets_text(bundle) + "...\n";
}

}  // namespace spirv_oracle::golden
