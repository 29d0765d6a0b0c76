#include "host/config/yaml_document.hpp"

#include "host/config/yaml_scalar.hpp"
#include "host/config/yaml_tree_builder.hpp"

#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/parser.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <sstream>

namespace svc::host::config {

namespace {

constexpr std::size_t LongestQuotedText = 60;

std::string quoted(const std::string& text) {
    std::string result = "\"";
    for (const char c : text.substr(0, LongestQuotedText)) {
        result += c == '\n' || c == '\r' || c == '\t' ? ' ' : c;
    }
    return result + (text.size() > LongestQuotedText ? "…\"" : "\"");
}

} // namespace

const YamlNode::Member* YamlNode::member(std::string_view key) const noexcept {
    const auto found = std::find_if(members_.begin(), members_.end(),
                                    [key](const Member& member) { return member.key == key; });
    return found == members_.end() ? nullptr : &*found;
}

const YamlNode* YamlNode::find(std::string_view key) const noexcept {
    const Member* found = member(key);
    return found == nullptr ? nullptr : &found->value;
}

Json YamlNode::toJson() const {
    switch (kind_) {
    case Kind::Null:
        return Json(nullptr);
    case Kind::Boolean:
        return Json(booleanScalar(text_).value_or(false));
    case Kind::Number:
        return Json::number(numberScalar(text_).value_or("0"));
    case Kind::Text:
        return Json(text_);
    case Kind::List: {
        Json list = Json::array();
        for (const YamlNode& item : items_) {
            list.push(item.toJson());
        }
        return list;
    }
    case Kind::Mapping: {
        Json object = Json::object();
        for (const Member& member : members_) {
            object.set(member.key, member.value.toJson());
        }
        return object;
    }
    }
    return Json(nullptr);
}

std::string YamlNode::describe() const {
    if (substituted()) {
        return quoted(source_);
    }
    switch (kind_) {
    case Kind::Null:
        return "nothing";
    case Kind::Boolean:
    case Kind::Number:
        return text_;
    case Kind::Text:
        return quoted(text_);
    case Kind::List:
        return "a list";
    case Kind::Mapping:
        return "a mapping";
    }
    return "nothing";
}

YamlNode YamlNode::without(std::string_view key) const {
    YamlNode result = *this;
    std::erase_if(result.members_, [key](const Member& member) { return member.key == key; });
    return result;
}

YamlNode YamlNode::emptyMapping(int line) {
    YamlNode result;
    result.kind_ = Kind::Mapping;
    result.line_ = line;
    return result;
}

YamlDocument YamlDocument::read(const std::filesystem::path& path) {
    return parse(readFile(path), path.string());
}

YamlDocument YamlDocument::parse(std::string_view text, std::string file) {
    std::vector<Mistake> mistakes;
    YamlDocument document = parse(text, std::move(file), Environment(), mistakes);
    if (!mistakes.empty()) {
        throw ConfigError(std::move(mistakes));
    }
    return document;
}

YamlDocument YamlDocument::parse(std::string_view text, std::string file, const Environment& environment,
                                 std::vector<Mistake>& mistakes) {
    YamlTreeBuilder builder(file, environment, mistakes);
    try {
        std::istringstream stream{std::string(text)};
        YAML::Parser parser(stream);
        parser.HandleNextDocument(builder);
        parser.HandleNextDocument(builder);
    } catch (const YAML::Exception& error) {
        std::vector<Mistake> all = mistakes;
        all.push_back({file, error.mark.line + 1, "syntax", error.msg, "well-formed YAML"});
        throw ConfigError(std::move(all));
    }
    return {builder.takeRoot(), std::move(file)};
}

std::string readFile(const std::filesystem::path& path) {
    errno = 0;
    std::error_code error;
    if (std::filesystem::is_directory(path, error)) {
        throw ConfigError({{path.string(), 0, "file", "a folder", "a file"}});
    }
    std::ifstream stream(path, std::ios::binary);
    std::ostringstream content;
    if (!stream || (stream.peek() != std::ifstream::traits_type::eof() && !(content << stream.rdbuf()))) {
        const std::string reason = errno == 0 ? "a file that cannot be read" : std::strerror(errno);
        throw ConfigError({{path.string(), 0, "file", reason, "a readable file"}});
    }
    return std::move(content).str();
}

} // namespace svc::host::config
