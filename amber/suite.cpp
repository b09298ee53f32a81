#include "amber/suite.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <filesystem>
#include <map>
#include <mutex>
#include <set>
#include <system_error>
#include <thread>

#include "amber/list_needs.h"
#include "amber/outcome_report.h"
#include "amber/runner.h"
#include "amber/script_file.h"
#include "amber/script_portability.h"
#include "cli/report_page/report_page.h"
#include "data/format.h"
#include "interpreter/within_memory.h"
#include "support/file.h"
#include "support/large_stack.h"
#include "support/text.h"
#include "support/time_limit.h"

namespace spirv_oracle::amber {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t bar_width = 30;

// Options for modules, whose values a script contains itself.
std::string_view option_for_modules(const RunOptions& options) {
  const LaunchOptions& launch = options.launch;
  if (!launch.entry_point.empty()) return "entry";
  if (launch.groups != Dim3{1, 1, 1}) return "groups";
  if (launch.global_size) return "global-size";
  if (launch.local_size) return "local-size";
  if (!launch.specialization.empty()) return "spec";
  if (launch.push) return "push";
  if (!launch.buffers.empty()) return "buffer";
  if (!launch.memories.empty()) return "memory";
  if (!launch.arguments.empty()) return "arg";
  if (!launch.images.empty()) return "image";
  if (!launch.samplers.empty()) return "sampler";
  if (!launch.formats.empty()) return "format-of";
  if (!launch.null_descriptors.empty()) return "null-descriptor";
  if (!launch.acceleration_structures.empty()) return "accel";
  if (launch.global_offset != decltype(launch.global_offset){}) return "global-offset";
  if (!options.dumps.empty()) return "dump";
  if (!options.outputs.empty()) return "output";
  if (!options.module.stage.empty()) return "stage";
  if (!options.module.build_options.empty()) return "build-option";
  if (!options.module.register_shifts.empty()) return "fvk-*-shift";
  if (options.mode == RunMode::disassemble) return "disassemble";
  if (options.mode == RunMode::dump_ir) return "dump-ir";
  if (options.mode == RunMode::list_resources) return "list-resources";
  return "";
}

// Options that scripts do not support yet.
std::string_view option_without_scripts(const RunOptions& options) {
  if (options.mode == RunMode::check_arithmetic) return "check-arithmetic";
  if (options.mode == RunMode::compare_driver) return "compare-driver";
  if (!options.sarif_file.empty()) return "sarif";
  if (!options.launch.trace_file.empty()) return "trace";
  return "";
}

Outcome failed_outcome(const std::string& file, const Error& error) {
  Outcome outcome;
  outcome.file = file;
  outcome.status = error.status;
  outcome.error = error.message;
  return outcome;
}

Outcome run_file(const std::string& file, const InstructionRegistry& registry, RunOptions options) {
  TimeLimit limit(options.launch.limits.timeout_seconds);
  if (options.files.empty()) options.arguments.push_back(file);
  if (options.module.time_limit == nullptr) options.module.time_limit = &limit;
  const auto outcome = within_memory([&]() -> Result<Outcome> {
    const auto script = load_script(file, options.launch.limits.max_memory);
    if (!script) return failed_outcome(file, script.error());
    return options.mode == RunMode::check_portability
               ? check_portability(*script, registry, options)
               : run_script(*script, registry, options);
  });
  if (outcome) return *outcome;
  const Error& error = outcome.error();
  return failed_outcome(file, {error.status, fmt::format("{}: error: {}", file, error.message)});
}

// The results of scripts, from the workers that run them to the thread that prints them in order.
class Results {
 public:
  explicit Results(std::size_t count) : outcomes_(count), done_(count) {}

  void put(std::size_t index, Outcome outcome) {
    const std::lock_guard lock(mutex_);
    outcomes_[index] = std::move(outcome);
    done_[index] = true;
    ++finished_;
    changed_.notify_all();
  }

  // Waits until script number `index` is done. Tells `progress` how many are.
  template <class Progress>
  const Outcome& wait_for(std::size_t index, const Progress& progress) {
    std::unique_lock lock(mutex_);
    while (!done_[index]) {
      progress(finished_);
      changed_.wait(lock);
    }
    return outcomes_[index];
  }

