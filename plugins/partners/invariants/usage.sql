-- The count of partners that are not archived is kept right, because plans limit it.
SELECT u.company_id, 'partners' AS subject, count(p.id)::text AS expected, u.active::text AS found
FROM partners.usage u
LEFT JOIN partners.partner p ON p.company_id = u.company_id AND NOT p.archived
GROUP BY u.company_id, u.active HAVING count(p.id) <> u.active;
