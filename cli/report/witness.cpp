#include "cli/report/witness.h"

#include <algorithm>

#include "data/format.h"

namespace spirv_oracle {
namespace {

bool is_marked(const ShadowedBytes& contents, std::size_t byte) {
  return contents.shadow[byte] == Definedness::implementation_dependent;
}

bool differs(const ShadowedBytes& contents, const ShadowedBytes& other, std::size_t byte) {
  return value_state(other.shadow[byte]) != Definedness::undefined &&
         other.bytes[byte] != contents.bytes[byte];
}

}  // namespace

const OtherExecution* witness_of(const ShadowedBytes& contents, const Witnesses& witnesses,
                                 std::size_t first, std::size_t end) {
  for (const OtherExecution& execution : witnesses.executions) {
    for (std::size_t i = first; i < end; ++i) {
      if (is_marked(contents, i) && differs(contents, execution.contents, i)) return &execution;
    }
  }
  return nullptr;
}

ExaminedMarks examine_marks(const ShadowedBytes& contents, const Witnesses& witnesses,
                            ElementType type) {
  ExaminedMarks elements;
  const std::size_t size = element_size(type);
  for (std::size_t first = 0; first + size <= contents.size(); first += size) {
    const auto begin = contents.shadow.begin() + static_cast<std::ptrdiff_t>(first);
    const auto end = begin + static_cast<std::ptrdiff_t>(size);
    if (std::find(begin, end, Definedness::implementation_dependent) == end) continue;
    const OtherExecution* witness = witness_of(contents, witnesses, first, first + size);
    if (witness != nullptr) {
      elements.witnessed.push_back({first / size, witness});
    } else {
      elements.unproven.push_back(first / size);
    }
  }
  return elements;
}

bool is_new_witness(const ShadowedBytes& contents, const Witnesses& earlier,
                    const ShadowedBytes& other) {
  if (other.size() != contents.size()) return false;
  for (std::size_t i = 0; i < contents.size(); ++i) {
    if (is_marked(contents, i) && differs(contents, other, i) &&
        witness_of(contents, earlier, i, i + 1) == nullptr)
      return true;
  }
  return false;
}

bool is_witnessed(const ShadowedBytes& contents, const Witnesses& witnesses) {
  for (std::size_t i = 0; i < contents.size(); ++i) {
    if (is_marked(contents, i) && witness_of(contents, witnesses, i, i + 1) == nullptr)
      return false;
  }
  return true;
}

}  // namespace spirv_oracle
