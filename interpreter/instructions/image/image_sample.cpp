// Image Instructions with a sampler

#include "interpreter/instructions/image/image_sample.h"

#include <algorithm>
#include <cstring>

#include "grammar/core.h"
#include "interpreter/checks/device_limits.h"
#include "interpreter/images/sampling.h"
#include "interpreter/instructions/common/families.h"
#include "interpreter/instructions/common/lists.h"
#include "interpreter/instructions/image/image_access.h"
#include "interpreter/instructions/image/sample_record.h"
#include "interpreter/instructions/image/texel_conversion.h"
#include "interpreter/instructions/image/texel_enclosures.h"
#include "interpreter/kernels/arithmetic_steps.h"
#include "interpreter/lowering/image_resources.h"
#include "interpreter/lowering/kernel_images.h"

namespace spirv_oracle {
namespace {

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
  SampleMethod method = SampleMethod::sample;
  bool projective = false;
  bool implicit_lod = false;
  Id reference = 0;
  Id component = 0;
};

class SampleLowering {
 public:
  SampleLowering(Lowering& lowering, const Instruction& instruction, Id sampled_image,
                 Id coordinate, const SampleOperands& operands, const ImageOperands* image_operands)
      : lowering_(lowering),
        instruction_(instruction),
        sampled_image_(sampled_image),
        coordinate_(coordinate),
        operands_(operands),
        image_operands_(image_operands) {}

  void lower() {
    const ImageType& type = lowering_.type_of(sampled_image_).image;
    const auto dimension = dimension_of(type);
    if (!dimension || type.multisampled)
      lowering_.fail_unsupported("sampling an image of the type " +
                                 lowering_.type_text(lowering_.type_id_of(sampled_image_)));
    set_formats();
    const Value value = lowering_.value(sampled_image_);
    words_.method = operands_.method;
    words_.image = value.slots[0];
    words_.sampler = value.slots[1];
    words_.dimension = static_cast<std::uint32_t>(*dimension);
    const bool is_query = operands_.method == SampleMethod::query_level;
    words_.arrayed = type.arrayed && !is_query ? 1 : 0;
    words_.implicit_lod = operands_.implicit_lod ? 1 : 0;
    words_.is_kernel = lowering_.program().is_kernel() ? 1 : 0;
    words_.filtering = static_cast<std::uint32_t>(lowering_.request().filtering);
    check_access_qualifier(lowering_, sampled_image_, false);
    if (operands_.implicit_lod && lowering_.program().quad_group == QuadGroup::lanes) {
      lowering_.fail_input(
          "an implicit derivative needs execution mode DerivativeGroupQuadsKHR or "
          "DerivativeGroupLinearKHR");
    }
    words_.offsets.fill(no_slot);
    set_coordinate(axes_of(*dimension), words_.arrayed != 0);
    if (image_operands_ != nullptr) set_image_operands(*image_operands_, axes_of(*dimension));
    if (operands_.reference != 0) words_.reference = reference_plane(axes_of(*dimension));
    if (operands_.component != 0)
      words_.component = lowering_.slot(operands_.component, 0, integer_type);
    emit_record();
  }

