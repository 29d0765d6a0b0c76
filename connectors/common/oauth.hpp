/// OAuth 2 for connectors to which a person grants access at the provider (RFC 6749, 4.1; RFC 7636).
#pragma once

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <svc/connector.hpp>

#include "common/error_code.hpp"
#include "common/turn.hpp"

namespace svc::connector {

/// How the client authenticates at the token endpoint (RFC 6749, 2.3.1).
enum class ClientProof { Basic, Body };

/// The OAuth client of the installation: endpoints of the provider, `clientId` and `clientSecret` of
/// svc.yaml. Tokens are stored as the secrets `token`, `tokenUntil` and `refreshToken`.
class OAuth {
public:
    /// `tokenHeader`: the request header for the token; empty: `Authorization: Bearer`.
    OAuth(std::string authorizeUrl, std::string tokenUrl, ClientProof proof = ClientProof::Basic,
          std::string tokenHeader = {})
        : authorizeUrl_(std::move(authorizeUrl)), tokenUrl_(std::move(tokenUrl)), proof_(proof),
          tokenHeader_(std::move(tokenHeader)), clientId_(Call::settings().textOr("clientId")),
          clientSecret_(Call::settings().textOr("clientSecret")) {}

    /// For a provider with a separate endpoint for refreshing tokens.
    OAuth renewingAt(std::string url) && {
        renewUrl_ = std::move(url);
        return std::move(*this);
    }

    /// The answer of the verb authorize. `more`: further parameters that the provider requires.
    Json authorize(const Json& input, std::string_view scope,
                   const std::vector<std::pair<std::string, std::string>>& more = {}) const {
        std::vector<std::pair<std::string, std::string>> fields = {
            {"response_type", "code"},
            {"client_id", clientId_},
            {"redirect_uri", input.textOr("redirectUri")},
            {"scope", std::string(scope)},
            {"state", input.textOr("state")},
            {"code_challenge", input.textOr("codeChallenge")},
            {"code_challenge_method", "S256"}};
        fields.insert(fields.end(), more.begin(), more.end());
        return consentWith(fields);
    }

    /// The same without scope and PKCE, for a provider that takes neither.
    Json authorizePlainly(const Json& input) const {
        return consentWith({{"response_type", "code"},
                            {"client_id", clientId_},
                            {"redirect_uri", input.textOr("redirectUri")},
                            {"state", input.textOr("state")}});
    }

    /// Exchanges the code of the verb finish for tokens, without storing them. `more`: further parameters
    /// that the provider requires.
    Json exchange(Call& call, const Json& input,
                  const std::vector<std::pair<std::string, std::string>>& more = {}) const {
        std::vector<std::pair<std::string, std::string>> fields = {
            {"grant_type", "authorization_code"},
            {"code", input.textOr("code")},
            {"redirect_uri", input.textOr("redirectUri")},
            {"code_verifier", input.textOr("codeVerifier")}};
        fields.insert(fields.end(), more.begin(), more.end());
        return ask(call, tokenUrl_, std::move(fields));
    }

    /// The same with the returned state, without PKCE and redirect address.
    Json exchangePlainly(Call& call, const Json& input) const {
        return ask(call, tokenUrl_,
                   {{"grant_type", "authorization_code"},
                    {"code", input.textOr("code")},
                    {"state", input.textOr("state")}});
    }

    /// Stores the tokens, in a transaction. When the answer has no new refresh token, the old one stays. A
    /// token without expiry and refresh token is valid until it is revoked.
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

    /// Sends what `begin()` makes, with a token that is valid for at least five more minutes; retries once
    /// with a new token when the provider refuses it.
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

    /// A token that is valid for at least five more minutes, for protocols other than HTTP.
    std::string token(Call& call) const { return freshToken(call, Reserve * Instant::Second); }
    /// A new token that replaces `old`, which the provider has refused.
    std::string renewed(Call& call, const std::string& old) const { return renew(call, old); }

