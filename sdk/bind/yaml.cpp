#include "yaml.hpp"

#include <algorithm>
#include <fstream>
#include <set>
#include <sstream>

namespace svc::bindgen {
namespace {

void checkKeys(const Yaml& node, Mistakes& mistakes) {
    std::set<std::string> names;
    for (const auto& [name, value] : node.members()) {
        if (!names.insert(name).second) {
            mistakes.add(value, name, "the key a second time", "it once");
        }
        checkKeys(value, mistakes);
    }
    for (const Yaml& item : node.items()) {
        checkKeys(item, mistakes);
    }
}

} // namespace

std::optional<Yaml> Yaml::find(std::string_view name) const {
    if (!isMap()) {
        return std::nullopt;
    }
    for (const auto& member : node_) {
        if (member.first.IsScalar() && member.first.Scalar() == name) {
            return Yaml(member.second, file_);
        }
    }
    return std::nullopt;
}

int Yaml::lineOfKey(std::string_view name) const {
    if (isMap()) {
        for (const auto& member : node_) {
            if (member.first.IsScalar() && member.first.Scalar() == name) {
                return member.first.Mark().line + 1;
            }
        }
    }
    return line();
}

std::string Yaml::textOf(std::string_view name) const {
    const auto member = find(name);
    return member && member->isText() ? member->text() : std::string();
}

bool Yaml::isTrue(std::string_view name) const {
    const auto member = find(name);
    return member && member->isTrue();
}

std::vector<Yaml::Member> Yaml::members() const {
    std::vector<Member> members;
    if (isMap()) {
        for (const auto& member : node_) {
            members.emplace_back(member.first.IsScalar() ? member.first.Scalar() : std::string(),
                                 Yaml(member.second, file_));
        }
    }
    return members;
}

std::vector<Yaml> Yaml::items() const {
    std::vector<Yaml> items;
    if (isList()) {
        for (const auto& item : node_) {
            items.emplace_back(item, file_);
        }
    }
    return items;
}

std::vector<Yaml> Yaml::itemsOf(std::string_view name) const {
    const auto list = find(name);
    return list ? list->items() : std::vector<Yaml>();
}

std::string Yaml::describe() const {
    if (isMap()) {
        return "a mapping";
    }
    if (isList()) {
        return "a list";
    }
    return isNull() ? "nothing" : '"' + text() + '"';
}

void Mistakes::add(const Yaml& at, const std::string& key, const std::string& expected) {
    add(at, key, at.describe(), expected);
}

void Mistakes::add(const Yaml& at, const std::string& key, const std::string& found,
                   const std::string& expected) {
    add(at.file(), at.line(), key + ": found " + found + ", expected " + expected);
}

void Mistakes::add(const std::string& file, int line, const std::string& text) {
    Mistake one{file, line, text};
    // A schema that is used in two places is read twice, but its error is reported once.
    if (std::find(all_.begin(), all_.end(), one) == all_.end()) {
        all_.push_back(std::move(one));
    }
}

std::string Mistakes::text() const {
    std::vector<Mistake> sorted = all_;
    std::stable_sort(sorted.begin(), sorted.end(), [](const Mistake& one, const Mistake& other) {
        return one.file == other.file ? one.line < other.line : one.file < other.file;
    });
    std::string text;
    for (const Mistake& mistake : sorted) {
        text += mistake.file + ':' + std::to_string(mistake.line) + ": " + mistake.text + '\n';
    }
    return text;
}

std::optional<Yaml> parseYaml(const std::string& text, const std::string& file, Mistakes& mistakes) {
    try {
        Yaml root(YAML::Load(text), std::make_shared<const std::string>(file));
        if (!root.isMap()) {
            mistakes.add(file, 1, "file: found " + root.describe() + ", expected a mapping");
            return std::nullopt;
        }
        checkKeys(root, mistakes);
        return root;
    } catch (const YAML::Exception& error) {
        mistakes.add(file, error.mark.line + 1, "syntax: found " + error.msg + ", expected well-formed YAML");
        return std::nullopt;
    }
}

std::optional<Yaml> readYaml(const std::filesystem::path& path, Mistakes& mistakes) {
    std::ifstream stream(path, std::ios::binary);
    std::ostringstream content;
    if (!stream || !(content << stream.rdbuf())) {
        mistakes.add(path.string(), 1, "file: found none that can be read, expected one");
        return std::nullopt;
    }
    return parseYaml(content.str(), path.string(), mistakes);
}

} // namespace svc::bindgen
