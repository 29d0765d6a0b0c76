#pragma once

#include <optional>
#include <string>

#include <svc/call.hpp>

#include "rules/receipt.hpp"
#include "store.hpp"

namespace svc::at_rksv {

/// The AES key of the turnover counter, 32 bytes; nothing before the start receipt.
std::optional<std::string> keptTurnoverKey(Call& call);

/// Appends receipts to the chain, in a transaction that holds the lock on the till.
class Chain {
public:
    Chain(Call& call, const Json& settings);
    ~Chain() = default;
    Chain(const Chain&) = delete;
    Chain& operator=(const Chain&) = delete;

    /// Writes the receipt that must come first, if any: the start receipt, the monthly receipt, the one after
    /// an outage.
    void begin();
    void zero();
    /// False when the receipt must be signed and there is no signature; nothing is appended then.
    bool write(const std::string& number, const Amounts& amounts, Kind kind, bool mustBeSigned);

    std::string qr() const;
    /// Does the chain belong to the till of the settings?
    bool isOfThisTill() const { return till_.sequence == 0 || tillOf(till_.previousJws) == name_; }
    bool isSigned() const { return !signature_.empty(); }
    const std::string& name() const { return name_; }
    bool isOfThisMonth() const { return till_.month == time_.substr(0, 7); }

private:
    /// The signature; empty when there is no valid key. Stores the certificate that signed.
    std::string sign();

    Call& call_;
    std::string provider_;
    std::string name_;
    Till till_;
    Instant at_; ///< now, or the time of the last receipt if that is later: a concurrent sale may have
                 ///< committed first
    std::string time_;
    std::string key_; ///< read under the lock on the till: two concurrent start receipts share one key
    std::string code_;
    std::string signature_;
};

} // namespace svc::at_rksv
