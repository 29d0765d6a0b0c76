#include "host/app/company_command.hpp"

#include <iostream>
#include <string_view>
#include <utility>

#include "host/api/company_maker.hpp"
#include "host/api/demonstration.hpp"
#include "host/app/application.hpp"
#include "host/app/command_line.hpp"
#include "host/app/plugin_commands.hpp"

namespace svc::host::app {
namespace {

/// The code of the API in the words of the command line.
std::string refusal(std::string_view code) {
    constexpr std::pair<std::string_view, std::string_view> Options[] = {
        {":name", "--name"}, {":ownerEmail", "--owner-email"}, {"country-unsupported:", "--country"}};
    for (const auto& [part, option] : Options) {
        if (code.find(part) != std::string_view::npos) {
            return std::string(option) + " is not accepted: " + std::string(code);
        }
    }
    return "refused: " + std::string(code);
}

} // namespace

int createCompanyCommand(const std::vector<std::string>& words) {
    const Arguments arguments(words, {"config", "name", "country", "owner-email"}, {});
    api::Demonstration::Order order;
    order.name = arguments.required("name");
    order.country = arguments.required("country");
    order.ownerEmail = arguments.required("owner-email");
    order.withData = false;
    Application application(loadConfiguration(arguments.option("config").value_or("")));
    requireData(application.configuration());
    // A running service has applied the migrations already; the command never does.
    application.openDatabase(Pending::Refuse, true);
    order.baseUrl = application.configuration().publicUrl(application.configuration().server.port);
    api::CompanyMaker maker(application.services(), application.countries(), application.modules());
    try {
        std::cout << api::Demonstration(application.services(), maker).make(order).dump() << '\n';
    } catch (const ApiError& error) {
        std::cerr << "svc-host: " << refusal(error.code()) << '\n';
        return 3;
    }
    return 0;
}

} // namespace svc::host::app
