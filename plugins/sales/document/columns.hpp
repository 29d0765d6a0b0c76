#pragma once

#include <svc/columns.hpp>

#include "bindings.hpp"

namespace svc::sales {

/// Puts the identifier beside the name that was read.
inline void nameById(const std::optional<PartnerId>& id, std::optional<api::SalePartner>& partner) {
    if (id) {
        partner = {*id, partner ? std::move(partner->name) : std::string()};
    }
}

/// A column of a member that the API shows too, in the map of a struct that has more.
template <class Record, class Shown, class Value>
constexpr Column<Record, Value, false> shownColumn(std::string_view name, Value Shown::*member) {
    return {name, member};
}
template <class Record, class Shown, class Value>
constexpr Column<Record, Value, true> shownColumnWrittenOnce(std::string_view name, Value Shown::*member) {
    return {name, member};
}

} // namespace svc::sales

namespace svc {

/// Of a partner the documents keep the name; its identifier stands in a column of its own.
template <>
struct ColumnForm<sales::api::SalePartner> {
    static constexpr std::string_view Type = "text";
    static Param write(const sales::api::SalePartner& partner) { return partner.name; }
    static void read(const Row& row, std::uint32_t column, sales::api::SalePartner& to) {
        to.name = row.text(column);
    }
};

} // namespace svc
