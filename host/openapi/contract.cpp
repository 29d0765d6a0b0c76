#include "host/openapi/contract.hpp"

#include "host/core/own_record.hpp"
#include "host/openapi/contract_check.hpp"
#include "sdk/bind/known_keys.hpp"

#include <svc/text.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <map>

namespace svc::host::openapi {

namespace {

using bindgen::keys::PathMethods;

constexpr std::string_view CompanyOrigins = "shopSlug, companyId, token, state or none";

/// Reads the operations of one document.
class Reader {
public:
    Reader(const std::string& plugin, const Json& document, SchemaSet& schemas)
        : plugin_(plugin), document_(document), schemas_(schemas) {}

    /// Reads the operations and compiles the schemas.
    std::vector<Operation> read() {
        // A plugin without routes has no paths.
        if (const Json* paths = document_.find("paths"); paths != nullptr && paths->isObject()) {
            for (const Json::Member& path : paths->members()) {
                attempt({"paths", path.name}, path.name, [&] { checkPath(path.name); });
                readPath(path.name, path.value);
            }
        }
        const Json& schemas = document_["components"]["schemas"];
        if (schemas.isObject()) {
            for (const Json::Member& member : schemas.members()) {
                attempt({"components", "schemas", member.name}, std::string(SchemaPrefix) + member.name,
                        [&] { schemas_.named(member.name); });
            }
        }
        return std::move(operations_);
    }

    std::vector<ContractMistake> mistakes() { return std::move(mistakes_); }

private:
    using Keys = std::vector<std::string>;

    [[noreturn]] void fail(const std::string& place, const std::string& reason) const {
        throw ContractError(plugin_ + "/openapi.yaml", place, reason);
    }

    /// Notes what is wrong with the value to which `keys` lead.
    template <class Read>
    void attempt(const Keys& keys, const std::string& place, const Read& read) {
        try {
            read();
        } catch (const ContractError& error) {
            // A component is read where it is first used.
            const std::string& where = error.place();
            if (where.starts_with(SchemaPrefix)) {
                const std::string name = where.substr(SchemaPrefix.size());
                mistakes_.push_back(
                    {{"components", "schemas", name.substr(0, name.find('/'))}, where, error.reason()});
            } else {
                mistakes_.push_back({keys, where, error.reason()});
            }
        } catch (const JsonError& error) {
            mistakes_.push_back({keys, place, error.what()});
        }
    }

    void readPath(const std::string& path, const Json& item) {
        if (!item.isObject()) {
            return; // told by mistakesOf()
        }
        for (const Json::Member& entry : item.members()) {
            if (std::find(PathMethods.begin(), PathMethods.end(), entry.name) != PathMethods.end()) {
                readOperation(path, entry.name, item, entry.value);
            }
        }
    }

    void checkPath(const std::string& path) const {
        if (path.empty() || path.front() != '/' || (path.size() > 1 && path.back() == '/') ||
            path.find("//") != std::string::npos) {
            fail(path, "a path begins with / and has no empty segment");
        }
    }

    const Json& dereference(const Json& json, std::string_view section, const std::string& place) const {
        const Json* reference = json.find("$ref");
        if (reference == nullptr) {
            return json;
        }
        const std::string prefix = "#/components/" + std::string(section) + '/';
        const std::string& target = reference->text();
        const Json* found = target.rfind(prefix, 0) == 0
                                ? document_["components"][section].find(target.substr(prefix.size()))
                                : nullptr;
        if (found == nullptr) {
            fail(place, "no such component: " + target);
        }
        return *found;
    }

    void readOperation(const std::string& path, const std::string& method, const Json& item,
                       const Json& json) {
        const Keys keys{"paths", path, method};
        const std::string place = upperAscii(method) + ' ' + path;
        Operation operation;
        operation.plugin = plugin_;
        operation.path = path;
        operation.method = upperAscii(method);
        attempt(keys, place, [&] { readId(operation, json, place); });
        attempt(keys, place, [&] { readExtensions(operation, json, place); });
        attempt(keys, place, [&] { readParameters(operation, item, place); });
        attempt(keys, place, [&] { readParameters(operation, json, place); });
        attempt(keys, place, [&] { readBody(operation, json, place); });
        attempt(keys, place, [&] { readAnswers(operation, json, place); });
        operations_.push_back(std::move(operation));
    }

