// Runs an instruction that works component by component on many operands: a module loads them from
// buffers and stores the results in a buffer. Values are bits, zero-extended. Tests compute the
// expected values from the bits as well (scalar_bits_for_test.h).
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <functional>
#include <optional>
#include <random>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "interpreter/dispatch.h"
#include "interpreter/instructions/scalar_bits_for_test.h"
#include "interpreter/ir/registry.h"
#include "interpreter/loader/assemble_for_test.h"

namespace spirv_oracle::test {

// The operands of one execution; vectors as consecutive components.
using Row = std::vector<Bits>;

struct Elementwise {
  std::string instruction;            // "OpIAdd"
  std::string result;                 // the component type: "u32", "f16", "bool"
  std::vector<std::string> operands;  // likewise
  unsigned components = 1;
  unsigned members = 1;  // 2: the result is a structure of two such values
  // Operands from this one on are scalars, even if the others are vectors.
  std::size_t first_scalar = 99;
  Bits scalars_below = 0;     // an upper bound for random scalars; 0: none
  std::string modes{};        // execution modes: "OpExecutionMode %main RoundingModeRTZ 16"
  std::string decoration{};   // of the result: "FPRoundingMode RTZ"
  unsigned result_count = 0;  // components of the result; 0: as many as the operands have
  bool validate = true;       // false: for instructions that need the Kernel capability

  std::size_t result_components() const { return result_count != 0 ? result_count : components; }
  std::size_t components_of(std::size_t operand) const {
    return operand < first_scalar ? components : 1;
  }
};

namespace internal {

inline std::string storage(const std::string& type) { return type == "bool" ? "u32" : type; }

inline std::string type_name(const std::string& type, std::size_t components) {
  return components == 1 ? "%" + type : "%" + type + "x" + std::to_string(components);
}

// The operand of OpTypeFloat for the types b16, e8 and g8: bfloat16, and 8-bit floats with 4 and with 5 bits for the exponent.
inline std::string encoding_of(const std::string& type) {
  if (type == "b16") return "BFloat16KHR";
  if (type == "e8") return "Float8E4M3EXT";
  return type == "g8" ? "Float8E5M2EXT" : "";
}

inline std::string declarations(const Elementwise& test) {
  std::string text = R"(
    %void = OpTypeVoid
    %function = OpTypeFunction %void
    %bool = OpTypeBool
)";
  for (const std::string& type : all_scalar_types()) {
    const std::string width = std::to_string(width_of(type));
    text += "%" + type +
            (type[0] == 'f' ? " = OpTypeFloat " + width
                            : " = OpTypeInt " + width + (type[0] == 'i' ? " 1" : " 0")) +
            "\n";
  }
  text += R"(
    %counter_block = OpTypeStruct %u32
    %to_counter_block = OpTypePointer StorageBuffer %counter_block
    %to_u32 = OpTypePointer StorageBuffer %u32
    %counter = OpVariable %to_counter_block StorageBuffer
    %zero = OpConstant %u32 0
    %one = OpConstant %u32 1
)";
  std::set<std::string> used{storage(test.result)};
  std::set<std::pair<std::string, std::size_t>> vectors{{test.result, test.result_components()}};
  for (const std::string& operand : test.operands) {
    used.insert(storage(operand));
    vectors.insert({operand, test.components});
  }
  for (const std::string& type : used) {
    if (const std::string encoding = encoding_of(type); !encoding.empty())
      text +=
          "%" + type + " = OpTypeFloat " + std::to_string(width_of(type)) + " " + encoding + "\n";
    if (type != "u32") text += "%to_" + type + " = OpTypePointer StorageBuffer %" + type + "\n";
    text += "%array_" + type + " = OpTypeRuntimeArray %" + type + "\n%block_" + type +
            " = OpTypeStruct %array_" + type + "\n%to_block_" + type +
            " = OpTypePointer StorageBuffer %block_" + type + "\n";
  }
  for (const auto& [type, count] : vectors) {
    if (count == 1) continue;
    text +=
        type_name(type, count) + " = OpTypeVector %" + type + " " + std::to_string(count) + "\n";
  }
  if (test.members == 2) {
    const std::string member = type_name(test.result, test.components);
    text += "%pair = OpTypeStruct " + member + " " + member + "\n";
  }
  for (std::size_t i = 0; i < test.operands.size(); ++i) {
    text += "%operand" + std::to_string(i) + " = OpVariable %to_block_" +
            storage(test.operands[i]) + " StorageBuffer\n";
  }
  text += "%results = OpVariable %to_block_" + storage(test.result) + " StorageBuffer\n";
  const std::size_t most =
      std::max<std::size_t>(test.components, test.result_components()) * test.members;
  for (std::size_t i = 0; i <= most; ++i) {
    text += "%n" + std::to_string(i) + " = OpConstant %u32 " + std::to_string(i) + "\n";
  }
  return text;
}

