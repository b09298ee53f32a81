// generate-docs: writes docs/instructions.md, docs/rules.md, docs/undefined-behavior.md or
// docs/opencl_extensions.md to standard output, from the lists that the interpreter itself uses and, for the last, from
// docs/undefined_behavior/.
//
//   generate-docs instructions . > docs/instructions.md
//   generate-docs rules . > docs/rules.md
//   generate-docs undefined-behavior . > docs/undefined-behavior.md
//   generate-docs opencl_extensions . > docs/opencl_extensions.md
//   generate-docs untested-rules .     names rules without a test; fails if there are any
// generate-docs untested-instructions .  the same for executed instructions
//   generate-docs open-clauses .       names clauses without rule or reason, and rules without clause

#define SPV_ENABLE_UTILITY_CODE  // names of built-in variables
#include <spirv/unified1/spirv.hpp11>

#include <algorithm>
#include <array>
#include <filesystem>
#include <iostream>
#include <iterator>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "builtins/register_all.h"
#include "docs/opencl_table.h"
#include "docs/rule_table.h"
#include "docs/test_files.h"
#include "docs/undefined_behavior.h"
#include "grammar/amd_gcn_shader.h"
#include "grammar/amd_shader_ballot.h"
#include "grammar/amd_shader_trinary_minmax.h"
#include "grammar/core.h"
#include "grammar/glsl_std_450.h"
#include "grammar/opencl_std.h"
#include "interpreter/compile/support.h"
#include "interpreter/ir/imported_functions.h"

