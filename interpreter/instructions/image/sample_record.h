// The record of an image instruction with a sampler: its words, the rules that it checks, and its handler.
#pragma once

#include <array>
#include <cstdint>

#include "interpreter/findings/clause.h"
#include "interpreter/images/texel_format.h"
#include "interpreter/ir/program.h"
#include "interpreter/ir/record.h"

namespace spirv_oracle {

namespace sample_clauses {
inline constexpr Clause coordinate_not_finite{
    "image.coordinate-not-finite", "out-of-bounds", Effect::undefined_result,
    "a coordinate, a derivative or the level of detail of a sample is an infinity or a NaN"};
inline constexpr Clause comparison_mismatch{
    "image.sampler-comparison-mismatch", "sampler-mismatch", Effect::undefined_result,
    "either the sampler or the instruction does a depth comparison, but not both"};
inline constexpr Clause component_out_of_range{"OpImageGather.component-out-of-range",
                                               "out-of-bounds", Effect::undefined_behavior,
                                               "Component is not 0, 1, 2 or 3"};

inline constexpr Clause quad_not_together{
    "image.quad-not-in-tangle", "derivative-divergence", Effect::undefined_result,
    "not all invocations of the quad execute this instruction, "
    "which has an implicit derivative, together"};

inline constexpr Clause min_lod_too_large{
    "image.min-lod-too-large", "out-of-bounds", Effect::undefined_result,
    "MinLod is greater than the greatest level of detail of the sampler"};

// Vulkan, "Accessing Unbound Regions".
inline constexpr Clause samples_unbound{
    "image.sample-unbound",
    "unbound-texel",
    Effect::undefined_result,
    "a sample uses a texel of a sparse image to which no memory is bound, and the device does not "
    "have "
    "residencyNonResidentStrict",
    ArithmeticPoison::unchanged,
    "use the texel only if OpImageSparseTexelsResident returns true"};

inline constexpr Clause sampler_repeats_texels{
    "image.unnormalized-repeat", "sampler-mismatch", Effect::undefined_result,
    "the sampler of a kernel repeats the image, but its coordinates are not normalized"};
inline constexpr Clause integer_coordinate{
    "image.integer-coordinate", "sampler-mismatch", Effect::undefined_result,
    "a kernel reads with integer coordinates, but the sampler does not have nearest filtering, "
    "unnormalized coordinates and an addressing mode that does not repeat"};
inline constexpr Clause integers_filtered{
    "image.integers-filtered", "sampler-mismatch", Effect::undefined_result,
    "a kernel reads integers with a sampler whose filter is linear"};
inline constexpr Clause kernel_coordinate_not_finite{
    "image.kernel-coordinate-not-finite", "out-of-bounds", Effect::undefined_behavior,
    "a coordinate of a sample in a kernel is an infinity or a NaN"};
inline constexpr Clause samples_outside{
    "image.sample-outside",
    "out-of-bounds",
    Effect::undefined_result,
    "a sample selects a texel outside the image, and the sampler has no addressing mode",
    ArithmeticPoison::unchanged,
    "use a sampler with CLK_ADDRESS_CLAMP or CLK_ADDRESS_CLAMP_TO_EDGE, or keep the coordinates "
    "inside"};
}  // namespace sample_clauses

enum class SampleMethod : std::uint32_t {
  sample,
  sample_comparison,
  gather,
  gather_comparison,
  query_level,
};

// The words of a record. A slot is no_slot if the instruction has no such operand.
struct SampleWords {
  SampleMethod method = SampleMethod::sample;
  Slot image = no_slot, sampler = no_slot;
  std::uint32_t dimension = 0, arrayed = 0;
  std::array<Slot, 3> coordinate = {no_slot, no_slot, no_slot};
  Slot layer = no_slot;
  Slot lod = no_slot, min_lod = no_slot, bias = no_slot;
  std::uint32_t implicit_lod = 0;  // from the derivatives of the coordinate in the quad
  std::uint32_t is_kernel = 0;
  std::uint32_t filtering = 0;  // Filtering
  std::uint32_t integer_coordinate = 0;
  std::uint32_t sign_extends = 0, zero_extends = 0;
  std::array<Slot, 3> dx = {no_slot, no_slot, no_slot}, dy = {no_slot, no_slot, no_slot};
  std::array<Slot, 3> offset = {no_slot, no_slot, no_slot};
  std::array<Slot, 8> offsets;  // of ConstOffsets: x and y for each texel
  Slot reference = no_slot, component = no_slot;
  std::uint32_t result_count = 4, result_bytes = 4, result_is_float = 1;
  std::array<Slot, 4> results = {no_slot, no_slot, no_slot, no_slot};
  Slot residency = no_slot;  // of OpImageSparse... instructions: the plane of residency codes
  std::uint32_t residency_bytes = 0;
  std::uint32_t format_count = 0, formats = 0;  // in Program::data, of ObjectFormat
};

// The format of the texels of one object, or of all.
struct ObjectFormat {
  static constexpr std::uint32_t any_object = 0;
  static constexpr std::size_t words = 5;

  std::uint32_t object = any_object;
  std::uint16_t bytes = 0;
  ChannelOrder order = ChannelOrder::rgba;
  std::uint8_t unused = 0;
  std::array<TexelComponent, 4> components = {};
};
static_assert(sizeof(ObjectFormat) == ObjectFormat::words * sizeof(std::uint32_t));

// extra: in Program::data, the SampleWords.
const Record* execute_sample(Subgroup& subgroup, const Record* record);
// Encloses the results of the preceding record, which has the same fields.
const Record* enclose_sample(Subgroup& subgroup, const Record* record);

}  // namespace spirv_oracle
