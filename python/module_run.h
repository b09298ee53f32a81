// One run of a module, with all that the Python package reads from it.
#pragma once

#include <atomic>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cli/report/results.h"
#include "cli/report/witness.h"
#include "interpreter/dispatch.h"
#include "python/loaded_module.h"
#include "spirv_run/print_run.h"

namespace spirv_oracle::python {

// An EnclosedComponent or the bounds of an IndeterminateComponent, as an array of the package has them.
struct EnclosedValue {
  std::uint64_t offset = 0;  // bytes
  std::uint64_t bytes = 0;
  double low = 0, high = 0;  // infinite if any value is possible
  std::uint64_t may_be_nan = 0;
};

// The contents of a resource: SET.BINDING, arg.N, push, or the name of a memory.
struct GivenContents {
  std::string name;
  ShadowedBytes contents;
};

class ModuleRun {
 public:
  // `arguments`: options of spirv-run, without a FILE. `given` replaces the contents of resources that they set, which have as
  // many bytes. The run ends when `interrupt` becomes true, as at a limit. Errors: bad_input, unsupported, limit. A run that a
  // limit ended has a result.
  static Result<std::shared_ptr<const ModuleRun>> run(std::shared_ptr<const LoadedModule> module,
                                                      const std::vector<std::string>& arguments,
                                                      std::vector<GivenContents> given,
                                                      const std::atomic<bool>& interrupt);
  ModuleRun(const ModuleRun&) = delete;
  ModuleRun& operator=(const ModuleRun&) = delete;
  ~ModuleRun() = default;

  const RunReport& report() const { return *report_; }
  const DispatchResult& result() const { return result_; }
  // The buffers and memories, in the order of all_buffers().
  const std::vector<NamedBuffer>& buffers() const { return buffers_; }
  // A list of {"name", "set", "binding", "element" (of a memory: null), "scalar", "components", "written", "layout", "image"}.
  std::string buffers_as_json() const;
  std::vector<EnclosedValue> enclosed(std::size_t buffer) const;
  // As finding_as_json() has them, and each with its "text".
  std::string findings_as_json() const;
  // What spirv-run prints with --format json.
  std::string as_json() const;
  const std::string& notes() const { return notes_; }
  const std::string& printed() const { return printed_; }
  // The page of --report. Runs the dispatch once more. Errors: bad_input if the inputs are too large to be kept.
  Result<std::string> report_page(const std::atomic<bool>& interrupt) const;

 private:
  explicit ModuleRun(std::shared_ptr<const LoadedModule> module) : module_(std::move(module)) {}
  Result<void> execute(std::vector<GivenContents> given, const std::atomic<bool>& interrupt);
  // Makes the report of the result.
  void finish(const EntryPointInfo& entry, std::map<BindingKey, Witnesses> witnesses);

  std::shared_ptr<const LoadedModule> module_;
  RunOptions options_;
  Dispatch dispatch_;               // without contents
  std::optional<Dispatch> inputs_;  // with contents, if they are kept
  DispatchResult result_;
  std::optional<FinishedRun> run_;
  std::optional<RunReport> report_;
  std::vector<NamedBuffer> buffers_;
  std::string notes_, printed_;
};

}  // namespace spirv_oracle::python
