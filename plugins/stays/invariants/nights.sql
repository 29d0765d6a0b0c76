-- A stay that is booked or under way has all its nights; a cancelled one has none, a past one none after its end.
SELECT s.company_id, s.unit || ', ' || s.arrival || ' to ' || s.departure || ', ' || s.status AS subject,
       CASE WHEN s.status = 'cancelled' THEN 'no night' WHEN s.status = 'checked_out' THEN 'its nights at most'
            ELSE (s.departure - s.arrival) || ' nights' END AS expected,
       count(n.night) || ' nights' AS found
FROM stays.stay s
LEFT JOIN stays.night n ON n.company_id = s.company_id AND n.stay_id = s.id
GROUP BY s.company_id, s.id
HAVING (s.status IN ('booked', 'checked_in') AND count(n.night) <> s.departure - s.arrival)
    OR (s.status = 'cancelled' AND count(n.night) > 0)
    OR count(*) FILTER (WHERE n.night < s.arrival OR n.night >= s.departure OR n.unit <> lower(s.unit)) > 0;
