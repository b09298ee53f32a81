// Image Instructions with a sampler

#include <algorithm>
#include <cmath>
#include <cstring>

#include "grammar/core.h"
#include "interpreter/checks/device_limits.h"
#include "interpreter/images/sampling.h"
#include "interpreter/instructions/families.h"
#include "interpreter/instructions/image/image_access.h"
#include "interpreter/instructions/image/image_sample.h"
#include "interpreter/instructions/image/texel_conversion.h"
#include "interpreter/instructions/lists.h"
#include "interpreter/kernels/arithmetic_steps.h"
#include "interpreter/lowering/image_resources.h"
#include "interpreter/lowering/kernel_images.h"

namespace spirv_oracle {
namespace {

constexpr Clause coordinate_not_finite{
    "image.coordinate-not-finite", "out-of-bounds", Effect::undefined_result,
    "a coordinate, a derivative or the level of detail of a sample is an infinity or a NaN"};
constexpr Clause comparison_mismatch{
    "image.sampler-comparison-mismatch", "sampler-mismatch", Effect::undefined_result,
    "either the sampler or the instruction does a depth comparison, but not both"};
constexpr Clause component_out_of_range{"OpImageGather.component-out-of-range", "out-of-bounds",
                                        Effect::undefined_behavior,
                                        "Component is not 0, 1, 2 or 3"};

constexpr Clause quad_not_together{"image.quad-not-in-tangle", "derivative-divergence",
                                   Effect::undefined_result,
                                   "not all invocations of the quad execute this instruction, "
                                   "which has an implicit derivative, together"};

constexpr Clause sampler_repeats_texels{
    "image.unnormalized-repeat", "sampler-mismatch", Effect::undefined_result,
    "the sampler of a kernel repeats the image, but its coordinates are not normalized"};
constexpr Clause integer_coordinate{
    "image.integer-coordinate", "sampler-mismatch", Effect::undefined_result,
    "a kernel reads with integer coordinates, but the sampler does not have nearest filtering, "
    "unnormalized coordinates and an addressing mode that does not repeat"};
constexpr Clause integers_filtered{"image.integers-filtered", "sampler-mismatch",
                                   Effect::undefined_result,
                                   "a kernel reads integers with a sampler whose filter is linear"};
constexpr Clause kernel_coordinate_not_finite{
    "image.kernel-coordinate-not-finite", "out-of-bounds", Effect::undefined_behavior,
    "a coordinate of a sample in a kernel is an infinity or a NaN"};

enum class Method : std::uint32_t {
  sample,
  sample_comparison,
  gather,
  gather_comparison,
  query_level,
};

// The words of a record. A slot is no_slot if the instruction has no such operand.
struct SampleWords {
  Method method = Method::sample;
  Slot image = no_slot, sampler = no_slot;
  std::uint32_t dimension = 0, arrayed = 0;
  std::array<Slot, 3> coordinate = {no_slot, no_slot, no_slot};
  Slot layer = no_slot;
  Slot lod = no_slot, min_lod = no_slot, bias = no_slot;
  std::uint32_t implicit_lod = 0;  // from the derivatives of the coordinate in the quad
  std::uint32_t is_kernel = 0;
  std::uint32_t integer_coordinate = 0;
  std::uint32_t sign_extends = 0, zero_extends = 0;
  std::array<Slot, 3> dx = {no_slot, no_slot, no_slot}, dy = {no_slot, no_slot, no_slot};
  std::array<Slot, 3> offset = {no_slot, no_slot, no_slot};
  std::array<Slot, 8> offsets;  // of ConstOffsets: x and y for each texel
  Slot reference = no_slot, component = no_slot;
  std::uint32_t result_count = 4, result_bytes = 4, result_is_float = 1;
  std::array<Slot, 4> results = {no_slot, no_slot, no_slot, no_slot};
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

// The planes of all operands; no_slot for those that the instruction does not have.
std::vector<Slot> operand_planes(const SampleWords& words) {
  std::vector<Slot> planes = {words.image,   words.sampler, words.layer,     words.lod,
                              words.min_lod, words.bias,    words.reference, words.component};
  for (const auto& axes : {words.coordinate, words.dx, words.dy, words.offset})
    planes.insert(planes.end(), axes.begin(), axes.end());
  planes.insert(planes.end(), words.offsets.begin(), words.offsets.end());
  return planes;
}

std::uint32_t add_words(Lowering& lowering, const SampleWords& words) {
  std::vector<std::uint32_t> data((sizeof words + 3) / 4);
  std::memcpy(data.data(), &words, sizeof words);
  return lowering.add_data(data);
}

// --- executing ---

TexelFormat format_of(const Subgroup& subgroup, const SampleWords& words, std::uint32_t object) {
  ObjectFormat found;
  for (std::uint32_t i = 0; i < words.format_count; ++i) {
    std::memcpy(static_cast<void*>(&found), subgroup.data + words.formats + i * ObjectFormat::words,
                sizeof found);
    if (found.object == object) break;
  }
  return {"", static_cast<std::uint8_t>(found.bytes), found.components, found.order};
}

// The operands of one lane.
class LaneSample {
 public:
  LaneSample(const Subgroup& subgroup, const SampleWords& words, unsigned lane)
      : subgroup_(subgroup), words_(words), lane_(lane) {}

