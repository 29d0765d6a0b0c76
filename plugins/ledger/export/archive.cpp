#include <algorithm>
#include <memory>
#include <set>

#include <svc/encoding.hpp>
#include <svc/error.hpp>
#include <svc/text.hpp>

#include "accounting/books.hpp"
#include "accounting/export_period.hpp"
#include "accounting/read_trial_balance.hpp"
#include "bindings.hpp"
#include "chart/rules/charts.hpp"
#include "export/ledger.hpp"
#include "export/rules/trial_balance.hpp"
#include "journal/archive.hpp"
#include "zip/zip.hpp"

namespace svc::ledger {
namespace {

constexpr std::string_view ManifestName = "manifest.json";

/// The archive that this thread is writing: commands run on the thread of their caller.
thread_local ZipWriter* openArchive = nullptr;

/// Makes the archive available to the commands of regimes until the end of the scope.
class Opened {
public:
    explicit Opened(ZipWriter& zip) { openArchive = &zip; }
    ~Opened() { openArchive = nullptr; }
    Opened(const Opened&) = delete;
    Opened& operator=(const Opened&) = delete;
};

/// Countries, or keys of charts of several countries, whose regimes may have files for the archive.
std::set<std::string> regimeAreas() {
    std::set<std::string> areas;
    for (const Chart& chart : charts().all()) {
        areas.insert(lowerAscii(chart.country.empty() ? chart.key : chart.country));
    }
    return areas;
}

/// Adds the files of the available regimes; returns the reasons why other regimes have none.
Json addRegimeFiles(Call& call, const Period& period) {
    Json leftOut = Json::array();
    for (const std::string& area : regimeAreas()) {
        if (!verbs::offersAccountingFiles(call, area)) {
            continue;
        }
        const auto answer = verbs::accountingFiles(call, area, {.from = period.from, .to = period.to});
        if (const auto& refusal = answer.leftOut) {
            leftOut.push(
                Json::object({{"files", area},
                              {"reason", "The export of this period is refused with " + *refusal + '.'}}));
        }
    }
    return leftOut;
}

/// Adds the parts of other modules and the host: `archive.partners` and so on.
void addParts(Call& call, const Period& period) {
    for (const std::string& part : verbs::providersOfArchive(call)) {
        verbs::archive(call, part, {.from = period.from, .to = period.to});
    }
}

/// The instant at which the last entry of the period was written, that is the state of the ledger in the
/// archive. It does not change once the period is locked.
Json booksAt(Call& call, const Period& period) {
    const Rows rows = call.db().query(
        "SELECT max(created_at) FROM ledger.entry WHERE company_id = $1 AND date BETWEEN $2 AND $3",
        call.companyId(), period.from, period.to);
    return rows[0].isNull(0) ? Json(nullptr) : Json(rows[0].instant(0));
}

/// Writes the manifest piece by piece: there may be very many files.
void writeManifest(Call& call, const accounting::Books& books, ZipWriter& zip, const Json& leftOut) {
    const std::vector<ZippedFile> files = zip.files();
    const Period& period = books.period();
    Json head = Json::object({{"companyId", call.shownCompanyId().toString()},
                              {"currency", call.company().currency.code()},
                              {"period", Json::object({{"from", period.from}, {"to", period.to}})},
                              {"chart", books.chart().key()},
                              {"booksAt", booksAt(call, period)},
                              {"leftOut", leftOut}});
    std::string text = head.dump();
    text.back() = ',';
    text += "\"files\":[";
    constexpr std::size_t Piece = 64 * 1024;
    for (std::size_t i = 0; i < files.size(); ++i) {
        text += i == 0 ? "" : ",";
        Json::object({{"name", files[i].name}, {"size", files[i].size}, {"sha256", files[i].sha256}})
            .appendTo(text);
        if (text.size() >= Piece) {
            zip.write(ManifestName, text);
            text.clear();
        }
    }
    zip.write(ManifestName, text + "]}");
}

void writeArchive(Call& call, accounting::Books& books, BodyWriter& body) {
    ZipWriter zip([&](std::string_view bytes) { body.write(bytes); });
    const Period& period = books.period();
    const std::string ledger = ledgerFileName(books);
    writeLedgerFile([&](std::string_view text) { zip.write(ledger, text); }, books, call.company().currency,
                    false);
    zip.write(
        "trial-balance-" + lowerAscii(books.chart().key()) + '-' + period.from.toString() + '-' +
            period.to.toString() + ".csv",
        writeTrialBalance(accounting::trialBalance(call, books.chart(), period), call.company().currency));
    writeSealedJournal(call, period,
                       [&](std::string_view name, std::string_view bytes) { zip.write(name, bytes); });
    Json leftOut;
    {
        const Opened opened(zip);
        leftOut = addRegimeFiles(call, period);
        addParts(call, period);
    }
    writeManifest(call, books, zip, leftOut);
    zip.close();
}

} // namespace

Response exportArchive(Request& request, const api::ExportArchiveParameters& parameters) {
    const Period period = accounting::exportPeriod(request);
    const auto books = std::make_shared<accounting::Books>(
        request, exportChart(request, parameters.chart), period,
        accounting::nameBy(calls::partners::offersNames, calls::partners::names));
    return Response::streamed(200, "application/zip",
                              [&request, books](BodyWriter& body) { writeArchive(request, *books, body); })
        .header("Content-Disposition", "attachment; filename=\"archive-" + period.from.toString() + '-' +
                                           period.to.toString() + ".zip\"");
}

void commands::archiveWrite(Call&, const commands::ArchiveWriteInput& input) {
    const auto content = base64Decode(input.content);
    if (openArchive == nullptr || !content) {
        throw Fault("ledger.archive_write: no archive is being made, or the content is not base 64");
    }
    openArchive->write(input.file, *content);
}

} // namespace svc::ledger
