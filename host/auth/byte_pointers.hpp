#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace svc::host::auth {

/// Pointer to the bytes of a text, as OpenSSL reads them. Valid as long as the text.
inline const unsigned char* in(std::string_view text) {
    return reinterpret_cast<const unsigned char*>(text.data());
}
/// Pointer for OpenSSL to write into a text that is large enough, from `offset` on.
inline unsigned char* out(std::string& text, std::size_t offset = 0) {
    return reinterpret_cast<unsigned char*>(text.data()) + offset;
}

} // namespace svc::host::auth
