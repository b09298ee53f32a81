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

class Loops {
 public:
  explicit Loops(const std::string& main)
      : module_({"a", "b", "c", "n", "flag", "end", "p", "first"}, main),
        loops_(module_.module(), module_.registry(), module_.analysis()) {}

  std::optional<LookBackLoops::Load> load() { return loops_.of_load(module_.instruction("flag")); }
  std::vector<Id> ids(std::initializer_list<const char*> names) const {
    std::vector<Id> ids;
    for (const char* name : names) ids.push_back(module_.id(name));
    std::ranges::sort(ids);
    return ids;
  }
  std::size_t before_end() { return loops_.before(module_.instruction("end")).size(); }

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
  EXPECT_EQ(load->loop->sums, loops.ids({"b"}));
  EXPECT_EQ(sorted(load->loop->others), loops.ids({"a", "c"}));
  EXPECT_EQ(loops.before_end(), 1u);
}

TEST(LookBackLoops, WhatTheRestOfTheLoopReadsIsLive) {
  Loops variable(counting_loop("%x = OpLoad %uint %c\n%y = OpIMul %uint %x %p\nOpStore %c %y\n"));
  ASSERT_TRUE(variable.load());
  EXPECT_EQ(sorted(variable.load()->live), variable.ids({"a", "p", "first"}));
}

TEST(LookBackLoops, ResultsThatAreUsedLaterAreNotSums) {
  Loops loops(counting_loop("", "%later = OpIAdd %uint %n %end\n"));
  ASSERT_TRUE(loops.load());
  EXPECT_EQ(sorted(loops.load()->loop->others), loops.ids({"a", "c", "n"}));
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
