/// @file Request and response of a route.
#pragma once

#include <algorithm>
#include <charconv>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <svc/call.hpp>
#include <svc/text.hpp>

namespace svc {

/// Receives the body of a streamed answer chunk by chunk. The host keeps a long body in a file, not in
/// memory.
class BodyWriter {
public:
    explicit BodyWriter(svc_call* call) noexcept : call_(call) {}

    void write(std::string_view text) {
        buffer_ += text;
        if (buffer_.size() >= Piece) {
            flush();
        }
    }
    void flush() {
        detail::check(call_, detail::host().call->respond_write(call_, detail::bytes(buffer_)));
        buffer_.clear();
    }

private:
    static constexpr std::size_t Piece = 64 * 1024;
    svc_call* call_;
    std::string buffer_;
};

/// The answer of a route.
///
///     return svc::Response::json(201, record).etag(1);
class Response {
public:
    /// Up to this number the row count of a list is exact.
    static constexpr std::int64_t ListMost = 10'000;

    static Response json(int status, const Json& body) { return text(status, body.dump()); }
    /// An answer whose body is already JSON text (JsonWriter).
    static Response text(int status, std::string json) {
        return bytes(status, "application/json", std::move(json));
    }
    static Response empty(int status = 204) { return Response(status); }
    /// An answer of any content type.
    static Response bytes(int status, std::string_view contentType, std::string body) {
        Response response(status);
        response.body_ = std::move(body);
        return response.header("Content-Type", contentType);
    }

    /// An answer with a body of any length, such as an export: `write` runs once, in the transaction of the
    /// call, and writes the body chunk by chunk. The host sends nothing before `write` has returned, so
    /// `write` may still throw an ApiError.
    static Response streamed(int status, std::string_view contentType,
                             std::function<void(BodyWriter&)> write) {
        Response response(status);
        response.write_ = std::move(write);
        return response.header("Content-Type", contentType);
    }

    Response& header(std::string_view name, std::string_view value) & {
        headers_.emplace_back(name, value);
        return *this;
    }
    Response&& header(std::string_view name, std::string_view value) && {
        headers_.emplace_back(name, value);
        return std::move(*this);
    }
    /// Sets the header ETag to the version of the record in the body.
    Response&& etag(std::int64_t version) && {
        return std::move(*this).header("ETag", '"' + std::to_string(version) + '"');
    }
    /// Sets X-Total-Count to the number of rows before limit and offset. Above ListMost the header is
    /// ListMost, and X-Total-Count-Exact: false tells that there are more.
    Response&& total(std::int64_t count) && {
        if (count <= ListMost) {
            return std::move(*this).header("X-Total-Count", std::to_string(count));
        }
        return std::move(*this)
            .header("X-Total-Count", std::to_string(ListMost))
            .header("X-Total-Count-Exact", "false");
    }

    int status() const noexcept { return status_; }
    const std::string& body() const noexcept { return body_; }
    /// The function of a streamed answer; else empty.
    const std::function<void(BodyWriter&)>& writer() const noexcept { return write_; }
    const std::vector<std::pair<std::string, std::string>>& headers() const noexcept { return headers_; }

private:
    explicit Response(int status) : status_(status) {}

    int status_;
    std::string body_;
    std::function<void(BodyWriter&)> write_;
    std::vector<std::pair<std::string, std::string>> headers_;
};

namespace detail {

/// Hands the answer of a route to the host.
inline void respond(svc_call* call, const Response& response) {
    const svc_host_call& table = *host().call;
    check(call, table.respond_status(call, response.status()));
    for (const auto& [name, value] : response.headers()) {
        check(call, table.respond_header(call, bytes(name), bytes(value)));
    }
    if (response.writer()) {
        BodyWriter body(call);
        response.writer()(body);
        body.flush();
    } else {
        check(call, table.respond_write(call, bytes(response.body())));
    }
}

} // namespace detail

/// The part of a list that a client requests (api "Collections").
struct ArrayPage {
    std::int64_t limit = 100;
    std::int64_t offset = 0;
};
/// The rows of a page, of a list that is at hand as a whole.
template <class Row>
std::vector<Row> rowsOn(const ArrayPage& page, const std::vector<Row>& all) {
    const auto count = static_cast<std::int64_t>(all.size());
    const std::int64_t first = std::min(page.offset, count);
    return {all.begin() + first, all.begin() + std::min(first + page.limit, count)};
}

struct NumberedPage {
    std::int64_t page = 1;
    std::int64_t size = 50;
    std::int64_t offset() const noexcept { return (page - 1) * size; }
};

/// Bounds of a list as business dates; both inclusive.
struct DateRange {
    std::optional<Date> from;
    std::optional<Date> to;
};
/// Bounds of a list as instants; `before` is exclusive.
struct InstantRange {
    std::optional<Instant> from;
    std::optional<Instant> before;
};

/// One request, already validated against the contract: required fields are present and formats are valid.
class Request : public Call {
public:
    using Call::Call;

