/// @file The host in memory: the C tables that a plugin is given, for tests without service and without
/// database.
///
///     svc::testing::FakeHost host;
///     host.offer("stock.issue", [](const svc::Json&) { return svc::Json::object({{"value", 1200}}); });
///     const auto library = svc::testing::PluginLibrary::open("…/notes/libnotes.so");
///     ASSERT_TRUE(host.start(library)) << host.refusal();
///     host.willAnswer({{id, "Opening hours", std::nullopt, "2026-11-20 09:00:00+00"}});
///     const svc::testing::Answer answer = host.route("createNote", {.body = …});
///     EXPECT_EQ(host.events().at(0).type, "note.created");
///
/// Calls may run on many threads at once; what is configured (offer, settings, company) is set before them.
#pragma once

#include <svc/testing/detail/fake_outside.hpp>
