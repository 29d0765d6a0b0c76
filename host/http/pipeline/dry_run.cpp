#include "host/http/pipeline/dry_run.hpp"

namespace svc::host::http {

namespace {

void appendPosting(std::string& body, const Json& posting, bool& first) {
    if (posting.isArray()) {
        for (const Json& one : posting.items()) {
            appendPosting(body, one, first);
        }
        return;
    }
    body += first ? "" : ",";
    first = false;
    posting.appendTo(body);
}

} // namespace

void rehearse(UnitOfWork& work) {
    work.db().flushLate();
    work.db().query("SET CONSTRAINTS ALL IMMEDIATE");
    work.rollback();
}

Answer dryRunAnswer(const UnitOfWork& work, const Answer& written) {
    Answer answer;
    answer.headers.emplace_back("Content-Type", "application/json");
    for (const auto& [name, value] : written.headers) {
        if (name == "Svc-Ignored-Fields" || name == "Svc-Ignored-Parameters") {
            answer.headers.emplace_back(name, value);
        }
    }
    answer.headers.emplace_back("Svc-Dry-Run", "true");
    std::string& body = answer.body;
    body = R"({"result":)";
    body += written.body.empty() ? "null" : written.body;
    body += R"(,"events":[)";
    bool first = true;
    for (const EmittedEvent& event : work.events()) {
        body += first ? R"({"type":)" : R"(,{"type":)";
        first = false;
        Json::appendQuoted(body, event.type->type);
        body += R"(,"object":)";
        Json::appendQuoted(body, event.object);
        body += R"(,"data":)";
        body += event.data;
        body += '}';
    }
    body += R"(],"postings":[)";
    first = true;
    for (const auto& [section, value] : work.notes()) {
        if (section == "postings") {
            appendPosting(body, value, first);
        }
    }
    body += "]}";
    return answer;
}

} // namespace svc::host::http
