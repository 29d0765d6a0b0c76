#include "host/auth/sql.hpp"

#include <svc/decimal.hpp>
#include <svc/text.hpp>

#include <stdexcept>

namespace svc::host::auth {
namespace {

void appendElement(std::string& array, const std::optional<std::string>& value) {
    array += array.size() > 1 ? "," : "";
    if (!value) {
        array += "NULL";
        return;
    }
    array += '"';
    for (const char c : *value) {
        if (c == '"' || c == '\\') {
            array += '\\';
        }
        array += c;
    }
    array += '"';
}

} // namespace

std::string arrayText(const std::vector<std::string>& values) {
    std::string array = "{";
    for (const std::string& value : values) {
        appendElement(array, value);
    }
    return array + "}";
}

std::string arrayText(const std::vector<std::optional<std::string>>& values) {
    std::string array = "{";
    for (const std::optional<std::string>& value : values) {
        appendElement(array, value);
    }
    return array + "}";
}

std::vector<std::string> wordsOf(std::optional<std::string_view> cell) {
    std::vector<std::string> words;
    for (const std::string_view word : split(cell.value_or(""), ' ')) {
        words.emplace_back(word);
    }
    return words;
}

Json idJson(std::string_view prefix, std::optional<std::string_view> uuid) {
    const auto id = uuid ? Uuid::parse(*uuid) : std::nullopt;
    return id ? Json(encodeId(prefix, *id)) : Json(nullptr);
}

Instant instantOf(std::string_view timestamp) {
    const auto instant = Instant::parse(timestamp);
    if (!instant) {
        throw std::runtime_error("PostgreSQL answered an instant in an unknown form");
    }
    return *instant;
}

Json instantJson(std::optional<std::string_view> timestamp) {
    return timestamp ? Json(instantOf(*timestamp).toString()) : Json(nullptr);
}

Json actorJson(std::optional<std::string_view> kind, std::optional<std::string_view> uuid) {
    if (!kind || !uuid) {
        return Json(nullptr);
    }
    return Json::object({{"kind", *kind}, {"id", idJson(*kind == "user" ? "usr" : "key", uuid)}});
}

Json decimalJson(std::optional<std::string_view> numeric) {
    const auto value = numeric ? Decimal::parse(*numeric) : std::nullopt;
    return value ? Json(*value) : Json(nullptr);
}

Json parsedJson(std::optional<std::string_view> cell) {
    return cell ? Json::parse(*cell) : Json(nullptr);
}

std::int64_t integerOf(std::string_view cell) {
    const auto value = parseInt64(cell);
    if (!value) {
        throw std::runtime_error("PostgreSQL answered an integer in an unknown form");
    }
    return *value;
}

} // namespace svc::host::auth
