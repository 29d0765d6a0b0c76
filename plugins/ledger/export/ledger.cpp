#include "export/ledger.hpp"

#include <algorithm>
#include <memory>

#include <svc/error.hpp>
#include <svc/text.hpp>

#include "accounting/export_period.hpp"
#include "bindings.hpp"
#include "chart/rules/charts.hpp"
#include "export/rules/export_lines.hpp"

namespace svc::ledger {
namespace {

/// The opening balances of the fiscal year as entry number 1.
void writeOpening(const std::function<void(std::string_view)>& write, accounting::Books& books,
                  Currency currency) {
    const std::string year = std::to_string(books.period().from.year());
    const std::string number = "AN" + year;
    books.eachOpeningLine([&](const accounting::OpeningLine& opening) {
        accounting::BookLine line;
        line.number = 1;
        line.journal = "AN";
        line.journalLabel = line.label = books.chart().journalLabel("AN");
        line.date = line.documentDate = books.period().from;
        line.account = opening.account;
        line.debit = std::max<std::int64_t>(opening.amount, 0);
        line.credit = std::max<std::int64_t>(-opening.amount, 0);
        line.partner = opening.partner;
        line.documentNumber =
            opening.openItemNumber.empty() ? std::string_view(number) : opening.openItemNumber;
        line.documentKind = "opening";
        line.documentId = year;
        std::string text;
        appendExportLine(text, line, currency);
        write(text);
    });
}

} // namespace

accounting::ChartOfAccounts exportChart(Call& call, const std::optional<std::string>& wanted) {
    const std::string& key = wanted && !wanted->empty() ? *wanted : call.company().chart;
    const Chart* chart = charts().find(key);
    if (chart == nullptr) {
        throw unknownName(400, "chart-unknown", key);
    }
    return accounting::ChartOfAccounts(chart->toJson());
}

std::string ledgerFileName(const accounting::Books& books) {
    return "ledger-" + lowerAscii(books.chart().key()) + '-' + books.period().from.toString() + '-' +
           books.period().to.toString() + ".csv";
}

void writeLedgerFile(const std::function<void(std::string_view)>& write, accounting::Books& books,
                     Currency currency, bool opening) {
    write(exportHeader());
    if (opening) {
        writeOpening(write, books, currency);
    }
    constexpr std::size_t Piece = 64 * 1024;
    std::string text;
    books.eachLine([&](const accounting::BookLine& line) {
        appendExportLine(text, line, currency);
        if (text.size() >= Piece) {
            write(text);
            text.clear();
        }
    });
    write(text);
}

Response exportLedger(Request& request, const api::ExportLedgerParameters& parameters) {
    const Period period = accounting::exportPeriod(request);
    const Currency currency = request.company().currency;
    const auto books = std::make_shared<accounting::Books>(
        request, exportChart(request, parameters.chart), period,
        accounting::nameBy(calls::partners::offersNames, calls::partners::names));
    const bool opening = parameters.opening;
    if (opening && books->yearOf(period.from).from != period.from) {
        throw fieldInvalid("from");
    }
    const std::string name = ledgerFileName(*books);
    const auto write = [books, opening, currency](BodyWriter& body) {
        writeLedgerFile([&](std::string_view text) { body.write(text); }, *books, currency, opening);
    };
    return Response::streamed(200, "text/csv; charset=utf-8", write)
        .header("Content-Disposition", "attachment; filename=\"" + name + '"');
}

} // namespace svc::ledger
