#pragma once

#include "host/auth/key_memory.hpp"
#include "host/core/services.hpp"
#include "host/http/pipeline/exchange.hpp"

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace svc::host::auth {

/// Authenticates the caller with one statement per request: the digest of a key finds the key, its company
/// and its scopes; the digest of a session token finds the person and, when a company is named, the
/// membership, the role and the company. A cached key is valid only when the database confirms it for the
/// same request, so a revocation takes effect with the next one (reliability 6).
class DatabaseGatekeeper : public http::Gatekeeper {
public:
    /// `modules`: ids of the enabled plugins, for the company record. `links`: opens the tokens of public
    /// addresses. Services and links must outlive it.
    DatabaseGatekeeper(Services& services, std::vector<std::string> modules,
                       const PublicLinks* links = nullptr)
        : services_(services), modules_(std::move(modules)), links_(links) {}

    Entrance enter(std::optional<std::string_view> authorization, std::optional<std::string_view> companyId,
                   std::string_view address) override;
    std::unique_ptr<Recollection> recall(std::optional<std::string_view> authorization,
                                         std::optional<std::string_view> companyId,
                                         std::string_view address) override;
    std::optional<CompanyFacts> company(const Uuid& id) override;
    std::optional<CompanyFacts> companyOfSlug(std::string_view slug) override;
    std::optional<PublicDocument> publicDocument(std::string_view token) override;

private:
    Entrance enterWithKey(std::string_view key, std::optional<Uuid> company, std::string_view address);
    Entrance enterWithSession(std::string_view token, std::optional<Uuid> company);
    /// 0 without a flusher.
    db::Flusher::Life flusherLife() const;

    Services& services_;
    std::vector<std::string> modules_;
    const PublicLinks* links_;
    KeyMemory memory_;
};

} // namespace svc::host::auth
