// Makes a dispatch from the options and the requirements of a module.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cli/options.h"
#include "interpreter/dispatch.h"

namespace spirv_oracle {

// The entry point with this name; for "", the only one. Errors list the names.
Result<const EntryPointInfo*> pick_entry_point(const ModuleInfo& module, const std::string& name);

// Whether it is a kernel of OpenCL.
bool is_kernel(const EntryPointInfo& entry);

// The workgroup size of the entry point, with the specialization of the dispatch. None if the
// module does not declare it, or computes it from specialization constants.
std::optional<Dim3> workgroup_size(const Module& module, const Dispatch& dispatch);

// By default, dispatches are checked for data races while memory suffices.
void choose_race_checks(const std::optional<bool>& asked, Dispatch& dispatch);

// The values of --spec as bits, by SpecId. `notes` gets a sentence for each SpecId that the module
// does not have. Errors: bad_input if a value does not fit its constant.
Result<std::map<std::uint32_t, std::uint64_t>> specialization_of(const ModuleInfo& module,
                                                                 const LaunchOptions& options,
                                                                 std::vector<std::string>& notes);

// The module with the data of --spec in its OpSpecConstantDataKHR; none if --spec gives none. Removes these values from the
// options. Errors: bad_input if one is not DATA.
Result<std::optional<std::vector<std::uint32_t>>> specialize_data(
    std::span<const std::uint32_t> words, LaunchOptions& options);

// The dispatch of a compute entry point or kernel, without its resources. `notes` are those of
// specialization_of. Errors: bad_input if a value does not fit its constant, unsupported for other
// kinds of entry points.
Result<Dispatch> make_dispatch(const ModuleInfo& module, const EntryPointInfo& entry,
                               const DispatchOptions& options, std::vector<std::string>& notes);

// With --global-size, sets the number of workgroups. Must follow make_dispatch. Errors: bad_input, if the entry point is
// not a kernel, or requires workgroups of the same size.
Result<void> count_groups(const Module& module, const EntryPointInfo& entry,
                          const ModuleOptions& options, Dispatch& dispatch);

// Adds the user's arguments, push constants, buffers and memories to the dispatch. `notes` gets a
// sentence for each one that the entry point does not use. Errors: bad_input; if a resource is
// missing, the message shows the option to add, and the notes.
Result<void> add_resources(const EntryPointInfo& entry, const LaunchOptions& options,
                           Dispatch& dispatch, std::vector<std::string>& notes);

// The resource with this name; null for a memory, or if the entry point has no such resource.
const ResourceInfo* find_resource(const EntryPointInfo& entry, const BufferName& name);

// Checks that `option` fits the entry point's descriptor, if it has one: the kind with `fits`, and
// the element.
Result<void> check_descriptor(const EntryPointInfo& entry, const BufferName& name,
                              std::string_view option, bool (*fits)(ResourceKind));

// Adds a note that `option` has no effect if the entry point has no such descriptor.
void note_unused(const EntryPointInfo& entry, const BufferName& name, std::string_view option,
                 std::vector<std::string>& notes);

}  // namespace spirv_oracle
