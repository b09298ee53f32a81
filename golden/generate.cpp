#include "golden/generate.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <map>
#include <set>

#include "amber/outcome_report.h"
#include "amber/runner.h"
#include "amber/script_file.h"
#include "cli/draw_rectangle.h"
#include "cli/report/report.h"
#include "golden/bundle/bundle_folder.h"
#include "golden/draws/describe_draw.h"
#include "golden/generate_options.h"
#include "golden/in_order.h"
#include "golden/make/make_bundle.h"
#include "golden/module_subject.h"
#include "golden/not_assumed.h"
#include "golden/progress_bar.h"
#include "interpreter/within_memory.h"
#include "support/arguments_file.h"

namespace spirv_oracle::golden {
namespace {

namespace fs = std::filesystem;

// One input for one subgroup size.
struct Item {
  std::string file;
  std::string name;  // of its bundle, without the size
  std::uint32_t size = 32;
  bool is_script = false;
  bool is_first_size = false;
};

struct GenerateOutcome {
  Status status = Status::ok;
  std::string out, err;
};

void worsen(Status& status, Status other) {
  if (amber::badness(other) > amber::badness(status)) status = other;
}

std::string file_name(const std::string& path) { return fs::path(path).filename().string(); }

// Only letters, digits and . _ -
std::string sanitized(std::string text) {
  for (char& c : text) {
    const bool is_plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                          (c >= '0' && c <= '9') || c == '.' || c == '_' || c == '-';
    if (!is_plain) c = '_';
  }
  const std::size_t first = text.find_first_not_of("._");
  return first == std::string::npos ? "module" : text.substr(first);
}

// The names of bundles: file names without suffix, or whole paths if these are not unique. No two are equal.
std::map<std::string, std::string> names_of(const std::vector<std::string>& files) {
  std::map<std::string, int> uses;
  for (const std::string& file : files) ++uses[sanitized(fs::path(file).stem().string())];
  std::map<std::string, std::string> names;
  std::set<std::string> taken;
  for (const std::string& file : files) {
    const std::string stem = sanitized(fs::path(file).stem().string());
    const std::string name = uses[stem] == 1 ? stem : sanitized(file);
    std::string unique = name;
    for (int number = 2; !taken.insert(unique).second; ++number)
      unique = fmt::format("{}_{}", name, number);
    names[file] = unique;
  }
  return names;
}

// All work, in an order that depends on the FILEs and sizes alone.
Result<std::vector<Item>> items_of(const GenerateOptions& options) {
  std::vector<std::string> files;
  for (const std::string& file : options.files) {
    if (!amber::is_script_or_folder(file)) {
      files.push_back(file);
      continue;
    }
    const auto scripts = amber::find_scripts({file});
    if (!scripts) return tl::unexpected(scripts.error());
    files.insert(files.end(), scripts->begin(), scripts->end());
  }
  std::set<std::string> known;  // a FILE may be given twice
  std::erase_if(files, [&known](const std::string& file) { return !known.insert(file).second; });
  const auto names = names_of(files);
  std::vector<Item> items;
  for (const std::string& file : files) {
    for (const std::uint32_t size : options.sizes) {
      items.push_back({file, names.at(file), size, amber::is_script_or_folder(file),
                       size == options.sizes.front()});
    }
  }
  return items;
}

// Makes the bundles of one item.
class Generator {
 public:
  Generator(const GenerateOptions& options, const InstructionRegistry& registry,
            const Console& console, const Item& item)
      : options_(options), registry_(registry), console_(console), item_(item) {
    settings_.allow_undefined_behavior = options.allow_undefined_behavior;
    settings_.variations = {options.check_mappings, options.check_others};
    settings_.options = options.recorded;
    settings_.device_limits = options.device_limits;
    settings_.not_assumed = options.not_assumed;
    settings_.origin = options.launch.origin;
  }

  GenerateOutcome generate();

 private:
  Result<void> generate_module();
  Result<void> generate_fragment(const ModuleSubject& subject);
  Result<void> generate_script();
  // A module or pipeline that requires a size has it whatever the option says, so the item of that size, or the first one,
  // makes the only bundle.
  bool is_repeated(std::uint32_t size) const {
    const bool has_item = std::ranges::count(options_.sizes, size) != 0;
    return has_item ? size != item_.size : !item_.is_first_size;
  }
  Result<void> make(const BundleSubject& subject, const AssemblyMap& assembly);
  Result<void> make_from(const BundleSubject& subject, const AssemblyMap& assembly);
  Result<void> make_draw(const Bundle& request, const Policy& policy);
  // Writes what `make` makes, unless a bundle of that request is there.
  Result<void> write(const Bundle& request, const AssemblyMap& assembly,
                     const std::function<Result<MadeBundle>()>& make);
  Result<void> check_replaced(const fs::path& folder) const;

