#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "regime/store.hpp"

namespace svc::compliance {

/// What a regime tells of itself (regime.<id>.describe).
struct Regime {
    std::string id;
    std::string name;
    std::optional<std::string> country; ///< nothing: of every country
    api::FiscalRegimeKind kind = api::FiscalRegimeKind::Reporting;
    bool offline = false; ///< may work without the authority
    Json settingsSchema = Json::object();
    std::vector<Json> requiredSettings; ///< { name, type, secret, use }
    Json lost = Json::object();         ///< by operation: retry, readFirst or hold

    /// What it takes: invoice, ticket, credit_note; others are not submitted to it by themselves.
    std::vector<std::string> documents = {"invoice"};

    bool isSecret(std::string_view setting) const;
    /// A secret that is a private key, with its certificate.
    bool isKey(std::string_view setting) const;
    /// A key by which the regime is known to its authority in the TLS handshake.
    bool isClientCertificate(std::string_view setting) const;
    bool takes(std::string_view document) const;
    /// The required settings that the company has not given, by name.
    std::vector<std::string> missingIn(const RegimeSettings& own) const;
};

/// A member that is an instant in ISO 8601.
std::optional<Instant> instantIn(const Json& facts, std::string_view name);

/// regime.<id>.<verb>
std::string verbOf(std::string_view regime, std::string_view verb);

/// The enabled plugins that are regimes, by id.
std::vector<Regime> allRegimes(Call& call);
/// Refuses with 404 regime-not-found.
const Regime& requireRegime(Call& call, std::string_view id);
/// As people read it; the identifier when its plugin is not there any more.
std::string nameOf(Call& call, std::string_view id);
bool fitsCompany(Call& call, const Regime& regime);
/// The enabled regime that documents are submitted to by hand: the one named, else the first that keeps no
/// mere journal. One that seals and sends nothing has nobody to submit to. Refuses with regime-not-enabled.
Regime regimeToSubmitTo(Call& call, const std::optional<std::string>& wished);

} // namespace svc::compliance
