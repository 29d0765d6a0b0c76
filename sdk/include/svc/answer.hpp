/// @file The answer of a route whose contract fixes the status and the type of the body.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include <svc/http.hpp>
#include <svc/json_writer.hpp>

namespace svc {

/// What the handler of a generated route returns: a body, optionally with headers.
///
///     svc::Answer<201, api::Note> createNote(svc::Request& request, const api::NewNote& body) {
///         …
///         return note;
///     }
template <int Status, class Body = void>
class Answer {
public:
    Answer(const Body& body) : response_(written(body)) {} // NOLINT(google-explicit-constructor)

    Answer&& header(std::string_view name, std::string_view value) && {
        response_.header(name, value);
        return std::move(*this);
    }
    /// Sets the header ETag to the version of the record in the body.
    Answer&& etag(std::int64_t version) && {
        response_.header("ETag", '"' + std::to_string(version) + '"');
        return std::move(*this);
    }
    /// Sets X-Total-Count to the number of rows before limit and offset. Above Response::ListMost the header
    /// is ListMost, and X-Total-Count-Exact: false tells that there are more.
    Answer&& total(std::int64_t count) && {
        std::move(response_).total(count);
        return std::move(*this);
    }

    const Response& response() const noexcept { return response_; }

private:
    static Response written(const Body& body) {
        JsonWriter out;
        out.value(body);
        return Response::text(Status, out.take());
    }

    Response response_;
};

/// An answer without a body.
template <int Status>
class Answer<Status, void> {
public:
    Answer() : response_(Response::empty(Status)) {}

    const Response& response() const noexcept { return response_; }

private:
    Response response_;
};

} // namespace svc