    void readId(Operation& operation, const Json& json, const std::string& place) const {
        operation.id = json.textOr("operationId");
        if (operation.id.empty()) {
            fail(place, "operationId is missing");
        }
        for (const Operation& other : operations_) {
            if (other.id == operation.id) {
                fail(place,
                     "operationId " + operation.id + " is also that of " + other.method + ' ' + other.path);
            }
        }
    }

    void readExtensions(Operation& operation, const Json& json, const std::string& place) const {
        if (const Json* scopes = json.find("x-scope")) {
            if (scopes->isString()) {
                operation.scopes.push_back(scopes->text());
            } else {
                for (const Json& scope : scopes->items()) {
                    operation.scopes.push_back(scope.text());
                }
            }
        }
        const std::string caller = json.textOr("x-caller", "any");
        if (caller == "session") {
            operation.callers = Operation::Callers::Session;
        } else if (caller == "public") {
            operation.callers = Operation::Callers::Public;
        } else if (caller != "any") {
            fail(place, "x-caller is any, session or public, found " + caller);
        }
        operation.takesSession = json.optionalBool("x-session").value_or(false);
        if (operation.takesSession && operation.callers != Operation::Callers::Public) {
            fail(place, "x-session is for operations with x-caller: public");
        }
        readCompany(operation, json, place);
        readLimit(operation, json, place);
        const std::string paging = json.textOr("x-page", "none");
        if (paging == "cursor") {
            operation.paging = Operation::Paging::Cursor;
        } else if (paging == "array") {
            operation.paging = Operation::Paging::Array;
        } else if (paging == "page") {
            operation.paging = Operation::Paging::Page;
        } else if (paging != "none") {
            fail(place, "x-page is cursor, array or page, found " + paging);
        }
        if (const auto most = json.optionalInteger("x-max-body")) {
            operation.maxBody = static_cast<std::size_t>(*most);
        }
        operation.keeps = json.optionalBool("x-keeps").value_or(false);
        operation.exports = json.optionalBool("x-export").value_or(false);
        operation.rawBody = json.optionalBool("x-raw-body").value_or(false);
        operation.companyWide = json.optionalBool("x-company-wide").value_or(false);
        operation.listsWithoutUnit = json.optionalBool("x-lists-without-unit").value_or(false);
        if (const Json* errors = json.find("x-errors")) {
            operation.provesAccount =
                std::any_of(errors->items().begin(), errors->items().end(), [](const Json& code) {
                    return code.isString() && code.text() == "credentials-invalid";
                });
        }
        operation.outside = json.optionalBool("x-outside").value_or(false);
        operation.emits = json.contains("x-events");
        if (operation.outside && (!operation.bound() || operation.keeps || operation.exports ||
                                  operation.limitedBy || json.optionalBool("x-dry-run").value_or(false))) {
            fail(place,
                 "x-outside is for operations of a company, without x-keeps, x-export, x-limited-by and "
                 "x-dry-run");
        }
        operation.dryRun =
            json.optionalBool("x-dry-run").value_or(!operation.outside) && operation.ofCompany();
        if (const Json* secrets = json.find("x-secret")) {
            for (const Json& name : secrets->items()) {
                operation.secrets.push_back(name.text());
            }
        }
    }

    // { parameter: walletId, record: treasury.wallet, unknown: wallet-not-found }, and for a record that has
    // no unit of its own the one that has it: owner: [wallet_id, treasury.wallet].
    void readLimit(Operation& operation, const Json& json, const std::string& place) const {
        const Json* limit = json.find("x-limited-by");
        if (limit == nullptr) {
            return;
        }
        const std::string record = limit->textOr("record");
        std::vector<std::string> owner;
        if (const Json* names = limit->find("owner")) {
            for (const Json& name : names->items()) {
                owner.push_back(name.isString() ? name.text() : std::string());
            }
        }
        if (!isPlainName(record) || !isOwner(owner)) {
            fail(place, "x-limited-by names tables and columns in small letters");
        }
        Operation::LimitedBy& by = operation.limitedBy.emplace();
        by.parameter = limit->textOr("parameter");
        by.inPath = operation.path.find("/{" + by.parameter + "}") != std::string::npos;
        by.unknown = limit->textOr("unknown");
        if (by.parameter.empty() || by.unknown.empty()) {
            fail(place, "x-limited-by needs parameter, record and unknown");
        }
        by.sql = ownRecordSql(record, owner);
    }

