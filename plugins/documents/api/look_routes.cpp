#include <algorithm>

#include <svc/encoding.hpp>
#include <svc/error.hpp>

#include "api/routes.hpp"
#include "store/look_store.hpp"

namespace svc::documents {
namespace {

constexpr std::size_t LargestLogo = 256 * 1024;
constexpr std::string_view PngSignature = "\x89PNG\r\n\x1a\n";

Json lookJson(const StoredLook& stored) {
    std::string logo = base64UrlEncode(stored.look.logo);
    for (char& c : logo) {
        c = c == '-' ? '+' : c == '_' ? '/' : c;
    }
    const auto text = [](const std::string& value) { return value.empty() ? Json(nullptr) : Json(value); };
    return Json::object({{"accentColor", stored.look.accent},
                         {"logo", text(logo)},
                         {"introduction", text(stored.look.introduction)},
                         {"footer", text(stored.look.footer)},
                         {"version", stored.version}});
}

/// A PNG in base64, standard or URL alphabet, with or without padding.
std::string logoIn(const Json& body) {
    std::string text = body.textOr("logo");
    for (char& c : text) {
        c = c == '+' ? '-' : c == '/' ? '_' : c;
    }
    while (!text.empty() && text.back() == '=') {
        text.pop_back();
    }
    const auto bytes = base64UrlDecode(text);
    if (!bytes || bytes->size() > LargestLogo || !bytes->starts_with(PngSignature)) {
        throw fieldInvalid("logo");
    }
    return *bytes;
}

} // namespace

Response readLookRoute(Request& request) {
    return Response::json(200, lookJson(findLook(request)));
}

Response writeLookRoute(Request& request) {
    StoredLook stored = findLook(request);
    request.checkVersion(stored.version);
    const Json& body = request.body();
    stored.look.accent = body.optionalText("accentColor").value_or(Look().accent);
    stored.look.logo = body["logo"].isNull() ? std::string() : logoIn(body);
    stored.look.introduction = body.textOr("introduction");
    stored.look.footer = body.textOr("footer");
    ++stored.version;
    saveLook(request, stored);
    request.history("company", encodeId("com", request.companyId()), "documents.look_changed");
    return Response::json(200, lookJson(stored)).etag(stored.version);
}

} // namespace svc::documents
