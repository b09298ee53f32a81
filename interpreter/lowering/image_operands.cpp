#include "interpreter/lowering/image_operands.h"

#include <array>
#include <string>
#include <utility>

#include "interpreter/lowering/lowering.h"

namespace spirv_oracle {
namespace {

using ImageMask = spv::ImageOperandsMask;

constexpr std::array<std::pair<ImageMask, const char*>, 16> image_operand_names = {
    {{ImageMask::Bias, "Bias"},
     {ImageMask::Lod, "Lod"},
     {ImageMask::Grad, "Grad"},
     {ImageMask::ConstOffset, "ConstOffset"},
     {ImageMask::Offset, "Offset"},
     {ImageMask::ConstOffsets, "ConstOffsets"},
     {ImageMask::Sample, "Sample"},
     {ImageMask::MinLod, "MinLod"},
     {ImageMask::MakeTexelAvailable, "MakeTexelAvailable"},
     {ImageMask::MakeTexelVisible, "MakeTexelVisible"},
     {ImageMask::NonPrivateTexel, "NonPrivateTexel"},
     {ImageMask::VolatileTexel, "VolatileTexel"},
     {ImageMask::SignExtend, "SignExtend"},
     {ImageMask::ZeroExtend, "ZeroExtend"},
     {ImageMask::Nontemporal, "Nontemporal"},
     {ImageMask::Offsets, "Offsets"}}};

std::string name_of_image_operand(std::uint32_t bits) {
  for (const auto& [bit, name] : image_operand_names) {
    if ((bits & static_cast<std::uint32_t>(bit)) != 0) return name;
  }
  return "bits " + std::to_string(bits);
}

}  // namespace

ImageOperands::ImageOperands(const Instruction& instruction, unsigned first) {
  if (first >= instruction.operand_count()) return;
  mask_ = instruction.literal(first);
  unsigned next = first + 1;
  const auto read = [&](Mask bit, Id& id) {
    const bool is_present = (mask_ & static_cast<std::uint32_t>(bit)) != 0;
    if (is_present && instruction.has(next)) id = instruction.id(next++);
  };
  read(Mask::Bias, bias_);
  read(Mask::Lod, lod_);
  read(Mask::Grad, grad_dx_);
  read(Mask::Grad, grad_dy_);
  read(Mask::ConstOffset, const_offset_);
  read(Mask::Offset, offset_);
  read(Mask::ConstOffsets, const_offsets_);
  read(Mask::Sample, sample_);
  read(Mask::MinLod, min_lod_);
  read(Mask::MakeTexelAvailable, available_scope_);
  read(Mask::MakeTexelVisible, visible_scope_);
}

bool ImageOperands::is_taken(Mask bit) const {
  taken_ |= static_cast<std::uint32_t>(bit);
  return (mask_ & static_cast<std::uint32_t>(bit)) != 0;
}

Id ImageOperands::offset() const {
  const Id constant = taken(Mask::ConstOffset, const_offset_);
  const Id variable = taken(Mask::Offset, offset_);
  return constant != 0 ? constant : variable;
}

MemoryModelOperands ImageOperands::memory() const {
  is_taken(Mask::Nontemporal);  // a hint
  return {is_taken(Mask::VolatileTexel), is_taken(Mask::NonPrivateTexel),
          taken(Mask::MakeTexelAvailable, available_scope_),
          taken(Mask::MakeTexelVisible, visible_scope_)};
}

void ImageOperands::refuse_others(const Lowering& lowering) const {
  const std::uint32_t others = mask_ & ~taken_;
  if (others != 0) lowering.fail_unsupported("the image operand " + name_of_image_operand(others));
}

}  // namespace spirv_oracle
