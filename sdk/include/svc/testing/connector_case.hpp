/// @file What tests of connectors share: a plugin with its provider stood in for, and the contract of the
/// provider (docs/sdk/first-connector.md).
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include <gtest/gtest.h>

#include <svc/encoding.hpp>
#include <svc/testing/plugin_test.hpp>

namespace svc::testing {

/// A test of a connector. `plugin` and `data` are the folders that svc_add_plugin_test tells:
///
///     struct Acme : svc::testing::ConnectorCase {
///         Acme() : ConnectorCase("acme", SVC_PLUGIN_FOLDER, SVC_TEST_DATA) {}
///     };
class ConnectorCase : public ::testing::Test {
protected:
    ConnectorCase(std::string provider, const std::string& plugin, std::string data);
    ~ConnectorCase() override;

    /// The text of a file of the folder `data`.
    std::string textOfData(const std::string& file) const;
    Json dataOf(const std::string& file) const;
    /// The query string of a request that was sent, without the question mark.
    std::string query(std::size_t request);
    /// The input of fetch, on 2026-11-20.
    static Json fetchInput(const std::string& feed, const Json& cursor, const Json& settings,
                           const std::string& currency = "EUR", const Json& since = nullptr);
    /// The input of payment_link for a sale.
    static Json order(std::int64_t minor, const std::string& currency);
    Json run(const std::string& verb, const Json& input = Json::object());
    Json stateOf(const std::string& reference, const std::string& currency = "XOF");
    /// The code and what follows it; none when it was not refused.
    std::string refusal(const std::string& verb, const Json& input);
    /// Every class of answers that a provider may give to payment_link; `error`: the body of a refusal,
    /// `code` what is told of it, before its words.
    void expectEachRefusal(HttpStandIn& asked, const Json& input, const std::string& error,
                           const std::string& code);
    /// The JSON body of a request that was sent, checked against the schema of its operation in
    /// contract.json: a field that the provider does not know, one that is missing, a wrong form are
    /// failures.
    Json checkedBody(const std::string& operation, std::size_t request);
    /// A call of the provider as the verb hook is given it.
    static Json called(const std::string& header, const std::string& value, const std::string& body);

    PluginTest test;

private:
    std::string provider_;
    std::string data_;
};

} // namespace svc::testing
