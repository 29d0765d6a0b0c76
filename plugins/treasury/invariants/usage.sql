-- The count of wallets that are not archived is kept right, because plans limit it.
SELECT u.company_id, 'wallets' AS subject, count(w.id)::text AS expected, u.active::text AS found
FROM treasury.usage u
LEFT JOIN treasury.wallet w ON w.company_id = u.company_id AND NOT w.archived
GROUP BY u.company_id, u.active HAVING count(w.id) <> u.active;