  // The result for an undefined operand is undefined; for an uncertain one, uncertain.
  Definedness operands = Definedness::defined;

  double number(Slot slot) { return number(slot, lane_); }
  double number(Slot slot, unsigned lane) {
    if (slot == no_slot) return 0;
    note(slot, lane);
    return subgroup_.values<float>(slot)[lane];
  }
  std::int32_t integer(Slot slot) {
    if (slot == no_slot) return 0;
    note(slot, lane_);
    return subgroup_.values<std::int32_t>(slot)[lane_];
  }
  std::uint32_t object(Slot slot) {
    note(slot, lane_);
    return static_cast<std::uint32_t>(subgroup_.values<std::uint64_t>(slot)[lane_] >>
                                      AddressSpace::offset_bits);
  }

  SamplePlace place(const ImageLayout& layout) {
    SamplePlace place;
    place.dimension = static_cast<SampledDimension>(words_.dimension);
    place.arrayed = words_.arrayed != 0;
    for (unsigned axis = 0; axis < 3; ++axis) {
      place.coordinate[axis] = coordinate(words_.coordinate[axis]);
      place.offset[axis] = integer(words_.offset[axis]);
    }
    place.layer = coordinate(words_.layer);
    place.lod = number(words_.lod);
    if (words_.dx[0] != no_slot || words_.implicit_lod != 0) set_lod(layout, place);
    return place;
  }

 private:
  double coordinate(Slot slot) {
    return words_.integer_coordinate != 0 ? static_cast<double>(integer(slot)) : number(slot);
  }

  // From explicit derivatives, or from those in the quad (lanes with adjacent ids, row by row).
  void set_lod(const ImageLayout& layout, SamplePlace& place) {
    std::array<double, 3> dx{}, dy{};
    const unsigned first = lane_ & ~3u, row = lane_ & 2u, column = lane_ & 1u;
    for (unsigned axis = 0; axis < 3; ++axis) {
      if (words_.implicit_lod != 0) {
        const Slot p = words_.coordinate[axis];
        dx[axis] = number(p, first + row + 1) - number(p, first + row);
        dy[axis] = number(p, first + column + 2) - number(p, first + column);
      } else {
        dx[axis] = number(words_.dx[axis]);
        dy[axis] = number(words_.dy[axis]);
      }
    }
    place.lod = lod_of_derivatives(layout, place.dimension, dx, dy) + number(words_.bias);
    place.lod_is_exact = false;
    if (words_.min_lod != no_slot) place.lod = std::max(place.lod, number(words_.min_lod));
  }

