#include "interpreter/exec/report/object_name.h"
#include "interpreter/loader/pointers.h"

#include <string_view>

namespace spirv_oracle {
namespace {

// `displayed`: an object, as its allocation or Module::display names it.
std::string displayed_in_source(const std::string& displayed) {
  std::string_view name = displayed;
  if (!name.starts_with('%')) return displayed;
  name.remove_prefix(1);
  // Variables without a name have a number.
  if (!name.empty() && name.front() >= '0' && name.front() <= '9') return displayed;
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
  const std::string_view name = module.name(declaration);
  if (name.empty() && is_variable(definition.opcode)) {
    const Id block = data_type(module, definition);
    const bool is_block = module.has_decoration(block, spv::Decoration::Block) ||
                          module.has_decoration(block, spv::Decoration::BufferBlock);
    if (is_block && !module.name(block).empty()) return "block " + std::string(module.name(block));
  }
  // Declarations of different functions may have the same name.
  return displayed_in_source(name.empty() ? module.display(declaration)
                                          : std::string("%").append(name));
}

}  // namespace spirv_oracle