    const Json& body() { return input(); }
    std::optional<std::string_view> query(std::string_view name) const {
        return parameter(SVC_PARAMETER_QUERY, name);
    }
    std::optional<std::string_view> header(std::string_view name) const {
        return parameter(SVC_PARAMETER_HEADER, name);
    }
    /// Does Accept-Language name a language? `*` does not: HTTP clients send it by default.
    bool asksForLanguage() const {
        const std::vector<std::string_view> asked = split(header("Accept-Language").value_or(""), ',');
        return std::any_of(asked.begin(), asked.end(), [](std::string_view one) {
            const std::string_view tag = trim(one.substr(0, one.find(';')));
            return !tag.empty() && tag != "*";
        });
    }
    std::string_view path(std::string_view name) const {
        return parameter(SVC_PARAMETER_PATH, name).value_or(std::string_view{});
    }
    /// The identifier in the path; one of the wrong form gets the same 404 as an unknown one.
    Uuid pathId(std::string_view name, std::string_view prefix, std::string_view notFoundCode) const {
        const std::optional<Uuid> id = decodeId(prefix, path(name));
        if (!id) {
            throw ApiError(404, notFoundCode);
        }
        return *id;
    }
    /// Values of a comma-separated query parameter.
    std::vector<std::string> queryList(std::string_view name) const {
        std::vector<std::string> values;
        std::string_view rest = query(name).value_or(std::string_view{});
        while (!rest.empty()) {
            const std::size_t comma = rest.find(',');
            const std::string_view value = rest.substr(0, comma);
            if (!value.empty()) {
                values.emplace_back(value);
            }
            rest = comma == std::string_view::npos ? std::string_view{} : rest.substr(comma + 1);
        }
        return values;
    }
    /// Like queryList(); no value when the parameter is missing.
    std::optional<std::vector<std::string>> filterTexts(std::string_view name) const {
        std::vector<std::string> values = queryList(name);
        return values.empty() ? std::nullopt : std::optional(std::move(values));
    }
    /// Identifiers of a filter. One of the wrong form matches no record, like an unknown one.
    std::optional<std::vector<Uuid>> filterIds(std::string_view name, std::string_view prefix) const {
        const std::vector<std::string> values = queryList(name);
        if (values.empty()) {
            return std::nullopt;
        }
        std::vector<Uuid> ids;
        for (const std::string& value : values) {
            if (const auto id = decodeId(prefix, value)) {
                ids.push_back(*id);
            }
        }
        return ids;
    }
    /// Does `include`, such as `include=lines,payments`, name this part?
    bool includes(std::string_view part) const {
        const std::vector<std::string> parts = queryList("include");
        return std::find(parts.begin(), parts.end(), part) != parts.end();
    }

    /// `limit` (default 100, lowered to 500) and `offset`.
    ArrayPage arrayPage() const {
        return {std::min<std::int64_t>(integer("limit", 100, 1), 500), integer("offset", 0, 0)};
    }
    /// Does the client ask for a numbered page (`page` or `size`)?
    bool wantsPage() const { return query("page").has_value() || query("size").has_value(); }
    /// `page` from 1, `size` (default 50, lowered to 200).
    NumberedPage numberedPage() const {
        return {integer("page", 1, 1), std::min<std::int64_t>(integer("size", 50, 1), 200)};
    }
    /// `limit` of a cursor collection (default 50, lowered to 200).
    std::int64_t cursorLimit() const { return std::min<std::int64_t>(integer("limit", 50, 1), 200); }

    /// `from` and `to`, dates or instants, as business dates; `to` includes its whole day.
    DateRange dateRange() {
        DateRange range;
        range.from = boundDate("from");
        range.to = boundDate("to");
        return range;
    }
    /// `from` and `to`, dates or instants, as instants.
    InstantRange instantRange() {
        InstantRange range;
        if (const auto text = query("from")) {
            const auto date = Date::parse(*text);
            range.from = date ? startOf(*date) : instantOf(*text, "from");
        }
        if (const auto text = query("to")) {
            // [S] "to is inclusive up to the end of the day in the company's time zone".
            const auto date = Date::parse(*text);
            range.before = endOf(date ? *date : dateOf(instantOf(*text, "to")));
        }
        return range;
    }

    /// Throws 412 `version-mismatch` when If-Match names another version.
    void checkVersion(std::int64_t version) const {
        if (const auto match = header("If-Match");
            match && *match != "*" && *match != '"' + std::to_string(version) + '"') {
            throw ApiError(412, "version-mismatch");
        }
    }

private:
    std::optional<std::string_view> parameter(std::int32_t kind, std::string_view name) const {
        svc_bytes out{};
        const std::int32_t result = detail::host().call->parameter(handle(), kind, detail::bytes(name), &out);
        check(result);
        return result == SVC_ABSENT ? std::nullopt : std::optional(detail::view(out));
    }
    std::int64_t integer(std::string_view name, std::int64_t fallback, std::int64_t least) const {
        const auto text = query(name);
        if (!text) {
            return fallback;
        }
        std::int64_t value = 0;
        const auto [end, error] = std::from_chars(text->data(), text->data() + text->size(), value);
        if (error != std::errc{} || end != text->data() + text->size() || value < least ||
            value > 1'000'000'000) {
            throw fieldInvalid(name);
        }
        return value;
    }
    Instant instantOf(std::string_view text, std::string_view name) const {
        const auto instant = Instant::parse(text);
        if (!instant) {
            throw fieldInvalid(name);
        }
        return *instant;
    }
    std::optional<Date> boundDate(std::string_view name) {
        const auto text = query(name);
        if (!text) {
            return std::nullopt;
        }
        const auto date = Date::parse(*text);
        return date ? *date : dateOf(instantOf(*text, name));
    }
};

} // namespace svc
