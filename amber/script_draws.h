// Runs the draws and clears of a script.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "amber/graphics/draw_input.h"
#include "amber/outcome_collector.h"
#include "amber/script/model.h"
#include "amber/script/observers.h"
#include "amber/script_memory.h"
#include "amber/script_shaders.h"
#include "cli/report_page/page_draw.h"
#include "interpreter/deadline.h"
#include "raster/attachment.h"

namespace spirv_oracle::amber {

// What a draw may use.
struct DrawBudget {
  std::uint64_t steps = 0;
  Deadline deadline = no_deadline;
};

class ScriptDraws {
 public:
  // All parameters must outlive the object.
  ScriptDraws(const Script& script, const InstructionRegistry& registry, const RunOptions& options,
              const ScriptObservers& observers, ScriptShaders& shaders, ScriptMemory& memory,
              OutcomeCollector& collector);

  // Draws into the attachments of the pipeline, and resolves them. Returns the steps of its shaders. Errors: those of
  // draw_input() and draw(); of compiling the shaders and binding their resources.
  Result<std::uint64_t> draw(const Command& command, const DrawRectangle& what,
                             const DrawBudget& budget);
  Result<std::uint64_t> draw(const Command& command, const DrawGrid& what,
                             const DrawBudget& budget);
  Result<std::uint64_t> draw(const Command& command, const DrawArrays& what,
                             const DrawBudget& budget);

  // Errors: bad_input if an attachment has a format that cannot be cleared.
  Result<void> clear(const Clear& command);
  void set(const SetClearColor& command) { clear_values_[command.pipeline].color = command.color; }
  void set(const SetClearDepth& command) { clear_values_[command.pipeline].depth = command.depth; }
  void set(const SetClearStencil& command) {
    clear_values_[command.pipeline].stencil = command.stencil;
  }

 private:
  struct ClearValues {
    ClearColor color;
    double depth = 1;
    std::uint32_t stencil = 0;
  };

  struct Stage {
    const ShaderUse* use = nullptr;
    const CompiledShader* shader = nullptr;
    const EntryPointInfo* entry = nullptr;
    std::shared_ptr<const spirv_oracle::Pipeline> pipeline;
  };
  using Stages = std::map<ShaderStage, Stage>;

  Result<std::uint64_t> run(const Command& command, const std::string& pipeline,
                            Result<DrawInput> input, const DrawBudget& budget);
  Result<const Stages*> stages_of(const Pipeline& pipeline);
  // Shows the draw to the observer, if there is one. Errors: those of the observer; unsupported for further stages.
  Result<void> observe(const Stages& stages, const DrawInput& input, const Bindings& bindings,
                       const Framebuffer& framebuffer, const Policy& policy) const;
  Result<Stage> make_stage(const ShaderUse& use);
  // Moves the contents of the attachments out of the memory of the script, and back.
  Result<Framebuffer> take_attachments(const Pipeline& pipeline);
  void give_back(const Pipeline& pipeline, Framebuffer& framebuffer);
  Result<Attachment> take_attachment(const Binding& binding);
  // Adds the contents of vertex and index buffers to the call.
  Result<void> set_vertices(const Pipeline& pipeline, DrawInput& input) const;
  // Multisampled contents do not survive the change to another pipeline.
  void forget_samples(const Pipeline& pipeline);
  void check_feedback(const Pipeline& pipeline, const Stages& stages);
  // Whether the page of --report shows a further draw.
  bool shows_on_page() const;
  void add_to_page(const Command& command, const Pipeline& pipeline, const Framebuffer& framebuffer,
                   const PixelCoverage& coverage, const DrawResult& result);
  void add_findings(const Command& command, const Stages& stages, std::vector<Finding> findings);

  const Script& script_;
  const InstructionRegistry& registry_;
  const RunOptions& options_;
  const ScriptObservers& observers_;
  ScriptShaders& shaders_;
  ScriptMemory& memory_;
  OutcomeCollector& collector_;
  bool follows_ranges_;                              // Attachment::follows_ranges, for expectations
  std::map<std::string, ClearValues> clear_values_;  // by pipeline
  std::map<std::string, Stages> stages_;             // likewise
  std::map<std::string, std::string>
      sample_owners_;  // by multisampled buffer: the pipeline that used it last
};

}  // namespace spirv_oracle::amber
