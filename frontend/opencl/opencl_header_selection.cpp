// Which headers of extensions a program needs.
#include <algorithm>
#include <array>

#include "frontend/opencl/opencl_extensions.h"
#include "frontend/opencl/opencl_headers.h"

namespace spirv_oracle {
namespace {

// Words that show that a program needs the header of an extension, even if it does not name the extension.
struct Mention {
  std::string_view extension;
  std::string_view words;
};
constexpr std::array mentions = {
    Mention{"cl_qcom_reqd_sub_group_size", "qcom_reqd_sub_group_size"},
    Mention{"cl_khr_subgroup_rotate", "sub_group_rotate"},
    Mention{"cl_khr_subgroup_rotate", "sub_group_clustered_rotate"},
    Mention{"cl_intel_subgroups", "intel_sub_group_"},
    Mention{"cl_intel_split_work_group_barrier", "intel_work_group_barrier_"},
    Mention{"cl_khr_integer_dot_product", "__opencl_c_integer_dot_product"},
    Mention{"cl_khr_kernel_clock", "clock_read_"},
    Mention{"cl_khr_async_work_group_copy_fence", "async_work_group_copy_fence"},
    Mention{"cl_khr_extended_async_copies", "async_work_group_copy_2D2D"},
    Mention{"cl_khr_extended_async_copies", "async_work_group_copy_3D3D"},
    Mention{"cl_ext_float_atomics", "atomic_half"},
    Mention{"cl_ext_float_atomics", "atomic_float"},
    Mention{"cl_ext_float_atomics", "atomic_double"},
};

// Extensions whose pragma or macro clang does not know. It declares their functions, if they have any.
constexpr std::array<std::string_view, 10> known_by_functions = {
    "cl_intel_required_subgroup_size",
    "cl_khr_expect_assume",
    "cl_khr_extended_bit_ops",
    "cl_khr_subgroup_ballot",
    "cl_khr_subgroup_clustered_reduce",
    "cl_khr_subgroup_extended_types",
    "cl_khr_subgroup_non_uniform_arithmetic",
    "cl_khr_subgroup_non_uniform_vote",
    "cl_khr_subgroup_shuffle",
    "cl_khr_subgroup_shuffle_relative"};

// A header that declares the pragma and the macro of an extension.
std::string declaration_of(std::string_view extension) {
  const std::string name(extension);
  return "#ifndef " + name + "\n#define " + name + " 1\n#endif\n#pragma OPENCL EXTENSION " + name +
         " : begin\n#pragma OPENCL EXTENSION " + name + " : end\n";
}

// Whether programs without the extension may use the names of its functions for their own.
bool has_common_names(std::string_view extension) {
  return extension == "cl_khr_integer_dot_product" || extension == "cl_ext_float_atomics";
}

bool mentions_extension(std::string_view text, std::string_view extension) {
  if (text.find(extension) != std::string_view::npos) return true;
  if (text.find("#include") != std::string_view::npos && !has_common_names(extension)) return true;
  return std::ranges::any_of(mentions, [&](const Mention& mention) {
    return mention.extension == extension && text.find(mention.words) != std::string_view::npos;
  });
}

}  // namespace

ExtensionHeaders headers_for(std::string_view text, const std::vector<std::string>& options) {
  const auto is_needed = [&](std::string_view extension) {
    return mentions_extension(text, extension) ||
           std::ranges::any_of(options, [extension](const std::string& option) {
             return mentions_extension(option, extension);
           });
  };
  ExtensionHeaders headers;
  // A clang that knows the extension by itself takes its pragma from a header only if it does not support the extension.
  const auto add = [&](std::string_view extension, std::string_view header) {
    headers.text += header;
    headers.clang_options.insert(headers.clang_options.end(),
                                 {"-Xclang", "-cl-ext=-" + std::string(extension)});
  };
  for (const std::string_view extension : known_by_functions) {
    if (is_needed(extension)) add(extension, declaration_of(extension));
  }
  for (const OpenClHeader& header : opencl_extension_headers()) {
    // The others are for pragmas (frontend/opencl/opencl_pragmas.h).
    if (header.extension.starts_with("cl_") && is_needed(header.extension))
      add(header.extension, header.text);
  }
  return headers;
}

}  // namespace spirv_oracle
