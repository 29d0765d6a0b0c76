// Pages for people who follow a link in a mail or open the address of the service in a browser. Plain forms:
// they work without scripts and load nothing from other servers.

#include "host/api/invitations.hpp"
#include "host/api/passwords.hpp"
#include "host/api/words.hpp"
#include "host/auth/digest.hpp"
#include "host/http/pipeline/router.hpp"

#include <svc/encoding.hpp>
#include <svc/markup.hpp>
#include <svc/text.hpp>

#include <algorithm>

namespace svc::host::api {
namespace {

constexpr std::string_view PageStyle =
    "body{font:16px/1.5 system-ui,sans-serif;max-width:26rem;margin:4rem auto;padding:0 1rem;color:#1a1a1a}"
    "label{display:block;margin:1rem 0 0}input{font:inherit;width:100%;padding:.5rem;box-sizing:border-box}"
    "button{font:inherit;margin-top:1.5rem;padding:.5rem 1rem}.bad{color:#a00000}";

constexpr Words Join{"Join", "Rejoindre", "Beitreten:"};
constexpr Words Joined{"You are a member now.", "Vous êtes membre.", "Sie sind jetzt Mitglied."};
constexpr Words LogIn{"Log in", "Se connecter", "Anmelden"};
constexpr Words LogInElsewhere{"Log in with your application.", "Connectez-vous avec votre application.",
                               "Melden Sie sich mit Ihrer Anwendung an."};
constexpr Words YourName{"Your name", "Votre nom", "Ihr Name"};
constexpr Words YourPassword{"Your password", "Votre mot de passe", "Ihr Passwort"};
constexpr Words NewPassword{"New password (12 characters at least)",
                            "Nouveau mot de passe (12 caractères au moins)",
                            "Neues Passwort (mindestens 12 Zeichen)"};
constexpr Words CodeIfAny{"One-time code, if you use them", "Code à usage unique, si vous en utilisez",
                          "Einmalcode, falls Sie welche verwenden"};
constexpr Words Continue{"Continue", "Continuer", "Weiter"};
constexpr Words ChoosePassword{"Choose a new password", "Choisir un nouveau mot de passe",
                               "Neues Passwort setzen"};
constexpr Words PasswordIsChanged{"Your password was changed.", "Votre mot de passe a été modifié.",
                                  "Ihr Passwort wurde geändert."};
constexpr Words DeadLink{"This link is unknown, was used or has expired. Ask for another one.",
                         "Ce lien est inconnu, déjà utilisé ou expiré. Demandez-en un autre.",
                         "Dieser Link ist unbekannt, verbraucht oder abgelaufen. Bitten Sie um einen neuen."};
constexpr Words Weak{"The password needs 12 characters and must not be a common one.",
                     "Le mot de passe doit compter 12 caractères et ne pas être courant.",
                     "Das Passwort braucht 12 Zeichen und darf nicht verbreitet sein."};
constexpr Words Wrong{"Wrong password or code.", "Mot de passe ou code incorrect.",
                      "Passwort oder Code ist falsch."};
constexpr Words Locked{"Too many attempts. Wait 15 minutes.", "Trop de tentatives. Attendez 15 minutes.",
                       "Zu viele Versuche. Warten Sie 15 Minuten."};
constexpr Words Incomplete{"Please fill in all fields.", "Veuillez remplir tous les champs.",
                           "Bitte füllen Sie alle Felder aus."};
constexpr Words Welcome{"Business management service", "Service de gestion d'entreprise",
                        "Dienst für Unternehmensverwaltung"};
constexpr Words OpenConsole{"Open the console", "Ouvrir la console", "Konsole öffnen"};
constexpr Words Explained{
    "This address answers applications, not browsers. What it can do is described in",
    "Cette adresse répond à des applications, non à des navigateurs. Ses fonctions sont décrites dans",
    "Diese Adresse antwortet Anwendungen, nicht Browsern. Was sie kann, steht in"};

void replyPage(http::Exchange& exchange, std::string_view title, const std::string& content) {
    static const std::string policy = "default-src 'none'; style-src 'sha256-" +
                                      base64Encode(auth::sha256(PageStyle)) +
                                      "'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";
    exchange.status = 200;
    exchange.answer =
        "<!DOCTYPE html><html lang=\"" + exchange.language +
        "\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\"><title>" +
        escapedMarkup(title) + "</title><style>" + std::string(PageStyle) +
        "</style></head><body><main><h1>" + escapedMarkup(title) + "</h1>" + content +
        "</main></body></html>";
    exchange.answerHeaders.emplace_back("Content-Type", "text/html; charset=utf-8");
    exchange.answerHeaders.emplace_back("Content-Security-Policy", policy);
}

std::string paragraph(std::string_view text, bool bad = false) {
    return (bad ? "<p class=\"bad\" role=\"alert\">" : "<p>") + escapedMarkup(text) + "</p>";
}

std::string field(std::string_view label, std::string_view name, std::string_view type,
                  std::string_view completion, bool required = true) {
    return "<label>" + escapedMarkup(label) + "<input name=\"" + std::string(name) + "\" type=\"" +
           std::string(type) + "\" autocomplete=\"" + std::string(completion) +
           (required ? "\" required>" : "\">") + "</label>";
}

std::string form(const std::string& fields, std::string_view language) {
    return "<form method=\"post\">" + fields + "<button>" + escapedMarkup(Continue.in(language)) +
           "</button></form>";
}

bool hasConsole(const ApiContext& context) {
    const std::vector<std::string>& modules = context.options.modules;
    return std::find(modules.begin(), modules.end(), "console") != modules.end();
}

std::string link(std::string_view address, std::string_view text) {
    return "<p><a href=\"" + std::string(address) + "\">" + escapedMarkup(text) + "</a></p>";
}

/// How a person goes on who can log in now.
std::string wayIn(const ApiContext& context, std::string_view language) {
    return hasConsole(context) ? link("/console/login", LogIn.in(language))
                               : paragraph(LogInElsewhere.in(language));
}

/// The explanation of a refusal in words for people.
Words wordsOf(const ApiError& error) {
    const std::string_view code = error.code();
    if (code == "token-invalid") {
        return DeadLink;
    }
    if (code == "password-too-weak") {
        return Weak;
    }
    if (code == "account-locked") {
        return Locked;
    }
    return error.status() == 401 ? Wrong : Incomplete;
}

/// Converts the fields of the form to the JSON body of the corresponding operation.
Json formOf(const http::Exchange& exchange) {
    Json body = Json::object();
    const auto pairs = http::parseQuery(exchange.body);
    if (!pairs) {
        throw ApiError(400, "body-invalid");
    }
    for (const auto& [name, value] : *pairs) {
        if (const std::string_view text = trim(value); !text.empty()) {
            body.set(name, Json(text));
        }
    }
    return body;
}

void showInvitation(http::Exchange& exchange, ApiContext& context, std::string_view problem) {
    const std::string& language = exchange.language;
    const auto invitation = openInvitation(exchange, context);
    if (!invitation) {
        replyPage(exchange, Join.in(language), paragraph(DeadLink.in(language), true));
        return;
    }
    std::string fields = problem.empty() ? std::string() : paragraph(problem, true);
    fields += paragraph(invitation->email);
    fields += invitation->hasAccount
                  ? field(YourPassword.in(language), "password", "password", "current-password") +
                        field(CodeIfAny.in(language), "otp", "text", "one-time-code", false)
                  : field(YourName.in(language), "name", "text", "name") +
                        field(NewPassword.in(language), "password", "password", "new-password");
    replyPage(exchange, std::string(Join.in(language)) + ' ' + invitation->company, form(fields, language));
}

void takeInvitation(http::Exchange& exchange, ApiContext& context) {
    try {
        acceptWith(exchange, context, formOf(exchange));
        const std::string& language = exchange.language;
        replyPage(exchange, Join.in(language), paragraph(Joined.in(language)) + wayIn(context, language));
    } catch (const ApiError& error) {
        showInvitation(exchange, context, wordsOf(error).in(exchange.language));
    }
}

void showReset(http::Exchange& exchange, std::string_view problem) {
    const std::string& language = exchange.language;
    std::string fields = problem.empty() ? std::string() : paragraph(problem, true);
    fields += field(NewPassword.in(language), "newPassword", "password", "new-password");
    replyPage(exchange, ChoosePassword.in(language), form(fields, language));
}

void takeReset(http::Exchange& exchange, ApiContext& context) {
    const std::string& language = exchange.language;
    try {
        resetWith(exchange, context, exchange.parameters.find("token")->second,
                  formOf(exchange).textOr("newPassword"));
        replyPage(exchange, ChoosePassword.in(language),
                  paragraph(PasswordIsChanged.in(language)) + wayIn(context, language));
    } catch (const ApiError& error) {
        showReset(exchange, wordsOf(error).in(language));
    }
}

void showRoot(http::Exchange& exchange, const ApiContext& context) {
    if (exchange.header("Accept").value_or("").find("text/html") == std::string_view::npos) {
        throw ApiError(404, "not-found");
    }
    const std::string& language = exchange.language;
    replyPage(exchange, Welcome.in(language),
              (hasConsole(context) ? link("/console", OpenConsole.in(language)) : std::string()) + "<p>" +
                  escapedMarkup(Explained.in(language)) +
                  " <a href=\"/openapi.json\">/openapi.json</a>.</p><p><a href=\"/versions\">/versions</a> · "
                  "<a href=\"/health\">/health</a> · <a href=\"/ready\">/ready</a></p>");
}

} // namespace

void addPageHandlers(Handlers& handlers, ApiContext& context) {
    handlers["showRoot"] = [&context](http::Exchange& exchange) { showRoot(exchange, context); };
    handlers["showInvitation"] = [&context](http::Exchange& exchange) {
        showInvitation(exchange, context, {});
    };
    handlers["takeInvitation"] = [&context](http::Exchange& exchange) { takeInvitation(exchange, context); };
    handlers["showReset"] = [](http::Exchange& exchange) { showReset(exchange, {}); };
    handlers["takeReset"] = [&context](http::Exchange& exchange) { takeReset(exchange, context); };
}

} // namespace svc::host::api
