#include "opencl/commands/ending.h"

#include <fmt/format.h>

#include <cstdlib>
#include <map>

#include "opencl/commands/engine.h"

namespace spirv_oracle::opencl {
namespace {

void report_leaks() {
  constexpr std::size_t most_names = 4;
  std::map<ObjectType, std::vector<std::string>> leaks;
  for (const auto& object : live_objects()) leaks[object->type].push_back(object->text());
  if (leaks.empty()) return;
  std::string text;
  for (const auto& [type, names] : leaks) {
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", names.size(), name_of(type));
    for (std::size_t i = 0; i < std::min(names.size(), most_names); ++i)
      text += fmt::format("{}{}", i == 0 ? " (" : ", ", names[i]);
    text += names.size() > most_names ? ", ...)" : ")";
  }
  Reporter::get().report(
      rules::leak, fmt::format("the program ends, but these objects are not released: {}", text));
}

}  // namespace

void watch_end() {
  static const int registered = std::atexit([] {
    Engine::get().drain();
    report_leaks();
  });
  static_cast<void>(registered);
}

}  // namespace spirv_oracle::opencl
