#include "sale/builder.hpp"

#include <algorithm>
#include <limits>
#include <map>

#include "document/line_input.hpp"
#include "sale/input.hpp"
#include "sale/rules/states.hpp"
#include "sale/store/days.hpp"
#include "sale/store/find.hpp"
#include "trade/business_unit.hpp"
#include "trade/lines.hpp"
#include "trade/locations.hpp"
#include "trade/pricing.hpp"
#include "trade/rates.hpp"
#include "trade/wallets.hpp"

namespace svc::sales {
namespace {

using Item = calls::stock::SoldItem;

/// The records found that a request names.
struct Surroundings {
    trade::BusinessUnit businessUnit;
    std::optional<Partner> partner;
    std::optional<Sale> corrected;
    std::vector<Item> items;
    std::optional<Wallet> wallet;       ///< of walletId, or the default one when money is to be received
    std::vector<Wallet> paymentWallets; ///< one per element of payments
    std::optional<LocationId> locationId;
    bool locationArchived = false;
    Currency currency;

    const Item* item(const Field<ItemId>& id) const {
        const auto found =
            std::find_if(items.begin(), items.end(), [&](const Item& one) { return id.value() == one.id; });
        return found == items.end() ? nullptr : &*found;
    }
};

std::vector<ItemId> itemsIn(const api::SaleCreate& body) {
    std::vector<ItemId> ids;
    for (const api::SaleLineCreate& line : body.lines) {
        if (line.itemId.hasValue() && !line.itemId->uuid().isNil() &&
            std::find(ids.begin(), ids.end(), *line.itemId) == ids.end()) {
            ids.push_back(*line.itemId);
        }
    }
    return ids;
}

/// Prefetches the items: the answer comes with the next read, and findLineItems needs no round trip of its
/// own.
void askItems(Call& call, const std::vector<ItemId>& ids) {
    if (!ids.empty() && calls::stock::offersItems(call)) {
        calls::stock::items(call, {.ids = ids, .ahead = true});
    }
}

void findLineItems(Call& call, const api::SaleCreate& body, const std::vector<ItemId>& ids,
                   Surroundings& found) {
    if (!ids.empty() && calls::stock::offersItems(call)) {
        if (auto known = calls::stock::items(call, {.ids = ids})) {
            found.items = std::move(known->items);
        }
    }
    for (std::size_t i = 0; i < body.lines.size(); ++i) {
        const Field<ItemId>& id = body.lines[i].itemId;
        if (id.hasValue() && found.item(id) == nullptr) {
            throw unknownName(404, "item-not-found",
                              id->uuid().isNil() ? writtenInLine(call, i, "itemId") : id->toString());
        }
    }
}

/// Is the wallet of the whole sale read, the named or the default one?
bool readsOneWallet(Call& call, const api::SaleCreate& body) {
    const bool wholeInOne = body.paidInFull.value_or(false) && paymentsOf(body).empty();
    return wholeInOne || (body.walletId && calls::treasury::offersWallet(call));
}

/// Prefetches the wallet that findWallets reads first.
void askWallet(Call& call, const api::SaleCreate& body, const trade::BusinessUnit& unit) {
    const std::vector<api::SalePaymentCreate>& payments = paymentsOf(body);
    const bool one = readsOneWallet(call, body);
    if ((one || !payments.empty()) && calls::treasury::offersWallet(call)) {
        calls::treasury::wallet(call, {.id = one ? body.walletId : payments.front().walletId,
                                       .businessUnitId = unit.id,
                                       .businessUnit = unit.facts,
                                       .ahead = true});
    }
}

void findWallets(Call& call, const api::SaleCreate& body, Surroundings& found) {
    const trade::BusinessUnit& unit = found.businessUnit;
    const std::vector<api::SalePaymentCreate>& payments = paymentsOf(body);
    if (readsOneWallet(call, body)) {
        found.wallet = trade::requireWallet<calls::treasury::wallet>(call, body.walletId, unit.id, "walletId",
                                                                     unit.facts);
    }
    std::vector<std::pair<std::optional<WalletId>, Wallet>> seen;
    for (std::size_t i = 0; i < payments.size(); ++i) {
        const std::optional<WalletId>& id = payments[i].walletId;
        const auto known =
            std::find_if(seen.begin(), seen.end(), [&](const auto& one) { return one.first == id; });
        if (!id && found.wallet) {
            found.paymentWallets.push_back(*found.wallet);
        } else if (known != seen.end()) {
            found.paymentWallets.push_back(known->second);
        } else {
            found.paymentWallets.push_back(trade::requireWallet<calls::treasury::wallet>(
                call, id, unit.id, pathOf("payments", i, "walletId"), unit.facts));
            seen.emplace_back(id, found.paymentWallets.back());
        }
    }
}

/// Check 8 of 1.7: the records in the order of the body.
Surroundings findSurroundings(Call& call, const api::SaleCreate& body) {
    Surroundings found;
    std::optional<Currency> currency = body.currency;
    if (!currency && !body.partnerId) {
        currency = call.company().currency;
    }
    if (currency) {
        checkAmounts(body, *currency);
    }
    // The items are read in the same round trip as the business unit, or as the wallet when the unit is
    // cached.
    const std::vector<ItemId> items = itemsIn(body);
    askItems(call, items);
    const auto unit = trade::findBusinessUnit(call, body.businessUnitId);
    if (!unit) {
        throw ApiError(404, "business-unit-not-found");
    }
    found.businessUnit = *unit;
    askWallet(call, body, *unit);
    if (body.partnerId) {
        found.partner = calls::partners::get(call, {.id = *body.partnerId});
        if (!found.partner) {
            throw ApiError(404, "partner-not-found");
        }
    }
    if (!currency) {
        currency = found.partner->currency;
        checkAmounts(body, *currency);
    }
    found.currency = *currency;
    findLineItems(call, body, items, found);
    if (body.correctsSaleId) {
        found.corrected = findSale(call, *body.correctsSaleId, {});
        if (!found.corrected) {
            throw ApiError(404, "sale-not-found");
        }
    }
    findWallets(call, body, found);
    found.locationId = unit->defaultLocationId;
    if (body.locationId) {
        const auto location =
            trade::requireLocation<calls::stock::location>(call, *body.locationId, unit->id);
        found.locationId = location.id;
        found.locationArchived = location.archived;
    }
    return found;
}

void checkMonthlyPlan(Call& call) {
    constexpr std::string_view Key = "sales-per-month";
    try {
        // Does the plan have a limit at all? Most plans have none, and then no count is needed.
        call.checkPlan(Key, std::numeric_limits<std::int64_t>::max());
    } catch (const ApiError&) {
        call.checkPlan(Key, recordedInMonth(call, call.today()));
    }
}

/// Check 9, first part: the state of the records.
void checkStates(const api::SaleCreate& body, const Surroundings& found) {
    if (found.businessUnit.archived) {
        throw fieldInvalid("businessUnitId");
    }
    if (found.partner && found.partner->archived) {
        throw fieldInvalid("partnerId");
    }
    // A corrected invoice replaces a fully credited invoice to the same partner.
    if (found.corrected && (found.corrected->credited != found.corrected->total ||
                            found.corrected->kind != api::SaleKind::Invoice || !found.partner ||
                            found.corrected->partnerId != found.partner->id)) {
        throw fieldInvalid("correctsSaleId");
    }
    for (std::size_t i = 0; i < body.lines.size(); ++i) {
        const Item* item = found.item(body.lines[i].itemId);
        if (item != nullptr && (item->archived || item->isParent)) {
            throw fieldInvalid(pathOf("lines", i, "itemId"));
        }
    }
    if (found.wallet) {
        trade::checkWalletState(*found.wallet, "walletId");
    }
    for (std::size_t i = 0; i < found.paymentWallets.size(); ++i) {
        trade::checkWalletState(found.paymentWallets[i], pathOf("payments", i, "walletId"));
    }
    if (found.locationArchived) {
        throw fieldInvalid("locationId");
    }
}

void setDates(Call& call, const api::SaleCreate& body, Purpose purpose, const Surroundings& found,
              Sale& sale) {
    sale.date = purpose == Purpose::ChangeOffer ? body.date.value() : call.businessDate(body.date);
    const std::int64_t terms = found.partner && found.partner->paymentTermsDays
                                   ? *found.partner->paymentTermsDays
                                   : call.company().paymentTermsDays;
    sale.dueDate = body.dueDate.value_or(sale.date.addDays(terms));
    if (*sale.dueDate < sale.date) {
        throw fieldInvalid("dueDate");
    }
}

void setCurrency(Call& call, const api::SaleCreate& body, const Surroundings& found, Sale& sale) {
    sale.currency = found.currency;
    sale.exchangeRate = trade::exchangeRateOf(body.exchangeRate, sale.currency, call.company().currency, [&] {
        return trade::requireRate<calls::treasury::rate>(call, sale.currency, sale.date);
    });
}

using ListPrices = std::map<std::size_t, calls::stock::ListPrice>; // by line

/// The prices in the partner's price list for the lines that name an item and no price.
ListPrices listPricesOf(Call& call, const api::SaleCreate& body, const Surroundings& found,
                        const Sale& sale) {
    ListPrices prices;
    if (!found.partner || !found.partner->priceListId || !calls::stock::offersPrices(call)) {
        return prices;
    }
    std::vector<std::size_t> lines;
    calls::stock::PricesInput wanted{
        .priceListId = *found.partner->priceListId, .currency = sale.currency, .date = sale.date};
    for (std::size_t i = 0; i < body.lines.size(); ++i) {
        const api::SaleLineCreate& line = body.lines[i];
        if (line.itemId.hasValue() && !line.unitPrice.hasValue() && line.quantity.sign() > 0) {
            lines.push_back(i);
            wanted.lines.push_back({*line.itemId, line.quantity});
        }
    }
    if (lines.empty()) {
        return prices;
    }
    const auto told = calls::stock::prices(call, wanted).prices;
    for (std::size_t i = 0; i < told.size() && i < lines.size(); ++i) {
        prices.emplace(lines[i], told[i]);
    }
    return prices;
}

/// The client's price, else that of the list, else the item's with the discount of the list, unless the
/// client gives a discount. Prices of lists and items include tax or not as the company's setting says; the
/// tax of the line must be set already.
void setPrice(Call& call, const api::SaleLineCreate& input, const Item* item, const Sale& sale,
              const calls::stock::ListPrice& list, std::size_t index, SaleLine& line) {
    line.discountPercent = input.discountPercent.value();
    if (input.discountAmount.hasValue()) {
        line.discountAmount =
            input.discountAmount->minor(sale.currency, pathOf("lines", index, "discountAmount"));
    }
    const auto asSold = [&](const Decimal& price) {
        return trade::priceWithTax(price, call.company().pricesIncludeTax, sale.pricesIncludeTax,
                                   line.taxRate);
    };
    if (input.unitPrice.hasValue()) {
        line.unitPrice = input.unitPrice->unitPrice(sale.currency, pathOf("lines", index, "unitPrice"));
    } else if (list.price) {
        line.unitPrice = asSold(list.price->minor());
    } else if (item != nullptr && item->price) {
        line.unitPrice = asSold(trade::priceInCurrency(item->price->minor(), call.company().currency,
                                                       sale.exchangeRate, sale.currency));
        if (!input.discountPercent.hasValue() && !input.discountAmount.hasValue()) {
            line.discountPercent = list.discountPercent;
        }
    } else {
        throw fieldRequired(pathOf("lines", index, "unitPrice"));
    }
}

void setTax(Call& call, const api::SaleLineCreate& input, const Item* item, const Partner* partner,
            std::size_t index, SaleLine& line) {
    trade::TaxTerms tax = trade::lineTaxTerms(
        input, index, item, call.company(), partner != nullptr ? partner->taxExemptionReason : std::nullopt);
    line.taxCategory = std::move(tax.category);
    line.taxRate = tax.rate;
    line.taxExemptionReason = std::move(tax.exemptionReason);
}

SaleLine lineOf(Call& call, const api::SaleLineCreate& input, const Item* item, const Sale& sale,
                const Partner* partner, const calls::stock::ListPrice& list, std::size_t index) {
    SaleLine line;
    line.id = call.newId<LineId>();
    line.description = input.description.value();
    line.quantity = input.quantity;
    line.unit = input.unit.value().value_or(item != nullptr ? item->unit.value_or("C62") : "C62");
    line.lotNumber = input.lotNumber.value();
    line.service = input.service.value().value_or(false);
    if (item != nullptr) {
        line.itemId = item->id;
        line.sku = item->sku;
        line.barcode = item->barcode;
        line.service = item->service;
        line.stocked = !item->service && item->trackStock;
    }
    line.label = input.label.value().value_or(item != nullptr ? item->name : "");
    if (line.quantity.sign() < 0 && item != nullptr && !line.service) {
        throw fieldInvalid(pathOf("lines", index, "quantity"));
    }
    setTax(call, input, item, partner, index, line);
    setPrice(call, input, item, sale, list, index, line);
    return line;
}

void setStock(Call& call, const api::SaleCreate& body, const Surroundings& found, Sale& sale) {
    // A customer who has paid at the counter takes the goods along, unless the request says otherwise.
    const bool acrossTheCounter = call.actor().kind == Actor::Kind::User &&
                                  sale.channel == api::SaleChannel::Counter && sale.balance() == 0;
    const bool atDelivery = companySettings(call).stockOnSale == StockOnSale::AtDelivery;
    const bool later = body.deliverLater.value_or(!acrossTheCounter && atDelivery);
    const bool stocked =
        std::any_of(sale.lines.begin(), sale.lines.end(), [](const SaleLine& line) { return line.stocked; });
    if (stocked || body.locationId) {
        sale.locationId = found.locationId;
    }
    if (stocked) {
        if (!sale.locationId) {
            throw fieldRequired("locationId");
        }
        sale.stockMode = later ? StockMode::Reserved : StockMode::Issued;
    }
    if (acrossTheCounter && !later) {
        for (SaleLine& line : sale.lines) {
            line.quantityDelivered = line.toDeliver() ? line.quantity : Decimal();
        }
    }
    sale.deliveryStatus = deliveryStatusOf(sale.lines);
}

void planPayments(Call& call, const api::SaleCreate& body, const Surroundings& found, SaleDraft& draft) {
    const std::vector<api::SalePaymentCreate>& payments = paymentsOf(body);
    const bool paidInFull = body.paidInFull.value_or(false);
    std::vector<std::int64_t> amounts;
    for (std::size_t i = 0; i < payments.size(); ++i) {
        amounts.push_back(payments[i].amount.minor(draft.sale.currency, pathOf("payments", i, "amount")));
    }
    const auto plan = [&](api::SalePaymentCreate one, const Wallet& wallet, const std::string& path) {
        one.date = one.date.value_or(draft.sale.date);
        draft.payments.push_back(planPayment(call, draft.sale, one, wallet, path));
        applyPayment(draft.sale, draft.payments.back().payment);
    };
    if (payments.empty() && paidInFull) {
        if (draft.sale.total != 0) {
            plan({.amount = MajorAmount(majorFromMinor(draft.sale.total, draft.sale.currency)),
                  .method = body.method},
                 *found.wallet, "");
        }
        return;
    }
    switch (trade::checkPlannedPayments(amounts, draft.sale.total, paidInFull)) {
    case trade::PlanFault::TotalMismatch:
        throw ApiError(400, "payments-total-mismatch");
    case trade::PlanFault::AboveTotal:
        throw ApiError(400, "amount-above-outstanding");
    case trade::PlanFault::None:
        break;
    }
    for (std::size_t i = 0; i < payments.size(); ++i) {
        plan(payments[i], found.paymentWallets[i], pathOf("payments", i, ""));
    }
}

void setHead(Call& call, const api::SaleCreate& body, const Surroundings& found, Sale& sale) {
    sale.id = call.newId<SaleId>();
    const bool inSession = call.actor().kind == Actor::Kind::User;
    sale.channel = body.channel.value_or(inSession ? api::SaleChannel::Counter : api::SaleChannel::Api);
    sale.externalId = body.externalId;
    sale.businessUnitId = found.businessUnit.id;
    if (found.partner) {
        sale.partnerId = found.partner->id;
        sale.partner = {found.partner->id, found.partner->name};
    }
    sale.pricesIncludeTax = body.pricesIncludeTax.value_or(call.company().pricesIncludeTax);
    sale.purchaseOrderRef = body.purchaseOrderRef;
    sale.correctsSaleId = found.corrected ? std::optional(found.corrected->id) : std::nullopt;
    sale.prepayment = body.prepayment.value_or(false);
    sale.note = body.note;
    sale.createdAt = call.now();
    sale.updatedAt = sale.createdAt;
    sale.createdBy = call.actor();
}

void setLines(Call& call, const api::SaleCreate& body, const Surroundings& found, Sale& sale) {
    const ListPrices prices = listPricesOf(call, body, found, sale);
    for (std::size_t i = 0; i < body.lines.size(); ++i) {
        const auto list = prices.find(i);
        sale.lines.push_back(lineOf(call, body.lines[i], found.item(body.lines[i].itemId), sale,
                                    found.partner ? &*found.partner : nullptr,
                                    list == prices.end() ? calls::stock::ListPrice() : list->second, i));
    }
    sale.discountPercent = body.discountPercent;
    if (body.discountAmount) {
        sale.discountAmount = body.discountAmount->minor(sale.currency, "discountAmount");
    }
    trade::priceOrRefuse(sale, call.company().currency);
}

} // namespace

SaleDraft buildSale(Call& call, const api::SaleCreate& body, Purpose purpose,
                    const std::function<void()>& checkState) {
    checkFields(body);
    Surroundings found = findSurroundings(call, body);
    if (purpose == Purpose::Sell) {
        checkMonthlyPlan(call);
    }
    if (checkState) {
        checkState();
    }
    checkStates(body, found);
    SaleDraft draft;
    draft.businessUnitName = found.businessUnit.name;
    Sale& sale = draft.sale;
    setHead(call, body, found, sale);
    setDates(call, body, purpose, found, sale);
    setCurrency(call, body, found, sale);
    setLines(call, body, found, sale);
    if (purpose == Purpose::Offer || purpose == Purpose::ChangeOffer) {
        sale.locationId = body.locationId ? found.locationId : std::nullopt;
    } else {
        planPayments(call, body, found, draft);
        setStock(call, body, found, sale);
        sale.paymentStatus = paymentStatusOf(sale);
        sale.kind = kindOf(found.partner.has_value(), sale.balance());
    }
    draft.partner = std::move(found.partner);
    return draft;
}

} // namespace svc::sales