    /// Contracts of the host itself, whose handlers need no company.
    bool isOfHost() const { return plugin_ == "host" || plugin_ == "service" || plugin_ == "testing"; }

    void readCompany(Operation& operation, const Json& json, const std::string& place) const {
        using From = Operation::CompanyFrom;
        const Json* from = json.find("x-company");
        const bool isPublic = operation.callers == Operation::Callers::Public;
        if (from == nullptr) {
            // Handlers of plugins run only in the transaction of a company.
            if (!isOfHost() && !operation.ofCompany() && isPublic) {
                fail(place, "a public operation of a plugin needs x-company: " + std::string(CompanyOrigins));
            }
            return;
        }
        if (!isPublic || operation.ofCompany()) {
            fail(place, "x-company is for operations with x-caller: public outside /companies/{companyId}");
        }
        const std::string name = from->isString() ? from->text() : "something else";
        if (name == "shopSlug") {
            operation.companyFrom = From::Slug;
        } else if (name == "companyId") {
            operation.companyFrom = From::Identifier;
        } else if (name == "token") {
            operation.companyFrom = From::Token;
        } else if (name == "state") {
            operation.companyFrom = From::State;
            return;
        } else if (name == "none") {
            if (operation.method != "GET") {
                fail(place, "x-company: none is for GET: without a company nothing can be written");
            }
            operation.withoutCompany = true;
            return;
        } else {
            fail(place, "x-company is " + std::string(CompanyOrigins) + ", found " + name);
        }
        if (operation.path.find("/{" + name + "}") == std::string::npos) {
            fail(place, "x-company: " + name + " needs {" + name + "} in the path");
        }
    }

    void readParameters(Operation& operation, const Json& owner, const std::string& place) {
        const Json* parameters = owner.find("parameters");
        if (parameters == nullptr) {
            return;
        }
        for (const Json& entry : parameters->items()) {
            const Json& json = dereference(entry, "parameters", place);
            operation.rest = json.optionalBool("x-rest").value_or(operation.rest);
            if (json.textOr("in") != "query") {
                continue;
            }
            Parameter parameter;
            parameter.name = json.textOr("name");
            parameter.required = json.optionalBool("required").value_or(false);
            const Json* schema = json.find("schema");
            if (parameter.name.empty() || schema == nullptr) {
                fail(place, "a query parameter needs name and schema");
            }
            parameter.schema = parameterSchema(parameter, *schema, place);
            operation.query.push_back(std::move(parameter));
        }
    }

    const Schema* parameterSchema(Parameter& parameter, const Json& json, const std::string& place) {
        const std::string where = place + " parameter " + parameter.name;
        // A limit above the maximum is lowered to it, never refused (api "Collections").
        if ((parameter.name == "limit" || parameter.name == "size") && json.contains("maximum")) {
            Json relaxed = json;
            relaxed.remove("maximum");
            return schemas_.compile(relaxed, where);
        }
        const Schema* schema = schemas_.compile(json, where);
        if ((schema->types & Schema::Array) != 0) {
            if (schema->items == nullptr) {
                fail(where, "an array needs items");
            }
            parameter.list = true;
            return schema->items;
        }
        return schema;
    }

    void readBody(Operation& operation, const Json& json, const std::string& place) {
        const Json* entry = json.find("requestBody");
        if (entry == nullptr) {
            return;
        }
        const Json& body = dereference(*entry, "requestBodies", place);
        operation.hasBody = true;
        operation.bodyRequired = body.optionalBool("required").value_or(false);
        for (const Json::Member& content : body["content"].members()) {
            operation.bodyTypes.push_back(lowerAscii(content.name));
            if (content.name == "application/json") {
                const Json* schema = content.value.find("schema");
                if (schema == nullptr) {
                    fail(place, "the JSON body has no schema");
                }
                operation.body = schemas_.compile(*schema, place + " body");
            }
        }
        if (operation.bodyTypes.empty()) {
            fail(place, "requestBody has no content");
        }
    }

