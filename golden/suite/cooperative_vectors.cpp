#include "golden/suite/cooperative_vectors.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>
#include <string_view>

#include "data/scalar.h"

namespace spirv_oracle::golden {
namespace {

using enum ScalarKind;

constexpr unsigned inputs_buffer = 0, matrices_buffer = 1, biases_buffer = 2, results_buffer = 3;
constexpr std::array<std::string_view, 4> vector_buffer_names = {"inputs", "matrices", "biases",
                                                                 "results"};

std::uint64_t aligned_size(std::uint64_t bytes, std::uint64_t alignment) {
  return (bytes + alignment - 1) / alignment * alignment;
}

// A small number, whose sums and products are exact.
std::uint64_t vector_number(ScalarKind kind, std::uint64_t seed) {
  const std::uint64_t bits = scrambled(seed);
  // Not 0, whose sign would depend on the order of the operations.
  const double whole = static_cast<double>(bits % 8) - 4;
  if (is_float(kind)) return float_bits(kind, whole < 0 ? whole : whole + 1);
  return bits & (~std::uint64_t{0} >> (64 - 8 * scalar_size(kind)));
}
// Also fractions, and numbers beyond the range of 8 bits.
std::uint64_t vector_number_to_convert(ScalarKind kind, std::uint64_t seed) {
  const std::uint64_t bits = scrambled(seed);
  if (!is_float(kind)) return vector_number(kind, seed);
  return float_bits(kind, (static_cast<double>(bits % 1200) - 600) / 4);
}

// Writes a module, in which each invocation has vectors of its own, and its buffers.
class VectorWriter {
 public:
  explicit VectorWriter(const SuiteShape& shape) : shape_(shape) {}

  // The place of a vector of each invocation in a buffer.
  struct Place {
    unsigned buffer = inputs_buffer;
    ScalarKind kind = float16;
    std::uint32_t count = 0;
    std::uint64_t begin = 0;
    std::uint64_t step() const { return aligned_size(count * scalar_size(kind), 16); }
  };

  // `value(invocation, component)`; null: bytes that show where nothing was stored.
  Place place(unsigned buffer, ScalarKind kind, std::uint32_t count,
              const std::function<std::uint64_t(std::uint32_t, std::uint32_t)>& value) {
    std::vector<std::byte>& bytes = buffers_[buffer];
    Place found{buffer, kind, count, bytes.size()};
    for (std::uint32_t i = 0; i < shape_.invocations; ++i) {
      for (std::uint32_t c = 0; value != nullptr && c < count; ++c)
        append_bits(value(i, c), scalar_size(kind), bytes);
      bytes.resize(found.begin + (i + 1) * found.step(), std::byte{0x5A});
    }
    bytes.resize(aligned_size(bytes.size(), 64), std::byte{0x5A});
    return found;
  }
  // Elements that all invocations use; returns their first byte.
  std::uint64_t shared(unsigned buffer, ScalarKind kind, std::uint32_t lines, std::uint32_t length,
                       std::uint64_t stride, std::uint64_t seed) {
    std::vector<std::byte>& bytes = buffers_[buffer];
    const std::uint64_t begin = bytes.size();
    for (std::uint32_t line = 0; line < lines; ++line) {
      for (std::uint32_t c = 0; c < length; ++c)
        append_bits(vector_number(kind, seed + line * 64 + c), scalar_size(kind), bytes);
      bytes.resize(begin + (line + 1) * stride, std::byte{0x5A});
    }
    bytes.resize(aligned_size(bytes.size(), 64), std::byte{0x5A});
    return begin;
  }
  void add_case(std::string name, std::uint64_t begin) {
    cases_.push_back({std::move(name), "0.3", begin, buffers_[results_buffer].size() - begin});
  }

  // Only every second invocation executes what follows, up to end_part.
  void begin_part() {
    const std::string yes = fmt::format("%yes{}", ++parts_), no = fmt::format("%no{}", parts_);
    const std::string odd = computed(fmt::format("OpBitwiseAnd %uint32 %i {}", constant(1)));
    const std::string is_even = computed(
        fmt::format("OpIEqual {} {} {}", declared("%bool", "OpTypeBool"), odd, constant(0)));
    line(fmt::format("OpSelectionMerge {1} None\nOpBranchConditional {2} {0} {1}\n{0} = OpLabel",
                     yes, no, is_even));
  }
  void end_part() { line(fmt::format("OpBranch %no{0}\n%no{0} = OpLabel", parts_)); }

