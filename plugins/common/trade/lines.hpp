/// @file Rules on the lines of a request (sale, quote, purchase) that its contract cannot express: API
/// definitions 5.1 and 7.1. A refusal names the path of the field. The request types are generated from the
/// contracts of the modules; members of the same name have the same meaning.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include <svc/amounts.hpp>
#include <svc/currency.hpp>
#include <svc/error.hpp>
#include <svc/field.hpp>

#include "trade/tax_terms.hpp"

namespace svc::trade {

/// The value of a member of a request, if it is given.
template <class Value>
const std::optional<Value>& said(const std::optional<Value>& member) {
    return member;
}
template <class Value>
const std::optional<Value>& said(const Field<Value>& member) {
    return member.value();
}

/// Refuses a quantity of zero, or with more than 6 decimals.
void checkQuantity(const Decimal& quantity, std::size_t index);

/// Refuses a line without item and label, and a free line without price.
template <class Line>
void requireLineFields(const Line& line, std::size_t index) {
    if (said(line.itemId)) {
        return;
    }
    if (!said(line.label)) {
        throw fieldRequired(pathOf("lines", index, "label"));
    }
    if (!said(line.unitPrice)) {
        throw fieldRequired(pathOf("lines", index, "unitPrice"));
    }
}

/// Refuses members of a line that exclude each other: two discounts, a rate in a category without tax.
template <class Line>
void checkLineFields(const Line& line, std::size_t index) {
    checkQuantity(line.quantity, index);
    if (said(line.discountPercent) && said(line.discountAmount)) {
        throw fieldInvalid(pathOf("lines", index, "discountAmount"));
    }
    const auto& category = said(line.taxCategory);
    const auto& rate = said(line.taxRate);
    if (category && rate && carriesNoTax(*category) && !rate->isZero()) {
        throw fieldInvalid(pathOf("lines", index, "taxRate"));
    }
}

/// Refuses a request without lines, with incomplete lines, or with members that exclude each other.
template <class Body>
void checkLines(const Body& body) {
    if (body.lines.empty()) {
        throw fieldRequired("lines");
    }
    for (std::size_t i = 0; i < body.lines.size(); ++i) {
        requireLineFields(body.lines[i], i);
    }
    for (std::size_t i = 0; i < body.lines.size(); ++i) {
        checkLineFields(body.lines[i], i);
    }
    if (body.discountPercent && body.discountAmount) {
        throw fieldInvalid("discountAmount");
    }
}

/// Refuses prices and discounts with more decimals than the document allows in its currency.
template <class Body>
void checkLineAmounts(const Body& body, Currency currency) {
    for (std::size_t i = 0; i < body.lines.size(); ++i) {
        if (const auto& price = said(body.lines[i].unitPrice)) {
            price->unitPrice(currency, pathOf("lines", i, "unitPrice"));
        }
        if (const auto& discount = said(body.lines[i].discountAmount)) {
            discount->minor(currency, pathOf("lines", i, "discountAmount"));
        }
    }
    if (body.discountAmount) {
        body.discountAmount->minor(currency, "discountAmount");
    }
}

/// Category, rate and reason of a line: its own, else the item's, else the company's (API definitions 1.4).
/// Category E requires a reason. `item`: as stock sells it, or null.
template <class Line, class Item>
TaxTerms lineTaxTerms(const Line& line, std::size_t index, const Item* item, const Company& company,
                      const std::optional<std::string>& partnerReason = std::nullopt) {
    TaxChoice usual;
    if (item != nullptr) {
        usual = {.rate = item->taxRate, .exemptionReason = item->taxExemptionReason};
        if (item->taxCategory) {
            usual.category = std::string(toText(*item->taxCategory));
        }
    }
    TaxTerms terms = taxTermsOf({said(line.taxCategory), said(line.taxRate), said(line.taxExemptionReason)},
                                usual, company, partnerReason);
    if (terms.category == "E" && !terms.exemptionReason) {
        throw fieldRequired(pathOf("lines", index, "taxExemptionReason"));
    }
    return terms;
}

} // namespace svc::trade
