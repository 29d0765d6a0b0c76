-- A stay is found by its unit, whatever its capitals.
SELECT company_id, 'unit of stay ' || id AS subject, lower(unit) AS expected, unit_key AS found
FROM stays.stay WHERE unit_key IS DISTINCT FROM lower(unit);
