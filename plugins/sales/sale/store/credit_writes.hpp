#pragma once

#include <string_view>
#include <vector>

#include "sale/rules/credit.hpp"
#include "sale/store/parties.hpp"

namespace svc::sales {

/// The document that takes a sale or a part of it back.
struct CreditNote {
    CreditNoteId id{};
    std::string number{};
    api::CreditNoteKind kind{};
    Date date{};
    std::optional<std::string> reason{};
};

/// Queues the note with the lines that a document shows: those of the sale whose quantities it takes back, or
/// one per tax group when only an amount is credited.
void insertCreditNote(Call& call, const Sale& sale, const CreditNote& note, const Credit& credit,
                      const Parties& parties);

/// Queues the row of a refund; its credit note comes first.
void insertRefund(Call& call, const Refund& refund);

/// Queues what a credit changes in the locked sale: its amounts, its states, its cancellation.
void updateCredited(Call& call, const Sale& sale);

/// Queues the counts and credited amounts of these lines as they are in the sale.
void updateLines(Call& call, const Sale& sale, const std::vector<std::size_t>& lines);

/// Queues a delivery and the state that it gives the locked sale.
void insertDelivery(Call& call, const Delivery& delivery);

/// Queues that a payment does not hold any more.
void updateVoided(Call& call, PaymentId payment, std::string_view reason);

} // namespace svc::sales
