#include "bindings.hpp"
#include "journal/store/records.hpp"
#include "sealing/signature.hpp"

namespace svc::compliance {
namespace {

void writeEntry(std::string& out, const JournalEntry& entry) {
    const std::string sealed = beginningOfSealed(entry.record);
    out += sealed;
    out += entry.previousHash;
    out += R"(","sequence":)";
    out += std::to_string(entry.sequence);
    out += R"(,"id":")";
    out += idOf(entry).toString();
    out += R"(","hash":")";
    out += entry.hash;
    out += "\"}\n";
}

/// The signed head of the journal; the signature is bound to the company.
std::string headLine(Call& call, std::int64_t sequence, const std::string& hash) {
    const std::string now = call.now().toString();
    const sealing::Signature signature =
        sealing::sign(call, calls::host::secretsSign, headText(sequence, hash, now));
    const Json head = Json::object({{"companyId", call.shownCompanyId().toString()},
                                    {"sequence", sequence},
                                    {"hash", hash},
                                    {"signedAt", now},
                                    {"algorithm", "Ed25519"},
                                    {"publicKey", signature.publicKey},
                                    {"signature", signature.signature}});
    return Json::object({{"head", head}}).dump() + '\n';
}

} // namespace

Response exportJournal(Request& request) {
    return Response::streamed(200, "application/x-ndjson",
                              [&request](BodyWriter& body) {
                                  const JournalHead head = journalHead(request);
                                  eachJournalPage(request, 0, head.sequence,
                                                  [&](const std::vector<JournalEntry>& page) {
                                                      std::string lines;
                                                      for (const JournalEntry& entry : page) {
                                                          writeEntry(lines, entry);
                                                      }
                                                      body.write(lines);
                                                      return true;
                                                  });
                                  body.write(headLine(request, head.sequence, head.hash));
                              })
        .header("Content-Disposition", "attachment; filename=\"fiscal-journal.jsonl\"");
}

} // namespace svc::compliance
