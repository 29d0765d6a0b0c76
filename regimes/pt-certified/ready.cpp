#include "ready.hpp"

#include <map>
#include <string>

#include "rules/document.hpp"

namespace svc::pt_certified {

Json ready(Call& call, const Json& input) {
    Json points = Json::array();
    const auto add = [&](bool good, const std::string& subject, const std::string& found) {
        points.push(Json::object({{"ok", good}, {"subject", subject}, {"found", found}}));
    };
    const std::string issuer = withoutPrefix(call.company().vatNumber.value_or(""));
    add(isNif(issuer), "VAT number of the company", issuer.empty() ? "none" : issuer);
    std::map<std::string, std::string> series; // by name: the documents that use the series
    for (const Json& one : input["numbers"].items()) {
        const std::string kind = one.textOr("kind");
        const auto number = seriesOf(one.textOr("number"));
        if (number && (kind == "invoice" || kind == "ticket" || kind == "credit_note")) {
            series.try_emplace(number->series,
                               kind +
                                   (kind == "ticket" ? ", business unit " + one.textOr("businessUnit") : ""));
        }
    }
    for (const auto& [name, use] : series) {
        const std::string code = input["settings"]["series"].textOr(name);
        add(!code.empty(), "series " + name + " (" + use + ')',
            code.empty() ? "no validation code of the tax authority" : code);
    }
    return Json::object({{"points", std::move(points)}});
}

} // namespace svc::pt_certified
