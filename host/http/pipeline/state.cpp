#include "host/http/pipeline/state.hpp"

#include "host/openapi/validator.hpp"

#include <svc/error.hpp>

#include <algorithm>

namespace svc::host::http {

namespace {

// Names come from the client and go into a header: only visible ASCII, and not without end.
std::string headerSafe(const std::string& name) {
    std::string safe = name.substr(0, 100);
    std::replace_if(
        safe.begin(), safe.end(), [](char c) { return c <= ' ' || c > '~' || c == ','; }, '?');
    return safe;
}

} // namespace

std::optional<Uuid> Pipeline::Run::keyHolder() const {
    if (exchange.company) {
        return exchange.company->id;
    }
    return operation.ofPerson() ? std::optional(exchange.caller.id) : std::nullopt;
}

bool Pipeline::Run::onlyTells() const {
    return exchange.queryValue("dryRun") == "true" && operation.takes("dryRun");
}

void Pipeline::Run::readDryRun() {
    const auto value = exchange.header("Svc-Dry-Run");
    if (!value || !operation.isWrite()) {
        return;
    }
    dryRun = *value == "true" && operation.dryRun;
    dryRunMalformed = *value != "false" && !dryRun;
}

void Pipeline::Run::addIgnored(Answer& answer) const {
    const auto add = [&](const char* header, const std::vector<std::string>& all) {
        std::string names;
        for (const std::string& name : all) {
            names += names.empty() ? headerSafe(name) : ", " + headerSafe(name);
        }
        if (!names.empty()) {
            answer.headers.emplace_back(header, std::move(names));
        }
    };
    add("Svc-Ignored-Fields", ignored);
    add("Svc-Ignored-Parameters", unknownParameters());
}

/// Unknown parameters are reported, because a misspelt filter would silently list everything.
std::vector<std::string> Pipeline::Run::unknownParameters() const {
    std::vector<std::string> names;
    for (const auto& [name, value] : exchange.query) {
        const bool known = std::any_of(operation.query.begin(), operation.query.end(),
                                       [&](const openapi::Parameter& one) { return one.name == name; });
        if (!known && names.size() < openapi::MostIgnoredNames) {
            names.push_back(name);
        }
    }
    return names;
}

void Pipeline::Run::keepBody() {
    if (proof != nullptr && !receivedBody) {
        receivedBody = std::move(exchange.body);
    }
}

void Pipeline::Run::keepQuery() {
    if (proof != nullptr && !receivedQuery) {
        receivedQuery = exchange.query;
    }
}

void Pipeline::Trace::beginAgain(Run& attempt) {
    Exchange fresh;
    fresh.method = std::move(exchange.method);
    fresh.path = std::move(exchange.path);
    fresh.query = std::move(attempt.receivedQuery ? *attempt.receivedQuery : exchange.query);
    fresh.parameters = std::move(exchange.parameters);
    fresh.headers = std::move(exchange.headers);
    fresh.body = std::move(attempt.receivedBody ? *attempt.receivedBody : exchange.body);
    fresh.requestId = std::move(exchange.requestId);
    fresh.address = std::move(exchange.address);
    fresh.repeated = exchange.repeated; // the conflict was with others, whoever the caller is
    exchange = std::move(fresh);
    caller = {};
    company.reset();
    idempotencyKey.clear();
}

void Pipeline::Run::forgetAnswer() {
    exchange.status = 200;
    exchange.answerHeaders.clear();
    exchange.answer.clear();
    exchange.spool.reset();
    exchange.work = nullptr;
    seen = {};
}

} // namespace svc::host::http
