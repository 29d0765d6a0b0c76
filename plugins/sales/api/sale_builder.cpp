#include "api/sale_builder.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <map>

#include <svc/amounts.hpp>
#include <svc/document_pricing.hpp>
#include <svc/payments.hpp>

#include "api/line_terms.hpp"
#include "domain/states.hpp"
#include "store/day_store.hpp"
#include "store/sale_store.hpp"

namespace svc::sales {
namespace {

/// The records that a body names, found.
struct Surroundings {
    BusinessUnit businessUnit;
    std::optional<Partner> partner;
    std::optional<Sale> corrected;
    std::vector<Item> items;
    std::optional<Wallet> wallet;       ///< of walletId, or the default one when money is to be received
    std::vector<Wallet> paymentWallets; ///< one per element of payments
    std::optional<Uuid> locationId;
    bool locationArchived = false;
    Currency currency;

    const Item* item(const std::optional<std::string>& id) const {
        const auto found =
            std::find_if(items.begin(), items.end(), [&](const Item& one) { return id && one.id == *id; });
        return found == items.end() ? nullptr : &*found;
    }
};

std::vector<std::string> itemsIn(const SaleInput& input) {
    std::vector<std::string> ids;
    for (const LineInput& line : input.lines) {
        const bool known = !line.itemId || std::find(ids.begin(), ids.end(), *line.itemId) != ids.end();
        if (!known && decodeId("itm", *line.itemId)) {
            ids.push_back(*line.itemId);
        }
    }
    return ids;
}

void findLineItems(Call& call, const SaleInput& input, const std::vector<std::string>& ids,
                   Surroundings& found) {
    found.items = findItems(call, ids);
    for (const LineInput& line : input.lines) {
        if (line.itemId && found.item(line.itemId) == nullptr) {
            throw ApiError(404, "item-not-found", {*line.itemId});
        }
    }
}

void findWallets(Call& call, const SaleInput& input, Surroundings& found) {
    const std::string& unit = found.businessUnit.idText;
    const bool wholeInOne = input.paidInFull && input.payments.empty();
    if (wholeInOne || (input.walletId && hasTreasury(call))) {
        found.wallet = requireWallet(call, input.walletId, unit, "walletId", found.businessUnit.facts);
    }
    std::vector<std::pair<std::optional<std::string>, Wallet>> seen;
    for (std::size_t i = 0; i < input.payments.size(); ++i) {
        const std::optional<std::string>& id = input.payments[i].walletId;
        const auto known =
            std::find_if(seen.begin(), seen.end(), [&](const auto& one) { return one.first == id; });
        if (!id && found.wallet) {
            found.paymentWallets.push_back(*found.wallet);
        } else if (known != seen.end()) {
            found.paymentWallets.push_back(known->second);
        } else {
            found.paymentWallets.push_back(
                requireWallet(call, id, unit, pathOf("payments", i, "walletId"), found.businessUnit.facts));
            seen.emplace_back(id, found.paymentWallets.back());
        }
    }
}

/// Check 8 of 1.7: the records in the order of the body.
Surroundings findSurroundings(Call& call, const SaleInput& input) {
    Surroundings found;
    std::optional<Currency> currency = input.currency;
    if (!currency && !input.partnerId) {
        currency = call.company().currency;
    }
    if (currency) {
        checkAmounts(input, *currency);
    }
    // The items travel with the business unit.
    const std::vector<std::string> items = itemsIn(input);
    askItems(call, items);
    const auto unit = findBusinessUnit(call, input.businessUnitId);
    if (!unit) {
        throw ApiError(404, "business-unit-not-found");
    }
    found.businessUnit = *unit;
    if (input.partnerId) {
        found.partner = findPartner(call, *input.partnerId);
        if (!found.partner) {
            throw ApiError(404, "partner-not-found");
        }
    }
    if (!currency) {
        currency = found.partner->currency.value_or(call.company().currency);
        checkAmounts(input, *currency);
    }
    found.currency = *currency;
    findLineItems(call, input, items, found);
    if (input.correctsSaleId) {
        const auto id = decodeId("sal", *input.correctsSaleId);
        found.corrected = id ? findSale(call.db(), call.companyId(), *id, {}) : std::nullopt;
        if (!found.corrected) {
            throw ApiError(404, "sale-not-found");
        }
    }
    findWallets(call, input, found);
    found.locationId = unit->defaultLocationId;
    if (input.locationId) {
        const auto location = findLocation(call, *input.locationId, unit->idText);
        if (!location) {
            throw ApiError(404, "location-not-found");
        }
        found.locationId = idOf("loc", location->id);
        found.locationArchived = location->archived;
    }
    return found;
}

void checkMonthlyPlan(Call& call) {
    constexpr std::string_view Key = "sales-per-month";
    try {
        // Is there a ceiling at all? Most plans have none, and need no count.
        call.checkPlan(Key, std::numeric_limits<std::int64_t>::max());
    } catch (const ApiError&) {
        call.checkPlan(Key, recordedInMonth(call, call.today()));
    }
}

/// Check 9, first part: the state of the records.
void checkStates(const SaleInput& input, const Surroundings& found) {
    if (found.businessUnit.archived) {
        throw fieldInvalid("businessUnitId");
    }
    if (found.partner && found.partner->archived) {
        throw fieldInvalid("partnerId");
    }
    // A corrected invoice takes the place of one that no longer counts, of the same partner.
    if (found.corrected &&
        (found.corrected->credited != found.corrected->total || found.corrected->kind != "invoice" ||
         !found.partner || found.corrected->partnerId != decodeId("par", found.partner->id))) {
        throw fieldInvalid("correctsSaleId");
    }
    for (std::size_t i = 0; i < input.lines.size(); ++i) {
        const Item* item = found.item(input.lines[i].itemId);
        if (item != nullptr && (item->archived || item->isParent)) {
            throw fieldInvalid(pathOf("lines", i, "itemId"));
        }
    }
    if (found.wallet) {
        checkWalletState(*found.wallet, "walletId");
    }
    for (std::size_t i = 0; i < found.paymentWallets.size(); ++i) {
        checkWalletState(found.paymentWallets[i], pathOf("payments", i, "walletId"));
    }
    if (found.locationArchived) {
        throw fieldInvalid("locationId");
    }
}

void setDates(Call& call, const SaleInput& input, const Surroundings& found, Sale& sale) {
    sale.date = input.date.value_or(call.today());
    call.checkDate(sale.date);
    const std::int64_t terms = found.partner && found.partner->paymentTermsDays
                                   ? *found.partner->paymentTermsDays
                                   : call.company().paymentTermsDays;
    sale.dueDate = input.dueDate.value_or(sale.date.addDays(terms));
    if (*sale.dueDate < sale.date) {
        throw fieldInvalid("dueDate");
    }
}

void setCurrency(Call& call, const SaleInput& input, const Surroundings& found, Sale& sale) {
    sale.currency = found.currency;
    if (sale.currency == call.company().currency) {
        if (input.exchangeRate && *input.exchangeRate != Decimal(1)) {
            throw fieldInvalid("exchangeRate");
        }
        return;
    }
    if (input.exchangeRate && input.exchangeRate->sign() <= 0) {
        throw fieldInvalid("exchangeRate");
    }
    sale.exchangeRate = input.exchangeRate ? *input.exchangeRate : rateOf(call, sale.currency, sale.date);
}

using ListPrices = std::map<std::size_t, contracts::ListPrice>; // by line

/// What the price list of the partner says of the lines that name an item and no price.
ListPrices listPricesOf(Call& call, const SaleInput& input, const Surroundings& found, const Sale& sale) {
    ListPrices prices;
    if (!found.partner || !found.partner->priceListId || !call.offers("stock.prices")) {
        return prices;
    }
    std::vector<std::size_t> lines;
    std::vector<std::pair<std::string, Decimal>> wanted;
    for (std::size_t i = 0; i < input.lines.size(); ++i) {
        const LineInput& line = input.lines[i];
        if (line.itemId && !line.unitPrice && line.quantity.sign() > 0) {
            lines.push_back(i);
            wanted.emplace_back(*line.itemId, line.quantity);
        }
    }
    if (wanted.empty()) {
        return prices;
    }
    const std::vector<contracts::ListPrice> told =
        contracts::listPrices(call, *found.partner->priceListId, sale.currency, sale.date, wanted);
    for (std::size_t i = 0; i < told.size() && i < lines.size(); ++i) {
        prices.emplace(lines[i], told[i]);
    }
    return prices;
}

/// The client's price, else that of the list, else the item's with the discount of the list, unless the
/// client gives one.
void setPrice(Call& call, const LineInput& input, const Item* item, const Sale& sale,
              const contracts::ListPrice& list, std::size_t index, SaleLine& line) {
    line.discountPercent = input.discountPercent;
    if (input.discountAmount) {
        line.discountAmount =
            amountOf(*input.discountAmount, sale.currency, pathOf("lines", index, "discountAmount"));
    }
    if (input.unitPrice) {
        line.unitPrice = unitPriceOf(*input.unitPrice, sale.currency, pathOf("lines", index, "unitPrice"));
    } else if (list.price) {
        line.unitPrice = *list.price;
    } else if (item != nullptr && item->price) {
        line.unitPrice =
            priceInCurrency(*item->price, call.company().currency, sale.exchangeRate, sale.currency);
        if (!input.discountPercent && !input.discountAmount) {
            line.discountPercent = list.discountPercent;
        }
    } else {
        throw fieldRequired(pathOf("lines", index, "unitPrice"));
    }
}

SaleLine lineOf(Call& call, const LineInput& input, const Item* item, const Sale& sale,
                const Partner* partner, const contracts::ListPrice& list, std::size_t index) {
    SaleLine line;
    line.id = call.newUuid();
    line.description = input.description;
    line.quantity = input.quantity;
    line.unit = input.unit.value_or(item && item->unit ? *item->unit : "C62");
    line.lotNumber = input.lotNumber;
    line.service = input.service.value_or(false);
    if (item != nullptr) {
        line.itemId = decodeId("itm", item->id);
        line.sku = item->sku;
        line.barcode = item->barcode;
        line.service = item->service;
        line.stocked = !item->service && item->trackStock;
    }
    line.label = input.label.value_or(item ? item->name : "");
    if (line.quantity.sign() < 0 && item != nullptr && !line.service) {
        throw fieldInvalid(pathOf("lines", index, "quantity"));
    }
    setPrice(call, input, item, sale, list, index, line);
    const TaxTerms tax = taxTermsOf(input, item, partner, call.company());
    if (tax.category == "E" && !tax.exemptionReason) {
        throw fieldRequired(pathOf("lines", index, "taxExemptionReason"));
    }
    line.taxCategory = tax.category;
    line.taxRate = tax.rate;
    line.taxExemptionReason = tax.exemptionReason;
    return line;
}

void setStock(Call& call, const SaleInput& input, const Surroundings& found, Sale& sale) {
    const bool later = input.deliverLater.value_or(call.company().stockOnSale == "at_delivery");
    const bool stocked =
        std::any_of(sale.lines.begin(), sale.lines.end(), [](const SaleLine& line) { return line.stocked; });
    if (stocked || input.locationId) {
        sale.locationId = found.locationId;
    }
    if (stocked) {
        if (!sale.locationId) {
            throw fieldRequired("locationId");
        }
        sale.stockMode = later ? StockMode::Reserved : StockMode::Issued;
    }
    // Across the counter, everything paid: the customer leaves with the goods.
    if (call.actor().kind == Actor::Kind::User && sale.channel == "counter" && input.paidInFull && !later) {
        for (SaleLine& line : sale.lines) {
            line.quantityDelivered = line.toDeliver() ? line.quantity : Decimal();
        }
    }
    sale.deliveryStatus = deliveryStatusOf(sale.lines);
}

void planPayments(Call& call, const SaleInput& input, const Surroundings& found, SaleDraft& draft) {
    std::vector<std::int64_t> amounts;
    for (std::size_t i = 0; i < input.payments.size(); ++i) {
        amounts.push_back(
            amountOf(input.payments[i].amount, draft.sale.currency, pathOf("payments", i, "amount")));
    }
    if (input.payments.empty() && input.paidInFull) {
        if (draft.sale.total == 0) {
            return;
        }
        PaymentInput whole;
        whole.amount = majorFromMinor(draft.sale.total, draft.sale.currency);
        whole.method = input.method;
        whole.date = draft.sale.date;
        draft.payments.push_back(planPayment(call, draft.sale, whole, *found.wallet, ""));
        applyPayment(draft.sale, draft.payments.back().payment);
        return;
    }
    switch (checkPlannedPayments(amounts, draft.sale.total, input.paidInFull)) {
    case PlanFault::TotalMismatch:
        throw ApiError(400, "payments-total-mismatch");
    case PlanFault::AboveTotal:
        throw ApiError(400, "amount-above-outstanding");
    case PlanFault::None:
        break;
    }
    for (std::size_t i = 0; i < input.payments.size(); ++i) {
        PaymentInput one = input.payments[i];
        one.date = one.date.value_or(draft.sale.date);
        draft.payments.push_back(
            planPayment(call, draft.sale, one, found.paymentWallets[i], pathOf("payments", i, "")));
        applyPayment(draft.sale, draft.payments.back().payment);
    }
}

void setHead(Call& call, const SaleInput& input, const Surroundings& found, Sale& sale) {
    sale.id = call.newUuid();
    const bool inSession = call.actor().kind == Actor::Kind::User;
    sale.channel = input.channel.value_or(inSession ? "counter" : "api");
    sale.externalId = input.externalId;
    sale.businessUnitId = found.businessUnit.id;
    if (found.partner) {
        sale.partnerId = idOf("par", found.partner->id);
        sale.partnerName = found.partner->name;
    }
    sale.pricesIncludeTax = input.pricesIncludeTax.value_or(call.company().pricesIncludeTax);
    sale.purchaseOrderRef = input.purchaseOrderRef;
    sale.correctsId = found.corrected ? std::optional(found.corrected->id) : std::nullopt;
    sale.prepayment = input.prepayment;
    sale.note = input.note;
    sale.createdAt = call.now();
    sale.updatedAt = sale.createdAt;
    sale.createdByKind = call.actor().kindText();
    sale.createdById = call.actor().optionalId();
}

} // namespace

SaleDraft buildSale(Call& call, const SaleInput& input, Purpose purpose,
                    const std::function<void()>& checkState) {
    Surroundings found = findSurroundings(call, input);
    if (purpose == Purpose::Sale) {
        checkMonthlyPlan(call);
    }
    if (checkState) {
        checkState();
    }
    checkStates(input, found);

    SaleDraft draft;
    draft.businessUnitName = found.businessUnit.name;
    Sale& sale = draft.sale;
    setHead(call, input, found, sale);
    setDates(call, input, found, sale);
    setCurrency(call, input, found, sale);
    const ListPrices prices = listPricesOf(call, input, found, sale);
    for (std::size_t i = 0; i < input.lines.size(); ++i) {
        const auto list = prices.find(i);
        sale.lines.push_back(lineOf(call, input.lines[i], found.item(input.lines[i].itemId), sale,
                                    found.partner ? &*found.partner : nullptr,
                                    list == prices.end() ? contracts::ListPrice{} : list->second, i));
    }
    sale.discountPercent = input.discountPercent;
    if (input.discountAmount) {
        sale.discountAmount = amountOf(*input.discountAmount, sale.currency, "discountAmount");
    }
    try {
        priceWholeDocument(sale, call.company().currency);
    } catch (const DocumentError& error) {
        throw fieldInvalid(error.field());
    } catch (const DecimalError&) {
        // Amounts beyond ±10^15 minor units.
        throw fieldInvalid("lines");
    }
    if (purpose == Purpose::Quote) {
        sale.locationId = input.locationId ? found.locationId : std::nullopt;
        draft.partner = std::move(found.partner);
        return draft;
    }
    setStock(call, input, found, sale);
    planPayments(call, input, found, draft);
    sale.paymentStatus = paymentStatusOf(sale);
    sale.kind = kindOf(found.partner.has_value(), sale.balance());
    draft.partner = std::move(found.partner);
    return draft;
}

} // namespace svc::sales
