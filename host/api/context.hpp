#pragma once

#include "host/api/company_maker.hpp"
#include "host/api/import_runs.hpp"
#include "host/api/support.hpp"
#include "host/auth/key_requests.hpp"
#include "host/auth/sealer.hpp"
#include "host/config/config.hpp"
#include "host/config/countries.hpp"
#include "host/mail/outbox.hpp"
#include "host/openapi/contract.hpp"

#include <functional>
#include <string>
#include <vector>

namespace svc::host::api {

/// What an installation decides about the host's own routes.
struct ApiOptions {
    config::SignUp signup = config::SignUp::Open;
    /// Ids of the enabled plugins, in the order of the configuration.
    std::vector<std::string> modules;
    /// Plan of companies that people create themselves.
    std::string standardPlan = "standard";
    /// Seals the secrets of one-time codes.
    auth::Sealer codeSealer{std::string()};
    /// The address at which clients reach the service, without a final slash.
    std::function<std::string()> publicUrl;
    /// The operation that creates a record of a kind named by its collection (partners); nullptr when there
    /// is none.
    std::function<const openapi::Operation*(std::string_view kind)> creationOf;
    /// Writer of the request log; flushed before a key's log is read. May be null.
    auth::KeyRequestWriter* keyRequests = nullptr;
};

/// State that the handlers share. Created once. Services, countries and outbox must outlive it, and it must
/// outlive the server.
struct ApiContext {
    ApiContext(Services& hostServices, const config::Countries& hostCountries, const mail::Outbox& outbox,
               ApiOptions apiOptions)
        : services(hostServices), countries(hostCountries), options(std::move(apiOptions)),
          maker(services, countries, options.modules), mail(outbox), imports(services) {}

    Services& services;
    const config::Countries& countries;
    ApiOptions options;
    CompanyMaker maker;
    const mail::Outbox& mail;
    ImportRuns imports;
};

/// The handlers of every operation of openapi.yaml; each holds a reference to the context.
Handlers apiHandlers(ApiContext& context);

// The parts of apiHandlers.
void addLoginHandlers(Handlers& handlers, ApiContext& context);
void addPageHandlers(Handlers& handlers, ApiContext& context);
void addPasswordHandlers(Handlers& handlers, ApiContext& context);
void addOneTimeCodeHandlers(Handlers& handlers, ApiContext& context);
void addProfileHandlers(Handlers& handlers, ApiContext& context);
void addInvitationHandlers(Handlers& handlers, ApiContext& context);
void addSecurityChangeHandlers(Handlers& handlers);
void addCompanyHandlers(Handlers& handlers, ApiContext& context);
void addBusinessUnitHandlers(Handlers& handlers);
void addMemberHandlers(Handlers& handlers, ApiContext& context);
void addProviderCallHandlers(Handlers& handlers, ApiContext& context);
void addRoleHandlers(Handlers& handlers);
void addPlanHandlers(Handlers& handlers, ApiContext& context);
void addNumberingHandlers(Handlers& handlers);
void addJobHandlers(Handlers& handlers);
void addApiKeyHandlers(Handlers& handlers, ApiContext& context);
void addEventHandlers(Handlers& handlers);
void addHistoryHandlers(Handlers& handlers);
void addAttachmentHandlers(Handlers& handlers);
void addImportHandlers(Handlers& handlers, ApiContext& context);

} // namespace svc::host::api
