#include "host/http/pipeline/exchange.hpp"

#include <algorithm>

namespace svc::host::http {

std::optional<std::string_view> Exchange::header(std::string_view name) const {
    return findHeader(headers, name);
}

void Exchange::write(std::string_view text) {
    if (!spool && spoolFolder != nullptr && answer.size() + text.size() > LongAnswer) {
        spool = std::make_shared<SpoolFile>(*spoolFolder);
        spool->write(answer);
        answer = std::string();
    }
    if (spool) {
        spool->write(text);
    } else {
        answer += text;
    }
}

std::optional<std::string_view> Exchange::queryValue(std::string_view name) const {
    for (const auto& [key, value] : query) {
        if (key == name) {
            return value;
        }
    }
    return std::nullopt;
}

void Exchange::setQueryValue(std::string_view name, std::string value) {
    const auto found =
        std::find_if(query.begin(), query.end(), [&](const auto& one) { return one.first == name; });
    if (found != query.end()) {
        found->second = std::move(value);
    }
}

} // namespace svc::host::http
