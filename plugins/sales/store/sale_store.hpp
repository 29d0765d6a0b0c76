#pragma once

#include <optional>
#include <string>

#include <svc/database.hpp>

#include "domain/sale.hpp"

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
std::optional<Sale> findSale(Database& db, const Uuid& company, const Uuid& id, SaleParts parts);

/// One sale as GET shows it, with all its parts. Most have neither refunds nor deliveries, and then nothing
/// asks for them.
std::optional<Sale> findWholeSale(Database& db, const Uuid& company, const Uuid& id);

/// The head alone, locked until the commit: what changes a balance starts here.
std::optional<Sale> lockSale(Database& db, const Uuid& company, const Uuid& id);

/// The same with all its parts, as they are under the lock; refuses with `sale-not-found`.
Sale lockWholeSale(Database& db, const Uuid& company, const std::optional<Uuid>& id);

} // namespace svc::sales
