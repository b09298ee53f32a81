// Image Instructions without a sampler, and OpImageTexelPointer

#include <array>

#include "grammar/core.h"
#include "interpreter/checks/race_check.h"
#include "interpreter/instructions/common/families.h"
#include "interpreter/instructions/common/lists.h"
#include "interpreter/instructions/image/image_access.h"
#include "interpreter/instructions/image/read_write_image.h"
#include "interpreter/instructions/image/texel_conversion.h"
#include "interpreter/instructions/image/texel_formats.h"
#include "interpreter/instructions/memory/heap_descriptor.h"
#include "interpreter/loader/pointers.h"
#include "interpreter/lowering/image_resources.h"
#include "interpreter/lowering/kernel_images.h"

namespace spirv_oracle {
namespace {

// --- images and samplers as values ---

struct OpSampledImage : Arrangement<grammar::OpSampledImage> {
  static void arrange(Lowering& lowering, const Instruction& instruction) {
    Value value = lowering.value(instruction.id(Grammar::image));
    const Value sampler = lowering.value(instruction.id(Grammar::sampler));
    value.slots.push_back(sampler.slots[0]);
    value.pointer.descriptor_varies |= sampler.pointer.descriptor_varies;
    lowering.bind(instruction.result, std::move(value));
  }
};

struct OpImage : Arrangement<grammar::OpImage> {
  static void arrange(Lowering& lowering, const Instruction& instruction) {
    Value value = lowering.value(instruction.id(Grammar::sampled_image));
    value.slots.resize(1);
    lowering.bind(instruction.result, std::move(value));
  }
};

// --- texels ---

TexelExtension extension_of(const ImageOperands& operands) {
  if (operands.sign_extends()) return TexelExtension::sign;
  return operands.zero_extends() ? TexelExtension::zero : TexelExtension::by_format;
}

// Emits the race check of each memory access.
BeforeTexelAccess race_checks(Lowering& lowering, const MemoryModelOperands& operands, bool store) {
  const std::optional<RaceSite> site = image_race_site(lowering, operands, store);
  return [&lowering, site](const TexelAccess& access, std::span<const Slot> stored) {
    if (!site) return;
    emit_race_check(
        lowering, *site,
        {access.address, access.offset, access.stride, access.count, access.bytes, false, stored});
  };
}

// Translators mark the signedness of integers with SignExtend or ZeroExtend, or not at all.
bool fits_extension(const TexelFormat& format, TexelExtension extension) {
  if (!format.is_integer() || extension == TexelExtension::by_format) return true;
  const bool is_signed = format.first_component().encoding == TexelEncoding::sint;
  return is_signed == (extension == TexelExtension::sign);
}

const Record* report_read_mismatch(Subgroup& subgroup, const Record* record) {
  report(subgroup, *record, image_clauses::read_mismatch, subgroup.active);
  return record + 1;
}

// Whether the format provides the values that a kernel's instruction reads; otherwise they are undefined.
bool fits_format(Lowering& lowering, const TexelOperands& place, const TexelFormat& format,
                 const Type& result, TexelExtension extension) {
  if (!lowering.program().is_kernel()) return true;
  const bool fits = fits_texel_type(format, result.scalar) && fits_extension(format, extension);
  note_image_use(lowering, place.image, fits);
  if (!fits) lowering.emit(&report_read_mismatch, no_slot);
  return fits;
}

std::vector<Slot> undefined_texel(Lowering& lowering, const Type& result) {
  return std::vector<Slot>(result.component_count, lowering.undefined_plane(result.scalar));
}

void read_texel(Lowering& lowering, const Instruction& instruction, const TexelOperands& place,
                const ImageOperands& operands) {
  const TexelExtension extension = extension_of(operands);
  check_access_qualifier(lowering, place.image, false);
  const Id texel_id = texel_type(lowering, instruction);
  const Type& result = lowering.type(texel_id);
  if (result.kind != Type::Kind::scalar && result.kind != Type::Kind::vector)
    lowering.fail_unsupported("a texel of the type " + lowering.type_text(texel_id));
  const Slot residency = texel_id == instruction.type
                             ? no_slot
                             : lowering.new_plane(lowering.components(instruction.type).front());
  const Slot address = emit_texel_address(lowering, place, residency);
  emit_image_write_check(lowering, place.image, address);
  const BeforeTexelAccess before = race_checks(lowering, operands.memory(), false);
  const auto load = [&](const TexelFormat& format) {
    if (!fits_format(lowering, place, format, result, extension))
      return undefined_texel(lowering, result);
    return load_texel(lowering, address, format, result.scalar, result.component_count, extension,
                      before);
  };
  std::vector<Slot> texel =
      for_each_texel_format(lowering, place.image, lowering.components(texel_id), load);
  emit_race_check_end(lowering);
  if (residency != no_slot) texel.insert(texel.begin(), residency);
  lowering.bind(instruction.result, std::move(texel));
}

template <class G>
struct TexelRead : Arrangement<G> {
  static constexpr bool shares_planes = false;
  static constexpr auto enclosure = &enclosures::accesses;
  static constexpr MemoryOperand memory_operands[] = {{G::image, true, false}};
  static constexpr auto clauses =
      clause_list(image_clauses::read_outside, image_clauses::outside_of_texel_buffer,
                  image_clauses::coordinate_undefined, image_clauses::read_mismatch,
                  image_clauses::read_unbound, texel_clauses::denormal, memory_clauses::robust_read,
                  ReadWriteImage::own_write_not_visible);

