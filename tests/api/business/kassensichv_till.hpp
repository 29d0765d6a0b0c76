#pragma once

#include <map>
#include <string>
#include <vector>

#include "api/business/desk.hpp"
#include "support/running_service.hpp"

namespace svc::test {

/// A service with the software stand-in of a security device (TSE), one for all tests of the program.
RunningService& serviceWithSoftwareTse();

/// A German till at work, through HTTP.
class GermanTill {
public:
    /// `settings`: of the regime, beside the wallet; without a serial number the till has one of its own.
    GermanTill(RunningService& service, const Json& settings = Json::object());

    Desk& desk() { return desk_; }
    std::string wallet() const { return desk_.value("cashWalletId"); }
    void enable(const std::string& mode = "production");
    /// A ticket, paid in full into the till; `rate` in percent, prices with tax.
    Json sell(const std::string& amount, const std::string& rate = "19", const std::string& method = "cash");
    Json openSession(const std::string& amount);
    Json closeSession(const Json& session, const std::string& body);

    /// The newest submission of a document.
    Json latest(const std::string& kind, const std::string& id);
    Json until(const std::string& status, const std::string& id, const std::string& kind = "sale");
    /// Until so many cash sessions have their closing.
    void untilClosed(int closings);
    /// Until each receipt has a signature or an error.
    void untilAllAnswered();
    /// The printed lines of a document.
    std::string printed(const std::string& id);
    Json verify(const std::string& qr);
    void advance(const std::string& duration);

    /// What one statement gives for this company; `$c` stands for its identifier.
    std::vector<std::string> sql(std::string statement);

private:
    RunningService& service_;
    Desk desk_;
    Json settings_;
};

/// A line of a CSV file by the names of its columns.
using CsvLine = std::map<std::string, std::string>;
/// A DSFinV-K export, read by this test alone.
struct ReadExport {
    std::map<std::string, std::string> files;
    std::map<std::string, std::vector<CsvLine>> tables; ///< by file

    const std::vector<CsvLine>& of(const std::string& file) const { return tables.at(file); }
};
/// Fails the test where a file is missing or does not have the columns of the list of fields.
ReadExport readExport(const std::string& zip);

/// -1234,50000 in hundred-thousandths; fails the test for another form.
std::int64_t figure(const CsvLine& line, const std::string& column);

} // namespace svc::test
