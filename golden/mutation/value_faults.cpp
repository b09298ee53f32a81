// Faults in the values themselves: widths, special floats, components.
#include <bit>

#include "golden/mutation/fault.h"
#include "interpreter/kernels/special_bits.h"

namespace spirv_oracle::golden {
namespace {

bool ends_with(std::string_view instruction, std::string_view operation) {
  for (const std::string_view suffix : {"KHR", "NonUniformAMD"}) {
    if (instruction.ends_with(suffix)) instruction.remove_suffix(suffix.size());
  }
  return instruction.ends_with(operation);
}
bool is_float_reduction(std::string_view instruction) {
  return is_reduction(instruction) &&
         (ends_with(instruction, "FAdd") || ends_with(instruction, "FMul") ||
          ends_with(instruction, "FMin") || ends_with(instruction, "FMax"));
}
bool is_logical(std::string_view instruction) {
  return is_reduction(instruction) && instruction.find("Logical") != std::string_view::npos;
}
bool is_integer_reduction(std::string_view instruction) {
  return is_reduction(instruction) && !is_float_reduction(instruction) && !is_logical(instruction);
}
// Excludes those of extensions that the suite tests only with 32 bits.
bool moves_all_types(std::string_view instruction) {
  return moves_values(instruction) && !instruction.starts_with("OpSubgroup");
}
bool has_doubles(std::string_view instruction) {
  return is_float_reduction(instruction) || moves_all_types(instruction);
}
bool has_large_integers(std::string_view instruction) {
  return is_integer_reduction(instruction) || moves_all_types(instruction);
}
bool has_vectors(std::string_view instruction) {
  return (is_reduction(instruction) && !is_logical(instruction)) ||
         (moves_all_types(instruction) && instruction != "OpGroupBroadcast");
}
bool has_any_numbers(std::string_view instruction) {
  return (is_reduction(instruction) && !is_logical(instruction)) || moves_values(instruction);
}
bool has_booleans(std::string_view instruction) {
  return is_logical(instruction) ||
         (moves_all_types(instruction) && instruction != "OpGroupBroadcast");
}
// Arithmetic that preserves them in modules with certain execution modes.
bool keeps_special_values(std::string_view instruction) {
  return instruction == "OpFConvert" || instruction == "OpFMul" || instruction == "OpFAdd";
}
bool moves_or_keeps(std::string_view instruction) {
  return moves_values(instruction) || keeps_special_values(instruction);
}
bool keeps_denormals(std::string_view instruction) {
  return moves_values(instruction) || instruction == "OpGroupNonUniformFMin" ||
         instruction == "OpGroupNonUniformFMax" || keeps_special_values(instruction);
}

template <class F>
void map(ExchangeView& view, const F& changed) {
  view.for_each_result([&](std::size_t c, unsigned lane) {
    view.set_result(c, lane, changed(view.result_type(c), view.result(c, lane)));
  });
}

void doubles_rounded(ExchangeView& view) {
  map(view, [](ScalarType type, std::uint64_t bits) {
    if (!is_float_type(type) || type.bytes != 8) return bits;
    return std::bit_cast<std::uint64_t>(
        static_cast<double>(static_cast<float>(std::bit_cast<double>(bits))));
  });
}
void upper_words_of_values_lost(ExchangeView& view) {
  map(view, [](ScalarType type, std::uint64_t bits) {
    return type.bytes == 8 && !is_float_type(type) ? bits & 0xFFFFFFFF : bits;
  });
}
void lower_words_lost(ExchangeView& view) {
  map(view, [](ScalarType type, std::uint64_t bits) {
    return type.bytes == 8 ? bits >> 32 << 32 : bits;
  });
}
void upper_bytes_lost(ExchangeView& view) {
  map(view, [](ScalarType type, std::uint64_t bits) {
    return type.bytes == 2 && !is_float_type(type) ? bits & 0xFF : bits;
  });
}
void highest_bits_lost(ExchangeView& view) {
  map(view, [](ScalarType type, std::uint64_t bits) { return bits & ~sign_of(type); });
}
void lowest_bits_lost(ExchangeView& view) {
  map(view, [](ScalarType type, std::uint64_t bits) {
    return type.bytes == 0 ? bits : bits & ~std::uint64_t{1};
  });
}

// The bits of a float without its sign: 0 for a zero, at most `mantissa` for a denormal.
std::uint64_t mantissa_of(ScalarType type) {
  return (std::uint64_t{1} << significand_width_of(type.bytes)) - 1;
}

void denormals_flushed(ExchangeView& view) {
  map(view, [](ScalarType type, std::uint64_t bits) {
    if (!is_float_type(type)) return bits;
    const std::uint64_t magnitude = bits & ~sign_of(type);
    return magnitude <= mantissa_of(type) ? bits & sign_of(type) : bits;
  });
}
void negative_zeros_lost(ExchangeView& view) {
  map(view, [](ScalarType type, std::uint64_t bits) {
    return is_float_type(type) && bits == sign_of(type) ? 0 : bits;
  });
}
void nans_lost(ExchangeView& view) {
  map(view,
      [](ScalarType type, std::uint64_t bits) { return is_nan_bits_of(type, bits) ? 0 : bits; });
}
void infinities_lost(ExchangeView& view) {
  map(view, [](ScalarType type, std::uint64_t bits) {
    const bool is_infinity = is_float_type(type) && (bits & ~sign_of(type)) == infinity_of(type);
    return is_infinity ? bits - 1 : bits;
  });
}

void first_component_for_all(ExchangeView& view) {
  view.active().for_each([&](unsigned lane) {
    for (std::size_t c = 1; c < view.components(); ++c)
      view.set_result(c, lane, view.result(0, lane));
  });
}
void last_component_lost(ExchangeView& view) {
  if (view.components() < 2) return;
  view.active().for_each([&](unsigned lane) { view.set_result(view.components() - 1, lane, 0); });
}
void third_component_lost(ExchangeView& view) {
  if (view.components() == 3) last_component_lost(view);
}
void booleans_true(ExchangeView& view) {
  map(view, [](ScalarType type, std::uint64_t bits) { return type.bytes == 0 ? 1 : bits; });
}
void booleans_inverted(ExchangeView& view) {
  map(view, [](ScalarType type, std::uint64_t bits) { return type.bytes == 0 ? bits ^ 1 : bits; });
}

constexpr Fault value_fault_table[] = {
    {.name = "float64-has-32-bits",
     .description = "Results of float64 are rounded to float32",
     .concerns = has_doubles,
     .change = doubles_rounded},
    {.name = "int64-upper-words-lost",
     .description = "Integers of 64 bits lose their upper half",
     .concerns = has_large_integers,
     .change = upper_words_of_values_lost},
    {.name = "64-bit-lower-words-lost",
     .description = "Values of 64 bits lose their lower half",
     .concerns =
         [](std::string_view name) { return has_doubles(name) || has_large_integers(name); },
     .change = lower_words_lost},
    {.name = "int16-upper-bytes-lost",
     .description = "Integers of 16 bits lose their upper half",
     .concerns = has_large_integers,
     .change = upper_bytes_lost},
    {.name = "highest-bits-lost",
     .description = "The highest bits of results are 0",
     .concerns = has_any_numbers,
     .change = highest_bits_lost},
    {.name = "lowest-bits-lost",
     .description = "The lowest bits of results are 0",
     .concerns = has_any_numbers,
     .change = lowest_bits_lost},
    {.name = "denormals-flushed",
     .description = "Denormals become zeros",
     .concerns = keeps_denormals,
     .change = denormals_flushed},
    {.name = "negative-zeros-lost",
     .description = "-0 becomes +0",
     .concerns = moves_or_keeps,
     .change = negative_zeros_lost},
    {.name = "nans-lost",
     .description = "NaNs become 0",
     .concerns = moves_or_keeps,
     .change = nans_lost},
    {.name = "infinities-lost",
     .description = "Infinities become the greatest numbers",
     .concerns = moves_or_keeps,
     .change = infinities_lost},
    {.name = "first-component-for-all",
     .description = "All components of a vector get the result of the first",
     .concerns = has_vectors,
     .change = first_component_for_all},
    {.name = "last-component-lost",
     .description = "The last component of a vector is 0",
     .concerns = has_vectors,
     .change = last_component_lost},
    {.name = "third-component-lost",
     .description = "The last component of a vector of three is 0",
     .concerns = has_vectors,
     .change = third_component_lost},
    {.name = "booleans-always-true",
     .description = "Results that are Booleans are true",
     .concerns = has_booleans,
     .change = booleans_true},
    {.name = "booleans-inverted",
     .description = "Results that are Booleans are inverted",
     .concerns = has_booleans,
     .change = booleans_inverted},
};

}  // namespace

std::span<const Fault> value_faults() { return value_fault_table; }

}  // namespace spirv_oracle::golden
