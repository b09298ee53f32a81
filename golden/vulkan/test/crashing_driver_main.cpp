// A Vulkan driver for tests, which ends the process as soon as the loader calls it.
#include <cstdint>
#include <cstdlib>

extern "C" {
int vk_icdNegotiateLoaderICDInterfaceVersion(std::uint32_t* version);
void* vk_icdGetInstanceProcAddr(void* instance, const char* name);

int vk_icdNegotiateLoaderICDInterfaceVersion(std::uint32_t*) { std::abort(); }
void* vk_icdGetInstanceProcAddr(void*, const char*) { std::abort(); }
}
