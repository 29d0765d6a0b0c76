// The tax number of the company, and the validation code of each series that its numbers use.
#include <map>
#include <string>

#include "bindings.hpp"
#include "rules/document.hpp"

namespace svc::pt_certified {

commands::ReadyOutput commands::ready(Call& call, const commands::ReadyInput& input) {
    commands::ReadyOutput told;
    const auto add = [&](bool good, const std::string& subject, const std::string& found) {
        told.points.push_back({.ok = good, .subject = subject, .found = found});
    };
    const std::string issuer = withoutPrefix(call.company().vatNumber.value_or(""));
    add(isNif(issuer), "VAT number of the company", issuer.empty() ? "none" : issuer);
    std::map<std::string, std::string> series; // by name: the documents that use the series
    for (const auto& one : input.numbers) {
        const std::string& kind = one.kind;
        const auto number = seriesOf(one.number);
        if (number && (kind == "invoice" || kind == "ticket" || kind == "credit_note")) {
            series.try_emplace(number->series,
                               kind + (kind == "ticket" ? ", business unit " + one.businessUnit : ""));
        }
    }
    for (const auto& [name, use] : series) {
        const std::string code = input.settings["series"].textOr(name);
        add(!code.empty(), "series " + name + " (" + use + ')',
            code.empty() ? "no validation code of the tax authority" : code);
    }
    return told;
}

} // namespace svc::pt_certified