  void note(Slot slot, unsigned lane) {
    const PlaneHeader& header = subgroup_.header(slot);
    if (header.undefined.test(lane)) {
      operands = Definedness::undefined;
    } else if (header.implementation_dependent.test(lane)) {
      operands = std::max(operands, Definedness::implementation_dependent);
    }
  }

  const Subgroup& subgroup_;
  const SampleWords& words_;
  unsigned lane_;
};

// `gather_at(place)` returns four texels; with ConstOffsets, one at each of four places.
template <class GatherAt>
SampledTexel gather_with_offsets(SamplePlace place, const SampleWords& words, LaneSample& operands,
                                 const GatherAt& gather_at) {
  if (words.offsets[0] == no_slot) return gather_at(place);
  SampledTexel result;
  for (unsigned i = 0; i < 4; ++i) {
    place.offset = {operands.integer(words.offsets[2 * i]),
                    operands.integer(words.offsets[2 * i + 1]), 0};
    result[i] = gather_at(place)[3];  // the texel at the place itself
  }
  return result;
}

SampledTexel sample_lane(const SampledImage& image, const SamplerState& sampler,
                         const SamplePlace& place, const SampleWords& words, LaneSample& operands,
                         unsigned component) {
  const double reference = operands.number(words.reference);
  switch (words.method) {
    case Method::sample:
      return sample(image, sampler, place);
    case Method::sample_comparison:
      return sample_comparison(image, sampler, place, reference);
    case Method::gather:
      return gather_with_offsets(place, words, operands, [&](const SamplePlace& at) {
        return gather(image, sampler, at, component);
      });
    case Method::query_level: {
      const SampledLevel found = sampled_level(image, sampler, place);
      SampledTexel levels;
      levels[0] = {found.level, 0, Definedness::implementation_dependent};
      levels[1] = {found.lod, 0, Definedness::implementation_dependent};
      return levels;
    }
    case Method::gather_comparison:
      break;
  }
  return gather_with_offsets(place, words, operands, [&](const SamplePlace& at) {
    return gather_comparison(image, sampler, at, reference);
  });
}

void store_result(Subgroup& subgroup, const SampleWords& words, unsigned lane,
                  const SampledTexel& texel, Definedness operands) {
  for (unsigned i = 0; i < words.result_count; ++i) {
    const Slot slot = words.results[i];
    if (words.result_is_float != 0 && words.result_bytes == 2) {
      subgroup.values<Float16>(slot)[lane] = to_float16(texel[i].number);
    } else if (words.result_is_float != 0) {
      subgroup.values<float>(slot)[lane] = static_cast<float>(texel[i].number);
    } else if (words.result_bytes == 8) {
      subgroup.values<std::int64_t>(slot)[lane] = texel[i].integer;
    } else {
      subgroup.values<std::int32_t>(slot)[lane] = static_cast<std::int32_t>(texel[i].integer);
    }
    const Definedness state = std::max(operands, texel[i].state);
    if (state == Definedness::undefined) subgroup.header(slot).undefined.set(lane);
    if (state == Definedness::implementation_dependent)
      subgroup.header(slot).implementation_dependent.set(lane);
  }
}

// The restriction that a kernel's sampler or format breaks for the instruction; null if there is none.
const Clause* kernel_mistake(const SampleWords& words, const SamplerState& sampler,
                             const TexelFormat& format) {
  if (words.is_kernel == 0 || words.method == Method::query_level) return nullptr;
  const bool reads_floats = words.result_is_float != 0;
  const bool is_signed = format.first_component().encoding == TexelEncoding::sint;
  const bool wrong_sign =
      !reads_floats && (is_signed ? words.zero_extends != 0 : words.sign_extends != 0);
  if (format.is_integer() == reads_floats || wrong_sign) return &image_clauses::read_mismatch;
  const bool is_linear = sampler.magnification == SamplerFilter::linear;
  const bool repeats = sampler.address[0] == AddressMode::repeat ||
                       sampler.address[0] == AddressMode::mirrored_repeat;
  if (words.integer_coordinate != 0 && (is_linear || sampler.normalized_coordinates || repeats)) {
    return &integer_coordinate;
  }
  if (repeats && !sampler.normalized_coordinates) return &sampler_repeats_texels;
  if (is_linear && !reads_floats) return &integers_filtered;
  return nullptr;
}

// The lanes whose quad is incomplete.
LaneMask in_incomplete_quads(const LaneMask& active) {
  LaneMask lanes;
  active.for_each([&](unsigned lane) {
    for (unsigned other = lane & ~3u; other <= (lane | 3u); ++other) {
      if (!active.test(other)) lanes.set(lane);
    }
  });
  return lanes;
}

const Op* execute_sample(Subgroup& subgroup, const Op* op) {
  SampleWords words;
  std::memcpy(static_cast<void*>(&words), subgroup.data + op->extra, sizeof words);
  for (unsigned i = 0; i < words.result_count; ++i) subgroup.header(words.results[i]) = {};
  const bool with_comparison =
      words.method == Method::sample_comparison || words.method == Method::gather_comparison;
  BrokenClauses broken;
  LaneMask incomplete;
  if (words.implicit_lod != 0) incomplete = in_incomplete_quads(subgroup.active);
  incomplete.for_each([&](unsigned lane) { broken.add(quad_not_together, lane); });
  subgroup.active.for_each([&](unsigned lane) {
    LaneSample operands(subgroup, words, lane);
    const std::uint32_t object = operands.object(words.image);
    const auto layout = subgroup.program->images.layouts.find(object);
    const auto sampler = subgroup.program->images.samplers.find(operands.object(words.sampler));
    const auto give_up = [&] { store_result(subgroup, words, lane, {}, Definedness::undefined); };
    if (layout == subgroup.program->images.layouts.end() ||
        sampler == subgroup.program->images.samplers.end() ||
        operands.operands == Definedness::undefined || incomplete.test(lane)) {
      return give_up();
    }
    const ObjectEntry& entry = subgroup.memory->object(object);
    const SampledImage image{&layout->second, entry.bytes, entry.shadow,
                             format_of(subgroup, words, object)};
    if (const Clause* mistake = kernel_mistake(words, sampler->second, image.format);
        mistake != nullptr) {
      broken.add(*mistake, lane);
      return give_up();
    }
    const SamplePlace place = operands.place(layout->second);
    const auto component = static_cast<std::uint32_t>(operands.integer(words.component));
    if (operands.operands == Definedness::undefined) return give_up();
    if (!is_finite(place)) {
      broken.add(words.is_kernel != 0 ? kernel_coordinate_not_finite : coordinate_not_finite, lane);
      return give_up();
    }
    if (component > 3) {
      broken.add(component_out_of_range, lane);
      return give_up();
    }
    if (sampler->second.compare.has_value() != with_comparison &&
        words.method != Method::query_level) {
      broken.add(comparison_mismatch, lane);
      return give_up();
    }
    const SampledTexel texel =
        sample_lane(image, sampler->second, place, words, operands, component);
    store_result(subgroup, words, lane, texel, operands.operands);
  });
  broken.report(subgroup, *op);
  return op + 1;
}

// --- lowering ---

constexpr ScalarType integer_type = ScalarType::unsigned_integer(4);

std::optional<SampledDimension> dimension_of(const ImageType& type) {
  switch (type.dim) {
    case spv::Dim::Dim1D:
      return SampledDimension::one;
    case spv::Dim::Dim2D:
      return SampledDimension::two;
    case spv::Dim::Dim3D:
      return SampledDimension::three;
    case spv::Dim::Cube:
      return SampledDimension::cube;
    default:
      return std::nullopt;
  }
}

unsigned axes_of(SampledDimension dimension) {
  return dimension == SampledDimension::one ? 1 : dimension == SampledDimension::two ? 2 : 3;
}

// The operands of an instruction other than its sampled image and coordinate.
struct SampleOperands {
  Method method = Method::sample;
  bool projective = false;
  bool implicit_lod = false;
  Id reference = 0;
  Id component = 0;
  ImageOperands image;
};

class SampleLowering {
 public:
  SampleLowering(Lowering& lowering, const Instruction& instruction, Id sampled_image,
                 Id coordinate, const SampleOperands& operands)
      : lowering_(lowering),
        instruction_(instruction),
        sampled_image_(sampled_image),
        coordinate_(coordinate),
        operands_(operands) {}

