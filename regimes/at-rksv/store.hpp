#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include <svc/call.hpp>

namespace svc::rksv {

/// Where the chain of a company ends.
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

/// Lets the next query of the transaction bring what lockTill() will ask, and lock it.
void askTill(Call& call);
/// Locked until the end of the transaction; a new one when there is none.
Till lockTill(Call& call);
/// The same without a lock, for looking.
Till readTill(Call& call);
/// The receipt of a number; nothing when there is none.
std::optional<std::string> findJws(Call& call, const std::string& number);
/// Adds the receipt whose sequence and signature `till` now ends with.
///
/// @param certificate  the one that it names; 0 before the first one
void append(Call& call, const Till& till, const std::string& number, const std::string& certificate);
void saveCertificate(Call& call, const std::string& serial, const std::string& chainPem);

/// Each receipt in its order, with the chain of its certificate.
void eachReceipt(Call& call, const std::function<void(const std::string& serial, const std::string& chainPem,
                                                      const std::string& jws)>& use);

} // namespace svc::rksv