namespace spirv_oracle {
namespace {

// The loader reads these instructions, and no handler executes them: all of these classes ...
constexpr std::array declaration_classes = {"Debug", "Annotation", "Mode-Setting"};
// ... and these instructions of other classes.
constexpr std::array declarations = {
    "OpExtension",
    "OpExtInstImport",
    "OpExtInstWithForwardRefsKHR",
    "OpTypeVoid",
    "OpTypeBool",
    "OpTypeInt",
    "OpTypeFloat",
    "OpTypeVector",
    "OpTypeVectorIdEXT",
    "OpTypeMatrix",
    "OpTypeArray",
    "OpTypeRuntimeArray",
    "OpTypeStruct",
    "OpTypePointer",
    "OpTypeUntypedPointerKHR",
    "OpTypeForwardPointer",
    "OpTypeFunction",
    "OpTypeImage",
    "OpTypeSampler",
    "OpTypeBufferEXT",
    "OpTypeSampledImage",
    "OpTypeEvent",
    "OpTypeReserveId",
    "OpTypePipe",
    "OpTypeNamedBarrier",
    "OpTypeCooperativeMatrixKHR",
    "OpTypeTensorLayoutNV",
    "OpTypeTensorViewNV",
    "OpConstantSizeOfEXT",
    "OpConstantTrue",
    "OpConstantFalse",
    "OpConstant",
    "OpConstantComposite",
    "OpConstantNull",
    "OpConstantSampler",
    "OpConstantCompositeReplicateEXT",
    "OpConstantDataKHR",
    "OpSpecConstantTrue",
    "OpSpecConstantFalse",
    "OpSpecConstant",
    "OpSpecConstantComposite",
    "OpSpecConstantCompositeReplicateEXT",
    "OpSpecConstantDataKHR",
    "OpSpecConstantOp",
    "OpFunction",
    "OpFunctionParameter",
    "OpFunctionEnd",
    "OpLabel",
    "OpPhi",
    "OpNoLine",
    "OpLine",
};

// Extensions that are not supported, and for which readers are likely to search.
constexpr std::array unsupported_extensions = {
    "SPV_AMD_gpu_shader_half_float",
    "SPV_AMD_gpu_shader_int16",
    "SPV_EXT_demote_to_helper_invocation",
    "SPV_EXT_relaxed_printf_string_address_space",
    "SPV_INTEL_masked_gather_scatter",
    "SPV_KHR_bfloat16",
    "SPV_KHR_cooperative_matrix",
    "SPV_KHR_multiview",
    "SPV_KHR_ray_tracing",
    "SPV_NV_cooperative_matrix",
};

template <class Array>
bool contains(const Array& array, std::string_view name) {
  return std::find(array.begin(), array.end(), name) != array.end();
}

// A class of the grammar as a heading.
std::string heading(std::string_view name) {
  if (name == "@exclude") return "Instructions of extensions, in no section of the specification";
  std::string text(name);
  std::replace(text.begin(), text.end(), '_', ' ');
  return text + " instructions";
}

struct Row {
  std::string name;
  std::string supported;  // "yes", "declaration" or "no"
  std::span<const Clause* const> clauses;
  std::vector<std::string> tests{};  // that name it
};

std::string clause_list_text(const Row& row) {
  std::string text;
  for (const Clause* clause : row.clauses) {
    text += (text.empty() ? "`" : "<br>`") + std::string(clause->id) + "`";
  }
  return text;
}

void print_names(std::ostream& out, const std::vector<Row>& rows) {
  std::string text;
  for (const Row& row : rows) text += (text.empty() ? "" : ", ") + row.name;
  out << text << ".\n\n";
}

void print_rows(std::ostream& out, const std::vector<Row>& rows) {
  std::vector<Row> missing;
  std::copy_if(rows.begin(), rows.end(), std::back_inserter(missing),
               [](const Row& row) { return row.supported == "no"; });
  if (missing.size() < rows.size()) {
    out << "| instruction | | rules | tests |\n| --- | --- | --- | --- |\n";
    for (const Row& row : rows) {
      if (row.supported == "no") continue;
      out << "| " << row.name << " | " << row.supported << " | " << clause_list_text(row) << " | "
          << tests_text(row.tests) << " |\n";
    }
    out << '\n';
  }
  if (missing.empty()) return;
  out << "Not supported: ";
  print_names(out, missing);
}

using Classes = std::vector<std::pair<std::string, std::vector<Row>>>;

Classes core_rows(const InstructionRegistry& registry, const TestFiles& tests) {
  Classes classes;
  for (const auto& entry : grammar::instruction_table) {
    const std::string cls = entry.cls;
    auto found = std::find_if(classes.begin(), classes.end(),
                              [&](const auto& other) { return other.first == cls; });
    if (found == classes.end()) found = classes.insert(classes.end(), {cls, {}});
    Row row{entry.name, "no", {}};
    if (const auto* definition = registry.find(static_cast<spv::Op>(entry.opcode))) {
      row.supported = "yes";
      row.clauses = definition->clauses;
      row.tests = tests.naming(row.name, row.name);
    } else if (contains(declaration_classes, cls) || contains(declarations, row.name)) {
      row.supported = "declaration";
    }
    found->second.push_back(row);
  }
  // By name, with '@exclude' last.
  std::sort(classes.begin(), classes.end(), [](const auto& a, const auto& b) {
    const bool a_excluded = a.first[0] == '@';
    const bool b_excluded = b.first[0] == '@';
    return a_excluded != b_excluded ? b_excluded : a.first < b.first;
  });
  return classes;
}

template <class Table>
std::vector<Row> extended_rows(const InstructionRegistry& registry, const TestFiles& tests,
                               std::string_view set, const Table& table) {
  std::vector<Row> rows;
  for (const auto& entry : table) {
    Row row{entry.name, "no", {}};
    if (const auto* definition = registry.find_extended(set, entry.number)) {
      row.supported = "yes";
      row.clauses = definition->clauses;
      row.tests = tests.naming_extended(row.name, set);
    }
    rows.push_back(row);
  }
  return rows;
}

// The extended sets by name.
Classes extended_rows(const InstructionRegistry& registry, const TestFiles& tests) {
  Classes sets;
  const auto add = [&](const char* set, const auto& table) {
    sets.emplace_back(set, extended_rows(registry, tests, set, table));
  };
  add("GLSL.std.450", grammar::glsl_std_450::instruction_table);
  add("OpenCL.std", grammar::opencl_std::instruction_table);
  add("SPV_AMD_gcn_shader", grammar::amd_gcn_shader::instruction_table);
  add("SPV_AMD_shader_ballot", grammar::amd_shader_ballot::instruction_table);
  add("SPV_AMD_shader_trinary_minmax", grammar::amd_shader_trinary_minmax::instruction_table);
  return sets;
}

// The functions that modules may import, by the extension that has them.
Classes function_rows(const InstructionRegistry& registry, const TestFiles& tests) {
  Classes extensions_with_functions;
  for (const auto& [extension, definitions] : registry.extended()) {
    if (!has_functions(extension)) continue;
    std::vector<Row> rows;
    for (const auto& [number, definition] : definitions) {
      const std::string name(definition.name);
      rows.push_back({name, "yes", definition.clauses, tests.naming(name, name)});
    }
    extensions_with_functions.emplace_back(extension, std::move(rows));
  }
  return extensions_with_functions;
}

// Two lists of names: supported, and not supported.
template <class Names, class Supports>
void print_split(std::ostream& out, const Names& names, Supports supports) {
  for (const bool wanted : {true, false}) {
    std::string text;
    for (const std::string& name : names) {
      if (supports(name) == wanted) text += (text.empty() ? "" : ", ") + name;
    }
    out << (wanted ? "Supported: " : "Not supported: ") << (text.empty() ? "none" : text)
        << ".\n\n";
  }
}

void print_capabilities(std::ostream& out) {
  std::map<std::string, bool> capabilities;
  for (const auto& entry : grammar::capability_table) {
    bool& supported = capabilities[entry.name];
    supported = supported || supports_capability(static_cast<spv::Capability>(entry.number));
  }
  std::vector<std::string> names;
  for (const auto& [name, supported] : capabilities) names.push_back(name);
  out << "## Capabilities\n\n";
  print_split(out, names, [&](const std::string& name) { return capabilities.at(name); });
}

void print_extensions(std::ostream& out) {
  out << "## Extensions\n\n"
         "`spirv-run` ignores extended sets named `NonSemantic.*`, except for "
         "`NonSemantic.DebugPrintf`, which prints. All other extensions that are not listed as "
         "supported are unsupported; the second list has some of them.\n\n";
  std::vector<std::string> names(unsupported_extensions.begin(), unsupported_extensions.end());
  for (const std::string_view name : supported_extensions()) names.emplace_back(name);
  std::sort(names.begin(), names.end());
  print_split(out, names, [](const std::string& name) { return supports_extension(name); });
}

void print_inputs(std::ostream& out, const InstructionRegistry& registry) {
  out << "## Built-in input variables\n\n";
  std::string text;
  for (std::uint32_t number = 0; number < 0x4000; ++number) {
    const auto built_in = static_cast<spv::BuiltIn>(number);
    if (registry.find_input(built_in) == nullptr) continue;
    text += (text.empty() ? "" : ", ") + std::string(spv::BuiltInToString(built_in));
  }
  out << "Supported: " << text << ".\n";
}

void print_instructions(std::ostream& out, const std::filesystem::path& root) {
  const InstructionRegistry& registry = default_registry();
  const TestFiles tests(root);
  out << page_head
      << "# Instructions\n\n"
         "This page lists every instruction in the grammar of SPIR-V 1.6, by its class, and those "
         "of the extended sets. `spirv-run` executes the instructions marked *yes*. It processes "
         "those marked *declaration* when it loads the module. If the entry point can reach any "
         "other instruction, `spirv-run` names it and exits with status 4.\n\nSome operand types "
         "need a capability; the supported capabilities are listed [below](#capabilities). "
         "[rules.md](rules.md) explains the rules. The last column has the first tests that name "
         "the instruction.\n\n";
  for (const auto& [cls, rows] : core_rows(registry, tests)) {
    out << "## " << heading(cls) << "\n\n";
    print_rows(out, rows);
  }
  for (const auto& [set, rows] : extended_rows(registry, tests)) {
    out << "## " << set << "\n\n";
    print_rows(out, rows);
  }
  out << "## Vendor built-ins\n\n"
         "These are functions of vendor extensions of OpenCL C. A module imports them by name "
         "(`LinkageAttributes`, `Import`); the names may be mangled.\n\n";
  for (const auto& [extension, rows] : function_rows(registry, tests)) {
    out << "### " << extension << "\n\n";
    print_rows(out, rows);
  }
  print_capabilities(out);
  print_extensions(out);
  print_inputs(out, registry);
}

// Names executed instructions without a test, and instructions of passing tests that the page calls unsupported.
int check_instructions(const std::filesystem::path& root) {
  const TestFiles tests(root);
  int wrong = 0;
  for (const Classes& classes :
       {core_rows(default_registry(), tests), extended_rows(default_registry(), tests),
        function_rows(default_registry(), tests)}) {
    for (const auto& [cls, rows] : classes) {
      for (const Row& row : rows) {
        if (row.supported == "yes" && row.tests.empty()) {
          std::cerr << "no test names the instruction " << row.name << "\n";
          wrong = 1;
        }
        if (row.supported != "no") continue;
        for (const std::string& test : tests.naming(row.name)) {
          if (!test.ends_with(".pass.spvasm")) continue;
          std::cerr << test << " passes, but " << row.name << " is listed as not supported\n";
          wrong = 1;
        }
      }
    }
  }
  return wrong;
}

OpenClauses open_clauses(const std::filesystem::path& root) {
  return read_open_clauses(root / "docs" / "undefined_behavior");
}

// Reports errors in docs/undefined_behavior/.
int check_clauses(const std::filesystem::path& root) {
  const TestFiles tests(root);
  const auto has_test = [&](const std::string& path_or_name) {
    return std::filesystem::is_regular_file(root / path_or_name) ||
           !tests.naming(path_or_name).empty();
  };
  const auto mistakes = check_open_clauses(open_clauses(root), rule_summaries(root), has_test);
  for (const std::string& mistake : mistakes) std::cerr << mistake << "\n";
  return mistakes.empty() ? 0 : 1;
}

}  // namespace
}  // namespace spirv_oracle

int main(int argc, char** argv) {
  const std::string_view what = argc == 3 ? argv[1] : "";
  if (what == "instructions") {
    spirv_oracle::print_instructions(std::cout, argv[2]);
  } else if (what == "rules") {
    spirv_oracle::print_rules(std::cout, argv[2]);
  } else if (what == "undefined-behavior") {
    spirv_oracle::print_open_clauses(std::cout, spirv_oracle::open_clauses(argv[2]),
                                     spirv_oracle::rule_summaries(argv[2]));
  } else if (what == "opencl_extensions") {
    spirv_oracle::print_opencl_extensions(std::cout);
  } else if (what == "untested-rules") {
    return spirv_oracle::check_rules(argv[2]);
  } else if (what == "untested-instructions") {
    return spirv_oracle::check_instructions(argv[2]);
  } else if (what == "open-clauses") {
    return spirv_oracle::check_clauses(argv[2]);
  } else {
    std::cerr << "usage: generate-docs instructions|rules|undefined-behavior|opencl_extensions|"
                 "untested-rules|untested-instructions|open-clauses SOURCE-FOLDER\n";
    return 2;
  }
  return std::cout.flush() ? 0 : 1;
}
