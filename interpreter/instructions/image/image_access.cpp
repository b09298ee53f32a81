#include "interpreter/instructions/image/image_access.h"
#include "interpreter/checks/device_limits.h"
#include "interpreter/kernels/arithmetic_steps.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "interpreter/exec/workgroup.h"
#include "interpreter/instructions/common/families.h"
#include "interpreter/instructions/image/residency_code.h"
#include "interpreter/ir/program.h"
#include "interpreter/lowering/image_resources.h"

namespace spirv_oracle {

namespace image_clauses {
constinit const Clause read_outside{"image.read-outside", "out-of-bounds", Effect::undefined_result,
                                    "the texel that is read is outside the image"};
constinit const Clause write_outside{
    "image.write-outside", "out-of-bounds", Effect::undefined_behavior,
    "the texel that is written or accessed atomically is outside the image"};
// Vulkan, "Image Writes".
constinit const Clause write_discarded{
    "image.write-discarded", "discarded-write", Effect::defined,
    "the texel that is written is outside the image, so the write is discarded"};
constinit const Clause outside_of_texel_buffer{
    "image.outside-of-texel-buffer", "out-of-bounds", Effect::undefined_behavior,
    "the coordinate is greater than or equal to the number of texels"};
constinit const Clause coordinate_undefined{
    "image.coordinate-undefined", "undefined-address", Effect::undefined_behavior,
    "the coordinate, level or sample of an access is undefined"};
constinit const Clause sample_not_zero{"OpImageTexelPointer.sample-not-zero", "out-of-bounds",
                                       Effect::undefined_behavior,
                                       "Sample is not 0, but the image is not multisampled"};
// Vulkan, "Accessing Unbound Regions".
constinit const Clause read_unbound{
    "image.read-unbound",
    "unbound-texel",
    Effect::undefined_result,
    "no memory is bound to the texel of a sparse image that is read, and the device does not have "
    "residencyNonResidentStrict",
    ArithmeticPoison::unchanged,
    "use the texel only if OpImageSparseTexelsResident returns true"};
constinit const Clause unbound_write_discarded{
    "image.unbound-write-discarded", "discarded-write", Effect::defined,
    "no memory is bound to the texel of a sparse image that is written, so the write is discarded"};
constinit const Clause read_mismatch{
    "image.read-format-mismatch", "image-format", Effect::undefined_result,
    "a kernel reads values of a kind that the format of the image does not have"};
}  // namespace image_clauses

namespace {

constexpr std::uint32_t bytes_per_lane_outside = 16;

struct Axis {
  Slot coordinate = no_slot;
  std::uint32_t number = 0;  // 0: x, 1: y, 2: z or the layer
};

// The words of a record. If the image is known when lowering, they contain its first level.
struct TexelWords {
  static constexpr std::uint32_t size_before_axes = 7;
  static constexpr std::uint32_t axis_size = 5;

  const std::uint32_t* words;

