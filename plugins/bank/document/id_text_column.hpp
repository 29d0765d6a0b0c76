#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <tuple>

#include <svc/nested_columns.hpp>

namespace svc::bank {

namespace detail {

template <class Tag>
Param textParam(const Id<Tag>& id) {
    return Param::owning(id.toString());
}
template <class Tag>
Param textParam(const std::optional<Id<Tag>>& id) {
    return id ? textParam(*id) : Param(nullptr);
}
template <class Tag>
void readText(std::string_view text, std::optional<Id<Tag>>& to) {
    to = Id<Tag>::parse(text);
}
template <class Tag>
void readText(std::string_view text, Id<Tag>& to) {
    to = Id<Tag>::parse(text).value_or(Id<Tag>());
}

} // namespace detail

/// An optional or mandatory identifier whose column stores it as text with its prefix.
template <class Record, class Value>
struct IdTextColumn {
    using RecordType = Record;
    static constexpr bool WrittenOnce = false;

    std::string_view name;
    Value Record::*member;

    template <class Note>
    void describe(const Note& note) const {
        note(std::string(name), "text");
    }
    std::tuple<Param> write(const Record& record) const { return {detail::textParam(record.*member)}; }
    void read(const Row& row, std::uint32_t& at, Record& to) const {
        detail::readText(row.optionalText(at++).value_or(""), to.*member);
    }
};
template <class Record, class Value>
constexpr IdTextColumn<Record, Value> idTextColumn(std::string_view name, Value Record::*member) {
    return {name, member};
}

} // namespace svc::bank
