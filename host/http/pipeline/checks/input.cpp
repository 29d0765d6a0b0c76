#include "host/http/pipeline/checks/checks.hpp"
#include "host/http/pipeline/request_gate.hpp"

#include "host/openapi/validator.hpp"

#include <svc/error.hpp>
#include <svc/text.hpp>

#include <algorithm>

namespace svc::host::http {

namespace {

bool takes(const openapi::Operation& operation, std::string_view parameter) {
    return std::any_of(operation.query.begin(), operation.query.end(),
                       [&](const openapi::Parameter& one) { return one.name == parameter; });
}

} // namespace

void Pipeline::Run::checkDryRun() const {
    if (dryRunMalformed) {
        throw fieldInvalid("Svc-Dry-Run");
    }
}

void Pipeline::Run::parseBody() {
    if (!operation.acceptsJson() || operation.rawBody) {
        return;
    }
    const std::string type = mediaTypeOf(exchange.header("Content-Type").value_or(""));
    if (operation.bodyTypes.size() > 1 && !type.empty() && type != "application/json") {
        return; // the handler reads the bytes
    }
    if (exchange.body.empty()) {
        if (operation.bodyRequired) {
            throw ApiError(400, "body-invalid");
        }
        keepBody();
        exchange.body = "{}";
        exchange.json = Json::object();
        return;
    }
    try {
        exchange.json = Json::parse(exchange.body);
    } catch (const JsonError& error) {
        if (error.kind() == JsonError::Kind::Text && !error.field().empty()) {
            throw fieldInvalid(error.field());
        }
        throw ApiError(400, "body-invalid");
    }
    if (!exchange.json->isObject()) {
        throw ApiError(400, "body-invalid");
    }
}

void Pipeline::Run::checkQuery() {
    // A list with a fixed order refuses `sort`; otherwise clients would take the fixed order for the
    // requested one.
    if (exchange.queryValue("sort") && takes(operation, "offset") && !takes(operation, "sort")) {
        throw fieldInvalid("sort");
    }
    for (const openapi::Parameter& parameter : operation.query) {
        const auto value = exchange.queryValue(parameter.name);
        if (!value || (parameter.required && trim(*value).empty())) {
            if (parameter.required) {
                throw fieldRequired(parameter.name);
            }
            continue;
        }
        if (!parameter.list) {
            openapi::checkParameter(*parameter.schema, parameter.name, *value);
            if (auto nearer = openapi::reckonedDate(*parameter.schema, *value)) {
                keepQuery();
                exchange.setQueryValue(parameter.name, *std::move(nearer));
            }
            continue;
        }
        for (const std::string_view part : split(*value, ',')) {
            openapi::checkParameter(*parameter.schema, parameter.name, part);
        }
    }
}

void Pipeline::Run::validateBody() {
    if (!exchange.json) {
        return;
    }
    openapi::BodyValidator validator;
    try {
        validator.check(*operation.body, *exchange.json);
    } catch (const ApiError&) {
        ignored = validator.ignored();
        throw;
    }
    ignored = validator.ignored();
    if (validator.changed()) {
        // Plugins read the bytes: they must see the trimmed strings too.
        keepBody();
        exchange.body = exchange.json->dump();
    }
}

void Pipeline::Check::input(Pipeline&, Run& run, Trace& trace) {
    try {
        run.checkDryRun();
        run.parseBody();
        run.checkQuery();
        run.validateBody();
    } catch (const ApiError&) {
        Answer named;
        run.addIgnored(named);
        trace.ignored = std::move(named.headers);
        if (!run.usesKey()) {
            throw;
        }
        run.mistake = std::current_exception();
    }
}

} // namespace svc::host::http
