/// @file Records read from rows, column after column.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include <svc/database.hpp>
#include <svc/json.hpp>

namespace svc {

/// Reads the columns of a row one after the other, from `column` on; decimals without trailing zeros. The row
/// must outlive it. A value of another kind throws as svc::Row does.
class Cells {
public:
    Cells(const Row& row, std::uint32_t column) : row_(row), column_(column) {}

    std::string text() { return std::string(row_.text(column_++)); }
    std::optional<std::string> optionalText() {
        const auto value = row_.optionalText(column_++);
        return value ? std::optional<std::string>(*value) : std::nullopt;
    }
    std::int64_t integer() { return row_.integer(column_++); }
    std::optional<std::int64_t> optionalInteger() { return row_.optionalInteger(column_++); }
    bool boolean() { return row_.boolean(column_++); }
    Decimal decimal() { return row_.decimal(column_++).normalized(); }
    std::optional<Decimal> optionalDecimal() { return row_.optionalDecimal(column_++); }
    Uuid uuid() { return row_.uuid(column_++); }
    std::optional<Uuid> optionalUuid() { return row_.optionalUuid(column_++); }
    Date date() { return row_.date(column_++); }
    std::optional<Date> optionalDate() { return row_.optionalDate(column_++); }
    Instant instant() { return row_.instant(column_++); }
    std::optional<Instant> optionalInstant() { return row_.optionalInstant(column_++); }
    Currency currency() { return row_.currency(column_++); }
    Json json() { return row_.isNull(column_) ? (++column_, Json::array()) : row_.json(column_++); }

private:
    const Row& row_;
    std::uint32_t column_;
};

/// The same of the elements of a JSON array, as json_build_array makes them of the columns of inner rows.
class JsonCells {
public:
    explicit JsonCells(const Json& values) : values_(values) {}

    const Json& next() { return values_.at(index_++); }
    std::string text() { return next().text(); }
    std::optional<std::string> optionalText() {
        const Json& value = next();
        return value.isNull() ? std::nullopt : std::optional(value.text());
    }
    std::int64_t integer() { return next().integer(); }
    std::optional<std::int64_t> optionalInteger() {
        const Json& value = next();
        return value.isNull() ? std::nullopt : std::optional(value.integer());
    }
    Decimal decimal() { return next().decimal().normalized(); }
    std::optional<Decimal> optionalDecimal() {
        const Json& value = next();
        return value.isNull() ? std::nullopt : std::optional(value.decimal().normalized());
    }
    template <class Value>
    Value parsed() {
        return Value::parse(next().text()).value();
    }
    template <class Value>
    std::optional<Value> optionalParsed() {
        const Json& value = next();
        return value.isNull() ? std::nullopt : Value::parse(value.text());
    }
    std::optional<Uuid> optionalUuid() { return optionalParsed<Uuid>(); }
    bool boolean() { return next().boolean(); }

private:
    const Json& values_;
    std::size_t index_ = 0;
};

} // namespace svc