  void lower() {
    const ImageType& type = lowering_.type_of(sampled_image_).image;
    const auto dimension = dimension_of(type);
    if (!dimension || type.multisampled)
      lowering_.fail_unsupported("sampling an image of this dimensionality");
    set_formats();
    const Value value = lowering_.value(sampled_image_);
    words_.method = operands_.method;
    words_.image = value.slots[0];
    words_.sampler = value.slots[1];
    words_.dimension = static_cast<std::uint32_t>(*dimension);
    const bool is_query = operands_.method == Method::query_level;
    words_.arrayed = type.arrayed && !is_query ? 1 : 0;
    words_.implicit_lod = operands_.implicit_lod ? 1 : 0;
    words_.is_kernel = lowering_.program().is_kernel() ? 1 : 0;
    check_access_qualifier(lowering_, sampled_image_, false);
    if (operands_.implicit_lod && lowering_.program().quad_group == QuadGroup::lanes) {
      lowering_.fail_input(
          "an implicit derivative needs execution mode DerivativeGroupQuadsKHR or "
          "DerivativeGroupLinearKHR");
    }
    words_.offsets.fill(no_slot);
    set_coordinate(axes_of(*dimension), words_.arrayed != 0);
    set_image_operands(axes_of(*dimension));
    if (operands_.reference != 0) words_.reference = reference_plane(axes_of(*dimension));
    if (operands_.component != 0)
      words_.component = lowering_.slot(operands_.component, 0, integer_type);
    emit_record();
  }

