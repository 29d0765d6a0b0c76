/// OAuth 2 for connectors whose providers people give access to (RFC 6749, 4.1; RFC 7636).
#pragma once

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <svc/connector.hpp>

#include "common/turn.hpp"

namespace svc::connector {

/// How the installation proves itself where tokens are exchanged (RFC 6749, 2.3.1).
enum class ClientProof { Basic, Body };

/// The installation as the provider knows it: addresses of the provider, `clientId` and `clientSecret` of
/// svc.yaml. Tokens are kept as the secrets `token`, `tokenUntil` and `refreshToken`.
class OAuth {
public:
    /// `tokenHeader`: in which requests show their token; empty: `Authorization: Bearer`.
    OAuth(std::string authorizeUrl, std::string tokenUrl, ClientProof proof = ClientProof::Basic,
          std::string tokenHeader = {})
        : authorizeUrl_(std::move(authorizeUrl)), tokenUrl_(std::move(tokenUrl)), proof_(proof),
          tokenHeader_(std::move(tokenHeader)), clientId_(Call::settings().textOr("clientId")),
          clientSecret_(Call::settings().textOr("clientSecret")) {}

    /// What the verb authorize answers. `more`: what the provider wants besides.
    Json authorize(const Json& input, std::string_view scope,
                   const std::vector<std::pair<std::string, std::string>>& more = {}) const {
        if (clientId_.empty() || clientSecret_.empty()) {
            throw ApiError(400, "provider-refused", {"client-not-configured"});
        }
        std::vector<std::pair<std::string, std::string>> fields = {
            {"response_type", "code"},
            {"client_id", clientId_},
            {"redirect_uri", input.textOr("redirectUri")},
            {"scope", std::string(scope)},
            {"state", input.textOr("state")},
            {"code_challenge", input.textOr("codeChallenge")},
            {"code_challenge_method", "S256"}};
        fields.insert(fields.end(), more.begin(), more.end());
        return Json::object({{"url", authorizeUrl_ + '?' + formEncode(fields)}});
    }

    /// The tokens for the code of the verb finish; not kept yet. `more`: what the provider wants besides.
    Json exchange(Call& call, const Json& input,
                  const std::vector<std::pair<std::string, std::string>>& more = {}) const {
        std::vector<std::pair<std::string, std::string>> fields = {
            {"grant_type", "authorization_code"},
            {"code", input.textOr("code")},
            {"redirect_uri", input.textOr("redirectUri")},
            {"code_verifier", input.textOr("codeVerifier")}};
        fields.insert(fields.end(), more.begin(), more.end());
        return ask(call, std::move(fields));
    }

    /// In a transaction. A provider that gives no new refresh token means the one that it gave before; a
    /// token without end and without any is good until it is taken away.
    static void keep(Call& call, const Json& tokens) {
        const bool renewable =
            tokens.optionalText("refresh_token").has_value() || call.secrets().get("refreshToken");
        const std::int64_t seconds =
            tokens["expires_in"].isNumber()
                ? std::clamp<std::int64_t>(tokens["expires_in"].integer(), 0, LongestLifetime)
            : renewable ? UsualLifetime
                        : Lasting;
        call.secrets().put("token", textOf(tokens, "access_token"));
        call.secrets().put("tokenUntil", (call.now() + seconds * Instant::Second).toString());
        if (const auto refresh = tokens.optionalText("refresh_token")) {
            call.secrets().put("refreshToken", *refresh);
        }
    }

    /// Sends what `begin()` makes, with a token that lasts five minutes at the least; once more with a new
    /// one when the provider does not take it.
    template <class Begin>
    HttpReply send(Call& call, Begin begin) const {
        constexpr int Unauthorized = 401;
        const std::string token = freshToken(call, Reserve * Instant::Second);
        HttpReply reply = sendWith(token, begin);
        if (reply.status == Unauthorized && call.secrets().get("refreshToken")) {
            reply = sendWith(renew(call, token), begin);
        }
        return reply;
    }

    /// A token that lasts five minutes at the least, for other protocols than HTTP.
    std::string token(Call& call) const { return freshToken(call, Reserve * Instant::Second); }
    /// A new one in the place of `old`, which the provider did not take.
    std::string renewed(Call& call, const std::string& old) const { return renew(call, old); }

    /// Tells the provider that the access is not wanted any more; what it says does not matter.
    void revoke(Call& call, const std::string& url) const {
        const auto token = call.secrets().get("refreshToken");
        if (token) {
            call.http().post(url).form({{"token", *token}}).send();
        }
        call.transaction([&] { call.secrets().remove("*"); });
    }

private:
    // In seconds.
    static constexpr std::int64_t Reserve = 300;
    static constexpr std::int64_t UsualLifetime = 3600; // where none is told
    static constexpr std::int64_t LongestLifetime = 366 * 24 * 3600;
    static constexpr std::int64_t Lasting = 100 * 365 * 24 * std::int64_t{3600};

    template <class Begin>
    HttpReply sendWith(const std::string& token, Begin begin) const {
        return tokenHeader_.empty() ? begin().header("Authorization", "Bearer " + token).send()
                                    : begin().header(tokenHeader_, token).send();
    }

    /// `invalid_grant`: the person has taken the access away, or it has run out.
    Json ask(Call& call, std::vector<std::pair<std::string, std::string>> fields) const {
        const bool basic = proof_ == ClientProof::Basic;
        if (!basic) {
            fields.emplace_back("client_id", clientId_);
            fields.emplace_back("client_secret", clientSecret_);
        }
        const HttpReply reply =
            basic ? call.http().post(tokenUrl_).basic(clientId_, clientSecret_).form(fields).send()
                  : call.http().post(tokenUrl_).form(fields).send();
        std::string code;
        try {
            const Json error = reply.json();
            code = error.isObject() ? error.textOr("error") : "";
        } catch (const JsonError&) { // NOLINT(bugprone-empty-catch): a refusal may be a page
        }
        if (code == "invalid_grant") {
            throw credentialsRefused(reply, code);
        }
        Json tokens = jsonOf(accepted(reply, code));
        textOf(tokens, "access_token");
        return tokens;
    }

    /// The token that is kept when it still lasts so long (microseconds), else a new one.
    std::string freshToken(Call& call, std::int64_t least) const {
        const auto token = call.secrets().get("token");
        const auto until = Instant::parse(call.secrets().get("tokenUntil").value_or(""));
        return token && until && *until >= call.now() + least ? *token : renew(call, token.value_or(""));
    }

    /// A refresh token may be good for one use: one caller exchanges it, the others wait for what it gets.
    std::string renew(Call& call, const std::string& old) const {
        const auto other = [&] {
            const auto kept = call.secrets().get("token");
            return kept && *kept != old ? kept : std::nullopt;
        };
        const auto token = inTurn(call, other, [&] { return exchangeAgain(call); });
        if (!token) {
            throw ApiError(400, "integration-unreachable", {"token-refreshing"});
        }
        return *token;
    }

    std::string exchangeAgain(Call& call) const {
        const Json tokens = ask(call, {{"grant_type", "refresh_token"},
                                       {"refresh_token", call.secrets().get("refreshToken").value_or("")}});
        call.transaction([&] {
            keep(call, tokens);
            endTurn(call);
        });
        return textOf(tokens, "access_token");
    }

    std::string authorizeUrl_;
    std::string tokenUrl_;
    ClientProof proof_;
    std::string tokenHeader_;
    std::string clientId_;
    std::string clientSecret_;
};

} // namespace svc::connector
