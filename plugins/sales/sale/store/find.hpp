#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "bindings.hpp"
#include "sale/rules/sale.hpp"

namespace svc::sales {

/// Which parts of a sale are read with it, in the same statement.
struct SaleParts {
    bool lines = false;
    bool payments = false;
    bool afterwards = false; ///< refunds and deliveries
};

/// The select list of a sale: columns of `sale s`, then lines, payments, refunds and deliveries as
/// inner rows (NULL when not asked for).
/// `$1` is the company in every statement that uses it.
std::string saleColumns(SaleParts parts);
/// The sale in a row that begins at `column` with saleColumns.
Sale saleFrom(const Row& row, std::uint32_t column = 0);

/// One sale of the company, nothing when it is unknown.
std::optional<Sale> findSale(Call& call, SaleId id, SaleParts parts);

/// One sale as GET shows it, with all its parts. Most sales have neither refunds nor deliveries, which are
/// then not queried.
std::optional<Sale> findWholeSale(Call& call, SaleId id);

/// Only the head, locked until the commit: every change of a balance starts here. Refuses with
/// `sale-not-found`.
Sale lockSale(Call& call, SaleId id);

/// The same with all its parts, read under the lock.
Sale lockWholeSale(Call& call, SaleId id);

} // namespace svc::sales
