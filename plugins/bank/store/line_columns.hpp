#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <tuple>

#include <svc/columns.hpp>

#include <bindings.hpp>

namespace svc::bank {

/// An identifier that its column keeps as text with the prefix.
template <class Record, class Tag>
struct IdTextColumn {
    using RecordType = Record;
    static constexpr bool WrittenOnce = false;

    std::string_view name;
    std::optional<Id<Tag>> Record::*member;

    template <class Note>
    void describe(const Note& note) const {
        note(std::string(name), "text");
    }
    std::tuple<Param> write(const Record& record) const {
        const auto& id = record.*member;
        return {id ? Param::owning(id->toString()) : Param(nullptr)};
    }
    void read(const Row& row, std::uint32_t& at, Record& to) const {
        to.*member = Id<Tag>::parse(row.optionalText(at++).value_or(""));
    }
};
template <class Record, class Tag>
constexpr IdTextColumn<Record, Tag> idTextColumn(std::string_view name,
                                                 std::optional<Id<Tag>> Record::*member) {
    return {name, member};
}

/// The partner of a match in two columns of text.
struct PartnerColumns {
    using RecordType = api::LineMatch;
    static constexpr bool WrittenOnce = true;

    template <class Note>
    void describe(const Note& note) const {
        note("partner_id", "text");
        note("partner_name", "text");
    }
    std::tuple<Param, Param> write(const api::LineMatch& match) const {
        if (!match.partner) {
            return {nullptr, nullptr};
        }
        return {Param::owning(match.partner->id.toString()),
                ColumnForm<std::optional<std::string>>::write(match.partner->name)};
    }
    void read(const Row& row, std::uint32_t& at, api::LineMatch& to) const {
        if (const auto id = PartnerId::parse(row.optionalText(at).value_or(""))) {
            to.partner = {*id, row.optionalString(at + 1)};
        }
        at += 2;
    }
};

} // namespace svc::bank
