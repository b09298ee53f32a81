#include "cli/report_page/page_draw.h"

#include <fmt/format.h>

#include <algorithm>

#include "cli/report/report.h"
#include "data/picture.h"

namespace spirv_oracle {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::uint64_t max_pixels = 1u << 18;  // of an image
constexpr std::size_t max_draw_findings = 200;

// One digit for each pixel.
std::string states_of(const ShadowedBytes& contents, std::size_t bytes, std::uint64_t pixels) {
  std::string states;
  for (std::uint64_t pixel = 0; pixel < pixels; ++pixel) {
    Definedness worst = Definedness::defined;
    for (std::size_t i = 0; i < bytes; ++i)
      worst = std::max(worst, value_state(contents.shadow[pixel * bytes + i]));
    states += worst == Definedness::defined                    ? '0'
              : worst == Definedness::implementation_dependent ? '1'
                                                               : '2';
  }
  return states;
}

std::string colors_of(const Attachment& attachment, std::uint64_t pixels) {
  const TexelFormat& format = *attachment.shape.format;
  const std::span first_level = std::span(attachment.contents.bytes).first(pixels * format.bytes);
  const PngImage picture = picture_of_texels(first_level, format, attachment.shape.extent[0]);
  std::string digits;
  for (const std::byte byte : picture.texels)
    digits += fmt::format("{:02x}", std::to_integer<unsigned>(byte));
  return digits;
}

void add_coverage(const PixelCoverage& coverage, std::uint32_t width, std::uint32_t height,
                  Json& image) {
  std::map<std::vector<std::uint32_t>, std::size_t> sets;
  Json lists = Json::array(), covers = Json::array();
  for (std::uint32_t y = 0; y < height; ++y) {
    for (std::uint32_t x = 0; x < width; ++x) {
      const auto of_pixel = coverage.of_pixel(x, y);
      const std::vector<std::uint32_t> primitives(of_pixel.begin(), of_pixel.end());
      const auto [set, is_new] = sets.emplace(primitives, sets.size());
      if (is_new) lists.push_back(primitives);
      covers.push_back(set->second);
    }
  }
  image["sets"] = std::move(lists);
  image["covers"] = std::move(covers);
}

Json image_as_json(const PageDraw& draw, std::size_t location) {
  const Attachment& attachment = *draw.framebuffer.color[location];
  const auto& [width, height, depth] = attachment.shape.extent;
  Json image{{"name", draw.names[location]},
             {"format", attachment.shape.format->name},
             {"width", width},
             {"height", height}};
  const std::uint64_t pixels = std::uint64_t{width} * height;
  if (attachment.shape.samples > 1) {
    image["reason"] = fmt::format("It has {} samples for each pixel.", attachment.shape.samples);
  } else if (pixels > max_pixels) {
    image["reason"] = fmt::format("It has more than {} pixels.", max_pixels);
  } else if (attachment.level != 0) {
    image["reason"] = "The draw does not go to its first level.";
  } else {
    image["colors"] = colors_of(attachment, pixels);
    image["states"] = states_of(attachment.contents, attachment.shape.format->bytes, pixels);
    add_coverage(draw.coverage, width, height, image);
  }
  return image;
}

}  // namespace

void PixelCoverage::start_fragments(const FragmentLaunch& launch) {
  for (const FragmentInvocation& fragment : launch.invocations) {
    const ShadedPrimitive& primitive = fragment.part->source;
    if (fragment.is_helper() || primitive.layer != 0) continue;
    std::vector<std::uint32_t>& of_pixel = primitives_[{fragment.x, fragment.y}];
    if (of_pixel.size() < max_primitives &&
        std::ranges::count(of_pixel, primitive.primitive.id) == 0)
      of_pixel.push_back(primitive.primitive.id);
  }
}

std::span<const std::uint32_t> PixelCoverage::of_pixel(std::uint32_t x, std::uint32_t y) const {
  const auto found = primitives_.find({x, y});
  return found == primitives_.end() ? std::span<const std::uint32_t>() : found->second;
}

Json page_draw_as_json(const PageDraw& draw) {
  Json json{{"title", draw.title},
            {"status", static_cast<int>(draw.status)},
            {"error", draw.error},
            {"findings", Json::array()},
            {"images", Json::array()}};
  for (const ReportedFinding& finding : draw.findings) {
    if (json["findings"].size() < max_draw_findings)
      json["findings"].push_back(finding_as_json(finding));
  }
  for (std::size_t i = 0; i < draw.framebuffer.color.size() && i < draw.names.size(); ++i) {
    if (draw.framebuffer.color[i]) json["images"].push_back(image_as_json(draw, i));
  }
  return json;
}

}  // namespace spirv_oracle
