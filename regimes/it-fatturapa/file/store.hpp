#pragma once

#include <optional>
#include <string>
#include <string_view>

#include <svc/call.hpp>
#include <svc/enum_texts.hpp>

namespace svc::it_fatturapa {

enum class FileState { Written, Sent, Accepted, Rejected };
/// As stored in the database.
inline constexpr EnumTexts<FileState, 4> FileStateTexts{{"written", "sent", "accepted", "rejected"}};
constexpr std::string_view toText(FileState state) {
    return FileStateTexts.textOf(state);
}
constexpr bool fromText(std::string_view text, FileState& to) {
    return FileStateTexts.read(text, to);
}

/// A file for SdI as it is stored.
struct StoredFile {
    std::int64_t sequence = 0;
    std::string name = {};
    std::string document = {}; ///< sale or credit note
    std::optional<std::string> submission = {};
    bool toPublic = false;
    std::string xml = {};
    std::optional<std::string> signedMessage = {}; ///< base64; if set, it is sent in place of the XML
    std::optional<std::string> channelId = {};
    std::optional<std::string> sdiId = {};
    FileState state = FileState::Written;
    Instant writtenAt = {};

    /// The bytes that are sent.
    std::string sent() const;
};

/// The number of the next file, locked until the transaction ends: numbers have no gap.
std::int64_t takeSequence(Call& call);
void insertFile(Call& call, const StoredFile& file);

// The functions below lock the file they find, so that its messages are stored one after the other.

std::optional<StoredFile> fileOfSubmission(Call& call, std::string_view submission);
/// The newest file of a document.
std::optional<StoredFile> latestFile(Call& call, std::string_view document);
std::optional<StoredFile> fileAt(Call& call, std::int64_t sequence);
/// Finds a file by its name, with or without added extensions.
std::optional<StoredFile> fileNamed(Call& call, std::string_view name);
/// The same without a lock, for read-only transactions.
std::optional<StoredFile> readFileNamed(Call& call, std::string_view name);
std::optional<StoredFile> fileOfSdi(Call& call, std::string_view sdiId);

void claimFile(Call& call, const StoredFile& file, std::string_view submission);
/// Notes that the intermediary has the file.
void markSent(Call& call, const StoredFile& file, std::string_view channelId);
void markState(Call& call, const StoredFile& file, FileState state);
/// Stores SdI's identifier of the file.
void markSdiId(Call& call, const StoredFile& file, std::string_view sdiId);

} // namespace svc::it_fatturapa
