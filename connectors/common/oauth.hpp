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

    /// For a provider that renews tokens at another address than the one where it exchanges codes.
    OAuth renewingAt(std::string url) && {
        renewUrl_ = std::move(url);
        return std::move(*this);
    }

    /// What the verb authorize answers. `more`: what the provider wants besides.
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

    /// The tokens for the code of the verb finish; not kept yet. `more`: what the provider wants besides.
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

    /// The same with the state that came back, without PKCE and return address.
    Json exchangePlainly(Call& call, const Json& input) const {
        return ask(call, tokenUrl_,
                   {{"grant_type", "authorization_code"},
                    {"code", input.textOr("code")},
                    {"state", input.textOr("state")}});
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
            std::vector<std::pair<std::string, std::string>> fields = {{"token", *token}};
            addClient(fields);
            call.http().post(url).form(fields).send();
        }
        call.transaction([&] { call.secrets().remove("*"); });
    }

private:
    // In seconds.
    static constexpr std::int64_t Reserve = 300;
    static constexpr std::int64_t UsualLifetime = 3600; // where none is told
    static constexpr std::int64_t LongestLifetime = 366 * 24 * 3600;
    static constexpr std::int64_t Lasting = 100 * 365 * 24 * std::int64_t{3600};

    /// The address where the person agrees.
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
        try {
            const Json answer = reply.json();
            const Json error = answer.isObject() ? answer["error"] : Json(nullptr);
            return error.isObject()   ? error.textOr("error_name")
                   : error.isString() ? std::string(error.text())
                                      : "";
        } catch (const JsonError&) { // a refusal may be a page
            return "";
        }
    }

    /// The proof of the client, for a provider that wants it among the fields.
    void addClient(std::vector<std::pair<std::string, std::string>>& fields) const {
        if (proof_ == ClientProof::Body) {
            fields.emplace_back("client_id", clientId_);
            fields.emplace_back("client_secret", clientSecret_);
        }
    }

    /// `invalid_grant`: the person has taken the access away, or it has run out.
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
