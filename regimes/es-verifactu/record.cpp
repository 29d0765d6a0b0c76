// Records of the documents of a company.
#include "record.hpp"

#include <algorithm>

#include <svc/error.hpp>

#include "records/ids.hpp"

namespace svc::verifactu {
namespace {

constexpr std::string_view Version = "1.0.0";
constexpr std::size_t LongestNumber = 60;

/// The NIF in a VAT number or registration number; empty when there is none.
std::string nifOf(const Json& party) {
    constexpr std::size_t Length = 9;
    const std::string vat = party.textOr("vatNumber");
    if (vat.size() == Length + 2 && vat.starts_with("ES")) {
        return vat.substr(2);
    }
    const std::string registered = party.textOr("registrationNumber");
    return registered.size() == Length ? registered : std::string();
}

std::optional<Recipient> recipientOf(const Json& buyer) {
    if (!buyer.isObject()) {
        return std::nullopt;
    }
    Recipient recipient;
    recipient.name = buyer.textOr("name");
    recipient.country = buyer.textOr("country");
    if (recipient.country == "ES" || recipient.country.empty()) {
        recipient.nif = nifOf(buyer);
        return recipient.nif.empty() ? std::nullopt : std::optional(std::move(recipient));
    }
    if (const auto vat = buyer.optionalText("vatNumber")) {
        recipient.country.clear(); // the VAT number begins with it
        recipient.idType = "02";
        recipient.id = *vat;
    } else if (const auto registered = buyer.optionalText("registrationNumber")) {
        recipient.idType = "04";
        recipient.id = *registered;
    } else {
        return std::nullopt;
    }
    return recipient;
}

/// Maps categories of UNCL 5305 to the code lists of the agency.
TaxLine taxLineOf(const Json& tax, std::int64_t sign, const std::string& exemption) {
    const std::string category = tax.textOr("taxCategory");
    TaxLine line;
    line.scheme = category == "G" ? "02" : "01";
    line.base = sign * tax["net"].integer();
    line.tax = sign * tax["tax"].integer();
    if (category == "E") {
        line.exemption = exemption;
    } else if (category == "G") {
        line.exemption = "E2";
    } else if (category == "K") {
        line.exemption = "E5";
    } else if (category == "O") {
        line.qualification = "N2";
    } else {
        line.qualification = category == "AE" ? "S2" : "S1";
        line.rate = tax["taxRate"].decimal().normalized().toString();
    }
    return line;
}

std::string descriptionOf(const Json& document) {
    std::string text;
    for (const Json& line : document["lines"].items()) {
        text += (text.empty() ? "" : ", ") + line.textOr("label");
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

Registration registrationOf(Call& call, const Subject& subject, const Json& settings) {
    const bool sold = hasPrefixOf<records::SaleId>(subject.document);
    const Json document =
        call.command(sold ? "sales.get" : "sales.credit_note", Json::object({{"id", subject.document}}));
    const Json sale =
        sold ? document : call.command("sales.get", Json::object({{"id", document.textOr("saleId")}}));
    const std::string currency = document.textOr("currency");
    if (currency != "EUR") {
        throw ApiError(400, "currency-unsupported", {currency});
    }
    const Json sealed = call.command("sales.sealed", Json::object({{"id", subject.document}}));
    const std::int64_t sign = sold ? 1 : -1;
    const bool isInvoice = sale.textOr("kind") == "invoice";
    const std::string nif = settings.textOr("nif");
    Registration one;
    one.invoice = {nif, document.textOr("number"), Date::parse(document.textOr("date")).value()};
    const Json& seller = sealed["seller"];
    one.issuerName = seller.textOr("legalName", seller.textOr("name", call.company().name));
    one.recipient = isInvoice ? recipientOf(sealed["buyer"]) : std::nullopt;
    one.unidentified = sold && isInvoice && !one.recipient;
    const bool isFull = isInvoice && one.recipient.has_value();
    if (sold) {
        one.type = isFull ? "F1" : "F2";
    } else {
        one.type = isFull ? settings.textOr("creditNoteType", "R1") : "R5";
        one.corrected = InvoiceId{nif, sale.textOr("number"), Date::parse(sale.textOr("date")).value()};
    }
    one.description = descriptionOf(document);
    one.tax = settings.textOr("tax", "01");
    for (const Json& tax : document["taxes"].items()) {
        one.taxes.push_back(taxLineOf(tax, sign, settings.textOr("exemption", "E1")));
    }
    one.taxTotal = sign * document["taxTotal"].integer();
    one.total = sign * document["total"].integer();
    return one;
}

bool isCreditedInPart(const Json& sale) {
    const std::vector<Json>& refunds = sale["refunds"].items();
    return std::any_of(refunds.begin(), refunds.end(),
                       [](const Json& refund) { return refund["creditNote"].isObject(); });
}

} // namespace

Subject subjectOf(Call& call, const Json& kind, const Json& id, const Json& operation) {
    if (operation.text() != "cancel") {
        return {.document = id.text()};
    }
    const bool isNote = kind.text() == "credit_note";
    const std::string saleId =
        isNote ? call.command("sales.credit_note", Json::object({{"id", id}})).textOr("saleId") : id.text();
    const Json sale = call.command("sales.get", Json::object({{"id", saleId}}));
    // A sale that was annulled under earlier rules stays annulled.
    if (isNote && isCreditedInPart(sale) && !findRecord(call, saleId, true)) {
        return {.document = id.text(), .annulment = false, .cancelled = saleId};
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

Json markOf(const Record& record, bool production) {
    return Json::object({{"lines", Json::array({"VERI*FACTU"})},
                         {"qr", lookUpAddress(production, record.invoice, record.total)},
                         {"caption", "QR tributario"}});
}

} // namespace svc::verifactu