  std::uint64_t base() const { return words[0] | std::uint64_t{words[1]} << 32; }
  AccessKind kind() const { return static_cast<AccessKind>(words[2] & 3); }
  bool is_buffer() const { return (words[2] & 4) != 0; }
  bool is_volatile() const { return (words[2] & 8) != 0; }
  Slot lod() const { return words[3]; }
  Slot sample() const { return words[4]; }
  Slot image() const { return words[5]; }
  std::uint32_t axis_count() const { return words[6]; }
  const std::uint32_t* axis(std::uint32_t i) const {
    return words + size_before_axes + i * axis_size;
  }
  Slot coordinate(std::uint32_t i) const { return axis(i)[0]; }
  std::uint32_t number(std::uint32_t i) const { return axis(i)[1]; }
  std::uint32_t extent(std::uint32_t i) const { return axis(i)[2]; }
  std::uint64_t pitch(std::uint32_t i) const {
    return axis(i)[3] | std::uint64_t{axis(i)[4]} << 32;
  }
};

// The place of a texel, for one lane.
struct FoundTexel {
  const ImageLayout* layout = nullptr;  // null: no image, which was reported already
  std::uint64_t address = 0;
  bool undefined = false;  // a coordinate, level or sample
  bool outside = false;
  bool unbound = false;  // of a sparse image
  std::uint32_t level = 0;
  std::uint32_t sample = 0;
};

FoundTexel find_texel(const Subgroup& subgroup, const TexelWords& words, unsigned lane) {
  FoundTexel texel;
  const std::uint64_t base = subgroup.values<std::uint64_t>(words.image())[lane];
  const auto object = static_cast<std::uint32_t>(base >> AddressSpace::offset_bits);
  const auto found = subgroup.program->images.layouts.find(object);
  if (found == subgroup.program->images.layouts.end() ||
      subgroup.header(words.image()).undefined.test(lane)) {
    return texel;
  }
  texel.layout = &found->second;
  const auto read = [&](Slot slot) {
    if (slot == no_slot) return 0u;
    texel.undefined |= subgroup.header(slot).undefined.test(lane);
    return subgroup.values<std::uint32_t>(slot)[lane];
  };
  texel.level = read(words.lod());
  texel.sample = read(words.sample());
  texel.outside =
      texel.level >= texel.layout->levels.size() || texel.sample >= texel.layout->samples;
  const LevelLayout& level = texel.layout->levels[texel.outside ? 0 : texel.level];
  texel.address = base + level.offset + texel.sample * texel.layout->sample_pitch;
  std::array<std::uint32_t, 3> at = {0, 0, 0};
  for (std::uint32_t i = 0; i < words.axis_count(); ++i) {
    const std::uint32_t coordinate = read(words.coordinate(i));
    texel.outside |= coordinate >= level.extent[words.number(i)];
    texel.address += coordinate * level.pitch[words.number(i)];
    at[words.number(i)] = coordinate;
  }
  texel.unbound = !texel.outside && !texel.undefined && texel.layout->is_unbound(texel.level, at);
  return texel;
}

std::string describe_place(const Subgroup& subgroup, const TexelWords& words, unsigned lane) {
  const FoundTexel texel = find_texel(subgroup, words, lane);
  if (texel.undefined || texel.layout == nullptr) return {};
  const auto list = [&](auto value, const char* separator) {
    std::string text;
    for (std::uint32_t i = 0; i < words.axis_count(); ++i)
      text += (i == 0 ? "" : separator) + value(i);
    return text;
  };
  const std::size_t levels = texel.layout->levels.size();
  if (texel.level >= levels)
    return "level " + std::to_string(static_cast<std::int32_t>(texel.level)) + " of " +
           std::to_string(levels);
  if (texel.sample >= texel.layout->samples)
    return "sample " + std::to_string(static_cast<std::int32_t>(texel.sample)) + " of " +
           std::to_string(texel.layout->samples);
  const LevelLayout& level = texel.layout->levels[texel.level];
  const std::string coordinates = list(
      [&](std::uint32_t i) {
        return std::to_string(subgroup.values<std::int32_t>(words.coordinate(i))[lane]);
      },
      ", ");
  const std::string extents =
      list([&](std::uint32_t i) { return std::to_string(level.extent[words.number(i)]); }, " x ");
  return "coordinate (" + coordinates + ") of " + extents + " texels";
}

// The lane's own zeros, which replace memory outside an image with robust access, or that of unbound texels.
std::uint64_t outside_address(const Subgroup& subgroup, unsigned lane,
                              Definedness state = Definedness::defined) {
  const std::uint32_t object = subgroup.program->images.outside_object;
  const std::size_t at = std::size_t{lane} * bytes_per_lane_outside;
  const ObjectEntry& entry = subgroup.memory->object(object);
  std::memset(entry.bytes + at, 0, bytes_per_lane_outside);
  std::fill_n(entry.shadow + at, bytes_per_lane_outside, state);
  return AddressSpace::base_of(object) + at;
}

const Clause& clause_outside(const Subgroup& subgroup, AccessKind kind) {
  if (kind == AccessKind::load) return image_clauses::read_outside;
  const bool is_discarded = kind == AccessKind::store && !subgroup.program->is_kernel();
  return is_discarded ? image_clauses::write_discarded : image_clauses::write_outside;
}

// The address for a texel that cannot be accessed. `broken` receives the reason.
std::uint64_t refused_address(const Subgroup& subgroup, const TexelWords& words,
                              const FoundTexel& texel, unsigned lane, BrokenClauses& broken) {
  const PipelineOptions& options = subgroup.program->request;
  const bool robust =
      words.is_buffer() ? options.robust_buffer_access : options.robust_image_access;
  const bool reads = words.kind() == AccessKind::load;
  // The access itself has the effect of a null descriptor.
  if (texel.layout->is_null) return subgroup.values<std::uint64_t>(words.image())[lane];
  if (texel.undefined) {
    // Something is read, wherever it is.
    if (!reads || (words.is_buffer() && !robust))
      broken.add(image_clauses::coordinate_undefined, lane);
    return reported_address;
  }
  if (words.is_buffer()) {
    if (!robust) {
      broken.add(image_clauses::outside_of_texel_buffer, lane);
      return reported_address;
    }
    // After the buffer, where an access follows the rules of robust access, within the range of buffer offsets.
    const std::uint64_t base = subgroup.values<std::uint64_t>(words.image())[lane];
    const std::uint64_t texel_bytes = std::max(texel.layout->sample_pitch, 1u);
    const std::uint64_t last = 0xFFFFFFFF / texel_bytes * texel_bytes;
    return base + std::min(texel.address - base, last);
  }
  if (robust) return outside_address(subgroup, lane);
  broken.add(clause_outside(subgroup, words.kind()), lane);
  return reported_address;
}

// The address for a texel to which no memory is bound. Reads are undefined or give zeros; writes have no effect.
std::uint64_t unbound_address(const Subgroup& subgroup, const TexelWords& words,
                              const FoundTexel& texel, unsigned lane, BrokenClauses& broken) {
  const bool gives_zero = texel.layout->unbound_reads_zero;
  if (words.kind() == AccessKind::store) {
    broken.add(image_clauses::unbound_write_discarded, lane);
    return outside_address(subgroup, lane);
  }
  if (words.kind() == AccessKind::atomic) {
    return outside_address(
        subgroup, lane, gives_zero ? Definedness::defined : Definedness::implementation_dependent);
  }
  if (!gives_zero) {
    broken.add(image_clauses::read_unbound, lane);
    return reported_address;
  }
  // A read that is not volatile may return what the invocation has written there.
  const auto object = static_cast<std::uint32_t>(texel.address >> AddressSpace::offset_bits);
  const MemorySharing& sharing = subgroup.program->sharing;
  const bool may_be_written = sharing.writes_any_object || sharing.written_objects.contains(object);
  return outside_address(subgroup, lane,
                         may_be_written && !words.is_volatile()
                             ? Definedness::implementation_dependent
                             : Definedness::defined);
}

// Computes the addresses lane by lane. The addresses are defined, because they contain the reason.
void find_texels(Subgroup& subgroup, const Record& record) {
  const TexelWords words{subgroup.data + record.extra};
  BrokenClauses broken;
  subgroup.active.for_each([&](unsigned lane) {
    const FoundTexel texel = find_texel(subgroup, words, lane);
    std::uint64_t address = reported_address;
    if (texel.layout != nullptr) {
      address = texel.outside || texel.undefined
                    ? refused_address(subgroup, words, texel, lane, broken)
                : texel.unbound ? unbound_address(subgroup, words, texel, lane, broken)
                                : texel.address;
    }
    subgroup.values<std::uint64_t>(record.result)[lane] = address;
    subgroup.header(record.result).undefined.reset(lane);
  });
  const PlaneHeader header = subgroup.header(record.result);
  broken.report(subgroup, record, [&](const Clause&, unsigned lane) {
    return describe_place(subgroup, words, lane);
  });
  subgroup.header(record.result) = header;
}

// Handles any image, level and sample.
const Record* find_any_texels(Subgroup& subgroup, const Record* record) {
  const TexelWords words{subgroup.data + record->extra};
  combine_headers(subgroup, record->result, words.image());
  for (std::uint32_t i = 0; i < words.axis_count(); ++i)
    combine_headers(subgroup, record->result, record->result, words.coordinate(i));
  for (const Slot slot : {words.lod(), words.sample()}) {
    if (slot != no_slot) combine_headers(subgroup, record->result, record->result, slot);
  }
  find_texels(subgroup, *record);
  return record + 1;
}

// The common case: the first level of a known image with one sample.
template <std::uint32_t Axes>
struct KnownImage {
  [[gnu::always_inline]] static inline void run(Subgroup& subgroup, const Record& record) {
    const TexelWords words{subgroup.data + record.extra};
    std::uint64_t* result = subgroup.values<std::uint64_t>(record.result);
    const std::uint64_t base = words.base();
    for (std::size_t lane = 0; lane < subgroup.padded_lanes; ++lane) result[lane] = base;
    std::uint32_t outside = 0;
    for (std::uint32_t i = 0; i < Axes; ++i) {
      const std::uint32_t* coordinate = subgroup.values<std::uint32_t>(words.coordinate(i));
      const std::uint32_t extent = words.extent(i);
      const std::uint64_t pitch = words.pitch(i);
      SPIRV_ORACLE_LANE_LOOP
      for (std::size_t lane = 0; lane < subgroup.padded_lanes; ++lane) {
        result[lane] += coordinate[lane] * pitch;
        outside |= coordinate[lane] >= extent ? 1u : 0u;
      }
    }
    combine_headers(subgroup, record.result, words.coordinate(0));
    for (std::uint32_t i = 1; i < Axes; ++i)
      combine_headers(subgroup, record.result, record.result, words.coordinate(i));
    if (outside != 0 || (subgroup.header(record.result).undefined & subgroup.active).any())
        [[unlikely]]
      find_any_texels(subgroup, &record);
  }
};

Handler known_image_handler(std::uint32_t axes) {
  if (axes == 1) return Multiversion<KnownImage<1>>::pick();
  return axes == 2 ? Multiversion<KnownImage<2>>::pick() : Multiversion<KnownImage<3>>::pick();
}

// FragCoord.x and y and Layer, which the program gets as inputs if it reads input attachments.
struct FragmentPosition {
  std::array<Slot, 2> planes = {no_slot, no_slot};
  Slot layer = no_slot;
};

const FragmentPosition& fragment_place(Lowering& lowering) {
  if (lowering.program().execution_model != spv::ExecutionModel::Fragment)
    lowering.fail_input("only fragment shaders read input attachments");
  auto& place = lowering.notes<FragmentPosition>();
  constexpr ScalarType type{ScalarType::Class::floating, sizeof(float), false};
  for (std::uint32_t i = 0; i < place.planes.size(); ++i) {
    if (place.planes[i] != no_slot) continue;
    place.planes[i] = lowering.new_plane(type);
    lowering.builder().add_input({{.kind = InterfaceComponent::Kind::built_in,
                                   .number = static_cast<std::uint32_t>(spv::BuiltIn::FragCoord),
                                   .component = i},
                                  place.planes[i],
                                  type});
  }
  return place;
}

// The layer of the framebuffer that the fragment is in.
Slot fragment_layer(Lowering& lowering) {
  auto& place = lowering.notes<FragmentPosition>();
  constexpr ScalarType type = ScalarType::unsigned_integer(4);
  if (place.layer != no_slot) return place.layer;
  place.layer = lowering.new_plane(type);
  lowering.builder().add_input({{.kind = InterfaceComponent::Kind::built_in,
                                 .number = static_cast<std::uint32_t>(spv::BuiltIn::Layer)},
                                place.layer,
                                type});
  return place.layer;
}

// result = the pixel with the coordinate in operand 0, plus operand 1. Helper invocations may be beyond the attachment, which
// has `extra` pixels, and then read its last one.
const Record* add_to_pixel(Subgroup& subgroup, const Record* record) {
  const float* place = subgroup.values<float>(record->operand[0]);
  const std::uint32_t* offset = subgroup.values<std::uint32_t>(record->operand[1]);
  subgroup.active.for_each([&](unsigned lane) {
    auto pixel = static_cast<std::uint32_t>(std::max(0.0F, place[lane]));
    if (subgroup.helpers.test(lane)) pixel = std::min(pixel, record->extra - 1);
    subgroup.values<std::uint32_t>(record->result)[lane] = pixel + offset[lane];
  });
  combine_headers(subgroup, record->result, record->operand[0], record->operand[1]);
  return record + 1;
}

// The components of the coordinate, with the offset added to all but the layer. That of an input attachment is relative to
// the pixel of the fragment ("Subpass").
std::vector<Slot> coordinate_planes(Lowering& lowering, const TexelOperands& place,
                                    const ImageType& type, unsigned count,
                                    const LevelLayout& level) {
  constexpr ScalarType integer = ScalarType::unsigned_integer(4);
  std::vector<Slot> planes;
  for (unsigned i = 0; i < count; ++i)
    planes.push_back(lowering.slot(place.coordinate, i, integer));
  if (type.dim == spv::Dim::SubpassData) {
    for (unsigned i = 0; i < 2; ++i) {
      const Slot relative = planes[i];
      planes[i] = lowering.new_plane(integer);
      lowering.emit(&add_to_pixel, planes[i], {fragment_place(lowering).planes[i], relative},
                    std::max(1u, level.extent[i]));
    }
  }
  if (place.offset == 0) return planes;
  for (unsigned i = 0; i < count - (type.arrayed ? 1 : 0); ++i) {
    const Slot offset = lowering.slot(place.offset, i, integer);
    check_texel_offsets(lowering, std::span(&offset, 1), false);
    const Slot sum = lowering.new_plane(integer);
    lowering.emit(
        internal::component_handler<steps::Add, std::uint32_t, std::uint32_t, std::uint32_t>(), sum,
        {planes[i], offset});
    planes[i] = sum;
  }
  return planes;
}

// Level or sample 0, if it is constant, needs no plane.
Slot number_plane(Lowering& lowering, Id id) {
  if (id == 0 || lowering.types().integer(id) == 0) return no_slot;
  return lowering.slot(id, 0, ScalarType::unsigned_integer(4));
}

bool has_unbound_texels(const Lowering& lowering) {
  return std::ranges::any_of(lowering.request().images,
                             [](const auto& image) { return !image.second.unbound.empty(); });
}

void create_outside(Lowering& lowering) {
  if (lowering.program().images.outside_object != 0 ||
      (!lowering.request().robust_image_access && !has_unbound_texels(lowering)))
    return;
  const std::uint64_t size = std::uint64_t{128} * bytes_per_lane_outside;
  const std::uint32_t object =
      lowering.memory().allocate(size, MemoryKind::lane_private, "outside of images");
  if (object == 0) lowering.fail({Status::limit, "memory limit reached while allocating images"});
  lowering.builder().set_outside_object(object);
}

// extra: in Program::data, the TexelWords; operand 0: the size of a code. No texel outside the image is unbound, but no
// specification says what its code is.
const Record* find_residency(Subgroup& subgroup, const Record* record) {
  const TexelWords words{subgroup.data + record->extra};
  subgroup.header(record->result) = {};
  subgroup.active.for_each([&](unsigned lane) {
    const FoundTexel texel = find_texel(subgroup, words, lane);
    if (texel.layout == nullptr || texel.undefined) {
      subgroup.header(record->result).undefined.set(lane);
      return;
    }
    const Residency residency = texel.outside || texel.layout->is_null ? Residency::uncertain
                                : texel.unbound                        ? Residency::not_resident
                                                                       : Residency::resident;
    store_residency_code(subgroup, {record->result, record->operand[0]}, lane, residency);
  });
  return record + 1;
}

}  // namespace

Slot emit_texel_address(Lowering& lowering, const TexelOperands& place, Slot residency) {
  const Type& operand = lowering.type_of(place.image);
  const Id pointee = place.image_type != 0 ? place.image_type : operand.element;
  const ImageType& type =
      operand.kind == Type::Kind::pointer ? lowering.type(pointee).image : operand.image;
  const unsigned count = coordinate_count(type);
  if (count == 0 || lowering.type_of(place.coordinate).component_count < count) {
    lowering.fail_unsupported("an image of the type " +
                              lowering.type_text(lowering.type_id_of(place.image)));
  }
  const Value image = place.descriptor != nullptr ? *place.descriptor : lowering.value(place.image);
  const auto known = lowering.program().images.layouts.find(image.pointer.object);
  const LevelLayout level =
      known == lowering.program().images.layouts.end() ? LevelLayout{} : known->second.levels[0];
  std::vector<Slot> planes = coordinate_planes(lowering, place, type, count, level);
  // "Render Pass": a fragment reads what was written at its own layer.
  const bool has_layers = type.dim == spv::Dim::SubpassData && !type.arrayed && level.extent[2] > 1;
  if (has_layers) planes.push_back(fragment_layer(lowering));
  const auto axes = static_cast<std::uint32_t>(planes.size());
  const Slot lod = number_plane(lowering, place.lod);
  const Slot sample = number_plane(lowering, place.sample);
  create_outside(lowering);

  // In kernels texel buffers are images like the others.
  const bool is_buffer = type.dim == spv::Dim::Buffer && !lowering.program().is_kernel();
  const std::uint64_t base = AddressSpace::base_of(image.pointer.object);
  std::vector<std::uint32_t> words = {static_cast<std::uint32_t>(base),
                                      static_cast<std::uint32_t>(base >> 32),
                                      static_cast<std::uint32_t>(place.kind) |
                                          (is_buffer ? 4u : 0u) | (place.is_volatile ? 8u : 0u),
                                      lod,
                                      sample,
                                      image.slots[0],
                                      axes};
  for (unsigned i = 0; i < axes; ++i) {
    const bool is_layer = (type.arrayed || has_layers) && i + 1 == axes;
    const std::uint32_t number = is_layer ? 2 : i;
    words.insert(words.end(), {planes[i], number, level.extent[number],
                               static_cast<std::uint32_t>(level.pitch[number]),
                               static_cast<std::uint32_t>(level.pitch[number] >> 32)});
  }
  const bool usual = image.pointer.object != 0 && lod == no_slot && sample == no_slot &&
                     !has_unbound_texels(lowering);
  const std::uint32_t data = lowering.add_data(words);
  RecordEffects effects{.reads = planes};
  effects.reads.insert(effects.reads.end(), {image.slots[0], lod, sample});
  if (residency != no_slot) {
    const std::uint32_t bytes = lowering.builder().width(residency);
    const std::uint32_t record = lowering.emit(&find_residency, residency, {Slot{bytes}}, data);
    RecordEffects of_code = effects;
    of_code.plane_operands = 0;
    lowering.describe(record, std::move(of_code));
  }
  const Slot result = lowering.new_plane(ScalarType::pointer());
  const std::uint32_t record = lowering.emit(usual ? known_image_handler(axes) : &find_any_texels,
                                             result, {no_slot, no_slot, no_slot}, data);
  lowering.describe(record, std::move(effects));
  return result;
}

Id texel_type(Lowering& lowering, const Instruction& instruction) {
  const Type& result = lowering.type(instruction.type);
  if (result.kind != Type::Kind::structure) return instruction.type;
  const bool is_sparse = result.members.size() == 2 &&
                         lowering.type(result.members[0].type).kind == Type::Kind::scalar;
  if (!is_sparse) lowering.fail_input("Result Type is not a structure of a code and a texel");
  return result.members[1].type;
}

}  // namespace spirv_oracle
