-- svc: phase=expand
-- svc: foreach-company
-- The total under the filter `tag`, alone and with `archived` and `kind`: list `tag` of partners.list_tally counts a
-- partner once for each of its tags, by a tag, b archived, c kind, without date.
LOCK TABLE partners.term IN SHARE ROW EXCLUSIVE MODE;
DELETE FROM partners.list_tally WHERE list = 'tag';
INSERT INTO partners.list_tally (company_id, list, grain, date, a, b, c, d, e, documents)
SELECT p.company_id, 'tag', 'm', date '0001-01-01', k.term, p.archived::text, p.kind, '', '', count(*)
FROM partners.term k JOIN partners.partner p ON p.company_id = k.company_id AND p.id = k.partner_id
WHERE k.kind = 'tag' GROUP BY 1, 5, 6, 7;