  static void arrange(Lowering& lowering, const Instruction& instruction) {
    with_image_operands(lowering, instruction, G::image_operands,
                        [&](const ImageOperands& operands) {
                          read_texel(lowering, instruction,
                                     {instruction.id(G::image), instruction.id(G::coordinate),
                                      operands.lod(), operands.sample(), operands.offset(),
                                      AccessKind::load, operands.memory().is_volatile},
                                     operands);
                        });
  }
};

struct OpImageFetch : TexelRead<grammar::OpImageFetch> {};
struct OpImageRead : TexelRead<grammar::OpImageRead> {};
struct OpImageSparseFetch : TexelRead<grammar::OpImageSparseFetch> {};
struct OpImageSparseRead : TexelRead<grammar::OpImageSparseRead> {};

struct OpImageWrite : Arrangement<grammar::OpImageWrite> {
  static constexpr auto enclosure = &enclosures::accesses;
  static constexpr MemoryOperand memory_operands[] = {{Grammar::image, false, true}};
  static constexpr Clause too_few_components{
      "OpImageWrite.too-few-components", "texel-conversion", Effect::undefined_behavior,
      "Texel has fewer components than the format of the image"};
  static constexpr Clause mismatch{
      "OpImageWrite.format-mismatch", "image-format", Effect::undefined_behavior,
      "a kernel writes values of a kind that the format of the image does not have"};
  static constexpr auto clauses = clause_list(
      image_clauses::write_outside, image_clauses::write_discarded,
      image_clauses::unbound_write_discarded, image_clauses::outside_of_texel_buffer,
      image_clauses::coordinate_undefined, memory_clauses::robust_write, texel_clauses::rounded,
      texel_clauses::small_float_rounded, texel_clauses::not_a_number,
      texel_clauses::not_representable, texel_clauses::half_rounded, texel_clauses::denormal,
      too_few_components, mismatch);

  static const Record* report_mismatch(Subgroup& subgroup, const Record* record) {
    report(subgroup, *record, mismatch, subgroup.active);
    return record + 1;
  }

  static const Record* report_too_few(Subgroup& subgroup, const Record* record) {
    report(subgroup, *record, too_few_components, subgroup.active);
    return record + 1;
  }

  static void arrange(Lowering& lowering, const Instruction& instruction) {
    with_image_operands(
        lowering, instruction, Grammar::image_operands,
        [&](const ImageOperands& operands) { write(lowering, instruction, operands); });
  }

