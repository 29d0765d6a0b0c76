// The only file with code of Boost.JSON: its source, and Json on top of its parser. It is compiled into the
// host and into every plugin, so that none of them uses another one's copy.
#include "json_builder.hpp"

#include <boost/json/basic_parser_impl.hpp>
#include <boost/json/src.hpp>

#include <algorithm>
#include <iterator>
#include <vector>

namespace svc {

namespace {

/// The null value that operator[] returns. Its destructor does nothing, so it stays readable during program
/// exit.
union NullValue {
    constexpr NullValue() : value() {}
    ~NullValue() {}
    Json value;
};
constinit const NullValue Null;

const char* kindName(Json::Kind kind) {
    switch (kind) {
    case Json::Kind::Null:
        return "null";
    case Json::Kind::Boolean:
        return "a boolean";
    case Json::Kind::Number:
        return "a number";
    case Json::Kind::String:
        return "a string";
    case Json::Kind::Array:
        return "an array";
    case Json::Kind::Object:
        return "an object";
    }
    return "unknown";
}

/// Runs a conversion of the member `name` and adds the name to a JsonError.
template <class Convert>
auto ofMember(const Json& object, std::string_view name, Convert convert)
    -> std::optional<decltype(convert(object))> {
    const Json* const value = object.find(name);
    if (value == nullptr || value->isNull()) {
        return std::nullopt;
    }
    try {
        return convert(*value);
    } catch (const JsonError& error) {
        throw JsonError(error.kind(), error.what(), std::string(name));
    }
}

} // namespace

Json Json::parse(std::string_view text, std::size_t maxDepth) {
    using boost::json::error;
    boost::json::parse_options options;
    options.max_depth = maxDepth;
    boost::json::basic_parser<detail::JsonBuilder> parser(options);
    boost::json::error_code failure;
    const std::size_t read = parser.write_some(false, text.data(), text.size(), failure);
    if (!failure && read < text.size()) {
        failure = error::extra_data;
    }
    if (!failure) {
        return parser.handler().result();
    }
    constexpr const char* BadText = "a string holds U+0000 or a lone surrogate";
    if (parser.handler().metNul()) {
        throw JsonError(JsonError::Kind::Text, BadText, parser.handler().path());
    }
    // The parser reports a lone surrogate like any other error. It is one when the text before the escape is
    // incomplete but otherwise valid.
    if (const std::size_t lone = detail::findLoneSurrogate(text); lone != std::string_view::npos) {
        boost::json::basic_parser<detail::JsonBuilder> before(options);
        boost::json::error_code ignored;
        before.write_some(false, text.data(), lone, ignored);
        if (ignored == error::incomplete) {
            throw JsonError(JsonError::Kind::Text, BadText, before.handler().path());
        }
    }
    if (failure == error::too_deep) {
        throw JsonError(JsonError::Kind::TooDeep, "more than " + std::to_string(maxDepth) + " levels");
    }
    throw JsonError(JsonError::Kind::Syntax, "no JSON: " + failure.message());
}

Json::Json(const Json& other) : Json() {
    switch (other.kind_) {
    case Kind::Null:
    case Kind::Boolean:
        boolean_ = other.boolean_;
        break;
    case Kind::Number:
    case Kind::String:
        std::construct_at(&text_, other.text_);
        break;
    case Kind::Array:
        std::construct_at(&array_, other.array_);
        break;
    case Kind::Object:
        std::construct_at(&object_, other.object_);
        break;
    }
    kind_ = other.kind_;
}

Json Json::object(std::initializer_list<Field> fields) {
    Object members;
    members.reserve(fields.size());
    for (const Field& field : fields) {
        members.push_back({std::string(field.name), std::move(field.value)});
    }
    return objectOf(std::move(members));
}

Json Json::objectOf(Object members) {
    Json result;
    std::construct_at(&result.object_, std::move(members));
    result.kind_ = Kind::Object;
    return result;
}

Json Json::array(std::initializer_list<Element> elements) {
    Array items;
    items.reserve(elements.size());
    for (const Element& element : elements) {
        items.push_back(std::move(element.value));
    }
    return Json(std::move(items));
}

Json Json::number(std::string text) {
    Json result(std::move(text));
    result.kind_ = Kind::Number;
    return result;
}

std::string Json::dump() const {
    std::string out;
    appendTo(out);
    return out;
}

void Json::appendTo(std::string& out) const {
    switch (kind_) {
    case Kind::Null:
        out += "null";
        break;
    case Kind::Boolean:
        out += boolean_ ? "true" : "false";
        break;
    case Kind::Number:
        out += text_;
        break;
    case Kind::String:
        appendQuoted(out, text_);
        break;
    case Kind::Array:
        appendArray(out);
        break;
    case Kind::Object:
        appendObject(out);
        break;
    }
}

void Json::appendArray(std::string& out) const {
    char separator = '[';
    for (const Json& item : array_) {
        out += separator;
        item.appendTo(out);
        separator = ',';
    }
    out += array_.empty() ? "[]" : "]";
}

void Json::appendObject(std::string& out) const {
    char separator = '{';
    for (const Member& member : object_) {
        out += separator;
        appendQuoted(out, member.name);
        out += ':';
        member.value.appendTo(out);
        separator = ',';
    }
    out += object_.empty() ? "{}" : "}";
}

void Json::appendQuoted(std::string& out, std::string_view text) {
    constexpr std::string_view Hex = "0123456789abcdef";
    out += '"';
    const char* plain = text.data(); // start of the characters that need no escape
    const char* const end = plain + text.size();
    for (const char* at = plain; at != end; ++at) {
        const auto c = static_cast<unsigned char>(*at);
        if (c >= 0x20 && c != '"' && c != '\\') {
            continue;
        }
        out.append(plain, at);
        plain = at + 1;
        constexpr std::string_view Named = "\"\\\b\f\n\r\t";
        constexpr std::string_view Letters = "\"\\bfnrt";
        const std::size_t named = Named.find(*at);
        out += '\\';
        if (named != std::string_view::npos) {
            out += Letters[named];
        } else {
            out += "u00";
            out += Hex[c >> 4U];
            out += Hex[c & 15U];
        }
    }
    out.append(plain, end);
    out += '"';
}

void Json::refuseKind(Kind wanted) const {
    throw JsonError(JsonError::Kind::Type,
                    std::string("expected ") + kindName(wanted) + ", found " + kindName(kind_));
}

bool Json::boolean() const {
    require(Kind::Boolean);
    return boolean_;
}

const std::string& Json::text() const {
    require(Kind::String);
    return text_;
}

const std::string& Json::numberText() const {
    require(Kind::Number);
    return text_;
}

std::int64_t Json::integer() const {
    require(Kind::Number);
    if (const auto plain = parseInt64(text_)) {
        return *plain;
    }
    const auto value = Decimal::parse(text_);
    const auto whole = value ? value->toInteger() : std::nullopt;
    if (!whole) {
        throw JsonError(JsonError::Kind::Type, "expected an integer");
    }
    return *whole;
}

Decimal Json::decimal() const {
    require(Kind::Number);
    const auto value = Decimal::parse(text_);
    if (!value) {
        throw JsonError(JsonError::Kind::Type, "a number has too many digits");
    }
    return *value;
}

std::size_t Json::size() const noexcept {
    return kind_ == Kind::Array ? array_.size() : (kind_ == Kind::Object ? object_.size() : 0);
}

const Json::Array& Json::items() const {
    require(Kind::Array);
    return array_;
}

Json::Array& Json::items() {
    require(Kind::Array);
    return array_;
}

const Json::Object& Json::members() const {
    require(Kind::Object);
    return object_;
}

Json::Object& Json::members() {
    require(Kind::Object);
    return object_;
}

const Json& Json::operator[](std::string_view name) const noexcept {
    const Json* const value = find(name);
    return value != nullptr ? *value : Null.value;
}

const Json& Json::at(std::size_t index) const {
    require(Kind::Array);
    if (index >= array_.size()) {
        throw JsonError(JsonError::Kind::Type, "an array has no element " + std::to_string(index));
    }
    return array_[index];
}

Json& Json::set(std::string_view name, Json value) {
    if (Json* const present = find(name)) {
        *present = std::move(value);
        return *this;
    }
    return add(std::string(name), std::move(value));
}

Json& Json::add(std::string name, Json value) {
    if (isNull()) {
        *this = objectOf({});
    }
    require(Kind::Object);
    object_.push_back({std::move(name), std::move(value)});
    return *this;
}

bool Json::remove(std::string_view name) {
    Json* const value = find(name);
    if (value == nullptr) {
        return false;
    }
    const auto at =
        std::find_if(object_.begin(), object_.end(), [&](const Member& m) { return &m.value == value; });
    object_.erase(at);
    return true;
}

Json& Json::push(Json value) {
    if (isNull()) {
        *this = Json(Array());
    }
    require(Kind::Array);
    array_.push_back(std::move(value));
    return *this;
}

std::optional<std::string> Json::optionalText(std::string_view name) const {
    auto text = ofMember(*this, name, [](const Json& value) { return std::string(trim(value.text())); });
    return text && text->empty() ? std::nullopt : std::move(text);
}

std::string Json::textOr(std::string_view name, std::string_view fallback) const {
    auto text = optionalText(name);
    return text ? *std::move(text) : std::string(fallback);
}

std::optional<std::int64_t> Json::optionalInteger(std::string_view name) const {
    return ofMember(*this, name, [](const Json& value) { return value.integer(); });
}

std::optional<Decimal> Json::optionalDecimal(std::string_view name) const {
    return ofMember(*this, name, [](const Json& value) { return value.decimal(); });
}

std::optional<bool> Json::optionalBool(std::string_view name) const {
    return ofMember(*this, name, [](const Json& value) { return value.boolean(); });
}

namespace {

bool areNumbersEqual(const std::string& a, const std::string& b) {
    if (a == b) {
        return true;
    }
    const auto left = Decimal::parse(a);
    const auto right = Decimal::parse(b);
    return left && right && *left == *right;
}

bool areObjectsEqual(const Json::Object& a, const Json::Object& b) {
    if (a.size() != b.size()) {
        return false;
    }
    const auto sorted = [](const Json::Object& object) {
        std::vector<const Json::Member*> members;
        for (const Json::Member& member : object) {
            members.push_back(&member);
        }
        std::sort(members.begin(), members.end(),
                  [](const Json::Member* x, const Json::Member* y) { return x->name < y->name; });
        return members;
    };
    const auto equal = [](const Json::Member& x, const Json::Member& y) {
        return x.name == y.name && x.value == y.value;
    };
    const auto left = sorted(a);
    const auto right = sorted(b);
    return std::equal(left.begin(), left.end(), right.begin(),
                      [&](const Json::Member* x, const Json::Member* y) { return equal(*x, *y); });
}

} // namespace

bool operator==(const Json& a, const Json& b) {
    if (a.kind_ != b.kind_) {
        return false;
    }
    switch (a.kind_) {
    case Json::Kind::Null:
        return true;
    case Json::Kind::Boolean:
        return a.boolean_ == b.boolean_;
    case Json::Kind::Number:
        return areNumbersEqual(a.text_, b.text_);
    case Json::Kind::String:
        return a.text_ == b.text_;
    case Json::Kind::Array:
        return a.array_ == b.array_;
    case Json::Kind::Object:
        return areObjectsEqual(a.object_, b.object_);
    }
    return false;
}

} // namespace svc
