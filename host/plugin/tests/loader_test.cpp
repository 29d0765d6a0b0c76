// Plugins that the loader refuses, each with its message.
#include "loader_fixture.hpp"

#include "host/plugin/inside.hpp"

namespace svc::host::plugin {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

TEST_F(Loader, AGoodPluginLoads) {
    plugin("sample", "good");
    load("    sample: {}\n");
    EXPECT_EQ(running(), (std::vector<std::string>{"sample"})) << reason("sample");
    EXPECT_EQ(set_.loaded()[0]->routes.size(), 1U);
    EXPECT_EQ(set_.loaded()[0]->commands.size(), 1U);
}

TEST_F(Loader, APluginBuiltWithNewerHeadersThatNeedsOnlyThisSdkLoads) {
    plugin("sample", "built_newer");
    load("    sample: {}\n");
    EXPECT_EQ(running(), (std::vector<std::string>{"sample"})) << reason("sample");
}

TEST_F(Loader, APluginThatNeedsANewerSdkIsRefusedBeforeItIsOpened) {
    plugin("sample", "static_crashes", {}, "1.0.0", "1.2");
    load("    sample: {}\n");
    EXPECT_EQ(reason("sample"),
              "plugin sample needs SDK 1.2, this host offers SDK 1.0: upgrade svc-host, or install a "
              "version of the plugin for this SDK");
}

TEST_F(Loader, ALibraryThatNeedsANewerSdkThanItsFileSaysIsRefusedBeforeItsStart) {
    EXPECT_EQ(refusedSample("needs_newer"),
              "plugin sample needs SDK 1.2, this host offers SDK 1.0: upgrade svc-host, "
              "or install a version of the plugin for this SDK");
}

TEST_F(Loader, APluginOfAnotherMajorVersionIsRefusedWithoutOpeningIt) {
    EXPECT_THAT(refusedSample("major_2"),
                AllOf(HasSubstr("libsample.so is built for SDK major 2, this host offers SDK 1.0"),
                      HasSubstr("install the build of the plugin for SDK 1")));
}

TEST_F(Loader, ALibraryThatIsNoPluginIsRefusedWithoutOpeningIt) {
    EXPECT_THAT(refusedSample("no_plugin"),
                HasSubstr("libsample.so is not a plugin: it exports no svc_plugin_manifest_v1"));
}

TEST_F(Loader, AFileThatIsNoLibraryIsRefused) {
    plugin("sample", "");
    write(folder("sample") / "libsample.so", "#!/bin/sh\n");
    load("    sample: {}\n");
    EXPECT_THAT(reason("sample"), HasSubstr("libsample.so is not a shared library of this machine's kind"));
}

TEST_F(Loader, ATruncatedLibraryIsRefused) {
    plugin("sample", "good");
    const fs::path library = folder("sample") / "libsample.so";
    fs::resize_file(library, 700);
    load("    sample: {}\n");
    EXPECT_THAT(reason("sample"), HasSubstr("libsample.so"));
    EXPECT_TRUE(running().empty());
}

TEST_F(Loader, AMissingLibraryIsNamed) {
    EXPECT_THAT(refusedSample(""),
                AllOf(HasSubstr("sample/libsample.so is missing"), HasSubstr("build the plugin")));
}

TEST_F(Loader, AMissingSymbolIsNamedInTheWordsOfTheLinker) {
    EXPECT_THAT(refusedSample("missing_symbol"),
                AllOf(HasSubstr("libsample.so cannot be opened"),
                      HasSubstr("undefined symbol: svc_symbol_that_nobody_has"), Not(HasSubstr("Bad file"))));
}

TEST_F(Loader, AnUnreadableManifestIsRefused) {
    EXPECT_THAT(refusedSample("bad_manifest"), HasSubstr("has a manifest that this host cannot read"));
}

TEST_F(Loader, AnExceptionInTheStartRefusesWithItsText) {
    EXPECT_EQ(refusedSample("start_throws"), "plugin sample refused to start: the signing key is missing");
}

TEST_F(Loader, AnExceptionInAStaticConstructorEndsTheProbeAlone) {
    EXPECT_THAT(refusedSample("static_throws"),
                AllOf(HasSubstr("libsample.so"), HasSubstr("thrown while the library is opened")));
}

TEST_F(Loader, ACrashWhileLoadingEndsTheProbeAloneAndTheSignalIsNamed) {
    EXPECT_THAT(refusedSample("static_crashes"),
                AllOf(HasSubstr("ends the process while it is opened (signal 11, Segmentation fault)"),
                      HasSubstr("a static object of the plugin crashes or throws")));
}

TEST_F(Loader, ACrashWhileLoadingRefusesThatPluginAloneAndTheOthersRun) {
    plugin("sample", "good");
    plugin("second", "static_crashes");
    load("    sample: {}\n    second: {}\n");
    EXPECT_EQ(running(), (std::vector<std::string>{"sample"})) << reason("sample");
    EXPECT_THAT(reason("second"),
                AllOf(HasSubstr("libsecond.so"), HasSubstr("signal 11"), Not(HasSubstr("libsample.so"))));
}

TEST_F(Loader, ALibraryThatNeverFinishesOpeningIsGivenUp) {
    try {
        probeLibraries(ownExecutable(), {sample("static_waits")}, std::chrono::milliseconds(500));
        FAIL() << "the probe passed";
    } catch (const Refused& error) {
        EXPECT_THAT(error.what(), HasSubstr("does not finish opening"));
    }
}

TEST_F(Loader, AnotherIdInTheLibraryIsRefused) {
    plugin("sample", "other");
    load("    sample: {}\n");
    EXPECT_EQ(reason("sample"),
              "plugin sample: its library says id other, its plugin.yaml says sample: build and "
              "install both together");
}

TEST_F(Loader, AnotherVersionInTheLibraryIsRefused) {
    plugin("sample", "good", {}, "1.2.3");
    load("    sample: {}\n");
    EXPECT_EQ(reason("sample"),
              "plugin sample: its library says version 1.0.0, its plugin.yaml says 1.2.3: build and "
              "install both together");
}

TEST_F(Loader, AnOperationWithoutHandlerAndAHandlerWithoutOperationAreNamed) {
    plugin("sample", "good");
    contract("sample", "writeSample");
    load("    sample: {}\n");
    EXPECT_EQ(reason("sample"),
              "plugin sample: its library and its plugin.yaml and openapi.yaml disagree: operation "
              "writeSample is declared but has no code, operation readSample has code but is not "
              "declared");
}

TEST_F(Loader, AnUndeclaredCommandIsNamed) {
    plugin("sample", "good", "commands: {}\n");
    load("    sample: {}\n");
    EXPECT_THAT(reason("sample"), HasSubstr("command sample.run has code but is not declared"));
}

TEST_F(Loader, ADeclaredJobWithoutCodeIsNamed) {
    plugin("sample", "good", "jobs: [ { name: overdue, every: PT1H } ]\n");
    load("    sample: {}\n");
    EXPECT_THAT(reason("sample"), HasSubstr("job overdue is declared but has no code"));
}

TEST_F(Loader, ANameRegisteredTwiceIsRefused) {
    EXPECT_EQ(refusedSample("twice"), "plugin sample refused: readSample is registered twice");
}

TEST_F(Loader, AMissingRequirementNamesBothPlugins) {
    plugin("sample", "good", "requires: [ other ]\n");
    EXPECT_THAT(
        failure("    sample: {}\n"),
        HasSubstr("plugin sample requires plugin other, which is not enabled, expected `other: {}` under"));
}

TEST_F(Loader, AMissingCommandNamesBothPlugins) {
    plugin("sample", "good",
           "commands: { provides: [ { name: sample.run } ], uses: [ { name: other.run } ] }\n");
    EXPECT_THAT(
        failure("    sample: {}\n"),
        HasSubstr("plugin sample requires the command other.run of plugin other, which is not enabled"));
}

TEST_F(Loader, EveryMissingRequirementIsToldAtOnceWithItsLine) {
    plugin("sample", "good",
           "requires: [ first, second ]\ncommands: { provides: [ { name: sample.run } ], uses: [ { name: "
           "third.run } ] }\n");
    const std::string text = failure("    sample: {}\n    unicorn: {}\n");
    for (const char* part : {"svc.yaml:5: plugins.enabled.sample: found plugin sample requires plugin first,",
                             "requires plugin second,", "requires the command third.run of plugin third,",
                             "svc.yaml:6: plugins.enabled.unicorn"}) {
        EXPECT_THAT(text, HasSubstr(part));
    }
}

TEST_F(Loader, RequirementsThatLeadBackAreNamedWithTheirLine) {
    plugin("sample", "good", "requires: [ other ]\n");
    plugin("other", "other", "requires: [ sample ]\n");
    EXPECT_THAT(failure("    sample: {}\n    other: {}\n"),
                HasSubstr("svc.yaml:6: plugins.enabled.other: found plugin other requires itself through its "
                          "requirements, expected requirements that end"));
}

TEST_F(Loader, ARequirementOnAPluginWhoseFilesAreWrongIsNoMistakeOfItsOwn) {
    plugin("sample", "good", "requires: [ other ]\n");
    plugin("other", "other", "requirs: [ sample ]\n");
    const std::string text = failure("    sample: {}\n    other: {}\n");
    EXPECT_THAT(text, AllOf(HasSubstr("requirs: found"), Not(HasSubstr("is not enabled"))));
}

TEST_F(Loader, TheContractAndTheLibraryAreBothToldWhenBothAreWrong) {
    plugin("sample", "", {});
    contract("sample", "readSample", "true");
    load("    sample: {}\n");
    EXPECT_THAT(reason("sample"),
                AllOf(HasSubstr("x-scope: found true, expected a scope"),
                      HasSubstr("\n" + (folder("sample") / "libsample.so").string() + " is missing")));
    plugin("other", "other", "requires: [ third ]\n");
    write(folder("other") / "libother.so", "no library");
    set_ = PluginSet::discover({root_});
    const auto unusable = set_.unusable(configurationOf("    sample: {}\n    other: {}\n"));
    ASSERT_EQ(unusable.size(), 2U) << "whatever they require";
    EXPECT_THAT(unusable[0].reason, HasSubstr("libother.so is not a shared library"));
}

TEST_F(Loader, KeysThatDoNothingAreRefused) {
    plugin("sample", "good", "permissions: { files: {} }\nisolation: process\n");
    const std::string text = failure("    sample: {}\n");
    EXPECT_THAT(text, AllOf(HasSubstr("permissions.files: found"), HasSubstr("isolation: found")));
}

TEST_F(Loader, ACrashInAStartNamesThePlugin) {
    plugin("sample", "start_crashes");
    EXPECT_EXIT(load("    sample: {}\n"), testing::KilledBySignal(SIGSEGV),
                "svc-host: plugin sample ended the process in its start \\(crash\\)");
}

TEST_F(Loader, AStartThatExitsNamesThePlugin) {
    plugin("sample", "start_exits");
    EXPECT_EXIT(load("    sample: {}\n"), testing::ExitedWithCode(0),
                "svc-host: plugin sample ended the process in its start \\(exit\\)");
}

TEST_F(Loader, AProbeTellsWhatItFound) {
    EXPECT_EQ(probeLibraries(ownExecutable(), {sample("good")}), "sample 1.0.0 for SDK 1.0, built with test");
}

TEST_F(Loader, APluginIsLeftOutAfterwardsWithThoseThatRequireIt) {
    plugin("other", "other", "requires: [ sample ]\n");
    plugin("sample", "good");
    const std::string enabled = "    other: {}\n    sample: {}\n";
    load(enabled);
    ASSERT_EQ(running().size(), 2U) << reason("sample") << reason("other");
    set_.refuse("sample", "its migrations fail", configurationOf(enabled));
    EXPECT_TRUE(running().empty());
    EXPECT_EQ(reason("sample"), "its migrations fail");
    EXPECT_THAT(reason("other"), HasSubstr("requires plugin sample, which was refused"));
}

TEST_F(Loader, ACommandThatIsOptionalMayBeMissing) {
    plugin(
        "sample", "good",
        "commands: { provides: [ { name: sample.run } ], uses: [ { name: other.run, optional: true } ] }\n");
    load("    sample: {}\n");
    EXPECT_EQ(running(), (std::vector<std::string>{"sample"})) << reason("sample");
}

TEST_F(Loader, RequirementsComeFirst) {
    plugin("sample", "other");
    fs::remove_all(folder("sample"));
    plugin("other", "other", "requires: [ sample ]\n");
    plugin("sample", "good");
    load("    other: {}\n    sample: {}\n");
    EXPECT_EQ(running(), (std::vector<std::string>{"sample", "other"}))
        << reason("sample") << reason("other");
}

TEST_F(Loader, WhatRequiresARefusedPluginIsRefusedToo) {
    plugin("other", "other", "requires: [ sample ]\n");
    plugin("sample", "start_throws");
    load("    other: {}\n    sample: {}\n");
    EXPECT_TRUE(running().empty());
    EXPECT_THAT(reason("other"),
                HasSubstr("plugin other requires plugin sample, which was refused: plugin sample "
                          "refused to start: the signing key is missing"));
}

TEST_F(Loader, WhatNeedsACommandOfARefusedPluginIsRefusedTooWhateverTheOrder) {
    plugin("other", "other",
           "commands: { provides: [ { name: other.run } ], uses: [ { name: sample.run } ] }\n");
    plugin("sample", "start_throws");
    load("    other: {}\n    sample: {}\n");
    EXPECT_TRUE(running().empty());
    EXPECT_THAT(reason("other"),
                HasSubstr("plugin other requires the command sample.run of plugin sample, which was "
                          "refused"));
}

TEST_F(Loader, ARefusedPluginDoesNotStopTheOthers) {
    plugin("other", "other");
    plugin("sample", "static_crashes");
    load("    sample: {}\n    other: {}\n");
    EXPECT_EQ(running(), (std::vector<std::string>{"other"}));
}

TEST_F(Loader, ARefusedPluginThatIsRequiredStopsTheService) {
    plugin("other", "other");
    plugin("sample", "start_throws");
    EXPECT_THAT(failure("    sample: { required: true }\n    other: {}\n"),
                HasSubstr("the signing key is missing"));
}

TEST_F(Loader, AnUnknownPluginIsNamedWithItsLine) {
    plugin("sample", "good");
    EXPECT_THAT(
        failure("    sampel: {}\n"),
        AllOf(HasSubstr("svc.yaml:5: plugins.enabled.sampel: found sampel, expected an installed plugin "
                        "(did you mean \"sample\"?): sample")));
}

TEST_F(Loader, WrongSettingsAreNamedWithFileLineKeyFoundAndExpected) {
    plugin(
        "sample", "good",
        "settings: { type: object, additionalProperties: false, properties: { days: { type: integer } } }\n");
    EXPECT_THAT(failure("    sample:\n      days: many\n"),
                AllOf(HasSubstr("svc.yaml:6: plugins.enabled.sample.days: found"), HasSubstr("many"),
                      HasSubstr("expected"), HasSubstr("integer")));
    EXPECT_THAT(failure("    sample: { dais: 3 }\n"), HasSubstr("svc.yaml:5: plugins.enabled.sample.dais"));
}

TEST_F(Loader, AMistakeInPluginYamlIsNamedWithItsLine) {
    plugin("sample", "good", "color: blue\n");
    EXPECT_THAT(failure("    sample: {}\n"), HasSubstr("sample/plugin.yaml:8: color: found"));
}

TEST_F(Loader, AKindOfRecordIsDeclaredInOneWayWithPlainNames) {
    plugin("sample", "good",
           "records:\n"
           "  - { kind: note }\n"
           "  - { kind: memo, record: sample.memo, companyWide: true }\n"
           "  - { kind: entry, record: sample.entry, owner: [note_id] }\n"
           "  - { kind: page, record: \"sample.page; --\" }\n");
    const std::string text = failure("    sample: {}\n");
    for (const char* line : {"plugin.yaml:9: records", "plugin.yaml:10: records", "plugin.yaml:11: records",
                             "plugin.yaml:12: records"}) {
        EXPECT_THAT(text, HasSubstr(line));
    }
}

TEST_F(Loader, ALibraryOutsideItsFolderIsRefused) {
    plugin("sample", "good", "library: ../libelsewhere.so\n");
    EXPECT_THAT(failure("    sample: {}\n"), HasSubstr("library: found"));
}

TEST_F(Loader, AFileThatOthersMayWriteIsRefused) {
    plugin("sample", "good");
    fs::permissions(folder("sample") / "libsample.so", fs::perms(0777));
    load("    sample: {}\n");
    EXPECT_THAT(reason("sample"),
                HasSubstr("libsample.so may be written by others: remove that right (chmod go-w)"));
}

TEST_F(Loader, AMigrationThatOthersMayWriteIsRefused) {
    plugin("sample", "good");
    fs::create_directories(folder("sample") / "migrations");
    write(folder("sample") / "migrations/0001_sample.sql", "SELECT 1");
    fs::permissions(folder("sample") / "migrations/0001_sample.sql", fs::perms(0666));
    load("    sample: {}\n");
    EXPECT_THAT(reason("sample"), HasSubstr("0001_sample.sql may be written by others"));
}

TEST_F(Loader, AFileOfAnotherUserIsRefused) {
    if (::geteuid() != 0) {
        GTEST_SKIP() << "only root can give a file away";
    }
    plugin("sample", "good");
    ASSERT_EQ(::chown((folder("sample") / "plugin.yaml").c_str(), 65534, 65534), 0);
    load("    sample: {}\n");
    EXPECT_THAT(reason("sample"), HasSubstr("plugin.yaml belongs to another user"));
}

/// A plugin `inside` that is a part of this test program.
template <std::uint32_t MinMinor>
InsidePlugin insidePlugin() {
    return {[]() -> const svc_manifest* {
                static const svc_manifest manifest{
                    sizeof(svc_manifest), SVC_ABI_MAGIC,    SVC_ABI_MAJOR, MinMinor, MinMinor, 0,
                    bytesOf("inside"),    bytesOf("1.0.0"), bytesOf("g++")};
                return &manifest;
            },
            [](const svc_host* host, svc_plugin* self) -> int32_t {
                const svc_handler nothing = [](svc_call*, void*) -> int32_t { return SVC_OK; };
                host->registry->add(self, SVC_REGISTER_ROUTE, bytesOf("readSample"), nothing, nullptr);
                return host->registry->add(self, SVC_REGISTER_COMMAND, bytesOf("inside.run"), nothing,
                                           nullptr);
            },
            [] {}};
}

TEST_F(Loader, APluginThatIsAPartOfTheProgramNeedsNoLibrary) {
    addInside("inside", insidePlugin<0>());
    plugin("inside", "");
    plugin("sample", "good");
    load("    inside: {}\n    sample: {}\n");
    EXPECT_EQ(running(), (std::vector<std::string>{"inside", "sample"})) << reason("inside");
}

TEST_F(Loader, APartOfTheProgramIsRefusedLikeALibrary) {
    addInside("inside", insidePlugin<2>());
    plugin("inside", "");
    load("    inside: {}\n");
    EXPECT_THAT(reason("inside"), HasSubstr("plugin inside needs SDK 1.2, this host offers SDK 1.0"));
}

} // namespace
} // namespace svc::host::plugin
