#include "api/handlers.hpp"

#include <algorithm>
#include <map>

#include <svc/error.hpp>
#include <svc/text.hpp>

#include "domain/charts.hpp"
#include "store/entries.hpp"

namespace svc::ledger {
namespace {

constexpr std::int32_t LongestPeriod = 366;

struct Period {
    Date from;
    Date to;
};

Period periodOf(Request& request) {
    const DateRange range = request.dateRange();
    if (!range.from || !range.to) {
        throw ApiError(400, "period-required");
    }
    if (*range.to < *range.from) {
        throw fieldInvalid("to");
    }
    if (range.to->daysSince(*range.from) + 1 > LongestPeriod) {
        throw ApiError(400, "period-too-long", {std::to_string(LongestPeriod)});
    }
    return {*range.from, *range.to};
}

const Chart& chartOf(Request& request) {
    const auto wanted = request.query("chart");
    const std::string key = wanted && !wanted->empty() ? std::string(*wanted) : request.company().chart;
    const Chart* chart = charts().find(key);
    if (chart == nullptr) {
        throw ApiError(400, "chart-unknown", {key});
    }
    return *chart;
}

/// Names of partners, asked for once each and only where a module knows them.
class PartnerNames {
public:
    explicit PartnerNames(Call& call) : call_(call), known_(call.offers("partners.names")) {}

    void learn(const std::vector<BookedEntry>& entries) {
        if (!known_) {
            return;
        }
        Json ids = Json::array();
        for (const BookedEntry& booked : entries) {
            for (const EntryLine& line : booked.entry.lines) {
                if (line.partnerId && names_.emplace(*line.partnerId, std::string()).second) {
                    ids.push(encodeId("par", *line.partnerId));
                }
            }
        }
        if (ids.empty()) {
            return;
        }
        const Json answer = call_.command("partners.names", Json::object({{"ids", std::move(ids)}}));
        for (const Json& partner : answer["partners"].items()) {
            if (const auto id = decodeId("par", partner.textOr("id"))) {
                names_[*id] = partner.textOr("name");
            }
        }
    }
    std::string_view of(const std::optional<Uuid>& id) const {
        const auto found = id ? names_.find(*id) : names_.end();
        return found == names_.end() ? std::string_view() : std::string_view(found->second);
    }

private:
    Call& call_;
    bool known_;
    std::map<Uuid, std::string> names_;
};

} // namespace

Response listChartsRoute(Request& request) {
    const auto& all = charts().all();
    const ArrayPage page = request.arrayPage();
    const auto count = static_cast<std::int64_t>(all.size());
    const std::int64_t end = std::min(count, page.offset + page.limit);
    Json records = Json::array();
    for (std::int64_t i = page.offset; i < end; ++i) {
        const Chart& chart = all[static_cast<std::size_t>(i)];
        records.push(Json::object({{"chart", chart.key},
                                   {"name", chart.name},
                                   {"country", chart.country.empty() ? Json(nullptr) : Json(chart.country)},
                                   {"version", chart.version}}));
    }
    return Response::json(200, records).total(count);
}

Response exportLedgerRoute(Request& request) {
    const Period period = periodOf(request);
    const Chart& chart = chartOf(request);
    const ExportSettings settings{&chart, request.company().currency, request.company().language};
    std::string file(exportHeader());
    PartnerNames names(request);
    EntryReader reader(request, period.from, period.to);
    for (std::vector<BookedEntry> entries = reader.next(); !entries.empty(); entries = reader.next()) {
        names.learn(entries);
        for (const BookedEntry& booked : entries) {
            for (const EntryLine& line : booked.entry.lines) {
                appendExportLine(file, booked, line, names.of(line.partnerId), settings);
            }
        }
    }
    const std::string name = "ledger-" + lowerAscii(chart.key) + '-' + period.from.toString() + '-' +
                             period.to.toString() + ".csv";
    return Response::bytes(200, "text/csv; charset=utf-8", std::move(file))
        .header("Content-Disposition", "attachment; filename=\"" + name + '"');
}

} // namespace svc::ledger
