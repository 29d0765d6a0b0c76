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

/// What the service answered.
struct Answer {
    int status = 0;
    std::string reason;                         ///< phrase of the status line, of raw connections only
    std::map<std::string, std::string> headers; ///< names in lower case
    std::string body;
    Json json; ///< the body when it is JSON, else null

    /// A header by its lower-case name, or "".
    std::string header(const std::string& name) const;
    /// `message` of an error body: the code.
    std::string code() const { return json.isObject() ? json.textOr("message") : std::string(); }
};

/// The body of an answer that has this status; throws with `what` and the answer when it has another.
Json expected(Answer answer, int status, const std::string& what);

/// A client with one kept-alive connection and one credential. Used by one thread at a time.
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
    /// Any method and body as they stand; a body of nothing is not sent.
    Answer send(const std::string& method, const std::string& path, const std::optional<std::string>& body,
                const HeaderList& headers = {});

    void setCredential(std::string credential) { credential_ = std::move(credential); }
    /// From now on asks again for half a minute where the answer is 429, as clients should: a slow machine
    /// lets a company that asks for much at once wait longer than a request waits for its turn.
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
