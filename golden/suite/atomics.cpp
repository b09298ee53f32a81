#include "golden/suite/atomics.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string_view>

#include "data/scalar.h"
#include "golden/suite/edge_values.h"

namespace spirv_oracle::golden {
namespace {

using enum ScalarKind;

// Three workgroups. Each has a part of the memory: a location for each invocation, and some shared ones.
constexpr std::uint32_t workgroups = 3, workgroup_size = 64, part_size = 128;
constexpr std::uint32_t invocations = workgroups * workgroup_size;
constexpr std::uint32_t few_locations = 8;
constexpr std::uint32_t place_of_all = 64, place_of_few = 65, place_of_some = 80,
                        place_of_loop = 81;
// After the parts: one location for all workgroups.
constexpr std::uint32_t place_of_everyone = workgroups * part_size;

// The operands of an instruction.
enum class AtomicForm : std::uint8_t {
  load,              // Pointer
  store,             // Pointer, Value; no result
  change,            // Pointer
  update,            // Pointer, Value
  compare_exchange,  // Pointer, Value, Comparator
  test_and_set,      // Pointer; the result is a Boolean
  clear,             // Pointer; no result
};

struct AtomicInstruction {
  std::string_view name;
  AtomicForm form = AtomicForm::update;
  std::vector<ScalarKind> scalars;
  bool commutes = true;  // with itself, for any operands
};

const std::vector<AtomicInstruction>& atomic_instructions() {
  using enum AtomicForm;
  const std::vector<ScalarKind> any{uint32, uint64, float32, float64}, integers{uint32, uint64},
      signed_integers{int32, int64}, floats{float16, float32, float64};
  static const std::vector<AtomicInstruction> all{
      {"OpAtomicLoad", load, any},
      {"OpAtomicStore", store, any, false},
      {"OpAtomicExchange", update, any, false},
      {"OpAtomicCompareExchange", compare_exchange, integers, false},
      {"OpAtomicIIncrement", change, integers},
      {"OpAtomicIDecrement", change, integers},
      {"OpAtomicIAdd", update, integers},
      {"OpAtomicISub", update, integers},
      {"OpAtomicSMin", update, signed_integers},
      {"OpAtomicUMin", update, integers},
      {"OpAtomicSMax", update, signed_integers},
      {"OpAtomicUMax", update, integers},
      {"OpAtomicAnd", update, integers},
      {"OpAtomicOr", update, integers},
      {"OpAtomicXor", update, integers},
      {"OpAtomicFlagTestAndSet", test_and_set, {uint32}},
      {"OpAtomicFlagClear", clear, {uint32}},
      {"OpAtomicFMinEXT", update, floats},
      {"OpAtomicFMaxEXT", update, floats},
      {"OpAtomicFAddEXT", update, floats}};
  return all;
}

const AtomicInstruction& instruction_of(const AtomicTest& test) {
  return *std::ranges::find(atomic_instructions(), test.instruction, &AtomicInstruction::name);
}

bool is_of_kernels(std::string_view name) { return name.starts_with("OpAtomicFlag"); }

class AtomicWriter {
 public:
  explicit AtomicWriter(const AtomicTest& test)
      : test_(test),
        instruction_(instruction_of(test)),
        type_(fmt::format("%{}", scalar_name(test.scalar))) {}

  std::string text();
  const std::vector<std::string>& cases() const { return cases_; }  // one result of each invocation

 private:
  bool gives_result() const {
    return instruction_.form != AtomicForm::store && instruction_.form != AtomicForm::clear;
  }
  std::string fresh() { return fmt::format("%x{}", next_id_++); }
  void line(const std::string& text) { body_ += text + "\n"; }
  std::string constant(std::uint32_t number) {
    constants_.insert(number);
    return fmt::format("%c{}", number);
  }
  std::string computed(std::string_view operation) {
    const std::string id = fresh();
    line(fmt::format("{} = {}", id, operation));
    return id;
  }
  std::string sum(const std::string& a, const std::string& b) {
    return computed(fmt::format("OpIAdd %uint32 {} {}", a, b));
  }
  // Whether each invocation executes the instruction at its own location, or all at the same one.
  void apply(const std::string& location, bool is_contended);
  void write_case(const std::string& name, const std::string& location, bool is_contended);
  void begin_if(const std::string& condition);
  void end_if();
  void write_loop(const std::string& location);
  void copy(bool to_shared);
  void write_cases();
  std::string header() const;
  std::string declarations() const;

