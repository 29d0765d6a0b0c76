#pragma once

#include <functional>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>

#include "bindings.hpp"
#include "platform/rules/protocol.hpp"
#include "rules/number.hpp"

namespace svc::pl_ksef {

inline calls::compliance::RegimeAnswer outcome(calls::compliance::AnswerOutcome what,
                                               const std::string& error, const std::string& code = {}) {
    return {.outcome = what,
            .error = error.empty() ? std::nullopt : std::optional(error),
            .errorCode = code.empty() ? std::nullopt : std::optional(code)};
}

/// Ends an attempt without a result; contains an answer for regime.<id>.send.
class Unanswered : public std::runtime_error {
public:
    explicit Unanswered(calls::compliance::RegimeAnswer outcome)
        : std::runtime_error(outcome.error.value_or("")), outcome_(std::move(outcome)) {}
    const calls::compliance::RegimeAnswer& outcome() const noexcept { return outcome_; }

private:
    calls::compliance::RegimeAnswer outcome_;
};

/// The API of KSeF for one company, to be called outside of transactions. Every member throws Unanswered when
/// KSeF does not answer, refuses the credentials or demands a pause.
class Client {
public:
    /// `settings`: of the regime, without its secrets.
    Client(Call& call, Environment environment, const Json& settings);

    /// Sends with an access token, which is refreshed or requested anew when it has expired. The caller
    /// handles answers with status 400.
    HttpReply get(const std::string& path);
    HttpReply post(const std::string& path, const Json& body);

    /// An open session that takes files, with its key; opens one if there is none.
    std::pair<std::string, SessionKey> session();
    /// Drops a session in which KSeF takes no more files.
    void forgetSession(const std::string& reference);

    const std::string& nip() const { return nip_; }

private:
    enum class Kind { Access, Refresh, Operation };
    /// A token of the company. All of it is one secret, and each call uses what it has read: several calls
    /// of a company may authenticate at the same time.
    struct Token {
        std::string text;
        Instant validUntil;
        std::string reference = {}; ///< of an authentication operation
    };

    std::string address(const std::string& path) const;
    std::string nameOf(Kind kind) const;
    /// The stored token, if it is still valid.
    std::optional<Token> find(Kind kind);
    /// Stores a token; `told`: its TokenInfo.
    Token keep(Kind kind, const Json& told, const std::string& reference = {});
    /// Removes the token that KSeF refused, unless another call has replaced it.
    void forget(Kind kind, const Token& used);

    Token provideAccess();
    std::optional<Token> refresh();
    Token authenticate();
    Token begin();
    Json challenge();
    HttpReply sendToken(const Json& challenge, const std::string& token);
    HttpReply sendSigned(const Json& challenge);
    Token redeem(const Token& operation, bool shared);

    PublicKey publicKey(KeyUse use);
    HttpReply withAccess(const std::function<HttpReply(const Token& access)>& ask);
    /// Passes usable answers through; throws Unanswered for all others.
    const HttpReply& answered(const HttpReply& reply) const;

    Call& call_;
    Environment environment_;
    Json settings_;
    std::string nip_;
    std::string base_;
};

} // namespace svc::pl_ksef
