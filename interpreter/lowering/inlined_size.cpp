#include "interpreter/lowering/inlined_size.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "interpreter/loader/module.h"
#include "interpreter/loader/opcode_classes.h"

namespace spirv_oracle {
namespace {

// The inlined calls of one function.
struct Copies {
  std::size_t count = 0;
  std::size_t records = 0;  // with those of the functions that it calls

  // The records that would be left out if all calls shared one copy.
  std::size_t repeated() const { return records - records / count; }
};

// The records of each inlined call, by its origin, with those of the calls inside it.
std::vector<std::size_t> records_of_calls(const Program& program) {
  std::vector<std::size_t> records(program.origins.size());
  for (const Record& record : program.records) ++records[program.origins[record.origin].call];
  // A call has a later origin than the call that contains it.
  for (std::size_t call = records.size() - 1; call > 0; --call) {
    if (records[call] != 0) records[program.origins[call].call] += records[call];
  }
  return records;
}

std::map<Id, Copies> copies_of_functions(const Program& program) {
  std::map<Id, Copies> functions;
  const std::vector<std::size_t> records = records_of_calls(program);
  for (std::size_t call = 1; call < records.size(); ++call) {
    const Instruction& instruction = program.module->instruction(program.origins[call].instruction);
    const Id function = called_function(*program.module, instruction);
    if (records[call] == 0 || function == 0) continue;
    Copies& copies = functions[function];
    ++copies.count;
    copies.records += records[call];
  }
  return functions;
}

std::string name_of(const Module& module, Id function) {
  const std::string_view name = module.name(function);
  if (name.empty()) return module.display(function);
  return std::string(name.substr(0, name.find('('))) + "()";
}

}  // namespace

Error too_large_when_inlined(const Program& program, std::size_t limit, std::string_view unit) {
  std::string message = "the entry point has more than " + std::to_string(limit) + " " +
                        std::string(unit) + " when its calls are inlined";
  const auto functions = copies_of_functions(program);
  // Of functions that take about as much, the one with fewer calls, which calls the others.
  const auto largest = std::ranges::max_element(functions, {}, [&](const auto& function) {
    const Copies& copies = function.second;
    return std::pair(100 * copies.repeated() / program.records.size(),
                     -static_cast<std::int64_t>(copies.count));
  });
  if (largest == functions.end()) return {Status::limit, message};
  const auto& [function, copies] = *largest;
  message += ": " + name_of(*program.module, function) + " and what it calls make up " +
             std::to_string(100 * copies.records / program.records.size()) + " % of it";
  if (copies.count > 1) {
    message += ", in " + std::to_string(copies.count) +
               " calls; call it in fewer places, for example in a loop";
  }
  return {Status::limit, message};
}

}  // namespace spirv_oracle
