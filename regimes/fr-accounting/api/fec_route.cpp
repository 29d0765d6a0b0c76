#include "api/fec_route.hpp"

#include <map>

#include <svc/error.hpp>
#include <svc/text.hpp>

#include "domain/fec.hpp"

namespace svc::fr {
namespace {

constexpr std::int32_t LongestPeriod = 366;
constexpr std::string_view ChartKey = "PCG";

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

/// accounting.siren, else the first nine digits of a French registration number.
std::string sirenOf(Call& call) {
    const Json company = call.companyRecord();
    if (const auto siren = company["accounting"].optionalText("siren"); siren && !siren->empty()) {
        return *siren;
    }
    const std::string registration = company.textOr("registrationNumber");
    if (company.textOr("country") == "FR" && registration.size() >= 9) {
        return registration.substr(0, 9);
    }
    throw fieldRequired("accounting.siren");
}

/// `01-01` as month and day.
bool beginsFiscalYear(Call& call, Date date) {
    const std::string start =
        call.companyRecord()["accounting"].optionalText("fiscalYearStart").value_or("01-01");
    return date.toString().substr(5) == start;
}

/// Writes one file, entry by entry; numbers are given in the order of the books, without gap.
class Fec {
public:
    Fec(Call& call, const Period& period) : call_(call), period_(period), currency_(call.company().currency) {
        appendFecHeader(out_);
    }

    std::string write() {
        if (beginsFiscalYear(call_, period_.from)) {
            opening();
        }
        Json after = nullptr;
        for (;;) {
            const Json page = call_.command(
                "ledger.entries",
                Json::object(
                    {{"from", period_.from}, {"to", period_.to}, {"chart", ChartKey}, {"after", after}}));
            if (page["entries"].empty()) {
                return std::move(out_);
            }
            learnNames(page["entries"]);
            for (const Json& entry : page["entries"].items()) {
                add(entry);
            }
            after = page["next"];
        }
    }

private:
    void learnNames(const Json& entries) {
        Json ids = Json::array();
        for (const Json& entry : entries.items()) {
            for (const Json& line : entry["lines"].items()) {
                want(line["partnerId"], ids);
            }
        }
        ask(std::move(ids));
    }

    void want(const Json& partnerId, Json& ids) {
        if (!partnerId.isNull() && names_.emplace(partnerId.text(), std::string()).second) {
            ids.push(partnerId);
        }
    }

    void ask(Json ids) {
        if (ids.empty() || !call_.offers("partners.names")) {
            return;
        }
        const Json found = call_.command("partners.names", Json::object({{"ids", std::move(ids)}}));
        for (const Json& partner : found["partners"].items()) {
            names_[partner.textOr("id")] = partner.textOr("name");
        }
    }

    /// The sub-account of a partner on the accounts of third parties: the last ten characters of its
    /// identifier.
    void fillAuxiliary(FecLine& line, const Json& partnerId) const {
        if (partnerId.isNull() || !(line.account.starts_with("40") || line.account.starts_with("41"))) {
            return;
        }
        const std::string& id = partnerId.text();
        line.auxiliary = (line.account.starts_with("40") ? "F" : "C") + upperAscii(id.substr(id.size() - 10));
        const auto name = names_.find(id);
        line.auxiliaryLabel = name == names_.end() || name->second.empty() ? line.auxiliary : name->second;
    }

    static std::string upperAscii(std::string text) {
        for (char& c : text) {
            c = c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
        }
        return text;
    }

    static Date dateIn(const Json& json, std::string_view field) {
        return Date::parse(json[field].text()).value();
    }

    void add(const Json& entry) {
        ++number_;
        FecLine line;
        line.journal = entry["journal"].text();
        line.journalLabel = entry["journalLabel"].text();
        line.number = number_;
        line.date = dateIn(entry, "date");
        const std::string id = entry.textOr("documentId", "ECRITURE");
        line.piece = entry.optionalText("documentNumber")
                         .value_or(upperAscii(id.size() > 12 ? id.substr(id.size() - 12) : id));
        line.pieceDate = dateIn(entry, "documentDate");
        // Lines stand in the order in which they were validated.
        validated_ = std::max(validated_, dateIn(entry, "recordedOn"));
        line.validated = validated_;
        for (const Json& booked : entry["lines"].items()) {
            FecLine each = line;
            each.account = booked["account"].text();
            each.accountLabel = booked["accountLabel"].text();
            fillAuxiliary(each, booked["partnerId"]);
            each.label = booked.textOr("label", line.piece);
            each.debit = booked["debit"].integer();
            each.credit = booked["credit"].integer();
            each.foreignAmount = booked.optionalInteger("foreignAmount");
            if (const auto code = booked.optionalText("foreignCurrency")) {
                each.foreignCurrency = Currency::parse(*code);
            }
            appendFecLine(out_, each, currency_);
        }
    }

    /// What stood on the accounts of classes 1 to 5 before the year, and the result of the years before.
    void opening() {
        const Json balances =
            call_.command("ledger.balances",
                          Json::object({{"from", period_.from}, {"to", period_.from}, {"chart", ChartKey}}));
        Json ids = Json::array();
        for (const Json& account : balances["accounts"].items()) {
            for (const Json& partner : account["partners"].items()) {
                want(partner["partnerId"], ids);
            }
        }
        ask(std::move(ids));
        FecLine line;
        line.journal = "AN";
        line.journalLabel = "À nouveaux";
        line.number = 1;
        line.date = line.validated = validated_ = period_.from;
        line.piece = "AN" + period_.from.toString().substr(0, 4);
        line.pieceDate = period_.from.addDays(-1);
        line.label = "Report à nouveau";
        std::int64_t result = 0;
        bool any = false;
        const auto put = [&](FecLine each, std::int64_t amount) {
            if (amount != 0) {
                each.debit = std::max<std::int64_t>(amount, 0);
                each.credit = std::max<std::int64_t>(-amount, 0);
                appendFecLine(out_, each, currency_);
                any = true;
            }
        };
        for (const Json& account : balances["accounts"].items()) {
            FecLine each = line;
            each.account = account["account"].text();
            each.accountLabel = account["label"].text();
            for (const Json& partner : account["partners"].items()) {
                const std::int64_t amount = partner["opening"].integer();
                if (each.account[0] >= '6') {
                    result += amount;
                    continue;
                }
                FecLine own = each;
                fillAuxiliary(own, partner["partnerId"]);
                put(own, amount);
            }
        }
        line.account = result <= 0 ? "110" : "119";
        line.accountLabel =
            result <= 0 ? "Report à nouveau (solde créditeur)" : "Report à nouveau (solde débiteur)";
        put(line, result);
        number_ = any ? 1 : 0;
    }

    Call& call_;
    Period period_;
    Currency currency_;
    std::string out_;
    std::int64_t number_ = 0;
    Date validated_;
    std::map<std::string, std::string, std::less<>> names_;
};

} // namespace

Response exportFecRoute(Request& request) {
    const Period period = periodOf(request);
    if (const auto chart = request.query("chart"); chart && lowerAscii(*chart) != "pcg") {
        throw ApiError(400, "chart-unknown", {std::string(*chart)});
    }
    const std::string siren = sirenOf(request);
    const bool utf8 = request.query("encoding").value_or("") == "utf-8";
    const std::string file = Fec(request, period).write();
    return Response::bytes(200, utf8 ? "text/plain; charset=utf-8" : "text/plain; charset=iso-8859-15",
                           utf8 ? file : latin9(file))
        .header("Content-Disposition", "attachment; filename=\"" + fecFileName(siren, period.to) + '"');
}

} // namespace svc::fr
