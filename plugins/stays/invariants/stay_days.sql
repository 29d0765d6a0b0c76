-- The counts of stays per day of arrival and state are those of the stays.
SELECT coalesce(d.company_id, s.company_id) AS company_id,
       coalesce(d.arrival, s.arrival) || ', ' || coalesce(d.status, s.status) AS subject,
       coalesce(s.stays, 0)::text AS expected, coalesce(d.stays, 0)::text AS found
FROM stays.day d
FULL JOIN (SELECT company_id, arrival, status, count(*) AS stays FROM stays.stay GROUP BY company_id, arrival, status) s
       ON s.company_id = d.company_id AND s.arrival = d.arrival AND s.status = d.status
WHERE coalesce(s.stays, 0) <> coalesce(d.stays, 0);
