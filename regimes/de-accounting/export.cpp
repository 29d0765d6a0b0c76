#include <memory>

#include <svc/error.hpp>
#include <svc/text.hpp>

#include "accounting/archive.hpp"
#include "accounting/export_period.hpp"
#include "bindings.hpp"
#include "datev_export.hpp"

namespace svc::de_accounting {
namespace {

/// A number that the accountant assigned; refused by the name of its setting when it is missing or out of
/// range.
std::string numberOf(const Json& datev, std::string_view name, std::int64_t least, std::int64_t most) {
    const std::string field = "accounting.datev." + std::string(name);
    const std::string text = datev.isObject() ? datev.textOr(name) : std::string();
    if (text.empty()) {
        throw fieldRequired(field);
    }
    const bool digits = text.size() <= 7 && text.find_first_not_of("0123456789") == std::string::npos;
    const std::int64_t number = digits ? std::stoll(text) : -1;
    if (number < least || number > most) {
        throw fieldInvalid(field);
    }
    return std::to_string(number);
}

bool isDatevChart(std::string_view key) {
    const std::string small = lowerAscii(key);
    return small == "skr03" || small == "skr04";
}

/// SKR03 or SKR04: the requested chart, else that of the settings, else that of the company.
std::string chartOf(Call& call, std::string key, const Json& datev) {
    if (key.empty() && datev.isObject()) {
        key = datev.textOr("chart");
    }
    if (key.empty()) {
        key = call.company().chart;
    }
    if (!isDatevChart(key)) {
        throw fieldRequired("accounting.datev.chart");
    }
    return "SKR" + key.substr(3);
}

/// The time of the last entry of the period, so that the same export gives the same bytes.
Instant createdAt(Call& call, const Period& period) {
    const Rows rows = call.db().query(
        "SELECT max(created_at) FROM ledger.v1_journal WHERE company_id = $1 AND date BETWEEN $2 AND $3",
        call.companyId(), period.from, period.to);
    return rows[0].isNull(0) ? call.startOf(period.to) : rows[0].instant(0);
}

/// Maximum number of postings in a file: the limit of the format, or a lower one for a program that takes
/// fewer.
std::size_t mostPostings() {
    constexpr std::int64_t OfTheFormat = 99999;
    const std::int64_t set = Call::settings().optionalInteger("mostPostings").value_or(OfTheFormat);
    return static_cast<std::size_t>(set);
}

/// A file of a period: its header data and the books.
struct Prepared {
    Batch batch;
    std::shared_ptr<accounting::Books> books;
    std::string name;

    void write(const std::function<void(std::string_view)>& sink, bool opening,
               const std::function<void()>& next = {}) const {
        DatevExport writer(*books, batch, mostPostings(), sink, next);
        writer.head();
        if (opening) {
            writer.opening();
        }
        writer.entries();
    }
};

/// Refuses input that DATEV could not take: missing settings, two fiscal years, another currency.
Prepared prepare(Call& call, const Period& period, const std::string& askedChart) {
    const Json& datev = call.company().accounting["datev"];
    Batch batch;
    if (!askedChart.empty() && !isDatevChart(askedChart)) {
        throw ApiError(400, "chart-unknown", {askedChart});
    }
    batch.consultant = numberOf(datev, "consultant", 1001, 9999999);
    batch.client = numberOf(datev, "client", 1, 99999);
    const std::string chart = chartOf(call, askedChart, datev);
    batch.accountLength = static_cast<int>(datev.optionalInteger("accountLength").value_or(4));
    if (call.company().currency.digits() != 2) {
        throw ApiError(400, "currency-unsupported", {std::string(call.company().currency.code())});
    }
    const auto books = std::make_shared<accounting::Books>(
        call, accounting::getChart(call, calls::ledger::chart, chart), period,
        accounting::nameBy(calls::partners::offersNames, calls::partners::names));
    const Period year = books->yearOf(period.from);
    if (period.to > year.to) {
        throw fieldInvalid("to"); // one file holds one fiscal year
    }
    batch.created = createdAt(call, period);
    batch.yearStart = year.from;
    batch.from = period.from;
    batch.to = period.to;
    batch.label = "Buchungsstapel " + period.from.toString().substr(0, 7);
    batch.currency = call.company().currency.code();
    batch.chart = chart.substr(3);
    return {batch, books,
            "EXTF_Buchungsstapel_" + period.from.toString() + '_' + period.to.toString() + ".csv"};
}

} // namespace

Response exportDatev(Request& request, const api::ExportDatevParameters& parameters) {
    const Period period = accounting::exportPeriod(request);
    const Prepared file = prepare(request, period, parameters.chart.value_or(""));
    const bool opening = parameters.opening;
    if (opening && period.from != file.batch.yearStart) {
        throw fieldInvalid("from");
    }
    const auto write = [file, opening](BodyWriter& body) {
        file.write([&](std::string_view text) { body.write(text); }, opening);
    };
    return Response::streamed(200, "text/csv; charset=windows-1252", write)
        .header("Content-Disposition", "attachment; filename=\"" + file.name + '"');
}

/// The same file for the archive of a period.
commands::AccountingFilesOutput commands::accountingFiles(Call& call,
                                                          const commands::AccountingFilesInput& input) {
    const Period period{input.from, input.to};
    Prepared prepared;
    const auto leftOut = accounting::archived(
        [&] {
            prepared = prepare(call, period, {});
            // A dry run first: nothing is written unless every entry can be expressed.
            prepared.write([](std::string_view) {}, false, [] {});
        },
        [&] {
            // When a file is full, the export continues in `EXTF_…_2.csv` with the same header.
            auto file =
                std::make_unique<accounting::ArchiveFile>(call, calls::ledger::archiveWrite, prepared.name);
            int count = 1;
            prepared.write([&](std::string_view text) { file->write(text); }, false,
                           [&] {
                               file->finish();
                               std::string name = prepared.name;
                               name.insert(name.rfind('.'), '_' + std::to_string(++count));
                               file = std::make_unique<accounting::ArchiveFile>(
                                   call, calls::ledger::archiveWrite, name);
                           });
            file->finish();
        });
    return {.leftOut = leftOut};
}

} // namespace svc::de_accounting
