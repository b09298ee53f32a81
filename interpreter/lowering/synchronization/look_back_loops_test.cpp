#include "interpreter/lowering/synchronization/look_back_loops.h"

#include <algorithm>
#include <string>
#include <vector>

#include "interpreter/lowering/synchronization/module_for_test.h"

namespace spirv_oracle {
namespace {

// A loop that counts %a down, loads an atomic, and adds to %b.
std::string counting_loop(const std::string& more, const std::string& after = "") {
  return R"(OpStore %a %seven
OpStore %b %zero
OpBranch %header
%header = OpLabel
OpLoopMerge %merge %continue None
OpBranch %tests
%tests = OpLabel
%p = OpLoad %uint %a
%goes_on = OpINotEqual %bool %p %zero
OpBranchConditional %goes_on %body %merge
%body = OpLabel
%flag = OpAtomicLoad %uint %first %one %zero
OpStore %c %flag
)" + more +
         R"(%n = OpLoad %uint %c
%old = OpLoad %uint %b
%new = OpIAdd %uint %old %n
OpStore %b %new
%q = OpLoad %uint %a
%less = OpISub %uint %q %one
OpStore %a %less
OpBranch %continue
%continue = OpLabel
OpBranch %header
%merge = OpLabel
%end = OpLoad %uint %b
)" + after;
}

// The same, as an optimizer leaves it: results instead of variables, and a test at the end. The loop ends after an addition, too.
std::string optimized_loop(const std::string& more, const std::string& after = "") {
  return R"(OpBranch %header
%header = OpLabel
%p = OpPhi %uint %seven %begin %less %continue
%old = OpPhi %uint %zero %begin %new %continue
OpLoopMerge %merge %continue None
OpBranch %body
%body = OpLabel
%flag = OpAtomicLoad %uint %first %one %zero
%ends = OpIEqual %bool %flag %one
%last = OpIAdd %uint %old %flag
OpSelectionMerge %goes_on None
OpBranchConditional %ends %merge %goes_on
%goes_on = OpLabel
%n = OpIMul %uint %flag %seven
%new = OpIAdd %uint %old %n
)" + more +
         R"(%less = OpISub %uint %p %one
OpBranch %continue
%continue = OpLabel
%is_there = OpINotEqual %bool %less %zero
OpBranchConditional %is_there %header %merge
%merge = OpLabel
%sum = OpPhi %uint %last %body %new %continue
%distance = OpPhi %uint %p %body %less %continue
%end = OpIMul %uint %sum %distance
)" + after;
}

class Loops {
 public:
  explicit Loops(const std::string& main)
      : module_({"a", "b", "c", "n", "flag", "end", "p", "first", "old", "new", "last", "sum",
                 "distance", "both", "chosen"},
                main),
        loops_(module_.module(), module_.registry(), module_.analysis()) {}

  std::optional<LookBackLoops::Load> load() { return loops_.of_load(module_.instruction("flag")); }
  std::vector<Id> ids(std::initializer_list<const char*> names) const {
    std::vector<Id> ids;
    for (const char* name : names) ids.push_back(module_.id(name));
    std::ranges::sort(ids);
    return ids;
  }
  std::vector<LookBackLoops::End> before(const char* name) {
    return loops_.before(module_.instruction(name));
  }

 private:
  test::SynchronizedModule module_;
  LookBackLoops loops_;
};

std::vector<Id> sorted(std::vector<Id> ids) {
  std::ranges::sort(ids);
  return ids;
}

TEST(LookBackLoops, FindsSumsAndWhatIsLive) {
  Loops loops(counting_loop(""));
  const auto load = loops.load();
  ASSERT_TRUE(load);
  EXPECT_EQ(load->live, loops.ids({"a", "first"}));  // the pointer to the flag, too
  EXPECT_EQ(load->sums, loops.ids({"b"}));
  const auto ends = loops.before("end");
  ASSERT_EQ(ends.size(), 1u);
  EXPECT_EQ(ends[0].exit->sums, loops.ids({"b"}));
  EXPECT_EQ(sorted(ends[0].exit->others), loops.ids({"a", "c"}));
}

TEST(LookBackLoops, FindsSumsInResults) {
  Loops loops(optimized_loop(""));
  const auto load = loops.load();
  ASSERT_TRUE(load);
  EXPECT_EQ(load->live, loops.ids({"p", "first"}));
  EXPECT_EQ(load->sums, loops.ids({"old"}));
  const auto ends = loops.before("end");
  ASSERT_EQ(ends.size(), 1u);
  EXPECT_EQ(ends[0].exit->sums, loops.ids({"sum"}));
  EXPECT_EQ(ends[0].exit->others, loops.ids({"distance"}));
}

TEST(LookBackLoops, WhatTheRestOfTheLoopReadsIsLive) {
  Loops variable(counting_loop("%x = OpLoad %uint %c\n%y = OpIMul %uint %x %p\nOpStore %c %y\n"));
  ASSERT_TRUE(variable.load());
  EXPECT_EQ(sorted(variable.load()->live), variable.ids({"a", "p", "first"}));
}

// One name of the sum is enough; a second one may have another value.
TEST(LookBackLoops, OtherResultsDependOnTheEnd) {
  Loops loops(optimized_loop("", "%both = OpIAdd %uint %old %end\n"));
  ASSERT_TRUE(loops.load());
  EXPECT_EQ(sorted(loops.before("end")[0].exit->others), loops.ids({"distance", "old"}));
}

// A block with an effect ends the loop, also if it leads back to it.
TEST(LookBackLoops, ResultsWithWhichTheLoopGoesOnDependOnTheEnd) {
  Loops loops(optimized_loop(R"(OpSelectionMerge %joined None
OpBranchConditional %ends %effect %joined
%effect = OpLabel
%both = OpIAdd %uint %one %one
OpStore %second %both
OpBranch %joined
%joined = OpLabel
%chosen = OpPhi %uint %n %effect %one %goes_on
)"));
  ASSERT_TRUE(loops.load());
  const auto ends = loops.before("both");
  ASSERT_EQ(ends.size(), 1u);
  const std::vector<Id> marked = sorted(ends[0].exit->others);
  EXPECT_TRUE(std::ranges::includes(marked, loops.ids({"n", "p", "flag"})));
  // The additions go on with one of these.
  const std::vector<Id> names = loops.ids({"old", "new", "last"});
  ASSERT_EQ(ends[0].exit->sums.size(), 1u);
  EXPECT_EQ(std::ranges::count(names, ends[0].exit->sums[0]), 1);
  EXPECT_EQ(
      std::ranges::count_if(names, [&](Id id) { return std::ranges::binary_search(marked, id); }),
      2);
}

TEST(LookBackLoops, LoopsWithOtherEffectsDoNotLookBack) {
  EXPECT_FALSE(Loops(counting_loop("OpStore %second %one\n")).load());
  EXPECT_FALSE(Loops(counting_loop("OpAtomicStore %second %one %zero %one\n")).load());
  EXPECT_FALSE(Loops(counting_loop("%t = OpAtomicIAdd %uint %second %one %zero %one\n")).load());
  EXPECT_TRUE(Loops(counting_loop("%t = OpAtomicIAdd %uint %second %one %zero %zero\n"
                                  "OpStore %c %t\n"))
                  .load());
  // The sum decides, or is stored elsewhere.
  EXPECT_FALSE(Loops(counting_loop("%s = OpLoad %uint %b\nOpStore %c %s\n")).load());
}

}  // namespace
}  // namespace spirv_oracle
