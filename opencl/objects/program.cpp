#include "opencl/objects/program.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "frontend/link_modules.h"
#include "opencl/api/entry_points.h"
#include "opencl/objects/info.h"
#include "opencl/objects/platform.h"

namespace spirv_oracle::opencl {
namespace {

using BuildNotify = void(CL_CALLBACK*)(cl_program, void*);

cl_int check_devices(cl_uint count, const cl_device_id* devices) {
  if ((count == 0) != (devices == nullptr))
    return fail(CL_INVALID_VALUE, "num_devices and device_list do not fit each other");
  for (cl_uint i = 0; i < count; ++i) {
    if (!find<Device>(devices[i])) return fail_invalid<Device>();
  }
  return CL_SUCCESS;
}

std::string names_of_kernels(const Build& build) {
  std::string names;
  for (const EntryPointInfo& entry : build.info.entry_points)
    names += (names.empty() ? "" : ";") + entry.name;
  return names;
}

// SPIR-V in this machine's order of bytes, or reversed.
Created<std::vector<std::uint32_t>> words_of(const void* il, size_t length) {
  constexpr std::uint32_t magic = 0x07230203;
  std::vector<std::uint32_t> words(length / sizeof(std::uint32_t));
  if (!words.empty()) std::memcpy(words.data(), il, words.size() * sizeof(std::uint32_t));
  if (length % sizeof(std::uint32_t) != 0 || words.size() < 5 ||
      (words[0] != magic && words[0] != __builtin_bswap32(magic)))
    return fail_to_create(CL_INVALID_VALUE, "the intermediate language is not SPIR-V");
  return words;
}

}  // namespace

Created<cl_program> create_program_with_source(cl_context context_handle, cl_uint count,
                                               const char** strings, const size_t* lengths) {
  const auto context = find<Context>(context_handle);
  if (!context) return fail_to_create_with_invalid<Context>();
  if (count == 0 || strings == nullptr)
    return fail_to_create(CL_INVALID_VALUE, "count is 0 or strings is NULL");
  const auto program = std::make_shared<Program>();
  program->context = context;
  for (cl_uint i = 0; i < count; ++i) {
    if (strings[i] == nullptr)
      return fail_to_create(CL_INVALID_VALUE, fmt::format("strings[{}] is NULL", i));
    const bool has_length = lengths != nullptr && lengths[i] != 0;
    program->source += has_length ? std::string(strings[i], lengths[i]) : std::string(strings[i]);
  }
  // Some programs count the terminating zero.
  while (program->source.ends_with('\0')) program->source.pop_back();
  if (program->source.empty()) program->source = "\n";
  return give_handle<cl_program>(program);
}

Created<cl_program> create_program_with_il(cl_context context_handle, const void* il,
                                           size_t length) {
  const auto context = find<Context>(context_handle);
  if (!context) return fail_to_create_with_invalid<Context>();
  if (il == nullptr || length == 0)
    return fail_to_create(CL_INVALID_VALUE, "il is NULL or length is 0");
  auto words = words_of(il, length);
  if (!words) return tl::unexpected(words.error());
  const auto program = std::make_shared<Program>();
  program->context = context;
  program->il = std::move(*words);
  return give_handle<cl_program>(program);
}

Created<cl_program> create_program_with_binary(cl_context context_handle, cl_uint count,
                                               const cl_device_id* devices, const size_t* lengths,
                                               const unsigned char** binaries, cl_int* status) {
  const auto context = find<Context>(context_handle);
  if (!context) return fail_to_create_with_invalid<Context>();
  if (count == 0 || devices == nullptr || lengths == nullptr || binaries == nullptr)
    return fail_to_create(CL_INVALID_VALUE,
                          "num_devices is 0, or device_list, lengths or binaries is NULL");
  for (cl_uint i = 0; i < count; ++i) {
    if (!find<Device>(devices[i])) return fail_to_create_with_invalid<Device>();
  }
  if (count != 1)
    return fail_to_create(CL_INVALID_DEVICE, "device_list has the only device more than once");
  if (binaries[0] == nullptr || lengths[0] == 0) {
    if (status != nullptr) *status = CL_INVALID_VALUE;
    return fail_to_create(CL_INVALID_VALUE, "the binary is empty");
  }
  auto build = build_of_binary({binaries[0], lengths[0]});
  if (status != nullptr) *status = build ? CL_SUCCESS : CL_INVALID_BINARY;
  if (!build) return fail_to_create(CL_INVALID_BINARY, build.error().message);
  const auto program = std::make_shared<Program>();
  program->context = context;
  program->binary = std::move(*build);
  return give_handle<cl_program>(program);
}

Created<cl_program> create_program_with_built_in_kernels(cl_context context, cl_uint /*count*/,
                                                         const cl_device_id* /*devices*/,
                                                         const char* /*names*/) {
  if (!find<Context>(context)) return fail_to_create_with_invalid<Context>();
  return fail_to_create(CL_INVALID_VALUE, "the device has no built-in kernels");
}

cl_int retain_program(cl_program program) { return retain<Program>(program); }
cl_int release_program(cl_program program) { return release<Program>(program); }

cl_int set_program_release_callback(cl_program handle, BuildNotify /*notify*/, void* /*data*/) {
  if (!find<Program>(handle)) return fail_invalid<Program>();
  return fail(CL_INVALID_OPERATION,
              "programs of this device have no constructors and destructors of global variables");
}

cl_int set_program_specialization_constant(cl_program handle, cl_uint id, size_t size,
                                           const void* value) {
  const auto program = find<Program>(handle);
  if (!program || program->il.empty())
    return fail(CL_INVALID_PROGRAM, "the cl_program is not one of clCreateProgramWithIL");
  const auto module = load_module(program->il);
  if (!module) return fail(CL_INVALID_PROGRAM, module.error().message);
  const ModuleInfo info = describe(**module);
  const auto found = std::ranges::find(info.spec_constants, id, &SpecConstantInfo::spec_id);
  if (found == info.spec_constants.end())
    return fail(CL_INVALID_SPEC_ID, fmt::format("the module has no constant with SpecId {}", id));
  constexpr size_t sizes[] = {1, 1, 1, 2, 2, 4, 4, 8, 8, 2, 4, 8, 2};  // by ScalarKind
  if (value == nullptr || size != sizes[static_cast<std::size_t>(found->type)])
    return fail(CL_INVALID_VALUE, fmt::format("the constant does not have {} bytes", size));
  std::uint64_t bits = 0;
  std::memcpy(&bits, value, size);
  const std::lock_guard lock(program->mutex);
  program->specialization[id] = bits;
  return CL_SUCCESS;
}

cl_int build_program(cl_program handle, cl_uint count, const cl_device_id* devices,
                     const char* options, BuildNotify notify, void* data) {
  const auto program = find<Program>(handle);
  if (!program) return fail_invalid<Program>();
  if (const cl_int error = check_devices(count, devices)) return error;
  if (notify == nullptr && data != nullptr)
    return fail(CL_INVALID_VALUE, "user_data is given without pfn_notify");
  if (program->kernels != 0)
    return fail(CL_INVALID_OPERATION, "kernels of the program are not released");
  const cl_int result = build(*program, {options == nullptr ? "" : options});
  if (notify != nullptr) notify(handle, data);
  return result;
}

cl_int compile_program(cl_program handle, cl_uint count, const cl_device_id* devices,
                       const char* options, cl_uint header_count, const cl_program* headers,
                       const char** names, BuildNotify notify, void* data) {
  const auto program = find<Program>(handle);
  if (!program) return fail_invalid<Program>();
  if (const cl_int error = check_devices(count, devices)) return error;
  if (program->source.empty() && program->il.empty())
    return fail(CL_INVALID_OPERATION, "the program has no source");
  if (program->kernels != 0)
    return fail(CL_INVALID_OPERATION, "kernels of the program are not released");
  if ((header_count == 0) != (headers == nullptr) || (header_count == 0) != (names == nullptr))
    return fail(CL_INVALID_VALUE, "the headers and their names do not fit each other");
  BuildRequest request{options == nullptr ? "" : options, true};
  for (cl_uint i = 0; i < header_count; ++i) {
    const auto header = find<Program>(headers[i]);
    if (!header) return fail_invalid<Program>();
    request.headers.emplace_back(names[i], header->source);
  }
  const cl_int result = build(*program, request);
  if (notify != nullptr) notify(handle, data);
  return result;
}

Created<cl_program> link_program(cl_context context_handle, cl_uint count,
                                 const cl_device_id* devices, const char* options,
                                 cl_uint program_count, const cl_program* programs,
                                 BuildNotify notify, void* data) {
  const auto context = find<Context>(context_handle);
  if (!context) return fail_to_create_with_invalid<Context>();
  if (const cl_int error = check_devices(count, devices)) return tl::unexpected(error);
  if (program_count == 0 || programs == nullptr)
    return fail_to_create(CL_INVALID_VALUE, "num_input_programs is 0 or input_programs is NULL");
  std::vector<std::vector<std::uint32_t>> objects;
  bool needs_uniform_groups = false;
  std::string all_options = options == nullptr ? "" : options;
  for (cl_uint i = 0; i < program_count; ++i) {
    const auto program = find<Program>(programs[i]);
    if (!program) return fail_to_create_with_invalid<Program>();
    const std::lock_guard lock(program->mutex);
    const auto object = program->binary ? program->binary : program->build;
    if (!object || object->type == CL_PROGRAM_BINARY_TYPE_EXECUTABLE)
      return fail_to_create(CL_INVALID_OPERATION, program->text() + " is not compiled");
    needs_uniform_groups = needs_uniform_groups || object->needs_uniform_groups;
    if (!object->options.empty()) all_options += " " + object->options;
    objects.push_back(object->words);
  }
  const std::vector<std::string> list = split_options(options == nullptr ? "" : options);
  const bool is_library = std::ranges::find(list, "-create-library") != list.end();
  const auto linked = std::make_shared<Program>();
  linked->context = context;
  const auto handle = give_handle<cl_program>(linked);
  auto words = objects.size() == 1 ? Result<std::vector<std::uint32_t>>(std::move(objects[0]))
                                   : link_modules(objects, is_library);
  Result<std::shared_ptr<const Build>> made = tl::unexpected(Error{});
  if (words) {
    made = make_build(std::move(*words), {all_options, is_library}, {}, false);
  } else {
    made = tl::unexpected(words.error());
  }
  {
    const std::lock_guard lock(linked->mutex);
    linked->options = options == nullptr ? "" : options;
    linked->status = made ? CL_BUILD_SUCCESS : CL_BUILD_ERROR;
    if (made) {
      auto build = std::make_shared<Build>(**made);
      if (is_library) build->type = CL_PROGRAM_BINARY_TYPE_LIBRARY;
      build->needs_uniform_groups = needs_uniform_groups;
      linked->build = std::move(build);
    } else {
      linked->log = made.error().message;
    }
  }
  if (notify != nullptr) notify(handle, data);
  if (made) return handle;
  release_object(handle, ObjectType::program);
  if (made.error().status == Status::unsupported)
    Reporter::get().report(rules::not_supported, made.error().message);
  return fail_to_create(CL_LINK_PROGRAM_FAILURE, made.error().message);
}

cl_int unload_compiler() { return CL_SUCCESS; }
cl_int unload_platform_compiler(cl_platform_id platform) {
  return find<Platform>(platform) ? CL_SUCCESS : fail_invalid<Platform>();
}

namespace {

// Copies binaries to the program's memory, whose addresses it gives.
cl_int give_binaries(const Build* build, const Info& info) {
  if (info.size_ret != nullptr) *info.size_ret = sizeof(unsigned char*);
  if (info.value == nullptr) return CL_SUCCESS;
  if (info.size < sizeof(unsigned char*))
    return fail(CL_INVALID_VALUE, "param_value_size is too small for one pointer");
  auto* const to = *static_cast<unsigned char**>(info.value);
  if (to == nullptr || build == nullptr) return CL_SUCCESS;
  const std::vector<unsigned char> binary = binary_of(*build);
  std::memcpy(to, binary.data(), binary.size());
  return CL_SUCCESS;
}

}  // namespace

cl_int get_program_info(cl_program handle, cl_program_info name, size_t size, void* value,
                        size_t* size_ret) {
  const auto program = find<Program>(handle);
  if (!program) return fail_invalid<Program>();
  const Info info{size, value, size_ret};
  std::shared_ptr<const Build> build;
  {
    const std::lock_guard lock(program->mutex);
    build = program->build ? program->build : program->binary;
  }
  switch (name) {
    case CL_PROGRAM_REFERENCE_COUNT:
      return info.give<cl_uint>(program->references);
    case CL_PROGRAM_CONTEXT:
      return info.give(program->context->handle);
    case CL_PROGRAM_NUM_DEVICES:
      return info.give<cl_uint>(1);
    case CL_PROGRAM_DEVICES:
      return info.give(the_device());
    case CL_PROGRAM_SOURCE:
      return info.text(program->source);
    case CL_PROGRAM_IL:
      return info.list(program->il);
    case CL_PROGRAM_BINARY_SIZES:
      return info.give<size_t>(build ? binary_of(*build).size() : 0);
    case CL_PROGRAM_BINARIES:
      return give_binaries(build.get(), info);
    case CL_PROGRAM_NUM_KERNELS:
    case CL_PROGRAM_KERNEL_NAMES: {
      const auto executable = program->executable();
      if (!executable) return fail(CL_INVALID_PROGRAM_EXECUTABLE, "the program has no executable");
      return name == CL_PROGRAM_NUM_KERNELS
                 ? info.give<size_t>(executable->info.entry_points.size())
                 : info.text(names_of_kernels(*executable));
    }
    case CL_PROGRAM_SCOPE_GLOBAL_CTORS_PRESENT:
    case CL_PROGRAM_SCOPE_GLOBAL_DTORS_PRESENT:
      return info.flag(false);
    default:
      return Info::unknown(name);
  }
}

cl_int get_program_build_info(cl_program handle, cl_device_id device, cl_program_build_info name,
                              size_t size, void* value, size_t* size_ret) {
  const auto program = find<Program>(handle);
  if (!program) return fail_invalid<Program>();
  if (!find<Device>(device)) return fail_invalid<Device>();
  const Info info{size, value, size_ret};
  const std::lock_guard lock(program->mutex);
  switch (name) {
    case CL_PROGRAM_BUILD_STATUS:
      return info.give(program->status);
    case CL_PROGRAM_BUILD_OPTIONS:
      return info.text(program->options);
    case CL_PROGRAM_BUILD_LOG:
      return info.text(program->log);
    case CL_PROGRAM_BINARY_TYPE:
      return info.give<cl_program_binary_type>(program->build ? program->build->type
                                                              : CL_PROGRAM_BINARY_TYPE_NONE);
    case CL_PROGRAM_BUILD_GLOBAL_VARIABLE_TOTAL_SIZE:
      return info.give<size_t>(0);
    default:
      return Info::unknown(name);
  }
}

}  // namespace spirv_oracle::opencl
