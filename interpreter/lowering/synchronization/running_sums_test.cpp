#include "interpreter/lowering/synchronization/running_sums.h"

#include <algorithm>
#include <string>
#include <vector>

#include "interpreter/lowering/synchronization/module_for_test.h"

namespace spirv_oracle {
namespace {

// A loop with the results %x and %y of OpPhi, which become %next_x and %next_y, and the number %n from memory.
std::string loop_of_sums(const std::string& body) {
  return R"(OpBranch %header
%header = OpLabel
%x = OpPhi %uint %zero %begin %next_x %continue
%y = OpPhi %uint %one %begin %next_y %continue
OpLoopMerge %merge %continue None
OpBranch %continue
%continue = OpLabel
%n = OpLoad %uint %first
%test = OpINotEqual %bool %n %zero
)" + body +
         R"(OpBranchConditional %test %header %merge
%merge = OpLabel
)";
}

class FoundSums {
 public:
  explicit FoundSums(const std::string& main)
      : module_({"x", "y", "next_x", "next_y", "a", "b", "more"}, main) {}

  // The names of the sums of the loop, in the order of the names.
  std::vector<std::vector<Id>> find() {
    const Function& function = module_.module().functions()[0];
    const auto analysis = module_.analysis().function(function);
    EXPECT_TRUE(analysis);
    FunctionPart part(module_.module(), module_.analysis(), **analysis, 0);
    const ControlFlow& flow = (*analysis)->control_flow;
    for (std::uint32_t b = 0; b < function.blocks.size(); ++b) {
      if (!flow.constructs.empty() && flow.contains(0, b)) part.add(b);
    }
    std::vector<std::vector<Id>> found;
    for (const auto& names : RunningSums(module_.module(), module_.analysis()).of(part))
      found.emplace_back(names.begin(), names.end());
    std::ranges::sort(found);
    return found;
  }
  // The names that the module declares.
  std::vector<Id> ids(std::initializer_list<const char*> names) const {
    std::vector<Id> ids;
    for (const char* name : names) ids.push_back(module_.id(name));
    std::ranges::sort(ids);
    return ids;
  }

 private:
  test::SynchronizedModule module_;
};

using NamesOfSums = std::vector<std::vector<Id>>;

TEST(RunningSums, AreResultsThatOnlyHaveAdditions) {
  FoundSums sums(loop_of_sums("%next_x = OpIAdd %uint %n %x\n%next_y = OpISub %uint %y %n\n"));
  NamesOfSums expected{sums.ids({"x", "next_x"}), sums.ids({"y", "next_y"})};
  std::ranges::sort(expected);
  EXPECT_EQ(sums.find(), expected);
}

TEST(RunningSums, OneSumHasSeveralNames) {
  FoundSums sums(loop_of_sums(R"(%more = OpIAdd %uint %x %n
%next_x = OpSelect %uint %test %more %x
OpStore %a %next_x
%next_y = OpIMul %uint %y %n
)"));
  EXPECT_EQ(sums.find(), NamesOfSums{sums.ids({"x", "more", "next_x", "a"})});
}

TEST(RunningSums, NothingElseUsesTheValues) {
  const std::string other = "%next_y = OpIMul %uint %y %n\n";
  EXPECT_TRUE(FoundSums(loop_of_sums("%next_x = OpISub %uint %n %x\n" + other)).find().empty());
  EXPECT_TRUE(FoundSums(loop_of_sums("%next_x = OpIAdd %uint %x %x\n" + other)).find().empty());
  EXPECT_TRUE(
      FoundSums(
          loop_of_sums("%more = OpIAdd %uint %x %n\n%next_x = OpSelect %uint %test %more %zero\n" +
                       other))
          .find()
          .empty());
  EXPECT_TRUE(
      FoundSums(
          loop_of_sums("%next_x = OpIAdd %uint %x %n\n%more = OpIEqual %bool %next_x %n\n" + other))
          .find()
          .empty());
  EXPECT_TRUE(
      FoundSums(loop_of_sums(
                    "%next_x = OpIAdd %uint %x %n\nOpStore %a %next_x\nOpStore %a %zero\n" + other))
          .find()
          .empty());
  EXPECT_TRUE(FoundSums(loop_of_sums("%next_x = OpIAdd %uint %x %n\nOpStore %second %x\n" + other))
                  .find()
                  .empty());
}

TEST(RunningSums, OneSumMayNotDependOnAnother) {
  FoundSums sums(loop_of_sums("%next_x = OpIAdd %uint %x %y\n%next_y = OpIAdd %uint %y %n\n"));
  EXPECT_EQ(sums.find(), NamesOfSums{sums.ids({"x", "next_x"})});
  EXPECT_TRUE(FoundSums(loop_of_sums("%next_x = OpIAdd %uint %x %n\n%next_y = OpIAdd %uint %y %n\n"
                                     "%more = OpIAdd %uint %x %y\n"))
                  .find()
                  .empty());
}

}  // namespace
}  // namespace spirv_oracle
