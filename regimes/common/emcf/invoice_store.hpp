#pragma once

#include <optional>
#include <set>
#include <string>
#include <string_view>

#include <svc/call.hpp>

#include "emcf/profile.hpp"

namespace svc::emcf {

/// Progress of a document at the authority.
struct KeptInvoice {
    std::string document;
    std::string uid; ///< of the authority
    Instant submittedAt = {};
    bool confirming = false; ///< the second step was begun
    std::optional<std::string> code = {};
};

std::optional<KeptInvoice> findInvoice(Call& call, const Profile& profile, std::string_view document);
/// Locked until the transaction ends.
std::optional<KeptInvoice> lockInvoice(Call& call, const Profile& profile, std::string_view document);
void saveInvoice(Call& call, const Profile& profile, const KeptInvoice& invoice);
void forgetInvoice(Call& call, const Profile& profile, std::string_view document);
/// The identifiers of stored invoices that wait for their second step.
std::set<std::string> pendingInvoices(Call& call, const Profile& profile);

} // namespace svc::emcf
