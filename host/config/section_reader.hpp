#pragma once

#include "host/config/mistake.hpp"
#include "host/config/yaml_document.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace svc::host::config {

/// Reads the members of one mapping with type checks. A wrong value adds a mistake and yields the default, so
/// that one pass finds all mistakes. An absent or null value gives the default. Call finish() last: it
/// reports the unknown keys.
class SectionReader {
public:
    using Test = bool (*)(std::string_view text);

    /// `node` may be nullptr (an absent section). `path` is empty for the document itself.
    SectionReader(const std::string& file, const YamlNode* node, std::string path,
                  std::vector<Mistake>& mistakes);

    /// The reader of a nested mapping.
    SectionReader section(std::string_view key);

    bool boolean(std::string_view key, bool fallback, std::string_view expected = "true or false");
    std::int64_t integer(std::string_view key, std::int64_t fallback, std::int64_t least, std::int64_t most);
    std::optional<std::string> text(std::string_view key, Test test, std::string_view expected);
    std::vector<std::string> texts(std::string_view key, Test test, std::string_view expected);

    /// A member that the caller reads itself; nullptr when it is absent. Marks the key as known.
    const YamlNode::Member* member(std::string_view key);

    /// Adds a mistake about a member.
    void refuse(const YamlNode::Member& member, std::string found, std::string expected);

    void finish();

private:
    std::string pathOf(std::string_view key) const;

    const std::string& file_;
    const YamlNode* node_;
    std::string path_;
    std::vector<Mistake>& mistakes_;
    std::vector<std::string> known_;
};

/// Predicate for texts that must not be empty.
bool isNotEmpty(std::string_view text) noexcept;

} // namespace svc::host::config
