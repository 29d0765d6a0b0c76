#include "header_text.hpp"

#include <algorithm>
#include <utility>

#include "names.hpp"

namespace svc::bindgen {

std::string firstSentence(const std::string& text) {
    std::string line = text.substr(0, text.find('\n'));
    std::replace(line.begin(), line.end(), '\\', '/');
    return line;
}

void HeaderText::begin(const std::string& includes) {
    line("// Made by svc-bind from plugin.yaml and openapi.yaml of the plugin `" + plugin_.id +
         "`: change those.");
    line("#pragma once");
    line("");
    line(includes);
    line("");
    line("namespace svc::" + plugin_.space + " {");
    gap();
}

std::string HeaderText::end() {
    space("");
    gap();
    line("} // namespace svc::" + plugin_.space);
    return std::move(text_);
}

void HeaderText::gap() {
    if (!text_.ends_with("\n\n")) {
        line("");
    }
}

void HeaderText::comment(const std::string& text, const std::string& indent) {
    if (!text.empty()) {
        line(indent + "/// " + firstSentence(text));
    }
}

void HeaderText::space(const std::string& name) {
    if (name == space_) {
        return;
    }
    if (!space_.empty()) {
        line("} // namespace " + space_);
    }
    gap();
    if (!name.empty()) {
        line("namespace " + name + " {");
    }
    space_ = name;
}

void HeaderText::writeMember(const Member& member, const Use& use) {
    const std::string type = typeText(member.type);
    comment(member.description, "    ");
    const std::string name = ' ' + memberName(member.jsonName);
    switch (formOf(member, use)) {
    case Form::Value:
        line("    " + type + name +
             (member.initializer.empty() || use.written || use.patched ? "{};"
                                                                       : " = " + member.initializer + ';'));
        break;
    case Form::Optional:
        line("    std::optional<" + type + '>' + name + "{};");
        break;
    case Form::Field:
        line("    Field<" + type + '>' + name + "{};");
        break;
    }
}

} // namespace svc::bindgen
