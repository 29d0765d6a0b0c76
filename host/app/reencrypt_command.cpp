#include "host/app/reencrypt_command.hpp"

#include <cstdlib>
#include <iostream>

#include "host/app/application.hpp"
#include "host/app/command_line.hpp"
#include "host/app/plugin_commands.hpp"
#include "host/auth/plugin_secret_store.hpp"
#include "host/auth/sealer.hpp"
#include "host/auth/sql.hpp"
#include "host/db/transaction.hpp"
#include "host/webhooks/webhook_secret.hpp"

namespace svc::host::app {
namespace {

constexpr std::string_view OldWebhooks =
    "SELECT company_id, id, key_version, secret, previous_key_version, previous_secret FROM svc.webhook"
    " WHERE key_version < $1 OR previous_key_version < $1"
    " ORDER BY company_id, id LIMIT 100 FOR UPDATE SKIP LOCKED";
constexpr std::string_view KeepWebhook =
    "UPDATE svc.webhook SET secret = $3, key_version = $4, previous_secret = $5,"
    " previous_key_version = CASE WHEN $5::text IS NOT NULL THEN $4::integer END"
    " WHERE company_id = $1 AND id = $2";
// The key version is in front of the dot; see auth::Sealer.
constexpr std::string_view OldCodes =
    "SELECT id, otp_secret FROM svc.user_account WHERE otp_secret IS NOT NULL"
    " AND NOT starts_with(otp_secret, $1 || '.') ORDER BY id LIMIT 100 FOR UPDATE SKIP LOCKED";
constexpr std::string_view KeepCode = "UPDATE svc.user_account SET otp_secret = $2 WHERE id = $1";
constexpr std::string_view OldMail =
    "SELECT company_id, id, payload FROM svc.job WHERE plugin = 'host' AND payload <> '{}'"
    " AND NOT starts_with(payload, '{\"sealed\":\"' || $1 || '.') ORDER BY company_id, id LIMIT 100"
    " FOR UPDATE SKIP LOCKED";
constexpr std::string_view KeepMail = "UPDATE svc.job SET payload = $3 WHERE company_id = $1 AND id = $2";

Uuid uuidOf(std::string_view text) {
    return Uuid::parse(text).value_or(Uuid());
}

/// Runs batch after batch, each in a separate transaction: when the command is interrupted, the next run
/// continues with the rest. `batch` returns the number of rows that it has re-encrypted.
template <class Batch>
std::size_t all(Application& application, Batch batch) {
    std::size_t total = 0;
    for (;;) {
        db::Transaction transaction(application.services().pool);
        const std::size_t count = batch(transaction);
        transaction.commit();
        total += count;
        if (count == 0) {
            return total;
        }
    }
}

std::size_t webhooks(Application& application) {
    const host::webhooks::SecretSealer sealer(application.masterKey().derive("webhook secrets"));
    const std::string newest = std::to_string(sealer.newest());
    return all(application, [&](db::Transaction& transaction) {
        const db::Rows rows = transaction.query(OldWebhooks, {newest});
        for (std::size_t row = 0; row < rows.count(); ++row) {
            const Uuid company = uuidOf(rows.text(row, 0));
            const Uuid id = uuidOf(rows.text(row, 1));
            const std::string secret = sealer.open(
                company, id, static_cast<int>(auth::integerOf(rows.text(row, 2))), rows.text(row, 3));
            std::optional<std::string> previous;
            if (const auto sealed = rows.cell(row, 5)) {
                const int version = static_cast<int>(auth::integerOf(rows.text(row, 4)));
                previous = sealer.seal(company, id, sealer.open(company, id, version, *sealed));
            }
            transaction.send(KeepWebhook, {rows.text(row, 0), rows.text(row, 1),
                                           sealer.seal(company, id, secret), newest, previous});
        }
        return rows.count();
    });
}

std::size_t codes(Application& application) {
    const auth::Sealer sealer(application.masterKey().derive("one-time codes"));
    return all(application, [&](db::Transaction& transaction) {
        const db::Rows rows = transaction.query(OldCodes, {std::to_string(sealer.newest())});
        for (std::size_t row = 0; row < rows.count(); ++row) {
            const auto secret = sealer.open(rows.text(row, 0), rows.text(row, 1));
            if (!secret) {
                throw std::runtime_error("the one-time code of " +
                                         encodeId("usr", uuidOf(rows.text(row, 0))) +
                                         " was not sealed with a master key that is known");
            }
            transaction.send(KeepCode, {rows.text(row, 0), sealer.seal(rows.text(row, 0), *secret)});
        }
        return rows.count();
    });
}

std::size_t messages(Application& application) {
    const mail::Outbox& outbox = application.outbox();
    return all(application, [&](db::Transaction& transaction) {
        const db::Rows rows = transaction.query(OldMail, {std::to_string(application.masterKey().newest())});
        for (std::size_t row = 0; row < rows.count(); ++row) {
            transaction.send(KeepMail, {rows.text(row, 0), rows.text(row, 1),
                                        outbox.sealAgain(uuidOf(rows.text(row, 0)), rows.text(row, 1),
                                                         rows.text(row, 2))});
        }
        return rows.count();
    });
}

std::size_t secretsOfPlugins(Application& application) {
    return all(application, [&](db::Transaction& transaction) {
        return application.pluginSecrets().sealAgain(transaction);
    });
}

/// Throws UsageError when the keys are not in the file.
void requireKeyFile(bool adds) {
    const char* text = std::getenv(MasterKey::Variable);
    if (text != nullptr && *text != '\0') {
        throw UsageError(std::string("the keys are in ") + MasterKey::Variable +
                         (adds ? ": add `,<version>:<digits>` there" : ", not in a file"));
    }
}

} // namespace

int reencryptCommand(const std::vector<std::string>& words) {
    const Arguments arguments(words, {"config"}, {"add-key", "retire-old"});
    arguments.requireNoRest("reencrypt");
    const bool adds = arguments.flag("add-key");
    const bool retires = arguments.flag("retire-old");
    if (adds && retires) {
        throw UsageError("--add-key and --retire-old are the first and the last step of a change");
    }
    if (adds || retires) {
        requireKeyFile(adds);
    }
    const config::Config configuration = loadConfiguration(arguments.option("config").value_or(""));
    if (adds) {
        const int version = MasterKey::addTo(masterKeyFile(configuration));
        std::cout << "key " << version << " is added; start every host again, then run svc-host reencrypt\n";
        return 0;
    }
    requireData(configuration);
    Application application(configuration);
    application.openDatabase(configuration.database.embedded ? Pending::Apply : Pending::Leave, true);
    if (application.masterKey().newest() == 1) {
        std::cout << "there is one master key only; svc-host reencrypt --add-key makes another\n";
        return 0;
    }
    const std::size_t hooks = webhooks(application);
    const std::size_t people = codes(application);
    const std::size_t mails = messages(application);
    const std::size_t secrets = secretsOfPlugins(application);
    std::cout << "sealed under key " << application.masterKey().newest() << ": " << hooks << " webhooks, "
              << people << " one-time codes, " << mails << " messages, " << secrets
              << " secrets of plugins\n";
    if (retires) {
        for (const int version :
             MasterKey::retireOld(masterKeyFile(configuration), auth::Signer::publicKey)) {
            std::cout
                << "key " << version
                << " is removed; its public part stays, for svc-host verify. Give the file to every host\n";
        }
    }
    return 0;
}

} // namespace svc::host::app