inline std::string annotations(const Elementwise& test) {
  std::string text =
      "OpDecorate %counter_block Block\nOpMemberDecorate %counter_block 0 Offset 0\n";
  std::set<std::string> used{storage(test.result)};
  for (const std::string& operand : test.operands) used.insert(storage(operand));
  for (const std::string& type : used) {
    text += "OpDecorate %array_" + type + " ArrayStride " + std::to_string(width_of(type) / 8) +
            "\nOpDecorate %block_" + type + " Block\nOpMemberDecorate %block_" + type +
            " 0 Offset 0\n";
  }
  const auto bind = [&](const std::string& variable, std::size_t binding) {
    text += "OpDecorate %" + variable + " DescriptorSet 0\nOpDecorate %" + variable + " Binding " +
            std::to_string(binding) + "\n";
  };
  for (std::size_t i = 0; i < test.operands.size(); ++i) bind("operand" + std::to_string(i), i);
  bind("results", test.operands.size());
  bind("counter", test.operands.size() + 1);
  if (!test.decoration.empty()) text += "OpDecorate %r " + test.decoration + "\n";
  return text;
}

// %x<number> from its buffer.
inline std::string load_operand(const Elementwise& test, std::size_t number) {
  const std::string& type = test.operands[number];
  const std::string n = std::to_string(number);
  const std::size_t count = test.components_of(number);
  std::string text = "%first" + n + " = OpIMul %u32 %index %n" + std::to_string(count) + "\n";
  std::string parts;
  for (std::size_t c = 0; c < count; ++c) {
    const std::string part = n + "_" + std::to_string(c);
    text += "%at" + part + " = OpIAdd %u32 %first" + n + " %n" + std::to_string(c) + "\n%place" +
            part + " = OpAccessChain %to_" + storage(type) + " %operand" + n + " %zero %at" + part +
            "\n%" + (type == "bool" ? "stored" : "part") + part + " = OpLoad %" + storage(type) +
            " %place" + part + "\n";
    if (type == "bool") text += "%part" + part + " = OpINotEqual %bool %stored" + part + " %zero\n";
    parts += " %part" + part;
  }
  return text + "%x" + n + " = " +
         (count == 1 ? "OpCopyObject %" + type : "OpCompositeConstruct " + type_name(type, count)) +
         parts + "\n";
}

inline std::string store_results(const Elementwise& test) {
  const std::size_t count = test.result_components() * test.members;
  std::string text = "%first = OpIMul %u32 %index %n" + std::to_string(count) + "\n";
  for (std::size_t c = 0; c < count; ++c) {
    const std::string n = std::to_string(c);
    std::string path = test.members == 2 ? " " + std::to_string(c / test.result_components()) : "";
    if (test.result_components() > 1) path += " " + std::to_string(c % test.result_components());
    std::string value = "%r";
    if (!path.empty()) {
      value = "%r" + n;
      text += value + " = OpCompositeExtract %" + test.result + " %r" + path + "\n";
    }
    if (test.result == "bool") {
      text += "%s" + n + " = OpSelect %u32 " + value + " %one %zero\n";
      value = "%s" + n;
    }
    text += "%at" + n + " = OpIAdd %u32 %first %n" + n + "\n%place" + n + " = OpAccessChain %to_" +
            storage(test.result) + " %results %zero %at" + n + "\nOpStore %place" + n + " " +
            value + "\n";
  }
  return text;
}

