/// @file A struct member of a record, stored in columns of the record's own table.
#pragma once

#include <cstddef>
#include <optional>
#include <tuple>
#include <type_traits>
#include <utility>

#include <svc/columns.hpp>

namespace svc {

namespace detail {

template <class Member>
struct NestedMember {
    using Inner = Member;
    static constexpr bool Optional = false;
    static const Inner* find(const Member& member) { return &member; }
};
template <class Value>
struct NestedMember<std::optional<Value>> {
    using Inner = Value;
    static constexpr bool Optional = true;
    static const Inner* find(const std::optional<Value>& member) { return member ? &*member : nullptr; }
};

} // namespace detail

/// The columns of a member that is a struct; see nestedColumns().
template <class Record, class Member, bool Once, class... Parts>
struct NestedColumns {
    using RecordType = Record;
    static constexpr bool WrittenOnce = Once;
    using Nested = detail::NestedMember<Member>;
    using Inner = typename Nested::Inner;
    using Values = decltype(std::tuple_cat(std::declval<Parts>().write(std::declval<Inner>())...));

    Member Record::*member;
    std::tuple<Parts...> parts;

    template <class Note>
    void describe(const Note& note) const {
        std::apply([&](const auto&... part) { (part.describe(note), ...); }, parts);
    }
    Values write(const Record& record) const {
        const Inner* const inner = Nested::find(record.*member);
        if (inner == nullptr) {
            return nulls(std::make_index_sequence<std::tuple_size_v<Values>>());
        }
        return std::apply([&](const auto&... part) { return std::tuple_cat(part.write(*inner)...); }, parts);
    }
    void read(const Row& row, std::uint32_t& at, Record& to) const {
        if (Nested::Optional && row.isNull(at)) {
            to.*member = Member{};
            at += static_cast<std::uint32_t>(std::tuple_size_v<Values>);
            return;
        }
        Inner inner{};
        std::apply([&](const auto&... part) { (part.read(row, at, inner), ...); }, parts);
        to.*member = std::move(inner);
    }

private:
    template <std::size_t... At>
    static Values nulls(std::index_sequence<At...>) {
        return Values{(static_cast<void>(At), Param(nullptr))...};
    }
};

/// Declares a member that is a struct or an optional struct; the parts are columns of that struct. An empty
/// optional is stored as NULL in all of them, so the first part must be a column that is never NULL for a
/// struct that exists.
///
///     const svc::Table Letters("post.letter", svc::columnWrittenOnce("id", &Letter::id),
///                              svc::nestedColumns(&Letter::to, svc::column("to_name", &Address::name),
///                                                 svc::column("to_city", &Address::city)));
template <class Record, class Member, class... Parts>
constexpr NestedColumns<Record, Member, false, Parts...> nestedColumns(Member Record::*member,
                                                                       Parts... parts) {
    return {member, {parts...}};
}
/// Like nestedColumns(), for a struct that update() does not write.
template <class Record, class Member, class... Parts>
constexpr NestedColumns<Record, Member, true, Parts...> nestedColumnsWrittenOnce(Member Record::*member,
                                                                                 Parts... parts) {
    return {member, {parts...}};
}

} // namespace svc
