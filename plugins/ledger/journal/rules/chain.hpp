#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace svc::ledger {

/// The hash chain of a fiscal year: the digest of an entry is SHA-256 over the digest of the previous entry,
/// a line break and the record of the entry. So a digest covers all entries up to its own, in their order.
/// Digests are 64 hexadecimal digits.
class JournalChain {
public:
    /// Starts with SHA-256 of `svc journal 1`, the company and the year, each on a line of its own.
    JournalChain(std::string_view company, int fiscalYear);
    /// Continues after the entry with this digest.
    explicit JournalChain(std::string digest) : digest_(std::move(digest)) {}

    /// Adds an entry and returns its digest.
    const std::string& add(std::string_view record);
    /// Digest of the last added entry; before that, the initial digest.
    const std::string& digest() const noexcept { return digest_; }

private:
    std::string digest_;
};

/// The signed text of a checkpoint: `svc journal checkpoint 1`, the year, the number, the digest and the
/// instant, each on a line of its own.
std::string checkpointText(int fiscalYear, std::int64_t number, std::string_view digest,
                           std::string_view signedAt);

} // namespace svc::ledger
