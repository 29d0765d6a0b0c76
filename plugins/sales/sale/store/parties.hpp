#pragma once

#include <optional>
#include <string>

#include "bindings.hpp"

namespace svc::sales {

/// Seller and buyer of a document as JSON texts, sealed with it.
struct Parties {
    std::string seller;
    std::optional<std::string> buyer;
};

/// Stores the records just before the commit; existing ones stay unchanged. Documents refer to them by
/// `sealOf` of the same text.
void keepParties(Call& call, const Parties& parties);

/// The seal of the text in a parameter of a statement, as SQL.
std::string sealOf(std::string_view parameter);

struct SealedParties {
    std::optional<commands::SealedSeller> seller{};
    std::optional<commands::SealedBuyer> buyer{};
    bool isUnwritten = false; ///< issued by this transaction: its record is not stored yet
};
/// Parses the texts.
SealedParties partiesIn(const Parties& parties);
/// The parties sealed with a sale.
SealedParties sealedWithSale(Call& call, SaleId sale);
/// The parties sealed with a credit note; its buyer is that of the sale.
SealedParties sealedWithCreditNote(Call& call, CreditNoteId creditNote);

} // namespace svc::sales
