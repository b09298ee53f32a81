#include "interpreter/instructions/cooperative_matrix/dense_matrix.h"

#include <algorithm>
#include <bit>
#include <type_traits>

#include "interpreter/exec/lanes/kernel.h"
#include "interpreter/kernels/float_encoding.h"
#include "interpreter/kernels/for_width.h"
#include "interpreter/kernels/sign_extension.h"
#include "memory/definedness.h"

namespace spirv_oracle {
namespace {

constexpr std::size_t header_words = 7;

}  // namespace

PlacedPlanes placed_planes(const MatrixElements& elements, ScalarType type,
                           std::span<const Slot> planes) {
  PlacedPlanes placed{elements.rows(),
                      elements.columns(),
                      elements.invocations(),
                      type,
                      {planes.begin(), planes.end()},
                      {}};
  for (std::uint32_t i = 0; i < planes.size(); ++i) {
    const std::uint32_t holders = elements.first_holders(i);
    for (std::uint32_t lane = 0; lane < elements.invocations(); ++lane) {
      const auto element = static_cast<std::uint32_t>(elements.element(lane, i));
      placed.places.push_back(lane < holders ? element : element | MatrixPlanes::copy_bit);
    }
  }
  return placed;
}

void append_matrix(const PlacedPlanes& matrix, std::vector<std::uint32_t>& words) {
  words.insert(words.end(), {matrix.rows, matrix.columns, matrix.invocations,
                             static_cast<std::uint32_t>(matrix.type.scalar_class),
                             matrix.type.bytes, static_cast<std::uint32_t>(matrix.type.encoding),
                             static_cast<std::uint32_t>(matrix.planes.size())});
  words.insert(words.end(), matrix.planes.begin(), matrix.planes.end());
  words.insert(words.end(), matrix.places.begin(), matrix.places.end());
}

MatrixPlanes read_matrix(const std::uint32_t*& words) {
  MatrixPlanes matrix;
  matrix.rows = words[0];
  matrix.columns = words[1];
  matrix.invocations = words[2];
  matrix.type.scalar_class = static_cast<ScalarType::Class>(words[3]);
  matrix.type.bytes = static_cast<std::uint8_t>(words[4]);
  matrix.type.encoding = static_cast<FloatEncoding>(words[5]);
  matrix.planes = {words + header_words, words[6]};
  matrix.places = {words + header_words + words[6], std::size_t{words[6]} * matrix.invocations};
  words += header_words + matrix.planes.size() + matrix.places.size();
  return matrix;
}

namespace {

Definedness mark_of(const PlaneHeader& header, unsigned lane) {
  if (header.undefined.test(lane)) return Definedness::undefined;
  return header.implementation_dependent.test(lane) ? Definedness::implementation_dependent
                                                    : Definedness::defined;
}

template <class Number>
void add_mark(DenseMatrix<Number>& dense, std::size_t element, Definedness mark) {
  if (mark == Definedness::defined) return;
  dense.marks.resize(dense.elements.size());
  dense.marks[element] = std::max(dense.marks[element], static_cast<std::uint8_t>(mark));
}

// The values as components are stored.
template <class Storage, class Number, class Convert>
DenseMatrix<Number> gather(MatrixHolders holders, const MatrixPlanes& matrix,
                           const Convert& convert) {
  const auto value_of = [&](Slot plane, const MatrixHolder& holder) {
    return convert(holder.subgroup->values<Storage>(plane)[holder.lane]);
  };
  DenseMatrix<Number> dense;
  dense.elements.resize(matrix.count());
  const std::uint32_t* places = matrix.places.data();
  bool has_copies = false, has_marks = false;
  for (const Slot plane : matrix.planes) {
    for (const MatrixHolder& holder : holders) {
      const std::uint32_t place = *places++;
      if (place == MatrixPlanes::no_element) continue;
      has_marks |= is_indeterminate(holder.subgroup->header(plane));
      const bool is_copy = (place & MatrixPlanes::copy_bit) != 0;
      has_copies |= is_copy;
      if (!is_copy) dense.elements[place] = value_of(plane, holder);
    }
  }
  if (!has_copies && !has_marks) return dense;
  places = matrix.places.data();
  for (const Slot plane : matrix.planes) {
    for (const MatrixHolder& holder : holders) {
      const std::uint32_t place = *places++;
      if (place == MatrixPlanes::no_element) continue;
      const std::size_t element = place & ~MatrixPlanes::copy_bit;
      add_mark(dense, element, mark_of(holder.subgroup->header(plane), holder.lane));
      const auto bits = [](Number number) { return std::bit_cast<std::uint64_t>(number); };
      if (bits(value_of(plane, holder)) != bits(dense.elements[element]))
        add_mark(dense, element, Definedness::implementation_dependent);
    }
  }
  return dense;
}

// Calls action<Storage>(to_double, from_double) for the type of the components.
template <class Action>
void for_float(ScalarType type, const Action& action) {
  if (type.is_encoded()) {
    const EncodedFormat& format = format_of(type.encoding);
    const auto encoded = [&]<class Storage>() {
      action.template operator()<Storage>(
          [&format](Storage bits) { return decode(format, bits); },
          [&format](double value) {
            return static_cast<Storage>(encode(format, value, EncodedRounding::nearest_even));
          });
    };
    return type.bytes == 1 ? encoded.template operator()<std::uint8_t>()
                           : encoded.template operator()<std::uint16_t>();
  }
  const auto plain = [&]<class Storage>() {
    action.template operator()<Storage>([](Storage value) { return widen<double>(value); },
                                        [](double value) { return narrow<Storage>(value); });
  };
  switch (type.bytes) {
    case 2:
      return plain.template operator()<Float16>();
    case 4:
      return plain.template operator()<float>();
    default:
      return plain.template operator()<double>();
  }
}

template <class Storage, class Number, class Convert>
void scatter_as(MatrixHolders holders, const MatrixPlanes& matrix, const DenseMatrix<Number>& dense,
                const Convert& convert) {
  const std::uint32_t* places = matrix.places.data();
  for (const Slot plane : matrix.planes) {
    for (const MatrixHolder& holder : holders) holder.subgroup->header(plane) = {};
    for (const MatrixHolder& holder : holders) {
      const std::size_t element = *places++ & ~MatrixPlanes::copy_bit;
      holder.subgroup->values<Storage>(plane)[holder.lane] = convert(dense.elements[element]);
      if (dense.marks.empty()) continue;
      PlaneHeader& header = holder.subgroup->header(plane);
      const auto mark = static_cast<Definedness>(dense.marks[element]);
      if (mark == Definedness::undefined) header.undefined.set(holder.lane);
      if (mark == Definedness::implementation_dependent)
        header.implementation_dependent.set(holder.lane);
    }
  }
}

}  // namespace

DenseMatrix<double> gather_floats(MatrixHolders holders, const MatrixPlanes& matrix) {
  DenseMatrix<double> dense;
  for_float(matrix.type, [&]<class Storage>(const auto& to_double, const auto&) {
    dense = gather<Storage, double>(holders, matrix, to_double);
  });
  return dense;
}

DenseMatrix<std::uint64_t> gather_integers(MatrixHolders holders, const MatrixPlanes& matrix,
                                           bool is_signed) {
  return for_width(matrix.type.bytes, [&]<class T>() -> DenseMatrix<std::uint64_t> {
    if (!is_signed) return gather<T, std::uint64_t>(holders, matrix, [](T value) { return value; });
    return gather<T, std::uint64_t>(holders, matrix, [](T value) {
      return static_cast<std::uint64_t>(sign_extended(value, 8 * sizeof(T)));
    });
  });
}

void scatter(MatrixHolders holders, const MatrixPlanes& matrix, const DenseMatrix<double>& dense) {
  for_float(matrix.type, [&]<class Storage>(const auto&, const auto& from_double) {
    scatter_as<Storage>(holders, matrix, dense, from_double);
  });
}

void scatter(MatrixHolders holders, const MatrixPlanes& matrix,
             const DenseMatrix<std::uint64_t>& dense) {
  for_width(matrix.type.bytes, [&]<class T>() {
    scatter_as<T>(holders, matrix, dense,
                  [](std::uint64_t value) { return static_cast<T>(value); });
  });
}

}  // namespace spirv_oracle