  const std::vector<Outcome>& outcomes() const { return outcomes_; }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<Outcome> outcomes_;
  std::vector<bool> done_;
  std::size_t finished_ = 0;
};

// The note in "FILE:LINE:COLUMN: note: TEXT" without the place; "" if the line is something else.
std::string note_in(std::string_view line) {
  constexpr std::string_view mark = ": note: ";
  const std::size_t at = line.find(mark);
  return at == std::string_view::npos ? "" : std::string(line.substr(at + mark.size()));
}

// Notes that many scripts of a suite have.
class RepeatedNotes {
 public:
  // The lines of a script's warnings without the notes that an earlier script had.
  std::vector<std::string> new_ones(const std::vector<std::string>& warnings);

  // For each note that was left out, a line with the number of further scripts that have it.
  std::string summary() const;

 private:
  std::set<std::string, std::less<>> known_;
  std::map<std::string, std::uint64_t> left_out_;  // number of scripts
};

std::vector<std::string> RepeatedNotes::new_ones(const std::vector<std::string>& warnings) {
  std::vector<std::string> kept;
  std::set<std::string, std::less<>> of_script;
  for (const std::string& warning : warnings) {
    for (std::string& line : lines_of(warning)) {
      const std::string note = note_in(line);
      if (note.empty() || !known_.contains(note)) {
        kept.push_back(std::move(line));
        if (!note.empty()) of_script.insert(note);
      } else if (of_script.insert(note).second) {
        ++left_out_[note];
      }
    }
  }
  known_.merge(of_script);
  return kept;
}

std::string RepeatedNotes::summary() const {
  std::string text;
  for (const auto& [note, scripts] : left_out_) {
    text += fmt::format("spirv-run: note: {} more {} this note: {}\n", scripts,
                        scripts == 1 ? "script has" : "scripts have", note);
  }
  return text;
}

// Prints the result of each script as it ends, with a progress bar on a terminal.
class Printer {
 public:
  Printer(const RunOptions& options, const Console& console, std::size_t count)
      : options_(options), console_(console), count_(count) {}

  void progress(std::size_t finished) {
    if (!console_.terminal || count_ < 2) return;
    const std::size_t filled = finished * bar_width / count_;
    console_.err << fmt::format("\r[{}{}] {}/{}", std::string(filled, '='),
                                std::string(bar_width - filled, ' '), finished, count_);
    console_.err.flush();
    bar_ = true;
  }

  void print(const Outcome& outcome) {
    if (options_.json) return;
    erase_bar();
    console_.out << outcome.printed << outcome.portability_text
                 << fmt::format("{}: {}\n", outcome.file, status_text(outcome.status));
    console_.out.flush();
    console_.err << outcome_as_text(outcome, notes_.new_ones(outcome.warnings), console_.color);
  }

  void finish() {
    erase_bar();
    console_.err << notes_.summary();
  }

 private:
  void erase_bar() {
    if (bar_) console_.err << "\r\x1b[K";
    bar_ = false;
  }

