#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace svc::host::auth {

/// A text as OpenSSL reads bytes. Borrowed from the text.
inline const unsigned char* in(std::string_view text) {
    return reinterpret_cast<const unsigned char*>(text.data());
}
/// Where OpenSSL writes bytes into a text that has room for them, from `offset` on.
inline unsigned char* out(std::string& text, std::size_t offset = 0) {
    return reinterpret_cast<unsigned char*>(text.data()) + offset;
}

} // namespace svc::host::auth
