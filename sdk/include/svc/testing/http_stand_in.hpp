/// @file A fake HTTP server for a plugin under test: prepared answers and recorded requests.
#pragma once

#include <concepts>
#include <deque>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <svc/json.hpp>

namespace svc::testing {

/// A request that the plugin has sent.
struct SentRequest {
    std::string method;
    std::string url;
    std::string body;
    std::vector<std::pair<std::string, std::string>> headers; ///< Authorization holds the secret of `bearer`
    std::string clientCertificate = {};                       ///< PEM; empty: none was used

    Json json() const { return Json::parse(body); }
    /// The first header of this name, ignoring case; empty when there is none.
    std::string header(std::string_view name) const;
    /// `/v1/links`
    std::string path() const;
};

/// Answers the requests of one method and path in the order of answers(); the last answer repeats.
///
///     test.http("POST", "/v1/links").answers(201, Json::object({{"id", "cs_1"}}));
///     test.http("GET", "/v1/balance").fails("timeout");
class HttpStandIn {
public:
    struct Reply {
        int status = 0;
        std::string error;
        std::string body;
        std::string headers;
    };

    template <std::same_as<Json> Body>
    HttpStandIn& answers(int status, const Body& body,
                         const std::map<std::string, std::string>& headers = {}) {
        return answers(status, body.dump(), headers);
    }
    HttpStandIn& answers(int status, std::string body = {},
                         const std::map<std::string, std::string>& headers = {});
    /// The request gets no answer, for a reason of HttpReply::error.
    HttpStandIn& fails(std::string error);

    Reply next();

private:
    std::deque<Reply> replies_;
};

} // namespace svc::testing
