#pragma once

#include <optional>
#include <string>
#include <string_view>

#include <svc/connector.hpp>

#include "common/oauth.hpp"

namespace svc::shopify {

/// The Admin API of one shop (GraphQL).
class Admin {
public:
    /// `shop`: its domain, such as quais.myshopify.com
    explicit Admin(std::string shop) : shop_(std::move(shop)) {}
    /// The shop of the connection.
    static Admin kept(Call& call) { return Admin(call.secrets().get("shop").value_or("")); }

    const std::string& shop() const noexcept { return shop_; }
    std::string url(std::string_view path) const;
    connector::OAuth oauth() const;

    /// The answer to a query. `token`: a token to test; empty: the stored one.
    HttpReply ask(Call& call, std::string_view query, const Json& variables = Json::object(),
                  const std::string& token = {}) const;
    /// `data` of the answer. Throttled queries are retried for some seconds; a longer pause throws Later.
    /// Throws the refusals of docs/modules/integrations.md.
    Json read(Call& call, std::string_view query, const Json& variables = Json::object(),
              const std::string& token = {}) const;

private:
    std::string shop_;
};

/// The code of `{ errors: [{ message, extensions: { code } }] }`, or of `{ errors: "…" }`; empty when there
/// is no error.
std::string errorOf(const HttpReply& reply);

} // namespace svc::shopify
