// The extension module spirv_oracle._core: what the package's Python code calls. It takes and returns JSON and bytes, of
// which that code makes NumPy arrays and objects.
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <poll.h>

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstring>
#include <functional>
#include <future>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "debugger/session.h"
#include "python/loaded_module.h"
#include "python/module_run.h"
#include "support/large_stack_thread.h"

namespace spirv_oracle::python {
namespace {

namespace py = pybind11;

// Raises the exception of the package for the status.
[[noreturn]] void raise(const Error& error) {
  const py::object exception = py::module_::import("spirv_oracle._errors")
                                   .attr("error_of")(static_cast<int>(error.status), error.message);
  PyErr_SetObject(py::type::of(exception).ptr(), exception.ptr());
  throw py::error_already_set();
}

template <class T>
T value_of(Result<T> result) {
  if (!result) raise(result.error());
  return std::move(*result);
}

// Calls the function in another thread, which has a large stack, without the GIL. Meanwhile, this thread handles signals:
// if a handler raises an exception, such as KeyboardInterrupt, it sets the flag, and raises that when the function has
// returned.
template <class T>
T without_gil(const std::function<T(const std::atomic<bool>& interrupt)>& function) {
  constexpr std::chrono::milliseconds time_between_signals{20};
  std::atomic<bool> interrupt{false};
  std::packaged_task<T()> task([&] { return function(interrupt); });
  std::future<T> result = task.get_future();
  std::optional<py::error_already_set> raised;
  {
    const py::gil_scoped_release released;
    const LargeStackThread thread([&task] { task(); });
    while (result.wait_for(time_between_signals) != std::future_status::ready) {
      const py::gil_scoped_acquire acquired;
      if (raised || PyErr_CheckSignals() == 0) continue;
      raised.emplace();
      interrupt = true;
    }
  }
  if (raised) throw std::move(*raised);
  return result.get();
}

// Memory of a run, which it keeps alive.
struct RunBytes {
  std::shared_ptr<const ModuleRun> run;
  const void* data = nullptr;
  std::size_t size = 0;
};

py::buffer_info buffer_of(const RunBytes& bytes) {
  constexpr bool is_read_only = true;
  return py::buffer_info(const_cast<void*>(bytes.data), 1,
                         py::format_descriptor<std::uint8_t>::format(), 1, {bytes.size}, {1},
                         is_read_only);
}

std::vector<std::byte> bytes_of(const py::buffer& buffer) {
  Py_buffer view;
  if (PyObject_GetBuffer(buffer.ptr(), &view, PyBUF_C_CONTIGUOUS) != 0)
    throw py::error_already_set();
  std::vector<std::byte> bytes(static_cast<std::size_t>(view.len));
  if (view.len != 0) std::memcpy(bytes.data(), view.buf, bytes.size());
  PyBuffer_Release(&view);
  return bytes;
}

// The name of a resource, its bytes, and a byte of 1 for each that is undefined. None: all are defined.
using GivenBuffer = std::tuple<std::string, py::buffer, std::optional<py::buffer>>;

ShadowedBytes shadowed(const GivenBuffer& given) {
  ShadowedBytes contents;
  contents.bytes = bytes_of(std::get<1>(given));
  contents.shadow.resize(contents.bytes.size(), Definedness::defined);
  if (!std::get<2>(given)) return contents;
  const std::vector<std::byte> undefined = bytes_of(*std::get<2>(given));
  if (undefined.size() != contents.size()) throw py::value_error("a mask has another size");
  for (std::size_t i = 0; i < undefined.size(); ++i) {
    if (undefined[i] != std::byte{0}) contents.shadow[i] = never_stored;
  }
  return contents;
}

std::shared_ptr<const LoadedModule> load(const std::string& file,
                                         const std::optional<py::buffer>& contents,
                                         const std::vector<std::string>& options) {
  std::optional<std::vector<std::byte>> bytes;
  if (contents) bytes = bytes_of(*contents);
  using Loaded = Result<std::shared_ptr<const LoadedModule>>;
  return value_of(without_gil<Loaded>(
      [&](const std::atomic<bool>&) { return LoadedModule::load(file, bytes, options); }));
}

std::shared_ptr<const ModuleRun> run(const std::shared_ptr<const LoadedModule>& module,
                                     const std::vector<std::string>& arguments,
                                     const std::vector<GivenBuffer>& given) {
  std::vector<GivenContents> contents;
  for (const GivenBuffer& one : given) contents.push_back({std::get<0>(one), shadowed(one)});
  using Finished = Result<std::shared_ptr<const ModuleRun>>;
  return value_of(without_gil<Finished>([&](const std::atomic<bool>& interrupt) {
    return ModuleRun::run(module, arguments, std::move(contents), interrupt);
  }));
}

void bind_module(py::module_& core) {
  py::class_<LoadedModule, std::shared_ptr<LoadedModule>>(core, "Module")
      .def("resources", [](const LoadedModule& self) { return value_of(self.resources()); })
      .def("layouts", &LoadedModule::layouts)
      .def("find", [](const LoadedModule& self, const std::string& entry,
                      const std::string& name) { return value_of(self.find(entry, name)); })
      .def("words",
           [](const LoadedModule& self) {
             const auto& words = self.words();
             return py::bytes(reinterpret_cast<const char*>(words.data()), words.size() * 4);
           })
      .def("warnings", &LoadedModule::warnings)
      .def("disassembly",
           [](const LoadedModule& self) { return value_of(disassemble(self.words())); });
  core.def("load", [](const std::string& file, const std::optional<py::buffer>& contents,
                      const std::vector<std::string>& options) {
    return std::const_pointer_cast<LoadedModule>(load(file, contents, options));
  });
}

void bind_run(py::module_& core) {
  py::class_<RunBytes>(core, "RunBytes", py::buffer_protocol()).def_buffer(&buffer_of);
  using Run = std::shared_ptr<ModuleRun>;
  py::class_<ModuleRun, Run>(core, "Run")
      .def("status", [](const ModuleRun& self) { return static_cast<int>(self.report().status); })
      .def("error", [](const ModuleRun& self) { return self.report().error; })
      .def("buffers", &ModuleRun::buffers_as_json)
      .def("bytes",
           [](const Run& self, std::size_t i) {
             const auto& bytes = self->buffers().at(i).after->contents.bytes;
             return RunBytes{self, bytes.data(), bytes.size()};
           })
      .def("shadow",
           [](const Run& self, std::size_t i) {
             const auto& shadow = self->buffers().at(i).after->contents.shadow;
             return RunBytes{self, shadow.data(), shadow.size()};
           })
      .def("enclosed",
           [](const ModuleRun& self, std::size_t i) {
             const std::vector<EnclosedValue> values = self.enclosed(i);
             return py::bytes(reinterpret_cast<const char*>(values.data()),
                              values.size() * sizeof(EnclosedValue));
           })
      .def("encloses_values", [](const ModuleRun& self) { return self.result().encloses_values; })
      .def("findings", &ModuleRun::findings_as_json)
      .def("json", &ModuleRun::as_json)
      .def("notes", &ModuleRun::notes)
      .def("printed", &ModuleRun::printed)
      .def("report_page", [](const ModuleRun& self) {
        return value_of(without_gil<Result<std::string>>(
            [&](const std::atomic<bool>& interrupt) { return self.report_page(interrupt); }));
      });
  core.def("run",
           [](const std::shared_ptr<LoadedModule>& module,
              const std::vector<std::string>& arguments, const std::vector<GivenBuffer>& given) {
             return std::const_pointer_cast<ModuleRun>(run(module, arguments, given));
           });
}

// A program that is being debugged, and the text that it has printed.
struct Debugged {
  std::string output;
  std::unique_ptr<DebugSession> session;
};

std::unique_ptr<Debugged> start_debugging(const std::vector<std::string>& arguments) {
  auto debugged = std::make_unique<Debugged>();
  const auto print = [text = &debugged->output](const std::string&, const std::string& printed) {
    *text += printed;
  };
  Result<std::unique_ptr<DebugSession>> started;
  {
    const py::gil_scoped_release released;
    SessionOptions options;
    options.arguments = arguments;
    started = DebugSession::start(options, print);
  }
  if (!started && !debugged->output.empty()) started.error().message = debugged->output;
  debugged->session = value_of(std::move(started));
  return debugged;
}

// Pauses the program if a signal handler raises an exception, such as KeyboardInterrupt, and raises that.
std::string request(Debugged& debugged, const std::string& command, const std::string& arguments) {
  constexpr int milliseconds_between_signals = 20;
  DebugSession& session = *debugged.session;
  session.begin_request(command, nlohmann::json::parse(arguments));
  Result<nlohmann::json> answer;
  std::optional<py::error_already_set> raised;
  while (!session.poll(answer)) {
    {
      const py::gil_scoped_release released;
      pollfd waiting{session.descriptor(), POLLIN, 0};
      poll(&waiting, 1, milliseconds_between_signals);
    }
    if (raised || PyErr_CheckSignals() == 0) continue;
    raised.emplace();
    session.pause();
  }
  if (raised) throw std::move(*raised);
  return value_of(std::move(answer)).dump();
}

void bind_debugger(py::module_& core) {
  py::class_<Debugged>(core, "Debugged")
      .def(py::init(&start_debugging))
      .def("entry", [](const Debugged& self) { return self.session->entry().dump(); })
      .def("request", &request)
      .def("output", [](Debugged& self) { return std::exchange(self.output, ""); });
}

}  // namespace
}  // namespace spirv_oracle::python

PYBIND11_MODULE(_core, core) {
  core.attr("version") = SPIRV_ORACLE_VERSION;
  spirv_oracle::python::bind_module(core);
  spirv_oracle::python::bind_run(core);
  spirv_oracle::python::bind_debugger(core);
}
