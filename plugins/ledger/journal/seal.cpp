#include <algorithm>

#include "journal/records.hpp"
#include "journal/rules/chain.hpp"
#include "journal/store.hpp"
#include "sealing/signature.hpp"

namespace svc::ledger {
namespace {

/// The most entries that one transaction seals; the rest is left to a job that follows at once.
constexpr std::int64_t AtOnce = 10000;

Checkpoint signedAt(Call& call, int fiscalYear, std::int64_t number, const std::string& digest) {
    const std::string now = call.now().toString();
    sealing::Signature signature =
        sealing::sign(call, calls::host::secretsSign, checkpointText(fiscalYear, number, digest, now));
    return {.fiscalYear = fiscalYear,
            .number = number,
            .digest = digest,
            .signedAt = now,
            .algorithm = api::CheckpointAlgorithm::Ed25519,
            .publicKey = std::move(signature.publicKey),
            .signature = std::move(signature.signature)};
}

} // namespace

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

} // namespace svc::ledger
