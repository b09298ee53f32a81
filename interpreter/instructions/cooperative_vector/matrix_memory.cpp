#include "interpreter/instructions/cooperative_vector/matrix_memory.h"

#include <algorithm>
#include <string>

#include "interpreter/exec/report/report.h"
#include "interpreter/exec/state/component_bits.h"
#include "interpreter/observe/enclosures.h"

namespace spirv_oracle {
namespace {

// extra: { bytes of an element, number of planes, planes }.
struct OpaqueWords {
  std::uint32_t bytes, count;
  const Slot* planes;

  explicit OpaqueWords(const std::uint32_t* words)
      : bytes(words[0]), count(words[1]), planes(words + 2) {}
};

const Record* enclose_opaque_elements(Subgroup& subgroup, const Record* record) {
  Enclosures* const enclosures = enclosures_of(subgroup);
  const OpaqueWords words(subgroup.data + record->extra);
  for (std::uint32_t i = 0; i < words.count; ++i) {
    if (enclosures == nullptr) {
      mark_not_enclosed(subgroup, words.planes[i]);
      continue;
    }
    const PlaneHeader& header = subgroup.header(words.planes[i]);
    (subgroup.active & ~header.implementation_dependent).for_each([&](unsigned lane) {
      enclosures->enclose(subgroup, words.planes[i], lane, std::nullopt, record->origin);
    });
  }
  return record + 1;
}

// Whether all marks of the matrix come from its conversion: the program stores no uncertain values there.
bool has_only_converted(const Subgroup& subgroup, Slot address) {
  const MemorySharing& sharing = subgroup.program->sharing;
  const std::uint64_t first = subgroup.values<std::uint64_t>(address)[subgroup.active.lowest()];
  return !sharing.writes_any_object && !sharing.written_objects.contains(static_cast<std::uint32_t>(
                                           first >> AddressSpace::offset_bits));
}

}  // namespace

const char* CooperativeVectorMatrixLayout::name() const {
  if (!optimal) return is_column_major ? "ColumnMajorNV" : "RowMajorNV";
  return *optimal == OptimalLayout::inferencing ? "InferencingOptimalNV" : "TrainingOptimalNV";
}

bool CooperativeVectorMatrixLayout::is_opaque(ScalarType type) const {
  return optimal && spirv_oracle::is_opaque(*optimal, type.is_float(), type.bytes);
}

CooperativeVectorMatrixLayout matrix_layout(Lowering& lowering, Id memory_layout) {
  const auto layout = lowering.types().integer(memory_layout);
  if (!layout) lowering.fail_input("MemoryLayout is not a known constant");
  using Layout = spv::CooperativeVectorMatrixLayout;
  const auto is = [&](Layout known) { return *layout == static_cast<std::int64_t>(known); };
  if (is(Layout::RowMajorNV)) return {};
  if (is(Layout::ColumnMajorNV)) return {.is_column_major = true};
  if (is(Layout::InferencingOptimalNV)) return {.optimal = OptimalLayout::inferencing};
  if (is(Layout::TrainingOptimalNV)) return {.optimal = OptimalLayout::training};
  lowering.fail_unsupported("the MemoryLayout " + std::to_string(*layout));
}

std::vector<ElementPlace> emit_matrix_places(Lowering& lowering, const MatrixInMemory& matrix) {
  const OptimalPlacement optimal{matrix.layout.optimal.value_or(OptimalLayout::training),
                                 matrix.rows, matrix.columns};
  const bool by_columns = matrix.layout.is_column_major,
             is_optimal = matrix.layout.optimal.has_value();
  if (!is_optimal && !matrix.stride)
    lowering.fail_input("RowMajorNV and ColumnMajorNV require MatrixStride");
  const std::uint64_t length = is_optimal   ? optimal.elements()
                               : by_columns ? matrix.rows
                                            : matrix.columns;
  LinesInMemory lines{.pointer = matrix.pointer,
                      .offset = matrix.offset,
                      .bytes = static_cast<std::uint32_t>(length * matrix.type.bytes),
                      .access = matrix.access,
                      .alignment = matrix.alignment,
                      .stride_alignment = matrix.stride_alignment,
                      .check = matrix.check};
  if (!is_optimal) {
    lines.stride = matrix.stride;
    lines.count = by_columns ? matrix.columns : matrix.rows;
  }
  const std::vector<Slot> addresses = emit_line_addresses(lowering, lines);
  std::vector<ElementPlace> places;
  for (std::uint32_t row = 0; row < matrix.rows; ++row) {
    for (std::uint32_t column = 0; column < matrix.columns; ++column) {
      const std::uint32_t line = is_optimal ? 0 : by_columns ? column : row;
      const std::uint64_t element = is_optimal   ? optimal.place(row, column)
                                    : by_columns ? row
                                                 : column;
      places.push_back({addresses[line], element * matrix.type.bytes});
    }
  }
  return places;
}

std::vector<ElementRun> consecutive_elements(const std::vector<ElementPlace>& places,
                                             const std::vector<Slot>& planes, unsigned bytes) {
  std::vector<std::pair<ElementPlace, Slot>> elements;
  for (std::size_t i = 0; i < places.size(); ++i) elements.emplace_back(places[i], planes[i]);
  std::ranges::sort(elements, {}, [](const auto& element) {
    return std::pair(element.first.address, element.first.offset);
  });
  std::vector<ElementRun> runs;
  for (const auto& [place, plane] : elements) {
    const bool follows =
        !runs.empty() && runs.back().first.address == place.address &&
        runs.back().first.offset + runs.back().planes.size() * bytes == place.offset;
    if (!follows) runs.push_back({place, {}});
    runs.back().planes.push_back(plane);
  }
  return runs;
}

void emit_opaque_elements(Lowering& lowering, const OpaqueElements& elements) {
  std::vector<std::uint32_t> words = {elements.type.bytes,
                                      static_cast<std::uint32_t>(elements.planes.size())};
  words.insert(words.end(), elements.planes.begin(), elements.planes.end());
  const std::uint32_t data = lowering.add_data(words);
  lowering.describe(lowering.emit(elements.take, no_slot, {elements.address}, data),
                    {.reads = elements.planes, .writes = elements.planes});
  if (lowering.request().record_enclosures)
    lowering.describe(lowering.emit(&enclose_opaque_elements, no_slot, {}, data),
                      {.writes = elements.planes});
}

namespace internal {

const Record* take_opaque_elements(Subgroup& subgroup, const Record& record,
                                   const Clause& not_converted) {
  const OpaqueWords words(subgroup.data + record.extra);
  const bool may_know = subgroup.active.any() && has_only_converted(subgroup, record.operand[0]);
  LaneMask wrong;
  for (std::uint32_t i = 0; i < words.count; ++i) {
    PlaneHeader& header = subgroup.header(words.planes[i]);
    const LaneMask known = header.implementation_dependent & ~header.undefined & subgroup.active;
    LaneMask other;
    (subgroup.active & ~header.undefined & ~known).for_each([&](unsigned lane) {
      if (component_bits(subgroup, words.planes[i], words.bytes, lane) != 0) other.set(lane);
    });
    if (may_know) header.implementation_dependent &= ~known;
    header.implementation_dependent |= other;
    wrong |= other;
  }
  if (wrong.any()) report(subgroup, record, not_converted, wrong);
  return &record + 1;
}

}  // namespace internal
}  // namespace spirv_oracle