  static void write(Lowering& lowering, const Instruction& instruction,
                    const ImageOperands& operands) {
    const TexelExtension extension = extension_of(operands);
    const Id image = instruction.id(Grammar::image);
    const Id texel = instruction.id(Grammar::texel);
    check_access_qualifier(lowering, image, true);
    const Type& texel_type = lowering.type_of(texel);
    if (texel_type.kind != Type::Kind::scalar && texel_type.kind != Type::Kind::vector)
      lowering.fail_unsupported("a texel of the type " +
                                lowering.type_text(lowering.type_id_of(texel)));
    const std::vector<Slot> values = lowering.operand_slots(texel);
    const Slot address =
        emit_texel_address(lowering, {image, instruction.id(Grammar::coordinate), operands.lod(),
                                      operands.sample(), operands.offset(), AccessKind::store});
    emit_image_write_note(lowering, image, address);
    const BeforeTexelAccess before = race_checks(lowering, operands.memory(), true);
    for_each_texel_format(lowering, image, {}, [&](const TexelFormat& format) {
      // In Vulkan. Other environments do not define the remaining components.
      if (texel_type.component_count < format.component_count() &&
          lowering.request().vulkan_environment) {
        lowering.emit(&report_too_few, no_slot);
      }
      if (lowering.program().is_kernel()) {
        const bool fits =
            fits_texel_type(format, texel_type.scalar) && fits_extension(format, extension);
        note_image_use(lowering, image, fits);
        if (!fits) {
          lowering.emit(&report_mismatch, no_slot);
          return std::vector<Slot>{};
        }
      }
      store_texel(lowering, address, format, texel_type.scalar, values, before);
      return std::vector<Slot>{};
    });
  }
};

// A pointer for atomic instructions. Its address shows why an access is invalid.
template <class G>
struct TexelPointer : Arrangement<G> {
  // operand 2: Sample.
  static const Record* check_sample(Subgroup& subgroup, const Record* record) {
    const std::uint32_t* sample = subgroup.values<std::uint32_t>(record->operand[2]);
    const LaneMask undefined = subgroup.header(record->operand[2]).undefined;
    LaneMask wrong;
    subgroup.active.for_each([&](unsigned lane) {
      if (undefined.test(lane) || sample[lane] != 0) wrong.set(lane);
    });
    if (wrong.any()) [[unlikely]]
      report(subgroup, *record, image_clauses::sample_not_zero, wrong);
    return record + 1;
  }

  // `image_type`: the OpTypeImage to which Image points; `texel`: the type of a texel; `image`: the descriptor.
  static void form(Lowering& lowering, const Instruction& instruction, Id image_type, Id texel,
                   const Value& image) {
    const Type& type = lowering.type(image_type);
    if (type.kind != Type::Kind::image) lowering.fail_input("Image is not an image");
    const unsigned bytes = lowering.type(texel).scalar.bytes;
    for (const auto& [format, objects, is_null] :
         texel_formats_of(lowering, type.image, image.pointer)) {
      if (is_null) continue;
      if (format.is_packed() || format.component_count() != 1 || format.bytes != bytes) {
        lowering.fail_unsupported("a pointer to texels of format " + std::string(format.name));
      }
    }
    const Id sample = instruction.id(G::sample);
    if (!type.image.multisampled && lowering.types().integer(sample) != 0) {
      lowering.emit(&check_sample, no_slot,
                    {no_slot, no_slot, lowering.slot(sample, 0, ScalarType::unsigned_integer(4))});
    }
    Value pointer;
    pointer.pointer = image.pointer;
    pointer.pointer.object = 0;
    pointer.slots = {emit_texel_address(lowering, {.image = instruction.id(G::image),
                                                   .coordinate = instruction.id(G::coordinate),
                                                   .sample = type.image.multisampled ? sample : 0,
                                                   .kind = AccessKind::atomic,
                                                   .image_type = image_type,
                                                   .descriptor = &image})};
    lowering.bind(instruction.result, std::move(pointer));
  }
};

struct OpImageTexelPointer : TexelPointer<grammar::OpImageTexelPointer> {
  static constexpr auto clauses =
      clause_list(image_clauses::write_outside, image_clauses::outside_of_texel_buffer,
                  image_clauses::coordinate_undefined, image_clauses::sample_not_zero);

