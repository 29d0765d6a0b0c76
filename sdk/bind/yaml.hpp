/// @file A YAML file with the line of everything in it, and the list of what is wrong with the files.
#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <yaml-cpp/yaml.h>

namespace svc::bindgen {

/// A value of a YAML file.
class Yaml {
public:
    using Member = std::pair<std::string, Yaml>;

    Yaml() = default;
    Yaml(YAML::Node node, std::shared_ptr<const std::string> file)
        : node_(std::move(node)), file_(std::move(file)) {}

    const std::string& file() const { return *file_; }
    int line() const { return node_.Mark().line + 1; }

    bool isMap() const { return node_.IsMap(); }
    bool isList() const { return node_.IsSequence(); }
    bool isText() const { return node_.IsScalar(); }
    bool isNull() const { return node_.IsNull(); }
    /// The text of a scalar; "null" of null.
    std::string text() const { return isNull() ? "null" : (isText() ? node_.Scalar() : std::string()); }
    bool isTrue() const { return isText() && node_.Scalar() == "true"; }

    /// The member of this name; nothing when there is none or this is no mapping.
    std::optional<Yaml> find(std::string_view name) const;
    std::string textOf(std::string_view name) const;
    bool isTrue(std::string_view name) const;
    std::vector<Member> members() const;
    std::vector<Yaml> items() const;
    /// Items of the list of this name; none without it.
    std::vector<Yaml> itemsOf(std::string_view name) const;

    /// For messages: what stands there.
    std::string describe() const;
    /// The same place in the file, for maps of what has been seen.
    bool isSame(const Yaml& other) const { return node_.is(other.node_); }

private:
    YAML::Node node_;
    std::shared_ptr<const std::string> file_;
};

/// What is wrong with the files; all of it is told at once.
class Mistakes {
public:
    void add(const Yaml& at, const std::string& key, const std::string& expected);
    void add(const Yaml& at, const std::string& key, const std::string& found, const std::string& expected);
    void add(const std::string& file, int line, const std::string& text);

    bool empty() const noexcept { return lines_.empty(); }
    /// `file:line: key: found …, expected …`, one a line, as compilers write it.
    std::string text() const;

private:
    std::vector<std::string> lines_;
};

/// Reads a file. A file that cannot be read or is no YAML is a mistake and gives nothing, and so is a key
/// that stands twice in one mapping.
std::optional<Yaml> readYaml(const std::filesystem::path& path, Mistakes& mistakes);
std::optional<Yaml> parseYaml(const std::string& text, const std::string& file, Mistakes& mistakes);

} // namespace svc::bindgen
