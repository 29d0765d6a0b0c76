#include "host/http/pipeline/checks/access.hpp"
#include "host/http/pipeline/checks/checks.hpp"

#include <algorithm>

namespace svc::host::http {

namespace {

/// The scope that a session must hold in place of a scope that only keys may hold.
const std::string& scopeFor(const Caller& caller, const Scope& scope) {
    return caller.kind == Caller::Kind::Session && scope.keyOnly && !scope.sessionScope.empty()
               ? scope.sessionScope
               : scope.scope;
}

bool holds(const Caller& caller, const std::string& scope) {
    return std::find(caller.scopes.begin(), caller.scopes.end(), scope) != caller.scopes.end();
}

// "Settings" and "Settings (never a key)" are one module.
std::string_view moduleOf(const Scope& scope) {
    const std::string_view module = scope.module;
    return module.substr(0, module.find(" (never a key)"));
}

/// Any one of the scopes is enough.
void requireOneOf(const std::vector<const Scope*>& scopes, const Caller& caller, const Catalogue& catalogue) {
    for (const Scope* scope : scopes) {
        if (holds(caller, scopeFor(caller, *scope))) {
            return;
        }
    }
    std::string missing;
    bool holdsAnother = false;
    for (const Scope* needed : scopes) {
        const std::string& name = scopeFor(caller, *needed);
        missing += missing.empty() ? name : ", " + name;
        const Scope* effective = catalogue.scope(name);
        for (const std::string& held : caller.scopes) {
            const Scope* other = catalogue.scope(held);
            holdsAnother = holdsAnother || (effective != nullptr && other != nullptr &&
                                            moduleOf(*other) == moduleOf(*effective));
        }
    }
    throw missingScope(holdsAnother ? "missing-permission" : "forbidden", missing);
}

} // namespace

void checkScope(const Route& route, const Caller& caller, const Catalogue& catalogue) {
    if (!route.scopes.empty() || !route.operation->scopes.empty()) {
        requireOneOf(route.scopes, caller, catalogue);
    }
}

void requireScope(const std::string& scope, const Caller& caller, const Catalogue& catalogue) {
    const Scope* known = catalogue.scope(scope);
    if (known == nullptr) {
        throw missingScope("forbidden", scope); // of a module that is not enabled
    }
    requireOneOf({known}, caller, catalogue);
}

void Pipeline::Check::scope(Pipeline& pipeline, Run& run, Trace&) {
    checkScope(run.route, run.exchange.caller, pipeline.services_.catalogue);
}

} // namespace svc::host::http
