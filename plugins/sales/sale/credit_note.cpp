// A credit note in the form in which documents print it.
#include <algorithm>

#include <svc/rounding.hpp>

#include "sale/store/find.hpp"
#include "sale/store/follow.hpp"

namespace svc::sales {
namespace {

/// A unit price that gives the amount for the quantity, with as many decimals as needed.
Decimal priceFor(const Decimal& amount, const Decimal& quantity) {
    constexpr int MostDecimals = 10;
    for (int decimals = 4;; decimals += 2) {
        const Decimal price = Decimal::divide(amount, quantity, decimals);
        if (decimals >= MostDecimals || roundedMinor(price * quantity) == roundedMinor(amount)) {
            return price.normalized();
        }
    }
}

using NoteLine = api::SaleCreditNoteLine;

const SaleLine* lineOf(const Sale& sale, const NoteLine& noted) {
    const auto found = std::find_if(sale.lines.begin(), sale.lines.end(),
                                    [&](const SaleLine& line) { return line.id == noted.lineId; });
    return found == sale.lines.end() ? nullptr : &*found;
}

/// Does the credit note credit the whole sale? Then it is printed in the terms of the sale.
bool isOfAll(const CreditNoteRow& note, const Sale& sale) {
    return note.total == sale.total && note.taxTotal == sale.taxTotal &&
           note.kept.size() == sale.lines.size() &&
           std::all_of(note.kept.begin(), note.kept.end(), [&](const NoteLine& noted) {
               const SaleLine* line = lineOf(sale, noted);
               return line != nullptr && noted.quantity == line->quantity && noted.net == line->net &&
                      noted.tax == line->tax;
           });
}

/// The exemption reason of a tax group of the sale: that of its first line with one.
std::optional<std::string> exemptionOf(const Sale& sale, const NoteLine& noted) {
    const auto found = std::find_if(sale.lines.begin(), sale.lines.end(), [&](const SaleLine& line) {
        return line.taxCategory == noted.taxCategory && line.taxRate == noted.taxRate &&
               line.taxExemptionReason.has_value();
    });
    return found == sale.lines.end() ? std::nullopt : found->taxExemptionReason;
}

/// Is the tax the exact tax on the net amount? A partial credit has its share of the tax, which may differ;
/// then it cannot be stated in prices without tax.
bool hasTaxOfNet(const CreditNoteRow& note) {
    return std::all_of(note.taxes.begin(), note.taxes.end(), [](const auto& group) {
        return roundedMinor((Decimal(group.net) * group.taxRate).shifted(-2)) == group.tax;
    });
}

/// A printed line: as it was sold, or with a price computed from its amount, which is never negative. The
/// credit of an amount has one line per tax group of the sale.
commands::CreditNoteLine printedLine(const NoteLine& noted, const Sale& sale, bool asSold, bool withTax) {
    const SaleLine* line = lineOf(sale, noted);
    commands::CreditNoteLine printed{noted};
    if (line != nullptr) {
        printed.description = line->description;
        printed.taxExemptionReason = line->taxExemptionReason;
    } else {
        printed.taxExemptionReason = exemptionOf(sale, noted);
    }
    if (asSold) {
        printed.unitPrice = line->unitPrice;
        printed.discountPercent = line->discountPercent;
        printed.discountAmount = line->discountAmount;
    } else {
        printed.quantity = noted.quantity.normalized();
        printed.unitPrice = priceFor(Decimal(withTax ? noted.total : noted.net), printed.quantity);
        if (printed.unitPrice.sign() < 0) {
            printed.unitPrice = -printed.unitPrice;
            printed.quantity = -printed.quantity;
        }
    }
    return printed;
}

} // namespace

std::optional<commands::CreditNoteOutput> commands::creditNote(Call& call,
                                                               const commands::CreditNoteInput& input) {
    auto note = findCreditNote(call, input.id);
    if (!note) {
        return std::nullopt;
    }
    const auto found = findSale(call, note->saleId, {.lines = true});
    if (!found) {
        return std::nullopt; // of a business unit that the caller has no access to
    }
    const Sale& sale = *found;
    const bool asSold = isOfAll(*note, sale);
    note->pricesIncludeTax = sale.pricesIncludeTax || (!asSold && !hasTaxOfNet(*note));
    for (const NoteLine& line : note->kept) {
        note->lines.push_back(printedLine(line, sale, asSold, note->pricesIncludeTax));
    }
    note->saleNumber = sale.number;
    note->businessUnitId = sale.businessUnitId;
    note->partnerId = sale.partnerId;
    note->partner = sale.partner;
    note->exchangeRate = sale.exchangeRate;
    note->subtotal = note->total - note->taxTotal;
    note->note = note->reason;
    note->purchaseOrderRef = sale.purchaseOrderRef;
    return note;
}

} // namespace svc::sales
