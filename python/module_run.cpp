#include "python/module_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <nlohmann/json.hpp>
#include <sstream>
#include <utility>

#include "builtins/register_all.h"
#include "cli/named_resources.h"
#include "cli/report/enclosure_report.h"
#include "cli/report/record_execution.h"
#include "cli/report/report.h"
#include "cli/report_page/page_run.h"
#include "cli/report_page/report_page.h"
#include "cli/resources.h"
#include "interpreter/within_memory.h"
#include "python/layout_json.h"
#include "spirv_run/module_dispatch.h"
#include "spirv_run/witness_search.h"
#include "support/time_limit.h"

namespace spirv_oracle::python {

using Json = nlohmann::ordered_json;

namespace {

// Enclosing the floats of large buffers takes long, and is seldom asked for.
constexpr std::uint64_t most_enclosed = std::uint64_t{1}
                                        << 20;  // bytes of resources, with their definedness

// The contents of a resource that the options have set; null: they have set none of this name.
ShadowedBytes* find_contents(Dispatch& dispatch, const BufferName& name) {
  if (name.memory == "push") return &dispatch.push_constants;
  if (!name.memory.empty()) {
    const auto memory = std::ranges::find(dispatch.memories, name.memory, &NamedMemory::name);
    return memory == dispatch.memories.end() ? nullptr : &memory->contents;
  }
  if (name.key.set == BindingKey::kernel_arguments) {
    const auto value = dispatch.argument_values.find(name.key.binding);
    if (value != dispatch.argument_values.end()) return &value->second;
  }
  const auto buffer = dispatch.buffers.find(name.key);
  return buffer == dispatch.buffers.end() ? nullptr : &buffer->second;
}

Result<void> put_contents(std::vector<GivenContents> given, Dispatch& dispatch) {
  for (GivenContents& one : given) {
    const auto name = parse_buffer_name(one.name);
    if (!name) return tl::unexpected(name.error());
    ShadowedBytes* contents = find_contents(dispatch, *name);
    if (contents == nullptr) continue;  // a note says that it has no effect
    const std::size_t size = contents->size();
    *contents = std::move(one.contents);
    contents->bytes.resize(size);
    contents->shadow.resize(size, never_stored);
  }
  return {};
}

}  // namespace

Result<std::shared_ptr<const ModuleRun>> ModuleRun::run(std::shared_ptr<const LoadedModule> module,
                                                        const std::vector<std::string>& arguments,
                                                        std::vector<GivenContents> given,
                                                        const std::atomic<bool>& interrupt) {
  std::vector<std::string> all{module->options().file};
  all.insert(all.end(), arguments.begin(), arguments.end());
  auto options = parse_run_options(all);
  if (!options) return tl::unexpected(options.error());
  std::shared_ptr<ModuleRun> run(new ModuleRun(std::move(module)));
  run->options_ = std::move(*options);
  run->options_.module = run->module_->options();
  run->options_.json = true;
  const auto done = within_memory([&] { return run->execute(std::move(given), interrupt); });
  if (!done) return tl::unexpected(done.error());
  return run;
}

Result<void> ModuleRun::execute(std::vector<GivenContents> given,
                                const std::atomic<bool>& interrupt) {
  TimeLimit time_limit(options_.launch.limits.timeout_seconds);
  options_.module.time_limit = &time_limit;
  const Module& module = module_->module();
  const auto entry = pick_entry_point(module_->info(), options_.launch.entry_point);
  if (!entry) return tl::unexpected(entry.error());
  if (auto done = resolve_names(module, **entry, options_); !done) return done;
  std::vector<std::string> notes;
  auto dispatch =
      make_dispatch_in_time(module, default_registry(), module_->info(), **entry, options_, notes);
  if (!dispatch) return tl::unexpected(dispatch.error());
  if (auto done = put_contents(std::move(given), *dispatch); !done) return done;
  for (const std::string& note : notes) notes_ += fmt::format("spirv-run: note: {}\n", note);
  dispatch->limits.timeout_seconds = seconds_until(time_limit.deadline());
  dispatch->print = [this](const std::string& text) {
    printed_ += text;
    if (!text.ends_with('\n')) printed_ += '\n';
  };
  dispatch->interrupt = &interrupt;
  take_policy(options_, *dispatch);
  if (!options_.precision && memory_of_contents(*dispatch) > most_enclosed)
    dispatch->enclose = false;
  dispatch_ = without_contents(*dispatch);
  if (keeps_inputs(options_, *dispatch)) inputs_ = *dispatch;
  auto result = spirv_oracle::run(module, default_registry(), std::move(*dispatch));
  if (!result) return tl::unexpected(result.error());
  result_ = std::move(*result);
  std::map<BindingKey, Witnesses> witnesses;
  if (inputs_ && has_marks(result_))
    witnesses = find_witnesses(module, default_registry(), *inputs_, result_,
                               {options_.witness, time_limit.deadline()});
  finish(**entry, std::move(witnesses));
  options_.module.time_limit = nullptr;
  dispatch_.interrupt = nullptr;
  return {};
}

void ModuleRun::finish(const EntryPointInfo& entry, std::map<BindingKey, Witnesses> witnesses) {
  const Module& module = module_->module();
  for (Finding& finding : result_.findings) place_in_assembly(finding, module_->assembly());
  run_.emplace(
      FinishedRun{entry, dispatch_, options_, result_,
                  describe_layouts(module, default_registry(), dispatch_.entry_point,
                                   dispatch_.specialization, options_.launch.limits.max_memory),
                  enclosing_instructions(module, default_registry(), result_, module_->assembly()),
                  std::move(witnesses)});
  report_.emplace(report_of(*run_));
  buffers_ = all_buffers(*run_);
  notes_ += run_notes(*run_);
}

std::string ModuleRun::buffers_as_json() const {
  Json list = Json::array();
  auto descriptor = result_.buffers.begin();
  for (const NamedBuffer& buffer : buffers_) {
    Json json{{"name", buffer.name},
              {"scalar", scalar_name(buffer.type.scalar)},
              {"components", buffer.type.components},
              {"written", buffer.after->written},
              {"set", nullptr},
              {"layout", nullptr},
              {"image", nullptr}};
    if (descriptor != result_.buffers.end()) {
      const BindingKey key = (descriptor++)->first;
      json["set"] = key.set;
      json["binding"] = key.binding;
      json["element"] = key.element;
      const auto layout = run_->layouts.find({key.set, key.binding, 0});
      if (layout != run_->layouts.end()) json["layout"] = layout_as_json(*layout->second);
      const auto image = dispatch_.images.find(key);
      if (image != dispatch_.images.end()) json["image"] = image_shape_as_json(image->second);
    }
    list.push_back(std::move(json));
  }
  return list.dump();
}

std::vector<EnclosedValue> ModuleRun::enclosed(std::size_t buffer) const {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  std::vector<EnclosedValue> values;
  const BufferResult& after = *buffers_.at(buffer).after;
  for (const EnclosedComponent& one : after.enclosures) {
    const bool has_bounds = !one.is_unknown && one.has_numbers;
    values.push_back({one.offset, one.bytes, has_bounds ? one.low : -infinity,
                      has_bounds ? one.high : infinity,
                      static_cast<std::uint64_t>(one.is_unknown || one.may_be_nan)});
  }
  for (const IndeterminateComponent& one : after.indeterminate) {
    if (one.bounds) values.push_back({one.offset, one.bytes, one.bounds->low, one.bounds->high, 0});
  }
  return values;
}

std::string ModuleRun::findings_as_json() const {
  Json list = Json::array();
  for (const ReportedFinding& finding : report_->findings) {
    Json json = finding_as_json(finding);
    json["text"] = finding_as_text(finding, ReportStyle{options_.module.file, false});
    list.push_back(std::move(json));
  }
  return list.dump();
}

std::string ModuleRun::as_json() const {
  std::ostringstream out;
  std::ostringstream err;
  print_run(*report_, {out, err});
  return out.str();
}

Result<std::string> ModuleRun::report_page(const std::atomic<bool>& interrupt) const {
  if (!inputs_)
    return bad_input(
        "the inputs of this run were not kept, because they are large: run with witness=True");
  Dispatch dispatch = *inputs_;
  dispatch.interrupt = &interrupt;
  dispatch.print = nullptr;
  const ExecutionTrace trace =
      record_execution(module_->module(), default_registry(), std::move(dispatch), no_deadline);
  const Json page{
      {"program", fmt::format("spirv_oracle {}", SPIRV_ORACLE_VERSION)},
      {"file", options_.module.file},
      {"runs",
       {page_run_as_json({run_->entry.name, *run_, module_->module(), module_->assembly(), trace,
                          report_->findings, report_->status, report_->error})}}};
  return spirv_oracle::report_page(page);
}

}  // namespace spirv_oracle::python
