#include "host/app/module_verification.hpp"

#include <algorithm>

#include <svc/json.hpp>

#include "host/auth/company_record.hpp"
#include "host/core/unit_of_work.hpp"

namespace svc::host::app {

std::vector<std::string> verifyingCommands(Application& application) {
    std::vector<std::string> commands = application.catalogue().commandNames("");
    std::erase_if(commands, [](const std::string& name) { return !name.ends_with(".verify"); });
    std::erase(commands, "secrets.verify"); // a command of the host that verifies one signature
    return commands;
}

void verifyModules(Application& application, const std::vector<std::string>& commands,
                   const std::optional<Uuid>& company, const Verification::Listener& listener) {
    if (commands.empty()) {
        return;
    }
    const std::string one = company ? company->toString() : std::string();
    const db::Rows companies = application.services().pool.acquire()->query(
        "SELECT " + std::string(auth::CompanyColumns) +
            " FROM svc.company c WHERE $1 = '' OR c.company_id::text = $1 ORDER BY c.company_id",
        {one});
    for (const std::string& command : commands) {
        const Invariant check{command, "", ""};
        listener.begin(check);
        for (std::size_t row = 0; row < companies.count(); ++row) {
            UnitOfWork::Options options;
            options.company = auth::companyFacts(companies, row, 0, application.modules(),
                                                 application.catalogue().companySettings());
            options.language = options.company.language;
            const std::string id = encodeId("com", options.company.id);
            try {
                UnitOfWork work(application.services(), std::move(options));
                work.db().readOneSnapshot();
                const Json answer = Json::parse(work.command(command, "{}"));
                for (const Json& found : answer["violations"].items()) {
                    listener.violation(check, {id, found["subject"].text(), found["expected"].text(),
                                               found["found"].text()});
                }
            } catch (const db::ConnectionLost&) {
                throw;
            } catch (const std::exception& error) {
                listener.failure(check, id + ": " + error.what());
            }
        }
    }
}

} // namespace svc::host::app
