/// @file The statement of a list, put together from the filters that are there.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <svc/database.hpp>

namespace svc {

/// Parameters of a statement and the conditions that name them; `$1` is the company. A statement has the
/// parameters of its filters alone: what is not filtered by is not planned.
///
///     svc::ListParams params(company);
///     std::string where = " WHERE company_id = $1";
///     where += params.bound("date >=", filter.from);
///     where += params.among("status", filter.statuses);
///     db.query("SELECT … FROM sales.sale" + where, params.values());
///
/// Texts are kept, unlike those of an svc::Param.
class ListParams {
public:
    explicit ListParams(const Uuid& company) { values_.emplace_back(company); }

    /// Takes a value and tells its number in the statement.
    int number(const Param& value) {
        const svc_bytes text = value.bytes();
        values_.push_back(text.data == nullptr ? Param(nullptr)
                                               : Param::owning(std::string(detail::view(text))));
        return static_cast<int>(values_.size());
    }
    /// The same as the text of the statement has it: `$2`.
    std::string place(const Param& value) { return '$' + std::to_string(number(value)); }

    /// ` AND column = $2`, or any of several values; nothing when the list is not filtered so. One value is
    /// compared as such: then an index that begins with the column gives the order too.
    template <class Value>
    std::string among(std::string_view column, const std::optional<std::vector<Value>>& values) {
        if (!values) {
            return {};
        }
        if (values->size() == 1) {
            return " AND " + std::string(column) + " = " + place(values->front());
        }
        ArrayParam list;
        for (const Value& value : *values) {
            list.add(value);
        }
        return " AND " + std::string(column) + " = ANY (" + place(list) + ')';
    }

    /// ` AND date >= $2`, of the comparison `date >=`; nothing when there is no value.
    template <class Value>
    std::string bound(std::string_view comparison, const std::optional<Value>& value) {
        return value ? " AND " + std::string(comparison) + ' ' + place(*value) : std::string();
    }

    /// As `bound` with `=`, and as `among`, for a column whose index serves each value, so that the server
    /// may keep the plan: few records have one (an identifier at another system), or the index gives the
    /// order of the list too (a partner).
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
