#include "data/scene.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <nlohmann/json.hpp>

#include "support/file.h"

namespace spirv_oracle {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t max_primitives = 1u << 22;

// Fails for members that nothing reads, which are misspelled.
Result<void> check_members(const Json& object, const std::string& place,
                           std::initializer_list<std::string_view> names) {
  if (!object.is_object()) return bad_input(fmt::format("{} is not an object", place));
  for (const auto& [name, value] : object.items()) {
    if (std::find(names.begin(), names.end(), name) == names.end())
      return bad_input(fmt::format("{} has an unknown member '{}': expected {}", place, name,
                                   fmt::join(names, ", ")));
  }
  return {};
}

template <std::size_t N>
Result<std::array<float, N>> parse_numbers(const Json& json, const std::string& place) {
  const auto wrong = [&] {
    return bad_input(fmt::format("{} is not a list of {} finite numbers", place, N));
  };
  if (!json.is_array() || json.size() != N) return wrong();
  std::array<float, N> numbers{};
  for (std::size_t i = 0; i < N; ++i) {
    if (!json[i].is_number()) return wrong();
    numbers[i] = static_cast<float>(json[i].get<double>());
    if (!std::isfinite(numbers[i])) return wrong();
  }
  return numbers;
}

Result<bool> parse_flag(const Json& object, const char* name, const std::string& place) {
  const auto found = object.find(name);
  if (found == object.end()) return false;
  if (!found->is_boolean())
    return bad_input(fmt::format("{}.{} is not true or false", place, name));
  return found->get<bool>();
}

Result<std::uint32_t> parse_unsigned_member(const Json& object, const char* name,
                                            const std::string& place, std::uint32_t usual,
                                            std::uint32_t most) {
  const auto found = object.find(name);
  if (found == object.end()) return usual;
  if (!found->is_number_unsigned() || found->get<std::uint64_t>() > most)
    return bad_input(fmt::format("{}.{} is not a whole number from 0 to {}", place, name, most));
  return found->get<std::uint32_t>();
}

// Calls parse(json, place) for each element of the list in a member. `place`: of the object; "": the scene.
template <class Parse>
Result<void> for_each(const Json& object, const char* name, const std::string& place,
                      const Parse& parse) {
  const auto found = object.find(name);
  if (found == object.end()) return {};
  const std::string list = place.empty() ? name : fmt::format("{}.{}", place, name);
  if (!found->is_array()) return bad_input(fmt::format("{} is not a list", list));
  if (found->size() > max_primitives)
    return limit_reached(fmt::format("{} has more than 2^22 elements", list));
  for (std::size_t i = 0; i < found->size(); ++i) {
    if (Result<void> done = parse((*found)[i], fmt::format("{}[{}]", list, i)); !done) return done;
  }
  return {};
}

template <std::size_t N>
Result<std::array<Vector3, N>> parse_vectors(const Json& json, const std::string& place) {
  if (!json.is_array() || json.size() != N)
    return bad_input(fmt::format("{} is not a list of {} points [x, y, z]", place, N));
  std::array<Vector3, N> vectors{};
  for (std::size_t i = 0; i < N; ++i) {
    const auto vector = parse_numbers<3>(json[i], fmt::format("{}[{}]", place, i));
    if (!vector) return tl::unexpected(vector.error());
    vectors[i] = *vector;
  }
  return vectors;
}

// Triangles as indices of vertices.
Result<void> add_indexed(const Json& object, const std::string& place, Geometry& geometry) {
  std::vector<Vector3> vertices;
  auto done = for_each(object, "vertices", place,
                       [&](const Json& json, const std::string& here) -> Result<void> {
                         const auto vertex = parse_numbers<3>(json, here);
                         if (!vertex) return tl::unexpected(vertex.error());
                         vertices.push_back(*vertex);
                         return {};
                       });
  if (!done) return done;
  return for_each(object, "indices", place,
                  [&](const Json& json, const std::string& here) -> Result<void> {
                    Triangle triangle;
                    const bool is_list = json.is_array() && json.size() == 3;
                    for (std::size_t i = 0; i < 3; ++i) {
                      const bool is_index = is_list && json[i].is_number_unsigned() &&
                                            json[i].get<std::uint64_t>() < vertices.size();
                      if (!is_index)
                        return bad_input(
                            fmt::format("{} is not a list of 3 indices below {}, the number of "
                                        "vertices",
                                        here, vertices.size()));
                      triangle.vertices[i] = vertices[json[i].get<std::size_t>()];
                    }
                    geometry.triangles.push_back(triangle);
                    return {};
                  });
}

Result<Geometry> parse_geometry(const Json& json, const std::string& place) {
  if (auto ok = check_members(
          json, place,
          {"triangles", "vertices", "indices", "boxes", "opaque", "no_duplicate_any_hit"});
      !ok)
    return tl::unexpected(ok.error());
  Geometry geometry;
  auto done = for_each(json, "triangles", place,
                       [&](const Json& triangle, const std::string& here) -> Result<void> {
                         const auto vertices = parse_vectors<3>(triangle, here);
                         if (!vertices) return tl::unexpected(vertices.error());
                         geometry.triangles.push_back({*vertices});
                         return {};
                       });
  if (done) done = add_indexed(json, place, geometry);
  if (done) {
    done = for_each(json, "boxes", place,
                    [&](const Json& box, const std::string& here) -> Result<void> {
                      const auto corners = parse_vectors<2>(box, here);
                      if (!corners) return tl::unexpected(corners.error());
                      geometry.boxes.push_back({(*corners)[0], (*corners)[1]});
                      return {};
                    });
  }
  if (!done) return tl::unexpected(done.error());
  if (!geometry.boxes.empty() && !geometry.triangles.empty())
    return bad_input(fmt::format("{} has both triangles and boxes: make two geometries", place));
  const auto opaque = parse_flag(json, "opaque", place);
  if (!opaque) return tl::unexpected(opaque.error());
  const auto once = parse_flag(json, "no_duplicate_any_hit", place);
  if (!once) return tl::unexpected(once.error());
  geometry.is_opaque = *opaque;
  geometry.reports_once = *once;
  return geometry;
}

Result<void> set_transform(const Json& json, const std::string& place, Instance& instance) {
  if (!json.is_array() || json.size() != 3)
    return bad_input(fmt::format("{} is not a list of 3 rows of 4 numbers", place));
  for (std::size_t row = 0; row < 3; ++row) {
    const auto numbers = parse_numbers<4>(json[row], fmt::format("{}[{}]", place, row));
    if (!numbers) return tl::unexpected(numbers.error());
    instance.object_to_world[row] = *numbers;
  }
  if (inverse_of(instance.object_to_world) == InverseTransform{})
    return bad_input(fmt::format("{} has no inverse", place));
  return {};
}

Result<void> set_flags(const Json& json, const std::string& place, Instance& instance) {
  struct Flag {
    const char* name;
    bool& value;
  };
  const std::array<Flag, 4> flags{{{"facing_cull_disable", instance.disables_facing_cull},
                                   {"flip_facing", instance.flips_facing},
                                   {"force_opaque", instance.forces_opaque},
                                   {"force_no_opaque", instance.forces_no_opaque}}};
  for (const Flag& flag : flags) {
    const auto value = parse_flag(json, flag.name, place);
    if (!value) return tl::unexpected(value.error());
    flag.value = *value;
  }
  // VUID-VkGeometryInstanceFlagBitsKHR: both are not valid.
  if (instance.forces_opaque && instance.forces_no_opaque)
    return bad_input(fmt::format("{} has both force_opaque and force_no_opaque", place));
  return {};
}

Result<Instance> parse_instance(const Json& json, const std::string& place,
                                const AccelerationStructure& structure) {
  if (auto ok =
          check_members(json, place,
                        {"geometry", "transform", "custom_index", "mask", "record_offset",
                         "facing_cull_disable", "flip_facing", "force_opaque", "force_no_opaque"});
      !ok)
    return tl::unexpected(ok.error());
  Instance instance;
  const auto name = json.find("geometry");
  const auto& levels = structure.bottom_levels;
  const auto level = name == json.end() || !name->is_string()
                         ? levels.end()
                         : std::find_if(levels.begin(), levels.end(), [&](const BottomLevel& one) {
                             return one.name == name->get<std::string>();
                           });
  if (level == levels.end())
    return bad_input(fmt::format("{}.geometry is not the name of a geometry", place));
  instance.bottom_level = static_cast<std::size_t>(level - levels.begin());
  constexpr std::uint32_t max_24_bits = (1u << 24) - 1;
  const auto custom_index = parse_unsigned_member(json, "custom_index", place, 0, max_24_bits);
  if (!custom_index) return tl::unexpected(custom_index.error());
  const auto mask = parse_unsigned_member(json, "mask", place, 0xFF, 0xFF);
  if (!mask) return tl::unexpected(mask.error());
  const auto offset = parse_unsigned_member(json, "record_offset", place, 0, max_24_bits);
  if (!offset) return tl::unexpected(offset.error());
  instance.custom_index = *custom_index;
  instance.mask = *mask;
  instance.record_offset = *offset;
  if (auto done = set_flags(json, place, instance); !done) return tl::unexpected(done.error());
  if (const auto transform = json.find("transform"); transform != json.end()) {
    if (auto done = set_transform(*transform, place + ".transform", instance); !done)
      return tl::unexpected(done.error());
  }
  return instance;
}

Result<void> add_bottom_levels(const Json& json, AccelerationStructure& structure) {
  const auto geometries = json.find("geometries");
  if (geometries == json.end() || !geometries->is_object())
    return bad_input("the scene has no object 'geometries'");
  for (const auto& [name, list] : geometries->items()) {
    const std::string place = "geometries." + name;
    BottomLevel level{name, {}};
    if (!list.is_array()) return bad_input(fmt::format("{} is not a list", place));
    for (std::size_t i = 0; i < list.size(); ++i) {
      auto geometry = parse_geometry(list[i], fmt::format("{}[{}]", place, i));
      if (!geometry) return tl::unexpected(geometry.error());
      level.geometries.push_back(std::move(*geometry));
    }
    structure.bottom_levels.push_back(std::move(level));
  }
  return {};
}

}  // namespace

