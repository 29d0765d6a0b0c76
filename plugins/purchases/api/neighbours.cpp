#include "api/neighbours.hpp"

#include <svc/error.hpp>

namespace svc::purchases {
namespace {

Uuid idOf(const Json& record, std::string_view prefix, std::string_view field = "id") {
    const auto id = decodeId(prefix, record[field].text());
    if (!id) {
        throw Fault("a command answered an identifier of the wrong form");
    }
    return *id;
}

/// Label of entries and movements: needs no language.
std::string labelOf(const Purchase& purchase) {
    return purchase.number + ' ' + purchase.partnerName;
}

const PurchaseLine& lineOf(const Purchase& purchase, const Uuid& id) {
    for (const PurchaseLine& line : purchase.lines) {
        if (line.id == id) {
            return line;
        }
    }
    throw Fault("a receipt of a line that the purchase does not have");
}

} // namespace

std::optional<BusinessUnit> findBusinessUnit(Call& call, const std::optional<std::string>& id) {
    const std::optional<Json> unit =
        call.businessUnit(id ? std::optional<std::string_view>(*id) : std::nullopt);
    if (!unit) {
        return std::nullopt;
    }
    const auto location = unit->optionalText("defaultLocationId");
    return BusinessUnit{idOf(*unit, "bus"), (*unit)["id"].text(),
                        location ? decodeId("loc", *location) : std::nullopt,
                        unit->optionalBool("archived").value_or(false)};
}

std::optional<Partner> findPartner(Call& call, std::string_view id) {
    const Json found =
        decodeId("par", id) ? call.command("partners.get", Json::object({{"id", id}})) : Json();
    if (found.isNull()) {
        return std::nullopt;
    }
    Partner partner;
    partner.id = idOf(found, "par");
    partner.idText = found["id"].text();
    partner.name = found["name"].text();
    partner.supplier = found.textOr("kind") != "customer";
    if (const auto code = found.optionalText("currency")) {
        partner.currency = Currency::parse(*code);
    }
    partner.paymentTermsDays = found.optionalInteger("paymentTermsDays");
    partner.archived = found.optionalBool("archived").value_or(false);
    return partner;
}

void adjustPayable(Call& call, const Uuid& partner, std::int64_t delta) {
    if (delta != 0) {
        call.command("partners.adjust_balance",
                     Json::object({{"id", encodeId("par", partner)}, {"receivable", 0}, {"payable", delta}}));
    }
}

std::vector<Item> findItems(Call& call, const std::vector<std::string>& ids) {
    std::vector<Item> items;
    if (ids.empty() || !call.offers("stock.items")) {
        return items;
    }
    const Json answer = call.command("stock.items", Json::object({{"ids", Json(ids)}}));
    for (const Json& found : answer["items"].items()) {
        Item item;
        item.id = found["id"].text();
        item.name = found["name"].text();
        item.cost = found.optionalDecimal("cost");
        item.taxCategory = found.optionalText("taxCategory");
        item.taxRate = found.optionalDecimal("taxRate");
        item.taxExemptionReason = found.optionalText("taxExemptionReason");
        item.unit = found.optionalText("unit");
        item.service = found.optionalBool("service").value_or(false);
        item.trackStock = found.optionalBool("trackStock").value_or(false);
        item.trackLots = found.optionalBool("trackLots").value_or(false);
        item.isParent = found.optionalBool("isParent").value_or(false);
        item.archived = found.optionalBool("archived").value_or(false);
        items.push_back(std::move(item));
    }
    return items;
}

std::optional<Location> findLocation(Call& call, const std::optional<std::string>& id,
                                     std::string_view businessUnit) {
    if (!call.offers("stock.location") || (id && !decodeId("loc", *id))) {
        return std::nullopt;
    }
    const Json location =
        call.command("stock.location", Json::object({{"id", id}, {"businessUnitId", businessUnit}}));
    if (location.isNull()) {
        return std::nullopt;
    }
    return Location{idOf(location, "loc"), location.optionalBool("archived").value_or(false)};
}

void receiveGoods(Call& call, const Purchase& purchase, const Receipt& receipt,
                  const std::vector<Decimal>& unitCosts) {
    Json lines = Json::array();
    for (std::size_t i = 0; i < receipt.lines.size(); ++i) {
        const ReceiptLine& line = receipt.lines[i];
        if (!lineOf(purchase, line.lineId).stocked) {
            continue;
        }
        lines.push(Json::object({{"field", "lines[" + std::to_string(i) + "]"},
                                 {"itemId", encodeId("itm", line.itemId.value())},
                                 {"quantity", line.quantity},
                                 {"locationId", encodeId("loc", receipt.locationId.value())},
                                 {"unitCost", unitCosts[i]},
                                 {"lotNumber", line.lotNumber},
                                 {"expiresOn", line.expiresOn}}));
    }
    if (lines.empty()) {
        return;
    }
    call.command("stock.receive", Json::object({{"documentKind", "purchase"},
                                                {"documentId", encodeId("pur", purchase.id)},
                                                {"documentNumber", receipt.number},
                                                {"businessUnitId", encodeId("bus", purchase.businessUnitId)},
                                                {"reason", "purchase"},
                                                {"date", receipt.date},
                                                {"note", receipt.note},
                                                {"lines", std::move(lines)}}));
}

Wallet requireWallet(Call& call, const std::optional<std::string>& id, std::string_view businessUnit,
                     std::string_view path) {
    if (!call.offers("treasury.wallet") || !call.offers("treasury.pay")) {
        throw ApiError(503, "module-disabled", {"treasury"});
    }
    const bool wrongForm = id && !decodeId("wal", *id);
    const Json unit = businessUnit.empty() ? Json(nullptr) : Json(businessUnit); // else that of the company
    const Json found =
        wrongForm ? Json()
                  : call.command("treasury.wallet", Json::object({{"id", id}, {"businessUnitId", unit}}));
    if (found.isNull()) {
        throw id ? ApiError(404, "wallet-not-found") : fieldRequired(path);
    }
    Wallet wallet;
    wallet.id = idOf(found, "wal");
    wallet.kind = found["kind"].text();
    wallet.currency = Currency::of(found["currency"].text());
    wallet.businessUnitId = found.optionalText("businessUnitId");
    wallet.archived = found.optionalBool("archived").value_or(false);
    wallet.needsSession =
        found.optionalBool("requireSession").value_or(false) && !found.optionalText("openSessionId");
    wallet.facts = found;
    return wallet;
}

void checkWalletState(const Wallet& wallet, std::string_view path) {
    if (wallet.archived) {
        throw fieldInvalid(path);
    }
    if (wallet.needsSession) {
        throw ApiError(400, "cash-session-required");
    }
}

std::optional<Decimal> findRate(Call& call, Currency currency, Date date) {
    if (currency == call.company().currency) {
        return Decimal(1);
    }
    if (call.offers("treasury.rate")) {
        const Json found =
            call.command("treasury.rate", Json::object({{"currency", currency.code()}, {"date", date}}));
        if (const auto rate = found.optionalDecimal("rate"); rate && rate->sign() > 0) {
            return *rate;
        }
    }
    return std::nullopt;
}

Decimal rateOf(Call& call, Currency currency, Date date) {
    if (const std::optional<Decimal> rate = findRate(call, currency, date)) {
        return *rate;
    }
    throw ApiError(400, "rate-not-found", {currency.code(), call.company().currency.code()});
}

Uuid payOut(Call& call, const Purchase& purchase, const Payment& payment, std::int64_t walletBase,
            const Json& wallet) {
    const bool foreign = payment.currency != call.company().currency;
    const std::string partner = encodeId("par", purchase.partnerId);
    Json counterpart = Json::array();
    counterpart.push(
        Json::object({{"role", "supplier"},
                      {"amount", payment.amountBase},
                      {"partnerId", partner},
                      {"partnerName", purchase.partnerName},
                      {"openItem", encodeId("pur", purchase.id)},
                      {"openItemNumber", purchase.number},
                      {"foreignAmount", foreign ? Json(payment.amount) : Json(nullptr)},
                      {"foreignCurrency", foreign ? Json(payment.currency.code()) : Json(nullptr)}}));
    // More left the wallet than the debt was worth: a loss. A gain stands on the wallet's side.
    if (const std::int64_t loss = walletBase - payment.amountBase; loss != 0) {
        counterpart.push(Json::object({{"role", loss > 0 ? "fx_loss" : "fx_gain"}, {"amount", loss}}));
    }
    const Json answer = call.command(
        "treasury.pay", Json::object({{"walletId", encodeId("wal", payment.walletId)},
                                      {"wallet", wallet},
                                      {"amount", payment.walletAmount},
                                      {"baseAmount", walletBase},
                                      {"kind", "purchase_payment"},
                                      {"documentKind", "purchase"},
                                      {"documentId", encodeId("pur", purchase.id)},
                                      {"documentNumber", purchase.number},
                                      {"documentDate", purchase.date},
                                      {"businessUnitId", encodeId("bus", purchase.businessUnitId)},
                                      {"partnerId", partner},
                                      {"date", payment.date},
                                      {"label", labelOf(purchase)},
                                      {"reference", payment.reference},
                                      {"method", payment.method},
                                      {"category", nullptr},
                                      {"counterpart", std::move(counterpart)}}));
    return idOf(answer, "txn", "transactionId");
}

void postReceipt(Call& call, const Purchase& purchase, const Receipt& receipt,
                 const std::vector<PostingLine>& lines) {
    if (lines.empty() || !call.offers("ledger.post")) {
        return;
    }
    const bool foreign = purchase.currency != call.company().currency;
    const std::string label = labelOf(purchase);
    Json entryLines = Json::array();
    for (const PostingLine& line : lines) {
        const bool supplier = line.role == "supplier";
        entryLines.push(
            Json::object({{"role", line.role},
                          {"debit", line.debit},
                          {"credit", line.credit},
                          {"partnerId", supplier ? Json(encodeId("par", purchase.partnerId)) : Json(nullptr)},
                          {"partnerName", supplier ? Json(purchase.partnerName) : Json(nullptr)},
                          {"taxCategory", line.taxCategory.empty() ? Json(nullptr) : Json(line.taxCategory)},
                          {"taxRate", line.taxCategory.empty() ? Json(nullptr) : Json(line.taxRate)},
                          {"foreignAmount", foreign ? Json(line.foreign) : Json(nullptr)},
                          {"foreignCurrency", foreign ? Json(purchase.currency.code()) : Json(nullptr)},
                          {"exchangeRate", foreign ? Json(purchase.exchangeRate) : Json(nullptr)},
                          {"label", label}}));
    }
    call.command("ledger.post", Json::object({{"journal", "AC"},
                                              {"date", receipt.date},
                                              {"label", label},
                                              {"documentKind", "purchase"},
                                              {"documentId", encodeId("pur", purchase.id)},
                                              {"documentNumber", purchase.number},
                                              {"documentDate", purchase.date},
                                              {"businessUnitId", encodeId("bus", purchase.businessUnitId)},
                                              {"lines", std::move(entryLines)}}));
}

} // namespace svc::purchases
