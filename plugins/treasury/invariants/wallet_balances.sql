-- The balance of a wallet, in its currency and in that of the company, is the sum of its movements; their positions have no gap.
SELECT company_id, 'wallet ' || wallet_id AS subject,
       movements || ', difference in company currency 0, ' || movement_count || ' movements' AS expected,
       balance || ', difference in company currency ' || base_difference || ', ' || last_position || ' movements' AS found
FROM treasury.v1_wallet_check
WHERE difference <> 0 OR base_difference <> 0 OR last_position <> movement_count;
