// The options that define what to run, which all commands share.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "data/option_values.h"
#include "data/scalar.h"
#include "frontend/module_options.h"
#include "graphics/variations.h"
#include "interpreter/dispatch.h"
#include "interpreter/loader/resource_names.h"
#include "support/command_line.h"

namespace spirv_oracle {

// A buffer of the module, or a memory of the user, as on the command line.
struct BufferName {
  BindingKey key;
  bool has_element = false;  // SET.BINDING[I]
  // The name of a --memory, or before resolve_names() of a resource; the key is then unused.
  std::string memory;
  friend bool operator==(const BufferName&, const BufferName&) = default;
};

// The DATA remains text, because its addresses are known only after all resources are.
struct BufferOption {
  BufferName name;
  std::string data;
};
struct ArgumentOption {
  std::uint32_t number = 0;
  std::string data;
};
struct MemoryOption {
  std::string name;
  std::string data;
};
struct ImageOption {
  BufferName name;
  ImageShape shape;
  std::string data;  // "": undefined texels
};
struct SamplerOption {
  BufferName name;
  SamplerState state;
};
struct AccelerationStructureOption {
  BufferName name;
  std::string data;  // as scene_of() reads it
};
struct NullOption {
  BufferName name;
};
// Applies to all elements of a descriptor array, if the name has no index.
struct FormatOption {
  BufferName name;
  TexelFormat format;
};
// Of a descriptor in the resource heap.
struct DescriptorTypeOption {
  BufferName name;
  DescriptorType type = DescriptorType::storage_buffer;
};
struct SpecOption {
  std::uint32_t id = 0;
  std::string value;
};

struct LaunchOptions {
  std::string entry_point;
  Dim3 groups{1, 1, 1};
  bool counts_groups = false;       // whether --groups is given, which excludes a global size
  std::optional<Dim3> global_size;  // of a kernel
  std::optional<Dim3> local_size;
  std::array<std::uint64_t, 3> global_offset{};  // of a kernel
  std::uint32_t work_dimensions =
      1;  // the largest number of dimensions of --groups, --global-size, --local-size and the offset
  std::uint32_t subgroup_size = 32;
  SubgroupMapping subgroup_mapping;
  MatrixMapping matrix_mapping = MatrixMapping::rows;
  std::optional<CandidateOrder>
      candidate_order;  // none: forward, or random with the seed of the schedule
  std::vector<SpecOption> specialization;
  std::optional<std::string> push;
  std::vector<BufferOption> buffers;
  std::vector<ArgumentOption> arguments;  // of a kernel
  std::vector<ImageOption> images;
  std::vector<SamplerOption> samplers;
  std::vector<FormatOption> formats;
  std::vector<AccelerationStructureOption> acceleration_structures;
  std::vector<NullOption> null_descriptors;
  std::vector<DescriptorTypeOption> descriptor_types;
  std::vector<MemoryOption> memories;
  Reconvergence reconvergence = Reconvergence::maximal;
  bool stop_on_undefined_behavior = false;
  bool robust_buffer_access = false;
  ArithmeticChoices arithmetic;
  Filtering filtering = Filtering::exact;
  const NamedVariation* rasterization = nullptr;  // of draws; null: as usual
  bool robust_image_access = false;
  DeviceLimits device_limits;
  std::uint64_t seed = 0;
  std::uint32_t workgroups_in_flight = 0;  // 0: the default of Dispatch
  std::uint32_t jobs = 0;                  // 0: the default
  Limits limits;
  std::optional<bool> check_races;  // none: choose_race_checks() decides
  std::string trace_file;
  std::string origin;  // what the dispatch is a part of; may be empty
};

struct DispatchOptions {
  bool draws_fragments = false;  // whether the command can draw with a fragment shader
  ModuleOptions module;
  LaunchOptions launch;
};

// The rows of these options. They set `target`, which must outlive them.
std::vector<OptionRow> dispatch_option_rows(DispatchOptions& target);

// Reads SET.BINDING, SET.BINDING[I], arg.N, or the name of a memory or resource, which resolve_names() distinguishes.
Result<BufferName> parse_buffer_name(std::string_view text);
std::string buffer_text(const BufferName& name);  // the same form
bool same_buffer(const BufferName& a, const BufferName& b);

// Splits NAME=VALUE; `form` is the expected form, for the message.
Result<std::pair<std::string, std::string>> split_assignment(const std::string& text,
                                                             std::string_view form);

}  // namespace spirv_oracle
