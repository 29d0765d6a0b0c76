#pragma once

#include <svc/columns.hpp>

#include "bindings.hpp"

namespace svc::sales {

/// Sets the identifier beside the name that was read.
inline void nameById(const std::optional<PartnerId>& id, std::optional<api::SalePartner>& partner) {
    if (id) {
        partner = {*id, partner ? std::move(partner->name) : std::string()};
    }
}

} // namespace svc::sales

namespace svc {

/// Documents store the name of the partner; its identifier is in a column of its own.
template <>
struct ColumnForm<sales::api::SalePartner> {
    static constexpr std::string_view Type = "text";
    static Param write(const sales::api::SalePartner& partner) { return partner.name; }
    static void read(const Row& row, std::uint32_t column, sales::api::SalePartner& to) {
        to.name = row.text(column);
    }
};

} // namespace svc
