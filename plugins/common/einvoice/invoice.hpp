#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <svc/currency.hpp>
#include <svc/date.hpp>
#include <svc/decimal.hpp>
#include <svc/json.hpp>

namespace svc::einvoice {

struct Address {
    std::optional<std::string> line1;
    std::optional<std::string> line2;
    std::optional<std::string> postalCode;
    std::optional<std::string> city;
    std::optional<std::string> region;
    std::optional<std::string> country; ///< ISO 3166-1 alpha-2

    bool empty() const { return !line1 && !line2 && !postalCode && !city && !region; }
};

/// Seller (BG-4) or buyer (BG-7).
struct Party {
    std::string name;                              ///< BT-27, BT-44
    std::string brand;                             ///< name in the heading of its documents; empty: `name`
    std::optional<std::string> tradingName;        ///< BT-28: the business unit
    std::optional<std::string> registration;       ///< BT-30, BT-47
    std::optional<std::string> registrationScheme; ///< BT-30-1, BT-47-1; when written, that of the country
    std::optional<std::string> vatNumber;          ///< BT-31, BT-48
    std::optional<std::string> identifier;         ///< BT-29, BT-46; read, never written
    std::optional<std::string> otherTaxNumber;     ///< BT-32 or BT-63; read, never written
    std::optional<std::string> electronicAddress;  ///< BT-34, BT-49: scheme, colon, identifier
    Address address;                               ///< BG-5, BG-8
    std::optional<std::string> contactName;        ///< BT-41, BT-56
    std::optional<std::string> phone;              ///< BT-42, BT-57
    std::optional<std::string> email;              ///< BT-43, BT-58
    bool professional = false;                     ///< buys or sells in the course of business
};

/// One line (BG-25). It holds the agreed values beside those of EN 16931: agreed prices may include tax,
/// prices of EN 16931 never do.
struct Line {
    std::string name;                       ///< BT-153
    std::optional<std::string> description; ///< BT-154
    std::optional<std::string> sellerCode;  ///< BT-155
    std::optional<std::string> gtin;        ///< BT-157
    Decimal quantity;                       ///< BT-129
    std::string unit = "C62";               ///< BT-130, UN/ECE Recommendation 20
    std::string taxCategory;                ///< BT-151, UNCL 5305
    Decimal taxRate;                        ///< BT-152, percent
    std::optional<std::string> exemption;   ///< text, or a code of the list VATEX

    Decimal unitPrice;                      ///< as agreed, minor units
    std::optional<Decimal> discountPercent; ///< as agreed
    std::int64_t amount = 0; ///< as agreed: quantity × price less the line's discount, minor units

    Decimal netPrice;             ///< BT-146, minor units
    std::int64_t netDiscount = 0; ///< BT-136
    std::int64_t netAmount = 0;   ///< BT-131

