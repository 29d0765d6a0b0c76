#include "general_ledger.hpp"

#include <algorithm>

#include <svc/append.hpp>
#include <svc/text.hpp>

#include "bindings.hpp"
#include "exports.hpp"

namespace svc::ohada_accounting {
namespace {

constexpr std::size_t NumberDigits = 6;

std::string headOf(std::string_view code, std::string_view label) {
    std::string head(code);
    head += ';';
    appendField(head, label);
    head += ';';
    return head;
}

} // namespace

GeneralLedger::GeneralLedger(Call& call, const std::string& chart, const Period& period)
    : call_(call), books_(call, accounting::getChart(call, calls::ledger::chart, chart), period,
                          accounting::nameBy(calls::partners::offersNames, calls::partners::names)),
      chart_(chart), currency_(call.company().currency) {}

void GeneralLedger::write(const std::function<void(std::string_view)>& sink) {
    for (const auto& [code, sums] : periodBalance(call_, chart_, books_.period())) {
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

void GeneralLedger::add(const accounting::BookLine& line) {
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
    appendField(out_, line.partner != nullptr ? std::string_view(line.partner->name) : std::string_view());
    for (const std::int64_t amount : {line.debit, line.credit}) {
        out_ += ';';
        appendSum(out_, amount, currency_);
    }
    appendSides(out_, account.balance);
    out_ += "\r\n";
    lines_.append(found->first, out_);
}

void GeneralLedger::appendSides(std::string& out, std::int64_t balance) const {
    out += ';';
    appendSum(out, std::max<std::int64_t>(balance, 0), currency_);
    out += ';';
    appendSum(out, std::max<std::int64_t>(-balance, 0), currency_);
}

} // namespace svc::ohada_accounting
