#include "document/neighbours.hpp"

namespace svc::purchases {
namespace {

const PurchaseLine& lineOf(const Purchase& purchase, LineId id) {
    for (const PurchaseLine& line : purchase.lines) {
        if (line.id == id) {
            return line;
        }
    }
    throw Fault("a receipt of a line that the purchase does not have");
}

/// A value that only some lines of an entry have.
template <class Value>
std::optional<Value> onlyIf(bool condition, const Value& value) {
    return condition ? std::optional(value) : std::nullopt;
}

} // namespace

void adjustPayable(Call& call, PartnerId partner, std::int64_t delta) {
    if (delta != 0) {
        calls::partners::adjustBalance(call, {.id = partner, .receivable = 0, .payable = delta});
    }
}

std::vector<Item> findItems(Call& call, const std::vector<ItemId>& ids) {
    if (ids.empty() || !calls::stock::offersItems(call)) {
        return {};
    }
    return calls::stock::items(call, {.ids = ids}).value().items;
}

std::optional<Location> findLocation(Call& call, const std::optional<LocationId>& id,
                                     BusinessUnitId businessUnit) {
    return calls::stock::offersLocation(call)
               ? calls::stock::location(call, {.id = id, .businessUnitId = businessUnit})
               : std::nullopt;
}

void receiveGoods(Call& call, const Purchase& purchase, const Receipt& receipt,
                  const std::vector<Decimal>& unitCosts) {
    std::vector<calls::stock::MovedLine> lines;
    for (std::size_t i = 0; i < receipt.lines.size(); ++i) {
        const ReceiptLine& line = receipt.lines[i];
        if (lineOf(purchase, line.lineId).stocked) {
            lines.push_back({.field = "lines[" + std::to_string(i) + "]",
                             .itemId = line.itemId.value(),
                             .locationId = receipt.locationId.value(),
                             .quantity = line.quantity,
                             .lotNumber = line.lotNumber,
                             .unitCost = MinorPrice(unitCosts[i]),
                             .expiresOn = line.expiresOn});
        }
    }
    if (lines.empty()) {
        return;
    }
    calls::stock::receive(call, {.documentKind = "purchase",
                                 .documentId = purchase.id.toString(),
                                 .documentNumber = receipt.number,
                                 .reason = calls::stock::MovementReason::Purchase,
                                 .date = receipt.date,
                                 .note = receipt.note,
                                 .businessUnitId = purchase.businessUnitId,
                                 .lines = std::move(lines)});
}

Wallet requireWallet(Call& call, const std::optional<WalletId>& id,
                     const std::optional<BusinessUnitId>& businessUnit) {
    if (!calls::treasury::offersWallet(call) || !calls::treasury::offersPay(call)) {
        throw ApiError(503, "module-disabled", {"treasury"});
    }
    std::optional<Wallet> wallet = calls::treasury::wallet(call, {.id = id, .businessUnitId = businessUnit});
    if (!wallet) {
        throw id ? ApiError(404, "wallet-not-found") : fieldRequired("walletId");
    }
    return *std::move(wallet);
}

TransactionId payOut(Call& call, const Purchase& purchase, const Payment& payment, std::int64_t walletBase,
                     const Wallet& wallet) {
    const bool foreign = payment.currency != call.company().currency;
    Json counterpart = Json::array({Json::object({{"role", "supplier"},
                                                  {"amount", payment.amountBase},
                                                  {"partnerId", purchase.partnerId},
                                                  {"partnerName", purchase.partner.name},
                                                  {"openItem", purchase.id},
                                                  {"openItemNumber", purchase.number},
                                                  {"foreignAmount", onlyIf(foreign, payment.amount)},
                                                  {"foreignCurrency", onlyIf(foreign, payment.currency)}})});
    // The wallet gave more than the settled payable: a loss. A gain is on the wallet's side of the entry.
    if (const std::int64_t loss = walletBase - payment.amountBase; loss != 0) {
        counterpart.push(Json::object({{"role", loss > 0 ? "fx_loss" : "fx_gain"}, {"amount", loss}}));
    }
    return calls::treasury::pay(call, {.walletId = payment.walletId,
                                       .wallet = wallet,
                                       .amount = MinorAmount(payment.walletAmount),
                                       .baseAmount = walletBase,
                                       .kind = calls::treasury::TransactionKind::PurchasePayment,
                                       .documentKind = std::string("purchase"),
                                       .documentId = purchase.id.toString(),
                                       .documentNumber = purchase.number,
                                       .documentDate = purchase.date,
                                       .partnerId = purchase.partnerId,
                                       .date = payment.date,
                                       .label = purchase.label(),
                                       .reference = payment.reference,
                                       .businessUnitId = purchase.businessUnitId,
                                       .counterpart = std::move(counterpart)})
        .transactionId;
}

void postReceipt(Call& call, const Purchase& purchase, const Receipt& receipt,
                 const std::vector<PostingLine>& lines) {
    if (lines.empty() || !calls::ledger::offersPost(call)) {
        return;
    }
    const bool foreign = purchase.currency != call.company().currency;
    const std::string label = purchase.label();
    calls::ledger::PostInput entry{.journal = "AC",
                                   .date = receipt.date,
                                   .label = label,
                                   .documentKind = "purchase",
                                   .documentId = purchase.id.toString(),
                                   .documentNumber = purchase.number,
                                   .documentDate = purchase.date,
                                   .businessUnitId = purchase.businessUnitId};
    for (const PostingLine& line : lines) {
        const bool supplier = line.role == "supplier";
        const bool taxed = !line.taxCategory.empty();
        entry.lines.push_back({.role = std::string(line.role),
                               .debit = line.debit,
                               .credit = line.credit,
                               .partnerId = onlyIf(supplier, purchase.partnerId),
                               .partnerName = onlyIf(supplier, purchase.partner.name),
                               .taxCategory = onlyIf(taxed, line.taxCategory),
                               .taxRate = onlyIf(taxed, line.taxRate),
                               .foreignAmount = onlyIf(foreign, line.foreign),
                               .foreignCurrency = onlyIf(foreign, std::string(purchase.currency.code())),
                               .exchangeRate = onlyIf(foreign, purchase.exchangeRate),
                               .label = label});
    }
    calls::ledger::post(call, entry);
}

std::optional<Decimal> recordedRate(Call& call, Currency currency, Date date) {
    const auto found =
        calls::treasury::offersRate(call)
            ? calls::treasury::rate(call, {.currency = std::string(currency.code()), .date = date})
            : std::nullopt;
    return found ? std::optional(found->rate) : std::nullopt;
}

} // namespace svc::purchases
