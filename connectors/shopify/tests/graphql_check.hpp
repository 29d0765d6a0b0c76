// Checks sent GraphQL documents against a schema: fields, arguments, variables and their values.
#pragma once

#include <cctype>
#include <map>
#include <set>
#include <string>
#include <vector>

#include <svc/json.hpp>

namespace svc::shopify::testing {

/// `schema`: in the form of data/schema.json. Supports the parts of the language that the connector uses:
/// operations with variables, aliases, arguments, and named fragments.
class GraphqlCheck {
public:
    /// The errors of a request, each in a few words; empty when it is valid by the schema.
    static std::vector<std::string> faults(const Json& schema, const std::string& document,
                                           const Json& variables) {
        GraphqlCheck check(schema, document);
        check.run(variables);
        return check.faults_;
    }

private:
    GraphqlCheck(const Json& schema, const std::string& document) : schema_(schema) {
        for (std::size_t at = 0; at < document.size();) {
            at = addToken(document, at);
        }
        tokens_.emplace_back("<end>");
    }

    static bool isNamePart(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

    std::size_t addToken(const std::string& text, std::size_t at) {
        const char c = text[at];
        if (std::isspace(static_cast<unsigned char>(c)) != 0 || c == ',') {
            return at + 1;
        }
        std::size_t end = at + 1;
        if (isNamePart(c) || c == '-') {
            while (end < text.size() && isNamePart(text[end])) {
                ++end;
            }
        } else if (c == '"') {
            end = text.find('"', end) + 1;
        } else if (text.compare(at, 3, "...") == 0) {
            end = at + 3;
        }
        tokens_.push_back(text.substr(at, end - at));
        return end;
    }

    void fault(const std::string& what) { faults_.push_back(what); }
    const std::string& peek() const { return tokens_[at_]; }
    std::string next() { return at_ + 1 < tokens_.size() ? tokens_[at_++] : tokens_[at_]; }
    bool take(const std::string& token) {
        if (peek() != token) {
            return false;
        }
        next();
        return true;
    }
    void expect(const std::string& token) {
        if (!take(token)) {
            fault("'" + token + "' is missing before '" + peek() + "'");
        }
    }

    /// `[String!]!`
    std::string typeName() {
        std::string type = take("[") ? '[' + typeName() : next();
        if (type.front() == '[') {
            expect("]");
            type += ']';
        }
        return take("!") ? type + '!' : type;
    }
    static bool isRequired(const std::string& type) { return type.ends_with('!'); }
    static std::string nullable(const std::string& type) {
        return isRequired(type) ? type.substr(0, type.size() - 1) : type;
    }
    static std::string base(const std::string& type) {
        const std::size_t begin = type.find_first_not_of('[');
        return type.substr(begin, type.find_first_of("]!", begin) - begin);
    }
    bool isScalar(const std::string& name) const {
        for (const Json& scalar : schema_["scalars"].items()) {
            if (scalar.text() == name) {
                return true;
            }
        }
        return schema_["enums"].contains(name);
    }
    bool isOneOf(const std::string& enumeration, const std::string& value) const {
        for (const Json& known : schema_["enums"][enumeration].items()) {
            if (known.text() == value) {
                return true;
            }
        }
        return false;
    }

    void run(const Json& variables) {
        std::size_t operation = 0;
        for (std::size_t i = 0; i + 3 < tokens_.size(); ++i) {
            if (tokens_[i] == "fragment") {
                fragments_[tokens_[i + 1]] = {tokens_[i + 3], i + 4};
            } else if (tokens_[i] == "query" || tokens_[i] == "mutation") {
                operation = tokens_[i + 1] == ":" || depthAt(i) != 0 ? operation : i;
            }
        }
        at_ = operation;
        const std::string kind = next();
        next(); // the name of the fragment
        declareVariables();
        checkSelection(schema_[kind].text());
        for (const auto& [name, type] : declared_) {
            if (used_.count(name) == 0) {
                fault("$" + name + " is not used");
            }
            const Json* value = variables.find(name);
            checkValue(value == nullptr ? Json(nullptr) : *value, type, "$" + name);
        }
        for (const auto& [name, value] : variables.members()) {
            if (declared_.count(name) == 0) {
                fault("$" + name + " is not declared");
            }
        }
        for (const auto& [name, fragment] : fragments_) {
            if (used_.count("..." + name) == 0) {
                fault("the fragment " + name + " is not used");
            }
        }
    }
    /// The number of open braces and parentheses at a token.
    int depthAt(std::size_t token) const {
        int depth = 0;
        for (std::size_t i = 0; i < token; ++i) {
            depth += tokens_[i] == "{" || tokens_[i] == "("   ? 1
                     : tokens_[i] == "}" || tokens_[i] == ")" ? -1
                                                              : 0;
        }
        return depth;
    }
    void declareVariables() {
        if (!take("(")) {
            return;
        }
        while (peek() != ")" && peek() != "<end>") {
            expect("$");
            const std::string name = next();
            expect(":");
            declared_[name] = typeName();
        }
        expect(")");
    }

    void checkSelection(const std::string& type) {
        expect("{");
        while (peek() != "}" && peek() != "<end>") {
            if (take("...")) {
                spread(next(), type);
            } else {
                checkField(type);
            }
        }
        expect("}");
    }
    void spread(const std::string& name, const std::string& type) {
        const auto found = fragments_.find(name);
        if (found == fragments_.end() || found->second.first != type) {
            fault("..." + name + " in " + type);
            return;
        }
        used_.insert("..." + name);
        const std::size_t back = at_;
        at_ = found->second.second;
        checkSelection(type);
        at_ = back;
    }
    void checkField(const std::string& type) {
        std::string name = next();
        name = take(":") ? next() : name;
        const Json* field = schema_["types"][type].find(name);
        if (field == nullptr) {
            fault(type + " has no field " + name);
        }
        checkArguments(field == nullptr ? Json::object() : (*field)["arguments"], type + '.' + name);
        if (field == nullptr) {
            skipSelection();
            return;
        }
        const std::string result = base((*field)["type"].text());
        if (!isScalar(result) && peek() != "{") {
            fault(type + '.' + name + " needs fields");
        } else if (!isScalar(result)) {
            checkSelection(result);
        } else if (peek() == "{") {
            fault(type + '.' + name + " has no fields");
            skipSelection();
        }
    }
    /// Skips the selection of an unknown field.
    void skipSelection() {
        if (peek() != "{") {
            return;
        }
        int depth = 1;
        while (depth > 0 && next() != "<end>") {
            depth += peek() == "{" ? 1 : peek() == "}" ? -1 : 0;
        }
        take("}");
    }
    void checkArguments(const Json& known, const std::string& field) {
        std::set<std::string> given;
        if (take("(")) {
            while (peek() != ")" && peek() != "<end>") {
                const std::string name = next();
                expect(":");
                const Json* type = known.isObject() ? known.find(name) : nullptr;
                if (type == nullptr) {
                    fault(field + " has no argument " + name);
                }
                checkArgument(type == nullptr ? "" : type->text(), field + '(' + name + ')');
                given.insert(name);
            }
            expect(")");
        }
        if (!known.isObject()) {
            return;
        }
        for (const auto& [name, type] : known.members()) {
            if (isRequired(type.text()) && given.count(name) == 0) {
                fault(field + " needs the argument " + name);
            }
        }
    }
    void checkArgument(const std::string& type, const std::string& place) {
        if (type.empty()) { // of an unknown argument
            take("$");
            next();
            return;
        }
        if (take("$")) {
            const std::string name = next();
            used_.insert(name);
            const auto found = declared_.find(name);
            const bool fits = found != declared_.end() && nullable(found->second) == nullable(type) &&
                              (isRequired(found->second) || !isRequired(type));
            if (!fits) {
                fault(place + " is given $" + name);
            }
            return;
        }
        const std::string value = next();
        const bool isNumber = std::isdigit(static_cast<unsigned char>(value.front())) != 0;
        const std::string wanted = base(type);
        const bool fits = isNumber               ? wanted == "Int" || wanted == "Float"
                          : value.front() == '"' ? wanted == "String" || wanted == "ID"
                          : wanted == "Boolean"  ? value == "true" || value == "false"
                                                 : isOneOf(wanted, value);
        if (!fits) {
            fault(place + " is given " + value);
        }
    }

    void checkValue(const Json& value, const std::string& type, const std::string& place) {
        const std::string name = base(type);
        if (value.isNull()) {
            if (isRequired(type)) {
                fault(place + " is missing");
            }
            return;
        }
        if (schema_["inputs"].contains(name)) {
            for (const auto& [member, inner] : value.members()) {
                const Json* known = schema_["inputs"][name].find(member);
                if (known == nullptr) {
                    fault(name + " has no member " + member);
                } else {
                    checkValue(inner, known->text(), place + '.' + member);
                }
            }
            return;
        }
        const bool fits = schema_["enums"].contains(name) ? value.isString() && isOneOf(name, value.text())
                          : name == "Int"                 ? value.isNumber()
                          : name == "Boolean"             ? value.isBoolean()
                                                          : value.isString();
        if (!fits || !isScalar(name)) {
            fault(place + " is " + value.dump());
        }
    }

    const Json& schema_;
    std::vector<std::string> tokens_;
    std::size_t at_ = 0;
    std::map<std::string, std::pair<std::string, std::size_t>> fragments_; ///< name: type, where it begins
    std::map<std::string, std::string> declared_;
    std::set<std::string> used_;
    std::vector<std::string> faults_;
};

} // namespace svc::shopify::testing
