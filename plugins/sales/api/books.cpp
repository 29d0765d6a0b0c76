#include "api/books.hpp"

#include <svc/contracts/ledger.hpp>
#include <svc/contracts/treasury.hpp>

#include "api/neighbours.hpp"

namespace svc::sales {
namespace {

/// Label of entries and movements: needs no language.
std::string labelOf(const Sale& sale, std::string_view number) {
    std::string label(number);
    if (sale.partnerId) {
        label += ' ';
        label += sale.partnerName;
    }
    return label;
}

std::optional<std::string> partnerIdOf(const Sale& sale) {
    return sale.partnerId ? std::optional(encodeId("par", *sale.partnerId)) : std::nullopt;
}

std::optional<std::string> partnerNameOf(const Sale& sale) {
    return sale.partnerId ? std::optional(sale.partnerName) : std::nullopt;
}

contracts::CounterpartLine customerLine(Call& call, const Sale& sale, std::int64_t amountBase,
                                        std::int64_t foreign) {
    contracts::CounterpartLine line;
    line.role = "customer";
    line.amount = amountBase;
    line.partnerId = partnerIdOf(sale);
    line.partnerName = partnerNameOf(sale);
    line.openItem = encodeId("sal", sale.id);
    line.openItemNumber = sale.number;
    if (sale.currency != call.company().currency) {
        line.foreignAmount = foreign;
        line.foreignCurrency = sale.currency;
    }
    return line;
}

contracts::CounterpartLine differenceLine(std::int64_t gain, std::int64_t amount) {
    contracts::CounterpartLine line;
    line.role = gain > 0 ? "fx_gain" : "fx_loss";
    line.amount = amount;
    return line;
}

} // namespace

void postEntry(Call& call, const Sale& sale, const std::vector<PostingLine>& lines,
               const BookDocument& document) {
    if (lines.empty() || !call.offers("ledger.post")) {
        return;
    }
    const bool foreign = sale.currency != call.company().currency;
    contracts::Entry entry;
    entry.journal = "VE";
    entry.date = document.date;
    entry.label = labelOf(sale, document.number);
    entry.documentKind = document.kind;
    entry.documentId = document.id;
    entry.documentNumber = document.number;
    entry.documentDate = document.date;
    entry.businessUnitId = encodeId("bus", sale.businessUnitId);
    for (const PostingLine& line : lines) {
        contracts::EntryLine written;
        written.role = line.role;
        written.debit = line.debit;
        written.credit = line.credit;
        if (line.role == "customer") {
            written.partnerId = partnerIdOf(sale);
            written.partnerName = partnerNameOf(sale);
            if (document.kind != "sale") {
                // A credit note settles the invoice.
                written.openItem = encodeId("sal", sale.id);
                written.openItemNumber = sale.number;
            }
        }
        if (!line.taxCategory.empty()) {
            written.taxCategory = line.taxCategory;
            written.taxRate = line.taxRate;
        }
        if (foreign) {
            written.foreignAmount = line.foreign;
            written.foreignCurrency = sale.currency;
            written.exchangeRate = sale.exchangeRate;
        }
        written.label = entry.label;
        entry.lines.push_back(std::move(written));
    }
    contracts::postEntry(call, entry);
}

Uuid receivePayment(Call& call, const Sale& sale, const Payment& payment, std::int64_t walletBase,
                    const Json& wallet) {
    contracts::MoneyMove move;
    move.walletId = encodeId("wal", payment.walletId);
    move.wallet = wallet;
    move.amount = payment.walletAmount;
    move.baseAmount = walletBase;
    move.kind = "sale_payment";
    move.documentKind = "sale";
    move.documentId = encodeId("sal", sale.id);
    move.documentNumber = sale.number;
    move.documentDate = sale.date;
    move.businessUnitId = encodeId("bus", sale.businessUnitId);
    move.partnerId = partnerIdOf(sale);
    move.date = payment.date;
    move.label = labelOf(sale, sale.number);
    move.reference = payment.reference;
    move.method = payment.method;
    move.counterpart.push_back(customerLine(call, sale, payment.amountBase, -payment.amount));
    if (const std::int64_t gain = walletBase - payment.amountBase; gain != 0) {
        move.counterpart.push_back(differenceLine(gain, gain));
    }
    return idOf("txn", contracts::receiveMoney(call, move).transactionId);
}

Uuid returnMoney(Call& call, const Sale& sale, const MoneyBack& money, const BookDocument& creditNote) {
    contracts::MoneyMove move;
    move.walletId = money.walletId;
    move.wallet = money.wallet;
    move.amount = money.walletAmount;
    move.baseAmount = money.walletBase;
    move.kind = "sale_refund";
    move.documentKind = creditNote.kind;
    move.documentId = creditNote.id;
    move.documentNumber = creditNote.number;
    move.documentDate = creditNote.date;
    move.businessUnitId = encodeId("bus", sale.businessUnitId);
    move.partnerId = partnerIdOf(sale);
    move.date = money.date;
    move.label = labelOf(sale, creditNote.number);
    move.method = money.method;
    move.counterpart.push_back(customerLine(call, sale, money.amountBase, money.amount));
    if (const std::int64_t gain = money.amountBase - money.walletBase; gain != 0) {
        move.counterpart.push_back(differenceLine(gain, -gain));
    }
    return idOf("txn", contracts::payMoney(call, move).transactionId);
}

} // namespace svc::sales
