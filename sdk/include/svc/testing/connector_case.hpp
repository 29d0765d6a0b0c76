/// @file Base class for tests of connectors: a plugin with a fake provider, and the contract of the provider
/// (docs/sdk/first-connector.md).
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include <gtest/gtest.h>

#include <svc/encoding.hpp>
#include <svc/testing/plugin_test.hpp>

namespace svc::testing {

/// A test of a connector. `plugin` and `data` are the folders that svc_add_plugin_test defines:
///
///     struct Acme : svc::testing::ConnectorCase {
///         Acme() : ConnectorCase("acme", SVC_PLUGIN_FOLDER, SVC_TEST_DATA) {}
///     };
class ConnectorCase : public ::testing::Test {
protected:
    ConnectorCase(std::string provider, const std::string& plugin, std::string data);
    ~ConnectorCase() override;

    /// The content of a file in the folder `data`.
    std::string textOfData(const std::string& file) const;
    Json dataOf(const std::string& file) const;
    /// The query string of the n-th sent request, without the question mark.
    std::string query(std::size_t request);
    /// The input of the verb fetch, with the time 2026-11-20.
    static Json fetchInput(const std::string& feed, const Json& cursor, const Json& settings,
                           const std::string& currency = "EUR", const Json& since = nullptr);
    /// The input of the verb payment_link for a sale.
    static Json order(std::int64_t minor, const std::string& currency);
    /// The PDF of a document, as the verbs signature and archive are given it.
    static Json fileOf(const std::string& name, const std::string& content);
    /// The input of the verb archive for the PDF of a sale that has not been archived before.
    static Json paper(const std::string& name, const std::string& content, const std::string& folder);
    Json run(const std::string& verb, const Json& input = Json::object());
    Json stateOf(const std::string& reference, const std::string& currency = "XOF");
    /// The error code with its details when the verb refuses; empty when it succeeds.
    std::string refusal(const std::string& verb, const Json& input);
    /// Checks that payment_link handles every class of provider answers. `error`: the body of a refusal;
    /// `code`: the error code expected in it, before the provider's words.
    void expectEachRefusal(HttpStandIn& asked, const Json& input, const std::string& error,
                           const std::string& code);
    /// The JSON body of the n-th sent request, validated against the schema of its operation in
    /// contract.json: an unknown field, a missing field or a wrong form is a test failure.
    Json checkedBody(const std::string& operation, std::size_t request);
    /// A call of the provider (webhook) as the input of the verb hook.
    static Json called(const std::string& header, const std::string& value, const std::string& body);

    PluginTest test;

private:
    std::string provider_;
    std::string data_;
};

} // namespace svc::testing
