#include "interpreter/loader/newer_names.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <spirv/unified1/spirv.hpp11>

#include "interpreter/loader/binary.h"

namespace spirv_oracle {
namespace {

struct NewerName {
  std::uint32_t number = 0;
  std::string_view name;
};

// The SPIR-V specification, "Capability", and the texts of extensions.
constexpr auto newer_capabilities = std::to_array<NewerName>({
    {4174, "TensorsARM"},
    {4175, "StorageTensorArrayDynamicIndexingARM"},
    {4176, "StorageTensorArrayNonUniformIndexingARM"},
    {4191, "GraphARM"},
    {4495, "TileShadingQCOM"},
    {4496, "CooperativeMatrixConversionQCOM"},
    {5112, "Int4TypeINTEL"},
    {5114, "Int4CooperativeMatrixINTEL"},
    {5447, "CooperativeMatrixDecodeVectorNV"},
    {6162, "TaskSequenceINTEL"},
    {6241, "TernaryBitwiseFunctionINTEL"},
    {6245, "SpecConditionalINTEL"},
    {6246, "FunctionVariantsINTEL"},
    {6528, "BindlessImagesINTEL"},
});

// From the section "Instructions".
constexpr auto newer_instructions = std::to_array<NewerName>({
    {4163, "OpTypeTensorARM"},
    {4164, "OpTensorReadARM"},
    {4165, "OpTensorWriteARM"},
    {4166, "OpTensorQuerySizeARM"},
    {4181, "OpGraphConstantARM"},
    {4182, "OpGraphEntryPointARM"},
    {4183, "OpGraphARM"},
    {4184, "OpGraphInputARM"},
    {4185, "OpGraphSetOutputARM"},
    {4186, "OpGraphEndARM"},
    {4190, "OpTypeGraphARM"},
    {4497, "OpBitCastArrayQCOM"},
    {4540, "OpCompositeConstructCoopMatQCOM"},
    {4541, "OpCompositeExtractCoopMatQCOM"},
    {4542, "OpExtractSubArrayQCOM"},
    {6163, "OpTaskSequenceCreateINTEL"},
    {6164, "OpTaskSequenceAsyncINTEL"},
    {6165, "OpTaskSequenceGetINTEL"},
    {6166, "OpTaskSequenceReleaseINTEL"},
    {6199, "OpTypeTaskSequenceINTEL"},
    {6242, "OpBitwiseFunctionINTEL"},
    {6248, "OpConditionalExtensionINTEL"},
    {6249, "OpConditionalEntryPointINTEL"},
    {6250, "OpConditionalCapabilityINTEL"},
    {6251, "OpSpecConstantTargetINTEL"},
    {6252, "OpSpecConstantArchitectureINTEL"},
    {6253, "OpSpecConstantCapabilitiesINTEL"},
    {6254, "OpConditionalCopyObjectINTEL"},
    {6529, "OpConvertHandleToImageINTEL"},
    {6530, "OpConvertHandleToSamplerINTEL"},
    {6531, "OpConvertHandleToSampledImageINTEL"},
});

void add_once(const std::string& what, std::string& list) {
  if (list.find(what) == std::string::npos) list += (list.empty() ? "" : ", ") + what;
}

void add_named(std::span<const NewerName> table, std::uint32_t number, const char* kind,
               std::string& list) {
  const auto found = std::ranges::find(table, number, &NewerName::number);
  if (found != table.end()) add_once(kind + std::string(found->name), list);
}

}  // namespace

std::string newer_features(std::span<const std::uint32_t> words) {
  std::string list;
  for (std::size_t at = header_words; at < words.size();) {
    const std::size_t count = words[at] >> 16;
    if (count == 0 || count > words.size() - at) break;
    const std::uint32_t opcode = words[at] & 0xFFFF;
    if (opcode == static_cast<std::uint32_t>(spv::Op::OpCapability) && count == 2)
      add_named(newer_capabilities, words[at + 1], "capability ", list);
    add_named(newer_instructions, opcode, "", list);
    at += count;
  }
  return list;
}

std::string newer_feature(std::string_view name) {
  if (std::ranges::count(newer_capabilities, name, &NewerName::name) != 0)
    return "capability " + std::string(name);
  const bool is_instruction = std::ranges::count(newer_instructions, name, &NewerName::name) != 0;
  return is_instruction ? std::string(name) : "";
}

tl::unexpected<Error> newer_than_tools(const std::string& features) {
  return unsupported("the module requires features that are not supported: " + features);
}

}  // namespace spirv_oracle