 private:
  void set_formats() {
    std::vector<ObjectFormat> list;
    const std::vector<ImagesOfFormat> formats = texel_formats_of(lowering_, sampled_image_);
    for (const auto& [format, objects, is_null] : formats) {
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
    const Slot divisor = lowering_.slot(coordinate_, axes, float_type);
    lowering_.emit(internal::component_handler<steps::Divide, float, float, float>(), quotient,
                   {plane, divisor});
    if (lowering_.request().record_enclosures) {
      emit_enclosed_step(lowering_, &enclosed_projection, {quotient, float_type},
                         {plane, float_type}, {divisor, float_type});
    }
    return quotient;
  }

  Slot reference_plane(unsigned axes) {
    return projected(lowering_.slot(operands_.reference, 0, float_type), axes);
  }

  void set_planes(Id id, unsigned count, ScalarType type, std::array<Slot, 3>& planes) {
    if (id == 0) return;
    for (unsigned i = 0; i < count; ++i) planes[i] = lowering_.slot(id, i, type);
  }

  void set_image_operands(const ImageOperands& operands, unsigned axes) {
    words_.sign_extends = operands.sign_extends() ? 1 : 0;
    words_.zero_extends = operands.zero_extends() ? 1 : 0;
    operands.memory();  // no other invocation writes the texels
    set_planes(operands.offset(), axes, integer_type, words_.offset);
    const bool is_gather = operands_.method == SampleMethod::gather ||
                           operands_.method == SampleMethod::gather_comparison;
    if (is_gather) {
      for (unsigned i = 0; i < 8 && operands.const_offsets() != 0; ++i)
        words_.offsets[i] = lowering_.slot(operands.const_offsets(), i);
    } else {
      words_.lod = float_plane(operands.lod());
      words_.bias = float_plane(operands.bias());
      words_.min_lod = float_plane(operands.min_lod());
      set_planes(operands.grad_dx(), axes, float_type, words_.dx);
      set_planes(operands.grad_dy(), axes, float_type, words_.dy);
    }
    check_texel_offsets(lowering_, words_.offset, is_gather);
    check_texel_offsets(lowering_, words_.offsets, is_gather);
  }

  Slot float_plane(Id id) { return id == 0 ? no_slot : lowering_.slot(id, 0, float_type); }

  void emit_record() {
    const Id texel = texel_type(lowering_, instruction_);
    const Type& type = lowering_.type(texel);
    const std::vector<Slot> defined = lowering_.define(instruction_).slots;
    std::vector<Slot> results = defined;
    if (texel != instruction_.type) {
      words_.residency = results.front();
      words_.residency_bytes = lowering_.components(instruction_.type).front().bytes;
      results.erase(results.begin());
    }
    const bool is_float = type.scalar.scalar_class == ScalarType::Class::floating;
    const bool is_half = is_float && type.scalar.bytes == 2 && words_.is_kernel != 0;
    if (results.size() > 4 || (type.scalar.bytes < 4 && !is_half))
      lowering_.fail_unsupported("a texel of the type " + lowering_.type_text(texel));
    words_.result_count = static_cast<std::uint32_t>(results.size());
    words_.result_bytes = type.scalar.bytes;
    words_.result_is_float = is_float ? 1 : 0;
    note_uses(is_float);
    std::ranges::copy(results, words_.results.begin());
    const std::uint32_t data = add_words(lowering_, words_);
    const std::uint32_t record =
        lowering_.emit(&execute_sample, no_slot, {words_.coordinate[0]}, data);
    lowering_.describe(record, {.reads = operand_planes(words_), .writes = defined});
    if (lowering_.request().record_enclosures)
      lowering_.emit(&enclose_sample, no_slot, {words_.coordinate[0]}, data);
  }

  void note_uses(bool reads_floats) {
    if (words_.is_kernel == 0 || operands_.method == SampleMethod::query_level) return;
    for (const ImagesOfFormat& format : texel_formats_of(lowering_, sampled_image_))
      note_image_use(lowering_, sampled_image_, format.format.is_integer() != reads_floats);
  }

  Lowering& lowering_;
  const Instruction& instruction_;
  Id sampled_image_, coordinate_;
  SampleOperands operands_;
  const ImageOperands* image_operands_;  // null: the instruction cannot have any
  SampleWords words_;
};

// Whether an instruction computes its level of detail from the derivatives of its coordinate.
template <class G>
constexpr bool has_implicit_lod =
    G::name.ends_with("ImplicitLod") || G::name == std::string_view("OpImageQueryLod");

template <class G, SampleMethod method, bool projective = false>
struct Sampling : Arrangement<G> {
  static constexpr bool shares_planes = false;
  static constexpr auto enclosure = &enclosures::accesses;
  static constexpr bool depends_on_tangle = has_implicit_lod<G>;
  static constexpr MemoryOperand memory_operands[] = {{G::sampled_image, true, false}};

