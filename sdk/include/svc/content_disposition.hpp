#pragma once

#include <string>
#include <string_view>

#include <svc/encoding.hpp>
#include <svc/text.hpp>

namespace svc {

/// The header Content-Disposition with a file name (RFC 6266): an ASCII form for old clients and the complete
/// name. `kind` is `inline` or `attachment`.
inline std::string contentDisposition(std::string_view kind, std::string_view fileName) {
    constexpr std::string_view Plain = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._";
    std::string plain;
    std::string whole;
    for (const char c : fileName) {
        const bool usual = Plain.find(c) != std::string_view::npos;
        plain += usual ? c : '_';
        whole += usual ? std::string(1, c) : '%' + upperAscii(hexEncode(std::string_view(&c, 1)));
    }
    return std::string(kind) + "; filename=\"" + plain + "\"; filename*=UTF-8''" + whole;
}

} // namespace svc
