#pragma once

#include <functional>
#include <stdexcept>
#include <string>
#include <utility>

#include <svc/call.hpp>

#include "platform/rules/protocol.hpp"
#include "rules/number.hpp"

namespace svc::ksef {

/// What ends a try without the answer that was hoped for: an answer of regime.<id>.send.
class Unanswered : public std::runtime_error {
public:
    explicit Unanswered(Json outcome)
        : std::runtime_error(outcome.textOr("error")), outcome_(std::move(outcome)) {}
    const Json& outcome() const noexcept { return outcome_; }

private:
    Json outcome_;
};

/// Asks KSeF for one company, outside of transactions. Every member throws Unanswered when nobody answers,
/// the credentials are refused, or KSeF wants a pause.
class Client {
public:
    /// `settings`: of the regime, without its secrets.
    Client(Call& call, Environment environment, const Json& settings);

    /// With an access token, which is refreshed or asked for anew when it has ended. Answers of 400 are the
    /// caller's to read.
    HttpReply get(const std::string& path);
    HttpReply post(const std::string& path, const Json& body);

    /// A session that takes files, opened where none is, with its key.
    std::pair<std::string, SessionKey> session();
    /// KSeF takes no more files in it.
    void forgetSession(const std::string& reference);

    const std::string& nip() const { return nip_; }

private:
    enum class Token { Access, Refresh, Operation };

    std::string address(const std::string& path) const;
    std::string nameOf(Token token) const;
    bool isValid(Token token);
    void put(Token token, const Json& told);
    void keep(Token token, const Json& told);
    void forget(Token token);

    void provideAccess();
    bool refresh();
    void authenticate();
    void begin();
    Json challenge();
    HttpReply sendToken(const Json& challenge, const std::string& token);
    HttpReply sendSigned(const Json& challenge);
    void redeem();

    PublicKey publicKey(KeyUse use);
    HttpReply withAccess(const std::function<HttpReply()>& ask);
    /// Throws for all that is no answer to the question.
    const HttpReply& answered(const HttpReply& reply) const;

    Call& call_;
    Environment environment_;
    Json settings_;
    std::string nip_;
    std::string base_;
};

} // namespace svc::ksef
