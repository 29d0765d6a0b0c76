#include "rules/vectors.hpp"

#include <svc/encoding.hpp>

#include "keys/signing.hpp"
#include "rules/document.hpp"

namespace svc::pt_certified {
namespace {

std::int64_t centsOf(const std::string& text) {
    return Decimal::parse(text).value().shifted(2).toInteger().value();
}

Json chainOf(const Json& given) {
    Json documents = Json::array();
    std::string previous;
    for (const Json& one : given["documents"].items()) {
        const std::string message =
            messageOf(one["InvoiceDate"].text(), one["SystemEntryDate"].text(), one["InvoiceNo"].text(),
                      centsOf(one["GrossTotal"].text()), previous);
        previous = base64Encode(
            keys::PrivateKey::read(given["key"].text()).value().sign(keys::Algorithm::Rs1, message));
        documents.push(
            Json::object({{"message", message}, {"hash", previous}, {"printed", printedOf(previous)}}));
    }
    return documents;
}

/// Facts from the fields of a code.
QrFacts factsOf(const Json& fields) {
    const auto amount = [&](const std::string& name) {
        const auto text = fields.optionalText(name);
        return text ? std::optional(centsOf(*text)) : std::nullopt;
    };
    const auto taxed = [&](char letter, int digit) {
        const auto base = amount(letter + std::to_string(digit));
        const auto tax = amount(letter + std::to_string(digit + 1));
        return base && tax ? std::optional(Taxed{*base, *tax}) : std::nullopt;
    };
    QrFacts facts{.issuer = fields.textOr("A"),
                  .buyer = fields.textOr("B"),
                  .buyerCountry = fields.textOr("C"),
                  .type = fields.textOr("D"),
                  .status = fields.textOr("E"),
                  .date = fields.textOr("F"),
                  .id = fields.textOr("G"),
                  .atcud = fields.textOr("H"),
                  .notSubject = amount("L"),
                  .stampDuty = amount("M"),
                  .taxes = amount("N").value(),
                  .gross = amount("O").value(),
                  .withheld = amount("P"),
                  .printed = fields.textOr("Q"),
                  .certificate = fields.textOr("R"),
                  .other = fields.textOr("S")};
    for (const char letter : {'I', 'J', 'K'}) {
        if (const auto code = fields.optionalText(letter + std::string("1"))) {
            facts.regions.push_back({.code = *code,
                                     .exempt = amount(letter + std::string("2")),
                                     .reduced = taxed(letter, 3),
                                     .intermediate = taxed(letter, 5),
                                     .normal = taxed(letter, 7)});
        }
    }
    return facts;
}

} // namespace

Json checkVector(const Json& given) {
    if (given.contains("documents")) {
        return Json::object({{"documents", chainOf(given)}});
    }
    if (given.contains("fields")) {
        return Json::object({{"qr", qrOf(factsOf(given["fields"]))}});
    }
    return Json::object({{"valid", isNif(given["nif"].text())}});
}

} // namespace svc::pt_certified
