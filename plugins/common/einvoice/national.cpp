#include "einvoice/national.hpp"

#include <algorithm>
#include <array>

#include "einvoice/identifiers.hpp"

namespace svc::einvoice {
namespace {

bool has(const std::optional<std::string>& text) {
    return text && !text->empty();
}

template <std::size_t Count>
bool isOneOf(std::string_view text, const std::array<std::string_view, Count>& all) {
    return std::find(all.begin(), all.end(), text) != all.end();
}

/// Payment means that Danish parties may use (DK-R-005).
constexpr std::array<std::string_view, 11> DanishMeans = {"1",  "10", "31", "42", "48", "49",
                                                          "50", "58", "59", "93", "97"};

/// Payment means that Dutch parties may use (NL-R-008).
constexpr std::array<std::string_view, 6> DutchMeans = {"30", "48", "49", "57", "58", "59"};

bool areOf(std::string_view country, const Invoice& invoice) {
    return invoice.seller.address.country == country && invoice.buyer.address.country == country;
}

class National {
public:
    explicit National(const Invoice& invoice)
        : invoice_(invoice), seller_(invoice.seller), buyer_(invoice.buyer),
          domestic_(invoice.buyer.address.country == invoice.seller.address.country) {}

    std::vector<Finding> run() {
        const std::string country = seller_.address.country.value_or("");
        if (country == "DK") {
            denmark();
        } else if (country == "GR") {
            greece();
        } else if (country == "IS") {
            iceland();
        } else if (country == "IT") {
            italy();
        } else if (country == "NL") {
            netherlands();
        } else if (country == "NO") {
            norway();
        } else if (country == "SE") {
            sweden();
        }
        return std::move(findings_);
    }

private:
    void require(bool holds, const char* rule, const char* field, const char* message) {
        if (!holds) {
            findings_.push_back({.rule = rule, .field = field, .message = message});
        }
    }
    bool hasMeans() const { return !invoice_.payment.code.empty(); }
    /// The VAT number as the invoice shows it.
    std::string vatNumber() const { return showsVatNumbers(invoice_) ? vatNumberOf(seller_) : ""; }

    /// A registration number, if there is one, must belong to the register of the party's country.
    void scheme(const Party& party, std::initializer_list<std::string_view> schemes, const char* rule,
                const char* field) {
        if (has(party.registration) && (&party == &seller_ || domestic_)) {
            const bool known =
                std::find(schemes.begin(), schemes.end(), registrationScheme(party)) != schemes.end();
            require(known, rule, field, "The number of the register has the scheme of the country.");
        }
    }

    void denmark() {
        require(has(seller_.registration), "DK-R-002", "company.registrationNumber",
                "A Danish seller has a CVR number.");
        scheme(seller_, {"0184"}, "DK-R-014", "company.registrationNumber");
        scheme(buyer_, {"0184"}, "DK-R-017", "partner.registrationNumber");
        const bool allowed = !hasMeans() || isOneOf(invoice_.payment.code, DanishMeans);
        require(!domestic_ || invoice_.isCreditNote() || allowed, "DK-R-005", "company.iban",
                "Between Danish parties, this means of payment is not one of those allowed.");
    }

    /// Of the rules for Greece only the first: numbers made here have no such parts, so their sellers are
    /// told that Peppol takes no invoice of them.
    void greece() {
        require(std::count(invoice_.number.begin(), invoice_.number.end(), '|') == 5, "GR-R-001-1", "number",
                "The number of a Greek seller has six parts with | between them, by the rules of myDATA.");
    }

    void iceland() {
        scheme(seller_, {"0196"}, "IS-R-002", "company.registrationNumber");
        scheme(buyer_, {"0196"}, "IS-R-004", "partner.registrationNumber");
        require(has(seller_.registration), "IS-R-002", "company.registrationNumber",
                "An Icelandic seller has a legal identifier.");
        require(has(seller_.address.line1) && has(seller_.address.postalCode), "IS-R-003", "company.address",
                "The address of an Icelandic seller has street and post code.");
        require(!domestic_ || has(buyer_.registration), "IS-R-004", "partner.registrationNumber",
                "An Icelandic buyer has a legal identifier.");
        require(!domestic_ || (has(buyer_.address.line1) && has(buyer_.address.postalCode)), "IS-R-005",
                "partner.address", "The address of an Icelandic buyer has street and post code.");
    }

