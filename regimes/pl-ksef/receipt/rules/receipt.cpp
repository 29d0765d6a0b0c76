#include "receipt/rules/receipt.hpp"

#include <array>
#include <optional>
#include <utility>

#include "xml/xml_document.hpp"

namespace svc::pl_ksef {
namespace {

/// A receipt may cover several documents: finds the one with this KSeF number.
std::optional<xml::XmlNode> documentIn(const xml::XmlNode& root, const std::string& ksefNumber) {
    std::optional<xml::XmlNode> found;
    root.eachChild("Dokument", [&](const xml::XmlNode& one) {
        if (one.textOf("NumerKSeFDokumentu") == ksefNumber) {
            found = one;
        }
    });
    return found;
}

} // namespace

std::string receiptProblem(std::string_view text, const ReceiptFacts& facts, const Schemas& schemas,
                           bool testPlatform) {
    const auto complaint = (testPlatform ? schemas.testReceipt : schemas.receipt).check(text);
    if (!complaint.empty()) {
        return complaint.message;
    }
    const auto receipt = xml::XmlDocument::parse(text);
    const auto document = receipt ? documentIn(receipt->root(), facts.ksefNumber) : std::nullopt;
    if (!document) {
        return "the receipt is not of " + facts.ksefNumber;
    }
    const std::array<std::pair<const char*, const std::string*>, 4> wanted = {
        {{"NipSprzedawcy", &facts.nip},
         {"NumerFaktury", &facts.number},
         {"DataWystawieniaFaktury", &facts.issued},
         {"SkrotDokumentu", &facts.digest}}};
    for (const auto& [element, value] : wanted) {
        if (document->textOf(element) != *value) {
            return std::string(element) + " is " + document->textOf(element) + ", not " + *value;
        }
    }
    return {};
}

} // namespace svc::pl_ksef