  std::string load(const Place& from) {
    return computed(fmt::format("OpCooperativeVectorLoadNV {} {} {}", type(from.kind, from.count),
                                pointer(from.buffer), offset(from)));
  }
  void store(const Place& to, std::string_view object) {
    line(
        fmt::format("OpCooperativeVectorStoreNV {} {} {}", pointer(to.buffer), offset(to), object));
  }

  std::string type(ScalarKind kind, std::uint32_t count) {
    for (const std::string& capability : capabilities_of(kind)) capabilities_.insert(capability);
    const std::string component = declared(scalar_type_id(kind), type_declaration(kind));
    const std::string length = constant(count);
    return declared(fmt::format("%vector_{}_{}", scalar_name(kind), count),
                    fmt::format("OpTypeCooperativeVectorNV {} {}", component, length));
  }
  std::string constant(std::uint64_t value) {
    return declared(fmt::format("%c{}", value), fmt::format("OpConstant %uint32 {}", value));
  }
  std::string pointer(unsigned buffer) const {
    return fmt::format("%to_{}", vector_buffer_names[buffer]);
  }
  std::string declared(const std::string& id, const std::string& text) {
    if (declared_.insert(id).second) declarations_ += fmt::format("{} = {}\n", id, text);
    return id;
  }
  std::string computed(std::string_view operation) {
    const std::string id = fmt::format("%x{}", next_id_++);
    line(fmt::format("{} = {}", id, operation));
    return id;
  }
  void line(std::string_view text) { body_ += fmt::format("{}\n", text); }
  void need(std::string_view capability) { capabilities_.emplace(capability); }

  SuiteModule module(const std::string& name, const std::string& instruction) const;

 private:
  std::string offset(const Place& place) {
    const std::string own = computed(fmt::format("OpIMul %uint32 %i {}", constant(place.step())));
    return computed(fmt::format("OpIAdd %uint32 {} {}", own, constant(place.begin)));
  }
  std::string text() const;

