#include "amber/script_draws.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <vector>

#include "amber/script/script_images.h"
#include "cli/resources.h"
#include "graphics/draw_observer.h"
#include "raster/clear.h"
#include "support/text.h"

namespace spirv_oracle::amber {
namespace {

// A stage of graphics pipelines, for draws and in modules.
struct StageRow {
  ShaderStage stage;
  spirv_oracle::Stage drawn;
  std::string_view execution_model;
};
constexpr std::array stage_rows{
    StageRow{ShaderStage::vertex, spirv_oracle::Stage::vertex, "Vertex"},
    StageRow{ShaderStage::tessellation_control, spirv_oracle::Stage::tessellation_control,
             "TessellationControl"},
    StageRow{ShaderStage::tessellation_evaluation, spirv_oracle::Stage::tessellation_evaluation,
             "TessellationEvaluation"},
    StageRow{ShaderStage::geometry, spirv_oracle::Stage::geometry, "Geometry"},
    StageRow{ShaderStage::fragment, spirv_oracle::Stage::fragment, "Fragment"}};

const StageRow& row_of(ShaderStage stage) {
  return *std::ranges::find(stage_rows, stage, &StageRow::stage);
}

// Whether a command compares values or pixels with constants.
bool compares(const Command& command) {
  if (const auto* repeated = std::get_if<Repeat>(&command.what))
    return std::ranges::any_of(repeated->commands, compares);
  return std::holds_alternative<ExpectValues>(command.what) ||
         std::holds_alternative<ExpectPixels>(command.what);
}

bool is_multisampled(const Buffer& buffer) { return buffer.image->samples > 1; }

// The attachments of a kind in the order of the script.
std::vector<const Binding*> attachments_of(const Pipeline& pipeline, BindingKind kind) {
  std::vector<const Binding*> attachments;
  for (const Binding& binding : pipeline.bindings) {
    if (binding.kind == kind) attachments.push_back(&binding);
  }
  return attachments;
}

// Of the color attachments, by Location.
std::vector<std::string> color_names(const Pipeline& pipeline, const Framebuffer& framebuffer) {
  std::vector<std::string> names(framebuffer.color.size());
  for (const Binding* binding : attachments_of(pipeline, BindingKind::color))
    names[binding->location] = binding->buffers.front();
  return names;
}

}  // namespace

ScriptDraws::ScriptDraws(const Script& script, const InstructionRegistry& registry,
                         const RunOptions& options, const ScriptObservers& observers,
                         ScriptShaders& shaders, ScriptMemory& memory, OutcomeCollector& collector)
    : script_(script),
      registry_(registry),
      options_(options),
      observers_(observers),
      shaders_(shaders),
      memory_(memory),
      collector_(collector),
      follows_ranges_(std::ranges::any_of(script.commands, compares)) {}

Result<ScriptDraws::Stage> ScriptDraws::make_stage(const ShaderUse& use) {
  const StageRow& row = row_of(use.stage);
  auto shader = shaders_.compiled(use, use.entry_point);
  if (!shader) return tl::unexpected(shader.error());
  const auto& entries = (*shader)->info.entry_points;
  const auto entry = std::ranges::find_if(entries, [&](const EntryPointInfo& other) {
    return other.name == use.entry_point && other.execution_model == row.execution_model;
  });
  if (entry == entries.end()) {
    return bad_input(fmt::format("shader '{}' has no entry point '{}' with the execution model {}",
                                 use.shader, use.entry_point, row.execution_model));
  }
  Dispatch settings = shaders_.settings(use, **shader, *entry, options_.launch.limits.max_steps);
  settings.stage = row.drawn;
  const PipelineOptions& options = settings;
  auto compiled =
      spirv_oracle::Pipeline::create((*shader)->module, registry_, options, settings.limits);
  if (!compiled) return tl::unexpected(compiled.error());
  return Stage{&use, *shader, &*entry, std::move(*compiled)};
}

Result<const ScriptDraws::Stages*> ScriptDraws::stages_of(const Pipeline& pipeline) {
  const auto found = stages_.find(pipeline.name);
  if (found != stages_.end()) return &found->second;
  Stages stages;
  for (const StageRow& row : stage_rows) {
    const auto use = std::ranges::find(pipeline.shaders, row.stage, &ShaderUse::stage);
    if (use == pipeline.shaders.end()) continue;
    auto stage = make_stage(*use);
    if (!stage) return tl::unexpected(stage.error());
    stages.emplace(row.stage, std::move(*stage));
  }
  return &stages_.emplace(pipeline.name, std::move(stages)).first->second;
}

Result<Attachment> ScriptDraws::take_attachment(const Binding& binding) {
  const std::string& name = binding.buffers.front();
  const Buffer& buffer = script_.buffers.find(name)->second;
  auto shape = attachment_shape_of(buffer);
  if (!shape) return tl::unexpected(shape.error());
  if (binding.base_mip_level >= shape->levels) {
    return bad_input(fmt::format("image '{}' has no level {}: it has {}", name,
                                 binding.base_mip_level, shape->levels));
  }
  // Depth and stencil have no ranges.
  const bool follows_ranges = follows_ranges_ && binding.kind != BindingKind::depth_stencil;
  std::vector<TexelRange> ranges;
  if (follows_ranges) ranges = memory_.take_ranges(name);
  ShadowedBytes& contents = memory_.changed_contents(name);
  if (contents.size() == 0)
    return unsupported(fmt::format(
        "a pipeline with several attachments that share '{}' is not supported yet", name));
  return Attachment{.shape = *shape,
                    .contents = std::move(contents),
                    .level = binding.base_mip_level,
                    .follows_ranges = follows_ranges,
                    .ranges = std::move(ranges)};
}

Result<Framebuffer> ScriptDraws::take_attachments(const Pipeline& pipeline) {
  Framebuffer framebuffer;
  framebuffer.width = pipeline.graphics.framebuffer_size[0];
  framebuffer.height = pipeline.graphics.framebuffer_size[1];
  const auto resolves = attachments_of(pipeline, BindingKind::resolve);
  std::size_t resolved = 0;
  for (const Binding* binding : attachments_of(pipeline, BindingKind::color)) {
    auto attachment = take_attachment(*binding);
    if (!attachment) return tl::unexpected(attachment.error());
    const std::size_t count = binding->location + std::size_t{1};
    if (framebuffer.color.size() < count) framebuffer.color.resize(count);
    framebuffer.resolve.resize(framebuffer.color.size());
    if (attachment->shape.samples > 1 && resolved < resolves.size()) {
      auto target = take_attachment(*resolves[resolved++]);
      if (!target) return tl::unexpected(target.error());
      framebuffer.resolve[binding->location] = std::move(*target);
    }
    framebuffer.color[binding->location] = std::move(*attachment);
  }
  for (const Binding* binding : attachments_of(pipeline, BindingKind::depth_stencil)) {
    auto attachment = take_attachment(*binding);
    if (!attachment) return tl::unexpected(attachment.error());
    framebuffer.depth_stencil = std::move(*attachment);
  }
  return framebuffer;
}

void ScriptDraws::give_back(const Pipeline& pipeline, Framebuffer& framebuffer) {
  const auto give = [this](const Binding& binding, std::optional<Attachment>& attachment) {
    if (!attachment) return;
    memory_.changed_contents(binding.buffers.front()) = std::move(attachment->contents);
    memory_.set_ranges(binding.buffers.front(), std::move(attachment->ranges));
  };
  const auto resolves = attachments_of(pipeline, BindingKind::resolve);
  std::size_t resolved = 0;
  for (const Binding* binding : attachments_of(pipeline, BindingKind::color)) {
    give(*binding, framebuffer.color[binding->location]);
    std::optional<Attachment>& target = framebuffer.resolve[binding->location];
    if (target) give(*resolves[resolved++], target);
  }
  for (const Binding* binding : attachments_of(pipeline, BindingKind::depth_stencil))
    give(*binding, framebuffer.depth_stencil);
}

void ScriptDraws::forget_samples(const Pipeline& pipeline) {
  for (const Binding& binding : pipeline.bindings) {
    if (binding.kind != BindingKind::color && binding.kind != BindingKind::depth_stencil) continue;
    const std::string& name = binding.buffers.front();
    if (!is_multisampled(script_.buffers.find(name)->second)) continue;
    std::string& owner = sample_owners_[name];
    if (owner == pipeline.name) continue;
    owner = pipeline.name;
    std::ranges::fill(memory_.changed_contents(name).shadow, Definedness::uninitialized);
  }
}

void ScriptDraws::check_feedback(const Pipeline& pipeline, const Stages& stages) {
  for (const Binding& attachment : pipeline.bindings) {
    if (!is_attachment(attachment.kind)) continue;
    for (const Binding& other : pipeline.bindings) {
      if (is_attachment(other.kind) || other.buffers.empty()) continue;
      const auto reads = [&](const auto& stage) {
        return std::ranges::any_of(
            stage.second.entry->resources, [&](const ResourceInfo& resource) {
              return resource.set == other.set && resource.binding == other.binding;
            });
      };
      if (std::ranges::find(other.buffers, attachment.buffers.front()) == other.buffers.end())
        continue;
      if (std::ranges::none_of(stages, reads)) continue;
      collector_.add_remark(
          {other.place, feedback_loop,
           fmt::format("the shaders of pipeline '{}' access '{}', which the pipeline draws into",
                       pipeline.name, attachment.buffers.front())});
    }
  }
}

void ScriptDraws::add_findings(const Command& command, const Stages& stages,
                               std::vector<Finding> findings) {
  const SourceLocation place{
      script_.file, command.place.line, command.place.column, shortened(command.text), {}};
  for (Finding& finding : findings) {
    const auto row = std::ranges::find_if(
        stage_rows, [&](const StageRow& other) { return finding.stage == other.drawn; });
    if (row != stage_rows.end()) place_in_assembly(finding, stages.at(row->stage).shader->assembly);
    if (finding.where.source.line == 0) {
      finding.where.source = place;
    } else {
      finding.notes.push_back({"in this draw", place, 0});
    }
    collector_.add_finding(std::move(finding));
  }
}

bool ScriptDraws::shows_on_page() const {
  constexpr std::size_t max_draws = 20;
  if (options_.report_file.empty()) return false;
  Outcome& outcome = collector_.outcome();
  if (outcome.page_draws.size() < max_draws) return true;
  ++outcome.page_runs_left_out;
  return false;
}

void ScriptDraws::add_to_page(const Command& command, const Pipeline& pipeline,
                              const Framebuffer& framebuffer, const PixelCoverage& coverage,
                              const DrawResult& result) {
  const std::vector<ReportedFinding> findings(result.findings.begin(), result.findings.end());
  const std::string title =
      fmt::format("{}:{}: {}", script_.file, command.place.line, shortened(trimmed(command.text)));
  collector_.outcome().page_draws.push_back(
      page_draw_as_json({title, framebuffer, color_names(pipeline, framebuffer), coverage, findings,
                         result.status, result.message}));
}

Result<void> ScriptDraws::set_vertices(const Pipeline& pipeline, DrawInput& input) const {
  if (input.corners.size() != 0) input.call.vertex_buffers[0] = &input.corners;
  for (const auto& [binding, buffer] : input.vertex_data) {
    input.call.vertex_buffers[binding] = &memory_.contents(buffer);
    if (memory_.contents(buffer).size() == 0)
      return unsupported(fmt::format(
          "VERTEX_DATA '{}', which is also an attachment, is not supported yet", buffer));
  }
  if (input.call.index_buffer)
    input.call.index_buffer->contents = &memory_.contents(pipeline.graphics.index_buffer);
  return {};
}

Result<void> ScriptDraws::observe(const Stages& stages, const DrawInput& input,
                                  const Bindings& bindings, const Framebuffer& framebuffer,
                                  const Policy& policy) const {
  if (!observers_.draw) return {};
  std::vector<ScriptDraw::Stage> observed;
  for (const StageRow& row : stage_rows) {
    const auto found = stages.find(row.stage);
    if (found == stages.end()) continue;
    const Stage& stage = found->second;
    observed.push_back({stage.shader->words, *stage.entry, *stage.pipeline});
  }
  return observers_.draw({observed, input.state, input.call, bindings, framebuffer, policy});
}

Result<std::uint64_t> ScriptDraws::run(const Command& command, const std::string& name,
                                       Result<DrawInput> input, const DrawBudget& budget) {
  if (!input) return tl::unexpected(input.error());
  const Pipeline& pipeline = script_.pipelines.find(name)->second;
  const auto stages = stages_of(pipeline);
  if (!stages) return tl::unexpected(stages.error());
  const Stage& fragment = (*stages)->at(ShaderStage::fragment);
  Dispatch settings =
      shaders_.settings(*fragment.use, *fragment.shader, *fragment.entry, budget.steps);
  settings.limits.timeout_seconds = seconds_until(budget.deadline);
  settings.print = [this](const std::string& text) { collector_.add_printed(text); };
  Bindings bindings;
  std::vector<Remark> remarks;
  std::vector<const EntryPointInfo*> entries;
  for (const auto& [kind, stage] : **stages) entries.push_back(stage.entry);
  const auto bound = memory_.bind(pipeline, entries, bindings, remarks);
  for (const Remark& remark : remarks) collector_.add_remark(remark);
  if (!bound) return tl::unexpected(bound.error());
  check_feedback(pipeline, **stages);
  forget_samples(pipeline);
  auto framebuffer = take_attachments(pipeline);
  if (!framebuffer) return tl::unexpected(framebuffer.error());
  if (auto done = set_vertices(pipeline, *input); !done) return tl::unexpected(done.error());
  if (auto done = observe(**stages, *input, bindings, *framebuffer, settings); !done)
    return tl::unexpected(done.error());
  const auto pipeline_of = [&](ShaderStage stage) {
    const auto found = (*stages)->find(stage);
    return found == (*stages)->end() ? nullptr : found->second.pipeline;
  };
  GraphicsPipeline drawn;
  drawn.vertex = pipeline_of(ShaderStage::vertex);
  drawn.tessellation_control = pipeline_of(ShaderStage::tessellation_control);
  drawn.tessellation_evaluation = pipeline_of(ShaderStage::tessellation_evaluation);
  drawn.geometry = pipeline_of(ShaderStage::geometry);
  drawn.fragment = fragment.pipeline;
  drawn.state = std::move(input->state);
  drawn.variation = variation_of(options_.launch.rasterization);
  settings.watch = options_.watch;
  PixelCoverage coverage;
  const bool is_shown = shows_on_page();
  if (options_.draw_watch != nullptr)
    options_.draw_watch->start_draw(color_names(pipeline, *framebuffer));
  auto result = spirv_oracle::draw(drawn, input->call, bindings, *framebuffer, settings, settings,
                                   {.observer = is_shown ? &coverage : options_.draw_watch});
  if (!result) return tl::unexpected(result.error());
  if (auto done = resolve(*framebuffer); !done) return tl::unexpected(done.error());
  if (is_shown) add_to_page(command, pipeline, *framebuffer, coverage, *result);
  give_back(pipeline, *framebuffer);
  memory_.take_back(bindings, result->written_buffers);
  add_findings(command, **stages, std::move(result->findings));
  if (result->status == Status::limit) return limit_reached(result->message);
  return result->steps;
}

Result<std::uint64_t> ScriptDraws::draw(const Command& command, const DrawRectangle& what,
                                        const DrawBudget& budget) {
  return run(command, what.pipeline, draw_input(script_, what), budget);
}

Result<std::uint64_t> ScriptDraws::draw(const Command& command, const DrawGrid& what,
                                        const DrawBudget& budget) {
  return run(command, what.pipeline, draw_input(script_, what, options_.launch.limits.max_memory),
             budget);
}

Result<std::uint64_t> ScriptDraws::draw(const Command& command, const DrawArrays& what,
                                        const DrawBudget& budget) {
  return run(command, what.pipeline, draw_input(script_, what), budget);
}

Result<void> ScriptDraws::clear(const Clear& command) {
  const Pipeline& pipeline = script_.pipelines.find(command.pipeline)->second;
  const ClearValues& values = clear_values_[command.pipeline];
  forget_samples(pipeline);
  auto framebuffer = take_attachments(pipeline);
  if (!framebuffer) return tl::unexpected(framebuffer.error());
  const ScissorRectangle area{0, 0, framebuffer->width, framebuffer->height};
  for (std::optional<Attachment>& attachment : framebuffer->color) {
    if (!attachment) continue;
    if (auto done = clear_color(*attachment, values.color, area); !done) return done;
  }
  if (framebuffer->depth_stencil) {
    auto done =
        clear_depth_stencil(*framebuffer->depth_stencil, {values.depth, values.stencil}, area);
    if (!done) return done;
  }
  if (auto done = resolve(*framebuffer); !done) return done;
  give_back(pipeline, *framebuffer);
  return {};
}

}  // namespace spirv_oracle::amber
