#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <svc/date.hpp>
#include <svc/id.hpp>

namespace svc::compliance {

using SealedEntryId = PrefixedId<"fsj">;

/// Kinds of records of the sealed journal.
namespace kinds {
inline constexpr std::string_view Invoice = "invoice";
inline constexpr std::string_view Ticket = "ticket";
inline constexpr std::string_view CreditNote = "credit_note";
inline constexpr std::string_view Payment = "payment";
inline constexpr std::string_view PaymentVoid = "payment_void";
inline constexpr std::string_view Refund = "refund";
inline constexpr std::string_view Cancellation = "cancellation";
inline constexpr std::string_view SessionOpening = "cash_session_opening";
inline constexpr std::string_view SessionClosing = "cash_session";
inline constexpr std::string_view DrawerOpening = "drawer_opening";
inline constexpr std::string_view Reprint = "reprint"; ///< of an invoice or a ticket
inline constexpr std::string_view CreditNoteReprint = "credit_note_reprint";
inline constexpr std::string_view Closing = "closing";
inline constexpr std::string_view Settings = "settings";
} // namespace kinds

/// The content of a record of the sealed journal, without its place in the chain.
struct JournalRecord {
    Instant at; ///< whole milliseconds
    std::string kind;
    std::string document; ///< UUID of the document, period of a closing, or regime
    std::optional<std::string> number;
    std::string data; ///< canonical JSON
};

/// A record in the chain.
struct JournalEntry {
    std::int64_t sequence = 0;
    JournalRecord record;
    std::string previousHash;
    std::string hash;
};

/// 64 zeros: the previous hash of the first record.
std::string_view beginningOfChain();

/// The document as the API names it: `sal_…`.
std::string documentIdOf(const JournalRecord& record);

/// The canonical JSON that is hashed, up to and including the quotation mark before the previous hash. After
/// that hash follows `","sequence":<sequence>}`.
std::string beginningOfSealed(const JournalRecord& record);
/// SHA-256 of the record at its place in the chain.
std::string hashOf(const JournalEntry& entry);
/// Derived from the instant and the hash, so that it cannot be changed without changing the record.
SealedEntryId idOf(const JournalEntry& entry);

/// The signed text of a head: `svc fiscal journal 1`, the sequence, the hash and the instant, each on a line
/// of its own.
std::string headText(std::int64_t sequence, std::string_view hash, std::string_view signedAt);

} // namespace svc::compliance
