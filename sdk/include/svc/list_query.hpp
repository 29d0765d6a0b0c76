/// @file Builds the statement of a list from the filters that the request has.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include <svc/database.hpp>

namespace svc {

namespace detail {
template <class Value>
Param filterParam(const Value& value) {
    if constexpr (std::is_enum_v<Value>) {
        return Param(toText(value));
    } else {
        return Param(value);
    }
}
} // namespace detail

/// Collects the parameters of a statement and builds the conditions that use them; `$1` is the company. Only
/// the filters of the request become conditions, so the planner sees nothing else.
///
///     svc::ListParams params(company);
///     std::string where = " WHERE company_id = $1";
///     where += params.bound("date >=", filter.from);
///     where += params.among("status", filter.statuses);
///     db.query("SELECT … FROM sales.sale" + where, params.values());
///
/// Texts are copied, unlike those of an svc::Param. Values of an enumeration are compared as their texts.
class ListParams {
public:
    explicit ListParams(const Uuid& company) { values_.emplace_back(company); }

    /// Adds a value and returns its parameter number.
    int number(const Param& value) {
        const svc_bytes text = value.bytes();
        values_.push_back(text.data == nullptr ? Param(nullptr)
                                               : Param::owning(std::string(detail::view(text))));
        return static_cast<int>(values_.size());
    }
    /// Adds a value and returns its parameter: `$2`.
    std::string place(const Param& value) { return '$' + std::to_string(number(value)); }

    /// ` AND column = $2`, or ` = ANY ($2)` for several values; empty without a filter. A single value is
    /// compared with `=`, so that an index that begins with the column also yields the order.
    template <class Value>
    std::string among(std::string_view column, const std::optional<std::vector<Value>>& values) {
        if (!values) {
            return {};
        }
        if (values->size() == 1) {
            return " AND " + std::string(column) + " = " + place(detail::filterParam(values->front()));
        }
        ArrayParam list;
        for (const Value& value : *values) {
            list.add(detail::filterParam(value));
        }
        return " AND " + std::string(column) + " = ANY (" + place(list) + ')';
    }

    /// ` AND date >= $2` for the comparison `date >=`; empty when there is no value.
    template <class Value>
    std::string bound(std::string_view comparison, const std::optional<Value>& value) {
        return value ? " AND " + std::string(comparison) + ' ' + place(detail::filterParam(*value))
                     : std::string();
    }

    /// Like bound() with `=`, and like among(), for a column where one index suits every value, so that the
    /// server may keep the plan: either few records share a value (an identifier in another system), or the
    /// index also yields the order of the list (a partner).
    template <class Value>
    std::string key(std::string_view column, const std::optional<Value>& value) {
        hasKey_ = hasKey_ || value;
        return bound(std::string(column) + " =", value);
    }
    template <class Value>
    std::string amongKeys(std::string_view column, const std::optional<std::vector<Value>>& values) {
        hasKey_ = hasKey_ || values;
        return among(column, values);
    }
    bool hasKey() const noexcept { return hasKey_; }

    const std::vector<Param>& values() const noexcept { return values_; }

private:
    bool hasKey_ = false;
    std::vector<Param> values_;
};

} // namespace svc