 private:
  void set_formats() {
    std::vector<ObjectFormat> list;
    const std::vector<ImagesOfFormat> formats = texel_formats_of(lowering_, sampled_image_);
    for (const auto& [format, objects] : formats) {
      if (formats.size() == 1) {
        list.push_back(
            {ObjectFormat::any_object, format.bytes, format.order, 0, format.components});
        break;
      }
      for (const std::uint32_t object : objects)
        list.push_back({object, format.bytes, format.order, 0, format.components});
    }
    std::vector<std::uint32_t> words(list.size() * ObjectFormat::words);
    if (!list.empty()) std::memcpy(words.data(), list.data(), list.size() * sizeof(ObjectFormat));
    words_.format_count = static_cast<std::uint32_t>(list.size());
    words_.formats = lowering_.builder().add_shared_data(words);
  }

  void set_coordinate(unsigned axes, bool arrayed) {
    const Type& type = lowering_.type_of(coordinate_);
    if (type.component_count < axes + (arrayed ? 1 : 0))
      lowering_.fail_input("Coordinate has too few components");
    const bool is_integer = type.scalar.scalar_class == ScalarType::Class::integer;
    words_.integer_coordinate = is_integer ? 1 : 0;
    const ScalarType scalar = is_integer ? integer_type : float_type;
    for (unsigned i = 0; i < axes; ++i)
      words_.coordinate[i] = projected(lowering_.slot(coordinate_, i, scalar), axes);
    if (arrayed) words_.layer = lowering_.slot(coordinate_, axes, scalar);
  }

