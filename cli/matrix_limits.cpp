#include "cli/matrix_limits.h"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <string>
#include <system_error>
#include <vector>

#include "support/text.h"

namespace spirv_oracle {
namespace {

constexpr std::string_view of_workgroup = "workgroup";

bool read_size(std::string_view text, std::uint32_t& number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc{} && end == text.data() + text.size() && number != 0;
}

std::vector<OfferedMatrixProduct>& products_in(DeviceLimits& limits) {
  if (!limits.matrix_products) limits.matrix_products.emplace();
  return *limits.matrix_products;
}

// The types of a product; the accumulators of a type.
struct ProductOfTypes {
  const char* factor;
  const char* sum;
};

void add_products(DeviceLimits& limits, std::uint32_t workgroup,
                  std::initializer_list<std::array<std::uint32_t, 3>> sizes,
                  std::initializer_list<ProductOfTypes> types) {
  for (const ProductOfTypes& type : types) {
    for (const auto& size : sizes)
      products_in(limits).push_back({workgroup, size, {type.factor, type.factor, type.sum}});
  }
}

}  // namespace

Result<void> add_matrix_product(std::string_view text, DeviceLimits& limits) {
  const auto wrong = [text] {
    return bad_input(
        fmt::format("'{}' is not a product of matrices, such as "
                    "16x16x16:float16:float16:float32 or "
                    "32x32x16:float16:float16:float32:workgroup256",
                    text));
  };
  const std::vector<std::string_view> parts = split_outside_parentheses(text, ':');
  if (parts.size() != 4 && parts.size() != 5) return wrong();
  OfferedMatrixProduct product;
  const std::vector<std::string_view> sizes = split_outside_parentheses(parts[0], 'x');
  if (sizes.size() != product.sizes.size()) return wrong();
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    if (!read_size(sizes[i], product.sizes[i])) return wrong();
  }
  for (std::size_t i = 0; i < product.components.size(); ++i) {
    if (!is_name(parts[1 + i])) return wrong();
    product.components[i] = parts[1 + i];
  }
  if (parts.size() == 5 &&
      (!parts[4].starts_with(of_workgroup) ||
       !read_size(parts[4].substr(of_workgroup.size()), product.workgroup_invocations)))
    return wrong();
  products_in(limits).push_back(std::move(product));
  return {};
}

void offer_products_of_h200(DeviceLimits& limits) {
  const auto halves = {ProductOfTypes{"float16", "float16"}, ProductOfTypes{"float16", "float32"}};
  const auto bytes = {ProductOfTypes{"uint8", "uint32"}, ProductOfTypes{"int8", "int32"}};
  const auto wide = {ProductOfTypes{"bfloat16", "float32"}};
  limits.matrix_products.emplace();
  add_products(limits, 0, {{16, 16, 16}, {16, 8, 16}, {16, 8, 8}}, halves);
  add_products(limits, 0, {{16, 16, 32}, {16, 8, 32}}, bytes);
  add_products(limits, 0, {{16, 16, 16}}, wide);
  struct Granularity {
    std::uint32_t invocations, rows, columns;
  };
  for (const auto& [invocations, rows, columns] :
       {Granularity{32, 16, 16}, Granularity{64, 16, 16}, Granularity{128, 32, 16},
        Granularity{256, 32, 32}}) {
    add_products(limits, invocations, {{rows, columns, 16}}, halves);
    add_products(limits, invocations, {{rows, columns, 32}}, bytes);
    add_products(limits, invocations, {{rows, columns, 16}}, wide);
  }
}

}  // namespace spirv_oracle