  static void arrange(Lowering& lowering, const Instruction& instruction) {
    const Id image = instruction.id(Grammar::image);
    const Id texel = lowering.type(instruction.type).element;
    if (texel == 0) lowering.fail_unsupported("an untyped pointer to a texel");
    form(lowering, instruction, pointee_type(lowering.module(), image), texel,
         lowering.value(image));
  }
};

// Sampled Type of the image is the type of the texels.
struct OpUntypedImageTexelPointerEXT : TexelPointer<grammar::OpUntypedImageTexelPointerEXT> {
  static constexpr auto clauses =
      clause_list(image_clauses::write_outside, image_clauses::outside_of_texel_buffer,
                  image_clauses::coordinate_undefined, image_clauses::sample_not_zero,
                  heap_clauses::out_of_heap, heap_clauses::misaligned, heap_clauses::never_written,
                  heap_clauses::wrong_type, memory_clauses::undefined_pointer);

  static void arrange(Lowering& lowering, const Instruction& instruction) {
    const Id image = instruction.id(Grammar::image);
    const Id type = instruction.id(Grammar::image_type);
    Value descriptor = lowering.value(image);
    if (descriptor.pointer.descriptors != 0)
      lowering.fail_unsupported("a pointer to a whole array of descriptors");
    if (descriptor.pointer.heap != DescriptorHeap::none) {
      descriptor.pointer = {};
      descriptor.pointer.is_of_heap = true;
      descriptor.slots = {emit_heap_read(lowering, image, type)};
    }
    form(lowering, instruction, type, pointee_type(lowering.module(), instruction.result),
         descriptor);
  }
};

// --- queries ---

enum class Query : std::uint32_t {
  x,
  y,
  z,
  layers,
  cubes,
  levels,
  samples,
  channel_order,
  channel_data_type
};

std::uint32_t answer(const ImageLayout& layout, std::uint32_t level, Query query) {
  if (layout.is_null) return 0;
  const LevelLayout& found = layout.levels[level];
  switch (query) {
    case Query::x:
    case Query::y:
    case Query::z:
      return found.extent[static_cast<std::size_t>(query)];
    case Query::layers:
      return found.extent[2];
    case Query::cubes:
      return found.extent[2] / 6;
    case Query::levels:
      return static_cast<std::uint32_t>(layout.levels.size());
    case Query::channel_order:
      return layout.channel_order;
    case Query::channel_data_type:
      return layout.channel_data_type;
    case Query::samples:
      break;
  }
  return layout.samples;
}

// operands: the image, the level or no_slot; extra: the Query. A level that does not exist has no size.
template <class T>
const Record* execute_query(Subgroup& subgroup, const Record* record) {
  const bool has_level = record->operand[1] != no_slot;
  combine_headers(subgroup, record->result, record->operand[0]);
  if (has_level) combine_headers(subgroup, record->result, record->result, record->operand[1]);
  const std::uint64_t* images = subgroup.values<std::uint64_t>(record->operand[0]);
  subgroup.active.for_each([&](unsigned lane) {
    const auto object = static_cast<std::uint32_t>(images[lane] >> AddressSpace::offset_bits);
    const auto found = subgroup.program->images.layouts.find(object);
    const std::uint32_t level =
        has_level ? subgroup.values<std::uint32_t>(record->operand[1])[lane] : 0;
    if (found == subgroup.program->images.layouts.end() ||
        (level >= found->second.levels.size() && !found->second.is_null)) {
      subgroup.header(record->result).undefined.set(lane);
      return;
    }
    subgroup.values<T>(record->result)[lane] =
        static_cast<T>(answer(found->second, level, static_cast<Query>(record->extra)));
  });
  return record + 1;
}

void emit_queries(Lowering& lowering, const Instruction& instruction, Id image,
                  std::span<const Query> queries, Slot level = no_slot) {
  const ScalarType type = lowering.type(instruction.type).scalar;
  const std::vector<Slot> results = lowering.define(instruction).slots;
  if (results.size() != queries.size())
    lowering.fail_input("Result Type does not have one component for each dimension");
  const Handler handler = internal::for_storage(
      UnsignedInt{}, type, false, []<class T>() -> Handler { return &execute_query<T>; });
  if (handler == nullptr) return internal::fail_no_handler(lowering);
  const Slot descriptor = lowering.slot(image);
  for (std::size_t i = 0; i < results.size(); ++i) {
    lowering.emit(handler, results[i], {descriptor, level}, static_cast<std::uint32_t>(queries[i]));
  }
}

std::vector<Query> size_queries(const ImageType& type) {
  std::vector<Query> queries = {Query::x};
  const bool has_height = type.dim == spv::Dim::Dim2D || type.dim == spv::Dim::Dim3D ||
                          type.dim == spv::Dim::Cube || type.dim == spv::Dim::Rect;
  if (has_height) queries.push_back(Query::y);
  if (type.dim == spv::Dim::Dim3D) queries.push_back(Query::z);
  if (type.arrayed) queries.push_back(type.dim == spv::Dim::Cube ? Query::cubes : Query::layers);
  return queries;
}

struct OpImageQuerySize : Arrangement<grammar::OpImageQuerySize> {
  static void arrange(Lowering& lowering, const Instruction& instruction) {
    const Id image = instruction.id(Grammar::image);
    emit_queries(lowering, instruction, image, size_queries(lowering.type_of(image).image));
  }
};
struct OpImageQuerySizeLod : Arrangement<grammar::OpImageQuerySizeLod> {
  static constexpr Clause no_such_level{"OpImageQuerySizeLod.no-such-level", "out-of-bounds",
                                        Effect::undefined_result,
                                        "the image has no such level of detail"};
  static constexpr auto clauses = clause_list(no_such_level);

