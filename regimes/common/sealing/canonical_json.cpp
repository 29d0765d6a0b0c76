#include "sealing/canonical_json.hpp"

#include <algorithm>
#include <charconv>
#include <string_view>
#include <vector>

#include <svc/error.hpp>

namespace svc::sealing {
namespace {

/// Rank of a UTF-8 byte for sorting names by UTF-16 code units. Unlike in UTF-8, surrogate pairs (characters
/// beyond the first plane) sort before U+E000 to U+FFFF.
unsigned rankOf(char unit) {
    constexpr unsigned char FromE000 = 0xEE;
    constexpr unsigned char BeyondFirstPlane = 0xF0;
    const auto byte = static_cast<unsigned char>(unit);
    return byte >= BeyondFirstPlane ? byte - 2U : byte >= FromE000 ? byte + 16U : byte;
}

bool isBefore(std::string_view one, std::string_view other) {
    return std::lexicographical_compare(one.begin(), one.end(), other.begin(), other.end(),
                                        [](char a, char b) { return rankOf(a) < rankOf(b); });
}

/// Is it an integer that a double represents exactly, written without exponent or leading zero?
bool isExact(const std::string& number) {
    constexpr std::int64_t Most = 1LL << 53;
    std::int64_t value = 0;
    const char* const end = number.data() + number.size();
    const auto read = std::from_chars(number.data(), end, value);
    return read.ec == std::errc() && read.ptr == end && value >= -Most && value <= Most &&
           std::to_string(value) == number;
}

void append(std::string& out, const Json& value) {
    switch (value.kind()) {
    case Json::Kind::Object: {
        std::vector<const Json::Member*> members;
        for (const Json::Member& member : value.members()) {
            members.push_back(&member);
        }
        std::sort(members.begin(), members.end(), [](const Json::Member* one, const Json::Member* other) {
            return isBefore(one->name, other->name);
        });
        char before = '{';
        for (const Json::Member* member : members) {
            out += before;
            before = ',';
            Json::appendQuoted(out, member->name);
            out += ':';
            append(out, member->value);
        }
        out += members.empty() ? "{}" : "}";
        return;
    }
    case Json::Kind::Array: {
        out += '[';
        for (std::size_t i = 0; i < value.size(); ++i) {
            out += i == 0 ? "" : ",";
            append(out, value.at(i));
        }
        out += ']';
        return;
    }
    case Json::Kind::Number:
        if (!isExact(value.numberText())) {
            throw Fault("the number " + value.numberText() + " has no canonical text");
        }
        out += value.numberText();
        return;
    case Json::Kind::String:
        Json::appendQuoted(out, value.text());
        return;
    case Json::Kind::Null:
    case Json::Kind::Boolean:
        value.appendTo(out);
        return;
    }
}

} // namespace

std::string canonicalJson(const Json& value) {
    std::string text;
    append(text, value);
    return text;
}

Json exactly(const Json& value) {
    if (value.isNumber()) {
        return isExact(value.numberText()) ? value : Json(value.numberText());
    }
    if (value.isArray()) {
        Json all = Json::array();
        for (const Json& one : value.items()) {
            all.push(exactly(one));
        }
        return all;
    }
    if (value.isObject()) {
        Json all = Json::object();
        for (const Json::Member& member : value.members()) {
            all.add(member.name, exactly(member.value));
        }
        return all;
    }
    return value;
}

} // namespace svc::sealing
