// For any text: an accepted webhook address has the components that were checked, and its literal text does
// not point to a private address.
#include "host/webhooks/address_policy.hpp"

#include <arpa/inet.h>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

namespace {

void check(bool holds) {
    if (!holds) {
        std::abort();
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace svc::host::webhooks;
    static const AddressPolicy policy({});
    const std::string text(data, data + size);
    const auto url = parseHookUrl(text);
    if (!url) {
        return 0;
    }
    check(text.size() <= 2048 && url->port != 0 && !url->host.empty());
    check(url->target.rfind('/', 0) == 0);
    check(url->host.find_first_of(std::string("@/\\?# \t\r\n\0[]", 12)) == std::string::npos);
    check(url->target.find_first_of(std::string(" \t\r\n\0", 5)) == std::string::npos);
    if (!policy.permits(*url)) {
        return 0;
    }
    // inet_aton accepts every historic notation of an IPv4 address.
    in_addr four{};
    if (::inet_aton(url->host.c_str(), &four) != 0) {
        check(url->literal && isPublic(four));
    }
    in6_addr six{};
    if (::inet_pton(AF_INET6, url->host.c_str(), &six) == 1) {
        check(isPublic(six));
    }
    check(url->host != "localhost");
    return 0;
}
