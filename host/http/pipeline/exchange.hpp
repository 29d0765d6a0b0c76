#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <svc/json.hpp>

#include "host/core/facts.hpp"
#include "host/core/public_links.hpp"
#include "host/core/unit_of_work.hpp"
#include "host/http/front/headers.hpp"
#include "host/http/front/spool_file.hpp"

namespace svc::host::http {

/// Query parameters, percent-decoded, in order.
using Query = std::vector<std::pair<std::string, std::string>>;

/// The caller, and its rights in the company of the request.
struct Caller {
    enum class Kind { Public, Session, Key };
    Kind kind = Kind::Public;
    Uuid id;                         ///< of the user or the key
    Uuid sessionId;                  ///< of the session
    std::string label;               ///< name of the user or of the key, for the history
    bool live = true;                ///< false: a test key, which writes nothing
    std::vector<std::string> scopes; ///< held in the company of the request
    std::vector<Uuid> businessUnits; ///< a member's restriction; empty: all
    std::string apiVersion;          ///< version pinned to the key

    Actor actor() const {
        switch (kind) {
        case Kind::Session:
            return {Actor::Kind::User, id};
        case Kind::Key:
            return {Actor::Kind::ApiKey, id};
        case Kind::Public:
            break;
        }
        return {};
    }
};

/// The Idempotency-Key of a write outside of a company, which belongs to the person: for a handler whose
/// effect must not come twice. Both leave the transaction bound to the person.
struct PersonKey {
    /// To be called first in the transaction of the effect. The handler must not catch its exceptions.
    std::function<void(db::Transaction&)> take;
    /// To be called when the answer is complete, before the commit.
    std::function<void(db::Transaction&)> keepAnswer;
};

/// One request and its answer, as handlers see them: already identified, authorised and validated.
struct Exchange {
    std::string method;
    std::string path; ///< without query, percent-decoded per segment
    Query query;
    std::map<std::string, std::string, std::less<>> parameters; ///< of the path
    Headers headers;
    std::string body;         ///< raw bytes
    std::optional<Json> json; ///< the parsed body of a JSON route
    std::string requestId;
    std::string address;  ///< of the client
    std::string language; ///< en, fr, de
    Caller caller;
    std::optional<CompanyFacts> company;
    UnitOfWork* work = nullptr; ///< for routes of a company; null elsewhere
    std::optional<PersonKey> personKey;
    bool repeated = false; ///< a retry after a conflict with another transaction

    int status = 200;
    Headers answerHeaders;
    std::string answer;
    std::shared_ptr<SpoolFile> spool;                   ///< the whole answer, when it is long
    const std::filesystem::path* spoolFolder = nullptr; ///< null: the answer stays in memory

    /// Appends to the answer. An answer longer than LongAnswer moves to a file, so that memory stays bounded.
    void write(std::string_view text);
    static constexpr std::size_t LongAnswer = 1024 * 1024;

    std::optional<std::string_view> queryValue(std::string_view name) const;
    /// Replaces the value that queryValue() returns.
    void setQueryValue(std::string_view name, std::string value);
    /// Ignores case.
    std::optional<std::string_view> header(std::string_view name) const;
    void reply(int statusCode, const Json& value) {
        status = statusCode;
        answer = value.dump();
        answerHeaders.emplace_back("Content-Type", "application/json");
    }
};

using Handler = std::function<void(Exchange&)>;

/// Authenticates the caller. Implemented by host/auth; called in the order of checks of api 1.7.
class Gatekeeper {
public:
    virtual ~Gatekeeper() = default;

    struct Entrance {
        Caller caller;
        /// Set when `companyId` was given, exists and the caller has access to it.
        std::optional<CompanyFacts> company;
    };
    /// `authorization`: the header or nothing; `companyId`: text of the path or nothing. One statement.
    /// Throws ApiError 401 api-key-invalid or session-invalid. The rate is the caller's business (429).
    virtual Entrance enter(std::optional<std::string_view> authorization,
                           std::optional<std::string_view> companyId, std::string_view address) = 0;

    /// A cached caller, and the proof that it is still valid: a statement to be sent together with the first
    /// one of the request.
    struct Recollection {
        Entrance entrance;
        db::Transaction::Proof proof;
    };
    /// Only for requests that only read. Returns null when nothing is cached; never refuses.
    virtual std::unique_ptr<Recollection> recall(std::optional<std::string_view> /*authorization*/,
                                                 std::optional<std::string_view> /*companyId*/,
                                                 std::string_view /*address*/) {
        return nullptr;
    }
    /// Facts of the company of a public route; nothing when it is unknown.
    virtual std::optional<CompanyFacts> company(const Uuid& id) = 0;
    /// The same by the name in its public addresses.
    virtual std::optional<CompanyFacts> companyOfSlug(std::string_view /*slug*/) { return std::nullopt; }
    /// The document that a token in a public address names; nothing when the token is not valid.
    virtual std::optional<PublicDocument> publicDocument(std::string_view /*token*/) { return std::nullopt; }
};

} // namespace svc::host::http