  const GenerateOptions& options_;
  const InstructionRegistry& registry_;
  const Console& console_;
  const Item& item_;
  BundleSettings settings_;
  GenerateOutcome outcome_;
};

GenerateOutcome Generator::generate() {
  const Result<void> done =
      within_memory([&] { return item_.is_script ? generate_script() : generate_module(); });
  if (!done) {
    worsen(outcome_.status, done.error().status);
    outcome_.err += fmt::format("spirv-golden: {}: {}\n", item_.file, done.error().message);
  }
  return std::move(outcome_);
}

// First removes the float controls from the module, if they are not assumed.
Result<void> Generator::make(const BundleSubject& subject, const AssemblyMap& assembly) {
  if (!settings_.not_assumed.float_controls) return make_from(subject, assembly);
  const std::vector<std::uint32_t> words = without_float_controls(subject.words);
  const auto module = load_module(words, {.validate = false, .target_env = ""});
  if (!module) return tl::unexpected(module.error());
  return make_from({subject.name, subject.source, words, **module, subject.entry, subject.dispatch},
                   assembly);
}

Result<void> Generator::make_from(const BundleSubject& subject, const AssemblyMap& assembly) {
  return write(describe_request(subject, registry_, settings_), assembly, [&] {
    const bool holds_without =
        settings_.not_assumed.subgroup_size || settings_.not_assumed.subgroup_mapping;
    return holds_without ? make_bundle_without(subject, registry_, settings_)
                         : make_bundle(subject, registry_, settings_);
  });
}

Result<void> Generator::make_draw(const Bundle& request, const Policy& policy) {
  Bundle without = request;
  if (settings_.not_assumed.float_controls) {
    auto stripped = draw_without_float_controls(request, registry_, settings_);
    if (!stripped) return tl::unexpected(stripped.error());
    without = std::move(*stripped);
  }
  return write(without, {},
               [&] { return make_draw_bundle_without(without, registry_, policy, settings_); });
}

Result<void> Generator::write(const Bundle& request, const AssemblyMap& assembly,
                              const std::function<Result<MadeBundle>()>& make) {
  const fs::path folder = fs::path(options_.out) / request.name;
  if (options_.resume && is_bundle_of(folder, request.request)) {
    outcome_.out += fmt::format("{}: kept\n", folder.string());
    return {};
  }
  if (auto done = check_replaced(folder); !done) return done;
  auto made = make();
  if (!made) return tl::unexpected(made.error());
  for (Finding& finding : made->findings) {
    place_in_assembly(finding, assembly);
    outcome_.err += finding_as_text(finding, {item_.file, console_.color});
  }
  if (!made->bundle) {
    worsen(outcome_.status, Status::undefined_behavior);
    outcome_.err += fmt::format(
        "spirv-golden: {}: behavior is undefined{}: no bundle was written\n", folder.string(),
        made->undefined_with.empty() ? "" : " with " + made->undefined_with);
    return {};
  }
  if (auto done = write_bundle(*made->bundle, options_.out); !done) return done;
  outcome_.out +=
      fmt::format("{}: {}\n", folder.string(), statistics_text(statistics_of(*made->bundle)));
  return {};
}

// A bundle of another source or with other options must not disappear unnoticed. Another version of the same source
// replaces it.
Result<void> Generator::check_replaced(const fs::path& folder) const {
  std::error_code error;
  if (options_.replace || !fs::exists(folder, error)) return {};
  const auto existing = read_bundle(folder);
  if (!existing) return {};  // damaged, or not a bundle of this version
  const auto options_text = [](const std::vector<std::string>& options) {
    return options.empty() ? std::string("none") : fmt::format("{}", fmt::join(options, " "));
  };
  if (existing->source != file_name(item_.file)) {
    return bad_input(
        fmt::format("{} is a bundle of another file, {}: choose another --out DIR, or replace it "
                    "with --replace",
                    folder.string(), existing->source));
  }
  if (existing->options == settings_.options) return {};
  return bad_input(fmt::format(
      "{} was made with other options ({}): choose another --out DIR, or replace it with --replace",
      folder.string(), options_text(existing->options)));
}

Result<void> Generator::generate_module() {
  DispatchOptions what = static_cast<const DispatchOptions&>(options_);
  what.module.file = item_.file;
  what.launch.subgroup_size = item_.size;
  what.draws_fragments = true;
  auto loaded = load_subject(what);
  if (!loaded) return tl::unexpected(loaded.error());
  if (is_repeated(loaded->dispatch.subgroup_size)) return {};
  if (loaded->entry.execution_model == "Fragment") return generate_fragment(*loaded);
  for (const std::string& note : loaded->notes)
    outcome_.err += fmt::format("spirv-golden: note: {}: {}\n", item_.file, note);
  const std::uint32_t size = loaded->dispatch.subgroup_size;
  const BundleSubject subject{fmt::format("{}.s{}", item_.name, size),
                              file_name(item_.file),
                              loaded->file.words,
                              *loaded->module,
                              loaded->entry,
                              std::move(loaded->dispatch)};
  return make(subject, loaded->file.assembly);
}

Result<void> Generator::generate_fragment(const ModuleSubject& subject) {
  const Dispatch& dispatch = subject.dispatch;
  const auto [width, height] = options_.framebuffer;
  const auto draw =
      rectangle_draw(*subject.module, registry_, width, height, dispatch, dispatch.limits);
  if (!draw) return tl::unexpected(draw.error());
  const ModuleInfo vertex = describe(draw->pipeline.vertex->module());
  const auto request = describe_draw(
      fmt::format("{}.s{}", item_.name, dispatch.subgroup_size), file_name(item_.file),
      {{{draw->vertex_words, vertex.entry_points.front(), *draw->pipeline.vertex},
        {subject.file.words, subject.entry, *draw->pipeline.fragment}},
       draw->pipeline.state,
       draw->call,
       dispatch,
       draw->framebuffer,
       dispatch},
      registry_, settings_);
  return request ? make_draw(*request, dispatch) : tl::unexpected(request.error());
}

Result<void> Generator::generate_script() {
  const auto script = amber::load_script(item_.file, options_.launch.limits.max_memory);
  if (!script) return tl::unexpected(script.error());
  RunOptions options;
  static_cast<DispatchOptions&>(options) = static_cast<const DispatchOptions&>(options_);
  options.launch.subgroup_size = item_.size;
  options.module.file = item_.file;
  options.explain = false;
  int run_count = 0;
  const auto observe = [&](const amber::ScriptDispatch& run) -> Result<void> {
    ++run_count;
    if (is_repeated(run.dispatch.subgroup_size)) return {};
    Dispatch dispatch = run.dispatch;
    dispatch.print = nullptr;
    const BundleSubject subject{
        fmt::format("{}.run{}.s{}", item_.name, run_count, dispatch.subgroup_size),
        file_name(item_.file),
        run.words,
        run.module,
        run.entry,
        std::move(dispatch)};
    return make(subject, run.assembly);
  };
  int draw_count = 0;
  const auto observe_draw = [&](const amber::ScriptDraw& draw) -> Result<void> {
    ++draw_count;
    const std::uint32_t size = draw.stages.back().pipeline.options().subgroup_size;
    if (is_repeated(size)) return {};
    const auto request = describe_draw(fmt::format("{}.draw{}.s{}", item_.name, draw_count, size),
                                       file_name(item_.file), draw, registry_, settings_);
    return request ? make_draw(*request, draw.policy) : tl::unexpected(request.error());
  };
  const amber::Outcome outcome =
      amber::run_script(*script, registry_, options, {observe, observe_draw});
  for (const amber::Failure& failure : outcome.failures) {
    outcome_.err +=
        fmt::format("spirv-golden: note: {}:{}: the script's own expectation fails: {}\n",
                    item_.file, failure.place.line, failure.message);
  }
  if (outcome.error.empty()) return {};
  return tl::unexpected(Error{outcome.status, outcome.error});
}

}  // namespace

Result<Status> generate(const std::vector<std::string>& arguments,
                        const InstructionRegistry& registry, const Console& console) {
  const auto all_arguments = with_arguments_of_files(arguments);
  if (!all_arguments) return tl::unexpected(all_arguments.error());
  const auto options = parse_generate_options(*all_arguments);
  if (!options) return tl::unexpected(options.error());
  if (options->help) {
    console.out << generate_help();
    return Status::ok;
  }
  auto items = items_of(*options);
  if (!items) return tl::unexpected(items.error());
  std::vector<Item> mine;
  for (std::size_t i = 0; i < items->size(); ++i) {
    if (options->shard.has(i)) mine.push_back((*items)[i]);
  }
  ProgressBar bar(console.err, console.terminal, mine.size());
  Status status = Status::ok;
  work_in_order<GenerateOutcome>(
      mine.size(), options->jobs,
      [&](std::size_t i) { return Generator(*options, registry, console, mine[i]).generate(); },
      [&](std::size_t i, const GenerateOutcome& outcome) {
        bar.erase();
        console.out << outcome.out << std::flush;
        console.err << outcome.err;
        worsen(status, outcome.status);
        bar.show(i + 1);
      });
  return status;
}

}  // namespace spirv_oracle::golden
