#include "purchase/builder.hpp"

#include <algorithm>

#include "purchase/input.hpp"
#include "purchase/rules/line_terms.hpp"
#include "purchase/rules/states.hpp"
#include "trade/business_unit.hpp"
#include "trade/lines.hpp"
#include "trade/locations.hpp"
#include "trade/pricing.hpp"
#include "trade/rates.hpp"
#include "trade/wallets.hpp"

namespace svc::purchases {
namespace {

using Item = calls::stock::SoldItem;
using Partner = calls::partners::GetOutput;

/// The records found that a request names.
struct Surroundings {
    trade::BusinessUnit businessUnit;
    Partner partner;
    std::vector<Item> items;
    std::optional<Wallet> wallet;
    std::optional<LocationId> locationId;
    bool locationArchived = false;
    Currency currency;

    const Item* item(const std::optional<ItemId>& id) const {
        const auto found =
            std::find_if(items.begin(), items.end(), [&](const Item& one) { return one.id == id; });
        return found == items.end() ? nullptr : &*found;
    }
};

void findLineItems(Call& call, const api::PurchaseCreate& body, Surroundings& found) {
    std::vector<ItemId> ids;
    for (const api::PurchaseLineCreate& line : body.lines) {
        const bool known = !line.itemId || std::find(ids.begin(), ids.end(), *line.itemId) != ids.end();
        if (!known && !line.itemId->uuid().isNil()) {
            ids.push_back(*line.itemId);
        }
    }
    if (!ids.empty() && calls::stock::offersItems(call)) {
        found.items = calls::stock::items(call, {.ids = ids}).value().items;
    }
    for (std::size_t i = 0; i < body.lines.size(); ++i) {
        const std::optional<ItemId>& id = body.lines[i].itemId;
        if (id && found.item(id) == nullptr) {
            // The identifier as the client wrote it, which may have another form.
            throw unknownName(404, "item-not-found",
                              call.input()["lines"][i].textOr("itemId", id->toString()));
        }
    }
}

/// Check 8 of 1.7: the records.
Surroundings findSurroundings(Call& call, const api::PurchaseCreate& body) {
    Surroundings found;
    if (body.currency) {
        checkAmounts(body, *body.currency);
    }
    const auto unit = trade::findBusinessUnit(call, body.businessUnitId);
    if (!unit) {
        throw ApiError(404, "business-unit-not-found");
    }
    found.businessUnit = *unit;
    const auto partner = calls::partners::get(call, {.id = body.partnerId});
    if (!partner) {
        throw ApiError(404, "partner-not-found");
    }
    found.partner = *partner;
    found.currency = body.currency.value_or(partner->currency);
    if (!body.currency) {
        checkAmounts(body, found.currency);
    }
    findLineItems(call, body, found);
    if (body.locationId) {
        const auto location =
            trade::requireLocation<calls::stock::location>(call, *body.locationId, unit->id);
        found.locationId = location.id;
        found.locationArchived = location.archived;
    } else if (calls::stock::offersLocation(call)) {
        const auto location = calls::stock::location(call, {.businessUnitId = unit->id});
        found.locationId = location ? std::optional(location->id) : std::nullopt;
    }
    if (body.paidInFull.value_or(false) || body.walletId) {
        found.wallet = trade::requireWallet<calls::treasury::wallet>(call, body.walletId, unit->id);
    }
    return found;
}

/// Check 9, first part: the state of the records.
void checkStates(const api::PurchaseCreate& body, const Surroundings& found) {
    if (found.partner.kind == calls::partners::PartnerKind::Customer) {
        throw ApiError(400, "partner-not-supplier");
    }
    if (found.businessUnit.archived) {
        throw fieldInvalid("businessUnitId");
    }
    if (found.partner.archived) {
        throw fieldInvalid("partnerId");
    }
    for (std::size_t i = 0; i < body.lines.size(); ++i) {
        const Item* item = found.item(body.lines[i].itemId);
        if (item != nullptr && (item->archived || item->isParent)) {
            throw fieldInvalid(pathOf("lines", i, "itemId"));
        }
    }
    if (found.locationArchived) {
        throw fieldInvalid("locationId");
    }
    if (found.wallet) {
        if (body.paidInFull.value_or(false)) {
            trade::checkWalletState(*found.wallet, "walletId");
        } else if (found.wallet->archived) {
            throw fieldInvalid("walletId");
        }
    }
}

void setDates(Call& call, const api::PurchaseCreate& body, const Surroundings& found, Purchase& purchase) {
    purchase.date = call.businessDate(body.date);
    const std::int64_t terms = found.partner.paymentTermsDays.value_or(call.company().paymentTermsDays);
    purchase.dueDate = body.dueDate.value_or(purchase.date.addDays(terms));
    if (*purchase.dueDate < purchase.date) {
        throw fieldInvalid("dueDate");
    }
    purchase.expectedAt = body.expectedAt;
    if (purchase.expectedAt && *purchase.expectedAt < purchase.date) {
        throw fieldInvalid("expectedAt");
    }
}

void setCurrency(Call& call, const api::PurchaseCreate& body, const Surroundings& found, Purchase& purchase) {
    purchase.currency = found.currency;
    purchase.exchangeRate =
        trade::exchangeRateOf(body.exchangeRate, purchase.currency, call.company().currency, [&] {
            return trade::requireRate<calls::treasury::rate>(call, purchase.currency, purchase.date);
        });
}

PurchaseLine lineOf(Call& call, const api::PurchaseLineCreate& body, const Item* item,
                    const Purchase& purchase, std::size_t index) {
    PurchaseLine line;
    line.id = call.newId<LineId>();
    line.description = body.description;
    line.quantity = body.quantity;
    line.unit = body.unit.value_or(item && item->unit ? *item->unit : "C62");
    line.lotNumber = body.lotNumber;
    line.expiresOn = body.expiresOn;
    line.service = body.service.value_or(false);
    if (item != nullptr) {
        line.itemId = item->id;
        line.service = item->service;
        line.stocked = !item->service && item->trackStock;
        line.lotTracked = line.stocked && item->trackLots;
    }
    line.label = body.label.value_or(item ? item->name : "");
    if (line.quantity.sign() < 0 && item != nullptr && !line.service) {
        throw fieldInvalid(pathOf("lines", index, "quantity"));
    }
    const trade::TaxTerms tax = trade::lineTaxTerms(body, index, item, call.company());
    line.taxCategory = tax.category;
    line.taxRate = tax.rate;
    line.taxExemptionReason = tax.exemptionReason;
    if (body.unitPrice) {
        line.unitPrice = body.unitPrice->unitPrice(purchase.currency, pathOf("lines", index, "unitPrice"));
    } else if (item != nullptr && item->cost) {
        line.unitPrice = costInCurrency(item->cost->minor(), call.company().currency, purchase.exchangeRate,
                                        purchase.currency,
                                        purchase.pricesIncludeTax ? std::optional(tax.rate) : std::nullopt);
    } else {
        throw fieldRequired(pathOf("lines", index, "unitPrice"));
    }
    line.discountPercent = body.discountPercent;
    if (body.discountAmount) {
        line.discountAmount =
            body.discountAmount->minor(purchase.currency, pathOf("lines", index, "discountAmount"));
    }
    return line;
}

void setHead(Call& call, const api::PurchaseCreate& body, const Surroundings& found, Purchase& purchase) {
    purchase.id = call.newId<PurchaseId>();
    purchase.supplierReference = body.supplierReference;
    purchase.businessUnitId = found.businessUnit.id;
    purchase.partnerId = found.partner.id;
    purchase.partner = {found.partner.id, found.partner.name};
    purchase.pricesIncludeTax = body.pricesIncludeTax.value_or(call.company().pricesIncludeTax);
    purchase.locationId = found.locationId;
    purchase.note = body.note;
    purchase.createdAt = call.now();
    purchase.updatedAt = purchase.createdAt;
    purchase.createdBy = call.actor();
}

void price(Call& call, const api::PurchaseCreate& body, Purchase& purchase) {
    purchase.discountPercent = body.discountPercent;
    if (body.discountAmount) {
        purchase.discountAmount = body.discountAmount->minor(purchase.currency, "discountAmount");
    }
    trade::priceOrRefuse(purchase, call.company().currency);
}

} // namespace

PurchaseDraft buildPurchase(Call& call, const api::PurchaseCreate& body) {
    const Surroundings found = findSurroundings(call, body);
    checkStates(body, found);

    PurchaseDraft draft;
    Purchase& purchase = draft.purchase;
    setHead(call, body, found, purchase);
    setDates(call, body, found, purchase);
    setCurrency(call, body, found, purchase);
    for (std::size_t i = 0; i < body.lines.size(); ++i) {
        purchase.lines.push_back(lineOf(call, body.lines[i], found.item(body.lines[i].itemId), purchase, i));
    }
    price(call, body, purchase);
    if (body.paidInFull.value_or(false) && purchase.total > 0) {
        const api::PurchasePaymentCreate whole{
            .amount = MajorAmount(majorFromMinor(purchase.total, purchase.currency)),
            .method = body.method,
            .date = purchase.date};
        draft.payment = planPayment(call, purchase, whole, *found.wallet);
    }
    purchase.paymentStatus = paymentStatusOf(purchase);
    return draft;
}

} // namespace svc::purchases
