#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "support/checks.hpp"
#include "support/invariants.hpp"

namespace svc::test {

/// JSON from a text with ' for " and $1, $2 … for the values.
Json js(std::string_view pattern, const std::vector<std::string>& values = {});

/// A line of the ledger export by the names of its columns.
using BookLine = std::map<std::string, std::string>;

/// Somebody with a live key at work in one company: paths are those below the company, the key is changed
/// before its rate is used up, and events are read on from where they were left.
class Desk {
public:
    /// The demonstration company of a service.
    explicit Desk(RunningService& service);
    /// A company of its own, as `svc-host company create` makes it. One a country.
    Desk(RunningService& service, const std::string& name, const std::string& country);

    /// A value of first-run.json: companyId, businessUnitId, locationId, cashWalletId, bankWalletId …
    std::string value(const std::string& name) const { return facts_.textOr(name); }
    std::string path(const std::string& below) const { return "/companies/" + value("companyId") + below; }
    RunningService& service() { return service_; }

    Answer get(const std::string& below, const HeaderList& headers = {});
    Answer post(const std::string& below, const Json& body, const HeaderList& headers = {});
    Answer patch(const std::string& below, const Json& body, const HeaderList& headers = {});
    Answer put(const std::string& below, const Json& body, const HeaderList& headers = {});

    /// The record that a POST makes; throws when it does not answer 201.
    Json make(const std::string& below, const Json& body);
    /// What a GET reads; throws when it does not answer 200.
    Json read(const std::string& below);
    /// The record after a PATCH; throws when it does not answer 200.
    Json change(const std::string& below, const Json& body);

    /// Events since the last call, or since the desk was opened.
    std::vector<Json> events();
    /// The ledger export of the year in a chart; the company's own when empty.
    std::vector<BookLine> books(const std::string& chart = {});
    /// Lines of the books with this source, as "account debit credit".
    std::vector<std::string> postings(const std::string& sourceId, const std::string& chart = {});
    /// Today in the time zone of the company.
    std::string today();

    /// A key of the company with every scope, and the session of its owner.
    std::string newKey();
    HttpClient owner();

private:
    HttpClient& client();

    RunningService& service_;
    Json facts_;
    std::unique_ptr<HttpClient> client_;
    std::string key_;
    std::string cursor_;
};

/// Types of events in their order.
std::vector<std::string> typesOf(const std::vector<Json>& events);
/// `{ "amount", "currency" }` of event data.
Json money(std::int64_t minor, const std::string& currency = "EUR");
/// The records of an array by one of their texts.
std::vector<std::string> textsOf(const Json& array, const std::string& field);
/// Equal as JSON; else both are shown.
::testing::AssertionResult same(const Json& got, const Json& wanted);

} // namespace svc::test
