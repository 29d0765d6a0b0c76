#pragma once

#include <svc/decimal.hpp>
#include <svc/text.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace svc {

/// Thrown when a text is no acceptable JSON, or when a value does not have the requested kind.
class JsonError : public std::runtime_error {
public:
    enum class Kind {
        Syntax = 1, ///< no JSON, invalid UTF-8, or text after the end: `body-invalid`
        TooDeep,    ///< more levels than allowed: `body-invalid`
        Text,       ///< a string with U+0000 or a lone surrogate: `field-invalid:<field>`
        Type,       ///< a value of another kind than requested: `field-invalid:<field>`
    };

    JsonError(Kind kind, const std::string& message, std::string field = {})
        : std::runtime_error(message), kind_(kind), field_(std::move(field)) {}

    Kind kind() const noexcept { return kind_; }
    /// Path of the value, as in error codes (`lines[0].label`); may be empty.
    const std::string& field() const noexcept { return field_; }

private:
    Kind kind_;
    std::string field_;
};

/// A JSON value. Numbers keep their text and are never converted to binary floating point. Objects keep the
/// order of their members and are searched linearly: they are meant to be small.
///
/// A value owns everything it contains; copies are deep, moves are cheap. Not thread-safe while one thread
/// changes the value.
///
/// Example:
///   const Json body = Json::parse(R"({"quantity": 2, "unitPrice": 19.99, "label": " Coffee "})");
///   body["unitPrice"].decimal();            // 19.99, exactly
///   body.optionalText("label");             // "Coffee"
///   Json::object({{"id", "sal_…"}, {"total", 3998}, {"lines", Json::array()}}).dump();
class Json {
public:
    enum class Kind : std::uint8_t { Null, Boolean, Number, String, Array, Object };
    struct Member;
    using Array = std::vector<Json>;
    using Object = std::vector<Member>;
    struct Field;
    struct Element;

    static constexpr std::size_t DefaultDepth = 32;

    // Construction. The constructors are implicit, so that values can be written without Json(…).
    // NOLINTBEGIN(google-explicit-constructor)
    constexpr Json() noexcept : kind_(Kind::Null), boolean_(false) {}
    Json(std::nullptr_t) noexcept : Json() {}
    template <std::same_as<bool> Boolean>
    Json(Boolean value) noexcept : kind_(Kind::Boolean), boolean_(value) {}
    template <std::integral Integer>
    requires(!std::same_as<Integer, bool> && !std::same_as<Integer, char>) Json(Integer value)
        : kind_(Kind::Number), text_(std::to_string(value)) {}
    Json(const Decimal& value) : kind_(Kind::Number), text_(value.toString()) {}
    Json(const char* value) : kind_(Kind::String), text_(value) {}
    Json(std::string_view value) : kind_(Kind::String), text_(value) {}
    Json(const std::string& value) : kind_(Kind::String), text_(value) {}
    Json(std::string&& value) noexcept : kind_(Kind::String), text_(std::move(value)) {}
    Json(Array values) noexcept : kind_(Kind::Array), array_(std::move(values)) {}
    template <class T>
    requires(!std::same_as<T, Json>) Json(const std::vector<T>& values)
        : kind_(Kind::Array), array_(values.begin(), values.end()) {}
    /// Null when the optional is empty.
    template <class T>
    Json(const std::optional<T>& value) : Json() {
        if (value) {
            *this = Json(*value);
        }
    }
    /// Dates, instants, identifiers, currencies: stored as the string of toString().
    template <class T>
    requires(!std::same_as<T, Decimal> &&
             requires(const T& value) {
                 { value.toString() } -> std::same_as<std::string>;
             }) Json(const T& value)
        : Json(value.toString()) {}
    // NOLINTEND(google-explicit-constructor)

    Json(const Json& other);
    Json(Json&& other) noexcept;
    Json& operator=(const Json& other) { return *this = Json(other); }
    Json& operator=(Json&& other) noexcept;
    ~Json() { destroy(); }

    /// `Json::object({{"name", value}, …})`; the values are moved out of the list.
    static Json object(std::initializer_list<Field> fields = {});
    static Json objectOf(Object members);
    /// `Json::array({1, "two"})`; the values are moved out of the list.
    static Json array(std::initializer_list<Element> elements = {});
    /// A number from a text that is known to follow JSON's grammar, such as PostgreSQL's numeric.
    static Json number(std::string text);

    /// Parses a whole text. Throws JsonError of kind Syntax, TooDeep or Text. When an object repeats a name,
    /// the last value wins. The caller must limit the length of the text.
    static Json parse(std::string_view text, std::size_t maxDepth = DefaultDepth);

    /// The shortest JSON text of the value; parse() of it gives an equal value.
    std::string dump() const;
    /// Appends the text of dump() to `out`.
    void appendTo(std::string& out) const;
    /// Appends `text` to `out` as a JSON string with its quotation marks.
    static void appendQuoted(std::string& out, std::string_view text);

    // The kind of the value.
    Kind kind() const noexcept { return kind_; }
    bool isNull() const noexcept { return kind_ == Kind::Null; }
    bool isBoolean() const noexcept { return kind_ == Kind::Boolean; }
    bool isNumber() const noexcept { return kind_ == Kind::Number; }
    bool isString() const noexcept { return kind_ == Kind::String; }
    bool isArray() const noexcept { return kind_ == Kind::Array; }
    bool isObject() const noexcept { return kind_ == Kind::Object; }

