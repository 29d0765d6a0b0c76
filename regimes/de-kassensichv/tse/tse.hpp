// The interface of a security device for tills (TSE, technische Sicherheitseinrichtung), of any manufacturer.
#pragma once

#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>

#include "receipt/rules/process_data.hpp"

namespace svc::de_kassensichv {

/// A transaction for the TSE to sign.
struct TseOrder {
    std::string id; ///< UUID that identifies the transaction when an answer was lost
    ProcessData data;
    std::string processData; ///< the same as text
};

/// The result of the TSE for a finished transaction. Every value comes from the device: the service never
/// fills in a missing one.
struct TseSignature {
    std::string tseSerial; ///< hexadecimal
    std::string till;      ///< serial number of the till, as the TSE knows its client
    std::int64_t transaction = 0;
    std::int64_t counter = 0; ///< signature counter
    std::string startedAt;    ///< 2026-11-20T09:30:00.000Z
    std::string loggedAt;
    std::string algorithm;
    std::string timeFormat;
    std::string signature; ///< base 64
    std::string publicKey; ///< base 64
    std::string processData;
    std::string qr;
};

struct TseTransaction {
    std::int64_t revision = 0; ///< of its last change: 1 started, 2 updated
    std::optional<TseSignature> signature;
    bool cancelled = false;
};

/// The TSE did not do what it was asked.
class TseFailure : public std::runtime_error {
public:
    /// `lost`: no answer came, so it is unknown whether the request was done.
    explicit TseFailure(const std::string& reason, bool lost = false)
        : std::runtime_error(reason), lost_(lost) {}
    bool isLost() const noexcept { return lost_; }

private:
    bool lost_;
};

/// To be called outside of transactions. Each member throws TseFailure.
class Tse {
public:
    Tse() = default;
    virtual ~Tse() = default;
    Tse(const Tse&) = delete;
    Tse& operator=(const Tse&) = delete;

    /// Nothing when the TSE does not know the transaction.
    virtual std::optional<TseTransaction> find(const TseOrder& order) = 0;
    virtual TseTransaction start(const TseOrder& order) = 0;
    virtual TseTransaction update(const TseOrder& order, const TseTransaction& at) = 0;
    virtual TseTransaction finish(const TseOrder& order, const TseTransaction& at) = 0;
    /// Ends a transaction without a receipt.
    virtual void cancel(const TseOrder& order, const TseTransaction& at) = 0;
};

/// Starts, updates and finishes the transaction. When an answer is lost, the state is read before anything is
/// repeated. `resume`: an earlier attempt may have begun. Throws TseFailure.
TseSignature signedBy(Tse& tse, const TseOrder& order, bool resume);

/// Cancels the transaction of a receipt that was issued without a signature, if the TSE has begun it. Throws
/// TseFailure.
void release(Tse& tse, const TseOrder& order);

} // namespace svc::de_kassensichv
