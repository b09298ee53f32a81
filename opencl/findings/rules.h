// The rules of OpenCL that the driver itself checks. Those of kernels are the interpreter's.
#pragma once

#include "interpreter/findings/clause.h"

namespace spirv_oracle::opencl::rules {

constexpr Clause rule(std::string_view id, std::string_view kind, std::string_view condition,
                      std::string_view help = {}) {
  return {id, kind, Effect::undefined_behavior, condition, ArithmeticPoison::unchanged, help};
}

inline constexpr Clause call_error = {"opencl.call-error", "call-error", Effect::defined,
                                      "a call returns an error code"};
inline constexpr Clause not_supported = {"opencl.not-supported", "not-supported", Effect::defined,
                                         "the device does not support what a call asks for"};
inline constexpr Clause handle_released =
    rule("opencl.handle-released", "invalid-handle",
         "a call gets an object whose reference count is zero",
         "release an object after its last use only, or retain it");
inline constexpr Clause argument_not_set =
    rule("opencl.argument-not-set", "invalid-call",
         "a kernel is enqueued although one of its arguments was never set", "call clSetKernelArg");
inline constexpr Clause object_in_use =
    rule("opencl.object-in-use", "object-in-use",
         "a command that executes uses a memory object that was released",
         "release a memory object after the commands that use it are complete, or keep it as an "
         "argument of no kernel");
inline constexpr Clause mapped_access =
    rule("opencl.mapped-access", "synchronization",
         "a command accesses bytes of a memory object while they are mapped: it writes to them, or "
         "accesses bytes that are mapped for writing",
         "call clEnqueueUnmapMemObject or clEnqueueSVMUnmap before the command");
inline constexpr Clause maps_overlap =
    rule("opencl.maps-overlap", "synchronization",
         "bytes of a memory object are mapped while they are mapped for writing, or are mapped for "
         "writing while they are mapped");
inline constexpr Clause missing_dependency =
    rule("opencl.missing-dependency", "synchronization",
         "two commands access the same bytes, one of them writes, and no event, barrier or wait of "
         "the host orders them",
         "put the event of the first command into the wait list of the second one");
inline constexpr Clause sub_buffers_overlap =
    rule("opencl.sub-buffers-overlap", "synchronization",
         "two commands access the same bytes through sub-buffers that overlap, or through a buffer "
         "and its sub-buffer, one of them writes, and nothing orders them",
         "put the event of the first command into the wait list of the second one");
inline constexpr Clause host_write_in_use =
    rule("opencl.host-write", "synchronization",
         "the host changes memory that a non-blocking command reads, before it knows that the "
         "command is complete",
         "wait for the event of the command before you change the memory");
inline constexpr Clause svm_not_mapped = rule(
    "opencl.svm-not-mapped", "synchronization",
    "the host changes bytes of coarse-grained shared virtual memory that it has not mapped for "
    "writing",
    "call clEnqueueSVMMap before the change and clEnqueueSVMUnmap after it, or allocate with "
    "CL_MEM_SVM_FINE_GRAIN_BUFFER");
inline constexpr Clause svm_write_in_use =
    rule("opencl.svm-host-write", "synchronization",
         "the host changes fine-grained shared virtual memory that a command accesses, after it "
         "enqueued the command and before it knows that the command is complete",
         "wait for the event of the command before you change the memory");
inline constexpr Clause output_undefined = {
    "opencl.output-undefined",
    "undefined-output",
    Effect::undefined_result,
    "the host reads bytes of a memory object that hold undefined values",
    ArithmeticPoison::unchanged,
    "do not rely on these values: store only what was computed from initialized memory and defined "
    "results"};
inline constexpr Clause output_uninitialized = {
    "opencl.output-uninitialized",
    "undefined-output",
    Effect::undefined_result,
    "the host reads bytes of a memory object that nothing has written",
    ArithmeticPoison::unchanged,
    "read only what was written, or fill the memory object first"};
inline constexpr Clause limit_reached = {"opencl.limit", "limit", Effect::defined,
                                         "a dispatch reached a limit, and its command fails"};
inline constexpr Clause out_of_memory = {"opencl.out-of-memory", "limit", Effect::defined,
                                         "the host has no memory"};
inline constexpr Clause capture_failed = {"opencl.capture-failed", "not-supported", Effect::defined,
                                          "a dispatch could not be captured"};
inline constexpr Clause leak = {"opencl.leak", "leak", Effect::defined,
                                "objects are not released when the program ends"};

// A rule, and where the specification of the OpenCL API says it.
struct SourcedRule {
  const Clause* rule;
  std::string_view source;
};
inline constexpr SourcedRule all[] = {
    {&call_error, "the section \"Errors\" of each function"},
    {&handle_released, "section \"Reference Count\""},
    {&argument_not_set, "section \"Executing Kernels\", CL_INVALID_KERNEL_ARGS"},
    {&object_in_use, "section \"Setting Kernel Arguments\": arguments are not retained"},
    {&mapped_access, "section \"Accessing mapped regions of a memory object\""},
    {&maps_overlap, "section \"Accessing mapped regions of a memory object\""},
    {&missing_dependency, "section \"Memory Ordering Rules: host-side and device-side commands\""},
    {&sub_buffers_overlap, "section \"Creating Buffer Objects\", clCreateSubBuffer"},
    {&host_write_in_use, "section \"Reading, Writing and Copying Buffer Objects\""},
    {&svm_not_mapped, "section \"Shared Virtual Memory\": coarse-grained buffer SVM"},
    {&svm_write_in_use, "section \"Shared Virtual Memory\": fine-grained buffer SVM"},
    {&output_undefined, "OpenCL SPIR-V environment: undefined values"},
    {&output_uninitialized, "section \"Creating Buffer Objects\""},
    {&leak, "section \"Reference Count\""},
};

}  // namespace spirv_oracle::opencl::rules
