#include "document/rendering.hpp"

#include "document/fill.hpp"
#include "document/rules/file_check.hpp"
#include "einvoice/terms.hpp"
#include "paper/wording_book.hpp"
#include "pdf/archive.hpp"

namespace svc::documents {
namespace {

/// The number as part of a file name, its letters of any script kept.
std::string fileStem(const std::string& number) {
    std::string stem;
    for (const char c : number) {
        const bool plain = (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') ||
                           c == '-' || static_cast<unsigned char>(c) >= 0x80;
        stem += plain ? c : '-';
    }
    return stem;
}

} // namespace

const Wording& wordingOf(const Invoice& document, std::string_view language) {
    return wordingBook().in(language, document.seller.address.country.value_or(""));
}

void requireComplete(const Invoice& invoice, Profile profile) {
    if (hasUnsupportedCurrency(invoice)) {
        throw ApiError(400, "currency-unsupported", {std::string(invoice.currency.code())});
    }
    const std::vector<Finding> findings = checkFile(invoice, profile);
    if (!findings.empty()) {
        throw ApiError(400, "invoice-incomplete", {findings.front().field});
    }
}

StoredFile writeXml(const Invoice& invoice, Syntax syntax, Profile profile) {
    requireComplete(invoice, profile);
    const bool ubl = syntax == Syntax::Ubl;
    return {fileStem(invoice.number) + (ubl ? ".xml" : ".cii.xml"),
            "application/xml",
            ubl ? writeUbl(invoice, profile) : writeCii(invoice, profile),
            {}};
}

StoredFile writePdf(const Invoice& invoice, const std::string& language, const Look& look, bool roll) {
    // Pages and data of one invoice tell the same amounts, also on a copy and on a roll.
    const bool hasData =
        isEuropean(invoice.buyer.address.country) && checkFile(invoice, Profile::FacturX).empty();
    const Paper paper = composeInvoice(hasData ? invoice : withBookedAmounts(invoice),
                                       wordingOf(invoice, language), language, look, roll);
    std::optional<EmbeddedInvoice> data;
    if (hasData && !roll && !invoice.current) {
        data = EmbeddedInvoice{writeCii(invoice, Profile::FacturX)};
    }
    return {fileStem(invoice.number) + ".pdf",
            "application/pdf",
            archivePdf(roll ? drawTicket(paper) : drawSheet(paper),
                       {paper.title + " " + paper.number, paper.senderName, language, paper.madeAt}, data),
            {}};
}

StoredFile writePaper(const Paper& paper, const std::string& author) {
    return {fileStem(paper.number) + ".pdf",
            "application/pdf",
            archivePdf(drawSheet(paper),
                       {paper.title + " " + paper.number, author, paper.language, paper.madeAt},
                       std::nullopt),
            {}};
}

} // namespace svc::documents