    void italy() {
        require(has(seller_.address.line1), "IT-R-002", "company.address.line1",
                "The address of an Italian seller has a street.");
        require(has(seller_.address.city), "IT-R-003", "company.address.city",
                "The address of an Italian seller has a city.");
        require(has(seller_.address.postalCode), "IT-R-004", "company.address.postalCode",
                "The address of an Italian seller has a post code.");
    }

    static bool isComplete(const Address& address) {
        return has(address.line1) && has(address.city) && has(address.postalCode);
    }

    void netherlands() {
        scheme(seller_, {"0106", "0190"}, "NL-R-003", "company.registrationNumber");
        scheme(buyer_, {"0106", "0190"}, "NL-R-005", "partner.registrationNumber");
        require(isComplete(seller_.address), "NL-R-002", "company.address",
                "The address of a Dutch seller has street, city and post code.");
        require(!domestic_ || isComplete(buyer_.address), "NL-R-004", "partner.address",
                "The address of a Dutch buyer has street, city and post code.");
        require(invoice_.isCreditNote() || invoice_.totals.due <= 0 || hasMeans(), "NL-R-007", "company.iban",
                "The invoice of a Dutch seller tells how what is due is paid.");
        require(!domestic_ || !hasMeans() || isOneOf(invoice_.payment.code, DutchMeans), "NL-R-008",
                "company.iban", "Between Dutch parties, this means of payment is not one of those allowed.");
    }

    void norway() {
        const std::string vat = vatNumber();
        const std::string_view digits = std::string_view(vat).substr(std::min<std::size_t>(2, vat.size()), 9);
        const bool formed = vat.size() == 14 && vat.ends_with("MVA") && digitsOnly(digits);
        require(!vat.starts_with("NO") || (formed && hasMod11Digit(digits)), "NO-R-001", "company.vatNumber",
                "A Norwegian VAT number is NO, the number of the organisation and MVA.");
    }

    void sweden() {
        const std::string vat = vatNumber();
        if (vat.starts_with("SE")) {
            require(vat.size() == 14, "SE-R-001", "company.vatNumber",
                    "A Swedish VAT number has 14 characters.");
            require(digitsOnly(std::string_view(vat).substr(2)), "SE-R-002", "company.vatNumber",
                    "A Swedish VAT number is SE and digits.");
            const bool swedish =
                std::all_of(invoice_.taxes.begin(), invoice_.taxes.end(), [](const TaxGroup& group) {
                    return group.taxCategory != "S" || group.taxRate == Decimal(25) ||
                           group.taxRate == Decimal(12) || group.taxRate == Decimal(6);
                });
            require(swedish, "SE-R-006", "lines[].taxRate", "Swedish sellers have the rates 25, 12 and 6.");
        }
        if (has(seller_.registration)) {
            const std::string& number = *seller_.registration;
            require(digitsOnly(number), "SE-R-003", "company.registrationNumber",
                    "The number of a Swedish organisation is made of digits.");
            require(number.size() == 10, "SE-R-004", "company.registrationNumber",
                    "The number of a Swedish organisation has 10 digits.");
            require(digitsOnly(number) && hasLuhnDigit(number), "SE-R-013", "company.registrationNumber",
                    "The last digit of the number of a Swedish organisation checks.");
        }
    }

    const Invoice& invoice_;
    const Party& seller_;
    const Party& buyer_;
    bool domestic_;
    std::vector<Finding> findings_;
};

} // namespace

std::vector<Finding> nationalFindings(const Invoice& invoice) {
    return National(invoice).run();
}

std::string meansBetween(const Invoice& invoice, std::string means) {
    if (means.empty()) {
        return means;
    }
    if (areOf("DK", invoice) && !isOneOf(means, DanishMeans)) {
        return has(invoice.payment.iban) && has(invoice.payment.bic) ? "31" : "1";
    }
    if (areOf("NL", invoice) && !isOneOf(means, DutchMeans) && invoice.totals.due <= 0) {
        return "";
    }
    return means;
}

} // namespace svc::einvoice
