#include "spirv_run/rectangle_run.h"

#include <fmt/format.h>

#include <utility>

#include "cli/draw_rectangle.h"

namespace spirv_oracle {
namespace {

BufferResult result_of(ShadowedBytes contents, bool written) {
  BufferResult buffer;
  buffer.contents = std::move(contents);
  buffer.written = written;
  return buffer;
}

void add_attachments(RectangleRun& run) {
  for (std::size_t i = 0; i < run.framebuffer.color.size(); ++i) {
    const std::optional<Attachment>& attachment = run.framebuffer.color[i];
    if (!attachment) continue;
    run.dispatch.memories.push_back({attachment_name(i), {}});
    run.result.memories.push_back(result_of(attachment->contents, true));
    const ElementInfo element = texel_element(*attachment->shape.format);
    run.attachment_types[attachment_name(i)] = {element.scalar, element.components};
  }
}

}  // namespace

std::string attachment_name(std::size_t location) { return fmt::format("color{}", location); }

Result<RectangleRun> run_rectangle(const Module& module, const InstructionRegistry& registry,
                                   const RunOptions& options, const NamedVariation* rasterization,
                                   Dispatch dispatch) {
  const auto [width, height] = options.framebuffer.value_or(default_framebuffer);
  auto drawn = draw_rectangle(module, registry, width, height, dispatch,
                              variation_of(rasterization), options.draw_watch);
  if (!drawn) return tl::unexpected(drawn.error());
  RectangleRun run{std::move(dispatch), {}, {}, std::move(drawn->framebuffer)};
  run.result.status = drawn->draw.status;
  run.result.message = std::move(drawn->draw.message);
  run.result.findings = std::move(drawn->draw.findings);
  run.result.steps = drawn->draw.steps;
  run.result.lane_instructions = drawn->draw.lane_instructions;
  for (auto& [key, contents] : run.dispatch.buffers)
    run.result.buffers[key] =
        result_of(std::move(contents), drawn->draw.written_buffers.contains(key));
  for (std::size_t i = 0; i < run.dispatch.memories.size(); ++i) {
    run.result.memories.push_back(result_of(std::move(run.dispatch.memories[i].contents),
                                            drawn->draw.written_memories.contains(i)));
  }
  add_attachments(run);
  return run;
}

}  // namespace spirv_oracle
