-- A closed cash session keeps the sums of its movements; a till is held by the session that is open in it.
SELECT s.company_id, 'cash session ' || s.id AS subject,
       (s.opening + coalesce(m.moved, 0))::text AS expected,
       (s.opening + s.cash_payments - s.cash_refunds + s.paid_in - s.paid_out)::text AS found
FROM treasury.cash_session s
LEFT JOIN (SELECT company_id, cash_session_id, sum(CASE direction WHEN 'in' THEN amount ELSE -amount END) AS moved
           FROM treasury.transaction WHERE cash_session_id IS NOT NULL GROUP BY company_id, cash_session_id) m
       ON m.company_id = s.company_id AND m.cash_session_id = s.id
WHERE s.status = 'closed'
  AND s.opening + coalesce(m.moved, 0) <> s.opening + s.cash_payments - s.cash_refunds + s.paid_in - s.paid_out
UNION ALL
SELECT coalesce(s.company_id, b.company_id), 'till ' || coalesce(s.wallet_id, b.wallet_id),
       coalesce(s.id::text, 'no session'), coalesce(b.open_session_id::text, 'no session')
FROM (SELECT company_id, wallet_id, id FROM treasury.cash_session WHERE status = 'open') s
FULL JOIN (SELECT company_id, wallet_id, open_session_id FROM treasury.wallet_balance WHERE open_session_id IS NOT NULL) b
       ON b.company_id = s.company_id AND b.wallet_id = s.wallet_id
WHERE s.id IS DISTINCT FROM b.open_session_id;
