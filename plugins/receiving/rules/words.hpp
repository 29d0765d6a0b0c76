#pragma once

#include <string_view>

namespace svc::receiving {

/// What stands on the page of an invoice besides its own texts.
enum class Word {
    Invoice,
    CreditNote,
    Seller,
    Buyer,
    IssuedOn,
    DueOn,
    Order,
    Label,
    Quantity,
    Price,
    TaxRate,
    Net,
    Tax,
    Base,
    Discount,
    Charge,
    Subtotal,
    TaxTotal,
    Total,
    Prepaid,
    Payable,
    PayTo,
    Findings
};

/// In English, French or German; in English for another language.
std::string_view wordIn(std::string_view language, Word word);

} // namespace svc::receiving
