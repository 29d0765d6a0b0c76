#include <svc/encoding.hpp>
#include <svc/error.hpp>

#include "api/data.hpp"
#include "api/fill.hpp"
#include "api/rendering.hpp"
#include "api/routes.hpp"
#include "domain/invoice.hpp"
#include "einvoice/check.hpp"
#include "einvoice/code_lists.hpp"
#include "store/file_store.hpp"
#include "store/look_store.hpp"

namespace svc::documents {
namespace {

/// A record that another module may know.
Json recordOf(Call& call, std::string_view command, std::string_view id, const char* absent) {
    Json record = call.offers(command) ? call.command(command, Json::object({{"id", id}})) : Json(nullptr);
    if (record.isNull()) {
        throw ApiError(404, absent);
    }
    return record;
}

Json saleOf(Call& call, std::string_view id) {
    return recordOf(call, "sales.get", id, "sale-not-found");
}

/// What may be edited on an issued document; another one is another file.
std::string revisionOf(const Json& document) {
    return Json::array({document["note"], document["dueDate"], document["purchaseOrderRef"]}).dump();
}

FileKey keyOf(const Json& document, const char* kind, const char* prefix, std::string form) {
    return {kind, decodeId(prefix, document["id"].text()).value(), std::move(form), revisionOf(document)};
}

/// Of a file with pages: what an authority has said since is printed, which is another file.
FileKey pagesKeyOf(Call& call, const Json& document, const char* kind, const char* prefix, std::string form) {
    FileKey key = keyOf(document, kind, prefix, std::move(form));
    for (const FiscalMark& mark : fiscalMarksOf(call, kind, document["id"].text())) {
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

/// The reader's language: the one the request asks for, else the buyer's, else the company's.
std::string languageOf(Request& request, const Json& document) {
    if (!request.header("Accept-Language")) {
        if (const auto language = buyerLanguage(request, document)) {
            return *language;
        }
    }
    return std::string(request.language());
}

Profile profileIn(Request& request, Profile otherwise) {
    const auto name = request.query("profile");
    return name ? profileOf(*name).value_or(otherwise) : otherwise;
}

/// What a regime that transmits the file knows of it: the business process, and electronic addresses of
/// parties that have none of their own.
struct Routing {
    std::optional<std::string> process;  ///< BT-23
    std::optional<std::string> sender;   ///< BT-34
    std::optional<std::string> receiver; ///< BT-49

    static Routing in(const Json& input) {
        return {input.optionalText("process"), input.optionalText("sender"), input.optionalText("receiver")};
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

StoredFile salePdf(Call& call, const Json& sale, const std::string& language, bool ticket,
                   const Routing& routing = {}) {
    const std::string form = "pdf:" + language + (ticket ? ":ticket" : ":a4") + routing.form();
    return findOrWrite(call, pagesKeyOf(call, sale, "sale", "sal", form), [&] {
        return writePdf(routing.applied(invoiceOf(call, sale)), language, findLook(call).look, ticket);
    });
}

/// The invoice with what happened since: it may change tomorrow, so it is not kept, and it is no original, so
/// it holds no data.
StoredFile currentPdf(Call& call, const Json& sale, const std::string& language, bool ticket) {
    return writePdf(currentInvoiceOf(call, sale), language, findLook(call).look, ticket);
}

bool asksForCurrentState(const Request& request) {
    return request.query("state") == "current";
}

Response saleXml(Request& request, Syntax syntax, Profile otherwise) {
    const Json sale = saleOf(request, request.path("saleId"));
    const Profile profile = profileIn(request, otherwise);
    const std::string form =
        std::string(syntax == Syntax::Ubl ? "ubl:" : "cii:") + std::string(nameOf(profile));
    return fileResponse(findOrWrite(request, keyOf(sale, "sale", "sal", form),
                                    [&] { return writeXml(invoiceOf(request, sale), syntax, profile); }));
}

Json creditNoteRecord(Call& call, std::string_view id) {
    return recordOf(call, "sales.credit_note", id, "credit-note-not-found");
}

/// A credit note of the sale in the path.
Json creditNoteIn(Request& request, const Json& sale) {
    Json note = creditNoteRecord(request, request.path("creditNoteId"));
    if (note["saleId"] != sale["id"]) {
        throw ApiError(404, "credit-note-not-found");
    }
    return note;
}

Response creditNoteXml(Request& request, Syntax syntax, Profile otherwise) {
    const Json sale = saleOf(request, request.path("saleId"));
    const Json note = creditNoteIn(request, sale);
    const Profile profile = profileIn(request, otherwise);
    const std::string form =
        std::string(syntax == Syntax::Ubl ? "ubl:" : "cii:") + std::string(nameOf(profile));
    return fileResponse(findOrWrite(request, keyOf(note, "credit_note", "crn", form), [&] {
        return writeXml(creditNoteOf(request, note, sale), syntax, profile);
    }));
}

StoredFile creditNotePdf(Call& call, const Json& note, const Json& sale, const std::string& language,
                         const Routing& routing = {}) {
    const std::string form = "pdf:" + language + ":a4" + routing.form();
    return findOrWrite(call, pagesKeyOf(call, note, "credit_note", "crn", form), [&] {
        return writePdf(routing.applied(creditNoteOf(call, note, sale)), language, findLook(call).look,
                        false);
    });
}

/// A quote may change while it is open: it is written anew each time.
StoredFile quotePdf(Call& call, const Json& quote, const std::string& language) {
    const Invoice document = quoteOf(call, quote);
    OtherFacts facts;
    facts.kind = Kind::Quote;
    if (const auto until = quote.optionalText("validUntil")) {
        facts.until = Date::parse(*until);
    }
    const Paper paper =
        composeOther(document, facts, wordingOf(document, language), language, findLook(call).look);
    return writePaper(paper, document.seller.name);
}

Json quoteIn(Call& call, std::string_view id) {
    return recordOf(call, "quotes.get", id, "quote-not-found");
}

Response pdfResponse(const StoredFile& file) {
    return Response::bytes(200, file.contentType, file.content)
        .header("Content-Disposition", "inline; filename=\"" + file.name + '"');
}

/// An order may change until it is received: it is written anew each time, like a quote.
StoredFile orderPdf(Call& call, const Json& purchase, const std::string& language) {
    const Invoice order = purchaseOrderOf(call, purchase);
    OtherFacts facts;
    facts.kind = Kind::PurchaseOrder;
    if (const auto expected = purchase.optionalText("expectedAt")) {
        facts.until = Date::parse(*expected);
    }
    return writePaper(composeOther(order, facts, wordingOf(order, language), language, findLook(call).look),
                      order.seller.name);
}

Json purchaseOf(Call& call, std::string_view id) {
    return recordOf(call, "purchases.get", id, "purchase-not-found");
}

std::string standardBase64(const std::string& bytes) {
    std::string text = base64UrlEncode(bytes);
    for (char& c : text) {
        c = c == '-' ? '+' : c == '_' ? '/' : c;
    }
    while (text.size() % 4 != 0) {
        text += '=';
    }
    return text;
}

} // namespace

Response invoicePdfRoute(Request& request) {
    const Json sale = saleOf(request, request.path("saleId"));
    const auto format = request.query("format");
    const bool ticket = format ? *format == "ticket" : sale["kind"].text() == "ticket";
    const std::string language = languageOf(request, sale);
    if (asksForCurrentState(request)) {
        return pdfResponse(currentPdf(request, sale, language, ticket));
    }
    return fileResponse(salePdf(request, sale, language, ticket));
}

Response invoiceUblRoute(Request& request) {
    return saleXml(request, Syntax::Ubl, Profile::Peppol);
}

Response invoiceCiiRoute(Request& request) {
    return saleXml(request, Syntax::Cii, Profile::FacturX);
}

Response invoiceValidationRoute(Request& request) {
    const Json sale = saleOf(request, request.path("saleId"));
    const Profile profile = profileIn(request, Profile::Peppol);
    const Invoice invoice = invoiceOf(request, sale);
    Json errors = Json::array();
    for (const Finding& finding : checkInvoice(invoice, profile, codeLists())) {
        errors.push(Json::object({{"rule", finding.rule},
                                  {"severity", "error"},
                                  {"field", finding.field},
                                  {"message", finding.message}}));
    }
    return Response::json(200, Json::object({{"valid", errors.empty()},
                                             {"profile", nameOf(profile)},
                                             {"rules", RulesVersion},
                                             {"errors", errors}}));
}

Response creditNotePdfRoute(Request& request) {
    const Json sale = saleOf(request, request.path("saleId"));
    const Json note = creditNoteIn(request, sale);
    return fileResponse(creditNotePdf(request, note, sale, languageOf(request, sale)));
}

Response creditNoteUblRoute(Request& request) {
    return creditNoteXml(request, Syntax::Ubl, Profile::Peppol);
}

Response creditNoteCiiRoute(Request& request) {
    return creditNoteXml(request, Syntax::Cii, Profile::FacturX);
}

Response quotePdfRoute(Request& request) {
    const Json quote = quoteIn(request, request.path("quoteId"));
    return pdfResponse(quotePdf(request, quote, languageOf(request, quote)));
}

Response publicPdfRoute(Request& request) {
    const std::string_view kind = request.path("documentKind");
    if (kind == "quote") {
        const Json quote = recordOf(request, "quotes.get", request.path("documentId"), "document-not-found");
        return pdfResponse(quotePdf(request, quote, languageOf(request, quote)));
    }
    if (kind != "sale") {
        throw ApiError(404, "document-not-found");
    }
    const Json sale = recordOf(request, "sales.get", request.path("documentId"), "document-not-found");
    const bool ticket = sale["kind"].text() == "ticket";
    const std::string language = languageOf(request, sale);
    if (asksForCurrentState(request)) {
        return pdfResponse(currentPdf(request, sale, language, ticket));
    }
    return fileResponse(salePdf(request, sale, language, ticket));
}

Response deliveryPdfRoute(Request& request) {
    const Json sale = saleOf(request, request.path("saleId"));
    for (const Json& delivery : sale["deliveries"].items()) {
        if (delivery.textOr("id") != request.path("deliveryId")) {
            continue;
        }
        const Invoice note = deliveryNoteOf(request, sale, delivery);
        OtherFacts facts;
        facts.kind = Kind::DeliveryNote;
        facts.invoiceNumber = sale.textOr("number");
        facts.carrier = delivery.optionalText("carrier");
        facts.tracking = delivery.optionalText("trackingNumber");
        const std::string language = languageOf(request, sale);
        return pdfResponse(
            writePaper(composeOther(note, facts, wordingOf(note, language), language, findLook(request).look),
                       note.seller.name));
    }
    throw ApiError(404, "document-not-found");
}

Response orderPdfRoute(Request& request) {
    const Json purchase = purchaseOf(request, request.path("purchaseId"));
    return pdfResponse(orderPdf(request, purchase, languageOf(request, purchase)));
}

Response statementPdfRoute(Request& request) {
    const std::string id(request.path("partnerId"));
    const DateRange range = request.dateRange();
    Json input = Json::object({{"partnerId", id}, {"from", range.from}, {"to", range.to}});
    const Json found =
        request.offers("reports.statement") ? request.command("reports.statement", input) : Json(nullptr);
    if (found.isNull()) {
        throw ApiError(404, "partner-not-found");
    }
    Statement statement;
    statement.from = Date::parse(found["from"].text()).value();
    statement.to = Date::parse(found["to"].text()).value();
    statement.opening = found["opening"].integer();
    statement.closing = found["closing"].integer();
    for (const Json& line : found["lines"].items()) {
        statement.lines.push_back({Date::parse(line["date"].text()).value(), line.textOr("kind"),
                                   line.textOr("number"), line["debit"].integer(), line["credit"].integer(),
                                   line["balance"].integer()});
    }
    statement.aged = Date::parse(found["aged"].text()).value();
    for (const Json& open : found["open"].items()) {
        statement.open.push_back(
            {open.textOr("number"), Date::parse(open["dueDate"].text()).value(), open["balance"].integer()});
    }
    const Invoice parties = partiesOf(request, id);
    const std::string language = languageOf(request, Json::object({{"partnerId", id}}));
    return pdfResponse(writePaper(
        composeStatement(parties, statement, wordingOf(parties, language), language, findLook(request).look),
        parties.seller.name));
}

Json pdfCommand(Call& call, const Json& input) {
    const std::string kind = input.textOr("kind");
    const std::string id = input.textOr("id");
    const std::string language = input.optionalText("language").value_or(std::string(call.language()));
    const Routing routing = Routing::in(input);
    StoredFile file;
    if (kind == "quote") {
        file = quotePdf(call, quoteIn(call, id), language);
    } else if (kind == "purchase") {
        file = orderPdf(call, purchaseOf(call, id), language);
    } else if (kind == "credit_note") {
        const Json note = creditNoteRecord(call, id);
        file = creditNotePdf(call, note, saleOf(call, note.textOr("saleId")), language, routing);
    } else {
        const Json sale = saleOf(call, id);
        file = salePdf(call, sale, language, false, routing);
    }
    return Json::object({{"fileName", file.name},
                         {"contentType", file.contentType},
                         {"content", standardBase64(file.content)}});
}

Json xmlCommand(Call& call, const Json& input) {
    const std::string id = input.textOr("id");
    const Profile profile = profileOf(input.textOr("profile")).value_or(Profile::Peppol);
    const bool note = input.textOr("kind") == "credit_note";
    const Json record = note ? creditNoteRecord(call, id) : saleOf(call, id);
    const Syntax syntax = input.textOr("syntax") == "cii" ? Syntax::Cii : Syntax::Ubl;
    const Routing routing = Routing::in(input);
    const Invoice invoice = routing.applied(
        note ? creditNoteOf(call, record, saleOf(call, record.textOr("saleId"))) : invoiceOf(call, record));
    Json findings = Json::array();
    for (const Finding& finding : checkInvoice(invoice, profile, codeLists())) {
        findings.push(
            Json::object({{"rule", finding.rule}, {"field", finding.field}, {"message", finding.message}}));
    }
    Json answer = Json::object({{"fileName", nullptr},
                                {"content", nullptr},
                                {"sha256", nullptr},
                                {"sender", invoice.seller.electronicAddress},
                                {"receiver", invoice.buyer.electronicAddress},
                                {"buyerReference", invoice.buyerReference}});
    if (findings.empty()) {
        const std::string form =
            (syntax == Syntax::Ubl ? "ubl:" : "cii:") + std::string(nameOf(profile)) + routing.form();
        const FileKey key =
            note ? keyOf(record, "credit_note", "crn", form) : keyOf(record, "sale", "sal", form);
        const StoredFile file = findOrWrite(call, key, [&] { return writeXml(invoice, syntax, profile); });
        answer.set("fileName", file.name)
            .set("content", standardBase64(file.content))
            .set("sha256", file.sha256);
    }
    return answer.set("findings", std::move(findings));
}

} // namespace svc::documents
