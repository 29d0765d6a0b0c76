#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "regime/store.hpp"

namespace svc::compliance {

/// The self-description of a regime (regime.<id>.describe).
struct Regime {
    std::string id;
    std::string name;
    std::optional<std::string> country; ///< nothing: for every country
    api::FiscalRegimeKind kind = api::FiscalRegimeKind::Reporting;
    bool offline = false; ///< may work without the authority
    Json settingsSchema = Json::object();
    std::vector<verbs::RegimeSetting> requiredSettings;
    verbs::LostAnswers lost; ///< by operation

    /// Documents it accepts: invoice, ticket, credit_note; others are not submitted automatically.
    std::vector<std::string> documents = {"invoice"};

    bool isSecret(std::string_view setting) const;
    /// A secret that is a private key, with its certificate.
    bool isKey(std::string_view setting) const;
    /// Is it a key by which the authority identifies the company in the TLS handshake?
    bool isClientCertificate(std::string_view setting) const;
    /// Is it a key that is of no use without its certificate?
    bool needsCertificate(std::string_view setting) const;
    /// The signature that a key must be able to make; nothing: any key will do.
    std::optional<std::string> algorithmOf(std::string_view setting) const;
    bool takes(std::string_view document) const;
    /// The required settings that the company has not given, by name.
    std::vector<std::string> missingIn(const RegimeSettings& own) const;
};

/// A member that is an instant in ISO 8601.
std::optional<Instant> instantIn(const Json& facts, std::string_view name);

/// The enabled plugins that are regimes, by id.
std::vector<Regime> allRegimes(Call& call);
/// Refuses with 404 regime-not-found.
const Regime& requireRegime(Call& call, std::string_view id);
/// The display name; the identifier when its plugin is not loaded any more.
std::string nameOf(Call& call, std::string_view id);
bool fitsCompany(Call& call, const Regime& regime);
/// The enabled regime for a manual submission: the named one, else the first that does more than keep a
/// journal. A regime that seals and sends nothing cannot be submitted to. Refuses with regime-not-enabled.
Regime regimeToSubmitTo(Call& call, const std::optional<std::string>& wished);

} // namespace svc::compliance
