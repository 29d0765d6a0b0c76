#include "host/plugin/declaration_reader.hpp"

#include <algorithm>
#include <map>
#include <regex>

#include "host/config/nearest.hpp"
#include "sdk/bind/known_keys.hpp"

namespace svc::host::plugin {
namespace {

std::string below(const std::string& path, const std::string& key) {
    return path.empty() ? key : path + '.' + key;
}

} // namespace

bool matches(const std::string& text, const std::string& pattern) {
    // Cache of compiled patterns: the files of all plugins are checked against the same few.
    thread_local std::map<std::string, std::regex> compiled;
    return std::regex_match(text, compiled.try_emplace(pattern, pattern).first->second);
}

void DeclarationReader::mistake(const YamlNode& node, const std::string& key, const std::string& expected) {
    mistakes_.push_back({document_.file(), node.line(), key, node.describe(), expected});
}

void DeclarationReader::add(const std::vector<config::Mistake>& mistakes) {
    mistakes_.insert(mistakes_.end(), mistakes.begin(), mistakes.end());
}

std::string DeclarationReader::text(const YamlNode& parent, const std::string& key, bool required,
                                    const std::string& path) {
    const YamlNode* node = parent.find(key);
    const std::string full = below(path, key);
    if (node == nullptr || node->isNull()) {
        if (required) {
            mistakes_.push_back({document_.file(), parent.line(), full, "nothing", "a text"});
        }
        return {};
    }
    if (node->isList() || node->isMapping()) {
        mistake(*node, full, "a text");
        return {};
    }
    return node->text();
}

std::string DeclarationReader::matching(const YamlNode& parent, const std::string& key, const char* pattern,
                                        const std::string& expected, const std::string& path, bool required) {
    const std::string value = text(parent, key, required, path);
    const YamlNode* node = parent.find(key);
    const bool given = node != nullptr && !node->isNull() && !node->isList() && !node->isMapping();
    if (given && !matches(value, pattern)) {
        mistake(*node, below(path, key), expected);
    }
    return value;
}

bool DeclarationReader::boolean(const YamlNode& parent, const std::string& key, const std::string& path) {
    const YamlNode* node = parent.find(key);
    if (node == nullptr) {
        return false;
    }
    if (node->kind() != YamlNode::Kind::Boolean) {
        mistake(*node, below(path, key), "true or false");
        return false;
    }
    return node->text() == "true";
}

std::vector<const config::YamlNode*> DeclarationReader::list(const YamlNode& parent, const std::string& key,
                                                             bool mappings) {
    const YamlNode* node = parent.find(key);
    std::vector<const YamlNode*> items;
    if (node == nullptr || node->isNull()) {
        return items;
    }
    if (!node->isList()) {
        mistake(*node, key, "a list");
        return items;
    }
    for (const YamlNode& item : node->items()) {
        if (mappings ? !item.isMapping() : item.isMapping() || item.isList() || item.isNull()) {
            mistake(item, key, mappings ? "a mapping" : "a text");
        } else {
            items.push_back(&item);
        }
    }
    return items;
}

std::vector<const config::YamlNode*> DeclarationReader::mappings(const YamlNode& parent,
                                                                 const std::string& key,
                                                                 std::span<const std::string_view> known,
                                                                 const std::string& path) {
    std::vector<const YamlNode*> items = list(parent, key, true);
    for (const YamlNode* item : items) {
        knownKeys(*item, below(path, key), known);
    }
    return items;
}

std::vector<std::string> DeclarationReader::texts(const YamlNode& parent, const std::string& key) {
    std::vector<std::string> texts;
    for (const YamlNode* item : list(parent, key, false)) {
        texts.push_back(item->text());
    }
    return texts;
}

Wording DeclarationReader::wording(const YamlNode& parent, const std::string& key, const std::string& path) {
    Wording texts;
    const YamlNode* node = parent.find(key);
    const std::string full = below(path, key);
    if (node == nullptr || !node->isMapping()) {
        mistakes_.push_back({document_.file(), node == nullptr ? parent.line() : node->line(), full,
                             node == nullptr ? "nothing" : node->describe(),
                             "a text for each of en, fr, de"});
        return texts;
    }
    knownKeys(*node, full, bindgen::keys::Wording);
    for (const std::string_view language : bindgen::keys::Wording) {
        const std::string name(language);
        texts[name] = text(*node, name, true, full);
    }
    return texts;
}

const config::YamlNode* DeclarationReader::mapping(const YamlNode& parent, const std::string& key,
                                                   const std::string& expected) {
    const YamlNode* node = parent.find(key);
    if (node == nullptr || node->isNull()) {
        return nullptr;
    }
    if (!node->isMapping()) {
        mistake(*node, key, expected);
        return nullptr;
    }
    return node;
}

void DeclarationReader::knownKeys(const YamlNode& mapping, const std::string& path,
                                  std::span<const std::string_view> known) {
    for (const YamlNode::Member& member : mapping.members()) {
        if (std::find(known.begin(), known.end(), member.key) == known.end()) {
            std::string names;
            for (const std::string_view name : known) {
                names += (names.empty() ? "" : ", ") + std::string(name);
            }
            mistakes_.push_back({document_.file(), member.line, below(path, member.key),
                                 "an unknown key" + config::didYouMean(member.key, known), names});
        }
    }
}

void DeclarationReader::finish() const {
    if (!mistakes_.empty()) {
        throw config::ConfigError(mistakes_);
    }
}

} // namespace svc::host::plugin
