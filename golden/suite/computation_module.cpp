#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

#include "data/scalar.h"
#include "golden/suite/computation.h"
#include "golden/suite/edge_values.h"

namespace spirv_oracle::golden {
namespace {

constexpr std::uint32_t invocations_per_workgroup = 64;
constexpr std::size_t random_tuples = 64;
constexpr std::size_t most_combinations = 600, most_combinations_of_vectors = 128;

// One value for each operand: bits of a scalar.
using Tuple = std::vector<std::uint64_t>;

struct TupleClass {
  std::string name;
  std::vector<Tuple> tuples;
};

bool is_greater(ScalarKind scalar, std::uint64_t a, std::uint64_t b) {
  if (is_float(scalar)) return float_value(scalar, a) > float_value(scalar, b);
  if (!is_signed_integer(scalar)) return a > b;
  const std::uint64_t sign = std::uint64_t{1} << (8 * scalar_size(scalar) - 1);
  return (a ^ sign) > (b ^ sign);
}

class Operands {
 public:
  explicit Operands(const Computation& computation) : computation_(computation) {}

  std::vector<TupleClass> classes() {
    if (computation_.operands.size() > 1) add_combinations();
    for (const OperandClass& one : edge_values(scalar(0))) {
      TupleClass made{std::string(one.name), {}};
      for (const std::uint64_t value : one.values) add({value}, made);
      keep(std::move(made));
    }
    TupleClass random{"random", {}};
    const auto fill = [&] {
      return (total_ + random.tuples.size()) % invocations_per_workgroup != 0;
    };
    while (random.tuples.size() < random_tuples || fill()) {
      Tuple tuple;
      for (std::size_t k = 0; k < computation_.operands.size(); ++k)
        tuple.push_back(counts_bits(k) ? bit_count() : random_value(scalar(k), 3 * draw()));
      add(std::move(tuple), random);
    }
    keep(std::move(random));
    return std::move(classes_);
  }

 private:
  ScalarKind scalar(std::size_t operand) const {
    return computation_.operands[operand].column.scalar;
  }
  std::uint64_t draw() { return scrambled(drawn_++); }

  bool counts_bits(std::size_t operand) const {
    return computation_.first_bit_count != 0 && operand >= computation_.first_bit_count;
  }
  std::uint64_t bit_count() { return draw() % (8 * scalar_size(scalar(0)) + 1); }
  std::uint64_t common_value(std::size_t operand) {
    if (counts_bits(operand) && draw() % 8 != 0) return bit_count();
    const auto values = common_values(scalar(operand));
    return values[draw() % values.size()];
  }

  // Used in most cases.
  void put_in_order(Tuple& tuple) {
    if (!computation_.ascending || draw() % 16 == 0) return;
    const auto [least, greatest] = *computation_.ascending;
    if (is_greater(scalar(least), tuple[least], tuple[greatest]))
      std::swap(tuple[least], tuple[greatest]);
  }

  // Adds common values for missing operands, unless that makes the behavior undefined.
  void add(Tuple tuple, TupleClass& to) {
    for (std::size_t k = tuple.size(); k < computation_.operands.size(); ++k)
      tuple.push_back(common_value(k));
    put_in_order(tuple);
    if (computation_.is_defined == nullptr || computation_.is_defined(computation_, tuple))
      to.tuples.push_back(std::move(tuple));
  }

  void keep(TupleClass made) {
    if (made.tuples.empty()) return;
    total_ += made.tuples.size();
    classes_.push_back(std::move(made));
  }

  // All pairs of common values, or some of them if they are too many.
  void add_combinations() {
    const bool is_vector = std::ranges::any_of(
        computation_.operands, [](const ComputedType& type) { return type.components() > 1; });
    const std::size_t most = is_vector ? most_combinations_of_vectors : most_combinations;
    const auto first = common_values(scalar(0)), second = common_values(scalar(1));
    TupleClass made{"combined", {}};
    if (computation_.operands.size() == 2 && !counts_bits(1) &&
        first.size() * second.size() <= most) {
      for (const std::uint64_t a : first) {
        for (const std::uint64_t b : second) add({a, b}, made);
      }
    } else {
      for (std::size_t k = 0; k < most; ++k) add({first[draw() % first.size()]}, made);
    }
    keep(std::move(made));
  }

  const Computation& computation_;
  std::uint64_t drawn_ = 50'000;
  std::size_t total_ = 0;
  std::vector<TupleClass> classes_;
};

// A buffer of scalars, one or more for each invocation.
struct ComputedBuffer {
  std::string name;  // "operand0"
  ComputedType type;
  bool is_written = false;
};

class ComputationWriter {
 public:
  explicit ComputationWriter(const Computation& computation) : computation_(computation) {
    for (std::size_t k = 0; k < computation.operands.size(); ++k)
      buffers_.push_back({fmt::format("operand{}", k), computation.operands[k]});
    buffers_.push_back({"result", computation.result, true});
    if (has_second()) buffers_.push_back({"second", computation.second, true});
  }

