#include "host/app/regimes_command.hpp"

#include <algorithm>
#include <iostream>

#include <svc/vectors.hpp>

#include "host/app/application.hpp"
#include "host/app/command_line.hpp"
#include "host/app/plugin_commands.hpp"
#include "host/auth/company_record.hpp"
#include "host/core/number_format.hpp"
#include "host/core/unit_of_work.hpp"
#include "host/plugin/plugin.hpp"

namespace svc::host::app {
namespace {

/// The number patterns of the company, applied to each open business unit.
constexpr std::string_view ReadUnits =
    "SELECT u.code, p.pattern FROM svc.business_unit u LEFT JOIN svc.number_pattern p"
    " ON p.company_id = u.company_id AND p.kind = $2 WHERE u.company_id = $1 AND NOT u.archived"
    " ORDER BY u.code";

class RegimeCheck {
public:
    RegimeCheck(Application& application, const plugin::Declaration& declaration)
        : application_(application), declaration_(declaration) {}

    /// Each of these prints what it finds and gives false when something is missing.
    bool vectors();
    bool addresses();
    bool companies(const std::optional<Uuid>& one);

private:
    bool offers(const std::string& command) const {
        return application_.catalogue().command(command) != nullptr;
    }
    std::string verb(const std::string& name) const { return "regime." + declaration_.id + '.' + name; }
    UnitOfWork::Options optionsFor(CompanyFacts company) const {
        UnitOfWork::Options options;
        options.language = company.language;
        options.company = std::move(company);
        return options;
    }
    std::string wrongWith(const Vector& vector);
    Json numbersOf(UnitOfWork& work) const;
    bool company(const CompanyFacts& facts, bool wasNamed);
    static bool tell(bool good, const std::string& subject, const std::string& found) {
        std::cout << (good ? "  ok       " : "  missing  ") << subject << ": " << found << std::endl;
        return good;
    }

