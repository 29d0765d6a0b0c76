#pragma once

#include <optional>
#include <string>

#include <svc/call.hpp>

#include "records/ids.hpp"

namespace svc::fr_einvoicing {

/// An invoice or credit note that goes to its buyer through the platform.
struct Document {
    std::string id = {}; ///< of the sale or credit note
    std::string number = {};
    int typeCode = 380;
    Date date = {};
    std::string buyerSiren = {};
    std::string buyerName = {};
    std::optional<std::string> submission = {};
    std::optional<std::string> tracking = {};

    bool isSale() const { return hasPrefixOf<records::SaleId>(id); }
};
/// Stores the document, unless it is stored already.
void keepDocument(Call& call, const Document& document);
/// Notes that this submission deposits the document, under this tracking identifier.
void beginDeposit(Call& call, const std::string& document, const std::string& submission,
                  const std::string& tracking);
std::optional<Document> findDocument(Call& call, const std::string& id);
std::optional<Document> findDocumentNumbered(Call& call, const std::string& number);

} // namespace svc::fr_einvoicing
