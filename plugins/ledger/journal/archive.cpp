#include "journal/archive.hpp"

#include <string>
#include <vector>

#include "journal/records.hpp"
#include "journal/rules/chain.hpp"
#include "journal/store.hpp"

namespace svc::ledger {
namespace {

constexpr std::string_view YearsSql =
    "SELECT fiscal_year, min(number), max(number) FROM ledger.entry WHERE company_id = $1"
    " AND date BETWEEN $2 AND $3 GROUP BY fiscal_year ORDER BY fiscal_year";

/// The entry numbers of a fiscal year in an archive.
struct Range {
    int year = 0;
    std::int64_t first = 0;
    std::int64_t last = 0;
};

Json writeYear(Call& call, const Range& range, const ArchiveSink& sink) {
    const std::string company = call.shownCompanyId().toString();
    const std::string name = "journal/journal-" + std::to_string(range.year) + ".txt";
    JournalChain chain(company, range.year);
    const std::string beginning = chain.digest();
    std::string before = beginning;
    std::string text;
    constexpr std::size_t Piece = 64 * 1024;
    eachRecord(call, range.year, 0, range.last, [&](std::int64_t number, const std::string& record) {
        const std::string& digest = chain.add(record);
        if (number < range.first) {
            before = digest;
            return;
        }
        text += digest;
        text += ' ';
        text += record;
        text += '\n';
        if (text.size() >= Piece) {
            sink(name, text);
            text.clear();
        }
    });
    sink(name, text);
    return Json::object({{"fiscalYear", range.year},
                         {"file", name},
                         {"beginning", beginning},
                         {"firstNumber", range.first},
                         {"lastNumber", range.last},
                         {"before", before},
                         {"last", chain.digest()}});
}

/// Writes the signed checkpoints of the archived entries, one per line.
void writeCheckpoints(Call& call, const std::vector<Range>& ranges, const ArchiveSink& sink) {
    std::string text;
    for (const Range& range : ranges) {
        for (const Checkpoint& checkpoint : checkpointsOf(call, range.year, range.first, range.last)) {
            text += bind::textOf(checkpoint) + '\n';
        }
    }
    sink("journal/checkpoints.jsonl", text);
}

} // namespace

void writeSealedJournal(Call& call, const Period& period, const ArchiveSink& sink) {
    std::vector<Range> ranges;
    for (const Row row : call.db().query(YearsSql, call.companyId(), period.from, period.to)) {
        ranges.push_back({static_cast<int>(row.integer(0)), row.integer(1), row.integer(2)});
    }
    Json years = Json::array();
    for (const Range& range : ranges) {
        years.push(writeYear(call, range, sink));
    }
    const Json proof = Json::object({{"companyId", call.shownCompanyId().toString()},
                                     {"rule", "svc journal 1"},
                                     {"years", std::move(years)}});
    sink("journal/proof.json", proof.dump());
    writeCheckpoints(call, ranges, sink);
}

} // namespace svc::ledger
