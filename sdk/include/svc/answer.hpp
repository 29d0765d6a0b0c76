/// @file The answer of a route whose status and body its contract fixes.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include <svc/http.hpp>
#include <svc/json_writer.hpp>

namespace svc {

/// What a generated route returns: the body alone, or with headers.
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
    /// The version of the one record that the answer holds.
    Answer&& etag(std::int64_t version) && {
        response_.header("ETag", '"' + std::to_string(version) + '"');
        return std::move(*this);
    }
    /// Number of rows of an array collection before limit and offset; above ListMost it is said to be more.
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
