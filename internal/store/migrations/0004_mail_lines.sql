-- Which brake a mail is under (package mail's lanes). A postman looks at the
-- oldest mail of each line, a sender's under one brake, however long it is.
ALTER TABLE mails ADD COLUMN lane INTEGER NOT NULL DEFAULT 0;
UPDATE mails SET lane = CASE
    WHEN json_extract(doc, '$.life.released') IS NOT NULL THEN 2
    WHEN json_extract(doc, '$.chain') > 24 THEN 1
    ELSE 0 END WHERE waits;
CREATE INDEX mails_line ON mails (canvas, to_node, from_node, lane, id) WHERE waits;