  // operands: the image, the level.
  static const Record* check_level(Subgroup& subgroup, const Record* record) {
    const LaneMask undefined = subgroup.header(record->operand[0]).undefined |
                               subgroup.header(record->operand[1]).undefined;
    LaneMask wrong;
    (subgroup.active & ~undefined).for_each([&](unsigned lane) {
      const std::uint64_t image = subgroup.values<std::uint64_t>(record->operand[0])[lane];
      const auto found = subgroup.program->images.layouts.find(
          static_cast<std::uint32_t>(image >> AddressSpace::offset_bits));
      const std::uint32_t level = subgroup.values<std::uint32_t>(record->operand[1])[lane];
      if (found != subgroup.program->images.layouts.end() && !found->second.is_null &&
          level >= found->second.levels.size())
        wrong.set(lane);
    });
    if (wrong.any()) [[unlikely]]
      report(subgroup, *record, no_such_level, wrong);
    return record + 1;
  }

  static void arrange(Lowering& lowering, const Instruction& instruction) {
    const Id image = instruction.id(Grammar::image);
    const Slot level =
        lowering.slot(instruction.id(Grammar::level_of_detail), 0, ScalarType::unsigned_integer(4));
    lowering.emit(&check_level, no_slot, {lowering.slot(image), level});
    emit_queries(lowering, instruction, image, size_queries(lowering.type_of(image).image), level);
  }
};
// An instruction with one answer for the whole image.
template <class G, Query query>
struct ImageQuery : Arrangement<G> {
  static void arrange(Lowering& lowering, const Instruction& instruction) {
    emit_queries(lowering, instruction, instruction.id(G::image), std::array{query});
  }
};
struct OpImageQueryLevels : ImageQuery<grammar::OpImageQueryLevels, Query::levels> {};
struct OpImageQueryOrder : ImageQuery<grammar::OpImageQueryOrder, Query::channel_order> {};
struct OpImageQueryFormat : ImageQuery<grammar::OpImageQueryFormat, Query::channel_data_type> {};
struct OpImageQuerySamples : ImageQuery<grammar::OpImageQuerySamples, Query::samples> {};

}  // namespace

std::span<const InstructionDefinition> image_instructions() {
  return InstructionList<OpSampledImage, OpImage, OpImageFetch, OpImageRead, OpImageSparseFetch,
                         OpImageSparseRead, OpImageWrite, OpImageTexelPointer,
                         OpUntypedImageTexelPointerEXT, OpImageQuerySize, OpImageQuerySizeLod,
                         OpImageQueryLevels, OpImageQuerySamples, OpImageQueryOrder,
                         OpImageQueryFormat>::definitions;
}

}  // namespace spirv_oracle
