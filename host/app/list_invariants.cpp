#include "host/app/list_invariants.hpp"

#include "host/db/quoting.hpp"

namespace svc::host::app {
namespace {

constexpr const char* Sums[] = {"sum1", "sum2", "sum3", "sum4", "sum5"};

std::string sums(const std::string& before, const std::string& behind) {
    std::string text;
    for (const char* sum : Sums) {
        text += ", " + before + sum + behind;
    }
    return text;
}

/// The folded counts, plus the changes that are not folded yet, minus the records must be zero.
std::string countsSql(const ListDeclaration& list) {
    const std::string name = db::quoteLiteral(list.name);
    const std::string grains = " CROSS JOIN (VALUES ('d'), ('m')) AS g (grain)";
    const auto day = [](const std::string& date) {
        return "CASE g.grain WHEN 'm' THEN date_trunc('month', coalesce(" + date +
               ", '0001-01-01'))::date ELSE coalesce(" + date + ", '0001-01-01') END";
    };
    return "SELECT t.company_id, 'list " + list.name +
           " ' || t.grain || ' ' || t.date || ' ' || t.filters::text, 'what the records are',"
           " sum(t.documents) || ' records more, with ' || concat_ws(', '" +
           sums("sum(t.", ")") + ") FROM (SELECT company_id, grain::text AS grain, date, filters, documents" +
           sums("", "") + " FROM svc.list_count WHERE list = " + name +
           " UNION ALL SELECT c.company_id, g.grain, " + day("c.date") + ", c.filters, c.sign" +
           sums("c.sign * c.", "") + " FROM svc.list_change c" + grains +
           " WHERE c.sign <> 0 AND c.list = " + name + " UNION ALL SELECT v.company_id, g.grain, " +
           day("v.date") + ", v.filters, -1" + sums("-v.", "") + " FROM (SELECT " +
           ListTriggers(list).values("r") + " FROM " + list.table +
           " r) AS v (company_id, list, id, date, filters, sum1, sum2, sum3, sum4, sum5)" + grains +
           ") t GROUP BY t.company_id, t.grain, t.date, t.filters HAVING (sum(t.documents)" +
           sums("sum(t.", ")") + ") <> (0, 0, 0, 0, 0, 0)";
}

std::string wordsSql(const ListDeclaration& list) {
    const std::string name = db::quoteLiteral(list.name);
    const std::string kept =
        "SELECT company_id, record_id, unnest(words) AS word FROM svc.list_record WHERE list = " + name;
    const std::string found = "SELECT company_id, record_id, word FROM svc.list_word WHERE list = " + name;
    const auto only = [&](const std::string& some, const std::string& others, const std::string& where) {
        return " UNION ALL SELECT d.company_id, 'list " + list.name +
               ", record ' || d.record_id, 'the same words', d.word || ' in " + where + " alone' FROM (" +
               some + " EXCEPT " + others + ") d";
    };
    return "SELECT coalesce(r.company_id, k.company_id) AS company_id, 'list " + list.name +
           ", record ' || coalesce(r.id, k.record_id), coalesce(svc.list_words_of_" + list.identifier() +
           "(r.company_id, r.id)::text, 'no record'), coalesce(k.words::text, 'no words') FROM " +
           list.table + " r FULL JOIN (SELECT * FROM svc.list_record WHERE list = " + name +
           ") k ON k.company_id = r.company_id AND k.record_id = r.id WHERE k.words IS DISTINCT FROM"
           " svc.list_words_of_" +
           list.identifier() +
           "(r.company_id, r.id) AND NOT EXISTS (SELECT FROM svc.list_change c WHERE c.list = " + name +
           " AND c.words AND c.company_id = coalesce(r.company_id, k.company_id) AND c.record_id ="
           " coalesce(r.id, k.record_id))" +
           only(kept, found, "svc.list_record") + only(found, kept, "svc.list_word");
}

} // namespace

std::vector<Invariant> listInvariants(const ListDeclaration& list) {
    std::vector<Invariant> invariants;
    if (list.isCounted()) {
        invariants.push_back(
            {list.name + ".counts", "What is counted of the list is what its records are.", countsSql(list)});
    }
    if (list.isSearched()) {
        invariants.push_back(
            {list.name + ".words", "The words of the list are those of its records.", wordsSql(list)});
    }
    return invariants;
}

} // namespace svc::host::app
