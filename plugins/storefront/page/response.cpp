#include "page/response.hpp"

#include <svc/text.hpp>

#include "page/rules/page.hpp"

namespace svc::storefront {

bool isForm(const Request& request) {
    return lowerAscii(request.header("Content-Type").value_or("")).find("x-www-form-urlencoded") !=
           std::string::npos;
}

bool wantsJson(const Request& request, bool fallback) {
    const std::string_view accept = request.header("Accept").value_or("");
    const std::size_t html = accept.find("text/html");
    const std::size_t json = accept.find("application/json");
    return html == json ? fallback : json < html;
}

Response htmlResponse(int status, std::string html) {
    return Response::bytes(status, "text/html; charset=utf-8", std::move(html))
        .header("Content-Security-Policy", ContentSecurityPolicy);
}

const paper::ReaderForm& guestForm(Call& call) {
    return paper::ReaderForm::of(call.language(), call.companyRecord().textOr("country"));
}

} // namespace svc::storefront
