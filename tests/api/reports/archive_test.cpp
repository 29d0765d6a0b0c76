// The archive of a period for an auditor.
#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>

#include "api/business/desk.hpp"
#include "api/reports/unzipped.hpp"
#include "support/program.hpp"

namespace svc::test {
namespace {

std::string year(Desk& desk) {
    return desk.today().substr(0, 4);
}
std::string days(Desk& desk) {
    return "from=" + year(desk) + "-01-01&to=" + year(desk) + "-12-31";
}

TEST(Archive, HoldsEachExportAsItsRouteGivesItAndADigestOfEach) {
    Desk desk(sharedService());
    desk.make("/sales",
              js("{'paidInFull':true,'lines':[{'label':'Thé','quantity':3,'unitPrice':4,'taxRate':5.5}]}"));
    const Answer answer = desk.get("/reports/exports/archive.zip?" + days(desk));
    ASSERT_EQ(answer.status, 200) << answer.body;
    EXPECT_EQ(answer.header("content-type"), "application/zip");
    const std::string period = year(desk) + "-01-01-" + year(desk) + "-12-31";
    EXPECT_EQ(answer.header("content-disposition"), "attachment; filename=\"archive-" + period + ".zip\"");
    const auto files = checkedArchive(answer.body);
    const auto expectSame = [&](const std::string& name, const std::string& route) {
        const Answer exported = desk.get(route);
        ASSERT_EQ(exported.status, 200) << exported.body;
        EXPECT_NE(exported.header("content-disposition").find('"' + name + '"'), std::string::npos)
            << exported.header("content-disposition");
        ASSERT_EQ(files.count(name), 1U) << name;
        EXPECT_TRUE(files.at(name) == exported.body) << name << " is not what " << route << " gives";
    };
    expectSame("ledger-pcg-" + period + ".csv", "/reports/exports/ledger?" + days(desk));
    expectSame("303265045FEC" + year(desk) + "1231.txt", "/reports/exports/ledger.fec?" + days(desk));
    expectSame("grand-livre-" + period + ".csv", "/reports/ohada/ledger.csv?" + days(desk));
    expectSame("balance-" + period + ".csv",
               "/reports/ohada/balance.csv?period=" + year(desk) + "-01-01.." + year(desk) + "-12-31");
    EXPECT_EQ(files.count("trial-balance-pcg-" + period + ".csv"), 1U);
}

TEST(Archive, TellsInItsManifestWhatItIsAndWhatIsLeftOut) {
    Desk desk(sharedService(), "Prüfung", "AT");
    const auto manifest = [&](const std::string& more = {}) {
        return Json::parse(
            unzipped(desk.get("/reports/exports/archive.zip?" + days(desk) + more).body).back().second);
    };
    const Json empty = manifest("&chart=skr03");
    EXPECT_TRUE(empty["booksAt"].isNull());
    EXPECT_EQ(empty["chart"].text(), "SKR03");
    EXPECT_EQ(empty["companyId"].text(), desk.value("companyId"));
    EXPECT_EQ(empty["currency"].text(), "EUR");
    EXPECT_EQ(empty["period"]["from"].text(), year(desk) + "-01-01");
    EXPECT_EQ(empty["period"]["to"].text(), year(desk) + "-12-31");
    EXPECT_TRUE(same(
        empty["leftOut"],
        js("[{'files':'de','reason':'The export of this period is refused with "
           "field-required:accounting.datev.consultant.'},{'files':'fr','reason':'The export of this period "
           "is refused with field-required:accounting.siren.'}]")));
    desk.change("", js("{'accounting':{'siren':'123456782','datev':{'consultant':'29098','client':'1',"
                       "'chart':'SKR04'}}}"));
    desk.make("/sales", js("{'lines':[{'label':'Work','quantity':1,'unitPrice':100}]}"));
    const Json whole = manifest();
    EXPECT_EQ(whole["leftOut"].size(), 0U);
    EXPECT_FALSE(whole["booksAt"].isNull());
    const auto files = checkedArchive(desk.get("/reports/exports/archive.zip?" + days(desk)).body);
    const std::string name = "EXTF_Buchungsstapel_" + year(desk) + "-01-01_" + year(desk) + "-12-31.csv";
    ASSERT_EQ(files.count(name), 1U);
    EXPECT_TRUE(files.at(name) == desk.get("/reports/exports/ledger.datev.csv?" + days(desk)).body);
    // FEC and DATEV files cover one fiscal year; for two years they are missing and the rest of the archive
    // is complete.
    const std::string before = std::to_string(std::stoi(year(desk)) - 1);
    const Json two = Json::parse(unzipped(desk.get("/reports/exports/archive.zip?from=" + before +
                                                   "-12-01&to=" + year(desk) + "-11-30")
                                              .body)
                                     .back()
                                     .second);
    EXPECT_TRUE(
        same(two["leftOut"],
             js("[{'files':'de','reason':'The export of this period is refused with field-invalid:to.'},"
                "{'files':'fr','reason':'The export of this period is refused with field-invalid:to.'}]")));
}

TEST(Archive, HoldsTheDocumentsOfThePeriodWithWhatBelongsToThem) {
    Desk desk(sharedService(), "Dossier", "BE");
    desk.change("", js("{'vatNumber':'BE0428759497','address':{'line1':'Rue 1','city':'Liège','postalCode':"
                       "'4000','country':'BE'}}"));
    const Json partner =
        desk.make("/partners", js("{'name':'Client','country':'BE','address':{'line1':'Rue 2',"
                                  "'city':'Namur','postalCode':'5000','country':'BE'}}"));
    const Json item = desk.make("/items", js("{'name':'Table','price':120,'service':true}"));
    const auto sell = [&](const std::string& date) {
        return desk.make("/sales", js("{'partnerId':'$1','date':'$2','lines':[{'itemId':'$3','quantity':1}]}",
                                      {partner.textOr("id"), date, item.textOr("id")}));
    };
    const std::string before = std::to_string(std::stoi(year(desk)) - 1) + "-12-31";
    const Json earlier = sell(before);
    const Json kept = sell(desk.today());
    const Json fresh = sell(desk.today());
    // A file that was handed out is in the archive as it was stored.
    const std::string pdf = desk.get("/sales/" + kept.textOr("id") + "/invoice.pdf").body;
    const std::string xml = desk.get("/sales/" + kept.textOr("id") + "/invoice.xml?profile=en16931").body;
    const Json refund =
        desk.make("/sales/" + kept.textOr("id") + "/refund", js("{'reason':'Scratch','amount':12}"));
    const auto attach = [&](const std::string& kind, const std::string& id, const std::string& name) {
        return desk
            .make("/attachments",
                  js("{'kind':'$1','documentId':'$2','fileName':'$3','contentType':'text/csv',"
                     "'content':'YTtiCg=='}",
                     {kind, id, name}))
            .textOr("id");
    };
    const std::string scan = attach("sale", kept.textOr("id"), "Échange & co.csv");
    attach("sale", earlier.textOr("id"), "old.csv");
    const std::string note = attach("partner", partner.textOr("id"), "note.csv");

    const auto files = checkedArchive(desk.get("/reports/exports/archive.zip?" + days(desk)).body);
    const auto text = [&](const std::string& name) {
        const auto found = files.find(name);
        EXPECT_NE(found, files.end()) << name;
        return found == files.end() ? std::string() : found->second;
    };
    const std::string folder = "documents/sale/" + kept.textOr("number");
    EXPECT_TRUE(text(folder + "/pdf-fr-a4.pdf") == pdf);
    EXPECT_TRUE(text(folder + "/ubl-en16931.xml") == xml);
    EXPECT_EQ(Json::parse(text(folder + "/record.json"))["record"].textOr("id"), kept.textOr("id"));
    // For a file that nobody has requested, the archive holds the one that a later request gets.
    const std::string other = "documents/sale/" + fresh.textOr("number");
    const std::string made = text(other + "/pdf-fr-a4.pdf");
    EXPECT_EQ(text(other + "/cii-en16931.xml").substr(0, 5), "<?xml");
    EXPECT_TRUE(made == desk.get("/sales/" + fresh.textOr("id") + "/invoice.pdf").body);
    EXPECT_EQ(files.count("documents/sale/" + earlier.textOr("number") + "/record.json"), 0U);
    std::size_t notes = 0;
    for (const auto& [name, content] : files) {
        notes += name.starts_with("documents/credit_note/") && name.ends_with(".pdf") ? 1U : 0U;
    }
    EXPECT_EQ(notes, 1U) << refund.dump();

    EXPECT_EQ(Json::parse(text("partners.jsonl")).textOr("id"), partner.textOr("id"));
    EXPECT_EQ(Json::parse(text("items.jsonl")).textOr("id"), item.textOr("id"));
    const std::string attached = "attachments/sale/" + kept.textOr("id") + '/' + scan;
    EXPECT_EQ(text(attached + "---change---co.csv"), "a;b\n");
    EXPECT_EQ(Json::parse(text(attached + ".json")).textOr("fileName"), "Échange & co.csv");
    EXPECT_EQ(files.count("attachments/partner/" + partner.textOr("id") + '/' + note + ".json"), 1U);
    for (const auto& [name, content] : files) {
        EXPECT_EQ(name.find(earlier.textOr("id")), std::string::npos) << "of another period: " << name;
    }
}

TEST(Archive, HoldsATicketWithTheNumberOfAnInvoice) {
    Desk desk(sharedService(), "Doublon", "SK");
    // An old pattern, from before patterns of different kinds had to differ.
    desk.service().change(
        desk.value("companyId"),
        "INSERT INTO svc.number_pattern (company_id, kind, pattern, per_business_unit, updated_at)"
        " SELECT company_id, 'ticket', 'INV-{YYYY}-{000000}', false, now() FROM svc.company");
    const std::string partner = desk.make("/partners", js("{'name':'Client'}")).textOr("id");
    const Json invoice = desk.make(
        "/sales", js("{'partnerId':'$1','lines':[{'label':'Tea','quantity':1,'unitPrice':2}]}", {partner}));
    const Json ticket =
        desk.make("/sales", js("{'paidInFull':true,'lines':[{'label':'Tea','quantity':1,'unitPrice':2}]}"));
    const std::string folder = "documents/sale/" + invoice.textOr("number");
    ASSERT_EQ(ticket.textOr("number"), invoice.textOr("number"));
    const auto files = checkedArchive(desk.get("/reports/exports/archive.zip?" + days(desk)).body);
    EXPECT_EQ(Json::parse(files.at(folder + "/record.json"))["record"]["id"], invoice["id"]);
    EXPECT_EQ(Json::parse(files.at(folder + '-' + ticket.textOr("id") + "/record.json"))["record"]["id"],
              ticket["id"]);
}

/// The result of the verification program in the documentation; empty without Python.
Outcome verified(const std::filesystem::path& archive, const std::vector<std::string>& noted = {}) {
    std::vector<std::string> words{"/usr/bin/python3", SVC_VERIFY_ARCHIVE, archive.string()};
    words.insert(words.end(), noted.begin(), noted.end());
    return runProgram(words);
}

TEST(Archive, HasASealedJournalThatAnOutsideProgramVerifies) {
    if (!std::filesystem::exists("/usr/bin/python3")) {
        GTEST_SKIP() << "there is no Python here";
    }
    Desk desk(sharedService(), "Scellé", "LU");
    const std::string last = std::to_string(std::stoi(year(desk)) - 1);
    for (const char* day : {"-01-05", "-02-05", "-02-06", "-03-05"}) {
        desk.make("/sales", js("{'date':'" + last + day +
                               "','lines':[{'label':'Thé \\\"vert\\\"','quantity':1,'unitPrice':10}]}"));
    }
    const std::filesystem::path folder =
        std::filesystem::temp_directory_path() / ("sealed-" + desk.value("companyId"));
    std::filesystem::create_directory(folder);
    const auto kept = [&](const std::string& name, const std::string& period) {
        std::ofstream(folder / name, std::ios::binary)
            << desk.get("/reports/exports/archive.zip?" + period).body;
        return folder / name;
    };
    const std::string whole = "from=" + last + "-01-01&to=" + last + "-12-31";
    const auto archive = kept("year.zip", whole);
    const Outcome good = verified(archive);
    EXPECT_EQ(good.code, 0) << good.errors;
    EXPECT_NE(good.output.find(" and 4 entries"), std::string::npos) << good.output;

    // A month is a part of the same hash chain: its last digest is in the chain of the year.
    const auto month = kept("month.zip", "from=" + last + "-02-01&to=" + last + "-02-28");
    EXPECT_EQ(verified(month).code, 0);
    const auto proof = Json::parse(
        checkedArchive(
            desk.get("/reports/exports/archive.zip?from=" + last + "-02-01&to=" + last + "-02-28").body)
            .at("journal/proof.json"));
    EXPECT_EQ(proof["years"][0]["firstNumber"].integer(), 2);
    EXPECT_EQ(verified(archive, {proof["years"][0].textOr("last")}).code, 0);
    EXPECT_NE(verified(archive, {std::string(64, '0')}).code, 0);

    // Changing an amount, removing an entry or truncating the end is detected, even when the digests of the
    // manifest are recomputed.
    const auto forged = [&](const std::string& change) {
        const std::string program =
            "import hashlib, json, sys, zipfile\n"
            "old = zipfile.ZipFile(sys.argv[1])\n"
            "files = {n: old.read(n) for n in old.namelist()}\n"
            "name = 'journal/journal-" +
            last +
            ".txt'\n"
            "lines = files[name].splitlines(True)\n" +
            change +
            "\n"
            "files[name] = b''.join(lines)\n"
            "manifest = json.loads(files['manifest.json'])\n"
            "for f in manifest['files']: f['sha256'] = hashlib.sha256(files[f['name']]).hexdigest()\n"
            "files['manifest.json'] = json.dumps(manifest).encode()\n"
            "new = zipfile.ZipFile(sys.argv[2], 'w')\n"
            "[new.writestr(n, d) for n, d in files.items()]\n"
            "new.close()\n";
        const auto path = folder / "forged.zip";
        const Outcome made = runProgram({"/usr/bin/python3", "-c", program, archive.string(), path.string()});
        EXPECT_EQ(made.code, 0) << made.errors;
        return verified(path).code;
    };
    EXPECT_EQ(forged("pass"), 0) << "nothing was changed";
    EXPECT_NE(forged("lines[1] = lines[1].replace(b'customer', b'supplier')"), 0);
    EXPECT_NE(forged("del lines[2]"), 0);
    EXPECT_NE(forged("lines.pop()"), 0);
    EXPECT_NE(forged("lines[0], lines[1] = lines[1], lines[0]"), 0);
    std::filesystem::remove_all(folder);
}

TEST(Archive, AsksForItsPeriodAndChart) {
    Desk desk(sharedService());
    const std::string path = "/reports/exports/archive.zip";
    EXPECT_EQ(desk.get(path).code(), "period-required");
    EXPECT_EQ(desk.get(path + "?from=2026-01-01").code(), "period-required");
    EXPECT_EQ(desk.get(path + "?from=2024-01-01&to=2026-01-01").code(), "period-too-long:366");
    EXPECT_EQ(desk.get(path + "?from=2026-02-01&to=2026-01-01").code(), "field-invalid:to");
    EXPECT_EQ(desk.get(path + "?" + days(desk) + "&chart=NONE").code(), "chart-unknown:NONE");
}

} // namespace
} // namespace svc::test