inline std::string module_text(const Elementwise& test) {
  std::string operands, variables;
  for (std::size_t i = 0; i < test.operands.size(); ++i) {
    operands += " %x" + std::to_string(i);
    variables += " %operand" + std::to_string(i);
  }
  std::string text = R"(
    OpCapability Shader
    OpCapability BFloat16TypeKHR
    OpCapability BFloat16DotProductKHR
    OpCapability Float8EXT
    OpCapability TensorFloat32RoundingINTEL
    OpCapability DotProductFloat16AccFloat32VALVE
    OpCapability DotProductFloat16AccFloat16VALVE
    OpCapability DotProductBFloat16AccVALVE
    OpCapability DotProductFloat8AccFloat32VALVE
    OpCapability Int8
    OpCapability Int16
    OpCapability Int64
    OpCapability Float16
    OpCapability Float64
    OpCapability StorageBuffer8BitAccess
    OpCapability StorageBuffer16BitAccess
    OpCapability RoundingModeRTZ
    OpCapability DenormFlushToZero
    OpExtension "SPV_KHR_bfloat16"
    OpExtension "SPV_EXT_float8"
    OpExtension "SPV_INTEL_tensor_float32_conversion"
    OpExtension "SPV_VALVE_mixed_float_dot_product"
    OpMemoryModel Logical GLSL450
    OpEntryPoint GLCompute %main "main" %results %counter)" +
                     variables + R"(
    OpExecutionMode %main LocalSize 32 1 1
)";
  text += test.modes + "\n" + annotations(test) + declarations(test) +
          "%main = OpFunction %void None %function\n%entry = OpLabel\n"
          "%count = OpAccessChain %to_u32 %counter %zero\n"
          "%index = OpAtomicIIncrement %u32 %count %one %zero\n";
  for (std::size_t i = 0; i < test.operands.size(); ++i) text += load_operand(test, i);
  return text + "%r = " + test.instruction + " " +
         (test.members == 2 ? "%pair" : type_name(test.result, test.result_components())) +
         operands + "\n" + store_results(test) + "OpReturn\nOpFunctionEnd\n";
}

}  // namespace internal

// The results of all rows. Fails the test if there are none, or if there are findings.
inline std::vector<Row> run_elementwise(const Elementwise& test, const std::vector<Row>& rows) {
  const std::string text = internal::module_text(test);
  const auto module = test.validate ? load(text) : parse(text);
  if (module == nullptr) return {};
  Dispatch dispatch;
  const std::size_t invocations = (rows.size() + 31) / 32 * 32;
  dispatch.groups = {static_cast<std::uint32_t>(invocations / 32), 1, 1};
  for (std::uint32_t i = 0, first = 0; i < test.operands.size(); ++i) {
    const std::size_t bytes = width_of(internal::storage(test.operands[i])) / 8;
    const auto count = static_cast<std::uint32_t>(test.components_of(i));
    ShadowedBytes buffer = ShadowedBytes::zero(invocations * count * bytes);
    for (std::size_t row = 0; row < invocations; ++row) {
      for (std::size_t c = 0; c < count; ++c) {
        // Rows after the last one repeat the first one.
        const Bits value = rows[row < rows.size() ? row : 0][first + c];
        std::memcpy(buffer.bytes.data() + (row * count + c) * bytes, &value, bytes);
      }
    }
    first += count;
    dispatch.buffers[{0, i, 0}] = buffer;
  }
  const BindingKey results{0, static_cast<std::uint32_t>(test.operands.size()), 0};
  const std::size_t bytes = width_of(internal::storage(test.result)) / 8;
  const std::size_t per_row = test.result_components() * test.members;
  dispatch.buffers[results] = ShadowedBytes::zero(invocations * per_row * bytes);
  dispatch.buffers[{0, results.binding + 1, 0}] = ShadowedBytes::zero(4);
  InstructionRegistry registry;
  register_core_instructions(registry);
  const auto ran = run(*module, registry, dispatch);
  if (!ran) {
    ADD_FAILURE() << ran.error().message << "\n" << text;
    return {};
  }
  EXPECT_TRUE(ran->findings.empty()) << ran->findings.front().clause << "\n" << text;
  std::vector<Row> out(rows.size(), Row(per_row));
  const ShadowedBytes& contents = ran->buffers.at(results).contents;
  for (std::size_t i = 0; i < rows.size() * per_row; ++i) {
    std::memcpy(&out[i / per_row][i % per_row], contents.bytes.data() + i * bytes, bytes);
  }
  return out;
}

// The expected component, from the components of the operands: one value for each member of the
// result, or none if the specification does not define it.
using Model = std::function<std::optional<Row>(const Row&)>;

