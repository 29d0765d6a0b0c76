/// @file What the writers of the two generated headers have in common.
#pragma once

#include <string>

#include "writer.hpp"

namespace svc::bindgen {

/// `text` up to the end of its first line, as a comment can hold it.
std::string firstSentence(const std::string& text);

/// The text of a generated header, which grows by what is written.
class HeaderText {
protected:
    explicit HeaderText(const Plugin& plugin) : plugin_(plugin) {}

    /// Starts the header with these lines of includes and opens the namespace of the plugin.
    void begin(const std::string& includes);
    /// Closes all namespaces; returns the text.
    std::string end();

    void line(const std::string& text) { text_ += text + '\n'; }
    /// Writes an empty line, unless there is one already.
    void gap();
    void comment(const std::string& text, const std::string& indent = "");
    /// Opens a namespace inside that of the plugin; closes the one that is open.
    void space(const std::string& name);
    /// Declares a member of a struct that is used like this.
    void writeMember(const Member& member, const Use& use);

    const Plugin& plugin_;

private:
    std::string text_;
    std::string space_;
};

} // namespace svc::bindgen
