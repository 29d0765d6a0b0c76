#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <svc/json.hpp>

namespace svc::test {

using HeaderList = std::vector<std::pair<std::string, std::string>>;

/// An answer of the service.
struct Answer {
    int status = 0;
    std::string reason;                         ///< of the status line; only of raw connections
    std::map<std::string, std::string> headers; ///< names in lower case
    std::string body;
    Json json; ///< the body when it is JSON, else null

    /// A header by its lower-case name, or "".
    std::string header(const std::string& name) const;
    /// `message` of an error body, which is the error code.
    std::string code() const { return json.isObject() ? json.textOr("message") : std::string(); }
};

/// The body of an answer with this status; throws an error with `what` and the answer for any other status.
Json expected(Answer answer, int status, const std::string& what);

/// A client with one kept-alive connection and one credential. Not thread-safe.
class HttpClient {
public:
    /// `credential`: an API key, a session token, or empty.
    HttpClient(std::string host, std::uint16_t port, std::string credential = {});
    ~HttpClient();
    HttpClient(HttpClient&&) noexcept;

    Answer get(const std::string& path, const HeaderList& headers = {});
    Answer post(const std::string& path, const Json& body, const HeaderList& headers = {});
    Answer patch(const std::string& path, const Json& body, const HeaderList& headers = {});
    Answer put(const std::string& path, const Json& body, const HeaderList& headers = {});
    Answer remove(const std::string& path, const HeaderList& headers = {});
    /// Sends any method and body unchanged; without a value no body is sent.
    Answer send(const std::string& method, const std::string& path, const std::optional<std::string>& body,
                const HeaderList& headers = {});

    void setCredential(std::string credential) { credential_ = std::move(credential); }
    /// From now on repeats requests that are answered with 429 for up to half a minute, as real clients
    /// should: on a slow machine a company that sends many requests at once exceeds the waiting time.
    void askAgain() { asksAgain_ = true; }

private:
    struct Connection;

    Answer exchange(const std::string& method, const std::string& path,
                    const std::optional<std::string>& body, const HeaderList& headers);

    std::string credential_;
    std::unique_ptr<Connection> connection_;
    bool asksAgain_ = false;
};

} // namespace svc::test