  static void arrange(Lowering& lowering, const Instruction& instruction) {
    SampleOperands operands;
    operands.method = method;
    operands.projective = projective;
    operands.implicit_lod = has_implicit_lod<G>;
    if constexpr (requires { G::d_ref; }) operands.reference = instruction.id(G::d_ref);
    if constexpr (requires { G::component; }) operands.component = instruction.id(G::component);
    const auto lower = [&](const ImageOperands* image_operands) {
      SampleLowering(lowering, instruction, instruction.id(G::sampled_image),
                     instruction.id(G::coordinate), operands, image_operands)
          .lower();
    };
    if constexpr (requires { G::image_operands; }) {
      with_image_operands(lowering, instruction, G::image_operands,
                          [&](const ImageOperands& of_image) { lower(&of_image); });
    } else {
      lower(nullptr);
    }
  }
};

struct OpImageSampleExplicitLod
    : Sampling<grammar::OpImageSampleExplicitLod, SampleMethod::sample> {
  static constexpr auto clauses =
      clause_list(sample_clauses::coordinate_not_finite, sample_clauses::comparison_mismatch,
                  image_clauses::read_mismatch, sample_clauses::integer_coordinate,
                  sample_clauses::sampler_repeats_texels, sample_clauses::integers_filtered,
                  sample_clauses::kernel_coordinate_not_finite, sample_clauses::samples_outside,
                  sample_clauses::min_lod_too_large, sample_clauses::samples_unbound);
};
struct OpImageSampleDrefExplicitLod
    : Sampling<grammar::OpImageSampleDrefExplicitLod, SampleMethod::sample_comparison> {
  static constexpr auto clauses =
      clause_list(sample_clauses::coordinate_not_finite, sample_clauses::comparison_mismatch,
                  sample_clauses::min_lod_too_large, sample_clauses::samples_unbound);
};
struct OpImageSampleProjExplicitLod
    : Sampling<grammar::OpImageSampleProjExplicitLod, SampleMethod::sample, true> {
  static constexpr auto clauses = OpImageSampleDrefExplicitLod::clauses;
};
struct OpImageSampleProjDrefExplicitLod
    : Sampling<grammar::OpImageSampleProjDrefExplicitLod, SampleMethod::sample_comparison, true> {
  static constexpr auto clauses = OpImageSampleDrefExplicitLod::clauses;
};
struct OpImageGather : Sampling<grammar::OpImageGather, SampleMethod::gather> {
  static constexpr auto clauses =
      clause_list(sample_clauses::coordinate_not_finite, sample_clauses::comparison_mismatch,
                  sample_clauses::component_out_of_range, sample_clauses::samples_unbound);
};
struct OpImageDrefGather : Sampling<grammar::OpImageDrefGather, SampleMethod::gather_comparison> {
  static constexpr auto clauses =
      clause_list(sample_clauses::coordinate_not_finite, sample_clauses::comparison_mismatch,
                  sample_clauses::samples_unbound);
};

struct OpImageSampleImplicitLod
    : Sampling<grammar::OpImageSampleImplicitLod, SampleMethod::sample> {
  static constexpr auto clauses =
      clause_list(sample_clauses::coordinate_not_finite, sample_clauses::comparison_mismatch,
                  sample_clauses::min_lod_too_large, sample_clauses::quad_not_together,
                  sample_clauses::samples_unbound);
};
struct OpImageSampleDrefImplicitLod
    : Sampling<grammar::OpImageSampleDrefImplicitLod, SampleMethod::sample_comparison> {
  static constexpr auto clauses = OpImageSampleImplicitLod::clauses;
};
struct OpImageSampleProjImplicitLod
    : Sampling<grammar::OpImageSampleProjImplicitLod, SampleMethod::sample, true> {
  static constexpr auto clauses = OpImageSampleImplicitLod::clauses;
};
struct OpImageSampleProjDrefImplicitLod
    : Sampling<grammar::OpImageSampleProjDrefImplicitLod, SampleMethod::sample_comparison, true> {
  static constexpr auto clauses = OpImageSampleImplicitLod::clauses;
};
struct OpImageQueryLod : Sampling<grammar::OpImageQueryLod, SampleMethod::query_level> {
  static constexpr std::span<const MemoryOperand> memory_operands{};  // no texels
  static constexpr auto clauses =
      clause_list(sample_clauses::coordinate_not_finite, sample_clauses::quad_not_together);
};

// Of sparse images: with a residency code.
struct OpImageSparseSampleImplicitLod
    : Sampling<grammar::OpImageSparseSampleImplicitLod, SampleMethod::sample> {
  static constexpr auto clauses = OpImageSampleImplicitLod::clauses;
};
struct OpImageSparseSampleExplicitLod
    : Sampling<grammar::OpImageSparseSampleExplicitLod, SampleMethod::sample> {
  static constexpr auto clauses = OpImageSampleExplicitLod::clauses;
};
struct OpImageSparseSampleDrefImplicitLod
    : Sampling<grammar::OpImageSparseSampleDrefImplicitLod, SampleMethod::sample_comparison> {
  static constexpr auto clauses = OpImageSampleImplicitLod::clauses;
};
struct OpImageSparseSampleDrefExplicitLod
    : Sampling<grammar::OpImageSparseSampleDrefExplicitLod, SampleMethod::sample_comparison> {
  static constexpr auto clauses = OpImageSampleDrefExplicitLod::clauses;
};
struct OpImageSparseGather : Sampling<grammar::OpImageSparseGather, SampleMethod::gather> {
  static constexpr auto clauses = OpImageGather::clauses;
};
struct OpImageSparseDrefGather
    : Sampling<grammar::OpImageSparseDrefGather, SampleMethod::gather_comparison> {
  static constexpr auto clauses = OpImageDrefGather::clauses;
};

}  // namespace

std::span<const InstructionDefinition> image_sample_instructions() {
  return InstructionList<OpImageSampleImplicitLod, OpImageSampleDrefImplicitLod,
                         OpImageSampleProjImplicitLod, OpImageSampleProjDrefImplicitLod,
                         OpImageQueryLod, OpImageSampleExplicitLod, OpImageSampleDrefExplicitLod,
                         OpImageSampleProjExplicitLod, OpImageSampleProjDrefExplicitLod,
                         OpImageGather, OpImageDrefGather, OpImageSparseSampleImplicitLod,
                         OpImageSparseSampleExplicitLod, OpImageSparseSampleDrefImplicitLod,
                         OpImageSparseSampleDrefExplicitLod, OpImageSparseGather,
                         OpImageSparseDrefGather>::definitions;
}

}  // namespace spirv_oracle
