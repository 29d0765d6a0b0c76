#pragma once

#include <string_view>
#include <vector>

#include "sale/rules/credit.hpp"
#include "sale/store/parties.hpp"

namespace svc::sales {

/// A credit note of a sale or a part of it.
struct CreditNote {
    CreditNoteId id{};
    std::string number{};
    api::CreditNoteKind kind{};
    Date date{};
    std::optional<std::string> reason{};
};

/// Queues the credit note with the lines to be printed: the sale's lines with credited quantities, or one
/// line per tax group when only an amount is credited.
void insertCreditNote(Call& call, const Sale& sale, const CreditNote& note, const Credit& credit,
                      const Parties& parties);

/// Queues the row of a refund; its credit note comes first.
void insertRefund(Call& call, const Refund& refund);

/// Queues the changes of a credit in the locked sale: amounts, statuses, cancellation.
void updateCredited(Call& call, const Sale& sale);

/// Queues the counts and credited amounts of these lines as they are in the sale.
void updateLines(Call& call, const Sale& sale, const std::vector<std::size_t>& lines);

/// Queues a delivery and the resulting status of the locked sale.
void insertDelivery(Call& call, const Delivery& delivery);

/// Queues that a payment is voided.
void updateVoided(Call& call, PaymentId payment, std::string_view reason);

} // namespace svc::sales
