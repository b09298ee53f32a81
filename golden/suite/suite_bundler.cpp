#include "golden/suite/suite_bundler.h"

#include "frontend/glslang_compiler.h"
#include "golden/draws/describe_draw.h"
#include "golden/draws/make_draw.h"

namespace spirv_oracle::golden {
namespace {

Result<std::shared_ptr<const Pipeline>> stage_of(Stage stage,
                                                 const std::shared_ptr<const Module>& module,
                                                 const InstructionRegistry& registry,
                                                 std::uint32_t subgroup_size) {
  PipelineOptions options;
  options.stage = stage;
  options.entry_point = "main";
  options.subgroup_size = subgroup_size;
  options.vulkan_environment = true;
  auto created = Pipeline::create(module, registry, options);
  if (!created) return tl::unexpected(created.error());
  return *std::move(created);
}

}  // namespace

Result<SuiteBundler> SuiteBundler::create(const SuiteModule& module, const std::string& name,
                                          const InstructionRegistry& registry,
                                          const BundleSettings& settings) {
  SuiteBundler bundler(module, registry, settings);
  auto words = words_of(module);
  if (!words) return tl::unexpected(words.error());
  bundler.words_ = std::move(*words);
  auto loaded = load_module(bundler.words_, {true, module.is_vulkan ? "vulkan1.3" : ""});
  if (!loaded) return tl::unexpected(loaded.error());
  bundler.loaded_ = std::move(*loaded);
  bundler.info_ = describe(*bundler.loaded_);
  const auto done = module.draw ? bundler.describe_draw(name) : bundler.describe_dispatch(name);
  if (!done) return tl::unexpected(done.error());
  return bundler;
}

BundleSubject SuiteBundler::subject(const std::string& name) const {
  return {name, "suite", words_, *loaded_, info_.entry_points.front(), module_->dispatch};
}

Result<void> SuiteBundler::describe_dispatch(const std::string& name) {
  request_ = describe_request(subject(name), *registry_, *settings_);
  return {};
}

Result<void> SuiteBundler::describe_draw(const std::string& name) {
  const SuiteDraw& draw = *module_->draw;
  ModuleOptions options;
  options.file = module_->name + ".vert";
  const auto compiled = compile_source(draw.vertex_glsl, ShaderLanguage::glsl, "vertex", options);
  if (!compiled) return tl::unexpected(compiled.error());
  const auto vertex_module = load_module(compiled->words, {true, "vulkan1.3"});
  if (!vertex_module) return tl::unexpected(vertex_module.error());
  const ModuleInfo vertex_info = describe(**vertex_module);
  const std::uint32_t size = module_->dispatch.subgroup_size;
  const auto vertex = stage_of(Stage::vertex, *vertex_module, *registry_, size);
  if (!vertex) return tl::unexpected(vertex.error());
  const auto fragment = stage_of(Stage::fragment, loaded_, *registry_, size);
  if (!fragment) return tl::unexpected(fragment.error());
  DrawCall call = draw.call;
  for (const auto& [binding, contents] : draw.vertex_buffers)
    call.vertex_buffers[binding] = &contents;
  if (call.index_buffer) call.index_buffer->contents = &draw.indices;
  const Policy policy;
  const Bindings bindings;
  const amber::ScriptDraw described{{{compiled->words, vertex_info.entry_points.front(), **vertex},
                                     {words_, info_.entry_points.front(), **fragment}},
                                    draw.state,
                                    call,
                                    bindings,
                                    draw.framebuffer,
                                    policy};
  auto request = golden::describe_draw(name, "suite", described, *registry_, *settings_);
  if (!request) return tl::unexpected(request.error());
  request_ = std::move(*request);
  return {};
}

Result<MadeBundle> SuiteBundler::make() const {
  if (!module_->draw) return make_bundle(subject(request_.name), *registry_, *settings_);
  return make_draw_bundle(request_, *registry_, {}, *settings_);
}

}  // namespace spirv_oracle::golden
