#include "site.hpp"

#include <svc/data_folder.hpp>
#include <svc/encoding.hpp>

#include "bindings.hpp"
#include "rules/manifest.hpp"

namespace svc::console {
namespace {

constexpr std::string_view ContentSecurityPolicy =
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; font-src 'self'; "
    "connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types svc-worker";

constexpr std::string_view NotBuilt =
    "<!DOCTYPE html><html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" "
    "content=\"width=device-width\"><title>Console</title></head><body><main><h1>The web console was not "
    "built</h1><p>The service runs, and its API answers. Its web application is built with Node 18.20 or later and "
    "npm: install both, build the service again (<code>host/run</code>, or <code>cmake -DSVC_CONSOLE=ON</code> to "
    "see why it cannot be built), and start it again. The packages of the service have it "
    "built.</p></main></body></html>";

StaticFile pageOf(const StaticFiles& application) {
    const StaticFile* page = application.find("index.html");
    return page == nullptr ? StaticFile(contentTypeOf("index.html"), std::string(NotBuilt)) : *page;
}

std::map<std::string, StaticFile, std::less<>> extensionsOf(const Json& contributions) {
    std::map<std::string, StaticFile, std::less<>> files;
    for (const Json& plugin : contributions["plugins"].items()) {
        for (const Json& asset : plugin["assets"].items()) {
            const std::string& name = asset["name"].text();
            auto content = base64Decode(asset["content"].text());
            if (!content) {
                throw Fault("the content of " + name + " is not base 64");
            }
            files.emplace(extensionPath(plugin["id"].text(), plugin["digest"].text(), name),
                          StaticFile(contentTypeOf(name), std::move(*content)));
        }
    }
    return files;
}

Site readSite(Call& call) {
    const Json settings = Call::settings();
    const std::string folder = settings.textOr("folder", dataFolder() + "/app");
    const Json contributions = calls::host::contributions(call);
    const bool extensions = settings.optionalBool("extensions").value_or(true);
    StaticFiles application = StaticFiles::read(folder);
    StaticFile page = pageOf(application);
    const ManifestFacts facts{settings.textOr("title", "Console"), page.tag(), extensions};
    return {std::move(page), std::move(application),
            StaticFile("application/json", manifestOf(contributions, facts).dump()),
            extensions ? extensionsOf(contributions) : std::map<std::string, StaticFile, std::less<>>()};
}

} // namespace

const Site& site(Call& call) {
    static const Site theSite = readSite(call);
    return theSite;
}

Response secured(Response response) {
    response.header("Content-Security-Policy", ContentSecurityPolicy)
        .header("X-Content-Type-Options", "nosniff")
        .header("Referrer-Policy", "no-referrer")
        .header("Cross-Origin-Opener-Policy", "same-origin")
        .header("Permissions-Policy", "camera=(self), geolocation=(), microphone=()");
    return response;
}

Response keptForAYear(const Request& request, const StaticFile& file) {
    return secured(file.answer(request, "public, max-age=31536000, immutable"));
}

Response revalidated(const Request& request, const StaticFile& file) {
    return secured(file.answer(request, "no-cache"));
}

} // namespace svc::console
