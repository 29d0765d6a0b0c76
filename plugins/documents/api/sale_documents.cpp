#include <svc/encoding.hpp>

#include "api/fill.hpp"
#include "api/rendering.hpp"
#include "einvoice/check.hpp"
#include "einvoice/code_lists.hpp"
#include "store/look_store.hpp"

namespace svc::documents {
namespace {

/// The record, or the 404 `absent`.
template <class Record>
Record known(std::optional<Record> record, const char* absent) {
    if (!record) {
        throw ApiError(404, absent);
    }
    return *std::move(record);
}

/// The identifier in a text; one of another form is that of no record.
template <class Id>
Id idIn(std::string_view text) {
    return Id::parse(text).value_or(Id());
}

SaleRecord saleOf(Call& call, SaleId id, const char* absent = "sale-not-found") {
    return known(calls::sales::get(call, {.id = id}), absent);
}

CreditNoteRecord creditNoteRecord(Call& call, CreditNoteId id) {
    return known(calls::sales::offersCreditNote(call) ? calls::sales::creditNote(call, {.id = id})
                                                      : std::nullopt,
                 "credit-note-not-found");
}

QuoteRecord quoteIn(Call& call, QuoteId id, const char* absent = "quote-not-found") {
    return known(calls::sales::offersQuotesGet(call) ? calls::sales::quotesGet(call, {.id = id})
                                                     : std::nullopt,
                 absent);
}

PurchaseRecord purchaseOf(Call& call, PurchaseId id) {
    return known(calls::purchases::offersGet(call) ? calls::purchases::get(call, {.id = id}) : std::nullopt,
                 "purchase-not-found");
}

// What may be edited on an issued document; another one is another file.
std::string revisionOf(const SaleRecord& sale) {
    return Json::array({sale.note, sale.dueDate, sale.purchaseOrderRef}).dump();
}
std::string revisionOf(const CreditNoteRecord& note) {
    return Json::array({note.note, nullptr, note.purchaseOrderRef}).dump();
}

InvoiceKind kindOf(const SaleRecord&) {
    return InvoiceKind::Sale;
}
InvoiceKind kindOf(const CreditNoteRecord&) {
    return InvoiceKind::CreditNote;
}

/// Of a sale or a credit note.
template <class Document>
FileKey keyOf(const Document& document, std::string form) {
    return {std::string(toText(kindOf(document))), document.id.uuid(), std::move(form), revisionOf(document)};
}

/// Of a file with pages: what an authority has said since is printed, which is another file.
template <class Document>
FileKey pagesKeyOf(Call& call, const Document& document, std::string form) {
    FileKey key = keyOf(document, std::move(form));
    for (const FiscalMark& mark : fiscalMarksOf(call, kindOf(document), document.id.toString())) {
        Json printed = Json::array({mark.regime, mark.qr, mark.caption});
        for (const std::string& line : mark.lines) {
            printed.push(Json(line));
        }
        key.revision += printed.dump();
    }
    return key;
}

Response fileResponse(const StoredFile& file) {
    return Response::bytes(200, file.contentType, file.content)
        .header("ETag", '"' + file.sha256 + '"')
        .header("Content-Disposition", "inline; filename=\"" + file.name + '"');
}

/// The reader's language: the one the request asks for, else the partner's, else the company's.
std::string languageOf(Request& request, const std::optional<PartnerId>& partnerId) {
    if (!request.header("Accept-Language")) {
        if (const auto language = buyerLanguage(request, partnerId)) {
            return *language;
        }
    }
    return std::string(request.language());
}

/// The rules that a parameter or an input names.
template <class Named>
Profile profileNamed(Named name) {
    return profileOf(toText(name)).value();
}

std::string formOf(Syntax syntax, Profile profile) {
    return std::string(toText(syntax)) + ':' + std::string(nameOf(profile));
}

/// What a regime that transmits the file knows of it: the business process, and electronic addresses of
/// parties that have none of their own.
struct Routing {
    std::optional<std::string> process;  ///< BT-23
    std::optional<std::string> sender;   ///< BT-34
    std::optional<std::string> receiver; ///< BT-49

