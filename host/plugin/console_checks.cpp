// Checks of the block `console` against what is known only later: the contract of the plugin, the scopes of
// all plugins, and what other plugins add to the console.
#include <algorithm>
#include <array>

#include "host/openapi/contract.hpp"
#include "host/plugin/console_block.hpp"
#include "host/plugin/console_words.hpp"
#include "host/plugin/declaration.hpp"
#include "host/plugin/library.hpp"

namespace svc::host::plugin {
namespace {

using config::YamlNode;
using openapi::Operation;
using openapi::Schema;

/// Mistakes of one block, with their lines.
class Mistakes {
public:
    explicit Mistakes(const Declaration& declaration)
        : file_((declaration.folder / "plugin.yaml").string()) {}

    void add(const YamlNode& node, const std::string& key, const std::string& expected) {
        text_ += (text_.empty() ? "" : "\n") +
                 config::Mistake{file_, node.line(), "console." + key, node.describe(), expected}.text();
    }

    void throwIfAny() const {
        if (!text_.empty()) {
            throw Refused(text_);
        }
    }

private:
    std::string file_;
    std::string text_;
};

/// The entries of a list of the block.
const std::vector<YamlNode>& entriesOf(const Declaration& declaration, const char* list) {
    static const std::vector<YamlNode> None;
    const YamlNode* entries = declaration.console.node ? declaration.console.node->find(list) : nullptr;
    return entries == nullptr ? None : entries->items();
}

/// The schema of the records in an answer that is an array or a page; null when it cannot be told.
const Schema* recordOf(const Schema* answer) {
    if (answer == nullptr) {
        return nullptr;
    }
    if (answer->items != nullptr) {
        return answer->items;
    }
    for (const Schema* form : answer->anyOf) {
        if (const Schema* record = recordOf(form)) {
            return record;
        }
    }
    for (const Schema::Property& property : answer->properties) {
        if (property.schema != nullptr && property.schema->items != nullptr) {
            return property.schema->items;
        }
    }
    return nullptr;
}

bool hasMember(const Schema& record, const std::string& name) {
    const auto has = [&](const Schema* part) { return hasMember(*part, name); };
    return record.property(name) != nullptr || std::any_of(record.allOf.begin(), record.allOf.end(), has) ||
           std::any_of(record.anyOf.begin(), record.anyOf.end(), has);
}

class OperationCheck {
public:
    OperationCheck(const Declaration& declaration, const openapi::Contract& contract)
        : declaration_(declaration), contract_(contract), mistakes_(declaration) {}

    void run() {
        for (const YamlNode& page : entriesOf(declaration_, "pages")) {
            checkPage(page);
        }
        for (const YamlNode& todo : entriesOf(declaration_, "todo")) {
            const Operation* operation = reading(*todo.find("operation"), "todo.operation");
            const YamlNode* query = todo.find("query");
            if (operation != nullptr && query != nullptr) {
                for (const YamlNode::Member& member : query->members()) {
                    if (!operation->takes(member.key)) {
                        mistakes_.add(member.value, "todo.query." + member.key,
                                      "a parameter of the query of " + operation->id);
                    }
                }
            }
        }
        mistakes_.throwIfAny();
    }

private:
    void checkPage(const YamlNode& page) {
        if (page.find("kind")->text() == "module") {
            return;
        }
        const bool isList = page.find("kind")->text() == "list";
        const YamlNode& named = *page.find("operation");
        const Operation* operation = reading(named, "pages.operation");
        if (operation != nullptr && isList && operation->paging == Operation::Paging::None) {
            mistakes_.add(named, "pages.operation", "an operation with x-page");
        }
        if (operation != nullptr) {
            eachOf(page, "filters", [&](const YamlNode& filter) {
                if (!operation->takes(filter.text())) {
                    mistakes_.add(filter, "pages.filters", "a parameter of the query of " + operation->id);
                }
            });
            checkColumns(page, *operation, isList);
        }
        if (const YamlNode* create = page.find("create")) {
            writing(*create, "pages.create");
        }
        eachOf(page, "actions", [&](const YamlNode& action) { writing(action, "pages.actions"); });
    }

