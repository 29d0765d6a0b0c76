#include "api/exports.hpp"

#include <algorithm>
#include <functional>
#include <memory>

#include <svc/append.hpp>
#include <svc/error.hpp>
#include <svc/period.hpp>
#include <svc/text.hpp>

#include "accounting/archive.hpp"
#include "accounting/books.hpp"
#include "accounting/export_period.hpp"
#include "domain/balance.hpp"
#include "domain/sheaf.hpp"

namespace svc::ohada {
namespace {

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

/// The general ledger: account by account, with the balance running. The books are read once, by date; the
/// lines of an account wait in the sheaf for those of the accounts before it.
class GeneralLedger {
public:
    GeneralLedger(Call& call, const std::string& chart, const Period& period)
        : call_(call), books_(call, accounting::getChart(call, chart), period), chart_(chart),
          currency_(call.company().currency) {}

    void write(const std::function<void(std::string_view)>& sink) {
        for (const auto& [code, sums] : balanceOf(stagesOf(call_, chart_, books_.period()))) {
            Account& account = accounts_[code];
            account.head = headOf(code, sums.label);
            account.opening = account.balance = sums.opening;
        }
        books_.eachLineByDate([this](const accounting::BookLine& line) { add(line); });
        sink("compte;intitule;date;journal;numero;piece;libelle;tiers;debit;credit;solde_debit;solde_"
             "credit\r\n");
        for (const auto& [code, account] : accounts_) {
            if (account.opening != 0) {
                std::string line = account.head;
                appendDate(line, books_.period().from);
                line += ";AN;;;Solde à l'ouverture;;;";
                appendSides(line, account.opening);
                sink(line + "\r\n");
            }
            lines_.read(code, sink);
        }
    }

private:
    struct Account {
        std::string head; ///< number and name, with which each line begins
        std::int64_t opening = 0;
        std::int64_t balance = 0;
    };

    static std::string headOf(std::string_view code, std::string_view label) {
        std::string head(code);
        head += ';';
        appendField(head, label);
        head += ';';
        return head;
    }

    void add(const accounting::BookLine& line) {
        auto found = accounts_.find(line.account.code);
        if (found == accounts_.end()) {
            found = accounts_.emplace(line.account.code, Account()).first;
            found->second.head = headOf(line.account.code, line.account.label);
        }
        Account& account = found->second;
        account.balance += line.debit - line.credit;
        out_ = account.head;
        appendDate(out_, line.date);
        out_ += ';';
        out_ += line.journal;
        out_ += ';';
        appendInteger(out_, line.number, NumberDigits);
        out_ += ';';
        appendField(out_, line.documentNumber);
        out_ += ';';
        appendField(out_, line.label);
        out_ += ';';
        appendField(out_,
                    line.partner != nullptr ? std::string_view(line.partner->name) : std::string_view());
        for (const std::int64_t amount : {line.debit, line.credit}) {
            out_ += ';';
            appendSum(out_, amount, currency_);
        }
        appendSides(out_, account.balance);
        out_ += "\r\n";
        lines_.append(found->first, out_);
    }

    void appendSides(std::string& out, std::int64_t balance) const {
        out += ';';
        appendSum(out, std::max<std::int64_t>(balance, 0), currency_);
        out += ';';
        appendSum(out, std::max<std::int64_t>(-balance, 0), currency_);
    }

    static constexpr std::size_t NumberDigits = 6;

    Call& call_;
    accounting::Books books_;
    std::string chart_;
    Currency currency_;
    std::map<std::string, Account, std::less<>> accounts_;
    Sheaf lines_;
    std::string out_;
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
    accounting::checkExportPeriod(period);
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
    const Period period = accounting::archivePeriod(input);
    const std::string chart(OwnChart);
    accounting::ArchiveFile ledger(call, ledgerName(period));
    GeneralLedger(call, chart, period).write([&](std::string_view text) { ledger.write(text); });
    ledger.finish();
    accounting::ArchiveFile balance(call, balanceName(period));
    balance.write(writeBalance(balanceOf(stagesOf(call, chart, period)), 6, call.company().currency));
    balance.finish();
    return Json::object();
}

} // namespace svc::ohada
