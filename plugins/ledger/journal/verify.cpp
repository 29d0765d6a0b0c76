#include <cstdint>

#include "journal/records.hpp"
#include "journal/rules/chain.hpp"
#include "journal/store.hpp"
#include "sealing/signature.hpp"

namespace svc::ledger {
namespace {

using Violation = commands::VerifyOutputViolationsItem;

/// A violation as `svc-host verify` reports it.
Violation violation(const Checkpoint& checkpoint, std::string expected, std::string found) {
    return {.subject = "journal of " + std::to_string(checkpoint.fiscalYear) + " up to entry " +
                       std::to_string(checkpoint.number),
            .expected = std::move(expected),
            .found = std::move(found)};
}

sealing::Signatory signatoryOf(Call& call, const Checkpoint& checkpoint) {
    return sealing::signatoryOf(call, calls::host::secretsVerify,
                                checkpointText(static_cast<int>(checkpoint.fiscalYear), checkpoint.number,
                                               checkpoint.digest, checkpoint.signedAt),
                                {checkpoint.publicKey, checkpoint.signature});
}

/// Reports the first invalid checkpoint of a year: all later ones depend on it.
void verifyYear(Call& call, int fiscalYear, std::vector<Violation>& violations) {
    constexpr std::int64_t Last = INT64_MAX;
    const std::vector<Checkpoint> checkpoints = checkpointsOf(call, fiscalYear, 1, Last);
    JournalChain chain(call.shownCompanyId().toString(), fiscalYear);
    std::int64_t number = 0;
    for (const Checkpoint& checkpoint : checkpoints) {
        const auto signatory = signatoryOf(call, checkpoint);
        if (signatory != sealing::Signatory::ThisService) {
            violations.push_back(violation(checkpoint, "a signature of this service",
                                           signatory == sealing::Signatory::Nobody
                                               ? "none that holds"
                                               : "unverifiable: one by a key that is not in the master key"));
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

commands::VerifyOutput commands::verify(Call& call) {
    commands::VerifyOutput output;
    for (const int year : sealedYears(call)) {
        verifyYear(call, year, output.violations);
    }
    return output;
}

} // namespace svc::ledger
