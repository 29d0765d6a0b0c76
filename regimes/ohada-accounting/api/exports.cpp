#include "api/exports.hpp"

#include <algorithm>
#include <functional>
#include <memory>

#include <svc/contracts/archive.hpp>
#include <svc/contracts/books.hpp>
#include <svc/error.hpp>
#include <svc/period.hpp>
#include <svc/text.hpp>

#include "domain/balance.hpp"

namespace svc::ohada {
namespace {

constexpr std::int32_t LongestPeriod = 366;
constexpr std::string_view OwnChart = "SYSCOHADA";

std::string chartOf(Request& request) {
    const auto chart = request.query("chart");
    return chart && !chart->empty() ? std::string(*chart) : std::string(OwnChart);
}

Date yearStart(Call& call, Date date) {
    return fiscalYearOf(date, call.company().accounting.textOr("fiscalYearStart", "01-01")).from;
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

/// The general ledger: account by account, with the balance running.
class GeneralLedger {
public:
    GeneralLedger(Call& call, const std::string& chart, const Period& period)
        : call_(call), books_(call, contracts::getChart(call, chart), period), chart_(chart),
          currency_(call.company().currency) {}

    void write(std::function<void(std::string_view)> sink) {
        sink_ = std::move(sink);
        const Balance balance = balanceOf(stagesOf(call_, chart_, books_.period()));
        next_ = balance.begin();
        last_ = balance.end();
        out_ = "compte;intitule;date;journal;numero;piece;libelle;tiers;debit;credit;solde_debit;solde_"
               "credit\r\n";
        books_.eachLineByAccount([this](const contracts::BookLine& line) { add(line); });
        openUntil("");
        sink_(out_);
    }

private:
    void add(const contracts::BookLine& line) {
        if (line.account.code != account_ || head_.empty()) {
            openUntil(line.account.code);
        }
        balance_ += line.debit - line.credit;
        std::string number = std::to_string(line.number);
        number.insert(0, number.size() < 6 ? 6 - number.size() : 0, '0');
        out_ += head_;
        out_ += line.date.toString() + ';';
        out_ += line.journal;
        out_ += ';' + number + ';';
        appendField(out_, line.documentNumber);
        out_ += ';';
        appendField(out_, line.label);
        out_ += ';';
        appendField(out_, line.partner ? std::string_view(line.partner->name) : std::string_view());
        out_ += ';' + amountText(line.debit, currency_) + ';' + amountText(line.credit, currency_) + ';' +
                sides(balance_) + "\r\n";
        sink_(out_);
        out_.clear();
    }

    /// Writes what accounts began with, up to this one; empty: all that are left.
    void openUntil(std::string_view account) {
        for (; next_ != last_ && (account.empty() || next_->first <= account); ++next_) {
            account_ = next_->first;
            head_ = account_ + ';';
            appendField(head_, next_->second.label);
            head_ += ';';
            balance_ = next_->second.opening;
            if (balance_ != 0) {
                out_ += head_ + books_.period().from.toString() + ";AN;;;Solde à l'ouverture;;;;" +
                        sides(balance_) + "\r\n";
            }
        }
    }

    std::string sides(std::int64_t balance) const {
        return amountText(std::max<std::int64_t>(balance, 0), currency_) + ';' +
               amountText(std::max<std::int64_t>(-balance, 0), currency_);
    }

    Call& call_;
    contracts::Books books_;
    std::string chart_;
    Currency currency_;
    std::function<void(std::string_view)> sink_;
    std::string out_;
    Balance::const_iterator next_;
    Balance::const_iterator last_;
    std::string account_;
    std::string head_;
    std::int64_t balance_ = 0;
};

std::string ledgerName(const Period& period) {
    return "grand-livre-" + period.from.toString() + '-' + period.to.toString() + ".csv";
}
std::string balanceName(const Period& period) {
    return "balance-" + period.from.toString() + '-' + period.to.toString() + ".csv";
}

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
    const auto ledger = std::make_shared<GeneralLedger>(request, chartOf(request), period);
    return Response::streamed(200, "text/csv; charset=utf-8",
                              [ledger](BodyWriter& body) {
                                  ledger->write([&](std::string_view text) { body.write(text); });
                              })
        .header("Content-Disposition", "attachment; filename=\"" + ledgerName(period) + '"');
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
               balanceName(*period));
}

Json archiveFilesCommand(Call& call, const Json& input) {
    const Period period = contracts::archivePeriod(input);
    const std::string chart(OwnChart);
    contracts::ArchiveFile ledger(call, ledgerName(period));
    GeneralLedger(call, chart, period).write([&](std::string_view text) { ledger.write(text); });
    ledger.finish();
    contracts::ArchiveFile balance(call, balanceName(period));
    balance.write(writeBalance(balanceOf(stagesOf(call, chart, period)), 6, call.company().currency));
    balance.finish();
    return Json::object();
}

} // namespace svc::ohada
