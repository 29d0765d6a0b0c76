-- svc: phase=expand
-- A file that is signed by CAdES is sent as a signed message, which holds the XML.
ALTER TABLE it_fatturapa.file ADD COLUMN signed_message text COLLATE "C";
COMMENT ON COLUMN it_fatturapa.file.signed_message IS 'What is sent in place of the XML: a signed message (CMS) in base64. Null: the XML.';
