#include "golden/suite/family.h"

#include <algorithm>
#include <array>

#include "golden/suite/atomics.h"
#include "golden/suite/computation.h"
#include "golden/suite/cooperative_vectors.h"
#include "golden/suite/fragments.h"
#include "golden/suite/matrices/matrices.h"
#include "golden/suite/recipe.h"
#include "golden/suite/shapes.h"

namespace spirv_oracle::golden {
namespace {

std::vector<SuiteItem> items_of_groups(const SuiteShape& shape) {
  std::vector<SuiteItem> items;
  for (const Recipe& recipe : suite_recipes(shape)) {
    for (const ValueType type : recipe.types) {
      items.push_back({recipe.instruction,
                       [shape, recipe, type] { return make_suite_module(shape, recipe, type); }});
    }
  }
  return items;
}

template <std::vector<Computation> (*Computations)()>
std::vector<SuiteItem> items_of(const SuiteShape& shape) {
  std::vector<SuiteItem> items;
  for (const Computation& computation : Computations()) {
    items.push_back({computation.instruction,
                     [shape, computation] { return make_computation_module(shape, computation); }});
  }
  return items;
}

std::vector<SuiteItem> items_of_atomics(const SuiteShape& shape) {
  std::vector<SuiteItem> items;
  for (const AtomicTest& test : atomic_tests())
    items.push_back({test.instruction, [shape, test] { return make_atomic_module(shape, test); }});
  return items;
}

std::vector<SuiteItem> items_of_memory(const SuiteShape& shape) {
  std::vector<SuiteItem> items;
  for (const MemoryShape& memory : memory_shapes()) {
    for (const bool is_vulkan_model : {true, false}) {
      items.push_back({"memory", [shape, &memory, is_vulkan_model] {
                         return make_memory_module(shape, memory, is_vulkan_model);
                       }});
    }
  }
  return items;
}

std::vector<SuiteItem> items_of_reconvergence(const SuiteShape& shape) {
  std::vector<SuiteItem> items;
  for (const FlowPromise promise :
       {FlowPromise::maximal, FlowPromise::uniform, FlowPromise::none}) {
    using enum FlowObserver;
    for (const FlowObserver observer : {ballot, scan, vote, first}) {
      items.push_back({"reconvergence", [shape, observer, promise] {
                         return make_flow_module(shape, observer, promise);
                       }});
    }
  }
  return items;
}

std::vector<SuiteItem> items_of_fragments(const SuiteShape& shape) {
  std::vector<SuiteItem> items;
  for (const FragmentTest& test : fragment_tests(shape))
    items.push_back({"fragments", [shape, test] { return make_fragment_module(shape, test); }});
  return items;
}

std::vector<SuiteItem> items_of_matrices(const SuiteShape& shape) {
  std::vector<SuiteItem> items;
  for (const MatrixTest& test : matrix_tests())
    items.push_back({test.instruction, [shape, test] { return test.make(shape); }});
  return items;
}

std::vector<SuiteItem> items_of_vectors(const SuiteShape& shape) {
  std::vector<SuiteItem> items;
  for (const VectorTest& test : vector_tests())
    items.push_back({test.instruction, [shape, test] { return test.make(shape); }});
  return items;
}

// Shapes of several instructions.
std::vector<std::string> no_instructions(const InstructionRegistry&) { return {}; }

// The instructions of certain classes of the grammar.
std::vector<std::string> of_classes(const InstructionRegistry& registry,
                                    std::initializer_list<std::string_view> classes) {
  std::vector<std::string> names;
  for (const auto& [number, definition] : registry.core()) {
    if (std::ranges::count(classes, definition.instruction_class) != 0)
      names.emplace_back(definition.name);
  }
  return names;
}

bool is_about_matrices(std::string_view instruction) {
  return instruction.starts_with("OpCooperativeMatrix");
}

std::vector<std::string> conversion_instructions(const InstructionRegistry& registry) {
  std::vector<std::string> names = of_classes(registry, {"Conversion"});
  std::erase_if(names, is_about_matrices);
  return names;
}
std::vector<std::string> arithmetic_instructions(const InstructionRegistry& registry) {
  std::vector<std::string> names =
      of_classes(registry, {"Arithmetic", "Bit", "Relational_and_Logical"});
  std::erase_if(names, is_about_matrices);
  return names;
}
std::vector<std::string> matrix_instructions(const InstructionRegistry& registry) {
  std::vector<std::string> names;
  for (const auto& [number, definition] : registry.core()) {
    if (is_about_matrices(definition.name)) names.emplace_back(definition.name);
  }
  return names;
}
std::vector<std::string> vector_instructions(const InstructionRegistry& registry) {
  std::vector<std::string> names;
  for (const auto& [number, definition] : registry.core()) {
    if (definition.name.starts_with("OpCooperativeVector")) names.emplace_back(definition.name);
  }
  return names;
}
std::vector<std::string> instructions_of_glsl(const InstructionRegistry& registry) {
  std::vector<std::string> names;
  for (const auto& [number, definition] : registry.extended().at("GLSL.std.450"))
    names.emplace_back(definition.name);
  return names;
}
std::vector<std::string> instructions_of_atomics(const InstructionRegistry& registry) {
  return of_classes(registry, {"Atomic"});
}

constexpr std::array families{
    SuiteFamily{"groups", items_of_groups, exchange_instructions},
    SuiteFamily{"conversions", items_of<conversions>, conversion_instructions},
    SuiteFamily{"arithmetic", items_of<arithmetic>, arithmetic_instructions},
    SuiteFamily{"glsl", items_of<glsl_instructions>, instructions_of_glsl},
    SuiteFamily{"atomics", items_of_atomics, instructions_of_atomics},
    SuiteFamily{"memory", items_of_memory, no_instructions},
    SuiteFamily{"reconvergence", items_of_reconvergence, no_instructions},
    SuiteFamily{"fragments", items_of_fragments, no_instructions},
    SuiteFamily{"matrices", items_of_matrices, matrix_instructions},
    SuiteFamily{"vectors", items_of_vectors, vector_instructions},
};

struct LeftOut {
  std::string_view instruction, why;
};
constexpr std::string_view no_pointers =
    "converts pointers, whose bits depend on the implementation";
constexpr std::string_view of_fragments = "evaluates inputs of fragment shaders";
constexpr LeftOut left_out[] = {
    {"OpGroupAsyncCopy", "copies memory of kernels, and exchanges no values"},
    {"OpUntypedGroupAsyncCopyKHR", "copies memory of kernels, and exchanges no values"},
    {"OpGroupWaitEvents", "waits for copies of kernels, and exchanges no values"},
    {"OpSubgroupBlockReadINTEL", "reads memory, and exchanges no values"},
    {"OpSubgroupBlockWriteINTEL", "writes memory, and exchanges no values"},
    {"OpSubgroupImageBlockReadINTEL", "reads an image, and exchanges no values"},
    {"OpSubgroupImageBlockWriteINTEL", "writes an image, and exchanges no values"},
    {"OpSubgroupMatrixMultiplyAccumulateINTEL",
     "multiplies matrices of kernels, whose dimensions each device chooses"},
    {"OpConvertPtrToU", no_pointers},
    {"OpConvertUToPtr", no_pointers},
    {"OpPtrCastToGeneric", no_pointers},
    {"OpGenericCastToPtr", no_pointers},
    {"OpGenericCastToPtrExplicit", no_pointers},
    {"OpLessOrGreater", "is deprecated: OpFOrdNotEqual is the same"},
    {"InterpolateAtCentroid", of_fragments},
    {"InterpolateAtSample", of_fragments},
    {"InterpolateAtOffset", of_fragments},
    {"OpCooperativeVectorOuterProductAccumulateNV",
     "adds to matrices in a layout that each implementation chooses"},
    {"OpAtomicCompareExchangeWeak",
     "is missing after SPIR-V 1.3: OpAtomicCompareExchange is the same"},
};

}  // namespace

std::span<const SuiteFamily> suite_families() { return families; }

std::string_view why_left_out(std::string_view instruction) {
  const auto found = std::ranges::find(left_out, instruction, &LeftOut::instruction);
  return found == std::end(left_out) ? std::string_view() : found->why;
}

}  // namespace spirv_oracle::golden
