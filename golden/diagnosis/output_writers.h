// Which invocations store the components of a bundle's outputs, and what they got the values from.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "golden/bundle.h"
#include "golden/comparison.h"
#include "interpreter/writers.h"

namespace spirv_oracle::golden {

class OutputWriters {
 public:
  // Runs the bundle with the oracle. Errors: those of the run.
  static Result<OutputWriters> find(const Bundle& bundle, const Module& module,
                                    const Dispatch& dispatch);

  // Whoever stores the first byte of the component last; null where no invocation does, or where that is not known.
  const Writer* writer_of(const BundleResource& resource, std::uint64_t offset) const;
  // All that are stored in an output, by offset; null where they are not known.
  const std::vector<Writer>* writers_of(const BundleResource& resource) const;
  bool is_complete() const { return writers_.complete; }
  std::uint32_t subgroup_size() const { return subgroup_size_; }

  // The group instructions that a value came through, the last one first; a few at most.
  std::vector<const GroupExecution*> executions_behind(const Writer& writer) const;

 private:
  Writers writers_;
  std::vector<std::string> memories_;  // their names
  std::uint32_t subgroup_size_ = 0;
};

// "lane 3 of subgroup 0, workgroup (0,0,0)"
std::string invocation_text(const Writer& writer);

// What differing components have in common: the instruction that stores them, and those that their values came through.
struct StorePath {
  std::uint32_t store = 0;               // as locate() takes it
  std::vector<std::uint32_t> exchanges;  // likewise, the last one first
  std::uint64_t components = 0;          // that differ
  const Writer* first = nullptr;         // of the first of these components
};
// The ways of the differences, in the order in which they are first met. Components that no invocation stores have none.
std::vector<StorePath> store_paths(const OutputWriters& writers, const BundleResource& resource,
                                   const OutputComparison& comparison);

// Lines that tell the ways, indented.
std::string store_paths_text(const OutputWriters& writers, const Module& module,
                             const std::vector<StorePath>& paths);

}  // namespace spirv_oracle::golden
