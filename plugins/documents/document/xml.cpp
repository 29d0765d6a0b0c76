#include <svc/encoding.hpp>

#include "credit_note/note.hpp"
#include "document/files.hpp"
#include "document/fill.hpp"
#include "document/rendering.hpp"
#include "document/rules/file_check.hpp"
#include "invoice/sale.hpp"

namespace svc::documents {
namespace {

/// The XML file of a sale or credit note, or the rules that it breaks.
template <class Document>
commands::XmlOutput xmlOf(Call& call, const commands::XmlInput& input, const Document& document,
                          Invoice issued) {
    const Profile profile = profileNamed(input.profile);
    const Routing routing = Routing::in(input);
    const Invoice invoice = routing.applied(std::move(issued));
    commands::XmlOutput output{.sender = invoice.seller.electronicAddress,
                               .receiver = invoice.buyer.electronicAddress,
                               .buyerReference = invoice.buyerReference};
    for (const Finding& finding : checkFile(invoice, profile)) {
        output.findings.push_back({.rule = finding.rule, .field = finding.field, .message = finding.message});
    }
    if (output.findings.empty()) {
        const StoredFile file =
            findOrWrite(call, keyOf(document, formOf(input.syntax, profile) + routing.form()),
                        [&] { return writeXml(invoice, input.syntax, profile); });
        output.fileName = file.name;
        output.content = base64Encode(file.content);
        output.sha256 = file.sha256;
    }
    return output;
}

} // namespace

commands::XmlOutput commands::xml(Call& call, const commands::XmlInput& input) {
    if (input.kind == InvoiceKind::Sale) {
        const SaleRecord sale = requireSale(call, SaleId::parseOrNil(input.id));
        return xmlOf(call, input, sale, invoiceOf(call, sale));
    }
    const CreditNoteRecord note = requireCreditNote(call, CreditNoteId::parseOrNil(input.id));
    return xmlOf(call, input, note, creditNoteOf(call, note, requireSale(call, note.saleId)));
}

} // namespace svc::documents
