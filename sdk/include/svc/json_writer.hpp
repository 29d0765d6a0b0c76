/// @file Writes JSON text directly, for long answers.
#pragma once

#include <charconv>
#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <svc/date.hpp>
#include <svc/decimal.hpp>
#include <svc/field.hpp>
#include <svc/id.hpp>
#include <svc/json.hpp>

namespace svc {

/// Writes JSON text value by value, without building a tree: an answer of a hundred records costs a third of
/// what it costs with Json. The caller must pair each begin…() with its end…().
///
///     svc::JsonWriter out;
///     out.beginObject();
///     out.memberId("id", "sal", sale.id);
///     out.member("total", sale.total);
///     out.endObject();
///     return svc::Response::text(200, out.take());
class JsonWriter {
public:
    explicit JsonWriter(std::size_t expected = 0) { text_.reserve(expected); }

    void beginObject() { begin('{'); }
    void endObject() { end('}'); }
    void beginArray() { begin('['); }
    void endArray() { end(']'); }

    /// The name of the next member: a constant of printable ASCII without quotation mark and backslash.
    void name(std::string_view text) {
        separate();
        text_ += '"';
        text_ += text;
        text_ += "\":";
        first_ = true;
    }

    void value(std::nullptr_t) { raw("null"); }
    template <std::same_as<bool> Boolean>
    void value(Boolean is) {
        raw(is ? "true" : "false");
    }
    template <std::integral Integer>
    requires(!std::same_as<Integer, bool> && !std::same_as<Integer, char>) void value(Integer number) {
        char digits[24];
        const auto result = std::to_chars(digits, digits + sizeof digits, number);
        raw({digits, static_cast<std::size_t>(result.ptr - digits)});
    }
    void value(const Decimal& number) {
        if (const auto whole = number.toInteger()) {
            value(*whole);
        } else {
            raw(number.toString());
        }
    }
    void value(std::string_view text) {
        separate();
        Json::appendQuoted(text_, text);
    }
    void value(const std::string& text) { value(std::string_view(text)); }
    void value(const char* text) { value(std::string_view(text)); }
    /// Dates, instants, currencies: the text of toString() needs no escaping.
    template <class Value>
    requires(!std::same_as<Value, Decimal> && requires(const Value& one) {
        { one.toString() } -> std::same_as<std::string>;
    }) void value(const Value& one) {
        separate();
        text_ += '"';
        text_ += one.toString();
        text_ += '"';
    }
    void value(const Json& tree) {
        separate();
        tree.appendTo(text_);
    }
    /// Null when the optional is empty.
    template <class Value>
    void value(const std::optional<Value>& one) {
        if (one) {
            value(*one);
        } else {
            value(nullptr);
        }
    }

    /// An identifier of the API.
    template <class Tag>
    void value(const Id<Tag>& id) {
        separate();
        text_ += '"';
        text_ += Id<Tag>::prefix();
        text_ += '_';
        appendTypeIdSuffix(text_, id.uuid());
        text_ += '"';
    }
    template <class Value>
    void value(const std::vector<Value>& values) {
        beginArray();
        for (const Value& one : values) {
            value(one);
        }
        endArray();
    }
    /// A record with its own writer: `void writeTo(JsonWriter&, const Record&)` in the namespace of its type.
    template <class Value>
    requires requires(JsonWriter& out, const Value& one) { writeTo(out, one); }
    void value(const Value& one) { writeTo(*this, one); }

    template <class Value>
    void member(std::string_view memberName, const Value& one) {
        name(memberName);
        value(one);
    }
    /// Writes the member only when there is a value (std::optional) or when it is not absent (Field).
    template <class Value>
    void memberIfPresent(std::string_view memberName, const std::optional<Value>& one) {
        if (one) {
            member(memberName, *one);
        }
    }
    template <class Value>
    void memberIfPresent(std::string_view memberName, const Field<Value>& one) {
        if (!one.isAbsent()) {
            member(memberName, one.value());
        }
    }
    /// An identifier of the API: `prefix_` and 26 characters.
    void memberId(std::string_view memberName, std::string_view prefix, const Uuid& id) {
        name(memberName);
        first_ = false;
        text_ += '"';
        text_ += prefix;
        text_ += '_';
        appendTypeIdSuffix(text_, id);
        text_ += '"';
    }
    void memberId(std::string_view memberName, std::string_view prefix, const std::optional<Uuid>& id) {
        if (id) {
            memberId(memberName, prefix, *id);
        } else {
            member(memberName, nullptr);
        }
    }

    /// Writes a text that is already JSON.
    void raw(std::string_view json) {
        separate();
        text_ += json;
    }

    const std::string& text() const noexcept { return text_; }
    std::string take() noexcept { return std::move(text_); }

private:
    void separate() {
        if (!first_) {
            text_ += ',';
        }
        first_ = false;
    }
    void begin(char bracket) {
        separate();
        text_ += bracket;
        first_ = true;
    }
    void end(char bracket) {
        text_ += bracket;
        first_ = false;
    }

    std::string text_;
    bool first_ = true; ///< no comma before the next value
};

} // namespace svc
