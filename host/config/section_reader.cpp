#include "host/config/section_reader.hpp"

#include "host/config/nearest.hpp"
#include "host/config/yaml_scalar.hpp"

#include <svc/decimal.hpp>

#include <algorithm>

namespace svc::host::config {

namespace {

std::string joined(const std::vector<std::string>& words) {
    std::string result;
    for (const std::string& word : words) {
        result += (result.empty() ? "" : ", ") + word;
    }
    return result;
}

/// The type of a scalar; a text that came from the environment is read as if it stood there unquoted.
std::optional<std::int64_t> asInteger(const YamlNode& node) {
    if (node.kind() != YamlNode::Kind::Number && !node.substituted()) {
        return std::nullopt;
    }
    const std::optional<std::string> number = numberScalar(node.text());
    const std::optional<Decimal> value = number ? Decimal::parse(*number) : std::nullopt;
    return value ? value->toInteger() : std::nullopt;
}

std::optional<bool> asBoolean(const YamlNode& node) {
    if (node.kind() != YamlNode::Kind::Boolean && !node.substituted()) {
        return std::nullopt;
    }
    return booleanScalar(node.text());
}

} // namespace

SectionReader::SectionReader(const std::string& file, const YamlNode* node, std::string path,
                             std::vector<Mistake>& mistakes)
    : file_(file), node_(node), path_(std::move(path)), mistakes_(mistakes) {
    if (node_ != nullptr && node_->isNull()) {
        node_ = nullptr;
    }
    if (node_ != nullptr && !node_->isMapping()) {
        mistakes_.push_back(
            {file_, node_->line(), path_.empty() ? "document" : path_, node_->describe(), "a mapping"});
        node_ = nullptr;
    }
}

std::string SectionReader::pathOf(std::string_view key) const {
    return path_.empty() ? std::string(key) : path_ + '.' + std::string(key);
}

const YamlNode::Member* SectionReader::member(std::string_view key) {
    if (std::find(known_.begin(), known_.end(), key) == known_.end()) {
        known_.emplace_back(key);
    }
    return node_ == nullptr ? nullptr : node_->member(key);
}

SectionReader SectionReader::section(std::string_view key) {
    const YamlNode::Member* found = member(key);
    return {file_, found == nullptr ? nullptr : &found->value, pathOf(key), mistakes_};
}

void SectionReader::refuse(const YamlNode::Member& member, std::string found, std::string expected) {
    mistakes_.push_back({file_, member.line, pathOf(member.key), std::move(found), std::move(expected)});
}

bool SectionReader::boolean(std::string_view key, bool fallback, std::string_view expected) {
    const YamlNode::Member* found = member(key);
    if (found == nullptr || found->value.isNull()) {
        return fallback;
    }
    const std::optional<bool> value = asBoolean(found->value);
    if (!value) {
        refuse(*found, found->value.describe(), std::string(expected));
    }
    return value.value_or(fallback);
}

std::int64_t SectionReader::integer(std::string_view key, std::int64_t fallback, std::int64_t least,
                                    std::int64_t most) {
    const YamlNode::Member* found = member(key);
    if (found == nullptr || found->value.isNull()) {
        return fallback;
    }
    const std::optional<std::int64_t> value = asInteger(found->value);
    if (!value || *value < least || *value > most) {
        refuse(*found, found->value.describe(),
               "an integer from " + std::to_string(least) + " to " + std::to_string(most));
        return fallback;
    }
    return *value;
}

std::optional<std::string> SectionReader::text(std::string_view key, Test test, std::string_view expected) {
    const YamlNode::Member* found = member(key);
    if (found == nullptr || found->value.isNull()) {
        return std::nullopt;
    }
    if (!found->value.isText() || !test(found->value.text())) {
        refuse(*found, found->value.describe(), std::string(expected));
        return std::nullopt;
    }
    return found->value.text();
}

std::vector<std::string> SectionReader::texts(std::string_view key, Test test, std::string_view expected) {
    std::vector<std::string> result;
    const YamlNode::Member* found = member(key);
    if (found == nullptr || found->value.isNull()) {
        return result;
    }
    if (!found->value.isList()) {
        refuse(*found, found->value.describe(), "a list");
        return result;
    }
    for (std::size_t i = 0; i < found->value.items().size(); ++i) {
        const YamlNode& item = found->value.items()[i];
        const std::string path = pathOf(key) + '[' + std::to_string(i) + ']';
        if (!item.isText() || !test(item.text())) {
            mistakes_.push_back({file_, item.line(), path, item.describe(), std::string(expected)});
        } else if (std::find(result.begin(), result.end(), item.text()) != result.end()) {
            mistakes_.push_back(
                {file_, item.line(), path, item.describe() + " a second time", "each entry once"});
        } else {
            result.push_back(item.text());
        }
    }
    return result;
}

void SectionReader::finish() {
    if (node_ == nullptr) {
        return;
    }
    for (const YamlNode::Member& member : node_->members()) {
        if (std::find(known_.begin(), known_.end(), member.key) == known_.end()) {
            refuse(member, "an unknown key" + didYouMean(member.key, known_), "one of " + joined(known_));
        }
    }
}

bool isNotEmpty(std::string_view text) noexcept {
    return !text.empty();
}

} // namespace svc::host::config
