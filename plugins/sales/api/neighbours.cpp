#include "api/neighbours.hpp"

namespace svc::sales {
namespace {

Uuid idOf(const Json& record, std::string_view prefix, std::string_view field = "id") {
    const auto id = decodeId(prefix, record[field].text());
    if (!id) {
        throw Fault("a command answered an identifier of the wrong form");
    }
    return *id;
}

/// Label of entries and movements: needs no language.
std::string labelOf(const Sale& sale, std::string_view number) {
    std::string label(number);
    if (sale.partnerId) {
        label += ' ';
        label += sale.partnerName;
    }
    return label;
}

Json partnerIdOf(const Sale& sale) {
    return sale.partnerId ? Json(encodeId("par", *sale.partnerId)) : Json(nullptr);
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
    const Json found = call.command("partners.get", Json::object({{"id", id}}));
    if (found.isNull()) {
        return std::nullopt;
    }
    Partner partner;
    partner.id = idOf(found, "par");
    partner.idText = found["id"].text();
    partner.name = found["name"].text();
    if (const auto code = found.optionalText("currency")) {
        partner.currency = Currency::parse(*code);
    }
    partner.paymentTermsDays = found.optionalInteger("paymentTermsDays");
    partner.creditLimit = found.optionalInteger("creditLimit");
    partner.balance = found.optionalInteger("balance").value_or(0);
    partner.priceListId = found.optionalText("priceListId");
    partner.taxExemptionReason = found.optionalText("taxExemptionReason");
    partner.email = found.optionalText("email");
    partner.language = found.optionalText("language");
    partner.archived = found.optionalBool("archived").value_or(false);
    return partner;
}

void adjustReceivable(Call& call, const Uuid& partner, std::int64_t delta) {
    if (delta != 0) {
        call.command("partners.adjust_balance",
                     Json::object({{"id", encodeId("par", partner)}, {"receivable", delta}, {"payable", 0}}));
    }
}

std::vector<Item> findItems(Call& call, const std::vector<std::string>& ids,
                            const std::optional<std::string>& priceListId) {
    std::vector<Item> items;
    if (ids.empty() || !call.offers("stock.items")) {
        return items;
    }
    const Json answer =
        call.command("stock.items", Json::object({{"ids", Json(ids)}, {"priceListId", priceListId}}));
    for (const Json& found : answer["items"].items()) {
        Item item;
        item.id = found["id"].text();
        item.name = found["name"].text();
        item.price = found.optionalDecimal("price");
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

std::optional<Location> findLocation(Call& call, const std::string& id, std::string_view businessUnit) {
    if (!call.offers("stock.location")) {
        return std::nullopt;
    }
    const Json location =
        call.command("stock.location", Json::object({{"id", id}, {"businessUnitId", businessUnit}}));
    if (location.isNull()) {
        return std::nullopt;
    }
    return Location{idOf(location, "loc"), location.optionalBool("archived").value_or(false)};
}

void moveStock(Call& call, const Sale& sale, StockMove move, Date date) {
    Json lines = Json::array();
    for (std::size_t i = 0; i < sale.lines.size(); ++i) {
        const SaleLine& line = sale.lines[i];
        if (!line.stocked) {
            continue;
        }
        // What a delivery has taken out of the reservation comes back as goods, the rest as reservation.
        const bool reserved = sale.stockMode == StockMode::Reserved;
        Decimal quantity = line.quantity;
        if (move == StockMove::Release) {
            quantity = line.quantity - line.quantityDelivered;
        } else if (move == StockMove::Return && reserved) {
            quantity = line.quantityDelivered;
        }
        if (quantity.sign() > 0) {
            lines.push(Json::object({{"field", "lines[" + std::to_string(i) + "]"},
                                     {"itemId", encodeId("itm", *line.itemId)},
                                     {"quantity", quantity},
                                     {"locationId", encodeId("loc", sale.locationId.value())},
                                     {"lotNumber", line.lotNumber},
                                     {"unitCost", nullptr}}));
        }
    }
    if (lines.empty()) {
        return;
    }
    constexpr std::string_view Names[] = {"", "stock.issue", "stock.reserve", "stock.release",
                                          "stock.return"};
    call.command(Names[static_cast<std::size_t>(move)],
                 Json::object({{"documentKind", "sale"},
                               {"documentId", encodeId("sal", sale.id)},
                               {"documentNumber", sale.number},
                               {"businessUnitId", encodeId("bus", sale.businessUnitId)},
                               {"reason", "sale"},
                               {"date", date},
                               {"emitMovement", false},
                               {"lines", std::move(lines)}}));
}

bool hasTreasury(Call& call) {
    return call.offers("treasury.wallet") && call.offers("treasury.receive");
}

std::optional<Wallet> findWallet(Call& call, const std::optional<std::string>& id,
                                 std::string_view businessUnit) {
    const Json found =
        call.command("treasury.wallet", Json::object({{"id", id}, {"businessUnitId", businessUnit}}));
    if (found.isNull()) {
        return std::nullopt;
    }
    Wallet wallet;
    wallet.id = idOf(found, "wal");
    wallet.kind = found["kind"].text();
    wallet.currency = Currency::of(found["currency"].text());
    wallet.archived = found.optionalBool("archived").value_or(false);
    wallet.needsSession =
        found.optionalBool("requireSession").value_or(false) && !found.optionalText("openSessionId");
    wallet.facts = found;
    return wallet;
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

Uuid receivePayment(Call& call, const Sale& sale, const Payment& payment, std::int64_t walletBase,
                    const Json& wallet) {
    const bool foreign = payment.currency != call.company().currency;
    Json counterpart = Json::array();
    counterpart.push(
        Json::object({{"role", "customer"},
                      {"amount", payment.amountBase},
                      {"partnerId", partnerIdOf(sale)},
                      {"foreignAmount", foreign ? Json(-payment.amount) : Json(nullptr)},
                      {"foreignCurrency", foreign ? Json(payment.currency.code()) : Json(nullptr)}}));
    if (const std::int64_t gain = walletBase - payment.amountBase; gain != 0) {
        counterpart.push(Json::object({{"role", gain > 0 ? "fx_gain" : "fx_loss"}, {"amount", gain}}));
    }
    const Json answer = call.command("treasury.receive",
                                     Json::object({{"walletId", encodeId("wal", payment.walletId)},
                                                   {"wallet", wallet},
                                                   {"amount", payment.walletAmount},
                                                   {"baseAmount", walletBase},
                                                   {"kind", "sale_payment"},
                                                   {"documentKind", "sale"},
                                                   {"documentId", encodeId("sal", sale.id)},
                                                   {"documentNumber", sale.number},
                                                   {"documentDate", sale.date},
                                                   {"businessUnitId", encodeId("bus", sale.businessUnitId)},
                                                   {"partnerId", partnerIdOf(sale)},
                                                   {"date", payment.date},
                                                   {"label", labelOf(sale, sale.number)},
                                                   {"reference", payment.reference},
                                                   {"method", payment.method},
                                                   {"category", nullptr},
                                                   {"counterpart", std::move(counterpart)}}));
    return idOf(answer, "txn", "transactionId");
}

void postEntry(Call& call, const Sale& sale, const std::vector<PostingLine>& lines,
               std::string_view documentKind, const Uuid& documentId, std::string_view number, Date date) {
    if (lines.empty() || !call.offers("ledger.post")) {
        return;
    }
    const bool foreign = sale.currency != call.company().currency;
    const std::string label = labelOf(sale, number);
    Json entryLines = Json::array();
    for (const PostingLine& line : lines) {
        const bool customer = line.role == "customer";
        entryLines.push(
            Json::object({{"role", line.role},
                          {"debit", line.debit},
                          {"credit", line.credit},
                          {"partnerId", customer ? partnerIdOf(sale) : Json(nullptr)},
                          {"taxCategory", line.taxCategory.empty() ? Json(nullptr) : Json(line.taxCategory)},
                          {"taxRate", line.taxCategory.empty() ? Json(nullptr) : Json(line.taxRate)},
                          {"foreignAmount", foreign ? Json(line.foreign) : Json(nullptr)},
                          {"foreignCurrency", foreign ? Json(sale.currency.code()) : Json(nullptr)},
                          {"exchangeRate", foreign ? Json(sale.exchangeRate) : Json(nullptr)},
                          {"label", label}}));
    }
    call.command("ledger.post",
                 Json::object({{"journal", "VE"},
                               {"date", date},
                               {"label", label},
                               {"documentKind", documentKind},
                               {"documentId", encodeId(documentKind == "sale" ? "sal" : "crn", documentId)},
                               {"documentNumber", number},
                               {"documentDate", date},
                               {"businessUnitId", encodeId("bus", sale.businessUnitId)},
                               {"lines", std::move(entryLines)}}));
}

} // namespace svc::sales
