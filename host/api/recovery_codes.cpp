#include "host/api/recovery_codes.hpp"

#include "host/auth/digest.hpp"
#include "host/auth/sql.hpp"

namespace svc::host::api {
namespace {

constexpr std::size_t Codes = 10;
constexpr std::size_t Length = 20;
constexpr std::size_t Group = 5;

constexpr std::string_view DeleteAll = "DELETE FROM svc.recovery_code WHERE user_id = $1";
constexpr std::string_view InsertAll =
    "INSERT INTO svc.recovery_code (user_id, digest) SELECT $1, unnest($2::bytea[])";
constexpr std::string_view Use =
    "DELETE FROM svc.recovery_code WHERE user_id = $1 AND digest = $2 RETURNING user_id";

// The code has 95 random bits, so a slow hash would add no protection.
std::string digestOf(const Uuid& user, std::string_view code) {
    std::string text = user.toString() + ' ';
    for (const char c : code) {
        if (c != ' ' && c != '-') {
            text += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
        }
    }
    return auth::digestParameter(text);
}

std::string newCode() {
    // Without characters that are easily confused in handwriting.
    constexpr std::string_view Alphabet = "23456789abcdefghjkmnpqrstuvwxyz";
    std::string code;
    while (code.size() < Length + Length / Group - 1) {
        const auto byte = static_cast<unsigned char>(auth::randomBytes(1)[0]);
        if (byte >= Alphabet.size() * 8) {
            continue; // avoids a bias towards some characters
        }
        if (code.size() % (Group + 1) == Group) {
            code += '-';
        }
        code += Alphabet[byte % Alphabet.size()];
    }
    return code;
}

} // namespace

std::vector<std::string> makeRecoveryCodes(db::Transaction& transaction, const Uuid& user) {
    std::vector<std::string> codes;
    std::vector<std::string> digests;
    for (std::size_t i = 0; i < Codes; ++i) {
        codes.push_back(newCode());
        digests.push_back(digestOf(user, codes.back()));
    }
    dropRecoveryCodes(transaction, user);
    transaction.send(InsertAll, {user.toString(), auth::arrayText(digests)});
    return codes;
}

void dropRecoveryCodes(db::Transaction& transaction, const Uuid& user) {
    transaction.send(DeleteAll, {user.toString()});
}

bool useRecoveryCode(db::Connection& connection, const Uuid& user, std::string_view code) {
    return !connection.query(Use, {user.toString(), digestOf(user, code)}).empty();
}

} // namespace svc::host::api
