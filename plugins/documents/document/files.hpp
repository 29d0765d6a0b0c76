#pragma once

#include <optional>
#include <string>
#include <utility>

#include "document/fill.hpp"
#include "document/rendering.hpp"
#include "document/store.hpp"

namespace svc::documents {

// What may be edited on an issued document; another one is another file.
std::string revisionOf(const SaleRecord& sale);
std::string revisionOf(const CreditNoteRecord& note);

InvoiceKind kindOf(const SaleRecord& sale);
InvoiceKind kindOf(const CreditNoteRecord& note);

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

/// The rules that a parameter or an input names.
template <class Named>
Profile profileNamed(Named name) {
    return profileOf(toText(name)).value();
}

/// The form of a file of EN 16931, by which it is kept: `cii:en16931`.
std::string formOf(Syntax syntax, Profile profile);

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

/// The reader's language: the one the request asks for, else the partner's, else the company's.
std::string languageOf(Request& request, const std::optional<PartnerId>& partnerId);

/// A file that is kept, with its digest as entity tag.
Response fileResponse(const StoredFile& file);
/// One that is written anew each time.
Response pdfResponse(const StoredFile& file);

} // namespace svc::documents
