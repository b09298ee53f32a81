#include "interpreter/exec/object_name.h"

#include <string_view>

namespace spirv_oracle {

std::string name_in_source(const Allocation& allocation) {
  std::string_view name = allocation.name;
  if (!name.starts_with('%')) return allocation.name;
  name.remove_prefix(1);
  // Variables without a name have a number, and blocks that share their memory a list of names.
  const bool is_number = !name.empty() && name.front() >= '0' && name.front() <= '9';
  if (is_number || name.find(',') != std::string_view::npos) return allocation.name;
  // The variable in which clang keeps a parameter.
  constexpr std::string_view of_parameter = ".addr";
  if (name.ends_with(of_parameter)) name.remove_suffix(of_parameter.size());
  return std::string("'").append(name).append("'");
}

}  // namespace spirv_oracle
