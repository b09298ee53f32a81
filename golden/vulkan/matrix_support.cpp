#include "golden/vulkan/matrix_support.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <string_view>
#include <vector>

#include "grammar/core.h"

namespace spirv_oracle::golden {
namespace {

// VkCooperativeMatrixPropertiesKHR, because vulkan_core.h of older systems lacks it.
struct MatrixProperties {
  VkStructureType sType{};
  void* pNext = nullptr;
  std::uint32_t m = 0, n = 0, k = 0;
  std::uint32_t a = 0, b = 0, c = 0, result = 0;  // VkComponentTypeKHR
  VkBool32 saturates = VK_FALSE;
  std::uint32_t scope = 0;  // VkScopeKHR
};
constexpr auto properties_structure = static_cast<VkStructureType>(1000506001);
using GetProperties = VkResult(VKAPI_PTR*)(VkPhysicalDevice, std::uint32_t*, MatrixProperties*);

struct ComponentName {
  std::uint32_t number;
  std::string_view name;
};
constexpr std::array component_names = std::to_array<ComponentName>({{0, "float16"},
                                                                     {1, "float32"},
                                                                     {2, "float64"},
                                                                     {3, "int8"},
                                                                     {4, "int16"},
                                                                     {5, "int32"},
                                                                     {6, "int64"},
                                                                     {7, "uint8"},
                                                                     {8, "uint16"},
                                                                     {9, "uint32"},
                                                                     {10, "uint64"},
                                                                     {1000141000, "bfloat16"},
                                                                     {1000491002, "float8e4m3"},
                                                                     {1000491003, "float8e5m2"}});

std::string component_name(std::uint32_t number) {
  const auto found = std::ranges::find(component_names, number, &ComponentName::number);
  return found == component_names.end() ? "unknown" : std::string(found->name);
}

std::string name_of_matrix(std::string_view use, std::uint32_t rows, std::uint32_t columns,
                           std::string_view component) {
  return fmt::format("cooperative matrix {} {}x{} {}", use, rows, columns, component);
}

std::string name_of_product(std::uint32_t m, std::uint32_t n, std::uint32_t k,
                            const std::array<std::string, 4>& components, bool saturates) {
  return fmt::format("cooperative matrix product {}x{}x{} {} {} {} {}{}", m, n, k, components[0],
                     components[1], components[2], components[3], saturates ? " saturating" : "");
}

std::string name_of_encoding(std::uint32_t operand) {
  switch (static_cast<spv::FPEncoding>(operand)) {
    case spv::FPEncoding::Float8E4M3EXT:
      return "float8e4m3";
    case spv::FPEncoding::Float8E5M2EXT:
      return "float8e5m2";
    default:
      return "bfloat16";
  }
}

// --- modules ---

struct DeclaredMatrix {
  std::uint32_t rows = 0, columns = 0, use = 0;
  std::string component;
  bool is_float = false;
  std::uint32_t bits = 0;
};

class MatrixScan {
 public:
  void look_at(const Instruction& instruction);
  std::set<std::string> take() { return std::move(names_); }

 private:
  std::uint32_t constant(Id id) const {
    const auto found = constants_.find(id);
    return found == constants_.end() ? 0 : found->second;
  }
  void note_scalar(const Instruction& instruction);
  void note_matrix(const Instruction& instruction);
  void note_product(const Instruction& instruction);

