#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "host/config/yaml_document.hpp"
#include "host/core/catalogue.hpp"

namespace svc::host::plugin {

/// Does the whole text match?
bool matches(const std::string& text, const std::string& pattern);

/// Reads the nodes of one plugin.yaml and collects the mistakes.
class DeclarationReader {
public:
    using YamlNode = config::YamlNode;

    explicit DeclarationReader(const config::YamlDocument& document) : document_(document) {}

    void mistake(const YamlNode& node, const std::string& key, const std::string& expected);

    void add(const std::vector<config::Mistake>& mistakes);

    std::string text(const YamlNode& parent, const std::string& key, bool required,
                     const std::string& path = {});
    /// A text that matches the whole of `pattern`; empty when it is absent and not `required`.
    std::string matching(const YamlNode& parent, const std::string& key, const char* pattern,
                         const std::string& expected, const std::string& path = {}, bool required = true);
    bool boolean(const YamlNode& parent, const std::string& key, const std::string& path);
    /// The items of a list, none when it is absent; with `mappings` each must be a mapping.
    std::vector<const YamlNode*> list(const YamlNode& parent, const std::string& key, bool mappings);
    /// The items of a list of mappings, which may have only the keys `known`.
    std::vector<const YamlNode*> mappings(const YamlNode& parent, const std::string& key,
                                          std::span<const std::string_view> known,
                                          const std::string& path = {});
    std::vector<std::string> texts(const YamlNode& parent, const std::string& key);
    Wording wording(const YamlNode& parent, const std::string& key, const std::string& path);
    /// A member that is a mapping, or null when it is absent or something else.
    const YamlNode* mapping(const YamlNode& parent, const std::string& key, const std::string& expected);

    void knownKeys(const YamlNode& mapping, const std::string& path, std::span<const std::string_view> known);

    const std::string& file() const { return document_.file(); }
    /// Throws config::ConfigError when there were mistakes.
    void finish() const;

private:
    const config::YamlDocument& document_;
    std::vector<config::Mistake> mistakes_;
};

} // namespace svc::host::plugin
