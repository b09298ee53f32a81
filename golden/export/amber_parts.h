// The parts of the AmberScripts to which bundles are exported.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "data/scalar.h"
#include "golden/bundle/bundle.h"

namespace spirv_oracle::golden {

inline constexpr std::size_t amber_values_per_line = 16;

// The name of a resource in the script, such as b_0_1.
std::string amber_name(const BundleResource& resource);

// The name of a type in AmberScript.
std::string_view amber_type_name(ScalarKind type);

// A literal from which a script gets exactly these bits. Scripts do not have infinities and NaN.
std::string amber_literal(ScalarKind type, std::uint64_t bits);

// DATA with elements of a type, up to END.
std::string amber_data(std::span<const std::byte> bytes, ScalarKind type);
std::string amber_buffer(std::string_view name, std::span<const std::byte> bytes, ScalarKind type);

// How many components of the outputs the script compares.
struct ComparedComponents {
  std::uint64_t exactly = 0, by_bounds = 0, not_at_all = 0;

  void add(const ComparedComponents& more);
};
// The comments at the top of a script. `remarks`: further lines of them.
std::string amber_head(const Bundle& bundle, const ComparedComponents& compared,
                       std::string_view remarks);

// The features and extensions that the bundle needs, and further features. `stages`: those whose shaders use subgroups.
std::string amber_requirements(const Bundle& bundle, std::vector<std::string> features,
                               const std::vector<std::string_view>& stages);

// SHADER ... END. Errors: those of the disassembler.
Result<std::string> amber_shader(std::string_view stage, std::string_view name,
                                 const std::vector<std::uint32_t>& words);

// ATTACH, and SUBGROUP if the pipeline declares the subgroup size.
std::string amber_attachment_of_shader(
    const Bundle& bundle, std::string_view name, std::string_view entry_point,
    const std::map<std::uint32_t, std::uint64_t>& specialization);

using AmberNameOf = std::function<std::string(const BundleResource&)>;
// BIND of the resources that are descriptors or push constants.
std::string amber_bindings(const Bundle& bundle, const AmberNameOf& name_of);

// Errors: unsupported for descriptors and values of specialization constants that a script cannot express.
Result<void> check_amber_resources(const Bundle& bundle);

}  // namespace spirv_oracle::golden
