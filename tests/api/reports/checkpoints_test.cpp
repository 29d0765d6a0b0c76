// Signed checkpoints protect the journal: a change of the books directly in the database is detected by
// svc-host verify and by the verification program in the documentation, even when the digests are recomputed.
#include <algorithm>
#include <filesystem>
#include <fstream>

#include <svc/encoding.hpp>
#include <svc/id.hpp>

#include "api/business/desk.hpp"
#include "api/reports/unzipped.hpp"
#include "host/auth/signer.hpp"
#include "host/db/embedded.hpp"
#include "support/program.hpp"

namespace svc::test {
namespace {

namespace fs = std::filesystem;

class Checkpoints : public ::testing::Test {
protected:
    void SetUp() override {
        for (int i = 0; i < 3; ++i) {
            sell();
        }
        hours(2);
    }

    void sell() {
        desk_.make("/sales", js("{'lines':[{'label':'Work','service':true,'quantity':1,'unitPrice':10}]}"));
    }
    void hours(int count) {
        const Answer answer = service_.anonymous().post(
            "/testing/clock", Json::object({{"advance", "PT" + std::to_string(count) + 'H'}}));
        EXPECT_EQ(answer.status, 200) << answer.body;
    }
    Json listed(const std::string& query = {}) { return desk_.read("/reports/journal/checkpoints" + query); }
    std::int64_t entries() {
        return std::stoll(
            service_.sql("SELECT max(number) FROM ledger.entry WHERE company_id = '" + company() + '\'')[0]);
    }
    std::string company() const { return decodeId("com", desk_.value("companyId"))->toString(); }

    /// Runs a statement as the owner of the tables, bypassing the policies that protect them.
    void tamper(const std::string& table, const std::string& statement) const {
        const auto access = host::db::EmbeddedServer::attach(service_.dataFolder());
        host::db::ConnectionOptions options;
        options.login = access->owner;
        host::db::Connection owner(options);
        owner.query("BEGIN");
        owner.query("ALTER TABLE " + table + " NO FORCE ROW LEVEL SECURITY");
        EXPECT_GT(owner.query(statement).affected(), 0U) << statement;
        owner.query("ALTER TABLE " + table + " FORCE ROW LEVEL SECURITY");
        owner.query("COMMIT");
    }
    std::string verified() const {
        const auto [code, output] = service_.command({"verify"});
        EXPECT_EQ(code == 0, output.find(" 0 violations") != std::string::npos) << output;
        return output;
    }
    /// Stores a signature over `last`, whose digest the test has changed, in the last checkpoint.
    void sign(const host::auth::Signer& signer, const Json& last) const {
        const std::string text = desk_.value("companyId") + "\nsvc journal checkpoint 1\n" +
                                 std::to_string(last["fiscalYear"].integer()) + '\n' +
                                 std::to_string(last["number"].integer()) + '\n' + last.textOr("digest") +
                                 '\n' + last.textOr("signedAt");
        const auto signature = signer.sign(text);
        tamper("ledger.checkpoint", "UPDATE ledger.checkpoint SET public_key = '" +
                                        base64Encode(signature.publicKey) + "', signature = '" +
                                        base64Encode(signature.bytes) +
                                        "' WHERE number = " + std::to_string(last["number"].integer()));
    }