  Slot projected(Slot plane, unsigned axes) {
    if (!operands_.projective) return plane;
    const Slot quotient = lowering_.new_plane(float_type);
    lowering_.emit(internal::component_handler<steps::Divide, float, float, float>(), quotient,
                   {plane, lowering_.slot(coordinate_, axes, float_type)});
    return quotient;
  }

  Slot reference_plane(unsigned axes) {
    return projected(lowering_.slot(operands_.reference, 0, float_type), axes);
  }

  void set_planes(Id id, unsigned count, ScalarType type, std::array<Slot, 3>& planes) {
    if (id == 0) return;
    for (unsigned i = 0; i < count; ++i) planes[i] = lowering_.slot(id, i, type);
  }

  void set_image_operands(unsigned axes) {
    const ImageOperands& operands = operands_.image;
    words_.sign_extends = operands.has(spv::ImageOperandsMask::SignExtend) ? 1 : 0;
    words_.zero_extends = operands.has(spv::ImageOperandsMask::ZeroExtend) ? 1 : 0;
    if (operands.lod != 0) words_.lod = lowering_.slot(operands.lod, 0, float_type);
    if (operands.bias != 0) words_.bias = lowering_.slot(operands.bias, 0, float_type);
    if (operands.min_lod != 0) words_.min_lod = lowering_.slot(operands.min_lod, 0, float_type);
    set_planes(operands.grad_dx, axes, float_type, words_.dx);
    set_planes(operands.grad_dy, axes, float_type, words_.dy);
    set_planes(operands.any_offset(), axes, integer_type, words_.offset);
    for (unsigned i = 0; i < 8 && operands.const_offsets != 0; ++i)
      words_.offsets[i] = lowering_.slot(operands.const_offsets, i);
    const bool is_gather =
        operands_.method == Method::gather || operands_.method == Method::gather_comparison;
    check_texel_offsets(lowering_, words_.offset, is_gather);
    check_texel_offsets(lowering_, words_.offsets, is_gather);
  }

  void emit_record() {
    const Type& type = lowering_.type(instruction_.type);
    const std::vector<Slot> results = lowering_.define(instruction_).slots;
    const bool is_float = type.scalar.scalar_class == ScalarType::Class::floating;
    const bool is_half = is_float && type.scalar.bytes == 2 && words_.is_kernel != 0;
    if (results.size() > 4 || (type.scalar.bytes < 4 && !is_half))
      lowering_.fail_unsupported("a texel of this type");
    words_.result_count = static_cast<std::uint32_t>(results.size());
    words_.result_bytes = type.scalar.bytes;
    words_.result_is_float = is_float ? 1 : 0;
    note_uses(is_float);
    std::ranges::copy(results, words_.results.begin());
    const std::uint32_t record = lowering_.emit(&execute_sample, no_slot, {words_.coordinate[0]},
                                                add_words(lowering_, words_));
    lowering_.describe(record, {.reads = operand_planes(words_), .writes = results});
  }

  void note_uses(bool reads_floats) {
    if (words_.is_kernel == 0 || operands_.method == Method::query_level) return;
    for (const ImagesOfFormat& format : texel_formats_of(lowering_, sampled_image_))
      note_image_use(lowering_, sampled_image_, format.format.is_integer() != reads_floats);
  }

  Lowering& lowering_;
  const Instruction& instruction_;
  Id sampled_image_, coordinate_;
  SampleOperands operands_;
  SampleWords words_;
};

// Whether an instruction computes its level of detail from the derivatives of its coordinate.
template <class G>
constexpr bool has_implicit_lod =
    G::name.ends_with("ImplicitLod") || G::name == std::string_view("OpImageQueryLod");

template <class G, Method method, bool projective = false>
struct Sampling : Arrangement<G> {
  static constexpr MemoryOperand memory_operands[] = {{G::sampled_image, true, false}};

