#include "host/api/number_clashes.hpp"

#include "host/core/number_format.hpp"

#include <algorithm>
#include <set>

namespace svc::host::api {
namespace {

constexpr std::string_view ReadPatterns =
    "SELECT kind, pattern, per_business_unit FROM svc.number_pattern WHERE company_id = $1";
constexpr std::string_view ReadPatternChanges =
    "SELECT document_id, changes FROM svc.history WHERE company_id = $1 AND kind = 'numbering'"
    " ORDER BY document_id, at DESC, id DESC";
// The present and former codes of business units.
constexpr std::string_view ReadUnitCodes =
    "SELECT code FROM svc.business_unit WHERE company_id = $1"
    " UNION SELECT change.value ->> 'from' FROM svc.history h, json_array_elements(h.changes) change"
    " WHERE h.company_id = $1 AND h.kind = 'business_unit' AND change.value ->> 'field' = 'code'";
constexpr std::string_view ReadEarlierUnits =
    "SELECT DISTINCT h.document_id FROM svc.history h, json_array_elements(h.changes) change"
    " WHERE h.company_id = $1 AND h.kind = 'business_unit' AND change.value ->> 'field' = 'code'"
    " AND change.value ->> 'from' = $2 AND h.document_id <> $3";
constexpr std::string_view UnitHasNumbers =
    "SELECT 1 FROM svc.number_series WHERE company_id = $1 AND business_unit_id = $2 AND last > preset"
    " LIMIT 1";
constexpr std::string_view ReadUsedSeries =
    "SELECT DISTINCT kind, business_unit_id <> '00000000-0000-0000-0000-000000000000'"
    " FROM svc.number_series WHERE company_id = $1 AND last > preset";

/// What the numbers of a series look like: the pattern with the code of a business unit filled in.
struct Form {
    const NumberRule* rule;
    std::string code;
    std::string pattern;
};

/// The former rules, newest first for each kind, reconstructed from the history of changes.
std::vector<NumberRule> earlierRules(http::Exchange& exchange, const std::vector<NumberRule>& inForce) {
    std::vector<NumberRule> earlier;
    const db::Rows rows = exchange.work->db().query(ReadPatternChanges, {companyText(exchange)});
    for (std::size_t row = 0; row < rows.count(); ++row) {
        const auto isOfKind = [&](const NumberRule& rule) { return rule.kind == rows.text(row, 0); };
        const auto now = std::find_if(inForce.begin(), inForce.end(), isOfKind);
        if (now == inForce.end()) {
            continue;
        }
        NumberRule rule = !earlier.empty() && isOfKind(earlier.back()) ? earlier.back() : *now;
        const Json changes = Json::parse(rows.text(row, 1));
        for (const Json& change : changes.items()) {
            if (change["field"].text() == "pattern") {
                rule.pattern = change["from"].text();
            } else if (change["field"].text() == "perBusinessUnit") {
                rule.perBusinessUnit = change["from"].boolean();
            }
        }
        earlier.push_back(std::move(rule));
    }
    return earlier;
}

/// Keeps the rules whose series have given out numbers.
std::vector<NumberRule> usedOf(http::Exchange& exchange, std::vector<NumberRule> rules) {
    std::set<std::pair<std::string, bool>> used;
    const db::Rows rows = exchange.work->db().query(ReadUsedSeries, {companyText(exchange)});
    for (std::size_t row = 0; row < rows.count(); ++row) {
        used.emplace(std::string(rows.text(row, 0)), rows.text(row, 1) == "t");
    }
    std::erase_if(rules, [&](const NumberRule& rule) {
        return used.count({rule.kind, rule.perBusinessUnit}) == 0;
    });
    return rules;
}

std::vector<std::string> codesOf(http::Exchange& exchange) {
    const db::Rows rows = exchange.work->db().query(ReadUnitCodes, {companyText(exchange)});
    std::vector<std::string> codes;
    for (std::size_t row = 0; row < rows.count(); ++row) {
        codes.emplace_back(rows.text(row, 0));
    }
    return codes;
}

void addForms(std::vector<Form>& forms, const NumberRule& rule, const std::vector<std::string>& codes) {
    if (!holdsUnit(rule.pattern)) {
        forms.push_back({&rule, "", rule.pattern});
        return;
    }
    for (const std::string& code : codes) {
        forms.push_back({&rule, code, withUnit(rule.pattern, code)});
    }
}

bool isOneSeries(const Form& one, const Form& other) {
    return one.rule->kind == other.rule->kind && one.rule->perBusinessUnit == other.rule->perBusinessUnit &&
           (one.code == other.code || one.code.empty() || other.code.empty());
}

/// Could both forms give the same number? Within one series each counter value is used once, but after a
/// change of the pattern, counter 11 may be written as counter 1 was before.
bool meet(const Form& one, const Form& other, int year) {
    if (isOneSeries(one, other)) {
        return !numbersStandAlike(one.pattern, other.pattern) &&
               patternsMeet(withYear(one.pattern, year), withYear(other.pattern, year));
    }
    return patternsMeet(one.pattern, other.pattern);
}

bool anyMeet(http::Exchange& exchange, const std::vector<Form>& asked, const std::vector<Form>& present) {
    const Catalogue& catalogue = exchange.work->services().catalogue;
    const int year = exchange.work->today().year();
    const auto pluginOf = [&](const Form& form) { return catalogue.numberKind(form.rule->kind)->plugin; };
    return std::any_of(asked.begin(), asked.end(), [&](const Form& one) {
        return std::any_of(present.begin(), present.end(), [&](const Form& other) {
            return pluginOf(one) == pluginOf(other) && meet(one, other, year);
        });
    });
}

} // namespace

std::vector<NumberRule> numberRules(http::Exchange& exchange) {
    std::vector<NumberRule> rules;
    for (const NumberKind& kind : exchange.work->services().catalogue.numberKinds()) {
        rules.push_back({kind.kind, kind.pattern, kind.perBusinessUnit});
    }
    const db::Rows patterns = exchange.work->db().query(ReadPatterns, {companyText(exchange)});
    for (std::size_t row = 0; row < patterns.count(); ++row) {
        for (NumberRule& rule : rules) {
            if (rule.kind == patterns.text(row, 0)) {
                rule.pattern = patterns.text(row, 1);
                rule.perBusinessUnit = patterns.text(row, 2) == "t";
            }
        }
    }
    return rules;
}

bool clashes(http::Exchange& exchange, const NumberRule& rule) {
    const std::vector<std::string> codes = codesOf(exchange);
    const std::vector<NumberRule> inForce = numberRules(exchange);
    std::vector<NumberRule> had = earlierRules(exchange, inForce);
    had.insert(had.end(), inForce.begin(), inForce.end());
    had = usedOf(exchange, std::move(had));
    std::vector<Form> asked;
    addForms(asked, rule, codes);
    std::vector<Form> present = asked;
    for (const NumberRule& other : inForce) {
        if (other.kind != rule.kind) {
            addForms(present, other, codes);
        }
    }
    for (const NumberRule& other : had) {
        addForms(present, other, codes);
    }
    return anyMeet(exchange, asked, present);
}

bool clashes(http::Exchange& exchange, const Uuid& unit, const std::string& code) {
    db::Transaction& transaction = exchange.work->db();
    const db::Rows earlier =
        transaction.query(ReadEarlierUnits, {companyText(exchange), code, encodeId("bus", unit)});
    for (std::size_t row = 0; row < earlier.count(); ++row) {
        const auto other = decodeId("bus", earlier.text(row, 0));
        if (other && !transaction.query(UnitHasNumbers, {companyText(exchange), other->toString()}).empty()) {
            return true;
        }
    }
    std::vector<std::string> codes = codesOf(exchange);
    codes.push_back(code);
    const std::vector<NumberRule> inForce = numberRules(exchange);
    const std::vector<NumberRule> had = usedOf(exchange, earlierRules(exchange, inForce));
    std::vector<Form> asked;
    std::vector<Form> present;
    for (const NumberRule& rule : inForce) {
        addForms(present, rule, codes);
        if (holdsUnit(rule.pattern)) {
            addForms(asked, rule, {code});
        }
    }
    for (const NumberRule& rule : had) {
        addForms(present, rule, codes);
    }
    return anyMeet(exchange, asked, present);
}

} // namespace svc::host::api
