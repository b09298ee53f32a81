// Group and Subgroup Instructions: blocks of images (SPV_INTEL_subgroups)
//
// One record computes the address of each lane's element in a row; the records of OpLoad and OpStore access it. Elements
// are the bytes of the rows, without a conversion of texels.

#include "interpreter/instructions/image/image_block.h"

#include <algorithm>
#include <string>

#include "grammar/core.h"
#include "interpreter/checks/race_check.h"
#include "interpreter/exec/barriers.h"
#include "interpreter/exec/memory_access.h"
#include "interpreter/instructions/group/block_clauses.h"
#include "interpreter/instructions/group/combination/non_uniform.h"
#include "interpreter/instructions/image/image_access.h"
#include "interpreter/instructions/memory/component_access.h"
#include "interpreter/ir/access_words.h"
#include "interpreter/ir/program.h"
#include "interpreter/lowering/image_operands.h"
#include "interpreter/lowering/kernel_images.h"

namespace spirv_oracle {
namespace {

// Bounds are checked in units of words.
constexpr std::int64_t word_bytes = 4;

template <class G>
struct ImageBlock : BlockClauses<G> {
  using Grammar = G;

  static constexpr Clause not_uniform{
      internal::ClauseId<G, ".operand-not-uniform">::view, "non-uniform-operand",
      Effect::undefined_behavior,
      "Image or Coordinate is not the same for all invocations in the subgroup, or is undefined"};
  static constexpr Clause large_texels{internal::ClauseId<G, ".large-texels">::view, "image-format",
                                       Effect::undefined_behavior,
                                       "the texels of the image have more than four bytes"};
  static constexpr Clause outside{internal::ClauseId<G, ".outside-row">::view, "out-of-bounds",
                                  Effect::undefined_behavior,
                                  "the block extends outside the rows of the image, which is "
                                  "allowed only if the texels have four bytes and the block begins "
                                  "at a texel"};

  // operands: Image, and the components of Coordinate; extra: in Program::data { index of the row in the block, bytes of
  // an element, 1 for a write, planes of the element }.
  static const Record* find_elements(Subgroup& subgroup, const Record* record) {
    const std::uint32_t* words = subgroup.data + record->extra;
    std::fill_n(subgroup.values<std::uint64_t>(record->result), subgroup.padded_lanes,
                reported_address);
    subgroup.header(record->result) = {};
    const Clause* clause = BlockClauses<G>::missing_invocations(subgroup);
    for (unsigned i = 0; i < 3 && clause == nullptr; ++i) {
      const auto operand =
          internal::look_for_uniform_operand(subgroup, record->operand[i], i == 0 ? 8 : 4);
      if (operand.uniformity != internal::Uniformity::uniform) clause = &not_uniform;
    }
    const unsigned first = subgroup.active.lowest();
    const std::uint64_t image = subgroup.values<std::uint64_t>(record->operand[0])[first];
    const auto layout = subgroup.program->images.layouts.find(
        static_cast<std::uint32_t>(image >> AddressSpace::offset_bits));
    if (clause == nullptr && layout == subgroup.program->images.layouts.end()) return record + 1;
    if (clause == nullptr && layout->second.sample_pitch > word_bytes) clause = &large_texels;
    if (clause != nullptr) {
      const bool incomplete = clause == &UniformClause<G>::not_all_execute;
      report(subgroup, *record, *clause, subgroup.active,
             incomplete ? describe_other_lanes(subgroup) : "");
      return record + 1;
    }
    const LevelLayout& level = layout->second.levels[0];
    const std::int64_t x = subgroup.values<std::int32_t>(record->operand[1])[first];
    const std::int64_t y =
        std::int64_t{subgroup.values<std::int32_t>(record->operand[2])[first]} + words[0];
    LaneMask outside_row;
    subgroup.active.for_each([&](unsigned lane) {
      const std::int64_t begin = x + std::int64_t{lane} * words[1];
      const auto address = element(level, layout->second.sample_pitch, image, begin, y, words);
      if (address) {
        subgroup.values<std::uint64_t>(record->result)[lane] = *address;
      } else {
        outside_row.set(lane);
      }
    });
    if (outside_row.any())
      report(subgroup, *record, outside, outside_row,
             "the block begins at byte " + std::to_string(x) + " of row " + std::to_string(y) +
                 ", and a row has " +
                 std::to_string(std::uint64_t{level.extent[0]} * layout->second.sample_pitch) +
                 " bytes");
    return record + 1;
  }