    Application& application_;
    const plugin::Declaration& declaration_;
};

/// A test vector needs no company: it holds all of its data.
std::string RegimeCheck::wrongWith(const Vector& vector) try {
    CompanyFacts nobody;
    nobody.timeZone = "UTC";
    nobody.language = "en";
    nobody.json = "{}";
    UnitOfWork work(application_.services(), optionsFor(std::move(nobody)));
    return vectorMismatch(vector, Json::parse(work.command(verb("check"), vector.given.dump())));
} catch (const db::ConnectionLost&) {
    throw;
} catch (const std::exception& error) {
    return error.what();
}

bool RegimeCheck::vectors() {
    std::vector<Vector> all;
    try {
        all = readVectors(declaration_.folder / "vectors");
    } catch (const std::runtime_error& error) {
        return tell(false, "vectors", error.what());
    }
    if (!offers(verb("check"))) {
        return all.empty() ? tell(true, "vectors", "the regime has none")
                           : tell(false, "vectors", "the regime does not offer " + verb("check"));
    }
    if (all.empty()) {
        return tell(false, "vectors", "there are none beside the plugin");
    }
    std::size_t wrong = 0;
    for (const Vector& vector : all) {
        if (const std::string why = wrongWith(vector); !why.empty()) {
            ++wrong;
            tell(false, "vector " + vector.file + ", " + vector.name, why);
        }
    }
    return tell(wrong == 0, "vectors",
                std::to_string(all.size()) + " run, " + std::to_string(wrong) + " wrong");
}

bool RegimeCheck::addresses() {
    const config::PluginBlock* block = application_.configuration().plugins.find(declaration_.id);
    for (const std::string& setting : declaration_.http.settings) {
        if (const auto address = block->settings.optionalText(setting)) {
            return tell(true, "addresses", *address + ", by " + setting + " of the configuration");
        }
    }
    std::string hosts;
    for (const auto& place : declaration_.http.places) {
        hosts += (hosts.empty() ? "" : ", ") + place.host;
    }
    return tell(true, "addresses", hosts.empty() ? "the regime calls nobody" : hosts);
}

Json RegimeCheck::numbersOf(UnitOfWork& work) const {
    Json numbers = Json::array();
    for (const NumberKind& kind : application_.catalogue().numberKinds()) {
        const db::Rows rows = work.db().query(ReadUnits, {work.company().id.toString(), kind.kind});
        for (std::size_t row = 0; row < rows.count(); ++row) {
            const std::string_view code = rows.text(row, 0);
            numbers.push(Json::object(
                {{"kind", kind.kind},
                 {"businessUnit", code},
                 {"number", formatNumber(rows.cell(row, 1).value_or(kind.pattern), 1, work.today(), code)}}));
        }
    }
    return numbers;
}

bool RegimeCheck::company(const CompanyFacts& facts, bool wasNamed) {
    UnitOfWork work(application_.services(), optionsFor(facts));
    work.db().readOneSnapshot();
    const Json input = Json::object({{"regime", declaration_.id}, {"numbers", numbersOf(work)}});
    const Json answer = Json::parse(work.command("fiscal.readiness", input.dump()));
    const std::string state = answer.textOr("state");
    if (!wasNamed && (!answer["fits"].boolean() || state == "available")) {
        return true;
    }
    const Json record = Json::parse(facts.json);
    std::cout << encodeId("com", facts.id) << ' ' << record.textOr("name") << " (" << record.textOr("country")
              << "): " << state << ", " << answer.textOr("mode") << std::endl;
    bool good = true;
    for (const Json& point : answer["points"].items()) {
        good = tell(point["ok"].boolean(), point.textOr("subject"), point.textOr("found")) && good;
    }
    return good;
}

bool RegimeCheck::companies(const std::optional<Uuid>& one) {
    if (!offers("fiscal.readiness")) {
        return tell(false, "companies", "the module compliance is not enabled");
    }
    const db::Rows rows = application_.services().pool.acquire()->query(
        "SELECT " + std::string(auth::CompanyColumns) +
            " FROM svc.company c WHERE $1 = '' OR c.company_id::text = $1 ORDER BY c.company_id",
        {one ? one->toString() : std::string()});
    if (one && rows.empty()) {
        return tell(false, "company", "there is no such company");
    }
    bool good = true;
    for (std::size_t row = 0; row < rows.count(); ++row) {
        good = company(auth::companyFacts(rows, row, 0, application_.modules(),
                                          application_.catalogue().companySettings()),
                       one.has_value()) &&
               good;
    }
    return good;
}

} // namespace

int checkRegimesCommand(const std::vector<std::string>& words) {
    const Arguments arguments(words, {"config", "company"}, {});
    const std::vector<std::string>& ids = arguments.rest();
    if (ids.empty()) {
        throw UsageError("regimes check takes the ids of regimes");
    }
    const std::optional<Uuid> one = companyOption(arguments);
    Application application(loadConfiguration(arguments.option("config").value_or("")));
    std::vector<const plugin::Declaration*> regimes;
    for (const std::string& id : ids) {
        const auto& plugins = application.plugins().loaded();
        const auto plugin = std::find_if(plugins.begin(), plugins.end(),
                                         [&](const auto& loaded) { return loaded->declaration.id == id; });
        if (plugin == plugins.end() ||
            application.catalogue().command("regime." + id + ".describe") == nullptr) {
            std::cerr << "svc-host: no regime " << id
                      << " is enabled; svc-host plugins list names the plugins\n";
            return 3;
        }
        regimes.push_back(&(*plugin)->declaration);
    }
    requireData(application.configuration());
    application.openDatabase(Pending::Refuse, true);
    bool ready = true;
    for (const plugin::Declaration* regime : regimes) {
        std::cout << regime->id << ' ' << regime->version << ": " << regime->name.at("en") << std::endl;
        RegimeCheck check(application, *regime);
        const bool vectors = check.vectors();
        check.addresses();
        ready = check.companies(one) && vectors && ready;
    }
    std::cout << (ready ? "ready" : "not ready") << std::endl;
    return ready ? 0 : 1;
}

} // namespace svc::host::app
