#pragma once

#include <array>
#include <string_view>

namespace svc::host::config {

/// Points in the work of the host at which a test can crash it (testing.stopAt), to check that nothing is
/// lost or done twice.
struct StopPoints {
    static constexpr std::string_view Migration = "migration";        ///< applied, not committed
    static constexpr std::string_view Grants = "grants";              ///< migration committed, not granted
    static constexpr std::string_view FirstCompany = "first-company"; ///< keys on disk, not committed
    static constexpr std::string_view Answer = "answer";              ///< write committed, not answered
    static constexpr std::string_view DeliveryClaimed = "delivery.claimed"; ///< attempt counted, not sent
    static constexpr std::string_view DeliverySent = "delivery.sent"; ///< receiver answered, not recorded
    static constexpr std::string_view JobClaimed = "job.claimed";     ///< attempt counted, not begun
    static constexpr std::string_view JobDone = "job.done";           ///< code has run, not committed
    static constexpr std::string_view MailSent = "mail.sent";         ///< server took it, not recorded

    static constexpr std::array<std::string_view, 9> All = {Migration,  Grants,          FirstCompany,
                                                            Answer,     DeliveryClaimed, DeliverySent,
                                                            JobClaimed, JobDone,         MailSent};
};

} // namespace svc::host::config
