// An invoice in the terms of the logical structure FA(3) (schemat_FA(3)_v1-0E.xsd of the Ministry of
// Finance).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <svc/currency.hpp>
#include <svc/date.hpp>
#include <svc/decimal.hpp>

namespace svc::pl_ksef {

struct Address {
    std::string country;    ///< ISO 3166-1 alpha-2
    std::string line1 = {}; ///< AdresL1; empty: there is no address
    std::string line2 = {};
};

/// Podmiot1
struct Seller {
    std::string nip;
    std::string name;
    Address address = {};
    std::string email = {};
    std::string phone = {};
};

/// Podmiot2. Has one of `nip`, `vatNumber` with `country`, and `id`; BrakID when it has none.
struct Buyer {
    std::string nip = {};     ///< tax number of Poland
    std::string country = {}; ///< of `vatNumber`, as VAT numbers write it (Greece is EL); of `id` in ISO 3166
    std::string vatNumber = {}; ///< of another member state of the Union, without its prefix
    std::string id = {};        ///< another identifier
    std::string name = {};
    Address address = {};
};

/// The location of the buyer, which determines the treatment of reverse charge.
enum class Place { Poland, Union, Elsewhere };

/// A rate with its code and its field names in the structure.
struct Rate {
    std::string_view code; ///< P_12: `23`, `0 WDT`, `zw` …
    std::string_view field; ///< suffix of the fields of its sums after `P_13_` and `P_14_`: `1`, `6_2`, `7` …
    bool taxed = false;     ///< has P_14
};
/// The rate of a category of UNCL 5305. Nothing when Poland has no such rate.
std::optional<Rate> rateOf(std::string_view category, const Decimal& percent, Place place);

/// FaWiersz. Quantities and amounts of a correction are differences.
struct Line {
    std::string id = {};   ///< UU_ID
    std::string name = {}; ///< P_7
    std::string sku = {};
    std::string gtin = {};
    std::string unit = {};     ///< P_8A, as people read it
    Decimal quantity;          ///< P_8B
    Decimal price;             ///< P_9A, or P_9B where prices include tax; major units
    std::int64_t discount = 0; ///< P_10, minor units
    std::int64_t amount = 0;   ///< P_11, or P_11A where prices include tax; minor units
    Rate rate;
};

/// The sums of one rate, minor units of the currency of the invoice.
struct TaxSum {
    Rate rate;
    std::int64_t net = 0;
    std::int64_t tax = 0;
    std::optional<std::int64_t> taxPln = {}; ///< grosz; of an invoice in another currency
};

/// DaneFaKorygowanej
struct Corrected {
    std::string number;
    Date date;
    std::string ksefNumber = {}; ///< empty: it was issued outside of KSeF
};

/// Why supplies are exempt: P_19A (the Polish act), P_19B (the directive) or P_19C (another ground).
struct Exemption {
    char field = 'A';
    std::string ground = {};
};
/// A code of the list VATEX refers to the directive; any other text counts as the Polish act.
Exemption exemptionOf(const std::string& reason);

/// Platnosc
struct Payment {
    bool paid = false; ///< in full, with the invoice
    Date date = {};    ///< of that payment, or the due date
    int form = 0;      ///< TFormaPlatnosci; 0: not said
    std::string account = {};
    std::string bic = {};
};

/// Faktura
struct Invoice {
    Instant madeAt = {};
    std::string number = {}; ///< P_2
    Date date = {};          ///< P_1
    std::optional<Date> deliveredOn = {};
    Currency currency;
    std::optional<Decimal> exchangeRate = {}; ///< zloty per unit of currency; absent for zloty
    bool grossPrices = false;                 ///< article 106e (7) and (8): prices and amounts include tax
    Seller seller = {};
    Buyer buyer = {};
    std::vector<Line> lines = {};
    std::vector<TaxSum> sums = {};
    std::int64_t total = 0;      ///< P_15
    bool cashAccounting = false; ///< P_16
    bool reverseCharge = false;  ///< P_18
    bool splitPayment = false;   ///< P_18A
    std::optional<Exemption> exempt = {};
    std::optional<Corrected> corrected = {}; ///< set on a correction (KOR)
    std::string reason = {};                 ///< of the correction
    int correctionType = 2;                  ///< TypKorekty
    std::string note = {};
    std::string orderNumber = {};
    std::optional<Payment> payment = {};
};

/// The file that is sent: UTF-8 without a byte order mark.
std::string writeInvoice(const Invoice& invoice);

/// Text in the form that KSeF accepts: without control characters and code points that are no characters, at
/// most `most` characters, trimmed.
std::string plainText(std::string_view text, std::size_t most);

} // namespace svc::pl_ksef
