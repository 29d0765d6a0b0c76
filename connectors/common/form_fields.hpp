/// Webhook calls whose body is a form.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include <svc/connector.hpp>

namespace svc::connector {

/// Decodes `%41` and `+` of a form; a `%` without two hexadecimal digits stays.
inline std::string formDecode(std::string_view text) {
    std::string decoded;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '%') {
            if (const auto byte = hexDecode(text.substr(i + 1, 2)); byte && byte->size() == 1) {
                decoded += *byte;
                i += 2;
                continue;
            }
        }
        decoded += text[i] == '+' ? ' ' : text[i];
    }
    return decoded;
}

/// The fields of an `application/x-www-form-urlencoded` body; of repeated names the last one.
inline std::map<std::string, std::string> formFields(std::string_view body) {
    std::map<std::string, std::string> fields;
    for (const std::string_view part : split(body, '&')) {
        const std::size_t sign = part.find('=');
        if (sign != std::string_view::npos) {
            fields[formDecode(part.substr(0, sign))] = formDecode(part.substr(sign + 1));
        }
    }
    return fields;
}

/// The bytes of a field; empty when it was not sent.
inline std::string fieldOf(const std::map<std::string, std::string>& fields, const std::string& name) {
    const auto found = fields.find(name);
    return found == fields.end() ? std::string() : found->second;
}

/// A field that is text. Refuses a call with other bytes with `signature-invalid`: no provider sends them.
inline std::string textField(const std::map<std::string, std::string>& fields, const std::string& name) {
    std::string text = fieldOf(fields, name);
    if (!isUtf8(text) || text.find('\0') != std::string::npos) {
        throw ApiError(400, "signature-invalid");
    }
    return text;
}

} // namespace svc::connector
