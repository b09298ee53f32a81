#include "debugger/engine/program/drawn_fragments.h"
#include "interpreter/loader/pointers.h"

#include <algorithm>

namespace spirv_oracle {

void DrawnFragments::start_draw(std::span<const std::string> attachments) {
  bound_.clear();
  for (std::uint32_t location = 0; location < attachments.size(); ++location) {
    const std::string& name = attachments[location];
    if (name.empty()) continue;
    const auto known = std::ranges::find(attachments_, name);
    bound_[location] = static_cast<std::uint32_t>(known - attachments_.begin());
    if (known == attachments_.end()) attachments_.push_back(name);
  }
}

// Without a script, an attachment has no name.
std::uint32_t DrawnFragments::attachment_for(std::uint32_t location) {
  const auto [bound, is_new] =
      bound_.try_emplace(location, static_cast<std::uint32_t>(attachments_.size()));
  if (is_new) attachments_.emplace_back();
  return bound->second;
}

void DrawnFragments::start_vertices(std::span<const VertexInvocation> vertices) {
  vertices_.invocations.assign(vertices.begin(), vertices.end());
  vertices_.ends.clear();
  has_stage_after_vertices_ = false;
}

void DrawnFragments::start_fragments(const FragmentLaunch& launch) { launch_.emplace(launch); }

void DrawnFragments::note_color(std::size_t invocation, std::uint32_t location,
                                std::uint32_t dispatch) {
  const FragmentInvocation& fragment = launch_->invocations[invocation];
  const ShadedPrimitive& primitive = fragment.part->source;
  const std::size_t workgroup = invocation / launch_->subgroup_size;
  if (workgroup >= ends_.size()) return;
  writes_[{attachment_for(location), fragment.x, fragment.y, primitive.layer}].push_back(
      {ends_[workgroup], workgroup, static_cast<unsigned>(invocation % launch_->subgroup_size),
       primitive.primitive.id, dispatch});
}

void DrawnFragments::start_launch(const Program& program) {
  ends_.clear();
  if (program.execution_model != spv::ExecutionModel::Fragment) return;
  const Module& module = *program.module;
  for (const Instruction& instruction : module.instructions()) {
    if (!is_variable(instruction.opcode)) continue;
    constexpr unsigned storage_class = 2;
    if (static_cast<spv::StorageClass>(instruction.literal(storage_class)) !=
        spv::StorageClass::Output)
      continue;
    const auto location = module.decoration(instruction.result, spv::Decoration::Location);
    const std::string_view name = module.name(instruction.result);
    if (location && !name.empty()) outputs_[std::string(name)] = *location;
  }
}

void DrawnFragments::end_workgroup(std::uint64_t workgroup, std::uint64_t moment) {
  if (ends_.size() <= workgroup) ends_.resize(workgroup + 1);
  ends_[workgroup] = moment == 0 ? 0 : moment - 1;
}

void DrawnFragments::end_launch(const Program& program) {
  if (program.execution_model == spv::ExecutionModel::Vertex) {
    vertices_.ends = ends_;
    vertices_.subgroup_size = program.subgroup_size;
  } else if (program.execution_model != spv::ExecutionModel::Fragment) {
    has_stage_after_vertices_ = true;
  }
}

const FragmentInvocation* DrawnFragments::find(std::uint64_t workgroup, unsigned lane) const {
  if (!launch_ || lane >= launch_->subgroup_size) return nullptr;
  const std::uint64_t invocation = workgroup * launch_->subgroup_size + lane;
  return invocation < launch_->invocations.size() ? &launch_->invocations[invocation] : nullptr;
}

LaneMask DrawnFragments::lanes_of_pixel(std::uint64_t workgroup, std::uint32_t x, std::uint32_t y,
                                        std::uint32_t layer) const {
  LaneMask lanes;
  if (!launch_) return lanes;
  for (unsigned lane = 0; lane < launch_->subgroup_size; ++lane) {
    const FragmentInvocation* const fragment = find(workgroup, lane);
    if (fragment != nullptr && fragment->x == x && fragment->y == y &&
        fragment->part->source.layer == layer && !fragment->is_helper())
      lanes.set(lane);
  }
  return lanes;
}

std::optional<std::uint32_t> DrawnFragments::location_of(const std::string& name) const {
  if (const auto found = outputs_.find(name); found != outputs_.end()) return found->second;
  constexpr std::string_view prefix = "color";
  if (!name.starts_with(prefix) || name.size() == prefix.size()) return std::nullopt;
  std::uint32_t location = 0;
  for (const char digit : name.substr(prefix.size())) {
    if (digit < '0' || digit > '9' || location > 99) return std::nullopt;
    location = location * 10 + static_cast<std::uint32_t>(digit - '0');
  }
  return location;
}

std::optional<NamedAttachment> DrawnFragments::find_attachment(const std::string& name) const {
  const auto known = std::ranges::find(attachments_, name);
  if (known != attachments_.end() && !name.empty()) {
    const auto number = static_cast<std::uint32_t>(known - attachments_.begin());
    const auto bound = std::ranges::find_if(
        bound_, [number](const auto& binding) { return binding.second == number; });
    return NamedAttachment{number, bound == bound_.end() ? 0 : bound->first};
  }
  const auto location = location_of(name);
  if (!location) return std::nullopt;
  const auto bound = bound_.find(*location);
  return NamedAttachment{bound == bound_.end() ? std::nullopt : std::optional(bound->second),
                         *location};
}

std::string DrawnFragments::name_of(std::uint32_t location) const {
  const auto found =
      std::ranges::find_if(outputs_, [&](const auto& output) { return output.second == location; });
  return found == outputs_.end() ? "" : found->first;
}

std::vector<PixelWrite> DrawnFragments::writes_to(const PixelPosition& pixel) const {
  const auto found = writes_.find(pixel);
  return found == writes_.end() ? std::vector<PixelWrite>() : found->second;
}

}  // namespace spirv_oracle
