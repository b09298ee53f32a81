#include "interpreter/exec/object_name.h"

#include <string_view>

namespace spirv_oracle {
namespace {

// `displayed`: an object, as its allocation or Module::display names it.
std::string displayed_in_source(const std::string& displayed) {
  std::string_view name = displayed;
  if (!name.starts_with('%')) return displayed;
  name.remove_prefix(1);
  // Variables without a name have a number, and blocks that share their memory a list of names.
  const bool is_number = !name.empty() && name.front() >= '0' && name.front() <= '9';
  if (is_number || name.find(',') != std::string_view::npos) return displayed;
  // The variable in which clang keeps a parameter.
  constexpr std::string_view of_parameter = ".addr";
  if (name.ends_with(of_parameter)) name.remove_suffix(of_parameter.size());
  return std::string("'").append(name).append("'");
}

}  // namespace

std::string name_in_source(const Allocation& allocation) {
  return displayed_in_source(allocation.name);
}

std::string name_of_declaration(const Module& module, Id declaration) {
  const Instruction& definition = *module.definition(declaration);
  if (module.name(declaration).empty() && definition.opcode == spv::Op::OpVariable) {
    const std::string_view block = module.name(module.definition(definition.type)->id(2));
    if (!block.empty()) return "block " + std::string(block);
  }
  return displayed_in_source(module.display(declaration));
}

}  // namespace spirv_oracle
