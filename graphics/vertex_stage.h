// Runs the vertex shader of a draw, and describes the shaded vertices to the fixed functions.
#pragma once

#include <cstdint>
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

  std::uint32_t provoking() const { return primitive.vertices[primitive.provoking]; }
};

// The results of a launch of vertices.
class ShadedVertices {
 public:
  ShadedVertices(LaunchOutputs outputs, const StageInterface& interface);

  // What a component of an output is; none if the shader does not write it.
  StageOutput find(const InterfaceComponent& component) const { return outputs_.find(component); }
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

// Some instances of a draw, whose vertices are shaded by one launch.
struct VertexBatch {
  std::vector<VertexInvocation> invocations;
  std::vector<Primitive> primitives;  // in primitive order; vertices are invocations
};

// Divides the instances of a draw into batches of about `target` vertices. A vertex that an instance uses several times is
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
  std::uint32_t instance_ = 0;
};

}  // namespace spirv_oracle