    template <class Input>
    static Routing in(const Input& input) {
        return {input.process, input.sender, input.receiver};
    }
    Invoice applied(Invoice invoice) const {
        invoice.process = process;
        const auto fill = [](std::optional<std::string>& address, const std::optional<std::string>& other) {
            address = address ? address : other;
        };
        fill(invoice.seller.electronicAddress, sender);
        fill(invoice.buyer.electronicAddress, receiver);
        return invoice;
    }
    /// Another one is another file; empty when nothing is said.
    std::string form() const {
        return process || sender || receiver
                   ? ':' + process.value_or("") + ':' + sender.value_or("") + ':' + receiver.value_or("")
                   : std::string();
    }
};

StoredFile salePdf(Call& call, const SaleRecord& sale, const std::string& language, bool ticket,
                   const Routing& routing = {}) {
    const std::string form = "pdf:" + language + (ticket ? ":ticket" : ":a4") + routing.form();
    return findOrWrite(call, pagesKeyOf(call, sale, form), [&] {
        return writePdf(routing.applied(invoiceOf(call, sale)), language, findLook(call).look, ticket);
    });
}

/// The invoice with what happened since: it may change tomorrow, so it is not kept, and it is no original, so
/// it holds no data.
StoredFile currentPdf(Call& call, const SaleRecord& sale, const std::string& language, bool ticket) {
    return writePdf(currentInvoiceOf(call, sale), language, findLook(call).look, ticket);
}

Response saleXml(Request& request, SaleId id, Syntax syntax, Profile profile) {
    const SaleRecord sale = saleOf(request, id);
    return fileResponse(findOrWrite(request, keyOf(sale, formOf(syntax, profile)),
                                    [&] { return writeXml(invoiceOf(request, sale), syntax, profile); }));
}

/// A credit note of the sale in the path.
CreditNoteRecord creditNoteIn(Call& call, CreditNoteId id, const SaleRecord& sale) {
    CreditNoteRecord note = creditNoteRecord(call, id);
    if (note.saleId != sale.id) {
        throw ApiError(404, "credit-note-not-found");
    }
    return note;
}

template <class Parameters>
Response creditNoteXml(Request& request, const Parameters& parameters, Syntax syntax) {
    const SaleRecord sale = saleOf(request, parameters.saleId);
    const CreditNoteRecord note = creditNoteIn(request, parameters.creditNoteId, sale);
    const Profile profile = profileNamed(parameters.profile);
    return fileResponse(findOrWrite(request, keyOf(note, formOf(syntax, profile)), [&] {
        return writeXml(creditNoteOf(request, note, sale), syntax, profile);
    }));
}

StoredFile creditNotePdf(Call& call, const CreditNoteRecord& note, const SaleRecord& sale,
                         const std::string& language, const Routing& routing = {}) {
    const std::string form = "pdf:" + language + ":a4" + routing.form();
    return findOrWrite(call, pagesKeyOf(call, note, form), [&] {
        return writePdf(routing.applied(creditNoteOf(call, note, sale)), language, findLook(call).look,
                        false);
    });
}

/// A quote may change while it is open: it is written anew each time.
StoredFile quotePdf(Call& call, const QuoteRecord& quote, const std::string& language) {
    const Invoice document = quoteOf(call, quote);
    OtherFacts facts;
    facts.kind = Kind::Quote;
    facts.until = quote.validUntil;
    const Paper paper =
        composeOther(document, facts, wordingOf(document, language), language, findLook(call).look);
    return writePaper(paper, document.seller.name);
}

Response pdfResponse(const StoredFile& file) {
    return Response::bytes(200, file.contentType, file.content)
        .header("Content-Disposition", "inline; filename=\"" + file.name + '"');
}

/// An order may change until it is received: it is written anew each time, like a quote.
StoredFile orderPdf(Call& call, const PurchaseRecord& purchase, const std::string& language) {
    const Invoice order = purchaseOrderOf(call, purchase);
    OtherFacts facts;
    facts.kind = Kind::PurchaseOrder;
    facts.until = purchase.expectedAt;
    return writePaper(composeOther(order, facts, wordingOf(order, language), language, findLook(call).look),
                      order.seller.name);
}

/// The invoice of a sale as a page or a ticket, as it was issued or as it stands now.
Response invoicePdf(Request& request, const SaleRecord& sale, bool ticket, api::DocumentState state) {
    const std::string language = languageOf(request, sale.partnerId);
    return state == api::DocumentState::Current ? pdfResponse(currentPdf(request, sale, language, ticket))
                                                : fileResponse(salePdf(request, sale, language, ticket));
}

Statement statementOf(const calls::reports::StatementOutput& found) {
    Statement statement{.from = found.from,
                        .to = found.to,
                        .aged = found.aged,
                        .opening = found.opening.minor(),
                        .closing = found.closing.minor(),
                        .lines = {},
                        .open = {}};
    for (const calls::reports::ReportStatementLine& line : found.lines) {
        statement.lines.push_back({line.date, std::string(toText(line.kind)), line.number.value_or(""),
                                   line.debit.minor(), line.credit.minor(), line.balance.minor()});
    }
    for (const calls::reports::StatementOutputOpenItem& open : found.open) {
        statement.open.push_back({open.number, open.dueDate, open.balance.minor()});
    }
    return statement;
}

/// The file of a sale or credit note, or the rules that it breaks.
template <class Document>
commands::XmlOutput xmlOf(Call& call, const commands::XmlInput& input, const Document& document,
                          Invoice issued) {
    const Profile profile = profileNamed(input.profile);
    const Routing routing = Routing::in(input);
    const Invoice invoice = routing.applied(std::move(issued));
    commands::XmlOutput output{.sender = invoice.seller.electronicAddress,
                               .receiver = invoice.buyer.electronicAddress,
                               .buyerReference = invoice.buyerReference};
    for (const Finding& finding : checkInvoice(invoice, profile, codeLists())) {
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

Response getInvoicePdf(Request& request, const api::GetInvoicePdfParameters& parameters) {
    const SaleRecord sale = saleOf(request, parameters.saleId);
    const bool ticket =
        parameters.format ? *parameters.format == api::GetInvoicePdfFormat::Ticket : isTicket(sale);
    return invoicePdf(request, sale, ticket, parameters.state);
}

Response getInvoiceUbl(Request& request, const api::GetInvoiceUblParameters& parameters) {
    return saleXml(request, parameters.saleId, Syntax::Ubl, profileNamed(parameters.profile));
}

Response getInvoiceCii(Request& request, const api::GetInvoiceCiiParameters& parameters) {
    return saleXml(request, parameters.saleId, Syntax::Cii, profileNamed(parameters.profile));
}

Answer<200, api::InvoiceReport> validateInvoice(Request& request,
                                                const api::ValidateInvoiceParameters& parameters) {
    const Invoice invoice = invoiceOf(request, saleOf(request, parameters.saleId));
    api::InvoiceReport report{.profile = parameters.profile, .rules = std::string(RulesVersion)};
    for (const Finding& finding : checkInvoice(invoice, profileNamed(parameters.profile), codeLists())) {
        report.errors.push_back({.rule = finding.rule,
                                 .severity = api::InvoiceReportErrorsItemSeverity::Error,
                                 .field = finding.field,
                                 .message = finding.message});
    }
    report.valid = report.errors.empty();
    return report;
}

Response getCreditNotePdf(Request& request, const api::GetCreditNotePdfParameters& parameters) {
    const SaleRecord sale = saleOf(request, parameters.saleId);
    const CreditNoteRecord note = creditNoteIn(request, parameters.creditNoteId, sale);
    return fileResponse(creditNotePdf(request, note, sale, languageOf(request, sale.partnerId)));
}

Response getCreditNoteUbl(Request& request, const api::GetCreditNoteUblParameters& parameters) {
    return creditNoteXml(request, parameters, Syntax::Ubl);
}

Response getCreditNoteCii(Request& request, const api::GetCreditNoteCiiParameters& parameters) {
    return creditNoteXml(request, parameters, Syntax::Cii);
}

Response getQuotePdf(Request& request, const api::GetQuotePdfParameters& parameters) {
    const QuoteRecord quote = quoteIn(request, parameters.quoteId);
    return pdfResponse(quotePdf(request, quote, languageOf(request, quote.partnerId)));
}

/// The host tells in the path which document the token of a public address opens.
Response getPublicDocumentPdf(Request& request, const api::GetPublicDocumentPdfParameters& parameters) {
    const std::string_view kind = request.path("documentKind");
    const std::string_view id = request.path("documentId");
    if (kind == "quote") {
        const QuoteRecord quote = quoteIn(request, idIn<QuoteId>(id), "document-not-found");
        return pdfResponse(quotePdf(request, quote, languageOf(request, quote.partnerId)));
    }
    if (kind != "sale") {
        throw ApiError(404, "document-not-found");
    }
    const SaleRecord sale = saleOf(request, idIn<SaleId>(id), "document-not-found");
    return invoicePdf(request, sale, isTicket(sale), parameters.state);
}

Response getDeliveryPdf(Request& request, const api::GetDeliveryPdfParameters& parameters) {
    const SaleRecord sale = saleOf(request, parameters.saleId);
    for (const DeliveryRecord& delivery : sale.deliveries) {
        if (delivery.id != parameters.deliveryId) {
            continue;
        }
        const Invoice note = deliveryNoteOf(request, sale, delivery);
        OtherFacts facts;
        facts.kind = Kind::DeliveryNote;
        facts.invoiceNumber = sale.number;
        facts.carrier = delivery.carrier;
        facts.tracking = delivery.trackingNumber;
        const std::string language = languageOf(request, sale.partnerId);
        return pdfResponse(
            writePaper(composeOther(note, facts, wordingOf(note, language), language, findLook(request).look),
                       note.seller.name));
    }
    throw ApiError(404, "document-not-found");
}

Response getPurchaseOrderPdf(Request& request, const api::GetPurchaseOrderPdfParameters& parameters) {
    const PurchaseRecord purchase = purchaseOf(request, parameters.purchaseId);
    return pdfResponse(orderPdf(request, purchase, languageOf(request, purchase.partnerId)));
}

Response getPartnerStatementPdf(Request& request, const api::GetPartnerStatementPdfParameters& parameters) {
    const DateRange range = request.dateRange();
    const auto found =
        calls::reports::offersStatement(request)
            ? calls::reports::statement(
                  request, {.partnerId = parameters.partnerId, .from = range.from, .to = range.to})
            : std::nullopt;
    if (!found) {
        throw ApiError(404, "partner-not-found");
    }
    const Invoice parties = partiesOf(request, parameters.partnerId);
    const std::string language = languageOf(request, parameters.partnerId);
    return pdfResponse(writePaper(composeStatement(parties, statementOf(*found), wordingOf(parties, language),
                                                   language, findLook(request).look),
                                  parties.seller.name));
}

commands::PdfOutput commands::pdf(Call& call, const commands::PdfInput& input) {
    const std::string language = input.language.value_or(std::string(call.language()));
    const Routing routing = Routing::in(input);
    StoredFile file;
    switch (input.kind) {
    case api::PaperKind::Quote:
        file = quotePdf(call, quoteIn(call, idIn<QuoteId>(input.id)), language);
        break;
    case api::PaperKind::Purchase:
        file = orderPdf(call, purchaseOf(call, idIn<PurchaseId>(input.id)), language);
        break;
    case api::PaperKind::CreditNote: {
        const CreditNoteRecord note = creditNoteRecord(call, idIn<CreditNoteId>(input.id));
        file = creditNotePdf(call, note, saleOf(call, note.saleId), language, routing);
        break;
    }
    case api::PaperKind::Sale:
        file = salePdf(call, saleOf(call, idIn<SaleId>(input.id)), language, false, routing);
        break;
    }
    return {.fileName = file.name, .contentType = file.contentType, .content = base64Encode(file.content)};
}

commands::XmlOutput commands::xml(Call& call, const commands::XmlInput& input) {
    if (input.kind == InvoiceKind::Sale) {
        const SaleRecord sale = saleOf(call, idIn<SaleId>(input.id));
        return xmlOf(call, input, sale, invoiceOf(call, sale));
    }
    const CreditNoteRecord note = creditNoteRecord(call, idIn<CreditNoteId>(input.id));
    return xmlOf(call, input, note, creditNoteOf(call, note, saleOf(call, note.saleId)));
}

} // namespace svc::documents
