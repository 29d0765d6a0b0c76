#include "quote/convert.hpp"

#include <algorithm>

#include <svc/amounts.hpp>
#include <svc/money.hpp>

#include "document/events.hpp"
#include "document/line_input.hpp"
#include "quote/accept.hpp"
#include "quote/moves.hpp"
#include "quote/rules/parts.hpp"
#include "quote/rules/states.hpp"
#include "quote/store.hpp"
#include "quote/view.hpp"
#include "sale/create.hpp"
#include "sale/view.hpp"
#include "trade/field_names.hpp"
#include "trade/rates.hpp"

namespace svc::sales {
namespace {

api::SaleLineCreate lineBody(const QuoteLine& line, const Decimal& quantity, Currency currency) {
    api::SaleLineCreate body{.itemId = line.itemId,
                             .label = line.label,
                             .description = line.description,
                             .quantity = quantity,
                             .unit = line.unit,
                             .unitPrice =
                                 MajorAmount(line.unitPrice.shifted(-currency.digits()).normalized()),
                             .discountPercent = line.discountPercent,
                             .service = line.service,
                             .taxRate = line.taxRate,
                             .taxCategory = line.taxCategory,
                             .taxExemptionReason = line.taxExemptionReason,
                             .lotNumber = line.lotNumber};
    if (!line.discountPercent && line.discountAmount != 0) {
        body.discountAmount = MajorAmount(majorFromMinor(lineDiscountShare(line, quantity), currency));
    }
    return body;
}

/// The positions of the lines that the request names.
std::vector<std::size_t> positionsOf(Call& call, const std::vector<api::QuoteConvertLine>& named,
                                     const std::vector<QuoteLine>& lines) {
    std::vector<std::size_t> positions;
    for (std::size_t i = 0; i < named.size(); ++i) {
        const auto found = std::find_if(lines.begin(), lines.end(),
                                        [&](const QuoteLine& line) { return line.id == named[i].lineId; });
        if (found == lines.end()) {
            throw unknownName(404, "line-not-found", writtenInLine(call, i, "lineId"));
        }
        positions.push_back(static_cast<std::size_t>(found - lines.begin()));
    }
    return positions;
}

/// The quantity of each line to be sold: everything that remains, or what `lines` names.
std::vector<Decimal> quantitiesOf(Call& call, const api::QuoteConvert& body, const Quote& quote) {
    const std::vector<QuoteLine>& lines = *quote.lines;
    std::vector<Decimal> quantities(lines.size());
    if (!body.lines || body.lines->empty()) {
        // A converted quote is refused only after the records are checked (API definitions 1.7): until then
        // its whole quantities are used.
        const bool ended = quote.status == api::QuoteStatus::Converted;
        for (std::size_t i = 0; i < lines.size(); ++i) {
            quantities[i] = ended ? lines[i].quantity : remainingOf(lines[i]);
        }
        return quantities;
    }
    const std::vector<std::size_t> positions = positionsOf(call, *body.lines, lines);
    for (std::size_t i = 0; i < positions.size(); ++i) {
        const QuoteLine& line = lines[positions[i]];
        // Without a quantity, all that remains. For a line with nothing left the whole quantity is used,
        // which checkQuantities() refuses.
        const Decimal rest = remainingOf(line);
        const Decimal quantity = (*body.lines)[i].quantity.value_or(rest.isZero() ? line.quantity : rest);
        if (quantity.sign() != line.quantity.sign()) {
            throw fieldInvalid(pathOf("lines", i, "quantity"));
        }
        if (!quantities[positions[i]].isZero()) {
            throw fieldInvalid(pathOf("lines", i, "lineId"));
        }
        quantities[positions[i]] = quantity;
    }
    return quantities;
}

void checkQuantities(const Quote& quote, const std::vector<Decimal>& quantities) {
    for (std::size_t i = 0; i < quantities.size(); ++i) {
        const QuoteLine& line = (*quote.lines)[i];
        const Decimal rest = remainingOf(line);
        const bool negative = line.quantity.sign() < 0;
        if (negative ? quantities[i] < rest : quantities[i] > rest) {
            throw ApiError(400, "quantity-above-remaining", {line.id.toString(), rest.toString()});
        }
    }
}

/// The body of the sale: the content of the quote, and the fields that only a sale has.
api::SaleCreate saleBody(Call& call, const api::QuoteConvert& body, const Quote& quote,
                         const std::vector<Decimal>& quantities) {
    api::SaleCreate sale = bodyOf(quote, quantities);
    sale.date = body.date;
    sale.dueDate = body.dueDate;
    sale.paidInFull = body.paidInFull;
    sale.walletId = body.walletId;
    sale.method = body.method;
    sale.payments = body.payments;
    sale.deliverLater = body.deliverLater;
    sale.locationId = body.locationId ? body.locationId : sale.locationId;
    sale.externalId = body.externalId;
    sale.note = body.note ? body.note : sale.note;
    const Date date = body.date.value_or(call.today());
    if (quote.currency != call.company().currency &&
        !trade::findRate<calls::treasury::rate>(call, quote.currency, date)) {
        sale.exchangeRate = quote.exchangeRate;
    }
    return sale;
}

/// The refusal of a sale of these quantities: a field of a line has its path in the quote, which may have
/// lines that are not sold.
ApiError inQuote(const ApiError& refusal, const std::vector<Decimal>& quantities) {
    std::vector<std::size_t> sold;
    for (std::size_t i = 0; i < quantities.size(); ++i) {
        if (!quantities[i].isZero()) {
            sold.push_back(i);
        }
    }
    return trade::renamedField(refusal, [&](std::string_view path) {
        const auto line = trade::lineFieldOf(path);
        return line && line->index < sold.size() ? pathOf("lines", sold[line->index], line->member)
                                                 : std::string(path);
    });
}

/// Sells the named part of the quote, in one transaction with the status of the quote.
api::Sale convert(Call& call, QuoteId id, const api::QuoteConvert& body) {
    Quote quote = lockQuote(call, id);
    const Quote before = quote;
    const std::vector<Decimal> quantities = quantitiesOf(call, body, quote);
    SaleOrigin origin;
    origin.quoteId = quote.id;
    origin.checkState = [&] {
        refuse(refuseConvert(quote, call.today(), companySettings(call).quotesRequireAcceptance));
        checkQuantities(quote, quantities);
    };
    origin.beforeEvents = [&](const Sale& sale) {
        const bool accepts = quote.status == api::QuoteStatus::Open;
        if (accepts) {
            markAccepted(call, quote, {});
        }
        for (std::size_t i = 0; i < quantities.size(); ++i) {
            (*quote.lines)[i].quantityConverted += quantities[i];
        }
        quote.status = statusAfterConversion(quote);
        quote.saleId = sale.id;
        saveQuote(call, quote);
        updateConverted(call, quote);
        if (accepts) {
            emitQuoteAccepted(call, quote);
        }
        emitQuoteConverted(call, quote, sale);
        recordMove(call, before, quote, "quote.converted");
    };
    try {
        return shown(call, recordSale(call, saleBody(call, body, quote, quantities), origin));
    } catch (const ApiError& refusal) {
        throw inQuote(refusal, quantities);
    }
}

} // namespace

api::SaleCreate bodyOf(const Quote& quote, const std::vector<Decimal>& quantities) {
    api::SaleCreate body{.businessUnitId = quote.businessUnitId,
                         .partnerId = quote.partnerId,
                         .date = quote.date,
                         .channel = quote.channel,
                         .currency = quote.currency,
                         .pricesIncludeTax = quote.pricesIncludeTax,
                         .discountPercent = quote.discountPercent,
                         .locationId = quote.locationId,
                         .purchaseOrderRef = quote.purchaseOrderRef,
                         .note = quote.note};
    for (std::size_t i = 0; i < quantities.size(); ++i) {
        if (!quantities[i].isZero()) {
            body.lines.push_back(lineBody((*quote.lines)[i], quantities[i], quote.currency));
        }
    }
    if (quote.discountAmount) {
        body.discountAmount = MajorAmount(majorFromMinor(discountShare(quote, quantities), quote.currency));
    }
    return body;
}

Answer<201, api::Sale> convertQuote(Request& request, const api::ConvertQuoteParameters& parameters,
                                    const api::QuoteConvert& body) {
    const api::Sale sale = convert(request, parameters.quoteId, body);
    return Answer<201, api::Sale>(sale).etag(sale.version);
}

api::Sale commands::quotesConvert(Call& call, const Json& input) {
    api::QuoteConvert body;
    read(input, bind::Place(), body);
    return convert(call, QuoteId::parseOrNil(input.textOr("id")), body);
}

} // namespace svc::sales
