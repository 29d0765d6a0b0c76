#include "invoice/fill.hpp"

#include <algorithm>
#include <array>
#include <map>

#include <svc/error.hpp>
#include <svc/rounding.hpp>
#include <svc/text.hpp>

#include "einvoice/terms.hpp"
#include "rules/identifiers.hpp"
#include "trade/tax.hpp"

namespace svc::it_fatturapa {
namespace {

constexpr std::size_t LongestNumber = 20;

[[noreturn]] void incomplete(std::string_view field) {
    throw ApiError(400, "invoice-incomplete", {std::string(field)});
}

std::string required(const std::optional<std::string>& text, std::string_view field) {
    if (!text || trim(*text).empty()) {
        incomplete(field);
    }
    return *text;
}

bool isEuropean(std::string_view country) {
    constexpr std::array<std::string_view, 27> Countries = {
        "AT", "BE", "BG", "CY", "CZ", "DE", "DK", "EE", "EL", "ES", "FI", "FR", "GR", "HR",
        "HU", "IE", "LT", "LU", "LV", "MT", "NL", "PL", "PT", "RO", "SE", "SI", "SK"};
    return std::find(Countries.begin(), Countries.end(), country) != Countries.end();
}

/// Parses a VAT number with a country prefix, or without one where the country is known. Other letters at its
/// beginning belong to the number: a Swiss one begins with CHE (and may name the register of VAT at its end).
std::optional<TaxId> taxIdOf(const std::optional<std::string>& number, const std::string& country) {
    std::string text = upperAscii(number.value_or(""));
    std::erase_if(text, [](char c) { return c == ' ' || c == '.' || c == '-'; });
    if (text.empty()) {
        return std::nullopt;
    }
    constexpr std::size_t SwissLength = 12;
    const std::string prefix = text.substr(0, 2);
    if (text.starts_with("CHE") && text.size() >= SwissLength) {
        return TaxId{prefix, text.substr(0, SwissLength)};
    }
    const bool isPrefixed = prefix == country || prefix == "IT" || prefix == "XI" || isEuropean(prefix);
    return isPrefixed && text.size() > 2 ? TaxId{prefix, text.substr(2)} : TaxId{country, text};
}

/// The Natura with which a reason begins, and the text after it: `N3.5 Lettera d'intento n. 12`.
struct Reason {
    std::string natura;
    std::string text;
};

Reason reasonIn(const std::optional<std::string>& reason) {
    const std::string text(trim(reason.value_or("")));
    const std::size_t end = std::min(text.find(' '), text.size());
    const std::string first = text.substr(0, end);
    if (lawOf(first).empty()) {
        return {{}, text.starts_with("VATEX-") ? std::string() : text};
    }
    return {first, std::string(trim(std::string_view(text).substr(end)))};
}

/// The default Natura of a category of UNCL 5305, for lines that do not name one.
std::string naturaOf(const std::string& category, const std::string& country, const Json& settings) {
    if (const std::string own = settings.textOr("nature" + category); !own.empty()) {
        return own;
    }
    if (category == "AE") {
        return country == "IT" ? "N6.9" : "N2.1";
    }
    const std::map<std::string, std::string> usual = {
        {"E", "N4"}, {"O", "N2.2"}, {"G", "N3.1"}, {"K", "N3.2"}};
    const auto found = usual.find(category);
    if (found == usual.end()) {
        incomplete("lines.taxCategory");
    }
    return found->second;
}

einvoice::Address addressOf(const Party& party, std::string_view whose) {
    const std::string field(whose);
    einvoice::Address address;
    address.country = party.address.country ? party.address.country : party.country.value_or("IT");
    address.line1 = required(party.address.line1, field + ".address.line1");
    address.line2 = party.address.line2;
    address.city = required(party.address.city, field + ".address.city");
    address.postalCode = party.address.postalCode;
    address.region = party.address.region;
    if (*address.country == "IT") {
        const std::string code = required(address.postalCode, field + ".address.postalCode");
        if (code.size() != 5 ||
            !std::all_of(code.begin(), code.end(), [](char c) { return c >= '0' && c <= '9'; })) {
            incomplete(field + ".address.postalCode");
        }
    }
    return address;
}

/// `sold`: a line of a sale or of a credit note.
template <class SoldLine>
einvoice::Line lineOf(const SoldLine& sold, const std::string& country, const Json& settings) {
    einvoice::Line line;
    line.name = sold.label;
    line.description = sold.description;
    line.quantity = sold.quantity;
    line.unit = sold.unit;
    line.unitPrice = sold.unitPrice;
    line.taxRate = sold.taxRate;
    line.taxCategory = "S";
    if (line.taxRate.isZero()) {
        const Reason reason = reasonIn(sold.taxExemptionReason);
        line.taxCategory =
            reason.natura.empty() ? naturaOf(sold.taxCategory, country, settings) : reason.natura;
        if (!reason.text.empty()) {
            line.exemption = reason.text;
        }
    }
    trade::Discount discount;
    if ((line.discountPercent = sold.discountPercent)) {
        discount.percent = line.discountPercent;
    } else if (sold.discountAmount != 0) {
        discount.amountMinor = sold.discountAmount;
    }
    line.amount = trade::lineAmount(line.quantity, line.unitPrice, discount);
    return line;
}

void addTo(std::vector<einvoice::BookedGroup>& groups, const einvoice::BookedGroup& one) {
    const auto same = std::find_if(groups.begin(), groups.end(), [&](const einvoice::BookedGroup& other) {
        return other.taxCategory == one.taxCategory && other.taxRate == one.taxRate;
    });
    if (same == groups.end()) {
        groups.push_back(one);
    } else {
        same->net += one.net;
        same->tax += one.tax;
    }
}

/// The booked taxes. The net amount without tax is split among the reasons in proportion to their lines.
std::vector<einvoice::BookedGroup> groupsOf(const std::vector<calls::sales::SaleTax>& taxes,
                                            const einvoice::Invoice& invoice) {
    std::vector<einvoice::BookedGroup> groups;
    std::int64_t untaxed = 0;
    bool hasUntaxed = false;
    for (const auto& tax : taxes) {
        if (!tax.taxRate.isZero()) {
            addTo(groups, {"S", tax.taxRate, tax.net, tax.tax});
        } else {
            untaxed += tax.net;
            hasUntaxed = true;
        }
    }
    if (!hasUntaxed) {
        return groups;
    }
    std::vector<std::string> reasons;
    std::vector<std::int64_t> amounts;
    std::int64_t whole = 0;
    for (const einvoice::Line& line : invoice.lines) {
        if (!line.taxRate.isZero()) {
            continue;
        }
        const auto at = std::find(reasons.begin(), reasons.end(), line.taxCategory);
        if (at == reasons.end()) {
            reasons.push_back(line.taxCategory);
            amounts.push_back(line.amount);
        } else {
            amounts[static_cast<std::size_t>(at - reasons.begin())] += line.amount;
        }
        whole += line.amount;
    }
    const std::vector<std::int64_t> nets =
        whole == 0
            ? amounts
            : allocateByRatio(untaxed, amounts, untaxed < 0 ? -untaxed : untaxed, whole < 0 ? -whole : whole);
    for (std::size_t i = 0; i < reasons.size(); ++i) {
        addTo(groups, {reasons[i], Decimal(), nets[i], 0});
    }
    return groups;
}

void fillParties(const Source& source, einvoice::Invoice& invoice) {
    const Party& seller = source.seller;
    invoice.seller.name = seller.legalName.value_or(seller.name);
    invoice.seller.address = addressOf(seller, "company");
    invoice.seller.phone = seller.phone;
    invoice.seller.email = seller.email;
    invoice.payment.iban = seller.iban;
    invoice.payment.bic = seller.bic;
    if (!source.buyer) {
        incomplete("partnerId");
    }
    invoice.buyer.name = source.buyer->name;
    invoice.buyer.address = addressOf(*source.buyer, "partner");
}

/// The payment method used with the sale; empty when an amount is still due.
std::string methodOf(const calls::sales::Sale& sale) {
    std::int64_t paid = 0;
    std::string method;
    for (const auto& payment : sale.payments) {
        if (payment.createdAt == sale.createdAt) {
            paid += payment.amount;
            method = toText(payment.method);
        }
    }
    return paid >= sale.total ? method : std::string();
}

std::string meansOf(const Source& source, const einvoice::Invoice& invoice) {
    if (source.note) {
        return {};
    }
    const std::map<std::string, std::string> methods = {{"cash", "MP01"},         {"cheque", "MP02"},
                                                        {"card", "MP08"},         {"bank_transfer", "MP05"},
                                                        {"direct_debit", "MP19"}, {"payment_link", "MP08"}};
    if (const std::string method = methodOf(source.sale); !method.empty()) {
        const auto found = methods.find(method);
        return found == methods.end() ? std::string() : found->second;
    }
    return invoice.payment.iban ? "MP05" : "";
}

std::optional<Registration> registrationOf(const Json& settings) {
    const std::string number = settings.textOr("reaNumber");
    if (number.empty()) {
        return std::nullopt;
    }
    return Registration{.office = settings.textOr("reaOffice"),
                        .number = number,
                        .capital = settings.textOr("shareCapital"),
                        .owners = settings.textOr("soleOwner"),
                        .inLiquidation = settings.optionalBool("inLiquidation").value_or(false)};
}

std::optional<Withholding> withholdingOf(const Json& settings) {
    const auto rate = Decimal::parse(settings.textOr("withholdingRate"));
    if (!rate || rate->sign() <= 0) {
        return std::nullopt;
    }
    return Withholding{settings.textOr("withholdingType", "RT01"), *rate,
                       settings.textOr("withholdingReason", "A")};
}

std::int64_t centsIn(const Json& settings, std::string_view name, std::int64_t otherwise) {
    const auto amount = Decimal::parse(settings.textOr(name));
    return amount ? roundedMinor(amount->shifted(2)).value_or(otherwise) : otherwise;
}

StampRule stampRuleOf(const Json& settings) {
    StampRule rule;
    rule.above = centsIn(settings, "stampDutyAbove", rule.above);
    rule.duty = centsIn(settings, "stampDutyAmount", rule.duty);
    if (const Json& kinds = settings["stampDutyOn"]; kinds.isArray()) {
        rule.kinds.clear();
        for (const Json& kind : kinds.items()) {
            rule.kinds.push_back(kind.text());
        }
    }
    return rule;
}

bool splitsPayment(const Facts& facts, const Json& settings) {
    if (facts.destination.toPublic) {
        return settings.textOr("splitPayment", "public") == "public";
    }
    const std::string vat = facts.buyerId ? facts.buyerId->country + facts.buyerId->code : "";
    const Json& others = settings["splitPaymentBuyers"];
    return others.isArray() &&
           std::any_of(others.items().begin(), others.items().end(),
                       [&](const Json& one) { return one.isString() && one.text() == vat; });
}

void fillBuyerIds(const Party& buyer, const std::string& country, Facts& facts) {
    facts.buyerId = taxIdOf(buyer.vatNumber, country);
    const std::string registered = upperAscii(buyer.registrationNumber.value_or(""));
    if (country == "IT") {
        facts.buyerFiscalCode = registered.size() == 11 || registered.size() == 16 ? registered : "";
        if (!facts.buyerId && facts.buyerFiscalCode.empty()) {
            incomplete("partner.vatNumber");
        }
    } else if (!facts.buyerId) {
        // A foreign buyer without a VAT number gets the register number, else the placeholders that SdI
        // defines.
        facts.buyerId = TaxId{country, !registered.empty()   ? registered
                                       : isEuropean(country) ? "0000000"
                                                             : "OO99999999999"};
    }
}

/// An invoice of goods that were delivered earlier names their delivery notes (TD24).
void fillDeliveries(const Source& source, const einvoice::Invoice& invoice, Facts& facts) {
    if (source.note) {
        return;
    }
    for (const auto& delivery : source.sale.deliveries) {
        if (delivery.date < invoice.date) {
            facts.deliveries.push_back({delivery.number, delivery.date});
        }
    }
}

std::string typeOf(const Source& source, const Facts& facts, const Json& settings) {
    if (source.note) {
        return "TD04";
    }
    if (!facts.deliveries.empty()) {
        return "TD24";
    }
    const std::string usual = settings.textOr("documentType", "TD01");
    return source.sealed.prepayment ? usual == "TD06" ? "TD03" : "TD02" : usual;
}

/// The seller or buyer as sealed with a document, or as the module partners has it.
template <class Record>
Party partyOf(const Record& record) {
    Party party{.name = record.name,
                .country = record.country,
                .vatNumber = record.vatNumber,
                .registrationNumber = record.registrationNumber,
                .peppolId = record.peppolId};
    if (record.address) {
        const auto& address = *record.address;
        party.address = {.line1 = address.line1,
                         .line2 = address.line2,
                         .postalCode = address.postalCode,
                         .city = address.city,
                         .region = address.region,
                         .country = address.country};
    }
    return party;
}

Party sellerOf(const calls::sales::SealedSeller& seller) {
    Party party = partyOf(seller);
    party.legalName = seller.legalName;
    party.phone = seller.phone;
    party.email = seller.email;
    party.iban = seller.iban;
    party.bic = seller.bic;
    return party;
}

/// The seller as the company describes itself now.
Party companyOf(Call& call) {
    const Json record = call.companyRecord();
    const Json& address = record["address"];
    return {.name = record.textOr("name"),
            .legalName = record.optionalText("legalName"),
            .country = record.optionalText("country"),
            .vatNumber = record.optionalText("vatNumber"),
            .phone = record.optionalText("phone"),
            .email = record.optionalText("email"),
            .iban = record.optionalText("iban"),
            .bic = record.optionalText("bic"),
            .address = {.line1 = address.optionalText("line1"),
                        .line2 = address.optionalText("line2"),
                        .postalCode = address.optionalText("postalCode"),
                        .city = address.optionalText("city"),
                        .region = address.optionalText("region"),
                        .country = address.optionalText("country")}};
}

/// What a sale and a credit note have in common.
template <class Document>
void fillDocument(const Document& document, const Json& settings, einvoice::Invoice& invoice) {
    invoice.number = document.number;
    invoice.date = document.date;
    invoice.pricesIncludeTax = document.pricesIncludeTax;
    invoice.note = document.note;
    const std::string country = *invoice.buyer.address.country;
    for (const auto& line : document.lines) {
        invoice.lines.push_back(lineOf(line, country, settings));
    }
}

/// Refuses documents that the format cannot hold.
template <class Document>
void checkDocument(const Document& document) {
    if (document.currency != Currency::of("EUR")) {
        throw ApiError(400, "currency-unsupported", {std::string(document.currency.code())});
    }
    if (document.number.size() > LongestNumber) {
        throw fieldInvalid("number");
    }
}

} // namespace

Source sourceOf(Call& call, const std::string& documentId, bool asIssued) {
    Source source;
    auto saleId = SaleId::parse(documentId);
    if (!saleId) {
        source.note = calls::sales::creditNote(call, {.id = CreditNoteId::parse(documentId).value()}).value();
        saleId = source.note->saleId;
    }
    source.sale = calls::sales::get(call, {.id = *saleId}).value();
    source.sealed = calls::sales::sealed(call, {.id = documentId}).value();
    if (source.note) {
        checkDocument(*source.note);
    } else {
        checkDocument(source.sale);
    }
    const auto& partner = source.note ? source.note->partnerId : source.sale.partnerId;
    source.seller = asIssued && source.sealed.seller ? sellerOf(*source.sealed.seller) : companyOf(call);
    if (asIssued && source.sealed.buyer) {
        source.buyer = partyOf(*source.sealed.buyer);
    } else if (partner) {
        if (const auto found = calls::partners::get(call, {.id = *partner})) {
            source.buyer = partyOf(*found);
        }
    }
    return source;
}

einvoice::Invoice invoiceOf(const Source& source, const Json& settings) {
    einvoice::Invoice invoice;
    fillParties(source, invoice);
    invoice.currency = invoice.bookCurrency = Currency::of("EUR");
    invoice.purchaseOrderRef = source.sale.purchaseOrderRef;
    if (source.note) {
        fillDocument(*source.note, settings, invoice);
        invoice.payment.reference = invoice.number;
        invoice.typeCode = 381;
        invoice.preceding = einvoice::Preceding{source.sale.number, source.sale.date};
    } else {
        fillDocument(source.sale, settings, invoice);
        invoice.dueDate = source.sale.dueDate;
        invoice.payment.reference = source.sale.paymentReference;
        if (const auto& first = source.sealed.corrects) {
            invoice.preceding = einvoice::Preceding{first->number, first->date};
        }
    }
    const bool isPart = source.note && source.note->total != source.sale.total;
    einvoice::deriveTerms(invoice, groupsOf(source.note ? source.note->taxes : source.sale.taxes, invoice),
                          isPart ? einvoice::Extent::Part : einvoice::Extent::Whole);
    for (einvoice::TaxGroup& group : invoice.taxes) {
        const auto line =
            std::find_if(invoice.lines.begin(), invoice.lines.end(), [&](const einvoice::Line& one) {
                return one.taxCategory == group.taxCategory && one.exemption;
            });
        group.exemptionText = line == invoice.lines.end() ? std::nullopt : line->exemption;
    }
    return invoice;
}

Facts factsOf(const Source& source, const einvoice::Invoice& invoice, const Json& settings) {
    Facts facts;
    const auto seller = taxIdOf(source.seller.vatNumber, "IT");
    if (!seller) {
        incomplete("company.vatNumber");
    }
    facts.sellerId = *seller;
    facts.sellerFiscalCode = settings.textOr("fiscalCode");
    facts.transmitter = transmitterOf(settings.textOr("transmitter", seller->country + seller->code))
                            .value_or(Transmitter{seller->country, seller->code});
    facts.taxRegime = settings.textOr("taxRegime", "RF01");
    facts.registration = registrationOf(settings);
    const std::string country = *invoice.buyer.address.country;
    facts.destination = destinationOf(source.buyer->peppolId, country);
    fillBuyerIds(*source.buyer, country, facts);
    fillDeliveries(source, invoice, facts);
    facts.documentType = typeOf(source, facts, settings);
    facts.vatDue = splitsPayment(facts, settings) ? "S" : settings.textOr("vatDue");
    if (settings.textOr("stampDuty", "auto") == "auto") {
        facts.stampDuty = stampDutyOf(invoice, stampRuleOf(settings));
    }
    facts.withholding = withholdingOf(settings);
    facts.paymentMeans = meansOf(source, invoice);
    return facts;
}

} // namespace svc::it_fatturapa
