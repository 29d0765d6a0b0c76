-- svc: phase=expand
-- svc: foreach-company
-- One in which money was left is not held to it before it is archived again.
UPDATE treasury.wallet_balance b SET archived = true
  FROM treasury.wallet w
 WHERE w.company_id = b.company_id AND w.id = b.wallet_id AND w.archived AND b.balance = 0 AND b.open_session_id IS NULL;
