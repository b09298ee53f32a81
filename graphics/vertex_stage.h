// Runs the vertex shader of a draw, and describes the shaded vertices to the fixed functions.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "graphics/stage_launch.h"
#include "graphics/vertex_fetch.h"
#include "raster/clip.h"
#include "raster/primitives.h"

namespace spirv_oracle {

// A primitive of shaded vertices, whose numbers are invocations of the launch.
struct ShadedPrimitive {
  Primitive primitive;
  std::uint32_t layer = 0, viewport = 0;
  bool has_id = true;  // false: a geometry shader does not write PrimitiveId

  std::uint32_t provoking() const { return primitive.vertices[primitive.provoking]; }
};

// The vertices that the last stage before rasterization made, or one before it: invocations of the launch, or what a
// geometry shader emitted.
class ShadedVertices {
 public:
  ShadedVertices(LaunchOutputs outputs, const StageInterface& interface);

  // What a component of an output is; none if the shader does not write it.
  StageOutput find(const InterfaceComponent& component) const { return outputs_.find(component); }
  const LaunchOutputs& outputs() const { return outputs_; }
  ClipVertex clip_vertex(std::uint32_t invocation) const;
  // Whether the position and distances of a vertex are defined, and the size of a point.
  bool is_placed(std::uint32_t invocation, bool is_point) const;
  // An output that is one integer for each vertex, such as Layer; 0 if it is not written.
  std::uint32_t integer(spv::BuiltIn which, std::uint32_t invocation) const;

 private:
  LaunchOutputs outputs_;
  std::array<StageOutput, 4> position_;
  std::vector<StageOutput> clip_distances_, cull_distances_;
  StageOutput point_size_;
};

// How many elements of an array of outputs, such as ClipDistance, a stage has.
unsigned output_count(const StageInterface& interface, spv::BuiltIn which);

struct Patch {
  std::vector<std::uint32_t> vertices;
  std::uint32_t id = 0;  // PrimitiveId
};

// Primitives of some vertices, for the next stage.
using PrimitiveSink =
    std::function<Result<void>(const ShadedVertices& vertices, std::span<const Primitive>)>;

// Some instances of a draw, whose vertices are shaded by one launch.
struct VertexBatch {
  std::vector<VertexInvocation> invocations;
  // In primitive order; vertices are invocations. With Topology::patch_list, there are patches instead.
  std::vector<Primitive> primitives;
  std::vector<Patch> patches;
};

// Divides the instances of a draw into batches of about `target` vertices or primitives. A vertex that an instance uses several times is
// shaded once ("Vertex Shader Execution").
class InstanceBatches {
 public:
  InstanceBatches(const DrawCall& call, const PipelineState& state, const VertexIndices& indices,
                  std::uint32_t target);

  // Fills the next batch; false if there is none.
  bool next(VertexBatch& batch);

 private:
  const DrawCall& call_;
  std::uint32_t target_;
  std::vector<std::uint32_t> unique_;  // the VertexIndex of each vertex of an instance
  std::vector<Primitive> primitives_;  // of an instance; vertices are indices into unique_
  std::vector<std::vector<std::uint32_t>> patches_;  // likewise
  std::uint32_t instance_ = 0;
};

}  // namespace spirv_oracle
