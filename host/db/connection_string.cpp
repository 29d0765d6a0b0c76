#include "host/db/connection_string.hpp"

#include <libpq-fe.h>
#include <map>
#include <memory>
#include <stdexcept>

namespace svc::host::db {
namespace {

struct FreeOptions {
    void operator()(PQconninfoOption* options) const noexcept { PQconninfoFree(options); }
};

std::map<std::string, std::string> parse(const std::string& text) {
    char* reason = nullptr;
    const std::unique_ptr<PQconninfoOption, FreeOptions> options(PQconninfoParse(text.c_str(), &reason));
    if (!options) {
        // Not used in the message: libpq repeats the text that it could not parse, which may hold the
        // password.
        PQfreemem(reason);
        throw std::invalid_argument("the address of the database cannot be read; expected "
                                    "postgresql://user@host:port/name or host=… dbname=… user=…");
    }
    std::map<std::string, std::string> values;
    for (const PQconninfoOption* option = options.get(); option->keyword != nullptr; ++option)
        if (option->val != nullptr && option->val[0] != '\0')
            values[option->keyword] = option->val;
    return values;
}

} // namespace

std::string connectionKeywords(const ConnectionOptions& options) {
    std::map<std::string, std::string> values = parse(options.login.connectionString);
    const auto fallback = [&values](const char* key, const std::string& value) {
        values.emplace(key, value);
    };
    const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(options.connectTimeout).count();
    fallback("connect_timeout", std::to_string(seconds < 2 ? 2 : seconds));
    fallback("application_name", options.applicationName);
    values["client_encoding"] = "UTF8";
    const auto host = values.find("host");
    if (host != values.end() && !host->second.starts_with('/')) {
        // Keepalives detect a half-open connection much earlier than the system's default of two hours.
        fallback("keepalives_idle", "10");
        fallback("keepalives_interval", "5");
        fallback("keepalives_count", "3");
        fallback("tcp_user_timeout", "10000");
    }
    // Of several servers only the primary is used; standbys refuse writes.
    if (host != values.end() && host->second.find(',') != std::string::npos)
        fallback("target_session_attrs", "read-write");
    std::string text;
    for (const auto& [key, value] : values) {
        if (value.find_first_of(" \t\r\n") != std::string::npos)
            throw std::invalid_argument(
                "the value of '" + key +
                "' in the address of the database contains a blank, which is not supported");
        if (!text.empty())
            text += ' ';
        text += key + '=';
        for (const char c : value) {
            if (c == '\\' || c == '\'')
                text += '\\';
            text += c;
        }
    }
    return text;
}

std::pair<std::string, std::string> keywordsAndPassword(const std::string& connectionString) {
    std::map<std::string, std::string> values = parse(connectionString);
    const auto password = values.extract("password");
    const auto host = values.find("host");
    if (host != values.end() && host->second.find(',') != std::string::npos)
        values.emplace("target_session_attrs", "read-write");
    std::string keywords;
    for (const auto& [key, value] : values) {
        keywords += (keywords.empty() ? "" : " ") + key + "='";
        for (const char c : value) {
            if (c == '\'' || c == '\\')
                keywords += '\\';
            keywords += c;
        }
        keywords += '\'';
    }
    return {keywords, password.empty() ? "" : password.mapped()};
}

} // namespace svc::host::db
