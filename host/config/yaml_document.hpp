#pragma once

#include <svc/json.hpp>

#include "host/config/environment.hpp"
#include "host/config/mistake.hpp"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace svc::host::config {

/// One value of a YAML document with its line. Plain scalars have the types of the YAML 1.2 core schema (so
/// `no` and `yes` are texts); quoted ones are always texts. Numbers keep the text as written.
class YamlNode {
public:
    enum class Kind { Null = 1, Boolean, Number, Text, List, Mapping };

    struct Member;

    Kind kind() const noexcept { return kind_; }
    bool isNull() const noexcept { return kind_ == Kind::Null; }
    bool isText() const noexcept { return kind_ == Kind::Text; }
    bool isList() const noexcept { return kind_ == Kind::List; }
    bool isMapping() const noexcept { return kind_ == Kind::Mapping; }

    /// Line of the value, from 1.
    int line() const noexcept { return line_; }

    /// A text, or the text of a number or boolean as it was written; empty for the others.
    const std::string& text() const noexcept { return text_; }

    /// True when ${NAME} was replaced: such a text may be meant as a number, and must not be printed.
    bool substituted() const noexcept { return !source_.empty(); }

    const std::vector<YamlNode>& items() const noexcept { return items_; }
    const std::vector<Member>& members() const noexcept { return members_; }

    /// The value of a member, or nullptr. Never nullptr for a key that is present with a null value.
    const YamlNode* find(std::string_view key) const noexcept;

    /// The same with its key's line, or nullptr.
    const Member* member(std::string_view key) const noexcept;

    /// The value as JSON: numbers keep their text (0x1f and 0o17 become decimal), mappings their order.
    Json toJson() const;

    /// A short description of the value for messages: `"abc"`, `42`, `a list`, `a mapping`, `nothing`. Never
    /// prints a substituted secret.
    std::string describe() const;

    /// The node without the named member.
    YamlNode without(std::string_view key) const;

    static YamlNode emptyMapping(int line);

private:
    friend class YamlTreeBuilder;

    Kind kind_ = Kind::Null;
    int line_ = 0;
    std::string text_;
    std::string source_; // the text as written, when it contained ${NAME}
    std::vector<YamlNode> items_;
    std::vector<Member> members_;
};

struct YamlNode::Member {
    std::string key;
    int line = 0; ///< of the key
    YamlNode value;
};

/// A YAML file: svc.yaml, plugin.yaml, openapi.yaml and the like.
class YamlDocument {
public:
    /// Reads a file with one document. Throws ConfigError when the file cannot be read, has wrong syntax or
    /// has duplicate keys.
    static YamlDocument read(const std::filesystem::path& path);

    /// The same from a text; `file` is for messages.
    static YamlDocument parse(std::string_view text, std::string file);

    /// As parse(), but replaces ${NAME} from `environment`, and throws only for wrong syntax: duplicate keys
    /// (the first one is used) and unknown variables are added to `mistakes`, so that all mistakes are
    /// reported together.
    static YamlDocument parse(std::string_view text, std::string file, const Environment& environment,
                              std::vector<Mistake>& mistakes);

    const YamlNode& root() const noexcept { return root_; }
    const std::string& file() const noexcept { return file_; }

    /// `FILE:LINE` of a node, for messages.
    std::string where(const YamlNode& node) const { return file_ + ':' + std::to_string(node.line()); }

private:
    YamlDocument(YamlNode root, std::string file) : root_(std::move(root)), file_(std::move(file)) {}

    YamlNode root_;
    std::string file_;
};

/// The text of a file; throws ConfigError when it cannot be read.
std::string readFile(const std::filesystem::path& path);

} // namespace svc::host::config
