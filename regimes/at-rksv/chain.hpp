#pragma once

#include <optional>
#include <string>

#include <svc/call.hpp>

#include "rules/receipt.hpp"
#include "store.hpp"

namespace svc::rksv {

/// The key of the turnover, 32 bytes; nothing before the first receipt.
std::optional<std::string> keptTurnoverKey(Call& call);

/// Writes one receipt behind another, within a transaction that holds the till.
class Chain {
public:
    Chain(Call& call, const Json& settings);
    ~Chain() = default;
    Chain(const Chain&) = delete;
    Chain& operator=(const Chain&) = delete;

    /// What has to come before any other receipt: the first one, that of a month, that after an outage.
    void begin();
    void zero();
    /// Nothing when it must be signed and cannot.
    bool write(const std::string& number, const Amounts& amounts, Kind kind, bool mustBeSigned);

    std::string qr() const;
    /// Does the chain belong to the till of the settings?
    bool isOfThisTill() const { return till_.sequence == 0 || tillOf(till_.previousJws) == name_; }
    bool isSigned() const { return !signature_.empty(); }
    const std::string& name() const { return name_; }
    bool isOfThisMonth() const { return till_.month == time_.substr(0, 7); }

private:
    /// Empty when there is no valid key. Notes the certificate that signs.
    std::string sign();

    Call& call_;
    std::string provider_;
    std::string name_;
    Till till_;
    Instant at_; ///< now, but not before the last receipt: another sale may have been quicker
    std::string time_;
    std::string key_; ///< behind the lock: two first receipts have one key
    std::string code_;
    std::string signature_;
};

} // namespace svc::rksv
