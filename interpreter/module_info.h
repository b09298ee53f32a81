// Modules: loading them, and what they require of a dispatch.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "interpreter/dim3.h"
#include "interpreter/features.h"
#include "interpreter/images/image_shape.h"
#include "interpreter/policy.h"
#include "interpreter/result.h"

namespace spirv_oracle {

class Module;  // loader/module.h

enum class ScalarKind : std::uint8_t {
  boolean,
  int8,
  uint8,
  int16,
  uint16,
  int32,
  uint32,
  int64,
  uint64,
  float16,
  float32,
  float64,
  bfloat16,
  float8_e4m3,
  float8_e5m2,
  float6_e2m3,
  float6_e3m2,
  float4_e2m1,
  float8_e8m0,
  mxint8
};

enum class ResourceKind : std::uint8_t {
  storage_buffer,
  uniform_buffer,
  push_constant,
  uniform_texel_buffer,
  storage_texel_buffer,
  storage_image,
  sampled_image,
  combined_image_sampler,
  sampler,
  acceleration_structure,
  // Arguments of a kernel: pointers to CrossWorkgroup or UniformConstant, pointers to Workgroup,
  // values, images and samplers.
  buffer_argument,
  local_argument,
  value_argument,
  image_argument,
  sampler_argument
};

constexpr bool is_argument(ResourceKind kind) { return kind >= ResourceKind::buffer_argument; }

// The declaration of an image in OpTypeImage.
struct ImageInfo {
  std::string dimensionality;  // "1D", "2D", "3D", "Cube" or "Buffer"
  bool arrayed = false;
  bool multisampled = false;
  const TexelFormat* format = nullptr;  // null: Unknown
  ScalarKind sampled_type = ScalarKind::float32;
};

// A texel as an element of a buffer: its components in memory order, or the word into which they
// are packed.
struct ElementInfo {
  ScalarKind scalar = ScalarKind::uint32;
  unsigned components = 1;
};
ElementInfo texel_element(const TexelFormat& format);

// A resource that an entry point statically uses.
struct ResourceInfo {
  ResourceKind kind = ResourceKind::storage_buffer;
  std::string name;                    // of the variable or its block; may be empty
  std::uint32_t set = 0, binding = 0;  // for arguments: as in BindingKey
  std::uint32_t descriptor_count = 1;  // 0: a runtime-sized descriptor array
  std::uint64_t fixed_size = 0;        // bytes before any runtime array; for a value, its size
  std::uint64_t runtime_stride =
      0;  // bytes per element of the runtime array at the end; 0: there is none
  std::optional<ScalarKind> scalar;  // the only scalar type of all members; none if they differ
  bool writable = true;
  unsigned components = 1;         // of the scalar type, in an element
  std::optional<ImageInfo> image;  // texel buffers and images
};

struct SpecConstantInfo {
  std::uint32_t spec_id = 0;
  std::string name;
  ScalarKind type = ScalarKind::uint32;
  std::uint64_t default_bits = 0;
};

struct EntryPointInfo {
  std::string name;
  std::string execution_model;     // "GLCompute", ...
  std::optional<Dim3> local_size;  // with default specialization; none: not declared
  std::vector<ResourceInfo> resources;
  bool reads_heaps = false;  // descriptors from heaps, which only a dispatch has
  std::optional<ScalarKind>
      heap_scalar;  // the only scalar type of all their buffers; none if they differ
};

struct ModuleInfo {
  std::vector<EntryPointInfo> entry_points;
  std::vector<SpecConstantInfo> spec_constants;
  FeatureSet features;  // that are enabled
};

struct LoadOptions {
  bool validate = true;
  std::string target_env;  // "": the universal rules of the module's own version
  // Those that are enabled in a Vulkan environment, in addition to those of its version. None: those without
  // which the module is not valid.
  std::optional<FeatureSet> features = std::nullopt;
};

// Parses a binary and, unless the options say otherwise, validates it. Errors: bad_input.
Result<std::shared_ptr<const Module>> load_module(std::span<const std::uint32_t> words,
                                                  const LoadOptions& options = {});

// The requirements of the module. Never fails for a loaded module; omits unknown parts. If its constants take more than
// `max_memory` bytes, only the names of its entry points are known.
ModuleInfo describe(const Module& module, std::uint64_t max_memory = Limits().max_memory);

}  // namespace spirv_oracle
