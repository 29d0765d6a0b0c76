#include <algorithm>
#include <stdexcept>

#include "host/abi/guard.hpp"
#include "host/abi/tables.hpp"
#include "host/db/plugin_statement.hpp"
#include "host/plugin/plugin.hpp"

namespace svc::host::abi {
namespace {

std::vector<db::Param> toParams(const svc_bytes* parameters, uint64_t count) {
    std::vector<db::Param> params;
    params.reserve(count);
    for (uint64_t i = 0; i < count; ++i) {
        params.push_back(parameters[i].data == nullptr ? db::Param() : db::Param(view(parameters[i])));
    }
    return params;
}

/// Throws when plugins may not send the statement.
void check(svc_call& call, svc_bytes sql) {
    try {
        db::checkPluginStatement(view(sql));
    } catch (const std::invalid_argument& error) {
        refusePermission(call, "database", error.what());
    }
}

svc_rows* handOut(svc_call& call, db::Rows&& rows) {
    auto result = std::make_unique<svc_rows>();
    result->rows = std::move(rows);
    result->owner = &call;
    call.results.push_back(std::move(result));
    return call.results.back().get();
}

int32_t query(svc_call* call, svc_bytes sql, const svc_bytes* parameters, uint64_t count, svc_rows** out) {
    return guarded(call, [&] {
        check(*call, sql);
        *out =
            handOut(*call, call->work.db().query(view(sql), toParams(parameters, count), call->plugin.role));
        return SVC_OK;
    });
}

int32_t start(svc_call* call, svc_bytes sql, const svc_bytes* parameters, uint64_t count, uint64_t* out) {
    return guarded(call, [&] {
        check(*call, sql);
        *out = call->work.db().start(view(sql), toParams(parameters, count), call->plugin.role);
        return SVC_OK;
    });
}

int32_t collect(svc_call* call, uint64_t started, svc_rows** out) {
    return guarded(call, [&] {
        *out = handOut(*call, call->work.db().collect(started));
        return SVC_OK;
    });
}

int32_t send(svc_call* call, svc_bytes sql, const svc_bytes* parameters, uint64_t count) {
    return guarded(call, [&] {
        check(*call, sql);
        call->work.db().send(view(sql), toParams(parameters, count), call->plugin.role);
        return SVC_OK;
    });
}

int32_t sendLate(svc_call* call, svc_bytes orderKey, svc_bytes sql, const svc_bytes* parameters,
                 uint64_t count) {
    return guarded(call, [&] {
        check(*call, sql);
        call->work.db().sendLate(view(orderKey), view(sql), toParams(parameters, count), call->plugin.role);
        return SVC_OK;
    });
}

int32_t askAhead(svc_call* call, svc_bytes sql, const svc_bytes* parameters, uint64_t count) {
    return guarded(call, [&] {
        check(*call, sql);
        call->work.db().askAhead(view(sql), toParams(parameters, count), call->plugin.role);
        return SVC_OK;
    });
}

db::Merge toMerge(int32_t merge, uint32_t first, uint32_t last) {
    switch (merge) {
    case SVC_LATE_JOINED:
        return db::Merge::joined();
    case SVC_LATE_ADDED:
        return db::Merge::added(first, last);
    default:
        throw std::invalid_argument("a late write is merged in a way that there is not");
    }
}

int32_t sendLateMerged(svc_call* call, svc_bytes orderKey, int32_t merge, uint32_t first, uint32_t last,
                       svc_bytes sql, const svc_bytes* parameters, uint64_t count) {
    return guarded(call, [&] {
        check(*call, sql);
        call->work.db().sendLate(view(orderKey), view(sql), toParams(parameters, count), call->plugin.role,
                                 toMerge(merge, first, last));
        return SVC_OK;
    });
}

int32_t rowsSize(svc_rows* rows, uint64_t* count, uint32_t* columns, uint64_t* affected) {
    return guarded(rows->owner, [&] {
        *count = rows->rows.columns() == 0 ? 0 : rows->rows.count();
        *columns = static_cast<uint32_t>(rows->rows.columns());
        *affected = rows->rows.affected();
        return SVC_OK;
    });
}

int32_t rowsRead(svc_rows* rows, uint64_t first, uint64_t count, svc_bytes* cells) {
    return guarded(rows->owner, [&] {
        const db::Rows& source = rows->rows;
        const std::size_t columns = source.columns();
        for (uint64_t row = 0; row < count; ++row) {
            for (std::size_t column = 0; column < columns; ++column) {
                const auto cell = source.cell(first + row, column);
                cells[row * columns + column] = cell ? bytes(*cell) : svc_bytes{nullptr, 0};
            }
        }
        return SVC_OK;
    });
}

void rowsClose(svc_rows* rows) {
    auto& results = rows->owner->results;
    const auto found = std::find_if(results.begin(), results.end(),
                                    [&](const auto& result) { return result.get() == rows; });
    if (found != results.end()) {
        results.erase(found);
    }
}

constexpr svc_host_database DatabaseTable = {sizeof(svc_host_database),
                                             0,
                                             query,
                                             send,
                                             sendLate,
                                             rowsSize,
                                             rowsRead,
                                             rowsClose,
                                             start,
                                             collect,
                                             askAhead,
                                             sendLateMerged};

} // namespace

const svc_host_database& databaseTable() {
    return DatabaseTable;
}

} // namespace svc::host::abi