    // The value itself. Each function throws JsonError of kind Type when the value is of another kind.
    bool boolean() const;
    /// The string, untrimmed.
    const std::string& text() const;
    /// The text of a number as it was read: "1e2", "19.990".
    const std::string& numberText() const;
    /// A whole number that fits 64 bits; 1e2 and 5.0 are whole numbers.
    std::int64_t integer() const;
    /// A number of at most 37 digits.
    Decimal decimal() const;

    // Arrays and objects.
    /// Number of elements or members; 0 for anything else.
    std::size_t size() const noexcept;
    bool empty() const noexcept { return size() == 0; }
    const Array& items() const;
    Array& items();
    const Object& members() const;
    Object& members();
    /// The member of this name; nullptr when there is none or this is no object.
    const Json* find(std::string_view name) const noexcept;
    Json* find(std::string_view name) noexcept { return const_cast<Json*>(std::as_const(*this).find(name)); }
    bool contains(std::string_view name) const noexcept { return find(name) != nullptr; }
    /// The member of this name, or a reference to a null value with static lifetime.
    const Json& operator[](std::string_view name) const noexcept;
    const Json& operator[](const char* name) const noexcept { return (*this)[std::string_view(name)]; }
    /// The element at this position; throws JsonError of kind Type when there is none.
    template <std::integral Index>
    const Json& operator[](Index index) const {
        return at(static_cast<std::size_t>(index));
    }
    const Json& at(std::size_t index) const;
    /// Replaces the member of this name or adds it at the end. A null value becomes an object first.
    Json& set(std::string_view name, Json value);
    /// Adds a member at the end without checking for a member of the same name: for objects built from
    /// scratch.
    Json& add(std::string name, Json value);
    /// Removes the member of this name; returns false when there is none.
    bool remove(std::string_view name);
    /// Adds an element at the end. A null value becomes an array first.
    Json& push(Json value);

    // Members of a body. They treat a missing member and null alike and throw JsonError of kind Type, with
    // the name as field, when the member is of another kind.
    /// The trimmed string; no value when it is missing, null or empty after trimming.
    std::optional<std::string> optionalText(std::string_view name) const;
    /// The trimmed string, or `fallback` when it is missing, null or empty after trimming.
    std::string textOr(std::string_view name, std::string_view fallback = {}) const;
    std::optional<std::int64_t> optionalInteger(std::string_view name) const;
    std::optional<Decimal> optionalDecimal(std::string_view name) const;
    std::optional<bool> optionalBool(std::string_view name) const;

    /// Equal values: numbers by their value (1.0 equals 1), objects without regard to order.
    friend bool operator==(const Json& a, const Json& b);

private:
    void destroy() noexcept;
    void moveFrom(Json& other) noexcept;
    void require(Kind kind) const {
        if (kind_ != kind) {
            refuseKind(kind);
        }
    }
    [[noreturn]] void refuseKind(Kind wanted) const;
    void appendArray(std::string& out) const;
    void appendObject(std::string& out) const;

    Kind kind_;
    union {
        bool boolean_;
        std::string text_; // of a string or a number
        Array array_;
        Object object_;
    };
};

/// One member of an object.
struct Json::Member {
    std::string name;
    Json value;
};

/// One member in the list of Json::object; mutable, because the elements of an initializer_list are const.
struct Json::Field {
    std::string_view name;
    mutable Json value;
};

/// One element in the list of Json::array.
struct Json::Element {
    template <class T>
    requires std::constructible_from<Json, T&&>
    // NOLINTNEXTLINE(google-explicit-constructor,bugprone-forwarding-reference-overload)
    Element(T&& from) : value(std::forward<T>(from)) {}
    mutable Json value;
};

inline Json::Json(Json&& other) noexcept : Json() {
    moveFrom(other);
}

inline Json& Json::operator=(Json&& other) noexcept {
    if (this != &other) {
        // The old value is destroyed last, because `other` may be a part of it.
        Json taken(std::move(other));
        destroy();
        moveFrom(taken);
    }
    return *this;
}

inline void Json::destroy() noexcept {
    switch (kind_) {
    case Kind::Number:
    case Kind::String:
        text_.~basic_string();
        break;
    case Kind::Array:
        array_.~vector();
        break;
    case Kind::Object:
        object_.~vector();
        break;
    case Kind::Null:
    case Kind::Boolean:
        break;
    }
}

/// Moves the value of `other` here and leaves null in `other`. The old value must have been destroyed before.
inline void Json::moveFrom(Json& other) noexcept {
    kind_ = other.kind_;
    switch (kind_) {
    case Kind::Null:
    case Kind::Boolean:
        boolean_ = other.boolean_;
        break;
    case Kind::Number:
    case Kind::String:
        std::construct_at(&text_, std::move(other.text_));
        break;
    case Kind::Array:
        std::construct_at(&array_, std::move(other.array_));
        break;
    case Kind::Object:
        std::construct_at(&object_, std::move(other.object_));
        break;
    }
    other.destroy();
    other.kind_ = Kind::Null;
}

inline const Json* Json::find(std::string_view name) const noexcept {
    if (kind_ == Kind::Object) {
        for (const Member& member : object_) {
            if (member.name == name) {
                return &member.value;
            }
        }
    }
    return nullptr;
}

} // namespace svc
