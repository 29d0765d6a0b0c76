#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include <svc/call.hpp>

namespace svc::at_rksv {

/// The end of a company's receipt chain.
struct Till {
    std::int64_t sequence = 0;
    std::string previousJws;
    std::int64_t turnover = 0;
    std::string certificate; ///< serial number of the last one that signed
    bool outOfOrder = false;
    std::string month;              ///< of the last receipt
    std::string turnoverKey;        ///< its SHA-256; empty before the first receipt
    std::optional<Instant> at = {}; ///< of the last receipt
};

/// Prefetches and locks the row that lockTill() reads, in the next round trip of the transaction.
void askTill(Call& call);
/// Locked until the end of the transaction; created when the company has none.
Till lockTill(Call& call);
/// The same without a lock, for reading only.
Till readTill(Call& call);
/// The receipt of a number; nothing when there is none.
std::optional<std::string> findJws(Call& call, const std::string& number);
/// Adds the receipt whose sequence and signature `till` now ends with.
///
/// @param certificate  serial number that the receipt names; 0 before the first certificate
void append(Call& call, const Till& till, const std::string& number, const std::string& certificate);
void saveCertificate(Call& call, const std::string& serial, const std::string& chainPem);

/// Calls `use` for each receipt in the order of the chain, with the certificate chain of its signature.
void eachReceipt(Call& call, const std::function<void(const std::string& serial, const std::string& chainPem,
                                                      const std::string& jws)>& use);

} // namespace svc::at_rksv
