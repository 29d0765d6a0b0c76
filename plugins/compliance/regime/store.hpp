#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "bindings.hpp"

namespace svc::compliance {

using RegimeState = api::FiscalRegimeState;

/// The settings of a regime for the company.
struct RegimeSettings {
    std::string regime;
    RegimeState state = RegimeState::Available;
    api::FiscalMode mode = api::FiscalMode::Test;
    bool autoSubmit = false;
    Json settings = Json::object();
    Json secrets = Json::object(); ///< the names of the stored ones
    std::int64_t version = 1;
    Json certificates = Json::object(); ///< by setting, the facts of the certificates of its keys
};

struct RegimeCounts {
    std::int64_t pending = 0;
    std::int64_t rejected = 0;
    std::optional<Instant> lastSubmissionAt;
};

std::map<std::string, RegimeSettings> listRegimes(Call& call);
/// The enabled regimes, without lock.
std::vector<RegimeSettings> enabledRegimes(Call& call);
/// The duties of the company for a document, read at once: a sale of a company without duties costs one
/// query.
struct Duties {
    std::vector<RegimeSettings> regimes; ///< those that are enabled
    bool sealing = false;                ///< the document is recorded in the sealed journal
    bool training = false;               ///< the record is marked: the regime is in test mode
};
/// Prefetches the first reads of the regimes that were enabled when this host last read the duties of the
/// company, in the same round trip as the duties.
using AskAhead = std::function<void(const std::vector<RegimeSettings>& lately)>;
/// Prefetches for dutiesOf(), once in a transaction. The caller shares the lock of the journal until the
/// commit (shareJournal); `askAhead` is called after taking that lock.
void askDuties(Call& call, const AskAhead& askAhead = {});
/// Read once in a transaction; also prefetched here if that was not done before.
const Duties& dutiesOf(Call& call, const AskAhead& askAhead = {});
std::optional<RegimeSettings> lockRegime(Call& call, std::string_view regime);
/// The settings of the company, without lock: reading them in the transaction of a sale does not block other
/// sales.
std::optional<RegimeSettings> findRegime(Call& call, std::string_view regime);
void saveRegime(Call& call, const RegimeSettings& regime);
/// Writes only the facts of certificates, so that a concurrent change of settings is not overwritten.
void saveCertificates(Call& call, const RegimeSettings& regime);
std::map<std::string, RegimeCounts> countSubmissions(Call& call);

} // namespace svc::compliance
