#include "paper/wording_book.hpp"
#include "receive.hpp"
#include "rules/page.hpp"

namespace svc::receiving {
namespace {

/// The page has its own style; scripts and any other resources are blocked.
constexpr std::string_view PagePolicy =
    "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'; base-uri 'none'";

} // namespace

Response viewSupplierInvoice(Request& request, const api::ViewSupplierInvoiceParameters& parameters) {
    const StoredInvoice found = requireInvoice(findInvoice(request, parameters.supplierInvoiceId));
    const einvoice::ReceivedInvoice received = readStored(request, found);
    const std::string& country = request.company().country;
    const paper::Reader reader{.language = std::string(request.language()),
                               .homeCountry = country,
                               .say = paper::wordingBook().in(request.language(), country),
                               .form = paper::ReaderForm::of(request.language(), country)};
    return Response::bytes(200, "text/html; charset=utf-8",
                           invoicePage(received, einvoice::checkReceived(received), reader))
        .header("Content-Security-Policy", PagePolicy)
        .header("Vary", "Accept-Language");
}

} // namespace svc::receiving
