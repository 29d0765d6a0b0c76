#include "host/http/pipeline/access.hpp"

#include "host/http/front/answer.hpp"

#include "host/db/transaction.hpp"

#include <svc/error.hpp>

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

} // namespace

void checkCallerKind(const Route& route, const Caller& caller, bool dryRun) {
    if (caller.kind != Caller::Kind::Key) {
        return;
    }
    const openapi::Operation& operation = *route.operation;
    if (operation.callers == openapi::Operation::Callers::Session ||
        (!caller.live && operation.isWrite() && !dryRun)) {
        throw ApiError(403, "forbidden");
    }
}

void checkScope(const Route& route, const Caller& caller, const Catalogue& catalogue) {
    if (route.scopes.empty() && route.operation->scopes.empty()) {
        return;
    }
    for (const Scope* scope : route.scopes) {
        if (holds(caller, scopeFor(caller, *scope))) {
            return;
        }
    }
    std::string missing;
    bool holdsAnother = false;
    for (const Scope* needed : route.scopes) {
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

void limitToBusinessUnits(const openapi::Operation& operation, Exchange& exchange) {
    constexpr std::string_view Filter = "businessUnitId";
    const std::vector<Uuid>& units = exchange.caller.businessUnits;
    if (units.empty()) {
        return;
    }
    if (operation.companyWide) {
        throw ApiError(403, "forbidden");
    }
    if (!operation.takes(Filter)) {
        return;
    }
    const auto wanted = exchange.queryValue(Filter);
    if (wanted) {
        const auto unit = decodeId("bus", *wanted);
        if (!unit || std::find(units.begin(), units.end(), *unit) == units.end()) {
            throw ApiError(404, "business-unit-not-found");
        }
    } else if (operation.listsWithoutUnit) {
        return;
    } else if (units.size() == 1) {
        exchange.query.emplace_back(Filter, encodeId("bus", units.front()));
    } else {
        // The totals of a list are counted by unit; there is no total for several units.
        throw fieldRequired(Filter);
    }
}

void checkRecordIsOwn(const openapi::Operation& operation, const Exchange& exchange) {
    if (exchange.caller.businessUnits.empty() || !operation.limitedBy) {
        return;
    }
    const openapi::Operation::LimitedBy& by = *operation.limitedBy;
    std::string_view text;
    if (by.inPath) {
        text = exchange.parameters.find(by.parameter)->second;
    } else if (const auto value = exchange.queryValue(by.parameter)) {
        text = *value;
    } else {
        throw fieldRequired(by.parameter);
    }
    const auto id = decodeId(text.substr(0, text.find('_')), text);
    UnitOfWork& work = *exchange.work;
    if (!id || work.db().query(by.sql, {work.company().id.toString(), id->toString()}).empty()) {
        throw ApiError(404, by.unknown);
    }
}

} // namespace svc::host::http
