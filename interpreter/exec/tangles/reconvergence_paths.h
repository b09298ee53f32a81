// Which of the tangles that wait in a kernel may continue before others do, without a change of where lanes reconverge.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "interpreter/exec/state/subgroup.h"
#include "interpreter/ir/program.h"

namespace spirv_oracle {

class ReconvergencePaths {
 public:
  explicit ReconvergencePaths(const Program& program);

  // The reconvergence points of the running function whose lanes may continue, in ascending order. No other waiting lanes can
  // come to such a point in the same iteration of the loops around it, and none wait in a loop that it is outside of. Only the
  // earliest point if none is like that, and in functions with more than 4,096 points.
  std::vector<std::uint32_t> candidates(const Subgroup& subgroup);

  // The point at which lanes wait that pause before the record, in its block. None if they are in a frame inside that block.
  std::optional<std::uint32_t> point_of_block(const Subgroup& subgroup, const Record& record);

 private:
  // From its first point, which a branch from outside leads to, to the last one, before the next iteration.
  struct Loop {
    std::uint32_t first = 0, last = 0;
  };
  // A function. Its points have numbers from 0 on.
  struct Graph {
    std::uint32_t first_point = 0;
    std::vector<std::vector<std::uint32_t>> successors;
    std::vector<Loop> loops;
    std::vector<std::vector<bool>>
        later;  // by point: which ones lanes may come to in the same iteration
    std::vector<std::uint32_t> block;  // the points of the last block, during construction
  };

  void place(std::uint32_t point);
  void add_branch(const Record& record);
  static void find_later_points(Graph& graph);
  static std::vector<bool> after_loop(const Graph& graph, const Loop& loop);
  static bool may_precede(const Graph& graph, std::uint32_t point, std::uint32_t other,
                          bool other_has_begun);

  const Program& program_;
  std::vector<Graph> graphs_;
  std::vector<std::uint32_t> graph_of_word_;  // of Subgroup::occupied
};

}  // namespace spirv_oracle
