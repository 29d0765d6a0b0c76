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

/// A regime as the company has set it.
struct RegimeSettings {
    std::string regime;
    RegimeState state = RegimeState::Available;
    api::FiscalMode mode = api::FiscalMode::Test;
    bool autoSubmit = false;
    Json settings = Json::object();
    Json secrets = Json::object(); ///< the names of those that are kept
    std::int64_t version = 1;
    Json certificates = Json::object(); ///< by setting, what the certificates of its keys say
};

struct RegimeCounts {
    std::int64_t pending = 0;
    std::int64_t rejected = 0;
    std::optional<Instant> lastSubmissionAt;
};

std::map<std::string, RegimeSettings> listRegimes(Call& call);
/// Those that are enabled, not locked.
std::vector<RegimeSettings> enabledRegimes(Call& call);
/// What the company owes for a document, read at once: a sale of a company that owes nothing costs one query.
struct Duties {
    std::vector<RegimeSettings> regimes; ///< those that are enabled
    bool sealing = false;                ///< the document is recorded in the sealed journal
    bool training = false;               ///< the record is marked: the regime is in test mode
};
/// Asks ahead what the regimes that were enabled when this host last read the duties of the company will read
/// first: it comes in the round trip of the duties.
using AskAhead = std::function<void(const std::vector<RegimeSettings>& lately)>;
/// Asks ahead for what dutiesOf will read, once in a transaction. Whoever asks shares the lock of the journal
/// until the commit (shareJournal); `askAhead` is called behind that lock.
void askDuties(Call& call, const AskAhead& askAhead = {});
/// Read once in a transaction, and asked ahead by this where nobody has done it.
const Duties& dutiesOf(Call& call, const AskAhead& askAhead = {});
std::optional<RegimeSettings> lockRegime(Call& call, std::string_view regime);
/// As the company has set it, not locked: who reads settings in the transaction of a sale keeps no other sale
/// waiting.
std::optional<RegimeSettings> findRegime(Call& call, std::string_view regime);
void saveRegime(Call& call, const RegimeSettings& regime);
/// Only what is known of its certificates; whoever changes settings at once is not overwritten.
void saveCertificates(Call& call, const RegimeSettings& regime);
std::map<std::string, RegimeCounts> countSubmissions(Call& call);

} // namespace svc::compliance
