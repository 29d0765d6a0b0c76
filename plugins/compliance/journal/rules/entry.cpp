#include "journal/rules/entry.hpp"

#include <array>

#include <svc/encoding.hpp>
#include <svc/json.hpp>

#include "records/ids.hpp"
#include "sealing/sha256.hpp"

namespace svc::compliance {
namespace {

template <class Kind>
std::string named(const Uuid& id) {
    return Kind(id).toString();
}

/// How the API names the document of a record.
struct Naming {
    std::string_view kind; ///< of the record
    std::string (*name)(const Uuid& id);
};

constexpr std::array<Naming, 12> Namings{{{kinds::Invoice, named<records::SaleId>},
                                          {kinds::Ticket, named<records::SaleId>},
                                          {kinds::CreditNote, named<records::CreditNoteId>},
                                          {kinds::Payment, named<records::PaymentId>},
                                          {kinds::PaymentVoid, named<records::PaymentId>},
                                          {kinds::Refund, named<records::RefundId>},
                                          {kinds::Cancellation, named<records::SaleId>},
                                          {kinds::SessionOpening, named<records::CashSessionId>},
                                          {kinds::SessionClosing, named<records::CashSessionId>},
                                          {kinds::DrawerOpening, named<records::CashSessionId>},
                                          {kinds::Reprint, named<records::SaleId>},
                                          {kinds::CreditNoteReprint, named<records::CreditNoteId>}}};

void appendMember(std::string& out, std::string_view name, std::string_view text) {
    out += name;
    Json::appendQuoted(out, text);
}

} // namespace

std::string_view beginningOfChain() {
    return "0000000000000000000000000000000000000000000000000000000000000000";
}

std::string documentIdOf(const JournalRecord& record) {
    const std::optional<Uuid> id = Uuid::parse(record.document);
    for (const Naming& one : Namings) {
        if (id && one.kind == record.kind) {
            return one.name(*id);
        }
    }
    return record.document;
}

std::string beginningOfSealed(const JournalRecord& record) {
    std::string text;
    text.reserve(record.data.size() + 256);
    appendMember(text, R"({"at":)", record.at.toString());
    text += R"(,"data":)";
    text += record.data;
    appendMember(text, R"(,"documentId":)", documentIdOf(record));
    appendMember(text, R"(,"kind":)", record.kind);
    if (record.number) {
        appendMember(text, R"(,"number":)", *record.number);
    } else {
        text += R"(,"number":null)";
    }
    return text += R"(,"previousHash":")";
}

std::string hashOf(const JournalEntry& entry) {
    return sealing::sha256({beginningOfSealed(entry.record), entry.previousHash, R"(","sequence":)",
                            std::to_string(entry.sequence), "}"});
}

SealedEntryId idOf(const JournalEntry& entry) {
    Uuid::Bytes bytes{};
    const std::string digest = hexDecode(entry.hash).value_or("");
    for (std::size_t i = 0; i < bytes.size() && i < digest.size(); ++i) {
        bytes[i] = static_cast<std::uint8_t>(digest[i]);
    }
    const auto millis = static_cast<std::uint64_t>(entry.record.at.millis());
    constexpr std::size_t TimeBytes = 6;
    for (std::size_t i = 0; i < TimeBytes; ++i) {
        bytes[i] = static_cast<std::uint8_t>(millis >> (8U * (TimeBytes - 1 - i)));
    }
    // Version 7 and the variant of RFC 9562.
    bytes[6] = static_cast<std::uint8_t>(0x70U | (bytes[6] & 0x0FU));
    bytes[8] = static_cast<std::uint8_t>(0x80U | (bytes[8] & 0x3FU));
    return SealedEntryId(Uuid(bytes));
}

std::string headText(std::int64_t sequence, std::string_view hash, std::string_view signedAt) {
    std::string text = "svc fiscal journal 1\n" + std::to_string(sequence) + '\n';
    return text.append(hash).append("\n").append(signedAt);
}

} // namespace svc::compliance
