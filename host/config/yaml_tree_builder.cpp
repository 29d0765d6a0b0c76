#include "host/config/yaml_tree_builder.hpp"

#include "host/config/yaml_scalar.hpp"

#include <yaml-cpp/exceptions.h>

namespace svc::host::config {

namespace {

constexpr std::size_t DeepestNesting = 64;
constexpr std::size_t MostNodes = 500'000; // limits the exponential growth of nested aliases

YamlNode::Kind kindOf(const std::string& tag, const std::string& value, const YAML::Mark& mark) {
    if (tag == "!" || tag == "tag:yaml.org,2002:str") {
        return YamlNode::Kind::Text;
    }
    if (!tag.empty() && tag != "?") {
        throw YAML::ParserException(mark, "the tag " + tag + ", which is not supported");
    }
    if (isNullScalar(value)) {
        return YamlNode::Kind::Null;
    }
    if (booleanScalar(value)) {
        return YamlNode::Kind::Boolean;
    }
    return numberScalar(value) ? YamlNode::Kind::Number : YamlNode::Kind::Text;
}

std::size_t sizeOf(const YamlNode& node) {
    std::size_t size = 1;
    for (const YamlNode& item : node.items()) {
        size += sizeOf(item);
    }
    for (const YamlNode::Member& member : node.members()) {
        size += sizeOf(member.value);
    }
    return size;
}

} // namespace

YamlNode YamlTreeBuilder::takeRoot() {
    if (!root_) {
        root_.emplace();
        root_->line_ = 1;
    }
    return std::move(*root_);
}

void YamlTreeBuilder::OnDocumentStart(const YAML::Mark& mark) {
    if (started_) {
        throw YAML::ParserException(mark, "a second document (---)");
    }
    started_ = true;
}

void YamlTreeBuilder::OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) {
    YamlNode node;
    node.line_ = mark.line + 1;
    finish(std::move(node), anchor, mark);
}

void YamlTreeBuilder::OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) {
    const auto found = anchors_.find(anchor);
    if (found == anchors_.end()) {
        throw YAML::ParserException(mark, "an alias of a value that is not finished");
    }
    count(found->second.size, mark);
    finish(found->second.node, 0, mark);
}

void YamlTreeBuilder::OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                               const std::string& value) {
    YamlNode node;
    node.kind_ = kindOf(tag, value, mark);
    node.line_ = mark.line + 1;
    if (node.kind_ != YamlNode::Kind::Null) {
        node.text_ = value;
    }
    finish(std::move(node), anchor, mark);
}

void YamlTreeBuilder::OnSequenceStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                                      YAML::EmitterStyle::value) {
    open(mark, tag, anchor, YamlNode::Kind::List);
}

void YamlTreeBuilder::OnMapStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                                 YAML::EmitterStyle::value) {
    open(mark, tag, anchor, YamlNode::Kind::Mapping);
}

void YamlTreeBuilder::open(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                           YamlNode::Kind kind) {
    if (!tag.empty() && tag != "?" && tag != "!") {
        throw YAML::ParserException(mark, "the tag " + tag + ", which is not supported");
    }
    if (open_.size() >= DeepestNesting) {
        throw YAML::ParserException(mark, "more than " + std::to_string(DeepestNesting) + " levels");
    }
    Open entry;
    entry.node.kind_ = kind;
    entry.node.line_ = mark.line + 1;
    entry.anchor = anchor;
    open_.push_back(std::move(entry));
}

void YamlTreeBuilder::close() {
    Open done = std::move(open_.back());
    open_.pop_back();
    YAML::Mark mark;
    mark.line = done.node.line_ - 1;
    finish(std::move(done.node), done.anchor, mark);
}

void YamlTreeBuilder::finish(YamlNode node, YAML::anchor_t anchor, const YAML::Mark& mark) {
    count(1, mark);
    const bool isKey =
        !open_.empty() && open_.back().node.kind_ == YamlNode::Kind::Mapping && !open_.back().key;
    if (isKey) {
        if (node.isList() || node.isMapping()) {
            throw YAML::ParserException(mark, "a list or mapping as a key");
        }
        open_.back().key = std::move(node.text_);
        open_.back().keyLine = node.line_;
        return;
    }
    replaceVariables(node);
    if (anchor != 0) {
        anchors_[anchor] = {node, sizeOf(node)};
    }
    if (open_.empty()) {
        root_ = std::move(node);
    } else if (open_.back().node.kind_ == YamlNode::Kind::List) {
        open_.back().node.items_.push_back(std::move(node));
    } else {
        addMember(open_.back(), std::move(node));
    }
}

void YamlTreeBuilder::addMember(Open& parent, YamlNode node) {
    const std::string key = std::move(*parent.key);
    parent.key.reset();
    if (const YamlNode::Member* first = parent.node.member(key)) {
        std::string path;
        for (const Open& level : open_) {
            path += level.key ? *level.key + '.' : std::string();
        }
        mistakes_.push_back({file_, parent.keyLine, path + key, "the key a second time",
                             "it once (the first is on line " + std::to_string(first->line) + ")"});
        return;
    }
    parent.node.members_.push_back({key, parent.keyLine, std::move(node)});
}

void YamlTreeBuilder::replaceVariables(YamlNode& node) {
    if (!environment_ || !node.isText() || node.substituted()) {
        return;
    }
    Substitution result = substitute(node.text_, environment_);
    const auto mistake = [&](const std::string& found, const char* expected) {
        std::string path;
        for (const Open& level : open_) {
            path += (path.empty() || !level.key ? "" : ".") + level.key.value_or("");
        }
        mistakes_.push_back({file_, node.line_, path.empty() ? "value" : path, found, expected});
    };
    if (result.open) {
        mistake("${ without }", "${NAME}, or $${ for these two characters");
    }
    if (!result.changed) {
        return;
    }
    for (const std::string& name : result.unknown) {
        mistake("${" + name + "}, which is not set", "the name of an environment variable that is set");
    }
    node.source_ = std::exchange(node.text_, std::move(result.text));
}

void YamlTreeBuilder::count(std::size_t nodes, const YAML::Mark& mark) {
    count_ += nodes;
    if (count_ > MostNodes) {
        throw YAML::ParserException(mark, "more than " + std::to_string(MostNodes) + " values");
    }
}

} // namespace svc::host::config
