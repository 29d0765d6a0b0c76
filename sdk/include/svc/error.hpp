/// @file Exceptions that a plugin throws and catches. None of them crosses the plugin's boundary: the SDK
/// converts them to the codes of the binary contract and back.
#pragma once

#include <algorithm>
#include <cstddef>
#include <initializer_list>
#include <stdexcept>
#include <string>
#include <string_view>

namespace svc {

/// A refusal with a stable code of the API (api "Errors"): thrown by handlers and commands, turned
/// into `{ "statusCode", "message", "error" }` by the host; the transaction is rolled back.
///
///     throw svc::ApiError(400, "insufficient-stock", {itemId, "0"});   // message:
///     insufficient-stock:<itemId>:0
class ApiError : public std::runtime_error {
public:
    /// @param status  HTTP status, 400 to 499, or 503 `module-disabled` when a module that is not enabled is
    /// needed
    /// @param code    stable code, lower case
    /// @param details ids, field paths or numbers, joined with ':'; never free text
    ApiError(int status, std::string_view code, std::initializer_list<std::string_view> details = {})
        : std::runtime_error(join(code, details)), status_(status) {}

    int status() const noexcept { return status_; }
    /// The code with its details: `<code>:<detail>:…`.
    std::string_view code() const noexcept { return what(); }

private:
    static std::string join(std::string_view code, std::initializer_list<std::string_view> details) {
        std::string text(code);
        for (std::string_view detail : details) {
            text += ':';
            text += detail;
        }
        return text;
    }

    int status_;
};

/// An internal error: the answer is 500 `internal-error`, and the text goes only to the log. Host functions
/// also throw it when they fail (the database does not answer, a statement is wrong).
class Fault : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// Whether a text may be a detail of an error code: an identifier, a name or the path of a field.
constexpr bool isDetail(std::string_view text) {
    constexpr std::size_t Longest = 100;
    constexpr std::string_view Signs = "_-.:*[]";
    return !text.empty() && text.size() <= Longest && std::all_of(text.begin(), text.end(), [&](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
               Signs.find(c) != std::string_view::npos;
    });
}

/// A refusal for a name of the client that does not exist: `<code>:<name>`, or only `<code>` when the text
/// cannot be a detail, because clients may send anything.
///
/// Example:
///   throw unknownName(400, "document-kind-unknown", body["kind"].text());
inline ApiError unknownName(int status, std::string_view code, std::string_view name) {
    return isDetail(name) ? ApiError(status, code, {name}) : ApiError(status, code);
}

/// A value of the request has the wrong form: 400 `field-invalid:<field>`.
inline ApiError fieldInvalid(std::string_view field) {
    return ApiError(400, "field-invalid", {field});
}

/// A required value of the request is missing: 400 `field-required:<field>`.
inline ApiError fieldRequired(std::string_view field) {
    return ApiError(400, "field-required", {field});
}

} // namespace svc
