/// The flow and directory services of an approved platform (XP Z12-013), by their published contract.
#pragma once

#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include <svc/call.hpp>

#include "platform/settings.hpp"

namespace svc::fr_einvoicing {

/// The platform gave no token, so no request was made.
class NoToken : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// A file to deposit at the platform.
struct FlowFile {
    std::string trackingId = {};     ///< at most 36 characters; unchanged when a lost deposit is repeated
    std::string name = {};           ///< of the file
    std::string syntax = {};         ///< CII, UBL, Factur-X, CDAR, FRR
    std::string profile = {};        ///< flowProfile; empty: none
    std::string processingRule = {}; ///< B2B …; empty: none
    std::string bytes = {};
};

/// Whether the platform has acknowledged the flow.
enum class AckState { Pending, Ok, Error };

struct Acknowledgement {
    AckState state = AckState::Pending;
    std::string reasonCode = {}; ///< of the first error
    std::string reason = {};
};

/// The acknowledgement in the JSON of a flow.
Acknowledgement acknowledgementOf(const Json& flow);

/// How a deposit ended.
struct Deposit {
    enum class End {
        Taken,   ///< `flowId` is given
        Exists,  ///< the platform has a flow with this tracking identifier already
        Refused, ///< for good
        Later,   ///< retry after a pause, at `later` when that is given
        NotDone, ///< certainly not done: try again
        Lost,    ///< unknown whether it was done
    };
    End end = End::Lost;
    std::string flowId = {};
    std::string code = {};
    std::string error = {};
    std::optional<Instant> later = {};
    std::string answer = {}; ///< bytes

    /// Has the platform accepted or refused the flow for good?
    bool isSettled() const { return end == End::Taken || end == End::Exists || end == End::Refused; }
};

/// An address at which a business receives invoices.
struct DirectoryLine {
    std::string address = {}; ///< of scheme 0225
    std::string siren = {};
    std::string siret = {};
    std::string name = {};
    std::string platform = {}; ///< type of the platform
    std::string status = {};   ///< Enabled, Upcoming, Disabled; empty: not told
};

/// To be called outside of transactions.
class FlowService {
public:
    FlowService(Call& call, const Settings& settings) : call_(call), settings_(settings) {}

    Deposit deposit(const FlowFile& file);
    /// The flows that match `where`, at most `limit` (100), oldest change first if the platform sorts them
    /// so. Throws std::runtime_error when there is no answer.
    std::vector<Json> search(const Json& where, int limit);
    /// `GET /flows/{flowId}` with its metadata; null when there is no such flow.
    Json flow(const std::string& flowId);
    /// The file of a flow; nothing when the platform refuses to give it. Throws std::runtime_error when there
    /// is no answer.
    std::optional<std::string> original(const std::string& flowId);
    /// Our flow with this tracking identifier; null: none.
    Json flowTracked(const std::string& trackingId);
    /// The addresses of a business; nothing when the directory gives no answer.
    std::optional<std::vector<DirectoryLine>> lines(const std::string& siren);

private:
    template <class Make>
    HttpReply send(Make make);
    Json askToken();
    HttpCall prepared(HttpCall request, const std::string& token) const;

    Call& call_;
    const Settings& settings_;
};

/// Pause between retries of a deposit. Repeating is idempotent: the platform knows the flow by its tracking
/// identifier.
inline constexpr std::int64_t DepositPause = 5 * Instant::Minute;
/// Retry interval while the regime is not enabled.
inline constexpr std::int64_t DisabledPause = 6 * Instant::Hour;

/// Deposits a file. When the platform gives no token, the result is NotDone.
Deposit tryDeposit(Call& call, const Settings& settings, const FlowFile& file);

} // namespace svc::fr_einvoicing