    void readAnswers(Operation& operation, const Json& json, const std::string& place) {
        const Json* responses = json.find("responses");
        if (responses == nullptr) {
            fail(place, "responses are missing");
        }
        for (const Json::Member& member : responses->members()) {
            const auto status = parseInt64(member.name);
            if (!status || *status < 200 || *status > 399) {
                continue;
            }
            const Json& response = dereference(member.value, "responses", place);
            Operation::Answer answer;
            if (const Json* content = response["content"].find("application/json")) {
                answer.json = true;
                if (const Json* schema = content->find("schema")) {
                    answer.schema = schemas_.compile(*schema, place + ' ' + member.name);
                }
            }
            operation.answers.emplace(static_cast<int>(*status), answer);
        }
        if (operation.answers.empty()) {
            fail(place, "no success is declared");
        }
    }

    const std::string& plugin_;
    const Json& document_;
    SchemaSet& schemas_;
    std::vector<Operation> operations_;
    std::vector<ContractMistake> mistakes_;
};

bool beginsWith(const std::vector<std::string>& keys, const std::vector<std::string>& first) {
    return keys.size() >= first.size() && std::equal(first.begin(), first.end(), keys.begin());
}

/// Adds mistakes of meaning to those of form, except where a mistake of form may be their cause.
void add(std::vector<ContractMistake>& mistakes, const std::vector<ContractMistake>& more) {
    const std::size_t ofForm = mistakes.size();
    for (const ContractMistake& mistake : more) {
        const auto end = mistakes.begin() + static_cast<std::ptrdiff_t>(ofForm);
        if (std::none_of(mistakes.begin(), end, [&](const ContractMistake& known) {
                return beginsWith(known.keys, mistake.keys);
            })) {
            mistakes.push_back(mistake);
        }
    }
}

/// A line for each mistake, in the order of the file.
std::string textOf(const std::vector<ContractMistake>& mistakes, const std::string& where,
                   const LineOf& lineOf) {
    std::multimap<int, std::string> lines;
    for (const ContractMistake& mistake : mistakes) {
        const int line = lineOf ? lineOf(mistake.keys) : 0;
        lines.emplace(line, where + (line > 0 ? ':' + std::to_string(line) : "") + ": " + mistake.place +
                                ": " + mistake.reason);
    }
    std::string text;
    for (const auto& [line, one] : lines) {
        text += (text.empty() ? "" : "\n") + one;
    }
    return text;
}

} // namespace

std::string_view Operation::companyParameter() const noexcept {
    switch (companyFrom) {
    case CompanyFrom::Slug:
        return "shopSlug";
    case CompanyFrom::Identifier:
        return "companyId";
    case CompanyFrom::Token:
        return "token";
    case CompanyFrom::State:
        return "state";
    case CompanyFrom::Nothing:
        break;
    }
    return {};
}

bool Operation::acceptsJson() const noexcept {
    return body != nullptr;
}

bool Operation::takes(std::string_view queryParameter) const noexcept {
    return std::any_of(query.begin(), query.end(),
                       [&](const Parameter& parameter) { return parameter.name == queryParameter; });
}

Contract Contract::parse(std::string plugin, Json document, const LineOf& lineOf) {
    Contract contract;
    contract.plugin_ = std::move(plugin);
    contract.document_ = std::move(document);
    const std::string where = contract.plugin_ + "/openapi.yaml";
    contract.schemas_ = std::make_shared<SchemaSet>(contract.document_, where);
    std::vector<ContractMistake> mistakes = mistakesOf(contract.document_);
    Reader reader(contract.plugin_, contract.document_, *contract.schemas_);
    try {
        contract.operations_ = reader.read();
    } catch (const JsonError& error) {
        // A part has not the form that its readers rely on: told above, or here.
        if (mistakes.empty()) {
            mistakes.push_back({{}, "the top", error.what()});
        }
    }
    add(mistakes, reader.mistakes());
    if (!mistakes.empty()) {
        throw ContractError(textOf(mistakes, where, lineOf));
    }
    contract.schemas_->finish();
    return contract;
}

const Operation* Contract::operation(std::string_view id) const noexcept {
    for (const Operation& one : operations_) {
        if (one.id == id) {
            return &one;
        }
    }
    return nullptr;
}

const Schema* Contract::schema(std::string_view name) const {
    return schemas_->named(name);
}

} // namespace svc::host::openapi
