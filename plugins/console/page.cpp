#include "bindings.hpp"
#include "site.hpp"

namespace svc::console {

Response readConsole(Request& request) {
    return revalidated(request, site(request).page);
}

Response readConsolePage(Request& request, const api::ReadConsolePageParameters& parameters) {
    // No page of the application: an address of a file that has too many or too few segments.
    for (const std::string_view files : {"assets", "ext", "manifest.json"}) {
        if (parameters.page == files || parameters.page.starts_with(std::string(files) + '/')) {
            throw ApiError(404, "not-found");
        }
    }
    return revalidated(request, site(request).page);
}

} // namespace svc::console
