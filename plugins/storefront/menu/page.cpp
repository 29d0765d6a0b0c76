#include "menu/page.hpp"

#include <svc/http_client.hpp>
#include <svc/markup.hpp>

#include "menu/store.hpp"
#include "page/response.hpp"
#include "page/rules/page.hpp"
#include "page/rules/wording.hpp"

namespace svc::storefront {
namespace {

/// One item with a field for its quantity; a sold-out item has no field.
std::string itemHtml(const Offer& offer, Currency currency, const paper::ReaderForm& form,
                     std::string_view language) {
    const std::string id = offer.id.toString();
    std::string html = offer.available ? "<li class=\"item\">" : "<li class=\"item gone\">";
    html += "<div class=\"what\"><b id=\"n-" + id + "\">" + escapedMarkup(offer.name) + "</b>";
    if (offer.description) {
        html += "<p class=\"soft\">" + escapedMarkup(*offer.description) + "</p>";
    }
    html +=
        "<span class=\"price\">" + escapedMarkup(form.moneyPrice(offer.price, currency)) + "</span></div>";
    if (offer.available) {
        html += "<input type=\"number\" inputmode=\"decimal\" name=\"" + id +
                "\" min=\"0\" max=\"1000\" step=\"any\" placeholder=\"0\" aria-labelledby=\"n-" + id + "\">";
    } else {
        html += "<span class=\"soft\">" + escapedMarkup(wordOf(Word::SoldOut, language)) + "</span>";
    }
    return html + "</li>\n";
}

std::string fieldHtml(Word label, std::string_view name, std::string_view more, std::string_view language) {
    return "<label for=\"" + std::string(name) + "\">" + escapedMarkup(wordOf(label, language)) +
           "</label><input id=\"" + std::string(name) + "\" name=\"" + std::string(name) +
           "\" maxlength=\"255\" " + std::string(more) + ">\n";
}

std::string guestHtml(const std::optional<std::string>& table, std::string_view language) {
    const std::string given = table ? "value=\"" + escapedMarkup(*table) + "\"" : std::string();
    return "<div class=\"card\">\n" + fieldHtml(Word::Table, "table", given, language) +
           fieldHtml(Word::YourName, "name", "autocomplete=\"name\"", language) +
           fieldHtml(Word::Phone, "phone", "type=\"tel\" autocomplete=\"tel\"", language) +
           "<label for=\"note\">" + escapedMarkup(wordOf(Word::Note, language)) +
           "</label><textarea id=\"note\" name=\"note\" rows=\"2\" maxlength=\"1000\" placeholder=\"" +
           escapedMarkup(wordOf(Word::NoteHint, language)) + "\"></textarea>\n</div>\n";
}

/// Links to the previous and the next page.
std::string otherPagesHtml(const MenuView& view, std::optional<std::int64_t> next,
                           std::string_view language) {
    std::string html;
    const auto link = [&](Word word, std::int64_t number) {
        html += "<p><a class=\"button quiet\" href=\"?page=" + std::to_string(number) +
                (view.table ? "&amp;table=" + percentEncode(*view.table) : "") + "\">" +
                escapedMarkup(wordOf(word, language)) + "</a></p>\n";
    };
    if (view.number > 1) {
        link(Word::PageBefore, view.number - 1);
    }
    if (next) {
        link(Word::PageBehind, *next);
    }
    return html;
}

} // namespace

void checkMenu(Call& call) {
    if (!companySettings(call).publicMenu) {
        throw ApiError(404, "menu-not-found");
    }
}

std::string menuPage(Call& call, const MenuView& view) {
    const std::string_view language = call.language();
    const Currency currency = call.company().currency;
    const auto [offers, next] = readMenuPage(call, view.number);
    std::string html = "<h1>" + escapedMarkup(call.company().name) + "</h1>\n";
    if (offers.empty()) {
        html += "<p class=\"card\">" + escapedMarkup(wordOf(Word::EmptyMenu, language)) + "</p>" +
                otherPagesHtml(view, next, language);
        return page(call.company().name, language, html);
    }
    if (view.hint) {
        html += "<p class=\"notice\" role=\"alert\">" + escapedMarkup(wordOf(Word::NothingChosen, language)) +
                "</p>\n";
    }
    html += "<form method=\"post\" action=\"orders\">\n";
    for (std::size_t i = 0; i < offers.size();) {
        const auto category = offers[i].category;
        html += "<h2>" +
                escapedMarkup(category ? std::string_view(*category) : wordOf(Word::Other, language)) +
                "</h2>\n<ul>\n";
        for (; i < offers.size() && offers[i].category == category; ++i) {
            html += itemHtml(offers[i], currency, guestForm(call), language);
        }
        html += "</ul>\n";
    }
    html += otherPagesHtml(view, next, language) + guestHtml(view.table, language);
    html += "<div class=\"bar\"><button>" + escapedMarkup(wordOf(Word::Order, language)) +
            "</button></div>\n</form>";
    return page(call.company().name + " \u2013 " + std::string(wordOf(Word::Menu, language)), language, html);
}

} // namespace svc::storefront
