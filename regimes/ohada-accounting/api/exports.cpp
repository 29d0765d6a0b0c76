#include "api/exports.hpp"

#include <vector>

#include <svc/error.hpp>
#include <svc/period.hpp>
#include <svc/text.hpp>

#include "domain/balance.hpp"

namespace svc::ohada {
namespace {

constexpr std::int32_t LongestPeriod = 366;

std::string chartOf(Request& request) {
    const auto chart = request.query("chart");
    return chart && !chart->empty() ? std::string(*chart) : "SYSCOHADA";
}

/// The first day of the fiscal year that holds a date.
Date yearStart(Call& call, Date date) {
    const std::string start =
        call.companyRecord()["accounting"].optionalText("fiscalYearStart").value_or("01-01");
    const auto inYear = [&](int year) {
        return Date::parse(std::to_string(year) + "-" + start).value_or(Date::of(year, 1, 1).value());
    };
    const Date thisYear = inYear(date.year());
    return thisYear <= date ? thisYear : inYear(date.year() - 1);
}

using Accounts = std::map<std::string, Stages, std::less<>>;

/// Sums account by account before the year, in the year before the period, and in the period.
Accounts stagesOf(Call& call, const std::string& chart, const Period& period) {
    Accounts accounts;
    const auto read = [&](Date from, Date to, const auto& use) {
        const Json answer =
            call.command("ledger.balances", Json::object({{"from", from}, {"to", to}, {"chart", chart}}));
        for (const Json& account : answer["accounts"].items()) {
            Stages& stages = accounts[account["account"].text()];
            stages.label = account["label"].text();
            use(stages, account);
        }
    };
    const auto opening = [](const Json& account) {
        return account["openingDebit"].integer() - account["openingCredit"].integer();
    };
    const Date start = yearStart(call, period.from);
    read(start, start, [&](Stages& stages, const Json& account) { stages.beforeYear = opening(account); });
    read(period.from, period.to, [&](Stages& stages, const Json& account) {
        stages.inYear = opening(account) - stages.beforeYear;
        stages.debit = account["debit"].integer();
        stages.credit = account["credit"].integer();
    });
    return accounts;
}

/// One line of the general ledger, kept until its account is written.
struct Booked {
    Date date;
    std::string text; ///< journal to tiers, separated
    std::int64_t debit = 0;
    std::int64_t credit = 0;
};

class GeneralLedger {
public:
    GeneralLedger(Call& call, std::string chart, const Period& period)
        : call_(call), chart_(std::move(chart)), period_(period), currency_(call.company().currency) {}

    std::string write() {
        const Balance balance = balanceOf(stagesOf(call_, chart_, period_));
        readLines();
        std::string out = "compte;intitule;date;journal;numero;piece;libelle;tiers;debit;credit;solde_debit;"
                          "solde_credit\r\n";
        for (const auto& [account, sums] : balance) {
            std::vector<Booked>& lines = lines_[account];
            if (sums.opening == 0 && lines.empty()) {
                continue;
            }
            writeAccount(out, account, sums, lines);
        }
        return out;
    }

private:
    void readLines() {
        Json after = nullptr;
        for (;;) {
            const Json page = call_.command(
                "ledger.entries",
                Json::object(
                    {{"from", period_.from}, {"to", period_.to}, {"chart", chart_}, {"after", after}}));
            if (page["entries"].empty()) {
                return;
            }
            for (const Json& entry : page["entries"].items()) {
                for (const Json& line : entry["lines"].items()) {
                    keep(entry, line);
                }
            }
            after = page["next"];
        }
    }

    void keep(const Json& entry, const Json& line) {
        Booked booked;
        booked.date = Date::parse(entry["date"].text()).value();
        booked.debit = line["debit"].integer();
        booked.credit = line["credit"].integer();
        std::string number = entry["number"].numberText();
        number.insert(0, number.size() < 6 ? 6 - number.size() : 0, '0');
        booked.text = entry["journal"].text() + ';' + number + ';';
        appendField(booked.text, entry.optionalText("documentNumber").value_or(entry.textOr("documentId")));
        booked.text += ';';
        appendField(booked.text, line.textOr("label"));
        booked.text += ';';
        appendField(booked.text, line["partnerId"].isNull() ? "" : nameOf(line["partnerId"].text()));
        lines_[line["account"].text()].push_back(std::move(booked));
    }

    const std::string& nameOf(const std::string& partner) {
        const auto [found, isNew] = names_.emplace(partner, partner);
        if (isNew && call_.offers("partners.names")) {
            const Json answer =
                call_.command("partners.names", Json::object({{"ids", Json::array({Json(partner)})}}));
            for (const Json& known : answer["partners"].items()) {
                found->second = known.textOr("name");
            }
        }
        return found->second;
    }

    void writeAccount(std::string& out, const std::string& account, const AccountSums& sums,
                      std::vector<Booked>& lines) const {
        std::stable_sort(lines.begin(), lines.end(),
                         [](const Booked& a, const Booked& b) { return a.date < b.date; });
        std::string head = account + ';';
        appendField(head, sums.label);
        head += ';';
        std::int64_t balance = sums.opening;
        if (balance != 0) {
            out += head + period_.from.toString() + ";AN;;;Solde à l'ouverture;;;;" + sides(balance) + "\r\n";
        }
        for (const Booked& line : lines) {
            balance += line.debit - line.credit;
            out += head + line.date.toString() + ';' + line.text + ';' + amountText(line.debit, currency_) +
                   ';' + amountText(line.credit, currency_) + ';' + sides(balance) + "\r\n";
        }
    }

    std::string sides(std::int64_t balance) const {
        return amountText(std::max<std::int64_t>(balance, 0), currency_) + ';' +
               amountText(std::max<std::int64_t>(-balance, 0), currency_);
    }

    Call& call_;
    std::string chart_;
    Period period_;
    Currency currency_;
    std::map<std::string, std::vector<Booked>, std::less<>> lines_;
    std::map<std::string, std::string, std::less<>> names_;
};

Response csv(std::string file, const std::string& name) {
    return Response::bytes(200, "text/csv; charset=utf-8", std::move(file))
        .header("Content-Disposition", "attachment; filename=\"" + name + '"');
}

} // namespace

Response exportLedgerRoute(Request& request) {
    const DateRange range = request.dateRange();
    Period period{};
    period.to = range.to.value_or(request.today());
    period.from = range.from.value_or(yearStart(request, period.to));
    if (period.to < period.from) {
        throw fieldInvalid("to");
    }
    if (period.to.daysSince(period.from) + 1 > LongestPeriod) {
        throw ApiError(400, "period-too-long", {std::to_string(LongestPeriod)});
    }
    return csv(GeneralLedger(request, chartOf(request), period).write(),
               "grand-livre-" + period.from.toString() + '-' + period.to.toString() + ".csv");
}

Response exportBalanceRoute(Request& request) {
    const auto text = request.query("period");
    if (!text || text->empty()) {
        throw ApiError(400, "period-required");
    }
    const auto period = parsePeriod(*text, request.today());
    if (!period) {
        throw fieldInvalid("period");
    }
    const int columns = request.query("columns").value_or("6") == "8" ? 8 : 6;
    return csv(writeBalance(balanceOf(stagesOf(request, chartOf(request), *period)), columns,
                            request.company().currency),
               "balance-" + period->from.toString() + '-' + period->to.toString() + ".csv");
}

} // namespace svc::ohada