  SuiteShape shape_;
  std::array<std::vector<std::byte>, vector_buffer_names.size()> buffers_;
  std::vector<BundleCase> cases_;
  std::set<std::string> capabilities_{"Shader", "VulkanMemoryModel", "CooperativeVectorNV"};
  std::set<std::string> declared_{"%uint32"};
  std::string declarations_, body_;
  unsigned next_id_ = 0, parts_ = 0;
};

std::string VectorWriter::text() const {
  std::string text, interface, decorations, variables, pointers;
  for (std::size_t i = 0; i < vector_buffer_names.size(); ++i) {
    interface += fmt::format(" %{}", vector_buffer_names[i]);
    decorations += fmt::format("OpDecorate %{0} DescriptorSet 0\nOpDecorate %{0} Binding {1}\n",
                               vector_buffer_names[i], i);
    variables += fmt::format("%{} = OpVariable %to_Block StorageBuffer\n", vector_buffer_names[i]);
    pointers +=
        fmt::format("%to_{0} = OpAccessChain %to_words %{0} %zero\n", vector_buffer_names[i]);
  }
  for (const std::string& capability : capabilities_) text += "OpCapability " + capability + "\n";
  return text +
         fmt::format(
             "OpExtension \"SPV_NV_cooperative_vector\"\n"
             "OpMemoryModel Logical Vulkan\n"
             "OpEntryPoint GLCompute %main \"main\" %index{}\n"
             "OpExecutionMode %main LocalSize {} 1 1\n"
             "OpDecorate %index BuiltIn LocalInvocationIndex\n"
             "OpDecorate %words ArrayStride 4\n"
             "OpDecorate %Block Block\n"
             "OpMemberDecorate %Block 0 Offset 0\n{}",
             interface, shape_.invocations, decorations) +
         "%void = OpTypeVoid\n%main_type = OpTypeFunction %void\n%uint32 = OpTypeInt 32 0\n"
         "%zero = OpConstant %uint32 0\n%words = OpTypeRuntimeArray %uint32\n"
         "%Block = OpTypeStruct %words\n%to_Block = OpTypePointer StorageBuffer %Block\n"
         "%to_words = OpTypePointer StorageBuffer %words\n"
         "%to_input = OpTypePointer Input %uint32\n%index = OpVariable %to_input Input\n" +
         variables + declarations_ +
         "%main = OpFunction %void None %main_type\n%entry = OpLabel\n%i = OpLoad %uint32 "
         "%index\n" +
         pointers + body_ + "OpReturn\nOpFunctionEnd\n";
}

SuiteModule VectorWriter::module(const std::string& name, const std::string& instruction) const {
  SuiteModule module;
  module.name = name;
  module.instruction = instruction;
  module.assembly = text();
  module.cases = cases_;
  Dispatch& dispatch = module.dispatch;
  dispatch.entry_point = "main";
  dispatch.subgroup_size = shape_.subgroup_size;
  dispatch.vulkan_environment = true;
  dispatch.check_races = true;
  for (unsigned i = 0; i < buffers_.size(); ++i) {
    ShadowedBytes contents = ShadowedBytes::zero(std::max<std::size_t>(buffers_[i].size(), 16));
    std::ranges::copy(buffers_[i], contents.bytes.begin());
    dispatch.buffers[{0, i, 0}] = std::move(contents);
  }
  return module;
}

// --- products ---

// "The following combinations must be supported", without the 8-bit floats, which need an optimal layout.
struct VectorProductTypes {
  std::string_view name;
  ScalarKind input, matrix, bias, result;
  std::uint32_t input_interpretation, matrix_interpretation, bias_interpretation;
};
constexpr std::uint32_t of_float16 = 0, of_int8 = 3, of_int32 = 5, of_packed_int8 = 1000491000;
constexpr VectorProductTypes vector_products[] = {
    {"float16", float16, float16, float16, float16, of_float16, of_float16, of_float16},
    {"packed", uint32, int8, int32, int32, of_packed_int8, of_int8, of_int32},
    {"int8", int8, int8, int32, int32, of_int8, of_int8, of_int32},
    {"float32", float32, int8, int32, int32, of_int8, of_int8, of_int32},
};

struct VectorMatrixSize {
  std::uint32_t rows, columns;
};
constexpr VectorMatrixSize vector_matrix_sizes[] = {{1, 1}, {4, 16}, {16, 4}, {7, 9}, {32, 32}};

void add_vector_product(VectorWriter& writer, const VectorProductTypes& types,
                        VectorMatrixSize size, bool is_column_major, bool has_bias) {
  const bool is_packed = types.input_interpretation == of_packed_int8;
  const std::uint32_t count = is_packed ? (size.columns + 3) / 4 : size.columns;
  const std::uint32_t lines = is_column_major ? size.columns : size.rows;
  const std::uint32_t length = is_column_major ? size.rows : size.columns;
  const std::uint64_t stride = aligned_size(length * scalar_size(types.matrix), 16) + 16;
  const std::uint64_t matrix =
      writer.shared(matrices_buffer, types.matrix, lines, length, stride, size.rows * 1000);
  const std::uint64_t bias =
      writer.shared(biases_buffer, types.bias, 1, size.rows, 256, size.columns);
  const auto from =
      writer.place(inputs_buffer, types.input, count, [&](std::uint32_t i, std::uint32_t c) {
        const std::uint64_t seed = i * 64 + c + 17;
        return types.input == float32 ? vector_number_to_convert(types.input, seed)
                                      : vector_number(types.input, seed);
      });
  const auto to = writer.place(results_buffer, types.result, size.rows, nullptr);
  const std::string vector = writer.load(from);
  std::string text = fmt::format(
      "OpCooperativeVectorMatrixMul{}NV {} {} {} %to_matrices {} {}", has_bias ? "Add" : "",
      writer.type(types.result, size.rows), vector, writer.constant(types.input_interpretation),
      writer.constant(matrix), writer.constant(types.matrix_interpretation));
  if (has_bias)
    text += fmt::format(" %to_biases {} {}", writer.constant(bias),
                        writer.constant(types.bias_interpretation));
  const std::string no = writer.declared(
      "%false", fmt::format("OpConstantFalse {}", writer.declared("%bool", "OpTypeBool")));
  text += fmt::format(" {} {} {} {} {}", writer.constant(size.rows), writer.constant(size.columns),
                      writer.constant(is_column_major ? 1 : 0), no, writer.constant(stride));
  if (types.result == int32) text += " MatrixBSignedComponentsKHR|MatrixResultSignedComponentsKHR";
  writer.store(to, writer.computed(text));
  writer.add_case(
      fmt::format("{}x{} {}", size.rows, size.columns, is_column_major ? "in columns" : "in rows"),
      to.begin);
}

SuiteModule make_vector_products(const SuiteShape& shape, const VectorProductTypes& types,
                                 bool has_bias, const std::string& name,
                                 const std::string& instruction) {
  VectorWriter writer(shape);
  bool is_part = false;
  for (const VectorMatrixSize& size : vector_matrix_sizes) {
    for (const bool is_column_major : {false, true}) {
      if (is_part) writer.begin_part();
      add_vector_product(writer, types, size, is_column_major, has_bias);
      if (is_part) writer.end_part();
      is_part = !is_part;
    }
  }
  return writer.module(name, instruction);
}

// --- loads, stores and sums ---

SuiteModule make_vector_copies(const SuiteShape& shape, ScalarKind kind, const std::string& name,
                               const std::string& instruction) {
  VectorWriter writer(shape);
  bool is_part = false;
  for (const std::uint32_t count : {1u, 5u, 16u, 33u}) {
    const auto from =
        writer.place(inputs_buffer, kind, count, [&](std::uint32_t i, std::uint32_t c) {
          return vector_number(kind, i * 64 + c + count * 10'000);
        });
    const auto to = writer.place(results_buffer, kind, count, nullptr);
    if (is_part) writer.begin_part();
    writer.store(to, writer.load(from));
    if (is_part) writer.end_part();
    writer.add_case(fmt::format("{} components", count), to.begin);
    is_part = !is_part;
  }
  return writer.module(name, instruction);
}

SuiteModule make_vector_sums(const SuiteShape& shape, ScalarKind kind, const std::string& name,
                             const std::string& instruction) {
  VectorWriter writer(shape);
  writer.need("CooperativeVectorTrainingNV");
  bool is_part = false;
  for (const std::uint32_t count : {1u, 5u, 16u}) {
    const auto from =
        writer.place(inputs_buffer, kind, count, [&](std::uint32_t i, std::uint32_t c) {
          return vector_number(kind, i * 64 + c + count * 10'000);
        });
    const std::uint64_t sums = writer.shared(results_buffer, kind, 1, count, 64, count);
    if (is_part) writer.begin_part();
    writer.line(
        fmt::format("{} %to_results {} {}", instruction, writer.constant(sums), writer.load(from)));
    if (is_part) writer.end_part();
    writer.add_case(fmt::format("{} components", count), sums);
    is_part = !is_part;
  }
  return writer.module(name, instruction);
}

}  // namespace

std::vector<VectorTest> vector_tests() {
  std::vector<VectorTest> tests;
  for (const bool has_bias : {false, true}) {
    const std::string instruction =
        fmt::format("OpCooperativeVectorMatrixMul{}NV", has_bias ? "Add" : "");
    for (const VectorProductTypes& types : vector_products) {
      const std::string name = fmt::format("{}.{}", instruction, types.name);
      tests.push_back(
          {name, instruction, [&types, has_bias, name, instruction](const SuiteShape& shape) {
             return make_vector_products(shape, types, has_bias, name, instruction);
           }});
    }
  }
  const auto add = [&tests](const std::string& instruction, auto make,
                            std::initializer_list<ScalarKind> kinds) {
    for (const ScalarKind kind : kinds) {
      const std::string name = fmt::format("{}.{}", instruction, scalar_name(kind));
      tests.push_back({name, instruction, [kind, make, name, instruction](const SuiteShape& shape) {
                         return make(shape, kind, name, instruction);
                       }});
    }
  };
  add("OpCooperativeVectorLoadNV", make_vector_copies, {float16, int8, uint32});
  add("OpCooperativeVectorStoreNV", make_vector_copies, {float16, int8, float32});
  add("OpCooperativeVectorReduceSumAccumulateNV", make_vector_sums, {float16, float32});
  return tests;
}

}  // namespace spirv_oracle::golden
