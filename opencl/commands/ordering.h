// Which commands happen before which: by their queues, events, barriers, and by the host that waits.
#pragma once

#include "opencl/objects/event.h"

namespace spirv_oracle::opencl {

// These need the mutex of the Engine.
void add_to_ordering(const Event& event, const std::vector<std::shared_ptr<Event>>& waits,
                     const std::vector<std::shared_ptr<Event>>& after);
// The host ends a user event: what waits for it happens after what the host knows to be complete.
void add_user_event_to_ordering(const Event& event);
// The host knows that the command is complete: commands that it enqueues later happen after it.
void make_known(const Event& event);
bool is_known(const Event& event);

// Whether the command with the first id happens before that with the second one.
bool happens_before(std::uint64_t first, std::uint64_t second);

}  // namespace spirv_oracle::opencl
