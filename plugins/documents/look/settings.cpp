#include <algorithm>

#include <bindings.hpp>
#include <svc/encoding.hpp>

#include "look/store.hpp"
#include "pdf/png_image.hpp"

namespace svc::documents {
namespace {

constexpr std::size_t LargestLogo = 256 * 1024;

api::DocumentLook shown(const StoredLook& stored) {
    std::string logo = base64UrlEncode(stored.look.logo);
    for (char& c : logo) {
        c = c == '-' ? '+' : c == '_' ? '/' : c;
    }
    const auto text = [](const std::string& value) {
        return value.empty() ? std::nullopt : std::optional(value);
    };
    return {.accentColor = stored.look.accent,
            .logo = text(logo),
            .introduction = text(stored.look.introduction),
            .footer = text(stored.look.footer),
            .version = stored.version};
}

/// A PNG in base64, standard or URL alphabet, with or without padding.
std::string logoIn(const Json& logo) {
    std::string text(trim(logo.text()));
    for (char& c : text) {
        c = c == '+' ? '-' : c == '/' ? '_' : c;
    }
    while (!text.empty() && text.back() == '=') {
        text.pop_back();
    }
    const auto bytes = base64UrlDecode(text);
    if (!bytes || bytes->size() > LargestLogo || !PngImage(*bytes)) {
        throw fieldInvalid("logo");
    }
    return *bytes;
}

} // namespace

Answer<200, api::DocumentLook> getDocumentSettings(Request& request) {
    return shown(findLook(request));
}

Answer<200, api::DocumentLook> putDocumentSettings(Request& request, const api::DocumentLookInput& body) {
    StoredLook stored = findLook(request);
    request.checkVersion(stored.version);
    stored.look.accent = body.accentColor.value_or(Look().accent);
    stored.look.logo = body.logo.isNull() ? std::string() : logoIn(body.logo);
    stored.look.introduction = body.introduction.value_or("");
    stored.look.footer = body.footer.value_or("");
    ++stored.version;
    saveLook(request, stored);
    request.history("company", request.shownCompanyId().toString(), "documents.look_changed");
    return Answer<200, api::DocumentLook>(shown(stored)).etag(stored.version);
}

} // namespace svc::documents
