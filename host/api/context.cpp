#include "host/api/context.hpp"

namespace svc::host::api {

Handlers apiHandlers(ApiContext& context) {
    Handlers handlers;
    addLoginHandlers(handlers, context);
    addPageHandlers(handlers, context);
    addPasswordHandlers(handlers, context);
    addOneTimeCodeHandlers(handlers, context);
    addProfileHandlers(handlers, context);
    addInvitationHandlers(handlers, context);
    addCompanyHandlers(handlers, context);
    addBusinessUnitHandlers(handlers);
    addMemberHandlers(handlers, context);
    addProviderCallHandlers(handlers, context);
    addRoleHandlers(handlers);
    addPlanHandlers(handlers, context);
    addNumberingHandlers(handlers);
    addJobHandlers(handlers);
    addApiKeyHandlers(handlers, context);
    addEventHandlers(handlers);
    addHistoryHandlers(handlers);
    addSecurityChangeHandlers(handlers);
    addAttachmentHandlers(handlers);
    addImportHandlers(handlers, context);
    return handlers;
}

} // namespace svc::host::api
