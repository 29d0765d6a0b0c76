-- The rows by which partners are found by their tags are those of their tags.
WITH expected AS (
    SELECT DISTINCT p.company_id, p.id, t.tag COLLATE "C" AS tag
    FROM partners.partner p CROSS JOIN LATERAL json_array_elements_text(p.tags) AS t (tag)
), found AS (
    SELECT company_id, partner_id AS id, tag FROM partners.tag
)
SELECT company_id, 'partner ' || id AS subject, 'tag ' || tag AS expected, 'not found by it' AS found
FROM (SELECT * FROM expected EXCEPT SELECT * FROM found) missing
UNION ALL
SELECT company_id, 'partner ' || id, 'no tag ' || tag, 'found by it'
FROM (SELECT * FROM found EXCEPT SELECT * FROM expected) surplus;
