#include "graphics/vertex_stage.h"

#include <algorithm>
#include <unordered_map>

namespace spirv_oracle {

unsigned output_count(const StageInterface& interface, spv::BuiltIn which) {
  unsigned count = 0;
  while (count < max_distances && interface.outputs.contains(built_in(which, count))) ++count;
  return count;
}

ShadedVertices::ShadedVertices(LaunchOutputs outputs, const StageInterface& interface)
    : outputs_(std::move(outputs)) {
  for (unsigned i = 0; i < 4; ++i) position_[i] = find(built_in(spv::BuiltIn::Position, i));
  for (unsigned i = 0; i < output_count(interface, spv::BuiltIn::ClipDistance); ++i)
    clip_distances_.push_back(find(built_in(spv::BuiltIn::ClipDistance, i)));
  for (unsigned i = 0; i < output_count(interface, spv::BuiltIn::CullDistance); ++i)
    cull_distances_.push_back(find(built_in(spv::BuiltIn::CullDistance, i)));
  point_size_ = find(built_in(spv::BuiltIn::PointSize));
}

ClipVertex ShadedVertices::clip_vertex(std::uint32_t invocation) const {
  const auto number = [&](const StageOutput& output) {
    return output ? float_of(output.bits(invocation), 32) : 0;
  };
  ClipVertex vertex;
  for (unsigned i = 0; i < 4; ++i) vertex.position[i] = number(position_[i]);
  for (std::size_t i = 0; i < clip_distances_.size(); ++i)
    vertex.clip_distances[i] = number(clip_distances_[i]);
  for (std::size_t i = 0; i < cull_distances_.size(); ++i)
    vertex.cull_distances[i] = number(cull_distances_[i]);
  // 1 if it is not written, as with the feature maintenance5.
  if (point_size_) vertex.point_size = number(point_size_);
  return vertex;
}

bool ShadedVertices::is_placed(std::uint32_t invocation, bool is_point) const {
  const auto is_defined = [&](const StageOutput& output) {
    return output && output.state(invocation) != Definedness::undefined;
  };
  if (is_point && point_size_ && !is_defined(point_size_)) return false;
  return std::ranges::all_of(position_, is_defined) &&
         std::ranges::all_of(clip_distances_, is_defined) &&
         std::ranges::all_of(cull_distances_, is_defined);
}

std::uint32_t ShadedVertices::integer(spv::BuiltIn which, std::uint32_t invocation) const {
  const StageOutput output = find(built_in(which));
  return output ? static_cast<std::uint32_t>(output.bits(invocation)) : 0;
}

InstanceBatches::InstanceBatches(const DrawCall& call, const PipelineState& state,
                                 const VertexIndices& indices, std::uint32_t target)
    : call_(call), target_(target) {
  std::vector<std::uint32_t> vertices;
  std::unordered_map<std::uint32_t, std::uint32_t> known;
  for (const std::optional<std::uint32_t>& index : indices) {
    if (!index) {
      vertices.push_back(restart_vertex);
      continue;
    }
    const auto [entry, is_new] = known.emplace(*index, static_cast<std::uint32_t>(unique_.size()));
    if (is_new) unique_.push_back(*index);
    vertices.push_back(entry->second);
  }
  const InputAssemblyState& assembly = state.input_assembly;
  primitives_ =
      assemble_primitives(assembly.topology, state.rasterization.provoking_vertex, vertices);
  if (assembly.topology == Topology::patch_list)
    patches_ = assemble_patches(assembly.patch_control_points, vertices);
}

bool InstanceBatches::next(VertexBatch& batch) {
  batch.invocations.clear();
  batch.primitives.clear();
  batch.patches.clear();
  // Many primitives may share a vertex.
  const auto is_full = [&] {
    return std::max({batch.invocations.size(), batch.primitives.size(), batch.patches.size()}) >=
           target_;
  };
  while (instance_ < call_.instance_count && !is_full()) {
    const auto first = static_cast<std::uint32_t>(batch.invocations.size());
    for (const std::uint32_t vertex : unique_)
      batch.invocations.push_back({vertex, call_.first_instance + instance_});
    for (Primitive primitive : primitives_) {
      for (std::uint32_t& vertex : primitive.vertices) vertex += first;
      for (std::uint32_t& vertex : primitive.adjacent) vertex += first;
      batch.primitives.push_back(primitive);
    }
    for (std::uint32_t id = 0; id < patches_.size(); ++id) {
      batch.patches.push_back({patches_[id], id});
      for (std::uint32_t& vertex : batch.patches.back().vertices) vertex += first;
    }
    ++instance_;
    if (unique_.empty()) instance_ = call_.instance_count;
  }
  return !batch.invocations.empty();
}

}  // namespace spirv_oracle
