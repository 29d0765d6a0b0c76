#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace Poco::Net {
class HTTPClientSession;
}

namespace svc::host::app {

/// HTTP client of the svc-host commands. It uses TLS with a verified certificate; plain HTTP is allowed only
/// to this machine, because keys and events must not travel unencrypted. The connection is kept alive.
class HttpEndpoint {
public:
    struct Answer {
        int status = 0;
        std::string body; ///< at most the first MiB
    };
    using Headers = std::vector<std::pair<std::string, std::string>>;

    /// `url`: with a path that requests are added to. Throws UsageError for an address that is not allowed;
    /// `what` names it in the message.
    HttpEndpoint(const std::string& url, const std::string& what);
    ~HttpEndpoint();

    /// Throws std::runtime_error when there is no answer.
    Answer get(const std::string& path, const Headers& headers) { return request("GET", path, headers, {}); }
    Answer post(const Headers& headers, const std::string& body) {
        return request("POST", {}, headers, body);
    }

private:
    Answer request(const std::string& method, const std::string& path, const Headers& headers,
                   const std::string& body);

    std::string path_;
    std::string what_;
    std::unique_ptr<Poco::Net::HTTPClientSession> session_;
};

} // namespace svc::host::app