    RunningService service_;
    Desk desk_{service_};
};

TEST_F(Checkpoints, StandForEveryEntryOnceAnHourHasPassed) {
    const Json first = listed();
    // There is one more when an hour of service time passed while the company was created.
    ASSERT_GE(first.size(), 1U);
    EXPECT_EQ(first[0]["number"].integer(), entries());
    EXPECT_EQ(first[0].textOr("algorithm"), "Ed25519");
    EXPECT_EQ(base64Decode(first[0].textOr("publicKey")).value().size(), 32U);
    hours(3);
    EXPECT_EQ(listed().size(), first.size()) << "nothing was posted since";
    sell();
    hours(2);
    const Json both = listed();
    ASSERT_EQ(both.size(), first.size() + 1);
    EXPECT_EQ(both[0]["number"].integer(), entries());
    EXPECT_EQ(both[1], first[0]) << "newest first, and what was signed stays";
    EXPECT_EQ(listed("?limit=1").size(), 1U);
    const std::string year = std::to_string(both[0]["fiscalYear"].integer());
    EXPECT_EQ(listed("?year=" + year).size(), both.size());
    EXPECT_EQ(listed("?year=1999").size(), 0U);
    EXPECT_EQ(desk_.get("/reports/journal/checkpoints?year=last").code(), "field-invalid:year");
    EXPECT_EQ(service_.anonymous().get(desk_.path("/reports/journal/checkpoints")).status, 401);
    EXPECT_NE(verified().find(" 0 violations"), std::string::npos);
}

TEST_F(Checkpoints, LetVerifyFindWhatWasChangedBehindTheBackOfTheService) {
    ASSERT_NE(verified().find(" 0 violations"), std::string::npos);
    // The error names the first checkpoint of the year; it is the only one unless an hour of service time
    // passed while the company was created.
    const Json last = listed().items().back();
    const std::string subject = "ledger.verify: journal of " + std::to_string(last["fiscalYear"].integer()) +
                                " up to entry " + std::to_string(last["number"].integer()) + ": expected ";
    // Changing the label of an entry does not change any sum.
    tamper("ledger.entry", "UPDATE ledger.entry SET label = label || '!' WHERE number = " +
                               std::to_string(last["number"].integer()) + " AND company_id = '" + company() +
                               '\'');
    const std::string changed = verified();
    const std::size_t at = changed.find(subject + last.textOr("digest") + ", found ");
    ASSERT_NE(at, std::string::npos) << changed;
    // A recomputed digest lacks a valid signature.
    const std::string fitting = changed.substr(changed.find("found ", at) + 6, last.textOr("digest").size());
    tamper("ledger.checkpoint", "UPDATE ledger.checkpoint SET digest = '" + fitting + '\'');
    EXPECT_NE(verified().find(subject + "a signature of this service"), std::string::npos);
    // A signature with another key does not help either.
    Json forged = last;
    forged.set("digest", fitting);
    sign(host::auth::Signer(host::auth::KeySet{{1, std::string(32, 'k')}}), forged);
    EXPECT_NE(verified().find(subject + "a signature of this service"), std::string::npos);
}

TEST_F(Checkpoints, LetVerifyFindEntriesThatAreMissing) {
    const Json last = listed()[0];
    tamper("ledger.entry", "UPDATE ledger.entry SET number = number + 1000 WHERE company_id = '" + company() +
                               "' AND number = " + std::to_string(last["number"].integer()));
    EXPECT_NE(verified().find("expected every entry that was signed, found entries are missing"),
              std::string::npos);
}

TEST_F(Checkpoints, AreInTheArchiveAndVerifiedByAnOutsideProgram) {
    if (!fs::exists("/usr/bin/python3")) {
        GTEST_SKIP() << "there is no Python here";
    }
    const Json last = listed()[0];
    const std::string year = std::to_string(last["fiscalYear"].integer());
    const fs::path folder = service_.dataFolder().string() + "-archive";
    fs::create_directory(folder);
    const fs::path archive = folder / "archive.zip";
    std::ofstream(archive, std::ios::binary)
        << desk_.get("/reports/exports/archive.zip?from=" + year + "-01-01&to=" + year + "-12-31").body;
    const auto verifiedBy = [&](const fs::path& file, const std::string& key) {
        std::vector<std::string> words{"/usr/bin/python3", SVC_VERIFY_ARCHIVE, file.string()};
        if (!key.empty()) {
            words.push_back(key);
        }
        return runProgram(words);
    };
    const std::string key = last.textOr("publicKey");
    const Outcome good = verifiedBy(archive, key);
    EXPECT_EQ(good.code, 0) << good.errors;
    EXPECT_NE(good.output.find("signed by " + key), std::string::npos) << good.output;
    const Outcome other = verifiedBy(archive, base64Encode(std::string(32, 'k')));
    EXPECT_NE(other.code, 0);
    EXPECT_NE(other.errors.find("is by another key"), std::string::npos) << other.errors;

    // An entry is changed and all digests of the chain and the manifest are recomputed.
    const auto forged = [&](const std::string& change) {
        const std::string program =
            "import hashlib, json, sys, zipfile\n"
            "old = zipfile.ZipFile(sys.argv[1])\n"
            "files = {n: old.read(n) for n in old.namelist()}\n"
            "sha = lambda data: hashlib.sha256(data).hexdigest()\n"
            "proof = json.loads(files['journal/proof.json'])\n"
            "signed = [json.loads(l) for l in files['journal/checkpoints.jsonl'].splitlines()]\n"
            "year = proof['years'][0]\n"
            "records = [l.split(b' ', 1)[1] for l in files[year['file']].splitlines()]\n" +
            change +
            "\n"
            "digest, lines = year['before'], []\n"
            "for record in records:\n"
            "    digest = sha(digest.encode() + b'\\n' + record)\n"
            "    lines.append(digest.encode() + b' ' + record + b'\\n')\n"
            "    for one in signed:\n"
            "        if fit and one['number'] == json.loads(record)['number']: one['digest'] = digest\n"
            "year['last'] = digest\n"
            "files[year['file']] = b''.join(lines)\n"
            "files['journal/proof.json'] = json.dumps(proof).encode()\n"
            "files['journal/checkpoints.jsonl'] = b''.join(json.dumps(o).encode() + b'\\n' for o in signed)\n"
            "manifest = json.loads(files['manifest.json'])\n"
            "for f in manifest['files']: f['sha256'] = sha(files[f['name']])\n"
            "files['manifest.json'] = json.dumps(manifest).encode()\n"
            "new = zipfile.ZipFile(sys.argv[2], 'w')\n"
            "[new.writestr(n, d) for n, d in files.items()]\n"
            "new.close()\n";
        const fs::path path = folder / "forged.zip";
        const Outcome made = runProgram({"/usr/bin/python3", "-c", program, archive.string(), path.string()});
        EXPECT_EQ(made.code, 0) << made.errors;
        return verifiedBy(path, key).errors;
    };
    EXPECT_EQ(forged("fit = False"), "") << "nothing was changed";
    const std::string change = "records[1] = records[1].replace(b'\"label\":\"', b'\"label\":\"x')\n";
    EXPECT_NE(forged(change + "fit = False").find("is not of this journal"), std::string::npos);
    EXPECT_NE(forged(change + "fit = True").find("does not hold"), std::string::npos);
    EXPECT_NE(forged("fit = False\nsigned = []").find("nothing is signed"), std::string::npos);
    fs::remove_all(folder);
}

} // namespace
} // namespace svc::test
