#include "rules/manifest.hpp"

#include <gtest/gtest.h>

namespace svc::console {
namespace {

Json contributions() {
    return Json::parse(R"({"plugins":[
        {"id":"sales","name":{"en":"Sales","fr":"Ventes","de":"Verkauf"},"version":"1.0.0","console":null,"digest":"00","assets":[]},
        {"id":"rooms","name":{"en":"Rooms","fr":"Chambres","de":"Zimmer"},"version":"2.1.0","digest":"ab12","assets":[],
         "console":{
           "menu":[{"id":"rooms","route":"/rooms"},{"id":"plan","route":"/room-plan"}],
           "pages":[{"route":"/rooms","kind":"list"},{"route":"/room-plan","kind":"module","module":"assets/plan.js"}],
           "panels":[{"id":"free","slot":"dashboard.main","module":"assets/free.js"}],
           "todo":[{"id":"arrivals","route":"/rooms?state=booked"},{"id":"moves","route":"/room-plan?day=today"}]}},
        {"id":"cars","name":{"en":"Cars","fr":"Voitures","de":"Wagen"},"version":"1.0.0","digest":"cd34","assets":[],
         "console":{"menu":[{"id":"cars","route":"/cars"}]}}]})");
}

TEST(Manifest, HasTheEntriesOfAllPluginsWithTheAddressesOfTheirScripts) {
    const Json manifest = manifestOf(contributions(), {"Acme", "b1", true});
    EXPECT_EQ(
        manifest.dump(),
        R"({"title":"Acme","build":"b1","extensions":true,"plugins":[)"
        R"({"id":"rooms","name":{"en":"Rooms","fr":"Chambres","de":"Zimmer"}},)"
        R"({"id":"cars","name":{"en":"Cars","fr":"Voitures","de":"Wagen"}}],)"
        R"("menu":[{"plugin":"rooms","id":"rooms","route":"/rooms"},)"
        R"({"plugin":"rooms","id":"plan","route":"/room-plan"},{"plugin":"cars","id":"cars","route":"/cars"}],)"
        R"("pages":[{"plugin":"rooms","route":"/rooms","kind":"list"},)"
        R"({"plugin":"rooms","route":"/room-plan","kind":"module","module":"/console/ext/rooms/ab12/plan.js"}],)"
        R"("panels":[{"plugin":"rooms","id":"free","slot":"dashboard.main","module":"/console/ext/rooms/ab12/free.js"}],)"
        R"("todo":[{"plugin":"rooms","id":"arrivals","route":"/rooms?state=booked"},)"
        R"({"plugin":"rooms","id":"moves","route":"/room-plan?day=today"}]})");
}

TEST(Manifest, WithoutExtensionsNothingIsLeftThatNeedsAScript) {
    const Json manifest = manifestOf(contributions(), {"Acme", "b1", false});
    EXPECT_EQ(
        manifest.dump(),
        R"({"title":"Acme","build":"b1","extensions":false,"plugins":[)"
        R"({"id":"rooms","name":{"en":"Rooms","fr":"Chambres","de":"Zimmer"}},)"
        R"({"id":"cars","name":{"en":"Cars","fr":"Voitures","de":"Wagen"}}],)"
        R"("menu":[{"plugin":"rooms","id":"rooms","route":"/rooms"},{"plugin":"cars","id":"cars","route":"/cars"}],)"
        R"("pages":[{"plugin":"rooms","route":"/rooms","kind":"list"}],"panels":[],)"
        R"("todo":[{"plugin":"rooms","id":"arrivals","route":"/rooms?state=booked"}]})");
}

} // namespace
} // namespace svc::console