  std::string text() {
    write_body();
    return header() + declarations() + body_ + "OpReturn\nOpFunctionEnd\n";
  }
  const std::vector<ComputedBuffer>& buffers() const { return buffers_; }

 private:
  bool has_second() const { return computation_.second_result != Computation::SecondResult::none; }
  bool points_to_second() const {
    return computation_.second_result == Computation::SecondResult::pointed_to;
  }
  bool gives_structure() const {
    return computation_.second_result == Computation::SecondResult::member;
  }
  static std::string id_of(const ComputedType& type) {
    return type.columns == 1 ? type_id(type.column)
                             : fmt::format("{}_columns{}", type_id(type.column), type.columns);
  }
  std::string result_type() const {
    return gives_structure() ? "%pair" : id_of(computation_.result);
  }
  void line(const std::string& text) { body_ += text + "\n"; }
  std::string constant(std::uint32_t number) {
    constants_.insert(number);
    return fmt::format("%c{}", number);
  }

  std::string pointer_to(const ComputedBuffer& buffer, unsigned component);
  void load(const ComputedBuffer& buffer);
  void store(const ComputedBuffer& buffer, const std::string& value);
  void write_body();
  std::string header() const;
  std::string declarations() const;

  const Computation& computation_;
  std::vector<ComputedBuffer> buffers_;
  std::string body_;
  std::set<std::uint32_t> constants_;
};

std::string ComputationWriter::pointer_to(const ComputedBuffer& buffer, unsigned component) {
  const std::string at = fmt::format("{}_{}", buffer.name, component);
  line(fmt::format("%first_{} = OpIMul %uint32 %index {}", at, constant(buffer.type.components())));
  line(fmt::format("%place_{0} = OpIAdd %uint32 %first_{0} {1}", at, constant(component)));
  line(fmt::format("%pointer_{0} = OpAccessChain %to_{1} %{1}s {2} %place_{0}", at, buffer.name,
                   constant(0)));
  return "%pointer_" + at;
}

void ComputationWriter::load(const ComputedBuffer& buffer) {
  const ValueType column = buffer.type.column;
  std::string columns;
  for (unsigned k = 0; k < buffer.type.columns; ++k) {
    std::string parts;
    for (unsigned c = 0; c < column.components; ++c) {
      const unsigned component = k * column.components + c;
      const std::string pointer = pointer_to(buffer, component);
      std::string part = fmt::format("%{}_part{}", buffer.name, component);
      line(
          fmt::format("{} = OpLoad {} {}", part, scalar_type_id(type_in_buffers(column)), pointer));
      if (column.scalar == ScalarKind::boolean) {
        line(fmt::format("{}_truth = OpINotEqual %bool {} {}", part, part, constant(0)));
        part += "_truth";
      }
      parts += " " + part;
    }
    const std::string whole = fmt::format("%{}_column{}", buffer.name, k);
    line(fmt::format("{} = {} {}{}", whole,
                     column.components > 1 ? "OpCompositeConstruct" : "OpCopyObject",
                     type_id(column), parts));
    columns += " " + whole;
  }
  line(fmt::format("%{}_value = {} {}{}", buffer.name,
                   buffer.type.columns > 1 ? "OpCompositeConstruct" : "OpCopyObject",
                   id_of(buffer.type), columns));
}

void ComputationWriter::store(const ComputedBuffer& buffer, const std::string& value) {
  const ValueType column = buffer.type.column;
  for (unsigned component = 0; component < buffer.type.components(); ++component) {
    std::string place;
    if (buffer.type.columns > 1) place += fmt::format(" {}", component / column.components);
    if (column.components > 1) place += fmt::format(" {}", component % column.components);
    std::string part = value;
    if (!place.empty()) {
      part = fmt::format("%{}_part{}", buffer.name, component);
      line(fmt::format("{} = OpCompositeExtract {} {}{}", part, scalar_type_id(column.scalar),
                       value, place));
    }
    if (column.scalar == ScalarKind::boolean) {
      const std::string word = fmt::format("%{}_word{}", buffer.name, component);
      line(fmt::format("{} = OpSelect %uint32 {} {} {}", word, part, constant(1), constant(0)));
      part = word;
    }
    if (is_narrow_float(column.scalar)) {
      const std::string wide = fmt::format("%{}_wide{}", buffer.name, component);
      line(fmt::format("{} = OpFConvert %float32 {}", wide, part));
      part = wide;
    }
    const std::string pointer = pointer_to(buffer, component);
    line(fmt::format("OpStore {} {}", pointer, part));
  }
}

void ComputationWriter::write_body() {
  line("%main = OpFunction %void None %function\n%entry = OpLabel");
  if (points_to_second()) line("%variable = OpVariable %to_variable Function");
  line("%ids = OpLoad %uint32x3 %global_id\n%index = OpCompositeExtract %uint32 %ids 0");
  std::string operands;
  for (const ComputedBuffer& buffer : buffers_) {
    if (buffer.is_written) continue;
    load(buffer);
    operands += fmt::format(" %{}_value", buffer.name);
  }
  if (points_to_second()) operands += " %variable";
  line(fmt::format(
      "%result = {} {}{}{}", computation_.is_extended ? "OpExtInst" : computation_.instruction,
      result_type(),
      computation_.is_extended ? fmt::format(" %glsl {}", computation_.instruction) : "",
      operands + computation_.literals));
  std::string first = "%result";
  if (gives_structure()) {
    line(fmt::format("%member0 = OpCompositeExtract {} %result 0", id_of(computation_.result)));
    line(fmt::format("%member1 = OpCompositeExtract {} %result 1", type_id(computation_.second)));
    first = "%member0";
  } else if (points_to_second()) {
    line(fmt::format("%member1 = OpLoad {} %variable", type_id(computation_.second)));
  }
  store(buffers_[computation_.operands.size()], first);
  if (has_second()) store(buffers_.back(), "%member1");
}

std::string ComputationWriter::header() const {
  std::set<std::string> capabilities{"Shader"};
  std::set<std::string> extensions(computation_.extensions.begin(), computation_.extensions.end());
  std::set<std::size_t> float_bits_of_types;
  std::string names;
  for (const ComputedBuffer& buffer : buffers_) {
    const ScalarKind scalar = buffer.type.column.scalar;
    for (const std::string& capability : capabilities_of(scalar)) capabilities.insert(capability);
    const ScalarKind stored = type_in_buffers(buffer.type.column);
    if (is_ieee_float(stored)) float_bits_of_types.insert(8 * scalar_size(stored));
    if (const std::string_view extension = extension_of(scalar); !extension.empty())
      extensions.emplace(extension);
    names += fmt::format(" %{}s", buffer.name);
  }
  capabilities.insert(computation_.capabilities.begin(), computation_.capabilities.end());
  capabilities.insert(computation_.modes.begin(), computation_.modes.end());
  if (!float_bits_of_types.empty()) capabilities.insert("SignedZeroInfNanPreserve");
  std::string text;
  for (const std::string& capability : capabilities) text += "OpCapability " + capability + "\n";
  for (const std::string& extension : extensions)
    text += fmt::format("OpExtension \"{}\"\n", extension);
  if (computation_.is_extended) text += "%glsl = OpExtInstImport \"GLSL.std.450\"\n";
  text += "OpMemoryModel Logical GLSL450\n";
  text += fmt::format("OpEntryPoint GLCompute %main \"main\" %global_id{}\n", names);
  text += fmt::format("OpExecutionMode %main LocalSize {} 1 1\n", invocations_per_workgroup);
  for (const std::size_t bits : float_bits_of_types) {
    text += fmt::format("OpExecutionMode %main SignedZeroInfNanPreserve {}\n", bits);
    for (const std::string& mode : computation_.modes)
      text += fmt::format("OpExecutionMode %main {} {}\n", mode, bits);
  }
  return text;
}

std::string ComputationWriter::declarations() const {
  std::string decorations = "OpDecorate %global_id BuiltIn GlobalInvocationId\n";
  if (!computation_.decoration.empty())
    decorations += fmt::format("OpDecorate %result {}\n", computation_.decoration);
  std::set<ScalarKind> scalars{ScalarKind::uint32, ScalarKind::boolean};
  std::vector<ValueType> vectors{{ScalarKind::uint32, 3}};
  std::vector<ComputedType> matrices;
  std::string blocks;
  for (std::size_t k = 0; k < buffers_.size(); ++k) {
    const ComputedBuffer& buffer = buffers_[k];
    const ValueType column = buffer.type.column;
    const ScalarKind stored = type_in_buffers(column);
    scalars.insert(stored);
    scalars.insert(column.scalar);
    if (column.components > 1 && std::ranges::count(vectors, column) == 0)
      vectors.push_back(column);
    const bool is_new = std::ranges::none_of(
        matrices, [&](const ComputedType& matrix) { return id_of(matrix) == id_of(buffer.type); });
    if (buffer.type.columns > 1 && is_new) matrices.push_back(buffer.type);
    decorations += fmt::format(
        "OpDecorate %{0}s DescriptorSet 0\nOpDecorate %{0}s Binding {1}\nOpDecorate %{0}_array "
        "ArrayStride {2}\n"
        "OpDecorate %{0}_block Block\nOpMemberDecorate %{0}_block 0 Offset 0\n",
        buffer.name, k, scalar_size(stored));
    if (!buffer.is_written)
      decorations += fmt::format("OpDecorate %{}s NonWritable\n", buffer.name);
    blocks += fmt::format(
        "%{0}_array = OpTypeRuntimeArray {1}\n%{0}_block = OpTypeStruct %{0}_array\n"
        "%to_{0}_block = OpTypePointer StorageBuffer %{0}_block\n%to_{0} = OpTypePointer "
        "StorageBuffer {1}\n"
        "%{0}s = OpVariable %to_{0}_block StorageBuffer\n",
        buffer.name, scalar_type_id(stored));
  }
  std::string types = "%void = OpTypeVoid\n%function = OpTypeFunction %void\n";
  for (const ScalarKind scalar : scalars)
    types += fmt::format("{} = {}\n", scalar_type_id(scalar), type_declaration(scalar));
  for (const ValueType type : vectors) {
    types += fmt::format("{} = OpTypeVector {} {}\n", type_id(type), scalar_type_id(type.scalar),
                         type.components);
  }
  for (const ComputedType& type : matrices)
    types +=
        fmt::format("{} = OpTypeMatrix {} {}\n", id_of(type), type_id(type.column), type.columns);
  if (gives_structure())
    types += fmt::format("%pair = OpTypeStruct {} {}\n", id_of(computation_.result),
                         type_id(computation_.second));
  if (points_to_second())
    types +=
        fmt::format("%to_variable = OpTypePointer Function {}\n", type_id(computation_.second));
  for (const std::uint32_t number : constants_)
    types += fmt::format("%c{0} = OpConstant %uint32 {0}\n", number);
  types += "%to_ids = OpTypePointer Input %uint32x3\n%global_id = OpVariable %to_ids Input\n";
  return decorations + types + blocks;
}

// The components of one operand. The components of a vector come from neighboring tuples of the class.
ShadowedBytes operand_buffer(const std::vector<TupleClass>& classes, std::size_t operand,
                             const ComputedType& type) {
  ShadowedBytes contents;
  const std::size_t size = scalar_size(type_in_buffers(type.column));
  for (const TupleClass& one : classes) {
    for (std::size_t t = 0; t < one.tuples.size(); ++t) {
      for (unsigned c = 0; c < type.components(); ++c)
        append_bits(one.tuples[(t + c) % one.tuples.size()][operand], size, contents.bytes);
    }
  }
  contents.shadow.resize(contents.bytes.size(), Definedness::defined);
  return contents;
}

}  // namespace

SuiteModule make_computation_module(const SuiteShape& shape, const Computation& computation) {
  const auto classes = Operands(computation).classes();
  ComputationWriter writer(computation);
  SuiteModule module;
  module.instruction = computation.instruction;
  module.name = computation.instruction;
  if (!computation.suffix.empty()) module.name += "." + computation.suffix;
  module.assembly = writer.text();
  module.is_vulkan = computation.is_vulkan;
  Dispatch& dispatch = module.dispatch;
  dispatch.entry_point = "main";
  dispatch.subgroup_size = shape.subgroup_size;
  dispatch.vulkan_environment = computation.is_vulkan;
  dispatch.check_races = true;
  std::size_t count = 0;
  for (const TupleClass& one : classes) count += one.tuples.size();
  dispatch.groups[0] = static_cast<std::uint32_t>(count / invocations_per_workgroup);
  for (std::uint32_t k = 0; k < writer.buffers().size(); ++k) {
    const ComputedBuffer& buffer = writer.buffers()[k];
    if (!buffer.is_written) {
      dispatch.buffers[{0, k, 0}] = operand_buffer(classes, k, buffer.type);
      continue;
    }
    const std::size_t size =
        scalar_size(type_in_buffers(buffer.type.column)) * buffer.type.components();
    dispatch.buffers[{0, k, 0}] = untouched_buffer(count * size);
    std::size_t first = 0;
    for (const TupleClass& one : classes) {
      const std::string name = buffer.name == "second" ? one.name + "; second result" : one.name;
      module.cases.push_back(
          {name, fmt::format("0.{}", k), first * size, one.tuples.size() * size});
      first += one.tuples.size();
    }
  }
  return module;
}

}  // namespace spirv_oracle::golden
