#include "interpreter/checks/atomics/look_back_words.h"

namespace spirv_oracle {

LookBackLoad LookBackLoad::read(const std::uint32_t* words) {
  LookBackLoad load;
  load.bytes = *words++;
  load.number = *words++;
  load.depends_on_invocation = *words++ != 0;
  load.depends_on_workgroup = *words++ != 0;
  load.live = planes_in(words);
  load.sums = planes_in(words);
  load.is_together = *words++ != 0;
  load.loop = *words++;
  load.inner_loops = *words;
  return load;
}

std::vector<std::uint32_t> LookBackLoad::words() const {
  std::vector<std::uint32_t> words{bytes, number, depends_on_invocation ? 1u : 0u,
                                   depends_on_workgroup ? 1u : 0u};
  add_planes(words, live);
  add_planes(words, sums);
  words.insert(words.end(), {is_together ? 1u : 0u, loop, inner_loops});
  return words;
}

LookBackEnd LookBackEnd::read(const std::uint32_t* words) {
  LookBackEnd end;
  end.sums = planes_in(words);
  end.others.assign(words + 1, words + 1 + words[0]);
  end.loop = words[1 + words[0]];
  end.is_together = words[2 + words[0]] != 0;
  return end;
}

std::vector<std::uint32_t> LookBackEnd::words() const {
  std::vector<std::uint32_t> words;
  add_planes(words, sums);
  words.push_back(static_cast<std::uint32_t>(others.size()));
  words.insert(words.end(), others.begin(), others.end());
  words.insert(words.end(), {loop, is_together ? 1u : 0u});
  return words;
}

LookBackOperands LookBackOperands::read(const std::uint32_t* words) {
  LookBackOperands operands;
  operands.kind = static_cast<Kind>(*words++);
  operands.planes = planes_in(words);
  return operands;
}

std::vector<std::uint32_t> LookBackOperands::words() const {
  std::vector<std::uint32_t> words{static_cast<std::uint32_t>(kind)};
  add_planes(words, planes);
  return words;
}

// --- records without an effect ---

const Record* begin_joint_operation(Subgroup&, const Record* record) { return record + 1; }
const Record* end_joint_operation(Subgroup&, const Record* record) { return record + 1; }

}  // namespace spirv_oracle
