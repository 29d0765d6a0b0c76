#include "operation_reader.hpp"

#include <algorithm>
#include <set>

#include "names.hpp"

namespace svc::bindgen {
namespace {

constexpr std::string_view Methods[] = {"get", "put", "post", "delete", "patch"};
constexpr std::string_view Api = "api";

/// Is the parameter handled by the host or by the members of a page, so that the struct has no member for it?
bool isGiven(const std::string& name, const std::string& page) {
    if (name == "companyId") {
        return true;
    }
    if (page == "array") {
        return name == "limit" || name == "offset";
    }
    if (page == "cursor") {
        return name == "limit";
    }
    return page == "page" && (name == "page" || name == "size");
}

class OperationReader {
public:
    OperationReader(SchemaReader& schemas, Plugin& plugin, Mistakes& mistakes)
        : schemas_(schemas), plugin_(plugin), mistakes_(mistakes) {}

    void read(const std::string& path, const Yaml& item, const std::string& method, const Yaml& node) {
        Operation operation;
        operation.id = node.textOf("operationId");
        if (operation.id.empty()) {
            mistakes_.add(node, path + '.' + method, "no operationId", "the name of its handler");
            return;
        }
        if (memberName(operation.id) != operation.id) {
            mistakes_.add(*node.find("operationId"), "operationId", "a name that C++ allows for a function");
        }
        operation.method = method;
        operation.path = path;
        operation.summary = node.textOf("summary");
        operation.page = node.textOf("x-page");
        readParameters(operation, item);
        readParameters(operation, node);
        addUndeclared(operation);
        readBody(operation, node);
        readAnswer(operation, node);
        plugin_.operations.push_back(std::move(operation));
    }

private:
    void readParameters(Operation& operation, const Yaml& node) {
        for (const Yaml& one : node.itemsOf("parameters")) {
            const Yaml parameter = schemas_.resolve(one, "parameters");
            const std::string name = parameter.textOf("name");
            const std::string in = parameter.textOf("in");
            if (name.empty() || (in != "path" && in != "query" && in != "header")) {
                mistakes_.add(one, "parameters", "a parameter with a name, in path, query or header");
                continue;
            }
            if (in == "header" || isGiven(name, operation.page)) {
                continue;
            }
            Parameter result;
            result.inPath = in == "path";
            result.member.jsonName = name;
            result.member.description = parameter.textOf("description");
            result.member.required = result.inPath || parameter.isTrue("required");
            const std::string typeName = upperCamel(operation.id) + upperCamel(name);
            if (const auto schema = parameter.find("schema")) {
                result.member.type = schemas_.read(*schema, typeName, std::string(Api));
                if (const auto initial = schema->find("default"); initial && initial->isText()) {
                    result.member.initializer = initializer(result.member.type, initial->text());
                }
            } else {
                mistakes_.add(parameter, name + ".schema", "nothing", "a schema");
            }
            if (result.member.type.kind == Kind::Json || result.member.type.kind == Kind::Struct) {
                result.member.type.kind = Kind::Text;
            }
            operation.parameters.push_back(std::move(result));
        }
    }

    /// A path parameter without a description becomes a string.
    static void addUndeclared(Operation& operation) {
        for (std::size_t at = operation.path.find('{'); at != std::string::npos;
             at = operation.path.find('{', at + 1)) {
            const std::string name = operation.path.substr(at + 1, operation.path.find('}', at) - at - 1);
            const bool known = std::any_of(operation.parameters.begin(), operation.parameters.end(),
                                           [&](const Parameter& one) { return one.member.jsonName == name; });
            if (!known && !isGiven(name, operation.page)) {
                Parameter parameter;
                parameter.inPath = true;
                parameter.member.jsonName = name;
                parameter.member.type.kind = Kind::Text;
                parameter.member.required = true;
                operation.parameters.push_back(std::move(parameter));
            }
        }
    }

