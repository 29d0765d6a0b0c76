#pragma once

#include <optional>
#include <string>
#include <utility>

#include "document/fill.hpp"
#include "document/rendering.hpp"
#include "document/store.hpp"

namespace svc::documents {

// The fields that may be edited on an issued document; a change of them makes another file.
std::string revisionOf(const SaleRecord& sale);
std::string revisionOf(const CreditNoteRecord& note);

InvoiceKind kindOf(const SaleRecord& sale);
InvoiceKind kindOf(const CreditNoteRecord& note);

/// The key of the file of a sale or a credit note.
template <class Document>
FileKey keyOf(const Document& document, std::string form) {
    return {std::string(toText(kindOf(document))), document.id.uuid(), std::move(form), revisionOf(document)};
}

/// The key of a file with pages: later answers of an authority are printed too, which makes another file.
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

/// The rule set that a parameter or an input names.
template <class Named>
Profile profileNamed(Named name) {
    return profileOf(toText(name)).value();
}

/// The form under which a file of EN 16931 is stored: `cii:en16931`.
std::string formOf(Syntax syntax, Profile profile);

/// Routing data that a regime which transmits the file provides: the business process, and electronic
/// addresses of parties that have none of their own.
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
        if (isPaid()) {
            invoice.dueDate = invoice.date;
        }
        const auto fill = [](std::optional<std::string>& address, const std::optional<std::string>& other) {
            address = address ? address : other;
        };
        fill(invoice.seller.electronicAddress, sender);
        fill(invoice.buyer.electronicAddress, receiver);
        return invoice;
    }
    /// Does the process say that the invoice was paid when it was issued (`B2`, `S2`, `M2` of the French
    /// reform)? Then its due date is the day of the payment (XP Z12-012, BR-FR-CO-09).
    bool isPaid() const { return process && process->size() == 2 && process->back() == '2'; }
    /// Part of the form of the file, since other routing data makes another file; empty without routing data.
    std::string form() const {
        return process || sender || receiver
                   ? ':' + process.value_or("") + ':' + sender.value_or("") + ':' + receiver.value_or("")
                   : std::string();
    }
};

/// The reader's language: the one the request asks for, else the partner's, else the company's.
std::string languageOf(Request& request, const std::optional<PartnerId>& partnerId);

/// A stored file, with its digest as entity tag.
Response fileResponse(const StoredFile& file);
/// A file that is written anew for each request.
Response pdfResponse(const StoredFile& file);

} // namespace svc::documents
