#include "connection/turn.hpp"

#include <chrono>
#include <thread>

#include <svc/error.hpp>

namespace svc::integrations {
namespace {

/// The calls of one turn end within this time. When the host ends meanwhile, others wait for the rest of it.
constexpr std::int64_t LongestTurn = 2 * Instant::Minute;
constexpr int Looks = 50;
constexpr std::chrono::milliseconds Pause{200};

constexpr std::string_view TakeSql =
    "INSERT INTO integrations.turn AS t (company_id, provider, holder, until) VALUES ($1, $2, $3, $4)"
    " ON CONFLICT (company_id, provider) DO UPDATE SET holder = excluded.holder, until = excluded.until"
    " WHERE t.until <= $5 RETURNING 1";
constexpr std::string_view EndSql =
    "DELETE FROM integrations.turn WHERE company_id = $1 AND provider = $2 AND holder = $3 RETURNING 1";

ApiError othersAreAtIt() {
    return ApiError(400, "integration-unreachable", {"others-are-at-it"});
}

} // namespace

Turn takeTurn(Call& call, std::string_view provider) {
    const Turn turn{.provider = std::string(provider), .holder = call.newUuid()};
    for (int i = 0; i < Looks; ++i) {
        const bool taken = call.transaction([&] {
            return !call.db()
                        .query(TakeSql, call.companyId(), turn.provider, turn.holder,
                               call.now() + LongestTurn, call.now())
                        .empty();
        });
        if (taken) {
            return turn;
        }
        std::this_thread::sleep_for(Pause);
    }
    throw othersAreAtIt();
}

void endTurn(Call& call, const Turn& turn) {
    if (call.db().query(EndSql, call.companyId(), turn.provider, turn.holder).empty()) {
        throw othersAreAtIt();
    }
}

void dropTurn(Call& call, const Turn& turn) {
    call.db().send(EndSql, call.companyId(), turn.provider, turn.holder);
}

} // namespace svc::integrations
