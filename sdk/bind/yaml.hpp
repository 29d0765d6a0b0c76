/// @file A YAML file that knows the line of each value, and the list of errors in such files.
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

    /// The member of this name; no value when there is none or when this is no mapping.
    std::optional<Yaml> find(std::string_view name) const;
    /// The line of the key of this name; that of the mapping when there is none.
    int lineOfKey(std::string_view name) const;
    std::string textOf(std::string_view name) const;
    bool isTrue(std::string_view name) const;
    std::vector<Member> members() const;
    std::vector<Yaml> items() const;
    /// Elements of the list of this name; empty when there is none.
    std::vector<Yaml> itemsOf(std::string_view name) const;

    /// Describes the value for error messages.
    std::string describe() const;
    /// Is this the same node of the file? For maps of visited nodes.
    bool isSame(const Yaml& other) const { return node_.is(other.node_); }

private:
    YAML::Node node_;
    std::shared_ptr<const std::string> file_;
};

/// The errors in the files; all of them are reported together.
class Mistakes {
public:
    void add(const Yaml& at, const std::string& key, const std::string& expected);
    void add(const Yaml& at, const std::string& key, const std::string& found, const std::string& expected);
    void add(const std::string& file, int line, const std::string& text);

    bool empty() const noexcept { return all_.empty(); }
    /// `file:line: key: found …, expected …`, one per line, in the format of compilers; those of each file in
    /// the order of its lines.
    std::string text() const;

private:
    struct Mistake {
        std::string file;
        int line = 0;
        std::string text;

        bool operator==(const Mistake&) const = default;
    };

    std::vector<Mistake> all_;
};

/// Reads a file. An unreadable file, invalid YAML or a key that appears twice in one mapping is added to
/// `mistakes`, and there is no result.
std::optional<Yaml> readYaml(const std::filesystem::path& path, Mistakes& mistakes);
std::optional<Yaml> parseYaml(const std::string& text, const std::string& file, Mistakes& mistakes);

} // namespace svc::bindgen
