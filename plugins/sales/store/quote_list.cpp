#include "store/quote_list.hpp"

#include <array>

#include <svc/list_search.hpp>

#include "store/quote_store.hpp"

namespace svc::sales {
namespace {

std::string_view orderOf(std::string_view sort) {
    constexpr std::array<std::pair<std::string_view, std::string_view>, 8> Orders{{
        {"date", " ORDER BY q.date, q.id"},
        {"-date", " ORDER BY q.date DESC, q.id DESC"},
        {"number", " ORDER BY q.number, q.id"},
        {"-number", " ORDER BY q.number DESC, q.id DESC"},
        {"total", " ORDER BY q.total_base, q.id"},
        {"-total", " ORDER BY q.total_base DESC, q.id DESC"},
        {"validUntil", " ORDER BY q.valid_until, q.id"},
        {"-validUntil", " ORDER BY q.valid_until DESC, q.id DESC"},
    }};
    for (const auto& [name, order] : Orders) {
        if (name == sort) {
            return order;
        }
    }
    return Orders[1].second;
}

} // namespace

QuoteListPage listQuotes(Call& call, const QuoteListQuery& query) {
    const QuoteFilter& filter = query.filter;
    ListRequest request{"sales.quote", "sales.quote", "q", ListParams(call.companyId())};
    ListParams& params = request.params;
    request.where = params.bound("q.date >=", filter.from) + params.bound("q.date <=", filter.to);
    request.where += params.among("q.business_unit_id", filter.businessUnits);
    request.where += params.among("q.status", filter.statuses);
    request.where += params.among("q.partner_id", filter.partners);
    request.where += params.among("q.external_id", filter.externalIds);
    request.order = orderOf(query.sort);
    request.newest = orderOf("-date");
    request.limit = query.limit;
    request.offset = query.offset;
    request.text = filter.text;
    QuoteListPage page;
    page.count =
        readList(call, request, quoteColumns(query.lines), [&](const Row& row, std::uint32_t column) {
            page.rows.push_back(quoteFrom(row, column));
        }).count;
    return page;
}

} // namespace svc::sales
