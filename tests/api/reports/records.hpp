#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

namespace svc::test {

/// Records of a file with quoted fields.
inline std::vector<std::vector<std::string>> recordsOf(const std::string& text, char separator) {
    std::vector<std::vector<std::string>> records(1, std::vector<std::string>(1));
    bool quoted = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (c == '"' && quoted && i + 1 < text.size() && text[i + 1] == '"') {
            records.back().back() += text[++i];
        } else if (c == '"') {
            quoted = !quoted;
        } else if (!quoted && c == separator) {
            records.back().emplace_back();
        } else if (!quoted && c == '\n') {
            records.emplace_back(1);
        } else if (quoted || c != '\r') {
            records.back().back() += c;
        }
    }
    records.pop_back();
    return records;
}

/// `1234.56` or `1234,56` in cents; a number without decimals is returned unchanged.
inline std::int64_t minor(std::string text) {
    text.erase(std::remove_if(text.begin(), text.end(), [](char c) { return c == '.' || c == ','; }),
               text.end());
    return text.empty() ? 0 : std::stoll(text);
}

} // namespace svc::test
