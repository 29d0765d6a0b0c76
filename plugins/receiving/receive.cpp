#include "receive.hpp"

#include <algorithm>

#include <svc/file_parts.hpp>
#include <svc/text.hpp>

#include "columns.hpp"
#include "sealing/sha256.hpp"

namespace svc::receiving {
namespace {

constexpr std::size_t LargestFile = 50 * 1024 * 1024;

/// Numbers of the same register may be written with or without blanks and points.
std::string plain(std::string_view number) {
    std::string plain = upperAscii(number);
    std::erase_if(plain, [](char c) { return c == ' ' || c == '.' || c == '-' || c == '/'; });
    return plain;
}

std::string sellerKeyOf(const einvoice::Party& seller) {
    if (seller.vatNumber) {
        return plain(*seller.vatNumber);
    }
    return seller.registration ? plain(*seller.registration) : lowerAscii(seller.name);
}

Json linesOf(const einvoice::Invoice& invoice) {
    Json lines = Json::array();
    for (const einvoice::Line& line : invoice.lines) {
        lines.push(Json::object({{"label", line.name},
                                 {"quantity", line.quantity},
                                 {"unitPrice", line.netPrice},
                                 {"net", line.netAmount},
                                 {"taxCategory", line.taxCategory},
                                 {"taxRate", line.taxRate},
                                 {"itemId", nullptr}}));
    }
    return lines;
}

Json taxesOf(const einvoice::Invoice& invoice) {
    Json taxes = Json::array();
    for (const einvoice::TaxGroup& group : invoice.taxes) {
        taxes.push(Json::object({{"taxCategory", group.taxCategory},
                                 {"taxRate", group.taxRate},
                                 {"net", group.taxable},
                                 {"tax", group.tax}}));
    }
    return taxes;
}

/// Does the invoice name the VAT number of another company as that of its buyer? Either may omit the country.
bool isOfAnotherBuyer(const Company& company, const einvoice::Invoice& invoice) {
    if (!company.vatNumber || !invoice.buyer.vatNumber) {
        return false;
    }
    const std::string own = plain(*company.vatNumber);
    const std::string named = plain(*invoice.buyer.vatNumber);
    return !own.ends_with(named) && !named.ends_with(own);
}

Json findingsOf(const Company& company, const einvoice::ReceivedInvoice& received) {
    std::vector<einvoice::Finding> all = einvoice::checkReceived(received);
    if (isOfAnotherBuyer(company, received.invoice)) {
        all.push_back({.rule = "BT-48",
                       .field = "company.vatNumber",
                       .message = "The VAT number of the buyer is not that of this company.",
                       .tolerated = true});
    }
    Json findings = Json::array();
    for (const einvoice::Finding& finding : all) {
        findings.push(Json::object({{"rule", finding.rule},
                                    {"severity", finding.tolerated ? "warning" : "error"},
                                    {"message", finding.message}}));
    }
    return findings;
}

einvoice::ReceivedInvoice readFile(Call& call, std::string_view bytes) {
    try {
        return einvoice::readInvoiceFile(bytes);
    } catch (const einvoice::FileFault& fault) {
        call.log(Call::Level::Information, std::string("an invoice of a supplier was refused (") +
                                               fault.detail() + "): " + fault.what());
        throw ApiError(400, "file-unreadable", {fault.reason()});
    }
}

bool isIdentified(const einvoice::Party& seller) {
    return seller.vatNumber || seller.registration || seller.electronicAddress;
}

/// Proposes the supplier by its numbers, and the order by its number; both only when the match is unique.
/// Orders of different suppliers may have the same number: if the seller states numbers that no partner has,
/// no order is proposed.
void match(Call& call, const einvoice::Invoice& invoice, api::SupplierInvoice& shown) {
    const auto plainly = [](const std::optional<std::string>& number) {
        return number ? std::optional(plain(*number)) : std::nullopt;
    };
    const auto found =
        calls::partners::find(call, {.vatNumber = plainly(invoice.seller.vatNumber),
                                     .registrationNumber = plainly(invoice.seller.registration),
                                     .peppolId = invoice.seller.electronicAddress});
    shown.partnerId = found.id;
    if (!invoice.purchaseOrderRef || (!shown.partnerId && isIdentified(invoice.seller))) {
        return;
    }
    const auto open = calls::purchases::open(
        call, {.currency = invoice.currency.toString(), .numbers = std::vector{*invoice.purchaseOrderRef}});
    for (const calls::purchases::OpenPurchase& purchase : open.purchases) {
        if (purchase.number == *invoice.purchaseOrderRef &&
            (!shown.partnerId || shown.partnerId == purchase.partnerId)) {
            shown.purchaseId = purchase.id;
            shown.partnerId = purchase.partnerId;
            return;
        }
    }
}

/// Attaches the file to the invoice for good.
AttachmentId keepFile(Call& call, const StoredInvoice& stored, std::string_view bytes) {
    const AttachmentId id =
        calls::host::attachmentsKeep(call, {.kind = "supplier_invoice",
                                            .documentId = stored.shown.id.toString(),
                                            .fileName = stored.fileName,
                                            .contentType = stored.contentType,
                                            .size = static_cast<std::int64_t>(bytes.size()),
                                            .sha256 = stored.shown.sha256})
            .id;
    eachFilePart(bytes, [&](std::int64_t number, const std::string& content) {
        calls::host::attachmentsPart(call, {.id = id, .number = number, .content = content});
    });
    return id;
}

} // namespace

StoredInvoice receive(Call& call, const IncomingFile& file) {
    if (file.bytes.size() > LargestFile) {
        throw ApiError(413, "body-too-large");
    }
    const einvoice::ReceivedInvoice received = readFile(call, file.bytes);
    const einvoice::Invoice& invoice = received.invoice;
    const auto text = [](const std::optional<std::string>& value) {
        return value ? Json(*value) : Json(nullptr);
    };
    StoredInvoice stored{
        .shown = {.id = call.newId<SupplierInvoiceId>(),
                  .status = api::SupplierInvoiceStatus::Received,
                  .source = file.source,
                  .syntax = received.syntax == einvoice::Syntax::Ubl ? api::SupplierInvoiceSyntax::Ubl
                                                                     : api::SupplierInvoiceSyntax::Cii,
                  .profile = std::string(einvoice::profileName(received.specification)),
                  .number = invoice.number,
                  .kind = received.creditNote ? api::SupplierInvoiceKind::CreditNote
                                              : api::SupplierInvoiceKind::Invoice,
                  .issueDate = invoice.date,
                  .dueDate = invoice.dueDate,
                  .currency = invoice.currency,
                  .seller = Json::object({{"name", invoice.seller.name},
                                          {"vatNumber", text(invoice.seller.vatNumber)},
                                          {"registrationNumber", text(invoice.seller.registration)},
                                          {"iban", text(invoice.payment.iban)}}),
                  .purchaseOrderRef = invoice.purchaseOrderRef,
                  .subtotal = MinorAmount(invoice.totals.withoutTax),
                  .taxTotal = MinorAmount(invoice.totals.tax),
                  .total = MinorAmount(invoice.totals.withTax),
                  .prepaid = MinorAmount(invoice.totals.prepaid),
                  .payable = MinorAmount(invoice.totals.due),
                  .taxes = taxesOf(invoice),
                  .lines = linesOf(invoice),
                  .findings = findingsOf(call.company(), received),
                  .sha256 = sealing::sha256({file.bytes}),
                  .receivedAt = call.now()},
        .fileName = file.fileName,
        .contentType = received.inPdf ? "application/pdf" : "application/xml",
        .sellerKey = sellerKeyOf(invoice.seller),
        .createdBy = call.actor()};
    match(call, invoice, stored.shown);
    stored.shown.duplicateOf = firstCopy(call, stored);
    const std::string id = stored.shown.id.toString();
    stored.shown.attachmentIds = {keepFile(call, stored, file.bytes).toString()};
    insertInvoice(call, stored);
    call.history("supplier_invoice", id, "supplier_invoice.received");
    return stored;
}

void tellSource(Call& call, const api::SupplierInvoice& invoice) {
    if (!verbs::offersSupplierInvoice(call, invoice.source)) {
        return;
    }
    using Decision = verbs::SupplierInvoiceInputDecision;
    const bool isAccepted = invoice.status == api::SupplierInvoiceStatus::Accepted;
    verbs::SupplierInvoiceInput input{.id = invoice.id,
                                      .number = invoice.number,
                                      .decision = isAccepted ? Decision::Accepted : Decision::Refused,
                                      .reason = {},
                                      .reasonCode = {},
                                      .purchaseId = invoice.purchaseId,
                                      .expenseId = invoice.expenseId};
    if (const auto& refusal = invoice.refusal) {
        input.reason = refusal->reason;
        input.reasonCode = refusal->reasonCode;
    }
    verbs::supplierInvoice(call, invoice.source, input);
}

void eachPart(Call& call, const StoredInvoice& invoice, const std::function<void(std::string_view)>& use) {
    const AttachmentId id = attachmentOf(invoice.shown);
    readFileParts(
        [&](std::int64_t number) {
            return calls::host::attachmentsRead(call, {.id = id, .number = number}).content;
        },
        use);
}

einvoice::ReceivedInvoice readStored(Call& call, const StoredInvoice& invoice) {
    std::string bytes;
    eachPart(call, invoice, [&](std::string_view part) { bytes += part; });
    return readFile(call, bytes);
}

StoredInvoice requireInvoice(std::optional<StoredInvoice> found) {
    if (!found) {
        throw ApiError(404, "supplier-invoice-not-found");
    }
    return *std::move(found);
}

} // namespace svc::receiving
