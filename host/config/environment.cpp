#include "host/config/environment.hpp"

#include <algorithm>
#include <cstdlib>

namespace svc::host::config {

namespace {

bool isName(std::string_view text) {
    const auto allowed = [](char c) {
        return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_';
    };
    return !text.empty() && !(text.front() >= '0' && text.front() <= '9') &&
           std::all_of(text.begin(), text.end(), allowed);
}

} // namespace

Environment processEnvironment() {
    return [](std::string_view name) -> std::optional<std::string> {
        const char* value = std::getenv(std::string(name).c_str());
        return value == nullptr ? std::nullopt : std::optional<std::string>(value);
    };
}

Substitution substitute(std::string_view text, const Environment& environment) {
    Substitution result;
    std::size_t at = 0;
    while (at < text.size()) {
        const std::size_t dollar = text.find('$', at);
        if (dollar == std::string_view::npos) {
            break;
        }
        result.text += text.substr(at, dollar - at);
        if (text.substr(dollar, 3) == "$${") {
            result.text += "${";
            result.changed = true;
            at = dollar + 3;
            continue;
        }
        const std::size_t end =
            text.substr(dollar, 2) == "${" ? text.find('}', dollar) : std::string_view::npos;
        if (end == std::string_view::npos) {
            result.open = result.open || text.substr(dollar, 2) == "${";
            result.text += '$';
            at = dollar + 1;
            continue;
        }
        const std::string_view name = text.substr(dollar + 2, end - dollar - 2);
        const std::optional<std::string> value = isName(name) ? environment(name) : std::nullopt;
        if (value) {
            result.text += *value;
        } else {
            result.unknown.emplace_back(name);
        }
        result.changed = true;
        at = end + 1;
    }
    result.text += text.substr(std::min(at, text.size()));
    return result;
}

} // namespace svc::host::config