    /// Revokes the access at the provider, whose answer is ignored, and removes all secrets.
    void revoke(Call& call, const std::string& url) const {
        const auto token = call.secrets().get("refreshToken");
        if (token) {
            std::vector<std::pair<std::string, std::string>> fields = {{"token", *token}};
            addClient(fields);
            call.http().post(url).form(fields).send();
        }
        call.transaction([&] { call.secrets().remove("*"); });
    }

private:
    // In seconds.
    static constexpr std::int64_t Reserve = 300;
    static constexpr std::int64_t UsualLifetime = 3600; // when the answer has none
    static constexpr std::int64_t LongestLifetime = 366 * 24 * 3600;
    static constexpr std::int64_t Lasting = 100 * 365 * 24 * std::int64_t{3600};

    /// The address of the consent page.
    Json consentWith(const std::vector<std::pair<std::string, std::string>>& fields) const {
        if (clientId_.empty() || clientSecret_.empty()) {
            throw ApiError(400, "provider-refused", {"client-not-configured"});
        }
        return Json::object({{"url", authorizeUrl_ + '?' + formEncode(fields)}});
    }

    template <class Begin>
    HttpReply sendWith(const std::string& token, Begin begin) const {
        return tokenHeader_.empty() ? begin().header("Authorization", "Bearer " + token).send()
                                    : begin().header(tokenHeader_, token).send();
    }

    /// The code of `{ error }` (RFC 6749, 5.2), or of `{ error: { error_name } }`.
    static std::string codeOf(const HttpReply& reply) {
        return codeIn(reply, [](const Json& answer) {
            const Json& error = answer["error"];
            return error.isObject()   ? error.textOr("error_name")
                   : error.isString() ? std::string(error.text())
                                      : "";
        });
    }

    /// The client credentials, for a provider that requires them as form fields.
    void addClient(std::vector<std::pair<std::string, std::string>>& fields) const {
        if (proof_ == ClientProof::Body) {
            fields.emplace_back("client_id", clientId_);
            fields.emplace_back("client_secret", clientSecret_);
        }
    }

    /// Requests tokens. `invalid_grant`: the person has revoked the access, or it has expired. A client that
    /// is refused is that of the installation: the access of the companies is still valid.
    Json ask(Call& call, const std::string& url,
             std::vector<std::pair<std::string, std::string>> fields) const {
        const bool basic = proof_ == ClientProof::Basic;
        addClient(fields);
        const HttpReply reply =
            basic ? call.http().post(url).basic(clientId_, clientSecret_).form(fields).send()
                  : call.http().post(url).form(fields).send();
        const std::string code = codeOf(reply);
        if (code == "invalid_grant") {
            throw credentialsRefused(reply, code);
        }
        if (code == "invalid_client" || code == "unauthorized_client") {
            throw ApiError(400, "integration-unreachable", {code});
        }
        Json tokens = jsonOf(accepted(reply, code));
        textOf(tokens, "access_token");
        return tokens;
    }

    /// The stored token when it is valid for at least `least` (microseconds) more, else a new one.
    std::string freshToken(Call& call, std::int64_t least) const {
        const auto token = call.secrets().get("token");
        const auto until = Instant::parse(call.secrets().get("tokenUntil").value_or(""));
        return token && until && *until >= call.now() + least ? *token : renew(call, token.value_or(""));
    }

    /// A refresh token may be single-use: one caller exchanges it, and the others wait for the result.
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
        const Json tokens = ask(call, renewUrl_.empty() ? tokenUrl_ : renewUrl_,
                                {{"grant_type", "refresh_token"},
                                 {"refresh_token", call.secrets().get("refreshToken").value_or("")}});
        call.transaction([&] {
            keep(call, tokens);
            endTurn(call);
        });
        return textOf(tokens, "access_token");
    }

    std::string authorizeUrl_;
    std::string tokenUrl_;
    std::string renewUrl_; ///< empty: tokenUrl_
    ClientProof proof_;
    std::string tokenHeader_;
    std::string clientId_;
    std::string clientSecret_;
};

} // namespace svc::connector