  const AtomicTest& test_;
  const AtomicInstruction& instruction_;
  const std::string type_;
  std::string body_, merge_;
  unsigned next_id_ = 0;
  std::set<std::uint32_t> constants_;
  std::vector<std::string> cases_;
};

void AtomicWriter::apply(const std::string& location, bool is_contended) {
  const std::string pointer =
      test_.is_shared
          ? computed(fmt::format("OpAccessChain %to_shared %shared {}", location))
          : computed(fmt::format("OpAccessChain %to_memory %memory {} {}", constant(0), location));
  const auto operand = [&](std::uint32_t array) {
    const std::uint32_t first = (2 * array + (is_contended ? 1 : 0)) * invocations;
    const std::string at = sum("%index", constant(first));
    const std::string from =
        computed(fmt::format("OpAccessChain %to_operand %operands {} {}", constant(0), at));
    return computed(fmt::format("OpLoad {} {}", type_, from));
  };
  const std::string scope = constant(test_.is_shared ? 2 : 1), relaxed = constant(0);
  std::string operands = fmt::format("{} {} {}", pointer, scope, relaxed);
  const bool takes_value = instruction_.form == AtomicForm::store ||
                           instruction_.form == AtomicForm::update ||
                           instruction_.form == AtomicForm::compare_exchange;
  if (instruction_.form == AtomicForm::compare_exchange) operands += " " + relaxed;
  if (takes_value) operands += " " + operand(0);
  if (instruction_.form == AtomicForm::compare_exchange) operands += " " + operand(1);
  if (!gives_result()) return line(fmt::format("{} {}", instruction_.name, operands));
  const bool is_boolean = instruction_.form == AtomicForm::test_and_set;
  std::string result =
      computed(fmt::format("{} {} {}", instruction_.name, is_boolean ? "%bool" : type_, operands));
  if (is_boolean)
    result = computed(fmt::format("OpSelect %uint32 {} {} {}", result, constant(1), constant(0)));
  const auto place = static_cast<std::uint32_t>(cases_.size()) * invocations;
  const std::string to = computed(fmt::format("OpAccessChain %to_result %results {} {}",
                                              constant(0), sum("%index", constant(place))));
  line(fmt::format("OpStore {} {}", to, result));
}

void AtomicWriter::write_case(const std::string& name, const std::string& location,
                              bool is_contended) {
  apply(location, is_contended);
  cases_.push_back(name);
}

void AtomicWriter::begin_if(const std::string& condition) {
  const std::string then = fresh();
  merge_ = fresh();
  line(fmt::format("OpSelectionMerge {} None\nOpBranchConditional {} {} {}\n{} = OpLabel", merge_,
                   condition, then, merge_, then));
}
void AtomicWriter::end_if() { line(fmt::format("OpBranch {0}\n{0} = OpLabel", merge_)); }

// Invocations leave after 0 to 3 rounds.
void AtomicWriter::write_loop(const std::string& location) {
  line(
      "OpStore %round %c0\nOpBranch %header\n%header = OpLabel\nOpLoopMerge %done %next "
      "None\nOpBranch %check\n"
      "%check = OpLabel\n%count = OpLoad %uint32 %round\n%more = OpULessThan %bool %count %trips\n"
      "OpBranchConditional %more %work %done\n%work = OpLabel");
  apply(location, true);
  line(
      "OpBranch %next\n%next = OpLabel\n%counted = OpIAdd %uint32 %count %c1\nOpStore %round "
      "%counted\n"
      "OpBranch %header\n%done = OpLabel");
  cases_.emplace_back("one location for the workgroup, in a loop with break");
}

void AtomicWriter::write_cases() {
  const std::string base =
      test_.is_shared ? constant(0)
                      : computed(fmt::format("OpIMul %uint32 %group {}", constant(part_size)));
  write_case("a location for each invocation", sum(base, "%local"), false);
  write_case("one location for the workgroup", sum(base, constant(place_of_all)), true);
  const std::string few =
      computed(fmt::format("OpUMod %uint32 %local {}", constant(few_locations)));
  write_case("eight locations for the workgroup", sum(sum(base, constant(place_of_few)), few),
             true);
  const std::string third = computed(fmt::format("OpUMod %uint32 %local {}", constant(3)));
  begin_if(computed(fmt::format("OpIEqual %bool {} {}", third, constant(1))));
  write_case("one location for every third invocation", sum(base, constant(place_of_some)), true);
  end_if();
  write_loop(sum(base, constant(place_of_loop)));
  if (!test_.is_shared)
    write_case("one location for all workgroups", constant(place_of_everyone), true);
}

// The memory of a workgroup: two locations for each invocation.
void AtomicWriter::copy(bool to_shared) {
  if (!to_shared) line("OpControlBarrier %c2 %c2 %c264");
  const std::string base = computed(fmt::format("OpIMul %uint32 %group {}", constant(part_size)));
  for (const std::uint32_t half : {0u, workgroup_size}) {
    const std::string local = sum("%local", constant(half));
    const std::string inside = computed(fmt::format("OpAccessChain %to_shared %shared {}", local));
    const std::string outside = computed(
        fmt::format("OpAccessChain %to_memory %memory {} {}", constant(0), sum(base, local)));
    const std::string value =
        computed(fmt::format("OpLoad {} {}", type_, to_shared ? outside : inside));
    line(fmt::format("OpStore {} {}", to_shared ? inside : outside, value));
  }
  if (to_shared) line("OpControlBarrier %c2 %c2 %c264");
}

std::string AtomicWriter::header() const {
  std::set<std::string> capabilities{"Shader"};
  for (const std::string& capability : capabilities_of(test_.scalar))
    capabilities.insert(capability);
  const std::size_t bits = 8 * scalar_size(test_.scalar);
  const std::string_view name = instruction_.name;
  std::string extension;
  if (is_float(test_.scalar)) capabilities.insert("SignedZeroInfNanPreserve");
  if (!is_float(test_.scalar) && bits == 64) capabilities.insert("Int64Atomics");
  if (is_of_kernels(name)) capabilities.insert("Kernel");
  if (name == "OpAtomicFAddEXT") {
    capabilities.insert(fmt::format("AtomicFloat{}AddEXT", bits));
    extension =
        bits == 16 ? "SPV_EXT_shader_atomic_float16_add" : "SPV_EXT_shader_atomic_float_add";
  } else if (name.starts_with("OpAtomicFM")) {
    capabilities.insert(fmt::format("AtomicFloat{}MinMaxEXT", bits));
    extension = "SPV_EXT_shader_atomic_float_min_max";
  }
  std::string text;
  for (const std::string& capability : capabilities) text += "OpCapability " + capability + "\n";
  if (!extension.empty()) text += fmt::format("OpExtension \"{}\"\n", extension);
  text +=
      "OpMemoryModel Logical GLSL450\nOpEntryPoint GLCompute %main \"main\" %ids %groups %operands "
      "%memory";
  if (gives_result()) text += " %results";
  if (test_.is_shared) text += " %shared";
  text += fmt::format("\nOpExecutionMode %main LocalSize {} 1 1\n", workgroup_size);
  if (is_float(test_.scalar))
    text += fmt::format("OpExecutionMode %main SignedZeroInfNanPreserve {}\n", bits);
  return text;
}

std::string AtomicWriter::declarations() const {
  std::string decorations =
      "OpDecorate %ids BuiltIn LocalInvocationId\nOpDecorate %groups BuiltIn WorkgroupId\n"
      "OpDecorate %operands NonWritable\n";
  std::string blocks;
  const bool is_boolean = instruction_.form == AtomicForm::test_and_set;
  const auto block = [&](const char* name, const char* variable, unsigned binding) {
    decorations += fmt::format(
        "OpName %{1} \"{1}\"\nOpDecorate %{1} DescriptorSet 0\nOpDecorate %{1} Binding {2}\n"
        "OpDecorate %{0}_array ArrayStride {3}\nOpDecorate %{0}_block Block\nOpMemberDecorate "
        "%{0}_block 0 Offset 0\n",
        name, variable, binding, scalar_size(test_.scalar));
    blocks += fmt::format(
        "%{0}_array = OpTypeRuntimeArray {2}\n%{0}_block = OpTypeStruct %{0}_array\n"
        "%to_{0}_block = OpTypePointer StorageBuffer %{0}_block\n%to_{0} = OpTypePointer "
        "StorageBuffer {2}\n"
        "%{1} = OpVariable %to_{0}_block StorageBuffer\n",
        name, variable, is_boolean && std::string_view(name) == "result" ? "%uint32" : type_);
  };
  block("operand", "operands", 0);
  block("memory", "memory", 1);
  if (gives_result()) block("result", "results", 2);
  // Names precede decorations.
  std::string names, others;
  for (std::size_t at = 0; at < decorations.size();) {
    const std::size_t end = decorations.find('\n', at) + 1;
    const std::string one = decorations.substr(at, end - at);
    (one.starts_with("OpName") ? names : others) += one;
    at = end;
  }
  std::string types =
      "%void = OpTypeVoid\n%function = OpTypeFunction %void\n%bool = OpTypeBool\n%uint32 = "
      "OpTypeInt 32 0\n";
  if (test_.scalar != uint32)
    types += fmt::format("{} = {}\n", type_, type_declaration(test_.scalar));
  for (const std::uint32_t number : constants_)
    types += fmt::format("%c{0} = OpConstant %uint32 {0}\n", number);
  types +=
      "%uint32x3 = OpTypeVector %uint32 3\n%to_ids = OpTypePointer Input %uint32x3\n"
      "%ids = OpVariable %to_ids Input\n%groups = OpVariable %to_ids Input\n"
      "%to_variable = OpTypePointer Function %uint32\n";
  if (test_.is_shared) {
    types += fmt::format(
        "%shared_array = OpTypeArray {} %c{}\n%to_shared_array = OpTypePointer Workgroup "
        "%shared_array\n"
        "%to_shared = OpTypePointer Workgroup {}\n%shared = OpVariable %to_shared_array "
        "Workgroup\n",
        type_, part_size, type_);
  }
  return names + others + types + blocks;
}

std::string AtomicWriter::text() {
  for (const std::uint32_t number : {0u, 1u, 2u, 264u, part_size}) constant(number);
  line(
      "%main = OpFunction %void None %function\n%entry = OpLabel\n%round = OpVariable %to_variable "
      "Function\n"
      "%all_ids = OpLoad %uint32x3 %ids\n%local = OpCompositeExtract %uint32 %all_ids 0\n"
      "%all_groups = OpLoad %uint32x3 %groups\n%group = OpCompositeExtract %uint32 %all_groups 0");
  line(fmt::format("%before = OpIMul %uint32 %group {}\n%index = OpIAdd %uint32 %before %local",
                   constant(workgroup_size)));
  line(fmt::format("%trips = OpBitwiseAnd %uint32 %local {}", constant(3)));
  if (test_.is_shared) copy(true);
  write_cases();
  if (test_.is_shared) copy(false);
  return header() + declarations() + body_ + "OpReturn\nOpFunctionEnd\n";
}

// --- contents ---

// Numbers with the same sum in every order, and whose bits identify each one.
std::uint64_t plain_value(ScalarKind scalar, std::uint64_t number) {
  if (!is_float(scalar)) return random_value(scalar, number);
  const double magnitude = 1 + static_cast<double>(scrambled(number) % 4);
  return float_bits(scalar, scrambled(number + 7) % 2 == 0 ? magnitude : -magnitude);
}

// First, values of all kinds. Then, values for locations that several invocations use.
std::vector<std::uint64_t> initial_memory(const AtomicTest& test) {
  const auto values = common_values(test.scalar);
  std::vector<std::uint64_t> memory;
  for (std::uint32_t k = 0; k <= place_of_everyone; ++k) {
    const std::uint32_t place = k % part_size;
    const AtomicForm form = instruction_of(test).form;
    if (form == AtomicForm::test_and_set || form == AtomicForm::clear) {
      memory.push_back(form == AtomicForm::clear ? 1 : 0);
    } else if (place < workgroup_size && k < place_of_everyone) {
      memory.push_back(values[scrambled(k) % values.size()]);
    } else {
      memory.push_back(is_float(test.scalar) ? float_bits(test.scalar, 5) : 5);
    }
  }
  return memory;
}

// Values, then comparators, each first for locations of one invocation, then for shared locations.
std::vector<std::uint64_t> operand_values(const AtomicTest& test,
                                          const std::vector<std::uint64_t>& memory) {
  const AtomicInstruction& instruction = instruction_of(test);
  const auto values = common_values(test.scalar);
  std::vector<std::uint64_t> operands;
  for (std::uint32_t i = 0; i < invocations; ++i)
    operands.push_back(values[scrambled(i + 500) % values.size()]);
  for (std::uint32_t i = 0; i < invocations; ++i)
    operands.push_back(plain_value(test.scalar, instruction.commutes ? i + 900 : 900));
  if (instruction.form != AtomicForm::compare_exchange) return operands;
  for (std::uint32_t i = 0; i < invocations; ++i) {
    const std::uint64_t own = memory[i / workgroup_size * part_size + i % workgroup_size];
    operands.push_back(i % 2 == 0 ? own : values[scrambled(i + 800) % values.size()]);
  }
  for (std::uint32_t i = 0; i < invocations; ++i) operands.push_back(5);
  return operands;
}

ShadowedBytes buffer_of(ScalarKind scalar, const std::vector<std::uint64_t>& values) {
  ShadowedBytes contents;
  for (const std::uint64_t value : values) append_bits(value, scalar_size(scalar), contents.bytes);
  contents.shadow.resize(contents.bytes.size(), Definedness::defined);
  return contents;
}

}  // namespace

std::vector<AtomicTest> atomic_tests() {
  std::vector<AtomicTest> tests;
  for (const AtomicInstruction& instruction : atomic_instructions()) {
    for (const ScalarKind scalar : instruction.scalars) {
      for (const bool is_shared : {false, true})
        tests.push_back({std::string(instruction.name), scalar, is_shared});
    }
  }
  return tests;
}

SuiteModule make_atomic_module(const SuiteShape& shape, const AtomicTest& test) {
  AtomicWriter writer(test);
  SuiteModule module;
  module.instruction = test.instruction;
  module.name = fmt::format("{}.{}.{}", test.instruction, scalar_name(test.scalar),
                            test.is_shared ? "workgroup" : "buffer");
  module.assembly = writer.text();
  module.is_vulkan = !is_of_kernels(test.instruction);
  Dispatch& dispatch = module.dispatch;
  dispatch.entry_point = "main";
  dispatch.subgroup_size = shape.subgroup_size;
  dispatch.groups = {workgroups, 1, 1};
  dispatch.vulkan_environment = module.is_vulkan;
  dispatch.check_races = true;
  const auto memory = initial_memory(test);
  const std::uint64_t size = scalar_size(test.scalar);
  dispatch.buffers[{0, 0, 0}] = buffer_of(test.scalar, operand_values(test, memory));
  dispatch.buffers[{0, 1, 0}] = buffer_of(test.scalar, memory);
  module.cases.push_back({"memory", "0.1", 0, memory.size() * size});
  const AtomicForm form = instruction_of(test).form;
  if (form == AtomicForm::store || form == AtomicForm::clear) return module;
  dispatch.buffers[{0, 2, 0}] = untouched_buffer(writer.cases().size() * invocations * size);
  for (std::size_t k = 0; k < writer.cases().size(); ++k)
    module.cases.push_back({writer.cases()[k], "0.2", k * invocations * size, invocations * size});
  return module;
}

}  // namespace spirv_oracle::golden
