#include "einvoice/file_reader.hpp"

#include <algorithm>
#include <array>

#include "einvoice/code_lists.hpp"
#include "einvoice/fields.hpp"
#include "einvoice/pdf_file.hpp"

namespace svc::einvoice {
namespace {

/// An invoice may contain attachments, and a few thousand lines of some 30 elements.
constexpr xml::XmlBounds Bounds{.text = 70 * 1024 * 1024, .elements = 300'000};

/// Is it a code of BT-3 for a credit note, by which the seller owes the buyer?
bool isCreditNoteCode(int typeCode) {
    constexpr std::array<int, 13> Codes = {81, 83, 261, 262, 296, 308, 381, 396, 420, 458, 502, 503, 532};
    return std::find(Codes.begin(), Codes.end(), typeCode) != Codes.end();
}

ReceivedInvoice readXml(std::string_view bytes) {
    try {
        const xml::XmlDocument document = xml::XmlDocument::read(bytes, Bounds);
        const xml::XmlNode root = document.root();
        if (root.name() == "CrossIndustryInvoice") {
            ReceivedInvoice received = readCii(root);
            received.creditNote = isCreditNoteCode(received.invoice.typeCode);
            received.fileFindings = ciiFindings(root, received);
            return received;
        }
        if (root.name() == "Invoice" || root.name() == "CreditNote") {
            ReceivedInvoice received = readUbl(root);
            received.creditNote = root.name() == "CreditNote" || isCreditNoteCode(received.invoice.typeCode);
            received.fileFindings = ublFindings(root, received);
            return received;
        }
        throw FileFault("format", "the element " + std::string(root.name().substr(0, 64)) +
                                      " is no invoice of UBL 2.1 or CII");
    } catch (const xml::XmlFault& fault) {
        throw FileFault(fault.reason(), "line " + std::to_string(fault.line()) + ": " + fault.what());
    }
}

bool contains(std::string_view text, std::string_view part) {
    return text.find(part) != std::string_view::npos;
}

bool hasNoLines(std::string_view specification) {
    const std::string_view name = profileName(specification);
    return name == "factur-x-minimum" || name == "factur-x-basic-wl";
}

} // namespace

ReceivedInvoice readInvoiceFile(std::string_view bytes) {
    // A few other bytes may precede the header of a PDF.
    constexpr std::size_t PdfStart = 1024;
    if (contains(bytes.substr(0, PdfStart), "%PDF-")) {
        ReceivedInvoice received = readXml(invoiceInPdf(bytes));
        received.inPdf = true;
        return received;
    }
    const std::size_t first = bytes.find_first_not_of(" \t\r\n\xEF\xBB\xBF");
    if (first == std::string_view::npos ||
        (bytes[first] != '<' && bytes[0] != '\xFF' && bytes[0] != '\xFE')) {
        throw FileFault("format", "neither XML nor PDF");
    }
    return readXml(bytes);
}

std::string_view profileName(std::string_view specification) {
    constexpr std::array<std::pair<std::string_view, std::string_view>, 8> Known = {{
        {"urn:fdc:peppol.eu:2017:poacc:billing:3.0", "peppol-bis-3"},
        {"xrechnung", "xrechnung"},
        {"factur-x.eu:1p0:minimum", "factur-x-minimum"},
        {"factur-x.eu:1p0:basicwl", "factur-x-basic-wl"},
        {"factur-x.eu:1p0:basic", "factur-x-basic"},
        {"factur-x.eu:1p0:extended", "factur-x-extended"},
        {"urn:ferd:CrossIndustryDocument:invoice:1p0", "zugferd-1"},
        {"urn:cen.eu:en16931:2017", "en16931"},
    }};
    const auto found = std::find_if(Known.begin(), Known.end(),
                                    [&](const auto& known) { return contains(specification, known.first); });
    return found == Known.end() ? "other" : found->second;
}

Profile profileOfReceived(std::string_view specification) {
    const std::string_view name = profileName(specification);
    return name == "peppol-bis-3" ? Profile::Peppol
           : name == "xrechnung"  ? Profile::XRechnung
                                  : Profile::En16931;
}

std::vector<Finding> checkReceived(const ReceivedInvoice& received) {
    std::vector<Finding> findings;
    const Totals& totals = received.invoice.totals;
    if (!hasNoLines(received.specification)) {
        findings = checkInvoice(received.invoice, profileOfReceived(received.specification), codeLists());
    } else if (totals.withTax != totals.withoutTax + totals.tax) {
        findings.push_back({.rule = "BR-CO-15",
                            .field = "total",
                            .message = "The total with tax is that without tax and the tax."});
    }
    if (received.syntax == Syntax::Cii) {
        // CII has a separate element for the subject code of a note, so its text is not searched for one.
        std::erase_if(findings, [](const Finding& finding) { return finding.rule == "BR-CL-08"; });
    }
    for (const Finding& finding : received.fileFindings) {
        const bool known = std::any_of(findings.begin(), findings.end(),
                                       [&](const Finding& one) { return one.rule == finding.rule; });
        if (!known) {
            findings.push_back(finding);
        }
    }
    return findings;
}

} // namespace svc::einvoice