  // The address of an element that begins at byte `begin` of a row; a reported address if the write has no effect. None if the
  // specification does not define the element.
  static std::optional<std::uint64_t> element(const LevelLayout& level, std::uint32_t texel_bytes,
                                              std::uint64_t image, std::int64_t begin,
                                              std::int64_t row, const std::uint32_t* words) {
    const std::int64_t bytes = words[1];
    const bool is_write = words[2] != 0;
    const std::int64_t row_bytes = std::int64_t{level.extent[0]} * texel_bytes;
    const std::int64_t last_row = std::int64_t{level.extent[1]} - 1;
    const bool is_in_row = begin >= 0 && begin + bytes <= row_bytes;
    const bool is_row = row >= 0 && row <= last_row;
    if (!is_in_row && texel_bytes < word_bytes) return std::nullopt;
    if (is_write && !(is_in_row && is_row)) return reported_address;
    // A read outside the row returns the word at its edge.
    const std::int64_t within = ((begin % word_bytes) + word_bytes) % word_bytes;
    if (begin < 0) begin = within;
    if (begin + bytes > row_bytes)
      begin = std::max<std::int64_t>(0, row_bytes - std::max(bytes, word_bytes) + within);
    if (begin + bytes > row_bytes) return std::nullopt;
    return image + level.offset +
           static_cast<std::uint64_t>(std::clamp<std::int64_t>(row, 0, last_row)) * level.pitch[1] +
           static_cast<std::uint64_t>(begin);
  }

  static void emit(Lowering& lowering, const Instruction& instruction, bool store,
                   std::span<const Slot> components, ScalarType type) {
    const Id image = instruction.id(G::image), coordinate = instruction.id(G::coordinate);
    check_access_qualifier(lowering, image, store);
    const Type& image_type = lowering.type_of(image);
    if (image_type.kind != Type::Kind::image || image_type.image.dim != spv::Dim::Dim2D ||
        image_type.image.arrayed || image_type.image.multisampled || type.bytes == 0)
      return lowering.fail_unsupported("a block of an image that is not a plain 2D image");
    if (lowering.type_of(coordinate).component_count < 2)
      return lowering.fail_input("Coordinate has fewer than two components");
    note_image_use(lowering, image, true);
    const Slot descriptor = lowering.value(image).slots[0];
    const Slot x = lowering.slot(coordinate, 0, ScalarType::unsigned_integer(4));
    const Slot y = lowering.slot(coordinate, 1, ScalarType::unsigned_integer(4));
    const std::optional<RaceSite> race = image_race_site(lowering, {}, store);
    for (std::uint32_t row = 0; row < components.size(); ++row) {
      lowering.check_width(components[row], type.bytes);
      const std::uint32_t words[] = {row, type.bytes, store ? 1u : 0u};
      const Slot address = lowering.new_plane(ScalarType::pointer());
      lowering.emit(&find_elements, address, {descriptor, x, y}, lowering.add_data(words));
      emit_component_access(lowering, {.store = store,
                                       .address = address,
                                       .stride = type.bytes,
                                       .bytes = type.bytes,
                                       .alignment = 1u | exact_alignment,
                                       .planes = components.subspan(row, 1),
                                       .race = race});
    }
  }
};

struct OpSubgroupImageBlockReadINTEL : ImageBlock<grammar::OpSubgroupImageBlockReadINTEL> {
  static constexpr MemoryOperand memory_operands[] = {{Grammar::image, true, false}};
  static constexpr auto clauses = clause_list(UniformClause<Grammar>::not_all_execute,
                                              partly_filled, not_uniform, large_texels, outside);

  template <class Self>
  static void lower(Lowering& lowering, const Instruction& instruction) {
    const std::vector<Slot> results = lowering.define(instruction).slots;
    emit(lowering, instruction, false, results, lowering.type(instruction.type).scalar);
  }
};

struct OpSubgroupImageBlockWriteINTEL : ImageBlock<grammar::OpSubgroupImageBlockWriteINTEL> {
  static constexpr MemoryOperand memory_operands[] = {{Grammar::image, false, true}};
  static constexpr auto clauses = clause_list(UniformClause<Grammar>::not_all_execute,
                                              partly_filled, not_uniform, large_texels, outside);

  template <class Self>
  static void lower(Lowering& lowering, const Instruction& instruction) {
    const Id data = instruction.id(Grammar::data);
    const std::vector<Slot> components = lowering.value(data).slots;
    emit(lowering, instruction, true, components, lowering.type_of(data).scalar);
  }
};

}  // namespace

std::span<const InstructionDefinition> image_block_instructions() {
  return InstructionList<OpSubgroupImageBlockReadINTEL,
                         OpSubgroupImageBlockWriteINTEL>::definitions;
}

}  // namespace spirv_oracle
