// What passes between the stages of a pipeline: scalars of invocations that are not in workgroups, such as vertices and
// fragments.
#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <vector>

#include "interpreter/kernels/lane_mask.h"
#include "memory/definedness.h"

namespace spirv_oracle {

// One scalar of the interface of a stage (Vulkan, "Shader Interfaces").
struct InterfaceComponent {
  enum class Kind : std::uint8_t { location, built_in };

  Kind kind = Kind::location;
  std::uint32_t number = 0;  // the Location, or the spv::BuiltIn
  std::uint32_t component =
      0;  // a Component, in units of 32 bits; an element or component of a built-in
  std::uint32_t index = 0;   // of an output of fragments: Index
  std::uint32_t vertex = 0;  // the element of an interface that has one for each vertex
  bool per_patch = false;

  friend auto operator<=>(const InterfaceComponent&, const InterfaceComponent&) = default;
};

// A scalar in all invocations, or in what else `values` of StageOutputs counts. Invocation number i of a launch is lane i % SubgroupSize of subgroup i / SubgroupSize.
struct StageValues {
  std::vector<std::uint64_t> bits;                 // by invocation; a Boolean is 0 or 1
  std::vector<LaneMask> undefined;                 // by subgroup; empty: none
  std::vector<LaneMask> implementation_dependent;  // likewise
};

// Where an instruction evaluates an input of a fragment, instead of where the fragment shader gets it.
struct InterpolationPosition {
  enum class Kind : std::uint8_t { centroid, sample, offset };

  Kind kind = Kind::centroid;
  std::uint32_t sample = 0;
  float x = 0, y = 0;  // of an offset, in pixels from the center
};

struct InterpolatedValue {
  std::uint64_t bits = 0;
  Definedness state = Definedness::defined;
};

// Evaluates inputs of fragments elsewhere. Threads may call it at a time.
class InputInterpolator {
 public:
  InputInterpolator() = default;
  InputInterpolator(const InputInterpolator&) = delete;
  InputInterpolator& operator=(const InputInterpolator&) = delete;
  virtual ~InputInterpolator() = default;
  // How many samples a fragment has.
  virtual std::uint32_t samples() const = 0;
  virtual InterpolatedValue value(const InterfaceComponent& input, std::size_t invocation,
                                  const InterpolationPosition& place) const = 0;
};

// The invocations of a launch, in subgroups. An input of the entry point that is not among `inputs` is undefined.
struct StageInvocations {
  std::vector<LaneMask> existing;  // by subgroup: the lanes that have an invocation
  std::vector<LaneMask> helpers;   // by subgroup: helper invocations from the start; empty: none
  std::map<InterfaceComponent, StageValues> inputs;
  const InputInterpolator* interpolator = nullptr;  // of fragments
};

// The vertices that a geometry shader emitted. Vertex k of invocation i has the number i * OutputVertices + k.
struct EmittedVertices {
  std::vector<std::uint32_t> counts;       // by invocation
  std::vector<std::uint8_t> streams;       // by vertex
  std::vector<std::uint8_t> begins_strip;  // by vertex: 1: the first one of an output primitive
  std::vector<std::uint32_t> ended;  // by invocation: the streams whose next vertex is one, as bits
};

// What the invocations of a launch left.
struct StageOutputs {
  // Undefined where nothing was stored. By invocation; of tessellation control by patch, with the numbers of its
  // workgroups, and of a geometry shader by emitted vertex.
  std::map<InterfaceComponent, StageValues> values;
  EmittedVertices emitted;  // by a geometry shader
  // By subgroup: the lanes that ended neither in OpKill nor in OpTerminateInvocation.
  std::vector<LaneMask> returned;
  std::vector<LaneMask>
      helpers;  // by subgroup: the lanes that were helper invocations at their end
};

}  // namespace spirv_oracle
