// For tests: whether every instruction of an extended set is compared with MPFR, or left out for a reason.
#pragma once

#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

namespace spirv_oracle::test {

// Instructions that no sweep compares with MPFR.
struct LeftOut {
  std::string_view reason;
  std::vector<std::string_view> names;
};

// The extended instruction in what a sweep executes, which is the end of an OpExtInst, such as "sin %x", or all instructions
// that lead to the result. "" if it executes none.
inline std::string swept_instruction(std::string_view body) {
  constexpr std::string_view before = "%set ";
  const std::size_t place = body.find(before);
  if (place != std::string_view::npos) body.remove_prefix(place + before.size());
  if (body.starts_with('%')) return "";
  return std::string(body.substr(0, body.find(' ')));
}

// `table`: the instructions of the set, from its grammar.
template <class Table>
void expect_all_swept(const Table& table, const std::set<std::string>& swept,
                      std::span<const LeftOut> left_out) {
  std::set<std::string, std::less<>> all, excused;
  for (const auto& instruction : table) all.emplace(instruction.name);
  for (const std::string& name : swept)
    EXPECT_TRUE(all.contains(name)) << name << " does not exist";
  for (const LeftOut& group : left_out) {
    EXPECT_FALSE(group.reason.empty());
    for (const std::string_view name : group.names) {
      EXPECT_TRUE(all.contains(name)) << name << " does not exist";
      EXPECT_FALSE(swept.contains(std::string(name))) << name << " is in a sweep";
      EXPECT_TRUE(excused.emplace(name).second) << name << " is left out twice";
    }
  }
  for (const std::string& name : all) {
    EXPECT_TRUE(swept.contains(name) || excused.contains(name))
        << "no sweep compares " << name << " with MPFR: add it to one, or to those left out";
  }
}

}  // namespace spirv_oracle::test
