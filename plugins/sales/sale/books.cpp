#include "sale/books.hpp"

namespace svc::sales {
namespace {

namespace ledger = calls::ledger;
namespace treasury = calls::treasury;

Json counterpartLine(std::string_view role, std::int64_t amount) {
    return Json::object({{"role", role}, {"amount", amount}});
}

/// The receivable; `foreign` is the same amount in the currency of the sale.
Json customerLine(Call& call, const Sale& sale, std::int64_t amountBase, std::int64_t foreign) {
    Json line = counterpartLine("customer", amountBase);
    if (sale.partner) {
        line.add("partnerId", sale.partner->id).add("partnerName", sale.partner->name);
    }
    line.add("openItem", sale.id).add("openItemNumber", sale.number);
    if (sale.currency != call.company().currency) {
        line.add("foreignAmount", foreign).add("foreignCurrency", sale.currency);
    }
    return line;
}

/// Adds an exchange gain, or a loss if `gain` is negative; `amount` has the sign of the other lines of the
/// movement.
void addDifference(Json& counterpart, std::int64_t gain, std::int64_t amount) {
    if (gain != 0) {
        counterpart.push(counterpartLine(gain > 0 ? "fx_gain" : "fx_loss", amount));
    }
}

/// The common data of all movements of a sale.
treasury::MoneyMove moveOf(const Sale& sale, const BookDocument& document, const Wallet& wallet) {
    return {.walletId = wallet.id,
            .wallet = wallet,
            .documentKind = std::string(document.kind),
            .documentId = document.id,
            .documentNumber = document.number,
            .documentDate = document.date,
            .partnerId = sale.partnerId,
            .label = labelOf(document.number, sale.partner),
            .businessUnitId = sale.businessUnitId};
}

} // namespace

void postEntry(Call& call, const Sale& sale, const std::vector<PostingLine>& lines,
               const BookDocument& document) {
    if (lines.empty() || !ledger::offersPost(call)) {
        return;
    }
    const bool foreign = sale.currency != call.company().currency;
    ledger::PostInput entry{.journal = "VE",
                            .date = document.date,
                            .label = labelOf(document.number, sale.partner),
                            .documentKind = std::string(document.kind),
                            .documentId = document.id,
                            .documentNumber = document.number,
                            .documentDate = document.date,
                            .businessUnitId = sale.businessUnitId};
    for (const PostingLine& line : lines) {
        ledger::PostInputLinesItem written{
            .role = std::string(line.role), .debit = line.debit, .credit = line.credit, .label = entry.label};
        if (line.role == "customer") {
            if (sale.partner) {
                written.partnerId = sale.partner->id;
                written.partnerName = sale.partner->name;
            }
            if (document.kind != "sale") {
                // A credit note settles the receivable of the invoice.
                written.openItem = sale.id.toString();
                written.openItemNumber = sale.number;
            }
        }
        if (!line.taxCategory.empty()) {
            written.taxCategory = line.taxCategory;
            written.taxRate = line.taxRate;
        }
        if (foreign) {
            written.foreignAmount = line.foreign;
            written.foreignCurrency = std::string(sale.currency.code());
            written.exchangeRate = sale.exchangeRate;
        }
        entry.lines.push_back(std::move(written));
    }
    ledger::post(call, entry);
}

TransactionId receivePayment(Call& call, const Sale& sale, const Payment& payment, std::int64_t walletBase,
                             const Wallet& wallet) {
    treasury::MoneyMove move = moveOf(sale, {"sale", sale.id.toString(), sale.number, sale.date}, wallet);
    move.amount = MinorAmount(payment.walletAmount);
    move.baseAmount = walletBase;
    move.kind = treasury::TransactionKind::SalePayment;
    move.date = payment.date;
    move.reference = payment.reference;
    move.counterpart = Json::array({customerLine(call, sale, payment.amountBase, -payment.amount)});
    const std::int64_t gain = walletBase - payment.amountBase;
    addDifference(*move.counterpart, gain, gain);
    return treasury::receive(call, move).transactionId;
}

TransactionId returnMoney(Call& call, const Sale& sale, const MoneyBack& money,
                          const BookDocument& creditNote) {
    treasury::MoneyMove move = moveOf(sale, creditNote, money.wallet);
    move.amount = MinorAmount(money.walletAmount);
    move.baseAmount = money.walletBase;
    move.kind = treasury::TransactionKind::SaleRefund;
    move.date = money.date;
    move.counterpart = Json::array({customerLine(call, sale, money.amountBase, money.amount)});
    const std::int64_t gain = money.amountBase - money.walletBase;
    addDifference(*move.counterpart, gain, -gain);
    return treasury::pay(call, move).transactionId;
}

} // namespace svc::sales
