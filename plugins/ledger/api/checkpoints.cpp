#include "api/checkpoints.hpp"

#include <algorithm>

#include <svc/error.hpp>

#include "domain/journal_chain.hpp"
#include "sealing/signature.hpp"
#include "store/journal_records.hpp"

namespace svc::ledger {
namespace {

/// As many entries as one transaction seals; more are left to a job that follows at once.
constexpr std::int64_t AtOnce = 10000;

std::string companyOf(Call& call) {
    return encodeId("com", call.companyId());
}

Checkpoint signedAt(Call& call, int fiscalYear, std::int64_t number, const std::string& digest) {
    const std::string now = call.now().toString();
    sealing::Signature signature = sealing::sign(call, checkpointText(fiscalYear, number, digest, now));
    return {fiscalYear, number, digest, now, std::move(signature.publicKey), std::move(signature.signature)};
}

/// What is wrong with one thing, as `svc-host verify` tells it.
Json violation(const Checkpoint& checkpoint, std::string_view expected, std::string_view found) {
    return Json::object({{"subject", "journal of " + std::to_string(checkpoint.fiscalYear) + " up to entry " +
                                         std::to_string(checkpoint.number)},
                         {"expected", expected},
                         {"found", found}});
}

bool isSigned(Call& call, const Checkpoint& checkpoint) {
    return sealing::isOurs(
        call,
        checkpointText(checkpoint.fiscalYear, checkpoint.number, checkpoint.digest, checkpoint.signedAt),
        {checkpoint.publicKey, checkpoint.signature});
}

/// Tells the first checkpoint of a year that does not hold: all that follow stand on it.
void verifyYear(Call& call, int fiscalYear, Json& violations) {
    constexpr std::int64_t Last = INT64_MAX;
    const std::vector<Checkpoint> checkpoints = checkpointsOf(call, fiscalYear, 1, Last);
    JournalChain chain(companyOf(call), fiscalYear);
    std::int64_t number = 0;
    for (const Checkpoint& checkpoint : checkpoints) {
        if (!isSigned(call, checkpoint)) {
            violations.push(violation(checkpoint, "a signature of this service", "none that holds"));
            return;
        }
        bool dense = true;
        eachRecord(call, fiscalYear, number, checkpoint.number,
                   [&](std::int64_t next, const std::string& record) {
                       dense = dense && next == number + 1;
                       number = next;
                       chain.add(record);
                   });
        if (!dense || number != checkpoint.number) {
            violations.push(violation(checkpoint, "every entry that was signed", "entries are missing"));
            return;
        }
        if (chain.digest() != checkpoint.digest) {
            violations.push(violation(checkpoint, checkpoint.digest, chain.digest()));
            return;
        }
    }
}

} // namespace

Json checkpointRecord(const Checkpoint& checkpoint) {
    return Json::object({{"fiscalYear", checkpoint.fiscalYear},
                         {"number", checkpoint.number},
                         {"digest", checkpoint.digest},
                         {"signedAt", checkpoint.signedAt},
                         {"algorithm", "Ed25519"},
                         {"publicKey", checkpoint.publicKey},
                         {"signature", checkpoint.signature}});
}

Response listCheckpointsRoute(Request& request) {
    std::optional<int> year;
    if (const auto text = request.query("year")) {
        const auto first = text->size() == 4 ? Date::parse(std::string(*text) + "-01-01") : std::nullopt;
        if (!first) {
            throw fieldInvalid("year");
        }
        year = first->year();
    }
    const ArrayPage page = request.arrayPage();
    Json records = Json::array();
    for (const Checkpoint& checkpoint : listCheckpoints(request, year, page.limit, page.offset)) {
        records.push(checkpointRecord(checkpoint));
    }
    return Response::json(200, records).total(countCheckpoints(request, year));
}

void sealJournalJob(Call& call, const Json&) {
    for (const Unsealed& year : unsealedYears(call)) {
        JournalChain chain =
            year.sealed == 0 ? JournalChain(companyOf(call), year.fiscalYear) : JournalChain(year.digest);
        const std::int64_t last = std::min(year.last, year.sealed + AtOnce);
        eachRecord(call, year.fiscalYear, year.sealed, last,
                   [&](std::int64_t, const std::string& record) { chain.add(record); });
        writeCheckpoint(call, signedAt(call, year.fiscalYear, last, chain.digest()));
        if (last < year.last) {
            call.fileJob("seal-journal", call.now(), Json::object(),
                         std::to_string(year.fiscalYear) + '-' + std::to_string(last));
        }
    }
}

Json verifyJournalCommand(Call& call, const Json&) {
    Json violations = Json::array();
    for (const int year : sealedYears(call)) {
        verifyYear(call, year, violations);
    }
    return Json::object({{"violations", std::move(violations)}});
}

} // namespace svc::ledger
