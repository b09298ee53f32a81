#include "golden/bundle/bundle_json.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "data/scalar.h"
#include "golden/bundle/draw_json.h"
#include "golden/bundle/image_json.h"

namespace spirv_oracle::golden {
namespace {

using Json = nlohmann::ordered_json;

std::string hexadecimal(std::uint64_t bits) { return fmt::format("0x{:x}", bits); }

// An error in a document.
struct Malformed {
  std::string message;
};

[[noreturn]] void fail(std::string message) { throw Malformed{std::move(message)}; }

const Json& member(const Json& object, const char* name) {
  const auto found = object.find(name);
  if (found == object.end()) fail(fmt::format("'{}' is missing", name));
  return *found;
}

template <class T>
T get(const Json& object, const char* name) {
  try {
    return member(object, name).get<T>();
  } catch (const nlohmann::json::exception&) {
    fail(fmt::format("'{}' has the wrong type", name));
  }
}

// Rejects negative and fractional numbers like texts.
std::uint64_t get_unsigned(const Json& value, const char* name) {
  if (!value.is_number_unsigned()) fail(fmt::format("'{}' must be an unsigned integer", name));
  return value.get<std::uint64_t>();
}
std::uint64_t get_unsigned_member(const Json& object, const char* name) {
  return get_unsigned(member(object, name), name);
}
std::uint32_t get_u32(const Json& object, const char* name) {
  const std::uint64_t value = get_unsigned_member(object, name);
  if (value >> 32 != 0) fail(fmt::format("'{}' is out of range", name));
  return static_cast<std::uint32_t>(value);
}

template <class T, std::size_t N>
std::array<T, N> get_array(const Json& object, const char* name) {
  const Json& list = member(object, name);
  if (!list.is_array() || list.size() != N) fail(fmt::format("'{}' must be {} numbers", name, N));
  std::array<T, N> values{};
  for (std::size_t i = 0; i < N; ++i) values[i] = static_cast<T>(get_unsigned(list[i], name));
  return values;
}

std::uint64_t get_bits(const Json& value, const char* name) {
  if (!value.is_string()) fail(fmt::format("'{}' must be a string such as \"0x3f800000\"", name));
  const std::string text = value.get<std::string>();
  std::uint64_t bits = 0;
  const char* end = text.data() + text.size();
  const bool has_prefix = text.starts_with("0x") && text.size() > 2;
  const auto [rest, error] = std::from_chars(text.data() + (has_prefix ? 2 : 0), end, bits, 16);
  if (!has_prefix || error != std::errc{} || rest != end)
    fail(fmt::format("'{}' must be a string such as \"0x3f800000\", not \"{}\"", name, text));
  return bits;
}

ScalarKind get_type(const Json& object) {
  const auto name = get<std::string>(object, "type");
  const auto type = parse_element_type(name);
  if (!type || type->components != 1) fail(fmt::format("'{}' is not a scalar type", name));
  return type->scalar;
}

Json parse_document(const std::string& text) {
  try {
    return Json::parse(text);
  } catch (const Json::parse_error& fault) {
    if (fault.byte > text.size()) fail("the file is truncated");
    fail(fmt::format("the text is not JSON at byte {}", fault.byte));
  }
}

// Calls `read`, and turns its exception into an error.
template <class Read>
Result<void> reading(const Read& read) {
  try {
    read();
    return {};
  } catch (const Malformed& fault) {
    return bad_input(fault.message);
  } catch (const Json::exception&) {
    return bad_input("a value is missing or has the wrong type");
  }
}

Json input_as_json(const BundleResource& resource) {
  Json json{{"file", input_file(resource)}, {"size", resource.input->bytes.size()}};
  if (!resource.input->undefined.empty()) json["undefined"] = resource.input->undefined;
  return json;
}

Json output_as_json(const BundleResource& resource) {
  Json json{{"file", expected_file(resource)}, {"size", resource.output->expected.size()}};
  if (resource.output->depends_on_mapping.empty()) return json;
  Json& list = json["depends_on_mapping"] = Json::array();
  for (const MappingDependence& dependence : resource.output->depends_on_mapping) {
    list.push_back({{"offset", dependence.offset},
                    {"count", dependence.count},
                    {"type", scalar_name(dependence.type)},
                    {"mappings", dependence.mappings}});
  }
  return json;
}

Json resource_as_json(const BundleResource& resource) {
  Json json{{"name", resource.name}, {"kind", resource.kind}};
  if (is_draw_kind(resource.kind)) {
    json["binding"] = resource.key.binding;
  } else if (resource.kind != "memory" && resource.kind != "push_constant") {
    const bool is_argument = resource.key.set == BindingKey::kernel_arguments;
    if (!is_argument) json["set"] = resource.key.set;
    json[is_argument ? "argument" : "binding"] = resource.key.binding;
    if (!is_argument) json["element"] = resource.key.element;
  }
  if (!resource.variable.empty()) json["variable"] = resource.variable;
  json["type"] = scalar_name(resource.type);
  if (resource.image) json["image"] = image_as_json(*resource.image);
  if (resource.sampler) json["sampler"] = sampler_as_json(*resource.sampler);
  if (!resource.memory.empty()) {
    json["memory"] = {
        {"name", resource.memory}, {"begin", resource.begin}, {"size", resource.size}};
  } else if (resource.size != 0) {
    json["size"] = resource.size;
  }
  if (resource.input) json["input"] = input_as_json(resource);
  if (resource.output) json["output"] = output_as_json(resource);
  return json;
}

InputBytes parse_input(const Json& json) {
  InputBytes input;
  input.bytes.resize(0);
  const auto undefined = json.find("undefined");
  if (undefined == json.end()) return input;
  for (const Json& range : *undefined) {
    if (!range.is_array() || range.size() != 2) fail("'undefined' must be pairs of numbers");
    input.undefined.emplace_back(get_unsigned(range[0], "undefined"),
                                 get_unsigned(range[1], "undefined"));
  }
  return input;
}

BundleOutput parse_output(const Json& json) {
  BundleOutput output;
  const auto list = json.find("depends_on_mapping");
  if (list == json.end()) return output;
  for (const Json& item : *list) {
    output.depends_on_mapping.push_back({get_unsigned_member(item, "offset"),
                                         get_unsigned_member(item, "count"), get_type(item),
                                         get<std::vector<std::string>>(item, "mappings")});
  }
  return output;
}

BindingKey parse_key(const Json& json, const std::string& kind) {
  BindingKey key;
  if (kind == "memory" || kind == "push_constant") return key;
  if (is_draw_kind(kind)) return {0, get_u32(json, "binding"), 0};
  if (json.contains("argument"))
    return {BindingKey::kernel_arguments, get_u32(json, "argument"), 0};
  return {get_u32(json, "set"), get_u32(json, "binding"), get_u32(json, "element")};
}

BundleResource parse_resource(const Json& json) {
  BundleResource resource;
  resource.name = get<std::string>(json, "name");
  resource.kind = get<std::string>(json, "kind");
  if (resource.kind != "memory" && !is_draw_kind(resource.kind) &&
      !find_resource_kind(resource.kind))
    fail(fmt::format("'{}' is not a resource kind", resource.kind));
  resource.key = parse_key(json, resource.kind);
  if (json.contains("variable")) resource.variable = get<std::string>(json, "variable");
  resource.type = get_type(json);
  if (json.contains("image")) {
    const auto shape = parse_image_shape(json["image"]);
    if (!shape) fail(shape.error().message);
    resource.image = *shape;
  }
  if (json.contains("sampler")) {
    const auto state = parse_sampler_state(json["sampler"]);
    if (!state) fail(state.error().message);
    resource.sampler = *state;
  }
  if (json.contains("memory")) {
    resource.memory = get<std::string>(json["memory"], "name");
    resource.begin = get_unsigned_member(json["memory"], "begin");
    resource.size = get_unsigned_member(json["memory"], "size");
  } else if (json.contains("size")) {
    resource.size = get_unsigned_member(json, "size");
  }
  if (json.contains("input")) resource.input = parse_input(json["input"]);
  if (json.contains("output")) resource.output = parse_output(json["output"]);
  return resource;
}

Json module_as_json(const Bundle& bundle) {
  return {{"file", module_file},
          {"entry_point", bundle.entry_point},
          {"execution_model", bundle.draw        ? "Fragment"
                              : bundle.is_kernel ? "Kernel"
                                                 : "GLCompute"},
          {"capabilities", bundle.capabilities},
          {"extensions", bundle.extensions},
          {"instructions", bundle.instructions}};
}

using Specialization = std::map<std::uint32_t, std::uint64_t>;

Json specialization_as_json(const Specialization& specialization) {
  Json json = Json::array();
  for (const auto& [id, bits] : specialization)
    json.push_back({{"id", id}, {"bits", hexadecimal(bits)}});
  return json;
}

Specialization parse_specialization(const Json& json) {
  Specialization specialization;
  for (const Json& value : member(json, "specialization"))
    specialization[get_u32(value, "id")] = get_bits(member(value, "bits"), "bits");
  return specialization;
}

Json dispatch_as_json(const Bundle& bundle) {
  Json json{{"groups", bundle.groups}};
  if (bundle.workgroup_size) json["workgroup_size"] = *bundle.workgroup_size;
  json["specialization"] = specialization_as_json(bundle.specialization);
  if (bundle.is_kernel || bundle.global_offset != decltype(bundle.global_offset){})
    json["global_offset"] = bundle.global_offset;
  if (bundle.is_kernel) json["work_dimensions"] = bundle.work_dimensions;
  return json;
}

Json draw_as_json(const Bundle& bundle) {
  const BundleDraw& draw = *bundle.draw;
  Json json{{"specialization", specialization_as_json(bundle.specialization)}};
  for (const BundleStage& stage : draw.stages) {
    json[std::string(stage_name(stage.stage))] = {
        {"file", stage_file(stage.stage)},
        {"entry_point", stage.entry_point},
        {"specialization", specialization_as_json(stage.specialization)}};
  }
  json["framebuffer"] = {draw.width, draw.height};
  json["call"] = call_as_json(draw.call);
  json["state"] = state_as_json(draw.state);
  return json;
}

BundleDraw parse_draw(const Json& json) {
  BundleDraw draw;
  for (const Stage stage : earlier_stages) {
    const std::string name(stage_name(stage));
    if (stage != Stage::vertex && !json.contains(name)) continue;
    const Json& described = member(json, name.c_str());
    draw.stages.push_back(
        {stage, {}, get<std::string>(described, "entry_point"), parse_specialization(described)});
  }
  const auto size = get_array<std::uint32_t, 2>(json, "framebuffer");
  draw.width = size[0];
  draw.height = size[1];
  const auto call = parse_call(member(json, "call"));
  if (!call) fail(call.error().message);
  draw.call = *call;
  auto state = parse_state(member(json, "state"));
  if (!state) fail(state.error().message);
  draw.state = std::move(*state);
  return draw;
}

Json assumptions_as_json(const Assumptions& assumptions) {
  Json json{{"subgroup_size", assumptions.subgroup_size},
            {"subgroup_mapping", assumptions.subgroup_mapping},
            {"full_subgroups", assumptions.full_subgroups},
            {"environment", assumptions.environment},
            {"features", names_of(assumptions.features)},
            {"robust_buffer_access", assumptions.robust_buffer_access},
            {"robust_image_access", assumptions.robust_image_access},
            {"float_controls", assumptions.float_controls},
            {"device_limits", assumptions.device_limits}};
  if (assumptions.not_assumed != NotAssumed{})
    json["not_assumed"] = names_of(assumptions.not_assumed);
  return json;
}

Json statistics_as_json(const AcceptanceStatistics& statistics) {
  return {{"components", statistics.components},
          {"exact", statistics.exact},
          {"nan", statistics.nan},
          {"set", statistics.set},
          {"range", statistics.range},
          {"any", statistics.any},
          {"agreed", statistics.agreed},
          {"permutation", statistics.permutation},
          {"median_range_ulp", statistics.median_range_ulp}};
}

void parse_dispatch(const Json& json, Bundle& bundle) {
  bundle.groups = get_array<std::uint32_t, 3>(json, "groups");
  if (json.contains("workgroup_size"))
    bundle.workgroup_size = get_array<std::uint32_t, 3>(json, "workgroup_size");
  bundle.specialization = parse_specialization(json);
  if (json.contains("global_offset"))
    bundle.global_offset = get_array<std::uint64_t, 3>(json, "global_offset");
  if (json.contains("work_dimensions")) bundle.work_dimensions = get_u32(json, "work_dimensions");
}

void parse_module(const Json& json, Bundle& bundle) {
  bundle.entry_point = get<std::string>(json, "entry_point");
  bundle.is_kernel = get<std::string>(json, "execution_model") == "Kernel";
  bundle.capabilities = get<std::vector<std::string>>(json, "capabilities");
  bundle.extensions = get<std::vector<std::string>>(json, "extensions");
  bundle.instructions = get<std::vector<std::string>>(json, "instructions");
}

Assumptions parse_assumptions(const Json& json) {
  Assumptions assumptions;
  assumptions.subgroup_size = get_u32(json, "subgroup_size");
  assumptions.subgroup_mapping = get<std::string>(json, "subgroup_mapping");
  assumptions.full_subgroups = get<bool>(json, "full_subgroups");
  assumptions.environment = get<std::string>(json, "environment");
  if (json.contains("features")) {
    for (const auto& name : get<std::vector<std::string>>(json, "features")) {
      const auto feature = parse_features(name);
      if (!feature) fail(feature.error().message);
      assumptions.features.add(*feature);
    }
  }
  assumptions.robust_buffer_access = get<bool>(json, "robust_buffer_access");
  assumptions.robust_image_access = get<bool>(json, "robust_image_access");
  assumptions.float_controls = get<std::vector<std::string>>(json, "float_controls");
  assumptions.device_limits = get<std::vector<std::string>>(json, "device_limits");
  if (json.contains("not_assumed")) {
    const auto names = get<std::vector<std::string>>(json, "not_assumed");
    const auto has = [&names](std::string_view name) {
      return std::ranges::count(names, name) != 0;
    };
    assumptions.not_assumed = {has("subgroup-size"), has("subgroup-mapping"),
                               has("float-controls")};
  }
  return assumptions;
}

void parse_manifest_json(const Json& json, Manifest& manifest) {
  if (get<std::string>(json, "format") != "spirv-golden bundle")
    fail("'format' is not \"spirv-golden bundle\"");
  const std::uint32_t version = get_u32(json, "format_version");
  if (version == 0 || version > bundle_format_version) {
    fail(fmt::format(
        "the bundle has format version {}, but this spirv-golden reads versions 1 to {}: "
        "use the spirv-golden that made it, or make the bundle again",
        version, bundle_format_version));
  }
  Bundle& bundle = manifest.bundle;
  bundle.name = get<std::string>(json, "name");
  bundle.tool_version = get<std::string>(member(json, "tool"), "version");
  bundle.source = get<std::string>(json, "source");
  bundle.options = get<std::vector<std::string>>(json, "options");
  bundle.request = get<std::string>(json, "request_sha256");
  parse_module(member(json, "module"), bundle);
  if (version == 1) {
    parse_dispatch(member(json, "dispatch"), bundle);
  } else {
    bundle.specialization = parse_specialization(member(json, "draw"));
    bundle.draw = parse_draw(member(json, "draw"));
  }
  bundle.assumptions = parse_assumptions(member(json, "assumptions"));
  for (const Json& resource : member(json, "resources"))
    bundle.resources.push_back(parse_resource(resource));
  if (json.contains("cases")) {
    for (const Json& one : json["cases"])
      bundle.cases.push_back({get<std::string>(one, "name"), get<std::string>(one, "output"),
                              get_unsigned_member(one, "offset"),
                              get_unsigned_member(one, "size")});
  }
  bundle.masked = get<std::vector<std::string>>(json, "masked_undefined_behavior");
  bundle.notes = get<std::vector<std::string>>(json, "notes");
  for (const auto& [name, file] : member(json, "files").items())
    manifest.files[name] = {get_unsigned_member(file, "size"), get<std::string>(file, "sha256")};
}

// Acceptance.

constexpr std::array<std::string_view, 6> acceptance_names{"exact", "nan", "set",
                                                           "range", "any", "permutation"};

bool lists_values(AcceptanceKind kind) {
  return kind == AcceptanceKind::set || kind == AcceptanceKind::permutation;
}

constexpr std::array<std::pair<const char*, bool SpecialValues::*>, 5> special_names{
    {{"nan", &SpecialValues::nan},
     {"positive_infinity", &SpecialValues::positive_infinity},
     {"negative_infinity", &SpecialValues::negative_infinity},
     {"positive_zero", &SpecialValues::positive_zero},
     {"negative_zero", &SpecialValues::negative_zero}}};

Json run_as_json(const AcceptanceRun& run) {
  const Acceptance& acceptance = run.acceptance;
  Json json{{"offset", run.offset},
            {"count", run.count},
            {"type", scalar_name(run.type)},
            {"accept", acceptance_names[static_cast<std::size_t>(acceptance.kind)]}};
  if (lists_values(acceptance.kind)) {
    json["values"] = Json::array();
    for (const std::uint64_t bits : acceptance.set) json["values"].push_back(hexadecimal(bits));
  }
  if (acceptance.kind == AcceptanceKind::range) {
    json["low"] = hexadecimal(acceptance.low);
    json["high"] = hexadecimal(acceptance.high);
    json["special"] = Json::array();
    for (const auto& [name, flag] : special_names) {
      if (acceptance.special.*flag) json["special"].push_back(name);
    }
  }
  if (acceptance.agreed != 0) json["agreed"] = acceptance.agreed;
  if (acceptance.reason != Acceptance::no_reason) json["reason"] = acceptance.reason;
  return json;
}

Json reason_as_json(const Reason& reason) {
  Json json{{"text", reason.text}};
  if (!reason.clause.empty()) json["clause"] = reason.clause;
  if (!reason.where.empty()) json["where"] = reason.where;
  if (!reason.lanes.empty()) json["lanes"] = reason.lanes;
  return json;
}

Reason parse_reason(const Json& json) {
  const auto text = [&json](const char* name) {
    return json.contains(name) ? get<std::string>(json, name) : std::string();
  };
  return {text("clause"), get<std::string>(json, "text"), text("where"), text("lanes")};
}

SpecialValues parse_special(const Json& list) {
  SpecialValues special;
  for (const Json& item : list) {
    const auto found = std::ranges::find_if(
        special_names, [&item](const auto& entry) { return item == entry.first; });
    if (found == special_names.end()) fail(fmt::format("{} is not a special value", item.dump()));
    special.*(found->second) = true;
  }
  return special;
}

AcceptanceRun parse_run(const Json& json, std::size_t reason_count) {
  AcceptanceRun run;
  run.offset = get_unsigned_member(json, "offset");
  run.count = get_unsigned_member(json, "count");
  run.type = get_type(json);
  const auto kind = get<std::string>(json, "accept");
  const auto found = std::ranges::find(acceptance_names, kind);
  if (found == acceptance_names.end()) fail(fmt::format("'accept' cannot be '{}'", kind));
  run.acceptance.kind = static_cast<AcceptanceKind>(found - acceptance_names.begin());
  if (lists_values(run.acceptance.kind)) {
    for (const Json& value : member(json, "values"))
      run.acceptance.set.push_back(get_bits(value, "values"));
    std::ranges::sort(run.acceptance.set);
    if (run.acceptance.kind == AcceptanceKind::permutation &&
        run.acceptance.set.size() != run.count)
      fail("a permutation needs one of the 'values' for each component");
  }
  if (run.acceptance.kind == AcceptanceKind::range) {
    run.acceptance.low = get_bits(member(json, "low"), "low");
    run.acceptance.high = get_bits(member(json, "high"), "high");
    run.acceptance.special = parse_special(member(json, "special"));
  }
  if (json.contains("agreed") && run.acceptance.kind == AcceptanceKind::any)
    run.acceptance.agreed = get_u32(json, "agreed");
  if (json.contains("reason")) {
    run.acceptance.reason = get_u32(json, "reason");
    if (run.acceptance.reason >= reason_count) fail("'reason' is not the index of a reason");
  }
  return run;
}

Json witness_as_json(const Witness& witness) {
  Json json{{"offset", witness.offset},
            {"type", scalar_name(witness.type)},
            {"options", witness.options},
            {"values", Json::array()}};
  for (const std::uint64_t bits : witness.values) json["values"].push_back(hexadecimal(bits));
  return json;
}

std::vector<Witness> parse_witnesses(const Json& list, std::uint64_t size) {
  std::vector<Witness> witnesses;
  std::uint64_t at = 0;
  for (const Json& item : list) {
    Witness witness{
        get_unsigned_member(item, "offset"), get_type(item), get<std::string>(item, "options"), {}};
    for (const Json& value : member(item, "values"))
      witness.values.push_back(get_bits(value, "values"));
    if (witness.offset < at || witness.offset > size ||
        witness.values.size() > (size - witness.offset) / scalar_size(witness.type))
      fail("the witnesses are not ascending or end outside the output");
    at = witness.end();
    witnesses.push_back(std::move(witness));
  }
  return witnesses;
}

// The runs of an output must cover its bytes.
OutputAcceptance parse_runs(const Json& list, std::uint64_t size, std::size_t reason_count) {
  OutputAcceptance runs;
  std::uint64_t at = 0;
  for (const Json& item : list) {
    AcceptanceRun run = parse_run(item, reason_count);
    const std::uint64_t room = (size - at) / scalar_size(run.type);
    if (run.offset != at || run.count == 0 || run.count > room)
      fail("the runs are not consecutive or end outside the output");
    at = run.end();
    runs.push_back(std::move(run));
  }
  if (at != size) fail("the runs do not cover the output");
  return runs;
}

// Readers of older versions must not take a draw for one with fewer stages, or without line stipple.
std::uint32_t format_version_of(const Bundle& bundle) {
  if (!bundle.draw) return 1;
  if (bundle.draw->state.rasterization.line_stipple) return 4;
  return bundle.draw->stages.size() == 1 ? 2 : 3;
}

std::string file_stem(const BundleResource& resource) {
  std::string stem = resource.name;
  std::erase(stem, ']');
  std::ranges::replace(stem, '[', '-');
  return resource.kind == "memory" ? "memory-" + stem : stem;
}

}  // namespace

std::string stage_file(Stage stage) { return fmt::format("{}.spv", stage_name(stage)); }

std::map<std::string, const std::vector<std::uint32_t>*> modules_of(const Bundle& bundle) {
  std::map<std::string, const std::vector<std::uint32_t>*> modules{{module_file, &bundle.words}};
  if (!bundle.draw) return modules;
  for (const BundleStage& stage : bundle.draw->stages)
    modules.emplace(stage_file(stage.stage), &stage.words);
  return modules;
}

std::string input_file(const BundleResource& resource) { return file_stem(resource) + ".input"; }

std::string expected_file(const BundleResource& resource) {
  return file_stem(resource) + ".expected";
}

Json manifest_as_json(const Bundle& bundle, const FileTable& files) {
  Json json{{"format", "spirv-golden bundle"}, {"format_version", format_version_of(bundle)}};
  json["name"] = bundle.name;
  json["tool"] = {{"name", "spirv-golden"}, {"version", bundle.tool_version}};
  json["source"] = bundle.source;
  json["options"] = bundle.options;
  json["request_sha256"] = bundle.request;
  json["module"] = module_as_json(bundle);
  if (bundle.draw)
    json["draw"] = draw_as_json(bundle);
  else
    json["dispatch"] = dispatch_as_json(bundle);
  json["assumptions"] = assumptions_as_json(bundle.assumptions);
  json["resources"] = Json::array();
  for (const BundleResource& resource : bundle.resources)
    json["resources"].push_back(resource_as_json(resource));
  if (!bundle.cases.empty()) json["cases"] = Json::array();
  for (const BundleCase& one : bundle.cases) {
    json["cases"].push_back(
        {{"name", one.name}, {"output", one.output}, {"offset", one.offset}, {"size", one.size}});
  }
  json["statistics"] = statistics_as_json(statistics_of(bundle));
  json["masked_undefined_behavior"] = bundle.masked;
  json["notes"] = bundle.notes;
  json["files"] = Json::object();
  for (const auto& [name, file] : files)
    json["files"][name] = {{"size", file.size}, {"sha256", file.sha256}};
  return json;
}

Json acceptance_as_json(const Bundle& bundle) {
  Json json{{"reasons", Json::array()}, {"outputs", Json::object()}};
  for (const Reason& reason : bundle.reasons) json["reasons"].push_back(reason_as_json(reason));
  for (const BundleResource& resource : bundle.resources) {
    if (!resource.output) continue;
    Json& runs = json["outputs"][resource.name] = Json::array();
    for (const AcceptanceRun& run : resource.output->acceptance) runs.push_back(run_as_json(run));
    for (const Witness& witness : resource.output->witnesses)
      json["witnesses"][resource.name].push_back(witness_as_json(witness));
  }
  return json;
}

Result<Manifest> parse_manifest(const std::string& text) {
  Manifest manifest;
  const auto done = reading([&] { parse_manifest_json(parse_document(text), manifest); });
  if (!done) return tl::unexpected(done.error());
  return manifest;
}

Result<void> parse_acceptance(const std::string& text, Bundle& bundle) {
  return reading([&] {
    const Json json = parse_document(text);
    for (const Json& reason : member(json, "reasons"))
      bundle.reasons.push_back(parse_reason(reason));
    const Json& outputs = member(json, "outputs");
    for (BundleResource& resource : bundle.resources) {
      if (!resource.output) continue;
      resource.output->acceptance =
          parse_runs(member(outputs, resource.name.c_str()), resource.output->expected.size(),
                     bundle.reasons.size());
      const auto witnesses = json.find("witnesses");
      if (witnesses == json.end() || !witnesses->contains(resource.name)) continue;
      resource.output->witnesses =
          parse_witnesses((*witnesses)[resource.name], resource.output->expected.size());
    }
  });
}

}  // namespace spirv_oracle::golden
