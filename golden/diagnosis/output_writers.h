// Finds the invocations that store the components of a bundle's outputs, and the sources of their
// values.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "golden/bundle/bundle.h"
#include "golden/bundle/comparison.h"
#include "interpreter/writers.h"

namespace spirv_oracle::golden {

class OutputWriters {
 public:
  // Runs the bundle with the oracle. Errors: those of the run.
  static Result<OutputWriters> find(const Bundle& bundle, const Module& module,
                                    const Dispatch& dispatch);

  // The last invocation that stores the first byte of the component; null if none does, or if that
  // is unknown.
  const Writer* writer_of(const BundleResource& resource, std::uint64_t offset) const;
  // All writers of an output, by offset; null if unknown.
  const std::vector<Writer>* writers_of(const BundleResource& resource) const;
  bool is_complete() const { return writers_.complete; }
  std::uint32_t subgroup_size() const { return subgroup_size_; }

  // The group instructions through which the value passed, the last one first; a few at most.
  std::vector<const GroupExecution*> executions_behind(const Writer& writer) const;

 private:
  Writers writers_;
  std::vector<std::string> memories_;  // names
  std::uint32_t subgroup_size_ = 0;
};

// For example "lane 3 of subgroup 0, workgroup (0,0,0)".
std::string invocation_text(const Writer& writer);

// What several differing components have in common: the instruction that stores them, and the group
// instructions through which their values passed.
struct StorePath {
  std::uint32_t store = 0;               // as locate() takes it
  std::vector<std::uint32_t> exchanges;  // likewise, the last one first
  std::uint64_t components = 0;          // number of differing components
  const Writer* first = nullptr;         // writer of the first of these components
};
// The paths of the differing components, in the order of first occurrence. Components that no
// invocation stores have none.
std::vector<StorePath> store_paths(const OutputWriters& writers, const BundleResource& resource,
                                   const OutputComparison& comparison);

// Indented lines that describe the paths.
std::string store_paths_text(const OutputWriters& writers, const Module& module,
                             const std::vector<StorePath>& paths);

}  // namespace spirv_oracle::golden