Result<AccelerationStructure> parse_scene(std::string_view text) {
  // A depth of the text beyond what a scene needs is a mistake, and would use much stack.
  const auto within_depth = [](int depth, Json::parse_event_t, Json&) { return depth < 16; };
  const Json json = Json::parse(text, within_depth, false);
  if (json.is_discarded()) return bad_input("the scene is not JSON");
  if (auto ok = check_members(json, "the scene", {"geometries", "instances"}); !ok)
    return tl::unexpected(ok.error());
  AccelerationStructure structure;
  if (auto done = add_bottom_levels(json, structure); !done) return tl::unexpected(done.error());
  auto done = for_each(json, "instances", "",
                       [&](const Json& one, const std::string& place) -> Result<void> {
                         auto instance = parse_instance(one, place, structure);
                         if (!instance) return tl::unexpected(instance.error());
                         structure.instances.push_back(*instance);
                         return {};
                       });
  if (!done) return tl::unexpected(done.error());
  if (json.contains("instances")) return structure;
  for (std::size_t i = 0; i < structure.bottom_levels.size(); ++i)
    structure.instances.push_back({.bottom_level = i});
  return structure;
}

Result<AccelerationStructure> scene_of(std::string_view text) {
  if (!text.starts_with('@')) return parse_scene(text);
  const std::string path(text.substr(1));
  const auto bytes = read_file(path, std::uint64_t{1} << 28);
  if (!bytes) return tl::unexpected(bytes.error());
  auto scene = parse_scene({reinterpret_cast<const char*>(bytes->data()), bytes->size()});
  if (!scene)
    return tl::unexpected(Error{scene.error().status, path + ": " + scene.error().message});
  return scene;
}

}  // namespace spirv_oracle
