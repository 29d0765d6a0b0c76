/// @file Whom a plugin under test calls: what is answered, and what was asked.
#pragma once

#include <concepts>
#include <deque>
#include <map>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <svc/json.hpp>
#include <svc/text.hpp>

namespace svc::testing {

/// A request that the plugin has sent.
struct SentRequest {
    std::string method;
    std::string url;
    std::string body;
    std::vector<std::pair<std::string, std::string>> headers; ///< the secret of `bearer` in Authorization
    std::string clientCertificate = {};                       ///< PEM; empty: none is shown

    Json json() const { return Json::parse(body); }
    /// The first header of this name, without case; else empty.
    std::string header(std::string_view name) const {
        for (const auto& [key, value] : headers) {
            if (lowerAscii(key) == lowerAscii(name)) {
                return value;
            }
        }
        return {};
    }
    /// `/v1/links`
    std::string path() const {
        const std::size_t host = url.find("://");
        const std::size_t start = url.find('/', host == std::string::npos ? 0 : host + 3);
        const std::string target = start == std::string::npos ? "/" : url.substr(start);
        return target.substr(0, target.find('?'));
    }
};

/// Answers the requests of one method and path in the order of answers(); the last one stays.
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
                         const std::map<std::string, std::string>& headers = {}) {
        std::string lines;
        for (const auto& [name, value] : headers) {
            lines.append(name).append(": ").append(value).append("\r\n");
        }
        replies_.push_back({status, {}, std::move(body), std::move(lines)});
        return *this;
    }
    /// Nobody answers: resolve, connect, tls, timeout, address-refused, permission-refused, too-large.
    HttpStandIn& fails(std::string error) {
        replies_.push_back({0, std::move(error), {}, {}});
        return *this;
    }

    Reply next() {
        if (replies_.empty()) {
            throw std::runtime_error("a stand-in of http() was given no answer");
        }
        Reply reply = replies_.front();
        if (replies_.size() > 1) {
            replies_.pop_front();
        }
        return reply;
    }

private:
    std::deque<Reply> replies_;
};

} // namespace svc::testing