  std::map<Id, DeclaredMatrix> scalars_;  // the component of a matrix
  std::map<Id, DeclaredMatrix> matrices_;
  std::map<Id, std::uint32_t> constants_;
  std::map<Id, Id> types_;  // of values
  std::set<std::string> names_;
};

void MatrixScan::note_scalar(const Instruction& instruction) {
  DeclaredMatrix scalar;
  scalar.bits = instruction.literal(1);
  scalar.is_float = instruction.opcode == spv::Op::OpTypeFloat;
  const bool is_encoded = scalar.is_float && instruction.has(2);
  const bool is_signed = !scalar.is_float && instruction.literal(2) != 0;
  scalar.component = is_encoded ? name_of_encoding(instruction.literal(2))
                                : fmt::format("{}{}",
                                              scalar.is_float ? "float"
                                              : is_signed     ? "int"
                                                              : "uint",
                                              scalar.bits);
  scalars_[instruction.result] = scalar;
}

void MatrixScan::note_matrix(const Instruction& instruction) {
  constexpr std::array<std::string_view, 3> uses{"A", "B", "accumulator"};
  DeclaredMatrix matrix = scalars_[instruction.id(1)];
  matrix.rows = constant(instruction.id(3));
  matrix.columns = constant(instruction.id(4));
  matrix.use = std::min(constant(instruction.id(5)), 2u);
  matrices_[instruction.result] = matrix;
  names_.insert(name_of_matrix(uses[matrix.use], matrix.rows, matrix.columns, matrix.component));
}

// Flags say which integers are signed.
void MatrixScan::note_product(const Instruction& instruction) {
  using Grammar = grammar::OpCooperativeMatrixMulAddKHR;
  const std::uint32_t flags = instruction.has(Grammar::cooperative_matrix_operands)
                                  ? instruction.literal(Grammar::cooperative_matrix_operands)
                                  : 0;
  const std::array<const DeclaredMatrix*, 4> matrices{
      &matrices_[types_[instruction.id(Grammar::a)]],
      &matrices_[types_[instruction.id(Grammar::b)]],
      &matrices_[types_[instruction.id(Grammar::c)]], &matrices_[instruction.type]};
  std::array<std::string, 4> components;
  for (std::size_t i = 0; i < components.size(); ++i) {
    const bool is_signed = (flags >> i & 1) != 0;
    components[i] = matrices[i]->is_float
                        ? matrices[i]->component
                        : fmt::format("{}{}", is_signed ? "int" : "uint", matrices[i]->bits);
  }
  const bool saturates =
      (flags & static_cast<std::uint32_t>(
                   spv::CooperativeMatrixOperandsMask::SaturatingAccumulationKHR)) != 0;
  names_.insert(name_of_product(matrices[3]->rows, matrices[3]->columns, matrices[0]->columns,
                                components, saturates));
}

void MatrixScan::look_at(const Instruction& instruction) {
  if (instruction.result != 0 && instruction.type != 0)
    types_[instruction.result] = instruction.type;
  switch (instruction.opcode) {
    case spv::Op::OpTypeInt:
    case spv::Op::OpTypeFloat:
      return note_scalar(instruction);
    case spv::Op::OpConstant:
    case spv::Op::OpSpecConstant:
      constants_[instruction.result] = instruction.literal(2);
      return;
    case spv::Op::OpTypeCooperativeMatrixKHR:
      return note_matrix(instruction);
    case spv::Op::OpCooperativeMatrixMulAddKHR:
      return note_product(instruction);
    default:
      return;
  }
}

}  // namespace

std::set<std::string> offered_matrices(const VulkanFunctions& vulkan, VkInstance instance,
                                       VkPhysicalDevice device) {
  const auto get = reinterpret_cast<GetProperties>(
      vulkan.get_instance_proc_addr(instance, "vkGetPhysicalDeviceCooperativeMatrixPropertiesKHR"));
  std::set<std::string> names;
  if (get == nullptr) return names;
  std::uint32_t count = 0;
  get(device, &count, nullptr);
  std::vector<MatrixProperties> all(count);
  for (MatrixProperties& properties : all) properties.sType = properties_structure;
  get(device, &count, all.data());
  all.resize(std::min<std::size_t>(all.size(), count));
  constexpr std::uint32_t subgroup_scope = 3;
  for (const MatrixProperties& p : all) {
    if (p.scope != subgroup_scope) continue;
    const std::array<std::string, 4> components{component_name(p.a), component_name(p.b),
                                                component_name(p.c), component_name(p.result)};
    names.insert(name_of_matrix("A", p.m, p.k, components[0]));
    names.insert(name_of_matrix("B", p.k, p.n, components[1]));
    names.insert(name_of_matrix("accumulator", p.m, p.n, components[2]));
    names.insert(name_of_matrix("accumulator", p.m, p.n, components[3]));
    names.insert(name_of_product(p.m, p.n, p.k, components, p.saturates != VK_FALSE));
  }
  return names;
}

std::set<std::string> needed_matrices(const Module& module) {
  MatrixScan scan;
  for (const Instruction& instruction : module.instructions()) scan.look_at(instruction);
  return scan.take();
}

}  // namespace spirv_oracle::golden
