#include "provider/provider.hpp"
#include "provider/store.hpp"

namespace svc::integrations {
namespace {

constexpr std::string_view Collection = "provider-calls";

} // namespace

Answer<200, api::ProviderCallPage> listProviderCalls(Request& request,
                                                     const api::ListProviderCallsParameters& parameters) {
    requireProvider(request, parameters.provider);
    const std::string collection = std::string(Collection) + ' ' + parameters.provider;
    std::optional<Uuid> before;
    if (parameters.cursor && !parameters.cursor->empty()) {
        before = Uuid::parse(request.openCursor(collection, *parameters.cursor));
        if (!before) {
            throw ApiError(400, "cursor-invalid");
        }
    }
    api::ProviderCallPage page{.data = listCalls(request, parameters.provider, before, parameters.limit + 1),
                               .nextCursor = parameters.cursor.value_or("")};
    page.hasMore = static_cast<std::int64_t>(page.data.size()) > parameters.limit;
    if (page.hasMore) {
        page.data.pop_back();
    }
    if (!page.data.empty()) {
        page.nextCursor = request.sealCursor(collection, page.data.back().id);
    }
    return page;
}

} // namespace svc::integrations
