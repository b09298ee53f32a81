// What a wait for an event must have in common with what set the event (vkCmdWaitEvents, vkCmdWaitEvents2).
#pragma once

#include <optional>
#include <string>

#include "vulkan/commands/command.h"

namespace spirv_oracle::vulkan {

struct EventMismatch {
  std::shared_ptr<Event> event;
  std::string text;
  const char* vuid;
};

// The first rule that the wait breaks. Needs Device::synchronization. Events that are not set are left out.
std::optional<EventMismatch> find_mismatch(const EventWait& wait);

}  // namespace spirv_oracle::vulkan
