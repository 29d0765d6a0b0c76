#include "count/store.hpp"

#include <svc/list_search.hpp>

#include "count/columns.hpp"
#include "document/inner_lines.hpp"

namespace svc::stock {
namespace {

const std::string ColumnOfLines = linesColumn(CountLines, "stock.count_line", "count_id = r.id");
// Locks the count alone: its lines are changed only under this lock.
const std::string LockCount = "SELECT " + Counts.select("r") + ", " + ColumnOfLines +
                              " FROM stock.count r WHERE r.company_id = $1 AND r.id = $2 FOR NO KEY UPDATE";
constexpr std::string_view InsertCountLines =
    "INSERT INTO stock.count_line (company_id, count_id, position, item_id, lot_number, counted, expected, "
    "value)"
    " SELECT $1::uuid, $2::uuid, w.position, w.item_id, w.lot_number, w.counted, w.expected, w.value"
    " FROM unnest($3::uuid[], $4::text[], $5::numeric[], $6::numeric[], $7::bigint[]) WITH ORDINALITY"
    " AS w (item_id, lot_number, counted, expected, value, position)";
constexpr std::string_view UpdateCountLines =
    "UPDATE stock.count_line l SET expected = w.expected, value = w.value"
    " FROM unnest($3::numeric[], $4::bigint[]) WITH ORDINALITY AS w (expected, value, position)"
    " WHERE l.company_id = $1 AND l.count_id = $2 AND l.position = w.position";

/// Reads the columns of Counts, the first of which is at `at`, and the lines.
Count countOf(const Row& row, std::uint32_t at) {
    Count count = Counts.read(row, at);
    count.lines = linesAt(CountLines, row, at + Counts.width());
    for (CountLine& line : count.lines) {
        if (line.expected) {
            line.difference = line.counted - *line.expected;
        }
    }
    return count;
}

/// The results of the lines, known once the count is validated.
struct CountResults {
    ArrayParam expected, values;

    explicit CountResults(const Count& count) {
        for (const CountLine& line : count.lines) {
            expected.add(line.expected);
            values.add(ColumnForm<std::optional<MinorAmount>>::write(line.value));
        }
    }
};

} // namespace

CountPage listCounts(Call& call, const api::ListStockCountsParameters& parameters) {
    const ListRequest list = lists::count(call, parameters);
    CountPage result;
    const std::string columns = Counts.select("r") + ", " + (parameters.include ? ColumnOfLines : "NULL");
    result.total = readList(call, list, columns, [&](const Row& row, std::uint32_t column) {
                       result.counts.push_back(countOf(row, column));
                   }).count;
    return result;
}

std::optional<Count> lockCount(Call& call, CountId id) {
    const Rows rows = call.db().query(LockCount, call.companyId(), id);
    return rows.empty() ? std::nullopt : std::optional(countOf(rows[0], 0));
}

void insertCount(Call& call, const Count& count) {
    Counts.insert(call, {count});
    ArrayParam items, lots, counted;
    for (const CountLine& line : count.lines) {
        items.add(line.itemId);
        lots.add(line.lotNumber);
        counted.add(line.counted);
    }
    const CountResults results(count);
    call.db().send(InsertCountLines, call.companyId(), count.id, items, lots, counted, results.expected,
                   results.values);
}

void updateCount(Call& call, const Count& count, bool lines) {
    Counts.update(call, count);
    if (lines) {
        const CountResults results(count);
        call.db().send(UpdateCountLines, call.companyId(), count.id, results.expected, results.values);
    }
}

} // namespace svc::stock
