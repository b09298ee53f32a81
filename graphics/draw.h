// Draws: runs the stages of a graphics pipeline and the fixed functions between them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "interpreter/bindings.h"
#include "interpreter/dispatch_result.h"
#include "interpreter/pipeline.h"
#include "interpreter/policy.h"
#include "interpreter/result.h"
#include "memory/definedness.h"
#include "raster/attachment.h"
#include "raster/choices.h"
#include "raster/state.h"

namespace spirv_oracle {

// Stages and state of a pipeline (Vulkan, "Graphics Pipelines"). Each stage has its own subgroup size and specialization.
struct GraphicsPipeline {
  std::shared_ptr<const Pipeline> vertex;    // required
  std::shared_ptr<const Pipeline> fragment;  // none: only depth and stencil can change
  PipelineState state;
  // Both or neither; with Topology::patch_list.
  std::shared_ptr<const Pipeline> tessellation_control, tessellation_evaluation;
  std::shared_ptr<const Pipeline> geometry;
  RasterVariation variation = {};
};

enum class IndexType : std::uint8_t { uint8, uint16, uint32 };

struct IndexBuffer {
  const ShadowedBytes* contents = nullptr;
  std::uint64_t offset = 0;  // bytes
  IndexType type = IndexType::uint32;
};

// vkCmdDraw; with an index buffer, vkCmdDrawIndexed.
struct DrawCall {
  std::uint32_t vertex_count = 0;  // or the number of indices
  std::uint32_t instance_count = 1;
  std::uint32_t first_vertex = 0;  // or the first index
  std::uint32_t first_instance = 0;
  std::optional<IndexBuffer> index_buffer;
  std::int32_t vertex_offset = 0;  // added to each index
  // By binding of the vertex input state. The contents must outlive the draw.
  std::map<std::uint32_t, const ShadowedBytes*> vertex_buffers;
};

struct DrawWatch;  // graphics/draw_observer.h

struct DrawResult {
  Status status = Status::ok;     // ok, undefined_behavior or limit
  std::string message;            // for Status::limit: which limit, and where
  std::vector<Finding> findings;  // of the stages and of the fixed functions
  // Resources that the stages wrote to. Their contents are in the bindings of the draw.
  std::set<BindingKey> written_buffers;
  std::set<std::size_t> written_memories;
  std::uint64_t samples_passed = 0;  // of an occlusion query
  std::uint64_t vertices = 0, primitives = 0,
                fragments = 0;  // invocations, and primitives that were rasterized
  std::uint64_t steps = 0, lane_instructions = 0;  // sums of those of DispatchResult
};

// Draws, and leaves what was written in `bindings` and in the attachments. Both are unspecified after an error. Errors:
// those of run(), bad_input (attachments, stages or state that are not valid or do not fit together).
Result<DrawResult> draw(const GraphicsPipeline& pipeline, const DrawCall& call, Bindings& bindings,
                        Framebuffer& framebuffer, const Policy& policy = {},
                        const Observers& observers = {});
// Likewise, watched.
Result<DrawResult> draw(const GraphicsPipeline& pipeline, const DrawCall& call, Bindings& bindings,
                        Framebuffer& framebuffer, const Policy& policy, const Observers& observers,
                        const DrawWatch& watch);

}  // namespace spirv_oracle