  static void arrange(Lowering& lowering, const Instruction& instruction) {
    SampleOperands operands;
    operands.method = method;
    operands.projective = projective;
    operands.implicit_lod = has_implicit_lod<G>;
    if constexpr (requires { G::image_operands; })
      operands.image = ImageOperands::of(instruction, G::image_operands);
    if constexpr (requires { G::d_ref; }) operands.reference = instruction.id(G::d_ref);
    if constexpr (requires { G::component; }) operands.component = instruction.id(G::component);
    SampleLowering(lowering, instruction, instruction.id(G::sampled_image),
                   instruction.id(G::coordinate), operands)
        .lower();
  }
};

struct OpImageSampleExplicitLod : Sampling<grammar::OpImageSampleExplicitLod, Method::sample> {
  static constexpr auto clauses = clause_list(
      coordinate_not_finite, comparison_mismatch, image_clauses::read_mismatch, integer_coordinate,
      sampler_repeats_texels, integers_filtered, kernel_coordinate_not_finite);
};
struct OpImageSampleDrefExplicitLod
    : Sampling<grammar::OpImageSampleDrefExplicitLod, Method::sample_comparison> {
  static constexpr auto clauses = clause_list(coordinate_not_finite, comparison_mismatch);
};
struct OpImageSampleProjExplicitLod
    : Sampling<grammar::OpImageSampleProjExplicitLod, Method::sample, true> {
  static constexpr auto clauses = OpImageSampleDrefExplicitLod::clauses;
};
struct OpImageSampleProjDrefExplicitLod
    : Sampling<grammar::OpImageSampleProjDrefExplicitLod, Method::sample_comparison, true> {
  static constexpr auto clauses = OpImageSampleDrefExplicitLod::clauses;
};
struct OpImageGather : Sampling<grammar::OpImageGather, Method::gather> {
  static constexpr auto clauses =
      clause_list(coordinate_not_finite, comparison_mismatch, component_out_of_range);
};
struct OpImageDrefGather : Sampling<grammar::OpImageDrefGather, Method::gather_comparison> {
  static constexpr auto clauses = OpImageSampleDrefExplicitLod::clauses;
};

struct OpImageSampleImplicitLod : Sampling<grammar::OpImageSampleImplicitLod, Method::sample> {
  static constexpr auto clauses =
      clause_list(coordinate_not_finite, comparison_mismatch, quad_not_together);
};
struct OpImageSampleDrefImplicitLod
    : Sampling<grammar::OpImageSampleDrefImplicitLod, Method::sample_comparison> {
  static constexpr auto clauses = OpImageSampleImplicitLod::clauses;
};
struct OpImageSampleProjImplicitLod
    : Sampling<grammar::OpImageSampleProjImplicitLod, Method::sample, true> {
  static constexpr auto clauses = OpImageSampleImplicitLod::clauses;
};
struct OpImageSampleProjDrefImplicitLod
    : Sampling<grammar::OpImageSampleProjDrefImplicitLod, Method::sample_comparison, true> {
  static constexpr auto clauses = OpImageSampleImplicitLod::clauses;
};
struct OpImageQueryLod : Sampling<grammar::OpImageQueryLod, Method::query_level> {
  static constexpr std::span<const MemoryOperand> memory_operands{};  // no texels
  static constexpr auto clauses = clause_list(coordinate_not_finite, quad_not_together);
};

}  // namespace

std::span<const InstructionDefinition> image_sample_instructions() {
  return InstructionList<OpImageSampleImplicitLod, OpImageSampleDrefImplicitLod,
                         OpImageSampleProjImplicitLod, OpImageSampleProjDrefImplicitLod,
                         OpImageQueryLod, OpImageSampleExplicitLod, OpImageSampleDrefExplicitLod,
                         OpImageSampleProjExplicitLod, OpImageSampleProjDrefExplicitLod,
                         OpImageGather, OpImageDrefGather>::definitions;
}

}  // namespace spirv_oracle
