// The DATA language: how the command line gives the bytes of a resource.
//
//   DATA  = PART { ";" PART }                        one after the other, for structs of mixed types
//   PART  = TYPE ":" ITEM { "," ITEM }
//         | "zero(" BYTES ")" | "undef(" BYTES ")"
//         | "@" FILE | "masked@" FILE              FILE takes the rest of the text
//   ITEM  = literal | "undef" | "address(" NAME [ "+" BYTES ] ")"  the last one in uint64 data
//         | "fill(" N "," v [ "," v ... ] ")"        N elements, all v, or one value per component
//         | "iota(" N [ "," start [ "," step ] ] ")"
//         | "random(" N "," seed [ "," lo "," hi ] ")"
//         | "inferencing_optimal(" ROWS "x" COLUMNS "," ITEM { "," ITEM } ")"   a matrix, row by row, in our optimal layout
//         | "training_optimal(" ROWS "x" COLUMNS "," ITEM { "," ITEM } ")"      of this kind; an ITEM may be "@" FILE
//
// TYPE is a scalar type, or a vector type such as float32x3: its components follow each other
// without padding, and N counts whole vectors. A FILE that ends in .npy gives the elements of a
// NumPy array in C order, one that ends in .png the pixels of a picture as four bytes each (red,
// green, blue, alpha), any other its raw bytes. With "masked", the bytes that FILE.undef marks, as --output-mask writes it,
// are undefined.
//
// random() is the same on every platform: std::mt19937_64 seeded with `seed`. An integer is
// uniform over lo..hi (default: all values of the type), taken from one 64-bit output modulo the
// size of the range, where outputs beyond the last whole multiple of it are skipped. A float is
// lo + u * (hi - lo), u the upper 53 bits of an output as a fraction, computed with one fma in
// binary64 and rounded to the type; one that rounds to hi is skipped (default: 0 and 1).
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <string_view>

#include "interpreter/result.h"
#include "memory/definedness.h"

namespace spirv_oracle {

struct DataContext {
  // Returns the address of a named memory. Empty if the name is unknown.
  std::function<std::optional<std::uint64_t>(std::string_view name)> address_of;
  // Limit for the memory of all resources. Each byte of a resource takes two: its value and its
  // definedness.
  std::uint64_t max_memory = std::numeric_limits<std::uint64_t>::max();
  std::uint64_t in_use = 0;  // of max_memory, by the resources read so far

  std::uint64_t left() const { return max_memory - std::min(max_memory, in_use); }
};

// Errors: bad_input if the text cannot be read; limit if it needs more than the remaining memory.
Result<ShadowedBytes> parse_data(std::string_view text, const DataContext& context);

}  // namespace spirv_oracle
