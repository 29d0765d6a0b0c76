// Records of the documents of a company.
#include "record.hpp"

#include <algorithm>
#include <array>

#include <svc/error.hpp>
#include <svc/text.hpp>

namespace svc::es_verifactu {
namespace {

using namespace calls::compliance;
using namespace calls::sales;

constexpr std::string_view Version = "1.0.0";
constexpr std::size_t LongestNumber = 60;
constexpr std::size_t LongestForeignId = 20; // TextMax20Type
constexpr std::size_t MostTaxes = 12;
constexpr int RateDecimals = 2;

ApiError incomplete(std::string_view field) {
    return ApiError(400, "invoice-incomplete", {std::string(field)});
}

/// Is it a VAT number of the Union? Those of Northern Ireland are (XI), though its country is GB.
bool isUnionVat(std::string_view country, std::string_view vatNumber) {
    constexpr std::array<std::string_view, 26> Others = {"AT", "BE", "BG", "CY", "CZ", "DE", "DK", "EE", "FI",
                                                         "FR", "GR", "HR", "HU", "IE", "IT", "LT", "LU", "LV",
                                                         "MT", "NL", "PL", "PT", "RO", "SE", "SI", "SK"};
    return std::find(Others.begin(), Others.end(), country) != Others.end() ||
           (country == "GB" && vatNumber.starts_with("XI"));
}

/// The NIF in a VAT number or registration number; empty when there is none.
std::string nifOf(const SealedBuyer& buyer) {
    constexpr std::size_t Length = 9;
    const std::string vat = buyer.vatNumber.value_or("");
    if (vat.size() == Length + 2 && vat.starts_with("ES")) {
        return vat.substr(2);
    }
    if (vat.size() == Length) {
        return vat;
    }
    const std::string registered = buyer.registrationNumber.value_or("");
    return registered.size() == Length ? registered : std::string();
}

std::optional<Recipient> recipientOf(const SealedBuyer& buyer) {
    Recipient recipient;
    recipient.name = buyer.name;
    recipient.country = buyer.country.value_or("");
    if (recipient.country == "ES" || recipient.country.empty()) {
        recipient.nif = nifOf(buyer);
        return recipient.nif.empty() ? std::nullopt : std::optional(std::move(recipient));
    }
    const auto& id = buyer.vatNumber ? buyer.vatNumber : buyer.registrationNumber;
    if (!id) {
        return std::nullopt;
    }
    if (utf8Length(*id) > LongestForeignId) {
        throw incomplete(buyer.vatNumber ? "partner.vatNumber" : "partner.registrationNumber");
    }
    recipient.id = *id;
    if (buyer.vatNumber && isUnionVat(recipient.country, *id)) {
        recipient.country.clear(); // the VAT number begins with it
        recipient.idType = "02";
    } else {
        recipient.idType = "04";
    }
    return recipient;
}

/// Maps categories of UNCL 5305 to the code lists of the agency. A reverse charge within Spain is taxed there
/// (S2); one of a buyer `abroad` is not subject to its tax (N2, place of supply).
TaxLine taxLineOf(const SaleTax& tax, std::int64_t sign, const std::string& exemption, bool abroad) {
    const std::string& category = tax.taxCategory;
    TaxLine line;
    line.scheme = category == "G" ? "02" : "01";
    line.base = sign * tax.net;
    line.tax = sign * tax.tax;
    if (category == "E") {
        line.exemption = exemption;
    } else if (category == "G") {
        line.exemption = "E2";
    } else if (category == "K") {
        line.exemption = "E5";
    } else if (category == "O" || (category == "AE" && abroad)) {
        line.qualification = "N2";
    } else {
        line.qualification = category == "AE" ? "S2" : "S1";
        if (tax.taxRate.rounded(RateDecimals) != tax.taxRate) {
            throw incomplete("lines.taxRate");
        }
        line.rate = tax.taxRate.normalized().toString();
    }
    return line;
}

template <class Document>
std::string descriptionOf(const Document& document) {
    std::string text;
    for (const auto& line : document.lines) {
        text += (text.empty() ? "" : ", ") + line.label;
    }
    return text;
}

/// Refuses numbers with characters that the record, its hash or its look-up address cannot hold.
void checkNumber(const std::string& number) {
    for (const char c : number) {
        if (c < ' ' || c > '~' || std::string_view("\"'<>=").find(c) != std::string_view::npos) {
            throw fieldInvalid("number");
        }
    }
    if (number.size() > LongestNumber) {
        throw fieldInvalid("number");
    }
}

System systemOf(Call& call, const Json& settings) {
    return {.producer = settings.textOr("producerName"),
            .producerNif = settings.textOr("producerNif"),
            .name = "SVC",
            .id = settings.textOr("systemId", "01"),
            .version = std::string(Version),
            .installation = settings.textOr("installation", call.companyId().toString())};
}

std::string issuerNameOf(Call& call, const std::optional<SealedSeller>& seller) {
    return seller ? seller->legalName.value_or(seller->name) : std::string(call.company().name);
}

/// `document`: the sale itself, or a credit note of it.
template <class Document>
Registration registrationOf(Call& call, const Document& document, const Sale& sale, const Json& settings) {
    constexpr bool sold = std::is_same_v<Document, Sale>;
    if (document.currency != Currency::of("EUR")) {
        throw ApiError(400, "currency-unsupported", {std::string(document.currency.code())});
    }
    const auto sealed = calls::sales::sealed(call, {.id = document.id.toString()}).value();
    const std::int64_t sign = sold ? 1 : -1;
    const bool isInvoice = sale.kind == SaleKind::Invoice;
    const std::string nif = settings.textOr("nif");
    Registration one;
    one.invoice = {nif, document.number, document.date};
    one.issuerName = issuerNameOf(call, sealed.seller);
    one.recipient = isInvoice && sealed.buyer ? recipientOf(*sealed.buyer) : std::nullopt;
    one.unidentified = sold && isInvoice && !one.recipient;
    const bool isFull = isInvoice && one.recipient.has_value();
    if (sold) {
        one.type = isFull ? "F1" : "F2";
    } else {
        one.type = isFull ? settings.textOr("creditNoteType", "R1") : "R5";
        one.corrected = InvoiceId{nif, sale.number, sale.date};
    }
    one.description = descriptionOf(document);
    const bool abroad = sealed.buyer && sealed.buyer->country.value_or("ES") != "ES";
    one.tax = settings.textOr("tax", "01");
    if (document.taxes.size() > MostTaxes) {
        throw incomplete("lines.taxRate");
    }
    for (const SaleTax& tax : document.taxes) {
        one.taxes.push_back(taxLineOf(tax, sign, settings.textOr("exemption", "E1"), abroad));
    }
    one.taxTotal = sign * document.taxTotal;
    one.total = sign * document.total;
    return one;
}

Sale getSale(Call& call, SaleId id) {
    return get(call, {.id = id}).value();
}

Registration registrationOf(Call& call, const Subject& subject, const Json& settings) {
    if (const auto saleId = SaleId::parse(subject.document)) {
        const Sale sale = getSale(call, *saleId);
        return registrationOf(call, sale, sale, settings);
    }
    const auto note = creditNote(call, {.id = CreditNoteId::parse(subject.document).value()}).value();
    return registrationOf(call, note, getSale(call, note.saleId), settings);
}

} // namespace

Subject subjectOf(Call& call, FiscalDocumentKind kind, const std::string& id, FiscalOperation operation) {
    if (operation != FiscalOperation::Cancel) {
        return {.document = id};
    }
    const bool isNote = kind == FiscalDocumentKind::CreditNote;
    const SaleId cancelled = isNote ? creditNote(call, {.id = CreditNoteId::parse(id).value()}).value().saleId
                                    : SaleId::parse(id).value();
    const std::string saleId = cancelled.toString();
    const bool isCreditedInPart = !getSale(call, cancelled).refunds.empty();
    // A sale that was annulled under earlier rules stays annulled.
    if (isNote && isCreditedInPart && !findRecord(call, saleId, true)) {
        return {.document = id, .annulment = false, .cancelled = saleId};
    }
    return {.document = saleId, .annulment = true, .cancelled = saleId};
}

std::optional<Record> makeRecord(Call& call, const ChainEnd& end, const Subject& subject,
                                 const std::string& submission, const Json& settings, bool again) {
    Record record{.document = subject.document, .annulment = subject.annulment};
    record.submission = submission;
    record.sequence = end.sequence + 1;
    const System system = systemOf(call, settings);
    Sealed sealed;
    std::optional<Record> issued;
    if (!subject.cancelled.empty()) {
        issued = findRecord(call, subject.cancelled, false);
        if (!issued || issued->state == RecordState::Rejected) {
            return std::nullopt;
        }
    }
    if (subject.annulment) {
        record.invoice = issued->invoice;
        sealed = sealAnnulment(record.invoice, end.last, system, localTime(call));
    } else {
        Registration invoice = registrationOf(call, subject, settings);
        checkNumber(invoice.invoice.number);
        invoice.again = again;
        record.invoice = invoice.invoice;
        record.total = amountText(invoice.total);
        sealed = sealRegistration(invoice, end.last, system, localTime(call));
    }
    record.hash = sealed.hash;
    record.xml = sealed.xml;
    append(call, record);
    return record;
}

RegimeMark markOf(const Record& record, bool production) {
    return {.lines = {"VERI*FACTU"},
            .qr = lookUpAddress(production, record.invoice, record.total),
            .caption = "QR tributario"};
}

} // namespace svc::es_verifactu