    void checkColumns(const YamlNode& page, const Operation& operation, bool isList) {
        const auto answer = operation.answers.find(200);
        const Schema* whole = answer == operation.answers.end() ? nullptr : answer->second.schema;
        const Schema* record = isList ? recordOf(whole) : whole;
        if (record == nullptr || record->open) {
            return;
        }
        eachOf(page, "columns", [&](const YamlNode& column) {
            if (!hasMember(*record, column.text())) {
                mistakes_.add(column, "pages.columns", "a member of what " + operation.id + " answers");
            }
        });
    }

    template <class Visit>
    static void eachOf(const YamlNode& page, const char* list, const Visit& visit) {
        if (const YamlNode* items = page.find(list)) {
            std::for_each(items->items().begin(), items->items().end(), visit);
        }
    }

    const Operation* reading(const YamlNode& named, const std::string& key) {
        const Operation* operation = contract_.operation(named.text());
        if (operation == nullptr || operation->isWrite() || !operation->ofCompany()) {
            mistakes_.add(named, key, "a GET below /companies/{companyId} of the plugin's openapi.yaml");
            return nullptr;
        }
        return operation;
    }

    void writing(const YamlNode& named, const std::string& key) {
        const Operation* operation = contract_.operation(named.text());
        if (operation == nullptr || !operation->isWrite() || !operation->ofCompany()) {
            mistakes_.add(named, key, "a write below /companies/{companyId} of the plugin's openapi.yaml");
        }
    }

    const Declaration& declaration_;
    const openapi::Contract& contract_;
    Mistakes mistakes_;
};

std::string firstSegment(const std::string& route) {
    return route.substr(1, route.find('/', 1) - 1);
}

} // namespace

void checkConsoleOperations(const Declaration& declaration, const openapi::Contract& contract) {
    OperationCheck(declaration, contract).run();
}

void checkConsoleScopes(const Declaration& declaration, const std::function<bool(std::string_view)>& known) {
    Mistakes mistakes(declaration);
    for (const char* list : {"menu", "panels"}) {
        for (const YamlNode& entry : entriesOf(declaration, list)) {
            const YamlNode* scope = entry.find("scope");
            if (scope != nullptr && !scope->isNull() && !known(scope->text())) {
                mistakes.add(*scope, std::string(list) + ".scope",
                             "a scope that the host or a plugin declares");
            }
        }
    }
    mistakes.throwIfAny();
}

void ConsoleSurface::add(const Declaration& declaration) {
    Mistakes mistakes(declaration);
    const auto take = [&](const YamlNode& node, const std::string& key, const std::string& what, bool isOwn) {
        const std::string owner =
            isOwn ? "the console" : taken_.try_emplace(what, declaration.id).first->second;
        if (owner != declaration.id) {
            mistakes.add(node, key, "one that " + owner + " has not taken");
        }
    };
    for (const YamlNode& page : entriesOf(declaration, "pages")) {
        const YamlNode& route = *page.find("route");
        const bool isOwn = std::find(console::OwnRoutes.begin(), console::OwnRoutes.end(),
                                     firstSegment(route.text())) != console::OwnRoutes.end();
        take(route, "pages.route", "route " + route.text(), isOwn);
    }
    std::string own;
    for (const YamlNode& entry : entriesOf(declaration, "menu")) {
        const YamlNode* key = entry.find("key");
        if (key == nullptr || key->isNull()) {
            continue;
        }
        if (own.find(key->text()) != std::string::npos) {
            mistakes.add(*key, "menu.key", "each key once");
        }
        own += key->text();
        take(*key, "menu.key", "key " + key->text(),
             console::OwnKeys.find(key->text()) != std::string_view::npos);
    }
    mistakes.throwIfAny();
}

} // namespace svc::host::plugin
