// The product of a matrix in memory and a cooperative vector, plus a bias in memory, as a record describes it.
#pragma once

#include <cstdint>
#include <vector>

#include "interpreter/instructions/cooperative_vector/interpretation.h"
#include "interpreter/ir/record.h"

namespace spirv_oracle {

struct VectorProduct {
  std::uint32_t rows = 0, columns = 0;  // M and K
  InputConversion input;
  ScalarType matrix, bias, result;  // `bias` has 0 bytes in a product without one
  // The planes of Input; the elements of the matrix row by row; those of the bias; the result.
  std::vector<Slot> input_planes, matrix_planes, bias_planes, results;

  bool has_floats() const { return result.is_float(); }
};

std::vector<std::uint32_t> words_of(const VectorProduct& product);

// A product in the words of a record.
struct ProductWords {
  explicit ProductWords(const std::uint32_t* words);

  std::uint32_t rows, columns;
  InputConversion input;
  ScalarType matrix, bias, result;
  std::uint32_t input_count;
  const Slot* input_planes;
  const Slot* matrix_planes;
  const Slot* bias_planes;
  const Slot* results;
};

// Encloses the results of the record of a product; extra: the words.
const Record* enclose_vector_product(Subgroup& subgroup, const Record* record);

}  // namespace spirv_oracle
