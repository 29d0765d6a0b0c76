#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <svc/call.hpp>

#include "tse/tse.hpp"

namespace svc::de_kassensichv {

/// The result of the TSE for a receipt: a signature, or an error.
struct Signed {
    std::int64_t tse = 0; ///< internal number of the device
    TseSignature signature;
    std::string startedLocal; ///< in the time zone of the company, 2026-11-20T10:12:01
    std::string loggedLocal;
    std::optional<std::string> error;
};

/// The type of a receipt that counts in no closing.
inline constexpr std::string_view TrainingType = "AVTraining";

struct Receipt {
    std::int64_t sequence = 0;
    Uuid id;
    std::string document; ///< sal_…, crn_…, pay_…, pay_….void, csh_….open …
    Instant recordedAt;
    std::string recordedLocal; ///< in the time zone of the company, 2026-11-20T10:12:01
    std::string type;          ///< Beleg, AVTraining
    std::string processData;
    Json content; ///< lines, payments, customer, reference, user, cancels
    std::optional<Signed> result;
};
/// Prefetches what isRecorded and lockTill will read.
void askForReceipt(Call& call, std::string_view document);
bool isRecorded(Call& call, std::string_view document);
/// Adds the next receipt of the till; the caller holds the lock on the till.
void appendReceipt(Call& call, const Receipt& receipt);
std::optional<Receipt> findReceipt(Call& call, const Uuid& id);
std::optional<Receipt> findReceiptOf(Call& call, std::string_view document);
/// Calls `use` for the receipts of a range of sequences, in their order.
void eachReceipt(Call& call, std::int64_t first, std::int64_t last,
                 const std::function<void(const Receipt&)>& use);

/// Stores the result, unless the receipt has one already; returns the stored result.
Signed keepResult(Call& call, const Receipt& receipt, const Signed& result);
/// Receipts that were issued without a signature since an instant.
std::vector<Receipt> unsignedSince(Call& call, Instant since);

} // namespace svc::de_kassensichv