  const RunOptions& options_;
  const Console& console_;
  std::size_t count_;
  bool bar_ = false;
  RepeatedNotes notes_;
};

// Options for one of many scripts, which do not name the others. They are copied for each script.
void leave_out_files(RunOptions& options) {
  const std::set<std::string> files(options.files.begin(), options.files.end());
  std::erase_if(options.arguments,
                [&](const std::string& argument) { return files.contains(argument); });
  options.files.clear();
  options.module.linked_files.clear();
}

std::vector<Outcome> run_all(const std::vector<std::string>& files,
                             const InstructionRegistry& registry, const RunOptions& options,
                             Printer& printer) {
  RunOptions each = options;
  const std::size_t workers =
      std::min<std::size_t>(std::max(options.launch.jobs, 1u), files.size());
  if (files.size() > 1) {
    each.launch.jobs = 1;
    each.module.time_limit = nullptr;  // the time limit applies to each script
    leave_out_files(each);
  }
  Results results(files.size());
  std::atomic<std::size_t> next{0};
  std::vector<std::thread> threads;
  const auto work = [&] {
    const StackOverflowGuard guard;
    for (std::size_t i = next++; i < files.size(); i = next++)
      results.put(i, run_file(files[i], registry, each));
  };
  try {
    // The debugger continues in copies of the process, which have only the thread that made them.
    if (options.watch != nullptr) {
      work();
    } else {
      for (std::size_t w = 0; w < workers; ++w) threads.emplace_back(work);
    }
  } catch (const std::system_error&) {  // the host cannot start more threads, so fewer do the work
    if (threads.empty()) work();
  }
  for (std::size_t i = 0; i < files.size(); ++i) {
    printer.print(results.wait_for(i, [&](std::size_t finished) { printer.progress(finished); }));
  }
  for (std::thread& thread : threads) thread.join();
  printer.finish();
  return results.outcomes();
}

Status worst_of(const std::vector<Outcome>& outcomes) {
  Status worst = Status::ok;
  for (const Outcome& outcome : outcomes) {
    if (badness(outcome.status) > badness(worst)) worst = outcome.status;
  }
  return worst;
}

void print_json(const std::vector<Outcome>& outcomes, Status status, std::ostream& out) {
  Json document{{"status", static_cast<int>(status)}, {"scripts", Json::array()}};
  for (const Outcome& outcome : outcomes) document["scripts"].push_back(outcome_as_json(outcome));
  out << json_text(document);
}

Result<Status> list(const std::vector<std::string>& files, const RunOptions& options,
                    const Console& console) {
  Json document{{"status", 0}, {"scripts", Json::array()}};
  Status worst = Status::ok;
  for (const std::string& file : files) {
    const auto script = load_script(file, options.launch.limits.max_memory);
    if (!script && badness(script.error().status) > badness(worst)) worst = script.error().status;
    if (options.json) {
      document["scripts"].push_back(
          script ? needs_as_json(*script)
                 : Json{{"file", file}, {"error", {{"message", script.error().message}}}});
    } else if (script) {
      console.out << needs_as_text(*script);
    } else {
      console.err << script.error().message << '\n';
    }
  }
  document["status"] = static_cast<int>(worst);
  if (options.json) console.out << json_text(document);
  return worst;
}

Result<void> write_junit(const std::string& path, const std::vector<Outcome>& outcomes) {
  const std::string xml = junit_xml(outcomes);
  return write_file(path, std::as_bytes(std::span(xml)));
}

// One section for each RUN, up to the number that a page shows well.
Result<void> write_page(const RunOptions& options, std::vector<Outcome> outcomes) {
  constexpr std::size_t most = 60;
  Json page{{"program", fmt::format("spirv-run {}", SPIRV_ORACLE_VERSION)},
            {"file", outcomes.size() == 1 ? outcomes.front().file
                                          : fmt::format("{} scripts", outcomes.size())},
            {"runs", Json::array()},
            {"draws", Json::array()},
            {"scripts", Json::array()}};
  std::uint64_t left_out = 0;
  for (Outcome& outcome : outcomes) {
    left_out += outcome.page_runs_left_out;
    for (Json& run : outcome.page_runs) {
      if (page["runs"].size() == most) {
        ++left_out;
      } else {
        page["runs"].push_back(std::move(run));
      }
    }
    for (Json& draw : outcome.page_draws) {
      if (page["draws"].size() == most) {
        ++left_out;
      } else {
        page["draws"].push_back(std::move(draw));
      }
    }
    page["scripts"].push_back(outcome_as_json(outcome));
    page["scripts"].back()["outcome"] = status_text(outcome.status);
  }
  page["runs_left_out"] = left_out;
  return write_report_page(options.report_file, page);
}

}  // namespace

Result<Status> run_scripts(const RunOptions& options, const InstructionRegistry& registry,
                           const Console& console) {
  if (const std::string_view option = option_for_modules(options); !option.empty()) {
    return bad_input(
        fmt::format("--{} applies only to modules; a script such as {} sets this itself", option,
                    options.files.front()));
  }
  if (const std::string_view option = option_without_scripts(options); !option.empty())
    return bad_input(fmt::format("--{} applies only to modules, not to scripts", option));
  const auto files = find_scripts(options.files);
  if (!files) return tl::unexpected(files.error());
  if (!options.image_files.empty() && files->size() > 1)
    return bad_input("--dump-image takes the images of one script, but several are given");
  if (options.mode == RunMode::list) return list(*files, options, console);
  Printer printer(options, console, files->size());
  const std::vector<Outcome> outcomes = run_all(*files, registry, options, printer);
  const Status status = worst_of(outcomes);
  if (options.json) {
    print_json(outcomes, status, console.out);
  } else if (files->size() > 1 || std::filesystem::is_directory(options.files.front())) {
    console.out << summary_text(outcomes);
  }
  if (!options.junit.empty()) {
    if (auto done = write_junit(options.junit, outcomes); !done)
      return tl::unexpected(done.error());
  }
  if (!options.report_file.empty()) {
    if (auto done = write_page(options, outcomes); !done) return tl::unexpected(done.error());
  }
  return status;
}

}  // namespace spirv_oracle::amber