namespace internal {

inline std::string hex_text(const Row& values) {
  std::ostringstream text;
  for (const Bits value : values) text << " 0x" << std::hex << value;
  return text.str();
}

// Component number `component` of every operand of a row.
inline Row operands_of(const Elementwise& test, const Row& row, unsigned component) {
  Row operands;
  std::size_t first = 0;
  for (std::size_t i = 0; i < test.operands.size(); ++i) {
    operands.push_back(row[first + (test.components_of(i) == 1 ? 0 : component)]);
    first += test.components_of(i);
  }
  return operands;
}

// Whether the model defines every component of the result.
inline bool is_defined(const Elementwise& test, const Model& model, const Row& row) {
  for (unsigned c = 0; c < test.components; ++c) {
    if (!model(operands_of(test, row, c))) return false;
  }
  return true;
}

// Every combination of samples, unless there are very many.
inline std::vector<Row> combinations(const Elementwise& test) {
  constexpr std::size_t limit = 4000;
  std::vector<Row> rows{{}};
  for (const std::string& type : test.operands) {
    const std::vector<Bits> values = samples(type);
    if (rows.size() * values.size() > limit) return {};
    std::vector<Row> longer;
    for (const Row& row : rows) {
      for (const Bits value : values) {
        longer.push_back(row);
        longer.back().push_back(value);
      }
    }
    rows = std::move(longer);
  }
  return rows;
}

// Draws components again if the model does not define the result.
inline std::optional<Row> random_row(const Elementwise& test, const Model& model,
                                     std::mt19937_64& random) {
  const auto fill = [&](Row& row, unsigned component) {
    std::size_t first = 0;
    for (std::size_t i = 0; i < test.operands.size(); ++i) {
      const bool is_scalar = test.components_of(i) == 1;
      if (i >= test.first_scalar && test.scalars_below != 0) {
        if (component == 0) row[first] = random() % test.scalars_below;
      } else if (component == 0 || !is_scalar) {
        row[first + (is_scalar ? 0 : component)] = random_value(test.operands[i], random);
      }
      first += test.components_of(i);
    }
  };
  std::size_t size = 0;
  for (std::size_t i = 0; i < test.operands.size(); ++i) size += test.components_of(i);
  Row row(size);
  for (unsigned c = 0; c < test.components; ++c) {
    int tries = 0;
    do {
      if (++tries > 200) return std::nullopt;
      fill(row, c);
    } while (!model(operands_of(test, row, c)));
  }
  return row;
}

}  // namespace internal

// Runs the instruction on samples and random operands for which the model defines the result.
inline void check_elementwise(const Elementwise& test, const Model& model) {
  SCOPED_TRACE(test.instruction + " to " + test.result + " x " + std::to_string(test.components) +
               " of " + test.operands.front() + " " + test.modes + test.decoration);
  std::vector<Row> rows;
  if (test.components == 1) rows = internal::combinations(test);
  std::erase_if(rows, [&](const Row& row) { return !internal::is_defined(test, model, row); });
  std::mt19937_64 random(test.components);
  const unsigned random_rows = test.components == 1 ? 1000 : 200;
  for (unsigned i = 0; i < random_rows; ++i) {
    if (const auto row = internal::random_row(test, model, random)) rows.push_back(*row);
  }
  ASSERT_GE(rows.size(), random_rows / 2);
  const std::vector<Row> results = run_elementwise(test, rows);
  ASSERT_EQ(results.size(), rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    for (unsigned c = 0; c < test.components; ++c) {
      const Row operands = internal::operands_of(test, rows[i], c);
      const Row expected = *model(operands);
      ASSERT_EQ(expected.size(), test.members);
      for (unsigned member = 0; member < test.members; ++member) {
        const Bits actual = results[i][member * test.components + c];
        ASSERT_TRUE(same_value(test.result, actual, expected[member]))
            << "component " << c << ", member " << member << ", operands"
            << internal::hex_text(operands) << ": 0x" << std::hex << actual << " instead of 0x"
            << expected[member];
      }
    }
  }
}

// Checks scalars and vectors of 2 to 4 components.
inline void check_all_sizes(Elementwise test, const Model& model) {
  for (test.components = 1; test.components <= 4; ++test.components) {
    check_elementwise(test, model);
    if (::testing::Test::HasFatalFailure()) return;
  }
}

}  // namespace spirv_oracle::test
