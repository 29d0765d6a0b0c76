#pragma once

#include "host/config/yaml_document.hpp"

#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/mark.h>

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace svc::host::config {

/// Builds a tree of YamlNode from the events of yaml-cpp's parser. yaml-cpp's own tree loses the line of a
/// key, whether a scalar was quoted, and duplicate keys. Private to this folder.
class YamlTreeBuilder final : public YAML::EventHandler {
public:
    /// An empty `environment` leaves ${NAME} as it is.
    YamlTreeBuilder(const std::string& file, const Environment& environment, std::vector<Mistake>& mistakes)
        : file_(file), environment_(environment), mistakes_(mistakes) {}

    /// The finished document; a null value on line 1 when the text was empty.
    YamlNode takeRoot();

    void OnDocumentStart(const YAML::Mark& mark) override;
    void OnDocumentEnd() override {}
    void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override;
    void OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) override;
    void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                  const std::string& value) override;
    void OnSequenceStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                         YAML::EmitterStyle::value style) override;
    void OnSequenceEnd() override { close(); }
    void OnMapStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                    YAML::EmitterStyle::value style) override;
    void OnMapEnd() override { close(); }

private:
    /// An unfinished list or mapping, with the key whose value comes next.
    struct Open {
        YamlNode node;
        YAML::anchor_t anchor = 0;
        std::optional<std::string> key;
        int keyLine = 0;
    };

    struct Anchored {
        YamlNode node;
        std::size_t size = 0;
    };

    void open(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor, YamlNode::Kind kind);
    void close();
    void finish(YamlNode node, YAML::anchor_t anchor, const YAML::Mark& mark);
    void addMember(Open& parent, YamlNode node);
    void replaceVariables(YamlNode& node);
    void count(std::size_t nodes, const YAML::Mark& mark);

    const std::string& file_;
    const Environment& environment_;
    std::vector<Mistake>& mistakes_;
    std::vector<Open> open_;
    std::map<YAML::anchor_t, Anchored> anchors_;
    std::optional<YamlNode> root_;
    std::size_t count_ = 0;
    bool started_ = false;
};

} // namespace svc::host::config
