// Executions that witness implementation-dependent values: a conforming implementation may store what they store.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "data/scalar.h"
#include "interpreter/dispatch_result.h"

namespace spirv_oracle {

// A buffer after another legal execution of the same dispatch.
struct OtherExecution {
  std::string options;  // that repeat it, such as "--seed 3"
  ShadowedBytes contents;
};

// Of a buffer.
struct Witnesses {
  // Each differs from the run in a marked byte in which the ones before it do not.
  std::vector<OtherExecution> executions;
  std::size_t compared = 0;  // executions beside the run
};

// A marked element, and how it differs in one of the executions.
struct ElementWitness {
  std::uint64_t element = 0;
  const OtherExecution* execution = nullptr;
};

// What is known about the elements of a buffer with implementation-dependent bytes.
struct ExaminedMarks {
  std::vector<ElementWitness> witnessed;
  std::vector<std::uint64_t>
      unproven;  // equal in all executions that were tried, which proves nothing
};

// The first execution that differs in a marked byte between `first` and `end`; null if there is none.
const OtherExecution* witness_of(const ShadowedBytes& contents, const Witnesses& witnesses,
                                 std::size_t first, std::size_t end);

// Only whole elements.
ExaminedMarks examine_marks(const ShadowedBytes& contents, const Witnesses& witnesses,
                            ElementType type);

// Whether an execution differs in a byte that is marked in `contents` and that no earlier one witnesses.
bool is_new_witness(const ShadowedBytes& contents, const Witnesses& earlier,
                    const ShadowedBytes& other);

// Whether a witness exists for all marked bytes.
bool is_witnessed(const ShadowedBytes& contents, const Witnesses& witnesses);

}  // namespace spirv_oracle
