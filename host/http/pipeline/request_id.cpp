#include "host/http/pipeline/request_id.hpp"

#include <algorithm>
#include <random>

namespace svc::host::http {

namespace {

bool isAllowed(std::string_view text) {
    return !text.empty() && text.size() <= 64 && std::all_of(text.begin(), text.end(), [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' ||
               c == '_' || c == '-';
    });
}

std::mt19937_64 seeded() {
    std::random_device device;
    std::seed_seq seed{device(), device(), device(), device()};
    return std::mt19937_64(seed);
}

} // namespace

std::string requestId(std::optional<std::string_view> sent) {
    if (sent && isAllowed(*sent)) {
        return std::string(*sent);
    }
    // The identifier must be unique, not secret: a fast generator per thread is enough.
    thread_local std::mt19937_64 random = seeded();
    std::string id(32, '0');
    for (std::size_t half = 0; half < 2; ++half) {
        std::uint64_t bits = random();
        for (std::size_t i = 0; i < 16; ++i, bits >>= 4U) {
            id[half * 16 + i] = "0123456789abcdef"[bits & 0xFU];
        }
    }
    return id;
}

} // namespace svc::host::http
