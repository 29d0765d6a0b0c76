#include <algorithm>

#include <svc/error.hpp>

#include "domain/journal_chain.hpp"
#include "sealing/signature.hpp"
#include "store/checkpoints.hpp"
#include "store/journal_records.hpp"

namespace svc::ledger {
namespace {

/// As many entries as one transaction seals; more are left to a job that follows at once.
constexpr std::int64_t AtOnce = 10000;

Checkpoint signedAt(Call& call, int fiscalYear, std::int64_t number, const std::string& digest) {
    const std::string now = call.now().toString();
    sealing::Signature signature = sealing::sign(call, checkpointText(fiscalYear, number, digest, now));
    return {.fiscalYear = fiscalYear,
            .number = number,
            .digest = digest,
            .signedAt = now,
            .algorithm = api::CheckpointAlgorithm::Ed25519,
            .publicKey = std::move(signature.publicKey),
            .signature = std::move(signature.signature)};
}

using Violation = commands::VerifyOutputViolationsItem;

/// What is wrong with one thing, as `svc-host verify` tells it.
Violation violation(const Checkpoint& checkpoint, std::string expected, std::string found) {
    return {.subject = "journal of " + std::to_string(checkpoint.fiscalYear) + " up to entry " +
                       std::to_string(checkpoint.number),
            .expected = std::move(expected),
            .found = std::move(found)};
}

bool isSigned(Call& call, const Checkpoint& checkpoint) {
    return sealing::isOurs(call,
                           checkpointText(static_cast<int>(checkpoint.fiscalYear), checkpoint.number,
                                          checkpoint.digest, checkpoint.signedAt),
                           {checkpoint.publicKey, checkpoint.signature});
}

/// Tells the first checkpoint of a year that does not hold: all that follow stand on it.
void verifyYear(Call& call, int fiscalYear, std::vector<Violation>& violations) {
    constexpr std::int64_t Last = INT64_MAX;
    const std::vector<Checkpoint> checkpoints = checkpointsOf(call, fiscalYear, 1, Last);
    JournalChain chain(call.shownCompanyId().toString(), fiscalYear);
    std::int64_t number = 0;
    for (const Checkpoint& checkpoint : checkpoints) {
        if (!isSigned(call, checkpoint)) {
            violations.push_back(violation(checkpoint, "a signature of this service", "none that holds"));
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
            violations.push_back(violation(checkpoint, "every entry that was signed", "entries are missing"));
            return;
        }
        if (chain.digest() != checkpoint.digest) {
            violations.push_back(violation(checkpoint, checkpoint.digest, chain.digest()));
            return;
        }
    }
}

} // namespace

Answer<200, std::vector<api::Checkpoint>> listCheckpoints(Request& request,
                                                          const api::ListCheckpointsParameters& parameters) {
    std::optional<int> year;
    if (const auto& text = parameters.year) {
        const auto first = text->size() == 4 ? Date::parse(*text + "-01-01") : std::nullopt;
        if (!first) {
            throw fieldInvalid("year");
        }
        year = first->year();
    }
    const ArrayPage& page = parameters.page;
    return Answer<200, std::vector<api::Checkpoint>>(checkpointPage(request, year, page.limit, page.offset))
        .total(countCheckpoints(request, year));
}

void jobs::sealJournal(Call& call, const Json&) {
    for (const Unsealed& year : unsealedYears(call)) {
        JournalChain chain = year.sealed == 0
                                 ? JournalChain(call.shownCompanyId().toString(), year.fiscalYear)
                                 : JournalChain(year.digest);
        const std::int64_t last = std::min(year.last, year.sealed + AtOnce);
        eachRecord(call, year.fiscalYear, year.sealed, last,
                   [&](std::int64_t, const std::string& record) { chain.add(record); });
        writeCheckpoint(call, signedAt(call, year.fiscalYear, last, chain.digest()));
        if (last < year.last) {
            jobs::fileSealJournal(call, call.now(), Json::object(),
                                  std::to_string(year.fiscalYear) + '-' + std::to_string(last));
        }
    }
}

commands::VerifyOutput commands::verify(Call& call) {
    commands::VerifyOutput output;
    for (const int year : sealedYears(call)) {
        verifyYear(call, year, output.violations);
    }
    return output;
}

} // namespace svc::ledger
