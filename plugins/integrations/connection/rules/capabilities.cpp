// The benefits of connecting a provider, as texts for a settings page.
#include "connection/rules/capabilities.hpp"

#include <array>
#include <string_view>
#include <utility>

namespace svc::integrations {
namespace {

constexpr std::array<std::pair<std::string_view, std::string_view>, 11> Descriptions = {{
    {"archive", "Keeps the PDF of a sale, quote, purchase or credit note at the provider."},
    {"bank-lines",
     "Fetches the lines of the bank account into the wallet of the settings, to be reconciled."},
    {"mail", "Sends messages about documents, such as invoices and reminders, through this server."},
    {"orders", "Fetches the orders of the shop, which somebody accepts as sales or rejects."},
    {"payment-link", "Makes pages where customers pay a sale or a quote, and records what they paid."},
    {"payouts", "Fetches what the provider pays out to the bank, so that its bank line can be reconciled."},
    {"push-to-phone", "Asks the customer's telephone to pay a sale, and records the payment."},
    {"rates", "Fetches exchange rates each day."},
    {"signature", "Sends a quote or a sale to be signed, and keeps the signed PDF with it."},
    {"time-entries", "Fetches the hours that were tracked, to be billed."},
    {"transmission", "Hands electronic invoices to their receivers through this access point."},
}};

} // namespace

Json describeCapabilities(const Json& capabilities) {
    Json known = Json::object();
    for (const Json& capability : capabilities.items()) {
        for (const auto& [name, description] : Descriptions) {
            if (capability.isString() && capability.text() == name) {
                known.set(name, description);
            }
        }
    }
    return known;
}

} // namespace svc::integrations
