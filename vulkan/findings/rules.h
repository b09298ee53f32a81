// The rules of Vulkan that the driver itself checks. Those of shaders are the interpreter's.
#pragma once

#include <span>

#include "interpreter/findings/clause.h"

namespace spirv_oracle::vulkan::rules {

constexpr Clause rule(std::string_view id, std::string_view kind, std::string_view condition,
                      std::string_view help = {}) {
  return {id, kind, Effect::undefined_behavior, condition, ArithmeticPoison::unchanged, help};
}

inline constexpr Clause handle_destroyed =
    rule("handle.destroyed", "invalid-handle", "a call gets an object that was destroyed");
inline constexpr Clause handle_invalid =
    rule("handle.invalid", "invalid-handle",
         "a call gets a handle of another device, of another type, or of no object");
inline constexpr Clause object_in_use =
    rule("object.in-use", "object-in-use",
         "a command that is executed uses an object that was destroyed",
         "wait for a fence, a semaphore or the queue before you destroy it");
inline constexpr Clause command_buffer_state =
    rule("command-buffer.state", "command-buffer-state",
         "a command buffer is not in the state that the call requires");
inline constexpr Clause queue_no_graphics =
    rule("queue.no-graphics", "queue-capability",
         "a command needs a queue with graphics, which this device lacks");
inline constexpr Clause feature_missing =
    rule("feature.missing", "feature", "a feature or an extension is used that is not enabled");
inline constexpr Clause not_supported = {"device.not-supported", "not-supported", Effect::defined,
                                         "the device does not support what a call asks for"};
inline constexpr Clause shader_invalid =
    rule("shader.invalid", "invalid-shader", "a shader module is not valid");
inline constexpr Clause argument_invalid =
    rule("argument.invalid", "invalid-argument", "an argument of a call is not permitted");
inline constexpr Clause memory_not_bound =
    rule("memory.not-bound", "memory-binding", "a resource without memory is used",
         "bind memory with vkBindBufferMemory or vkBindImageMemory");
inline constexpr Clause range_outside =
    rule("range.outside", "out-of-bounds", "a range of a command is outside of its resource");
inline constexpr Clause descriptor_set_not_bound =
    rule("descriptor-set.not-bound", "descriptor",
         "a dispatch uses a descriptor set that is not bound", "call vkCmdBindDescriptorSets");
inline constexpr Clause descriptor_set_incompatible =
    rule("descriptor-set.incompatible", "descriptor",
         "a bound descriptor set does not have the layout of the pipeline");
inline constexpr Clause descriptor_set_changed =
    rule("descriptor-set.changed", "descriptor",
         "a descriptor set was updated after a command buffer bound it",
         "record the command buffer again after the update");
inline constexpr Clause descriptor_not_written =
    rule("descriptor.not-written", "descriptor", "a dispatch uses a descriptor without contents",
         "call vkUpdateDescriptorSets before the dispatch is submitted");
inline constexpr Clause descriptor_wrong_type =
    rule("descriptor.wrong-type", "descriptor",
         "a descriptor has another type than the shader declares");
inline constexpr Clause sync_object_state =
    rule("synchronization.state", "synchronization",
         "a fence or semaphore is not in the state that the call requires");
inline constexpr Clause missing_barrier =
    rule("synchronization.missing-barrier", "synchronization",
         "two commands access the same bytes, one of them writes, and no barrier orders them",
         "record vkCmdPipelineBarrier between the two commands");
inline constexpr Clause narrow_barrier = rule(
    "synchronization.narrow-barrier", "synchronization",
    "two commands access the same bytes, one of them writes, and the barrier between them does "
    "not cover the stages, accesses or bytes of both",
    "add the stage or access to the barrier");
inline constexpr Clause missing_semaphore =
    rule("synchronization.missing-semaphore", "synchronization",
         "commands of two queues access the same bytes, one of them writes, and nothing orders the "
         "queues",
         "signal a semaphore in one submission, and wait for it in the other");
inline constexpr Clause host_write_in_use =
    rule("synchronization.host-write", "synchronization",
         "the host writes to bytes that a command accesses, after it submitted the command and "
         "before it knows that the command is complete",
         "write before you submit the command, or after you wait for its fence");
inline constexpr Clause host_read_in_use =
    rule("synchronization.host-read", "synchronization",
         "the host reads bytes that a command writes, before it knows that the command is complete",
         "wait for the fence of the command before you read");
inline constexpr Clause host_read_not_visible =
    rule("synchronization.host-visibility", "synchronization",
         "the host reads bytes that a command wrote, and no barrier makes them visible to the host",
         "record a barrier with VK_PIPELINE_STAGE_HOST_BIT and VK_ACCESS_HOST_READ_BIT after the "
         "command");
inline constexpr Clause event_dependency =
    rule("synchronization.event-dependency", "synchronization",
         "a wait for an event does not name the stages or the dependency that the event was set "
         "with",
         "give vkCmdWaitEvents2 the VkDependencyInfo of vkCmdSetEvent2, or vkCmdWaitEvents the "
         "stages of vkCmdSetEvent");
inline constexpr Clause image_layout = rule(
    "image.layout", "image-layout",
    "a command accesses a part of an image that is in another layout than the command or its "
    "descriptor names",
    "change the layout with a barrier before the command, or name the layout that the image is "
    "in");
inline constexpr Clause image_layout_transition =
    rule("image.layout-transition", "image-layout",
         "a barrier changes the layout of an image from one that the image is not in",
         "set oldLayout to the layout that the image is in, or to VK_IMAGE_LAYOUT_UNDEFINED to "
         "discard its contents");
inline constexpr Clause query_unavailable =
    rule("query.not-reset", "query", "a query is written again without a reset");
inline constexpr Clause indirect_undefined =
    rule("vkCmdDispatchIndirect.undefined-count", "undefined-value",
         "the workgroup counts of an indirect dispatch are undefined");
inline constexpr Clause output_undefined = {
    "output.undefined",
    "undefined-output",
    Effect::undefined_result,
    "memory that the host can read gets undefined values",
    ArithmeticPoison::unchanged,
    "do not rely on these values: store only what was computed from initialized memory and defined "
    "results"};
inline constexpr Clause limit_reached = {"device.limit", "limit", Effect::defined,
                                         "a dispatch reached a limit, and the device is lost"};
inline constexpr Clause out_of_memory = {"device.out-of-memory", "limit", Effect::defined,
                                         "the host has no memory"};
inline constexpr Clause capture_failed = {"device.capture-failed", "not-supported", Effect::defined,
                                          "a dispatch could not be captured"};

// A rule, and where Vulkan says it: a section of its specification, or a VUID that represents several ones.
struct SourcedRule {
  const Clause* rule;
  std::string_view source;
};
inline constexpr SourcedRule all[] = {
    {&handle_destroyed, "section \"Object Lifetime\""},
    {&handle_invalid, "section \"Valid Usage for Object Handles\""},
    {&object_in_use, "section \"Object Lifetime\""},
    {&command_buffer_state, "section \"Command Buffer Lifecycle\""},
    {&queue_no_graphics, "section \"Queue Operation\""},
    {&feature_missing, "section \"Features\""},
    {&shader_invalid, "VUID-VkShaderModuleCreateInfo-pCode-08737"},
    {&argument_invalid, "the VUID that the finding names"},
    {&memory_not_bound, "section \"Resource Memory Association\""},
    {&range_outside, "the VUID that the finding names"},
    {&descriptor_set_not_bound, "VUID-vkCmdDispatch-None-08600"},
    {&descriptor_set_incompatible, "section \"Pipeline Layout Compatibility\""},
    {&descriptor_set_changed, "section \"Descriptor Set Updates\""},
    {&descriptor_not_written, "VUID-vkCmdDispatch-None-08114"},
    {&descriptor_wrong_type, "VUID-VkComputePipelineCreateInfo-layout-07990"},
    {&sync_object_state, "sections \"Fences\" and \"Semaphores\""},
    {&missing_barrier, "section \"Execution and Memory Dependencies\""},
    {&narrow_barrier, "section \"Execution and Memory Dependencies\""},
    {&missing_semaphore, "section \"Semaphores\""},
    {&host_write_in_use, "section \"Host Write Ordering Guarantees\""},
    {&host_read_in_use, "section \"Fences\""},
    {&host_read_not_visible, "section \"Fences\""},
    {&event_dependency, "section \"Events\", and the VUID that the finding names"},
    {&image_layout, "section \"Image Layouts\", and the VUID that the finding names"},
    {&image_layout_transition, "VUID-VkImageMemoryBarrier-oldLayout-01197"},
    {&query_unavailable, "VUID-vkCmdWriteTimestamp-None-00830"},
    {&indirect_undefined, "section \"Dispatching Commands\""},
    {&output_undefined, "section \"Device Memory Allocation\": new memory is undefined"},
};

}  // namespace spirv_oracle::vulkan::rules
