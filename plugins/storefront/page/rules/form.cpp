#include "page/rules/form.hpp"

#include <svc/encoding.hpp>
#include <svc/text.hpp>

namespace svc::storefront {
namespace {

constexpr std::size_t MostFields = 2000;

std::optional<std::string> decoded(std::string_view text) {
    std::string plain;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '+') {
            plain += ' ';
        } else if (text[i] == '%') {
            const auto byte = i + 2 < text.size() ? hexDecode(text.substr(i + 1, 2)) : std::nullopt;
            if (!byte) {
                return std::nullopt;
            }
            plain += *byte;
            i += 2;
        } else {
            plain += text[i];
        }
    }
    if (!isUtf8(plain) || plain.find('\0') != std::string::npos) {
        return std::nullopt;
    }
    return std::string(trim(plain));
}

} // namespace

std::optional<Form> parseForm(std::string_view body) {
    Form form;
    if (trim(body).empty()) {
        return form;
    }
    for (const std::string_view part : split(body, '&')) {
        const std::size_t sign = part.find('=');
        auto name = decoded(part.substr(0, sign));
        auto value = decoded(sign == std::string_view::npos ? std::string_view() : part.substr(sign + 1));
        if (!name || !value || form.size() == MostFields) {
            return std::nullopt;
        }
        if (!value->empty()) {
            form.emplace_back(std::move(*name), std::move(*value));
        }
    }
    return form;
}

std::optional<std::string> fieldOf(const Form& form, std::string_view name, std::size_t longest) {
    for (const auto& [key, value] : form) {
        if (key == name) {
            return std::string(utf8Prefix(value, longest));
        }
    }
    return std::nullopt;
}

} // namespace svc::storefront
