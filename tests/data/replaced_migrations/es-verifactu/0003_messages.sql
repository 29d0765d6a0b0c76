-- svc: phase=expand
-- Records that are sealed before a message begins go out in it, and only the first of them has work filed for it.
ALTER TABLE es_verifactu.chain ADD COLUMN message_at timestamptz;
COMMENT ON COLUMN es_verifactu.chain.message_at IS 'A submission will begin a message then, with what is sealed until it begins.';