    static std::string initializer(const Type& type, const std::string& text) {
        switch (type.kind) {
        case Kind::Boolean:
        case Kind::Integer:
            return text;
        case Kind::Enum:
            return type.name + "::" + enumeratorName(text);
        case Kind::Text:
            return literal(text);
        default:
            return {};
        }
    }

    /// A JSON body gets a type; a body with several content types is read by the handler.
    void readBody(Operation& operation, const Yaml& node) {
        const auto found = node.find("requestBody");
        const auto content = found ? schemas_.resolve(*found, "requestBodies").find("content") : std::nullopt;
        const auto json = content ? content->find("application/json") : std::nullopt;
        const auto schema = json ? json->find("schema") : std::nullopt;
        if (!schema || content->members().size() != 1) {
            return;
        }
        operation.body = schemas_.read(*schema, upperCamel(operation.id) + "Body", std::string(Api));
        operation.body->nullable = false;
        mark(*operation.body, {true, false, operation.method == "patch"});
    }

    /// Does the schema have several forms, such as `oneOf` an array and a page? Then the handler chooses one.
    static bool hasSeveralForms(const Yaml& schema) {
        const std::vector<Yaml> forms = schema.itemsOf("oneOf");
        return forms.size() > 1 && std::none_of(forms.begin(), forms.end(), [](const Yaml& form) {
                   return form.textOf("type") == "null";
               });
    }

    /// A single JSON answer, or one without body, gets a type. For everything else the handler returns a
    /// svc::Response, also for an answer with several forms, whose structs are still generated.
    void readAnswer(Operation& operation, const Yaml& node) {
        const auto responses = node.find("responses");
        std::vector<std::pair<int, Yaml>> good;
        for (const auto& [status, response] :
             responses ? responses->members() : std::vector<Yaml::Member>()) {
            if (status.size() == 3 && (status[0] == '2' || status == "302" || status == "304")) {
                good.emplace_back(std::stoi(status), schemas_.resolve(response, "responses"));
            }
        }
        if (good.empty()) {
            mistakes_.add(node, operation.id + ".responses", "no status of success",
                          "one of 200 to 299, 302 or 304");
            return;
        }
        const auto content = good[0].second.find("content");
        if (good.size() > 1 || good[0].first >= 300) {
            return;
        }
        if (!content) {
            operation.status = good[0].first;
            return;
        }
        const auto json = content->find("application/json");
        if (content->members().size() != 1 || !json) {
            return;
        }
        const auto schema = json->find("schema");
        if (schema && hasSeveralForms(*schema)) {
            for (const Yaml& form : schema->itemsOf("oneOf")) {
                mark(schemas_.read(form, upperCamel(operation.id) + "Answer", std::string(Api)),
                     {false, true, false});
            }
            return;
        }
        operation.answer =
            schema ? schemas_.read(*schema, upperCamel(operation.id) + "Answer", std::string(Api)) : Type();
        if (node.isTrue("x-export") && operation.answer->kind == Kind::Json) {
            operation.answer.reset(); // a long answer, which the handler writes piece by piece
            return;
        }
        operation.status = good[0].first;
        mark(*operation.answer, {false, true, false});
    }

    SchemaReader& schemas_;
    Plugin& plugin_;
    Mistakes& mistakes_;
};

} // namespace

void readOperations(const Yaml& api, SchemaReader& schemas, Plugin& plugin, Mistakes& mistakes) {
    OperationReader reader(schemas, plugin, mistakes);
    const auto paths = api.find("paths");
    std::set<std::string> ids;
    for (const auto& [path, item] : paths ? paths->members() : std::vector<Yaml::Member>()) {
        for (const auto& [method, node] : item.members()) {
            if (std::find(std::begin(Methods), std::end(Methods), method) == std::end(Methods)) {
                continue;
            }
            reader.read(path, item, method, node);
            if (!node.textOf("operationId").empty() && !ids.insert(node.textOf("operationId")).second) {
                mistakes.add(*node.find("operationId"), "operationId", "a name that no other operation has");
            }
        }
    }
}

} // namespace svc::bindgen
