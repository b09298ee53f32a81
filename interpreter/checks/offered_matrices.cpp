#include "interpreter/checks/offered_matrices.h"

#include <algorithm>
#include <array>
#include <set>
#include <string_view>
#include <unordered_map>

#include "grammar/core.h"
#include "interpreter/kernels/float_encoding.h"

namespace spirv_oracle {
namespace {

using Sizes = std::array<std::uint32_t, 3>;  // M, N and K; 0: any
constexpr std::array<std::string_view, 3> use_names{"A", "B", "accumulator"};

std::string component_name(const ScalarType& type, bool is_signed) {
  if (type.is_encoded()) return std::string(format_of(type.encoding).name);
  const std::string bits = std::to_string(8 * type.bytes);
  if (type.is_float()) return "float" + bits;
  return (is_signed ? "int" : "uint") + bits;
}

std::string scope_text(spv::Scope scope, std::uint32_t invocations) {
  if (scope != spv::Scope::Workgroup) return " of a subgroup";
  return " of a workgroup of " + std::to_string(invocations) + " invocations";
}

// Integers have the same type in a matrix, whether they are signed or not. Products say how they interpret them.
bool is_same_width(std::string_view offered, std::string_view asked) {
  const auto without_sign = [](std::string_view name) {
    return name.starts_with("uint") ? name.substr(1) : name;
  };
  return without_sign(offered) == without_sign(asked);
}

class MatrixComparison {
 public:
  MatrixComparison(const SpecializedModule& types, std::uint32_t invocations,
                   const std::vector<OfferedMatrixProduct>& offered)
      : types_(types), invocations_(invocations), offered_(offered) {}

  void look_at(const Instruction& instruction, std::uint32_t index) {
    if (instruction.opcode == spv::Op::OpTypeCooperativeMatrixKHR)
      compare_type(types_.type(instruction.result), instruction.result, index);
    if (instruction.opcode == spv::Op::OpCooperativeMatrixMulAddKHR)
      compare_product(instruction, index);
    if (instruction.type != 0) type_of_[instruction.result] = instruction.type;
  }
  std::vector<UnofferedMatrix> take() { return std::move(found_); }

 private:
  bool has_sizes(const OfferedMatrixProduct& product, spv::Scope scope, const Sizes& sizes) const {
    const bool is_of_workgroup = scope == spv::Scope::Workgroup;
    if (is_of_workgroup ? product.workgroup_invocations != invocations_
                        : product.workgroup_invocations != 0)
      return false;
    for (std::size_t i = 0; i < sizes.size(); ++i) {
      const bool fits = is_of_workgroup ? sizes[i] % product.sizes[i] == 0
                                        : sizes[i] == product.sizes[i] || sizes[i] == 0;
      if (!fits) return false;
    }
    return true;
  }

  void compare_type(const Type& type, Id id, std::uint32_t index) {
    if (type.kind != Type::Kind::cooperative_matrix) return;
    const CooperativeMatrixType& matrix = type.cooperative;
    const auto use = static_cast<std::size_t>(matrix.use);
    const std::array<Sizes, 3> sizes{Sizes{matrix.rows, 0, matrix.columns},
                                     Sizes{0, matrix.columns, matrix.rows},
                                     Sizes{matrix.rows, matrix.columns, 0}};
    const std::string component = component_name(type.scalar, type.scalar.is_signed);
    const bool is_offered = std::ranges::any_of(offered_, [&](const OfferedMatrixProduct& product) {
      return has_sizes(product, matrix.scope, sizes[use]) &&
             is_same_width(product.components[use], component);
    });
    if (is_offered) return;
    unoffered_types_.insert(id);
    found_.push_back({index, std::to_string(matrix.rows) + "x" + std::to_string(matrix.columns) +
                                 " " + component + " as " + std::string(use_names[use]) +
                                 scope_text(matrix.scope, invocations_)});
  }

  void compare_product(const Instruction& instruction, std::uint32_t index) {
    using Grammar = grammar::OpCooperativeMatrixMulAddKHR;
    const std::array<Id, 3> ids{type_of_[instruction.id(Grammar::a)],
                                type_of_[instruction.id(Grammar::b)], instruction.type};
    if (std::ranges::any_of(ids, [&](Id id) { return unoffered_types_.contains(id); })) return;
    const CooperativeMatrixType& result = types_.type(instruction.type).cooperative;
    const Sizes sizes{result.rows, result.columns, types_.type(ids[0]).cooperative.columns};
    const std::uint32_t flags = instruction.has(Grammar::cooperative_matrix_operands)
                                    ? instruction.literal(Grammar::cooperative_matrix_operands)
                                    : 0;
    std::array<std::string, 3> components;
    for (std::size_t i = 0; i < components.size(); ++i)
      components[i] = component_name(types_.type(ids[i]).scalar, (flags >> i & 1) != 0);
    const bool is_same_sum = types_.type(type_of_[instruction.id(Grammar::c)]).scalar.bytes ==
                             types_.type(instruction.type).scalar.bytes;
    const bool is_offered = std::ranges::any_of(offered_, [&](const OfferedMatrixProduct& product) {
      return has_sizes(product, result.scope, sizes) && product.components == components;
    });
    if (is_offered && is_same_sum) return;
    std::string text = "the product " + std::to_string(sizes[0]) + "x" + std::to_string(sizes[1]) +
                       "x" + std::to_string(sizes[2]);
    for (const std::string& component : components) text += " " + component;
    found_.push_back({index, text + scope_text(result.scope, invocations_)});
  }

  const SpecializedModule& types_;
  std::uint32_t invocations_;
  const std::vector<OfferedMatrixProduct>& offered_;
  std::unordered_map<Id, Id> type_of_;  // by result
  std::set<Id> unoffered_types_;
  std::vector<UnofferedMatrix> found_;
};

}  // namespace

std::vector<UnofferedMatrix> unoffered_matrices(const SpecializedModule& types,
                                                std::uint32_t invocations,
                                                const std::vector<OfferedMatrixProduct>& offered) {
  MatrixComparison comparison(types, invocations, offered);
  const auto instructions = types.module().instructions();
  for (std::uint32_t i = 0; i < instructions.size(); ++i) comparison.look_at(instructions[i], i);
  return comparison.take();
}

}  // namespace spirv_oracle
