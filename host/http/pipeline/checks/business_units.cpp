#include "host/http/pipeline/checks/checks.hpp"

#include "host/db/transaction.hpp"

#include <svc/error.hpp>

#include <algorithm>

namespace svc::host::http {

void Pipeline::Check::businessUnits(Pipeline&, Run& run, Trace&) {
    constexpr std::string_view Filter = "businessUnitId";
    Exchange& exchange = run.exchange;
    const std::vector<Uuid>& units = exchange.caller.businessUnits;
    if (units.empty()) {
        return;
    }
    if (run.operation.companyWide) {
        throw ApiError(403, "forbidden");
    }
    if (!run.operation.takes(Filter)) {
        return;
    }
    const auto wanted = exchange.queryValue(Filter);
    if (wanted) {
        const auto unit = decodeId("bus", *wanted);
        if (!unit || std::find(units.begin(), units.end(), *unit) == units.end()) {
            throw ApiError(404, "business-unit-not-found");
        }
    } else if (run.operation.listsWithoutUnit) {
        return;
    } else if (units.size() == 1) {
        exchange.query.emplace_back(Filter, encodeId("bus", units.front()));
    } else {
        // The totals of a list are counted by unit; there is no total for several units.
        throw fieldRequired(Filter);
    }
}

void Pipeline::Check::recordIsOwn(const openapi::Operation& operation, const Exchange& exchange) {
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
