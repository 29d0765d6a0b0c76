-- The numbers of the events of a company grow with their positions.
SELECT company_id, 'event evt_' || number AS subject, 'a number above ' || before AS expected, number::text AS found
FROM (SELECT company_id, position, number, lag(number) OVER (PARTITION BY company_id ORDER BY position) AS before
      FROM svc.event) e
WHERE number <= before;
