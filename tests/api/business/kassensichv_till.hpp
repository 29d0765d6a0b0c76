#pragma once

#include <map>
#include <string>
#include <vector>

#include "api/business/desk.hpp"
#include "support/running_service.hpp"

namespace svc::test {

/// A service with a software TSE (security device), one for all tests of the program.
RunningService& serviceWithSoftwareTse();

/// A German till, operated through HTTP.
class GermanTill {
public:
    /// `settings`: additional settings of the regime; without a serial number the till gets a unique one.
    GermanTill(RunningService& service, const Json& settings = Json::object());

    Desk& desk() { return desk_; }
    std::string wallet() const { return desk_.value("cashWalletId"); }
    void enable(const std::string& mode = "production");
    /// Sells on a ticket, paid in full into the till; `rate` in percent, prices include tax.
    Json sell(const std::string& amount, const std::string& rate = "19", const std::string& method = "cash");
    Json openSession(const std::string& amount);
    Json closeSession(const Json& session, const std::string& body);

    /// The newest submission of a document.
    Json latest(const std::string& kind, const std::string& id);
    Json until(const std::string& status, const std::string& id, const std::string& kind = "sale");
    /// Waits until this many cash sessions have their closing.
    void untilClosed(int closings);
    /// Waits until each receipt has a signature or an error.
    void untilAllAnswered();
    /// The printed lines of a document.
    std::string printed(const std::string& id);
    Json verify(const std::string& qr);
    void advance(const std::string& duration);

    /// Runs one statement for this company; `$c` stands for its identifier.
    std::vector<std::string> sql(std::string statement);

private:
    RunningService& service_;
    Desk desk_;
    Json settings_;
};

/// A line of a CSV file by column name.
using CsvLine = std::map<std::string, std::string>;
/// A DSFinV-K export, parsed independently by the test.
struct ReadExport {
    std::map<std::string, std::string> files;
    std::map<std::string, std::vector<CsvLine>> tables; ///< by file name

    const std::vector<CsvLine>& of(const std::string& file) const { return tables.at(file); }
};
/// Parses the export; the test fails when a file is missing or its columns differ from the list of fields.
ReadExport readExport(const std::string& zip);

/// -1234,50000 in units of 0.00001; the test fails for another form.
std::int64_t figure(const CsvLine& line, const std::string& column);

} // namespace svc::test
