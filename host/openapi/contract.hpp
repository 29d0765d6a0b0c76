#pragma once

#include "host/openapi/schema.hpp"

#include <svc/json.hpp>

#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace svc::host::openapi {

/// A query parameter of an operation.
struct Parameter {
    std::string name;
    bool required = false;
    bool list = false; ///< comma-separated values of `schema`
    const Schema* schema = nullptr;
};

struct Operation {
    enum class Callers { Any = 1, Session, Public };
    enum class Paging { None = 1, Cursor, Array, Page };

    /// Where a public operation finds its company: nowhere, by the slug, the identifier or the document token
    /// in the path, or at the start of the OAuth 2 query parameter `state`.
    enum class CompanyFrom { Nothing = 1, Slug, Identifier, Token, State };

    std::string id;
    std::string method; ///< GET, POST …
    std::string path;   ///< /companies/{companyId}/sales
    std::string plugin;
    Callers callers = Callers::Any;
    bool takesSession = false; ///< x-session: a public operation that may be called with a session, too
    /// x-company: none. A public operation of a plugin that is about no company: it never reaches the
    /// database.
    bool withoutCompany = false;
    bool rest = false; ///< x-rest: the last variable of the path stands for all segments that follow
    CompanyFrom companyFrom = CompanyFrom::Nothing;
    Paging paging = Paging::None;
    std::vector<std::string> scopes; ///< any one is enough; none: any caller
    std::size_t maxBody = 1024 * 1024;
    bool dryRun = true;
    std::vector<Parameter> query;
    /// x-secret: members of the answer that are shown once and never stored.
    std::vector<std::string> secrets;

    bool hasBody = false;
    bool bodyRequired = false;
    std::vector<std::string> bodyTypes; ///< accepted media types, lower case
    const Schema* body = nullptr;       ///< of application/json

    struct Answer {
        bool json = false;
        const Schema* schema = nullptr;
    };
    std::map<int, Answer> answers; ///< the declared success answers

    /// `x-keeps`: a GET whose transaction is committed, because it stores a document the first time that it
    /// makes it.
    bool keeps = false;
    /// It checks credentials of a person and may refuse them (401), whoever calls.
    bool provesAccount = false;
    /// `x-company-wide`: concerns all business units at once, so members limited to some units may not call
    /// it.
    bool companyWide = false;
    /// `x-lists-without-unit`: its list has records without a business unit, which limited members see too;
    /// row-level security hides those of other units.
    bool listsWithoutUnit = false;
    /// `x-limited-by`: the record whose business unit decides whether such a member may ask.
    struct LimitedBy {
        std::string parameter; ///< path or query parameter with the identifier of the record
        bool inPath = false;
        std::string sql;     ///< finds the record of a company ($1) and an identifier ($2)
        std::string unknown; ///< error code when the record belongs to another unit
    };
    std::optional<LimitedBy> limitedBy;
    /// `x-export`: a long answer, of which a company may have only a few at the same time.
    bool exports = false;
    /// `x-raw-body`: the handler gets the raw bytes, without validation: for call-backs whose signature
    /// covers them.
    bool rawBody = false;

    /// `x-outside`: calls others, so it begins without a transaction and has no dry run.
    bool outside = false;
    /// `x-events` is declared: it may change something, also when it is a GET.
    bool emits = false;

    bool isWrite() const noexcept { return method != "GET"; }
    bool ofCompany() const noexcept { return path.rfind("/companies/{companyId}", 0) == 0; }
    /// Concerns a person outside of any company.
    bool ofPerson() const noexcept { return callers == Callers::Session && !ofCompany(); }
    bool takesIdempotencyKey() const noexcept { return isWrite() && (bound() || ofPerson()); }
    /// Runs in a transaction of one company.
    bool bound() const noexcept { return ofCompany() || companyFrom != CompanyFrom::Nothing; }
    /// The parameter of the path that names the company of a public operation.
    std::string_view companyParameter() const noexcept;
    bool acceptsJson() const noexcept;
    /// Does it have this query parameter, by which its list can be filtered?
    bool takes(std::string_view queryParameter) const noexcept;
};

/// The line of the value to which these keys of a document lead, as far as they are there; an entry of a list
/// has its number from 0 as key.
using LineOf = std::function<int(const std::vector<std::string>& keys)>;

/// The HTTP surface of one plugin: its openapi.yaml, read once.
class Contract {
public:
    /// Throws ContractError with all mistakes, a line for each. `plugin`: its id, or "host". `lineOf` adds
    /// the lines of the file to them.
    static Contract parse(std::string plugin, Json document, const LineOf& lineOf = {});

    const std::string& plugin() const noexcept { return plugin_; }
    const std::vector<Operation>& operations() const noexcept { return operations_; }
    const Operation* operation(std::string_view id) const noexcept;
    /// A schema of components.schemas; nullptr when there is none.
    const Schema* schema(std::string_view name) const;
    const Json& document() const noexcept { return document_; }

private:
    Contract() = default;

    std::string plugin_;
    Json document_;
    std::vector<Operation> operations_;
    std::shared_ptr<SchemaSet> schemas_; // shared, so that the operations of copies stay valid
};

/// Schemas that every contract may refer to without declaring them: Error, Actor.
const Json& commonSchemas();

} // namespace svc::host::openapi
