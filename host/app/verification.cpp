#include "host/app/verification.hpp"

#include <algorithm>
#include <cctype>
#include <stdexcept>

#include "host/app/database.hpp"
#include "host/config/yaml_document.hpp"
#include "host/db/migration_file.hpp"
#include "host/db/quoting.hpp"

namespace svc::host::app {
namespace {

namespace fs = std::filesystem;

std::string companyText(std::optional<std::string_view> uuid) {
    const auto parsed = uuid ? Uuid::parse(*uuid) : std::nullopt;
    return parsed ? encodeId("com", *parsed) : "-";
}

Violation violationOf(const db::Rows& row) {
    const auto text = [&row](std::size_t column) {
        return std::string(row.cell(0, column).value_or("nothing"));
    };
    return {companyText(row.cell(0, 1)), text(2), text(3), text(4)};
}

bool isWordCharacter(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

} // namespace

std::vector<Invariant> readInvariants(const std::string& plugin, const fs::path& folder) {
    std::vector<fs::path> files;
    std::error_code absent;
    for (const auto& entry : fs::directory_iterator(folder, absent)) {
        if (entry.path().extension() == ".sql") {
            files.push_back(entry.path());
        }
    }
    std::sort(files.begin(), files.end());
    std::vector<Invariant> invariants;
    for (const fs::path& file : files) {
        const std::string text = config::readFile(file);
        if (text.rfind("-- ", 0) != 0) {
            throw std::runtime_error(file.string() + " does not begin with its sentence: -- What must hold.");
        }
        const std::vector<std::string> statements = db::splitStatements(text);
        if (statements.size() != 1) {
            throw std::runtime_error(file.string() + " holds " + std::to_string(statements.size()) +
                                     " statements; expected one SELECT");
        }
        invariants.push_back(
            {plugin + '.' + file.stem().string(), text.substr(3, text.find('\n') - 3), statements.front()});
    }
    return invariants;
}

bool readsSchema(std::string_view sql, std::string_view schema) {
    const std::string name = std::string(schema) + '.';
    for (std::size_t at = sql.find(name); at != std::string_view::npos; at = sql.find(name, at + 1)) {
        const bool begins = at == 0 || (!isWordCharacter(sql[at - 1]) && sql[at - 1] != '.');
        const std::size_t after = at + name.size();
        if (begins && after < sql.size() && isWordCharacter(sql[after])) {
            return true;
        }
    }
    return false;
}

std::string violationsOf(const Invariant& invariant, const std::optional<Uuid>& company) {
    return "SELECT " + db::quoteLiteral(invariant.name) +
           " AS invariant, v.company_id, v.subject::text, v.expected::text, v.found::text FROM (" +
           invariant.sql + ") AS v(company_id, subject, expected, found)" +
           (company ? " WHERE v.company_id = " + db::quoteLiteral(company->toString()) + "::uuid" : "");
}

Verification::Verification(const db::Login& backup) : connection_(readerOptions(backup, "svc-host-verify")) {}

void Verification::run(const std::vector<Invariant>& invariants, const std::optional<Uuid>& company,
                       const Listener& listener) {
    connection_.query(std::string(OneSnapshot));
    for (const Invariant& invariant : invariants) {
        listener.begin(invariant);
        connection_.query("SAVEPOINT invariant");
        try {
            connection_.stream(violationsOf(invariant, company), {},
                               [&](const db::Rows& row) { listener.violation(invariant, violationOf(row)); });
        } catch (const db::ConnectionLost&) {
            throw;
        } catch (const db::Error& error) {
            listener.failure(invariant, error.message());
            connection_.query("ROLLBACK TO SAVEPOINT invariant");
        }
    }
    connection_.query("COMMIT");
}

} // namespace svc::host::app
