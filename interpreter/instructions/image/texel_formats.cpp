#include "interpreter/instructions/image/texel_formats.h"

#include "interpreter/exec/state/subgroup.h"
#include "interpreter/lowering/emit_copy.h"
#include "interpreter/lowering/image_resources.h"

namespace spirv_oracle {
namespace {

// Restricts the tangle to the lanes whose image is one of some objects, and saves the whole tangle in the
// result. Only the records up to `restore` run in this state. They access memory and move values.
// operand 0: the images; extra: in Program::data { distance to `restore`, count, the objects }.
const Record* restrict_to_objects(Subgroup& subgroup, const Record* record) {
  const std::uint32_t* words = subgroup.data + record->extra;
  const std::uint32_t* const first = words + 2;
  const std::uint32_t* const last = first + words[1];
  const std::uint64_t* images = subgroup.values<std::uint64_t>(record->operand[0]);
  const LaneMask undefined = subgroup.header(record->operand[0]).undefined;
  LaneMask chosen;
  subgroup.active.for_each([&](unsigned lane) {
    const auto object = static_cast<std::uint32_t>(images[lane] >> AddressSpace::offset_bits);
    if (!undefined.test(lane) && std::binary_search(first, last, object)) chosen.set(lane);
  });
  subgroup.header(record->result) = {};
  subgroup.truth(record->result) = subgroup.active;
  if (chosen.any()) {
    subgroup.active = chosen;
    return record + 1;
  }
  return record + words[0];
}

// operand 0: the tangle that restrict_to_objects saved.
const Record* restore(Subgroup& subgroup, const Record* record) {
  subgroup.active = subgroup.truth(record->operand[0]);
  return record + 1;
}

}  // namespace

std::vector<Slot> for_each_texel_format(
    Lowering& lowering, Id image, std::span<const ScalarType> type,
    const std::function<std::vector<Slot>(const TexelFormat&)>& lower) {
  std::vector<ImagesOfFormat> formats = texel_formats_of(lowering, image);
  const bool stores = type.empty();
  if (stores) std::erase_if(formats, &ImagesOfFormat::is_null);
  if (formats.empty()) return {};
  if (formats.size() == 1) return lower(formats.front().format);
  const Slot descriptors = lowering.slot(image);
  std::vector<Slot> results;
  for (const ScalarType& component : type) {
    results.push_back(lowering.new_plane(component));
    emit_masked_copy(lowering, results.back(), lowering.undefined_plane(component), component);
  }
  for (const ImagesOfFormat& format : formats) {
    std::vector<std::uint32_t> words{0, static_cast<std::uint32_t>(format.objects.size())};
    words.insert(words.end(), format.objects.begin(), format.objects.end());
    const std::uint32_t data = lowering.add_data(words);
    const Slot kept = lowering.new_plane(ScalarType::boolean());
    const std::uint32_t begin = lowering.emit(&restrict_to_objects, kept, {descriptors}, data);
    lowering.describe(begin, {.is_control_flow = true});
    const std::vector<Slot> values = lower(format.format);
    for (std::size_t i = 0; i < results.size(); ++i)
      emit_masked_copy(lowering, results[i], values[i], type[i]);
    const std::uint32_t end = lowering.emit(&restore, no_slot, {kept});
    lowering.describe(end, {.is_control_flow = true});
    lowering.builder().set_data(data, end + 1 - begin);
  }
  return results;
}

}  // namespace spirv_oracle
