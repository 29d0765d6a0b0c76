#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "einvoice/invoice.hpp"
#include "einvoice/terms.hpp"

namespace svc::einvoice::samples {

/// The values of one line that a test sets; the others have defaults.
struct Agreed {
    std::string name = "Coffee machine C2";
    Decimal quantity = Decimal(1);
    Decimal unitPrice = Decimal(10000); ///< minor units
    std::int64_t discount = 0;          ///< minor units
    std::string taxCategory = "S";
    Decimal taxRate = Decimal(20);
    std::optional<std::string> exemption = {};
};

struct Terms {
    Currency currency = Currency::of("EUR");
    bool pricesIncludeTax = true;
    std::int64_t discount = 0; ///< of the document
    std::int64_t freight = 0;  ///< of the document, at 20 percent; prices without tax only
    bool credit = false;
    bool paid = false;
    int typeCode = 380;                ///< of an invoice, not of a credit note
    bool german = false;               ///< the seller is German, as the buyer is
    Decimal exchangeRate = Decimal(1); ///< for one EUR
};

/// An invoice between a French seller and a German buyer with everything that any profile asks for.
Invoice invoice(const std::vector<Agreed>& lines, const Terms& terms = {});

/// A random invoice; the same seed gives the same invoice.
Invoice randomInvoice(std::mt19937_64& random);

} // namespace svc::einvoice::samples
