#include "page/rules/page.hpp"

#include <svc/markup.hpp>

namespace svc::storefront {

const std::string_view Style =
    R"css(:root{--paper:#fbfaf7;--card:#fff;--ink:#1f2421;--soft:#5c655f;--line:#e4e1d8;--accent:#0b6b4f;--on:#fff}
@media (prefers-color-scheme:dark){:root{--paper:#151816;--card:#1e2320;--ink:#eceee9;--soft:#a3ada6;--line:#323a35;--accent:#4fc39a;--on:#08130e}}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:17px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
main{max-width:42rem;margin:0 auto;padding:1.25rem 1rem 7rem}
h1{font-size:1.65rem;line-height:1.2;margin:.25rem 0 1rem}
h2{font-size:1.05rem;margin:1.75rem 0 .5rem;color:var(--soft);font-weight:600}
ul{list-style:none;margin:0;padding:0}
.card,.item,.notice{background:var(--card);border:1px solid var(--line);border-radius:.9rem;padding:.85rem 1rem;margin:0 0 .6rem}
.item{display:flex;gap:1rem;align-items:center}
.what{flex:1;min-width:0;overflow-wrap:anywhere}
.what b{display:block;font-weight:600}
.soft{color:var(--soft);font-size:.92rem;margin:0}
.text{white-space:pre-line}
.price{white-space:nowrap;font-variant-numeric:tabular-nums}
.gone{opacity:.55}
label{display:block;font-size:.92rem;color:var(--soft);margin:.6rem 0 .2rem}
input,textarea{width:100%;font:inherit;color:inherit;background:var(--paper);border:1px solid var(--line);border-radius:.6rem;padding:.6rem .7rem}
.item input{width:4.4rem;text-align:center;font-size:1.1rem}
input:focus-visible,textarea:focus-visible,button:focus-visible,a:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
button,.button{display:block;width:100%;font:inherit;font-weight:600;border:0;border-radius:.8rem;padding:.9rem 1rem;background:var(--accent);color:var(--on);cursor:pointer;text-align:center;text-decoration:none}
button.quiet,.button.quiet{background:transparent;color:var(--ink);border:1px solid var(--line)}
.bar{position:fixed;inset:auto 0 0 0;background:var(--paper);border-top:1px solid var(--line);padding:.75rem 1rem calc(.75rem + env(safe-area-inset-bottom))}
.bar>*{max-width:40rem;margin:0 auto}
.notice{border-color:var(--accent)}
table{width:100%;border-collapse:collapse}
td,th{padding:.45rem 0;border-bottom:1px solid var(--line);text-align:left;vertical-align:baseline;font-weight:400;overflow-wrap:anywhere}
td.price,th.price,td.value{text-align:right;padding-left:1rem}
td.price,th.price,td.soft{overflow-wrap:normal}
td.soft{white-space:nowrap}
tr.sum td{font-weight:600;font-size:1.1rem}
tr:last-child td{border-bottom:0}
.number{font-size:2rem;font-weight:700;margin:.2rem 0;font-variant-numeric:tabular-nums}
)css";

// The digest is that of the style above; a test computes it.
const std::string_view ContentSecurityPolicy =
    "default-src 'none'; style-src 'sha256-37Ec0F6uZq2ZzUKpRvU1/OIzRswLMjYdGykHXPrxCpc='; form-action "
    "'self'; base-uri 'none'; frame-ancestors 'none'";

std::string page(std::string_view title, std::string_view language, std::string_view body) {
    std::string html = "<!doctype html>\n<html lang=\"" + escapedMarkup(language) +
                       "\">\n<head>\n<meta charset=\"utf-8\">\n"
                       "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
                       "<meta name=\"robots\" content=\"noindex\">\n<title>" +
                       escapedMarkup(title) + "</title>\n<style>";
    html += Style;
    html += "</style>\n</head>\n<body>\n<main>\n";
    html += body;
    html += "\n</main>\n</body>\n</html>\n";
    return html;
}

} // namespace svc::storefront
