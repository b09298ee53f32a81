// Variables of the storage class UniformConstant: texel buffers, images and samplers. Their values
// are descriptors, which are the addresses of their objects.
#pragma once

#include "interpreter/images/texel_format.h"
#include "interpreter/lowering/lowering.h"
#include "interpreter/lowering/resources.h"

namespace spirv_oracle {

// The value of such a variable. Errors: bad_input if nothing suitable is bound.
Value lower_descriptor_variable(Lowering& lowering, const Instruction& variable);

// The number of coordinates of an image type, including its layer; 0 if it cannot be accessed in this way.
unsigned coordinate_count(const ImageType& type);

// The object bound at `key`, 0 for none. Checks that it matches the variable, and adds its layout
// and sampler to the program.
std::uint32_t bound_descriptor(Lowering& lowering, const Instruction& variable,
                               const ResourceObjects& objects, const BindingKey& key);

// Checks that the image or texel buffer at `key`, which is `object`, fits a type, and makes its layout known to the
// program. `what` begins the message of an error.
void bind_image(Lowering& lowering, const ImageType& type, const BindingKey& key,
                std::uint32_t object, const std::string& what);
// Likewise, but returns the error, which then does not say what does not fit.
Result<void> try_bind_image(Lowering& lowering, const ImageType& type, const BindingKey& key,
                            std::uint32_t object);

// A texel format, and the images that have it.
struct ImagesOfFormat {
  TexelFormat format;
  std::vector<std::uint32_t> objects;  // ascending; empty if all have the format
  bool is_null = false;                // null descriptors, which have zeros in all components
};

// The texel formats of an image or sampled image: one, unless it is an element of an array of
// descriptors or comes from a heap; none after a failure.
std::vector<ImagesOfFormat> texel_formats_of(Lowering& lowering, Id image);
// Likewise, of an image or sampled image of that type and value.
std::vector<ImagesOfFormat> texel_formats_of(Lowering& lowering, const ImageType& type,
                                             const PointerValue& image);

}  // namespace spirv_oracle
