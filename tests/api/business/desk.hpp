#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "support/checks.hpp"
#include "support/invariants.hpp"

namespace svc::test {

/// JSON from a text in which ' stands for " and $1, $2 … for the values.
Json js(std::string_view pattern, const std::vector<std::string>& values = {});

/// A line of the ledger export by the names of its columns.
using BookLine = std::map<std::string, std::string>;

/// A user with a live key who works in one company: paths are relative to the company, the key is replaced
/// before its rate limit, and events are read from where the last call ended.
class Desk {
public:
    /// The demonstration company of a service.
    explicit Desk(RunningService& service);
    /// A new company created by `svc-host company create`. At most one per country.
    Desk(RunningService& service, const std::string& name, const std::string& country);

    /// A value of first-run.json: companyId, businessUnitId, locationId, cashWalletId, bankWalletId …
    std::string value(const std::string& name) const { return facts_.textOr(name); }
    std::string path(const std::string& below) const { return "/companies/" + value("companyId") + below; }
    RunningService& service() { return service_; }

    Answer get(const std::string& below, const HeaderList& headers = {});
    Answer post(const std::string& below, const Json& body, const HeaderList& headers = {});
    Answer patch(const std::string& below, const Json& body, const HeaderList& headers = {});
    Answer put(const std::string& below, const Json& body, const HeaderList& headers = {});

    /// Creates a record with POST and returns it; throws unless the status is 201.
    Json make(const std::string& below, const Json& body);
    /// Returns the answer of a GET; throws unless the status is 200.
    Json read(const std::string& below);
    /// Changes a record with PATCH and returns it; throws unless the status is 200.
    Json change(const std::string& below, const Json& body);

    /// Events since the last call, or since the desk was created.
    std::vector<Json> events();
    /// The ledger export of the year in a chart; empty: the company's own chart.
    std::vector<BookLine> books(const std::string& chart = {});
    /// Ledger lines of this source, as "account debit credit".
    std::vector<std::string> postings(const std::string& sourceId, const std::string& chart = {});
    /// Today in the time zone of the company.
    std::string today();

    /// A new key of the company with every scope.
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

/// Event types in order.
std::vector<std::string> typesOf(const std::vector<Json>& events);
/// `{ "amount", "currency" }` of event data.
Json money(std::int64_t minor, const std::string& currency = "EUR");
/// One text member of each record of an array.
std::vector<std::string> textsOf(const Json& array, const std::string& field);
/// Compares as JSON; the failure message shows both.
::testing::AssertionResult same(const Json& got, const Json& wanted);

} // namespace svc::test