    Decimal remaining; ///< on a delivery note: still to be delivered afterwards
};

/// Discount of the whole document in one tax group (BG-20).
struct Allowance {
    std::int64_t amount = 0; ///< BT-92, without tax
    std::string taxCategory;
    Decimal taxRate;
};

/// Freight and the like on the whole document in one tax group (BG-21). Documents whose prices include tax
/// have none.
struct Charge {
    std::int64_t amount = 0; ///< BT-99, without tax
    std::string taxCategory;
    Decimal taxRate;
    std::string reasonCode = "FC";  ///< BT-105, UNCL 7161
    std::string reason = "Freight"; ///< BT-104
};

/// The tax of one category and rate (BG-23).
struct TaxGroup {
    std::string taxCategory;
    Decimal taxRate;
    std::int64_t taxable = 0; ///< BT-116
    std::int64_t tax = 0;     ///< BT-117
    std::optional<std::string> exemptionText;
    std::optional<std::string> exemptionCode;
    std::int64_t bookedNet = 0; ///< as booked: where prices include tax, BT-116 may differ by cents
    std::int64_t bookedTax = 0; ///< as booked
    bool isShare = false;       ///< of a part: its tax is as it is booked, a minor unit off base × rate
};

struct Totals {
    std::int64_t lines = 0;      ///< BT-106
    std::int64_t allowances = 0; ///< BT-107
    std::int64_t charges = 0;    ///< BT-108
    std::int64_t withoutTax = 0; ///< BT-109
    std::int64_t tax = 0;        ///< BT-110
    std::int64_t withTax = 0;    ///< BT-112
    std::int64_t prepaid = 0;    ///< BT-113
    std::int64_t rounding = 0;   ///< BT-114
    std::int64_t due = 0;        ///< BT-115
};

/// Where the buyer may pay (BG-16).
struct PaymentMeans {
    std::string code = "30";         ///< BT-81, UNCL 4461; empty: the document asks for no payment
    std::optional<std::string> text; ///< BT-82
    std::optional<std::string> iban; ///< BT-84
    std::optional<std::string> bic;  ///< BT-86
    std::string reference;           ///< BT-83
};

/// The status of a document shown on its page; the data formats do not have it.
enum class Standing { Open, Paid, Void, Credited };

/// The current state of a document, shown on a page in place of its state at issue.
struct CurrentState {
    Date asOf;
    std::int64_t credited = 0;
    std::int64_t paid = 0; ///< less refunds
    std::int64_t due = 0;
};

/// Money that was received with the sale.
struct Received {
    std::string method; ///< cash, card …
    std::int64_t amount = 0;
};

struct Preceding {
    std::string number; ///< BT-25
    Date date;          ///< BT-26
};

/// A mark that a fiscal regime requires on a document.
struct FiscalMark {
    std::string regime;
    std::vector<std::string> lines;
    std::string qr;      ///< text to encode; empty: no code
    std::string caption; ///< what the code is for
};

/// An invoice in the terms of EN 16931, from which every format is written. Amounts are minor units of
/// `currency`.
struct Invoice {
    std::string number;                        ///< BT-1
    int typeCode = 380;                        ///< BT-3: 380, 381 credit note, 384 corrected, 386 prepayment
    Date date;                                 ///< BT-2
    std::optional<Date> dueDate;               ///< BT-9
    std::optional<Date> deliveredOn;           ///< BT-72
    Currency currency;                         ///< BT-5
    Currency bookCurrency;                     ///< BT-6, when it differs
    Decimal exchangeRate = Decimal(1);         ///< units of currency for one of bookCurrency
    std::int64_t bookTax = 0;                  ///< BT-111, minor units of bookCurrency
    bool pricesIncludeTax = false;             ///< of `unitPrice` and `amount` of the lines
    std::optional<std::string> process;        ///< BT-23, where its profile names none
    std::optional<std::string> buyerReference; ///< BT-10
    std::optional<std::string> purchaseOrderRef; ///< BT-13
    std::optional<std::string> note;             ///< BT-22
    std::optional<std::string> paymentTerms;     ///< BT-20
    std::optional<Preceding> preceding;
    std::vector<std::string> deliveryNotes; ///< BT-16 is the last of them
    Party seller;
    Party buyer;
    std::optional<Address> deliverTo; ///< BG-15
    std::string deliverPlace;         ///< name of the shop or store, on an order
    PaymentMeans payment;
    std::vector<Line> lines;
    std::int64_t documentDiscount = 0; ///< as agreed, minor units
    std::vector<Charge> charges;
    std::vector<Allowance> allowances;
    std::vector<TaxGroup> taxes;
    Totals totals;
    Standing standing = Standing::Open;
    bool isTicket = false; ///< of a sale at the counter: a roll omits buyer and terms
    std::optional<CurrentState> current;
    std::optional<Instant> soldAt;
    std::string timeZone = "UTC"; ///< of the seller
    std::vector<Received> received;
    std::vector<FiscalMark> marks;
    std::string publicUrl; ///< where the document can be read online; empty: nowhere

    bool isCreditNote() const { return typeCode == 381; }
    bool hasCategory(std::string_view category) const {
        for (const TaxGroup& group : taxes) {
            if (group.taxCategory == category) {
                return true;
            }
        }
        return false;
    }
};

} // namespace svc::einvoice
