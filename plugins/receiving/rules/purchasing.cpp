#include "rules/purchasing.hpp"

#include <algorithm>

#include <svc/money.hpp>
#include <svc/rounding.hpp>

namespace svc::receiving {
namespace {

constexpr int QuantityDecimals = 6;
constexpr std::size_t LabelLength = 255;

using einvoice::Invoice;
using einvoice::Line;

Json major(std::int64_t minor, Currency currency) {
    return majorFromMinor(minor, currency);
}

/// Is the amount of the line its quantity times its price, less its discount, in what a purchase can hold?
bool isExact(const Line& line, Currency currency) {
    if (line.quantity.isZero() || line.quantity.decimals() > QuantityDecimals || line.netDiscount < 0 ||
        line.netPrice.sign() < 0 ||
        !minorFromUnitPrice(line.netPrice.shifted(-currency.digits()), currency)) {
        return false;
    }
    const auto gross = roundedMinor(line.quantity * line.netPrice);
    return gross && *gross - line.netDiscount == line.netAmount && line.netDiscount <= std::abs(*gross);
}

Json exemptionOf(const Invoice& invoice, const std::string& category, const Decimal& rate) {
    for (const einvoice::TaxGroup& group : invoice.taxes) {
        if (group.taxCategory == category && group.taxRate == rate) {
            return group.exemptionText ? Json(*group.exemptionText) : Json(group.exemptionCode);
        }
    }
    return Json(nullptr);
}

Json freeLine(const Invoice& invoice, const std::string& label, std::int64_t net, const std::string& category,
              const Decimal& rate) {
    return Json::object({{"label", label},
                         {"quantity", net < 0 ? -1 : 1},
                         {"unitPrice", major(net < 0 ? -net : net, invoice.currency)},
                         {"taxCategory", category},
                         {"taxRate", rate},
                         {"taxExemptionReason", exemptionOf(invoice, category, rate)}});
}

Json lineOf(const Invoice& invoice, const Line& line) {
    const std::string label(utf8Prefix(line.name.empty() ? "-" : line.name, LabelLength));
    if (!isExact(line, invoice.currency)) {
        Json whole = freeLine(invoice, label, line.netAmount, line.taxCategory, line.taxRate);
        whole.set("description", line.quantity.toString() + ' ' + line.unit);
        return whole;
    }
    Json body = Json::object({{"label", label},
                              {"quantity", line.quantity},
                              {"unit", line.unit},
                              {"unitPrice", line.netPrice.shifted(-invoice.currency.digits()).normalized()},
                              {"taxCategory", line.taxCategory},
                              {"taxRate", line.taxRate},
                              {"taxExemptionReason", exemptionOf(invoice, line.taxCategory, line.taxRate)}});
    if (line.netDiscount != 0) {
        body.set("discountAmount", major(line.netDiscount, invoice.currency));
    }
    return body;
}

} // namespace

Json purchaseBody(const Invoice& invoice, const std::string& partnerId, Date today) {
    Json lines = Json::array();
    for (const Line& line : invoice.lines) {
        if (line.netAmount != 0 || !line.quantity.isZero()) {
            lines.push(lineOf(invoice, line));
        }
    }
    for (const einvoice::Charge& charge : invoice.charges) {
        const std::string label = charge.reason.empty() ? charge.reasonCode : charge.reason;
        lines.push(freeLine(invoice, label.empty() ? "Charge" : label, charge.amount, charge.taxCategory,
                            charge.taxRate));
    }
    for (const einvoice::Allowance& allowance : invoice.allowances) {
        lines.push(
            freeLine(invoice, "Discount", -allowance.amount, allowance.taxCategory, allowance.taxRate));
    }
    if (invoice.lines.empty()) {
        // A profile without lines tells the totals alone.
        for (const einvoice::TaxGroup& group : invoice.taxes) {
            lines.push(freeLine(invoice, invoice.number, group.taxable, group.taxCategory, group.taxRate));
        }
        if (invoice.taxes.empty()) {
            lines.push(freeLine(invoice, invoice.number, invoice.totals.withTax, "O", Decimal()));
        }
    }
    if (const std::int64_t rounding = invoice.totals.rounding; rounding != 0) {
        // Part of what is to be paid (BT-114), outside of any tax; nothing that is put on a shelf.
        lines.push(freeLine(invoice, "Rounding", rounding, "O", Decimal()).set("service", true));
    }
    const Date date = std::min(invoice.date, today);
    const bool dueLater = invoice.dueDate && *invoice.dueDate >= date;
    return Json::object({{"partnerId", partnerId},
                         {"supplierReference", invoice.number},
                         {"date", date},
                         {"dueDate", dueLater ? Json(*invoice.dueDate) : Json(nullptr)},
                         {"currency", invoice.currency.code()},
                         {"pricesIncludeTax", false},
                         {"lines", std::move(lines)}});
}

std::optional<Json> expenseBody(const Invoice& invoice, const std::optional<std::string>& partnerId,
                                Date today) {
    if (invoice.taxes.size() > 1) {
        return std::nullopt;
    }
    const Json rate = invoice.taxes.empty() ? Json(nullptr) : Json(invoice.taxes[0].taxRate);
    return Json::object({{"label", utf8Prefix(invoice.seller.name + ' ' + invoice.number, LabelLength)},
                         {"amount", major(invoice.totals.withTax, invoice.currency)},
                         {"taxRate", rate},
                         {"partnerId", partnerId},
                         {"date", std::min(invoice.date, today)},
                         {"reference", invoice.number}});
}

} // namespace svc::receiving
