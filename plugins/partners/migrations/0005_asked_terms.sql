-- svc: phase=expand
-- Filter `tag` by a tag that many partners have, and `q` by a word that many have: the list is walked in its order, and
-- each partner is asked for the tag or the word here, from the index alone. The partners of a tag or of a word that few
-- have are gathered by partner_term_pkey.
CREATE INDEX partner_term_asked ON partners.term (company_id, partner_id, kind, term);
DROP INDEX partners.partner_term_partner;
