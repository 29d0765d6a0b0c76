// A document file is rendered once: later requests get the stored bytes, protected by their digest.
#include <memory>
#include <thread>

#include "api/documents/files.hpp"

namespace svc::test {
namespace {

using KeptFiles = FilesOfSales;

TEST_F(KeptFiles, AreTheSameBytesAfterTheLookHasChanged) {
    Desk desk(sharedService(), unique("Maison"), "FR");
    desk.change(
        "", js("{'legalName':'Maison SARL','vatNumber':'FR40303265045','registrationNumber':'303265045',"
               "'address':{'line1':'1 rue du Port','postalCode':'59800','city':'Lille','country':'FR'}}"));
    const std::string buyer =
        desk.make("/partners", js("{'name':'Buyer','country':'FR','vatNumber':'FR32123456789'}"))
            .textOr("id");
    const auto sell = [&] {
        return "/sales/" +
               desk.make("/sales", js("{'partnerId':'" + buyer + "','lines':" + Lines + "}")).textOr("id") +
               "/";
    };
    const std::string first = sell();
    const std::string second = sell();
    const std::vector<std::string> names = {"invoice.pdf", "invoice.pdf?format=ticket",
                                            "invoice.xml?profile=en16931", "invoice.cii.xml"};
    std::vector<Answer> before;
    for (const std::string& name : names) {
        before.push_back(desk.get(first + name));
        ASSERT_EQ(before.back().status, 200) << name << before.back().body;
        const std::string digest =
            runProgram({"/usr/bin/sha256sum", kept("digest", before.back().body).string()})
                .output.substr(0, 64);
        EXPECT_EQ(before.back().header("etag"), '"' + digest + '"') << name;
    }
    ASSERT_EQ(desk.put("/document-settings", js("{'accentColor':'#7a1f3d','introduction':'Words of today',"
                                                "'footer':'Another footer','logo':'" +
                                                std::string(SmallLogo) + "'}"))
                  .status,
              200);
    for (std::size_t i = 0; i < names.size(); ++i) {
        const Answer after = desk.get(first + names[i]);
        EXPECT_TRUE(after.body == before[i].body) << names[i];
        EXPECT_EQ(after.header("etag"), before[i].header("etag")) << names[i];
    }
    // Files rendered from now on have the new look.
    const Answer fresh = desk.get(second + "invoice.pdf");
    const std::string page = textOf(fresh.body);
    EXPECT_NE(page.find("Words of today"), std::string::npos) << page;
    EXPECT_NE(page.find("Another footer"), std::string::npos) << page;
    EXPECT_NE(fresh.body.find("/SMask"), std::string::npos) << "the logo";
    EXPECT_EQ(desk.get(second + "invoice.pdf").header("etag"), fresh.header("etag"));
}

TEST_F(KeptFiles, WearNoLogoThatCannotBeDrawn) {
    Desk desk(sharedService(), unique("Maison"), "FR");
    const std::string small(SmallLogo);
    // Only the signature, a truncated picture, and the header of a picture of 20000 × 20000 pixels.
    for (const std::string& logo : {std::string("iVBORw0KGgo"), small.substr(0, 60),
                                    "iVBORw0KGgoAAAANSUhEUgAATiAAAE4gAQAAAA" + small.substr(39)}) {
        EXPECT_TRUE(isRefusal(desk.put("/document-settings", js("{'logo':'" + logo + "'}")), 400,
                              "field-invalid:logo"))
            << logo;
    }
    EXPECT_TRUE(hasStatus(desk.put("/document-settings", js("{'logo':'" + small + "'}")), 200));
}

TEST_F(KeptFiles, AreNamedByTheirNumbersInAnyScript) {
    Desk desk(sharedService(), unique("Maison"), "FR");
    ASSERT_TRUE(hasStatus(desk.put("/numbering/invoice",
                                   js("{'pattern':'é{YYYY}-{000000}','perBusinessUnit':false,'next':null}")),
                          200));
    const std::string buyer = desk.make("/partners", js("{'name':'Buyer'}")).textOr("id");
    const Json sold = desk.make(
        "/sales", js("{'partnerId':'$1','lines':[{'label':'Tea','quantity':1,'unitPrice':1}]}", {buyer}));
    const std::string rest = sold.textOr("number").substr(2) + ".pdf";
    EXPECT_EQ(desk.get("/sales/" + sold.textOr("id") + "/invoice.pdf").header("content-disposition"),
              "inline; filename=\"__" + rest + "\"; filename*=UTF-8''%C3%A9" + rest);
}

TEST_F(KeptFiles, AreOneForAllWhoAskAtOnce) {
    const Json sold = sale(partner(), Lines);
    std::vector<std::unique_ptr<Desk>> desks;
    for (int i = 0; i < 4; ++i) {
        desks.push_back(std::make_unique<Desk>(sharedService()));
    }
    std::vector<std::string> tags(desks.size());
    std::vector<std::thread> readers;
    const std::string path = "/sales/" + sold.textOr("id") + "/invoice.pdf";
    for (std::size_t i = 0; i < desks.size(); ++i) {
        readers.emplace_back([&, i] { tags[i] = desks[i]->get(path).header("etag"); });
    }
    for (std::thread& reader : readers) {
        reader.join();
    }
    for (const std::string& tag : tags) {
        EXPECT_EQ(tag.size(), 66U);
        EXPECT_EQ(tag, tags.front());
    }
}

} // namespace
} // namespace svc::test
